"""What a chart of a claim shows: which columns of its figures go where, as flat rows of one form."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Marks:
    """Which columns go where.

    Attributes
    ----------
    kind : {'lines', 'dots'}
        ``lines``: the value goes up, against ``along``. ``dots``: the value goes right, one line for each of
        ``along``.
    reading : str
        How to read the chart, in a sentence.
    value, value_title : str
        Column that is drawn, and its title.
    along, along_title : str
        Column that it is drawn against, and its title.
    series : tuple of str
        Columns that tell marks of one place apart; their values are joined.
    panel : tuple of str
        Columns that part the panels.
    ends : bool
        Whether rows have ``low`` and ``high``.
    reference : str or float or None
        Column or number of a dashed line.
    expected : str or None
        Column of what is expected in theory; a line goes through it.
    bands : callable or None
        From a row to the ends of where its value should lie; the same in a panel.
    keep : dict
        Rows whose columns have one of these values; all others are left out.
    say : dict
        How values of columns are shown.
    log : bool
        Whether ``along`` is on a logarithmic axis.
    """

    kind: Literal["lines", "dots"]
    reading: str
    value: str
    value_title: str
    along: str
    along_title: str
    series: tuple[str, ...] = ()
    panel: tuple[str, ...] = ()
    ends: bool = True
    reference: str | float | None = None
    expected: str | None = None
    bands: Callable[[Row], tuple[float, float]] | None = None
    keep: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    say: Mapping[str, Callable[[Any], str]] = field(default_factory=dict)
    log: bool = False


def marks_data(marks: Marks, data: Sequence[Row]) -> list[Row]:
    """Figures of a claim as flat rows.

    Parameters
    ----------
    marks : Marks
        Which columns go where.
    data : sequence of dict
        The claim's figures.

    Returns
    -------
    list of dict
        ``panel, series, along, value`` and, as there are, ``low, high, reference, expected, band_low,
        band_high``, at full precision; rows without a value are left out.
    """
    rows = []
    for row in data:
        kept = all(row[column] in allowed for column, allowed in marks.keep.items())
        if not kept or row[marks.value] is None:
            continue
        flat = {
            "panel": _joined(marks, row, marks.panel),
            "series": _joined(marks, row, marks.series),
            "along": marks.say[marks.along](row[marks.along])
            if marks.along in marks.say
            else row[marks.along],
            "value": row[marks.value],
        }
        if marks.ends:
            flat |= {"low": row["low"], "high": row["high"]}
        if marks.reference is not None:
            flat["reference"] = row[marks.reference] if isinstance(marks.reference, str) else marks.reference
        if marks.expected is not None:
            flat["expected"] = row[marks.expected]
        if marks.bands is not None:
            flat["band_low"], flat["band_high"] = marks.bands(row)
        rows.append(flat)
    return rows


def _joined(marks: Marks, row: Row, columns: Sequence[str]) -> str:
    said = (marks.say.get(column, str)(row[column]) for column in columns)
    return ", ".join(text for text in said if text)
