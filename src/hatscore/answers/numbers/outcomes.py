"""What some numbers come to by the four operations."""

from collections.abc import Sequence
from fractions import Fraction

_MOST = 4


def outcomes(values: Sequence[Fraction | int]) -> set[Fraction | int]:
    """All that some values come to when they are joined one after another.

    Parameters
    ----------
    values : sequence of Fraction or int
        In the order in which they were told; more than a few come to nothing.

    Returns
    -------
    set of Fraction or int

    Examples
    --------
    >>> sorted(outcomes([4, 7]) & {3, 11, 28, 5})
    [3, 11, 28]
    """
    reached: set[Fraction | int] = set(values[:1]) if len(values) <= _MOST else set()
    for value in values[1:]:
        reached = {outcome for before in reached for outcome in _joined(before, value)}
    return reached


def _joined(a: Fraction | int, b: Fraction | int) -> list[Fraction | int]:
    """A step that is told with its result is no further step: "20 times 15, which is 300"."""
    found: list[Fraction | int] = [a + b, max(a, b) - min(a, b), a * b]
    if a and b:
        found += [Fraction(a) / b, Fraction(b) / a]
    return [*found, a] if a == b else found
