"""How numbers and doubts are worded: the one place that rounds, the one place with fixed sentences."""

from math import isfinite

NOT_ESTIMABLE = "n.e."
"""What a table shows for a figure that could not be estimated; the flags say why."""


def decimals_for(low: float, high: float) -> int:
    """Decimals that an interval of this width deserves.

    Parameters
    ----------
    low, high : float
        Ends of the interval.

    Returns
    -------
    int
        2 down to a half width of 0.01, then one more for each further power of ten, at most 4; 1
        where the half width is 1 or more.

    Examples
    --------
    >>> [decimals_for(0.0, width) for width in (3.0, 0.4, 0.012, 0.0001)]
    [1, 2, 3, 4]
    """
    half = (high - low) / 2
    return next((n for n, bound in ((1, 1.0), (2, 0.01), (3, 0.001)) if half >= bound), 4)


def number(value: float | None, decimals: int = 3) -> str:
    """A number for people, or the mark of one that could not be estimated.

    Parameters
    ----------
    value : float or None
        The number.
    decimals : int
        Digits after the point.

    Returns
    -------
    str
        Without a negative zero.

    Examples
    --------
    >>> number(-0.0001, 2), number(None)
    ('0.00', 'n.e.')
    """
    if value is None or not isfinite(value):
        return NOT_ESTIMABLE
    text = f"{value:.{decimals}f}"
    return text.lstrip("-") if float(text) == 0 else text


def range_text(low: float, high: float) -> str:
    """An interval for people.

    Parameters
    ----------
    low, high : float
        Ends of the interval.

    Returns
    -------
    str
        Rounded by its own width.

    Examples
    --------
    >>> range_text(0.7712, 0.8849)
    '[0.77, 0.88]'
    """
    decimals = decimals_for(low, high)
    return f"[{number(low, decimals)}, {number(high, decimals)}]"


def listing(values: list[str], *, most: int = 3) -> str:
    """The first few of a list, with how many there are.

    Parameters
    ----------
    values : list of str
        What to list.
    most : int
        How many to name.

    Returns
    -------
    str
        Such as ``17, 40, 88 and 9 more``.

    Examples
    --------
    >>> listing(["a", "b", "c", "d"], most=2), listing(["a"])
    ('a, b and 2 more', 'a')
    """
    shown = ", ".join(values[:most])
    return f"{shown} and {len(values) - most} more" if len(values) > most else shown


def plural(count: int, noun: str) -> str:
    """A count with its noun.

    Parameters
    ----------
    count : int
        How many.
    noun : str
        Singular noun with a regular plural.

    Returns
    -------
    str
        Such as ``1 item`` or ``2,500 items``.

    Examples
    --------
    >>> plural(1, "item"), plural(2500, "item")
    ('1 item', '2,500 items')
    """
    return f"{count:,} {noun}" + ("" if count == 1 else "s")
