"""Where things go in a forest plot: the axis, bars cut at its ends, lines between systems."""

from itertools import groupby, pairwise
from typing import Any

Row = dict[str, Any]

AXIS = (0.0, 1.1)
"""The least that the axis shows: from no transfer to a little above perfect transfer."""

BARS = (-0.5, 2.0)
"""Bars are drawn within these, or as far out as there are estimates; arrows show where they go on."""


MARGIN = 0.02
"""Beyond the outermost bar, so that it does not look cut."""


def span(rows: list[Row]) -> tuple[float, float]:
    """Ends of the axis.

    Parameters
    ----------
    rows : list of dict
        With ``value``, ``low`` and ``high``, each a number or None.

    Returns
    -------
    tuple of float
        Every value lies within; one very wide interval does not squeeze the others.

    Examples
    --------
    >>> span([{"value": 0.8, "low": 0.7, "high": 0.9}])
    (0.0, 1.1)
    >>> span([{"value": 0.8, "low": -3.0, "high": 40.0}])
    (-0.5, 2.0)
    """
    values = _numbers(rows, "value")
    left = max(
        min([AXIS[0], *values, *(low - MARGIN for low in _numbers(rows, "low"))]), min([BARS[0], *values])
    )
    right = min(
        max([AXIS[1], *values, *(high + MARGIN for high in _numbers(rows, "high"))]), max([BARS[1], *values])
    )
    return left, right


def place(rows: list[Row], ends: tuple[float, float]) -> list[Row]:
    """Rows with what is drawn of them.

    Parameters
    ----------
    rows : list of dict
        At least one, in order.
    ends : tuple of float
        From `span`.

    Returns
    -------
    list of dict
        The rows, with the ends of their bars, where an arrow says that the interval goes on, and
        whether a line parts the row from the system before.
    """
    parted = not one_row_a_system(rows)
    return [
        row
        | _bar(row, *ends)
        | {
            "starts_system": parted
            and row["benchmark"] == before["benchmark"]
            and row["system"] != before["system"]
        }
        for before, row in pairwise([rows[0], *rows])
    ]


def in_columns(rows: list[Row], most: int) -> list[list[Row]]:
    """Rows in columns, the rows of a system together.

    Parameters
    ----------
    rows : list of dict
        In order, with ``benchmark`` and ``system``.
    most : int
        Rows of a column; more only where one system has more.

    Returns
    -------
    list of list of dict

    Examples
    --------
    >>> rows = [{"benchmark": "b", "system": name} for name in "aabbc"]
    >>> [len(column) for column in in_columns(rows, 3)]
    [2, 3]
    """
    columns: list[list[Row]] = [[]]
    for _, group in groupby(rows, key=lambda row: (row["benchmark"], row["system"])):
        own = list(group)
        if columns[-1] and len(columns[-1]) + len(own) > most:
            columns.append([])
        columns[-1] += own
    return columns


def one_row_a_system(rows: list[Row]) -> bool:
    """Whether no system has several rows in a benchmark.

    Parameters
    ----------
    rows : list of dict
        With ``benchmark`` and ``system``.

    Returns
    -------
    bool
    """
    return len(rows) == len({(row["benchmark"], row["system"]) for row in rows})


def _bar(row: Row, left: float, right: float) -> Row:
    low, high = row["low"], row["high"]
    if low is None or high is None:
        return {"bar_low": None, "bar_high": None, "goes_on_left": None, "goes_on_right": None}
    return {
        "bar_low": min(max(low, left), right),
        "bar_high": max(min(high, right), left),
        "goes_on_left": left if low < left else None,
        "goes_on_right": right if high > right else None,
    }


def _numbers(rows: list[Row], name: str) -> list[float]:
    return [row[name] for row in rows if row[name] is not None]
