"""Where it is known that a claim does not hold: listed, not hidden."""

from collections.abc import Callable, Collection, Sequence
from typing import Any

Row = dict[str, Any]


def sorted_misses(
    rows: Sequence[Row],
    known: Collection[tuple[Any, ...]],
    key: Callable[[Row], tuple[Any, ...]],
    say: Callable[[Row], str],
) -> tuple[list[str], tuple[str, ...]]:
    """Rows outside their bounds by more than chance: those that nobody knew of, and known exceptions.

    Parameters
    ----------
    rows : sequence of dict
        With their ``standing``.
    known : collection of tuple
        Keys of known exceptions.
    key, say : callable
        From a row to its key, and to words.

    Returns
    -------
    broken : list of str
        Contradict the claim.
    exceptions : tuple of str
        Known.

    Examples
    --------
    >>> rows = [{"at": 1, "standing": "outside"}, {"at": 2, "standing": "outside"}]
    >>> sorted_misses(rows, {(1,)}, lambda row: (row["at"],), lambda row: f"at {row['at']}")
    (['at 2'], ('at 1',))
    """
    misses = [row for row in rows if row["standing"] == "outside"]
    broken = [say(row) for row in misses if key(row) not in known]
    return broken, tuple(say(row) for row in misses if key(row) in known)


COVERAGE: frozenset[tuple[str, str, int, int, float, str, str]] = frozenset()
"""Setting, mix, items, attempts, slope, interval and target."""

COMPARISONS: frozenset[tuple[str, str, int, int, float, bool, str]] = frozenset()
"""Mixes of A and B, items, attempts, slope, whether luck is shared, and test."""

DECOMPOSITIONS: frozenset[tuple[str, str, str, str, int, int, str, str]] = frozenset()
"""Profiles and mixes of A and B, items, attempts, part and target."""

FINDINGS: frozenset[tuple[str, str, str]] = frozenset()
"""Analysis, case and figure."""
