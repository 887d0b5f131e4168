"""Charts as files: PNG, SVG, PDF, HTML that needs no network, Vega-Lite JSON."""

import csv
import io
import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal, get_args

from hatscore.errors import MissingExtra

Form = Literal["png", "svg", "pdf", "html", "json"]
LARGEST = 60_000_000
"""Pixels of a PNG; a longer chart is drawn at a smaller scale, which no viewer minds and any can open."""

LONGEST = 8_000
"""Pixels of a side; from there on drawing slows down much. A chart that is longer has a scale of 1."""

FORMS: tuple[Form, ...] = get_args(Form)


def chart_bytes(chart: Any, form: Form, *, scale: float = 2.0) -> bytes:
    """A chart in one form; no browser is needed.

    Parameters
    ----------
    chart : altair.TopLevelMixin
        From a draw function.
    form : {'png', 'svg', 'pdf', 'html', 'json'}
        Which; the HTML holds all its scripts and works without a network, the JSON is Vega-Lite.
    scale : float
        Pixels of the PNG a point of the chart; less where the chart would be larger than `LARGEST`.

    Returns
    -------
    bytes

    Raises
    ------
    MissingExtra
        If vl-convert is not installed.
    """
    if form == "json":
        return bytes(chart.to_json(indent=2) + "\n", "utf-8")
    try:
        import vl_convert
    except ImportError as error:
        raise MissingExtra("Drawing", "charts") from error
    if form == "html":
        return bytes(chart.to_html(inline=True), "utf-8")
    spec = chart.to_dict()
    if form == "pdf":
        return bytes(vl_convert.vegalite_to_pdf(spec))
    svg = vl_convert.vegalite_to_svg(spec)
    if form == "svg":
        return bytes(svg, "utf-8")
    width, height = _size(svg)
    bounds = ((LARGEST / (width * height)) ** 0.5, max(1.0, LONGEST / max(width, height)))
    return bytes(vl_convert.svg_to_png(svg, scale=min(scale, *bounds)))


def rows_csv(rows: Sequence[Mapping[str, Any]]) -> str:
    r"""Rows of a chart as CSV.

    Parameters
    ----------
    rows : sequence of mapping
        From a data function; the columns are those of all rows, in order.

    Returns
    -------
    str
        Full precision, empty where a value is None.

    Examples
    --------
    >>> rows_csv([{"a": 1, "b": None}, {"a": "x,y", "c": 0.5}])
    'a,b,c\n1,,\n"x,y",,0.5\n'
    """
    columns = list(dict.fromkeys(name for row in rows for name in row))
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return buffer.getvalue()


def _size(svg: str) -> tuple[float, float]:
    found = re.search(r'<svg[^>]* width="([\d.]+)"[^>]* height="([\d.]+)"', svg)
    return (float(found[1]), float(found[2])) if found else (1.0, 1.0)
