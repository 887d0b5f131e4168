"""Where it is known that a claim does not hold: listed, not hidden."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

Row = dict[str, Any]
Where = Mapping[str, Any]
"""Columns and their values; a row that has all of them is meant."""

COVERAGE: tuple[Where, ...] = (
    # A little too high: where the curve is just estimable in 99 of 100 studies.
    {"interval": "hat_curve", "mix": "uniform", "setting": "chance floor"},
)

FINDINGS: tuple[Where, ...] = (
    # Too high: the jackknife of Fisher's transform is careful with few systems.
    {"analysis": "coupling", "figure": "r_squared_target"},
    {"analysis": "coupling", "figure": "r_squared_hat"},
)


def sorted_misses(
    rows: Sequence[Row], known: Sequence[Where], say: Callable[[Row], str]
) -> tuple[list[str], tuple[str, ...]]:
    """Rows outside their bounds by more than chance: those that nobody knew of, and known exceptions.

    Parameters
    ----------
    rows : sequence of dict
        With their ``standing``.
    known : sequence of mapping
        Where exceptions are known.
    say : callable
        From a row to words.

    Returns
    -------
    broken : list of str
        Contradict the claim.
    exceptions : tuple of str
        Known.

    Examples
    --------
    >>> rows = [{"at": 1, "standing": "outside"}, {"at": 2, "standing": "outside"}]
    >>> sorted_misses(rows, [{"at": 1}], lambda row: f"at {row['at']}")
    (['at 2'], ('at 1',))
    """
    misses = [row for row in rows if row["standing"] == "outside"]
    expected = [any(where.items() <= row.items() for where in known) for row in misses]
    broken = [say(row) for row, is_known in zip(misses, expected, strict=True) if not is_known]
    exceptions = tuple(say(row) for row, is_known in zip(misses, expected, strict=True) if is_known)
    return broken, exceptions
