"""Whether a share that was counted on simulated studies lies where it should, beyond their luck."""

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import numpy as np

Standing = Literal["inside", "by chance", "outside", "rarely estimable"]

ESTIMABLE = 0.99
"""Share of estimable studies below which the tool itself says often enough that it cannot tell."""

ERRORS = 2.0
"""Monte Carlo standard errors by which a share has to lie outside to be a miss."""


class Bounds(NamedTuple):
    """Where a share should lie.

    Attributes
    ----------
    low, high : float
        Its bounds.
    """

    low: float
    high: float


def coverage_bounds(items: int) -> Bounds:
    """Where the coverage of 95 % intervals should lie.

    Parameters
    ----------
    items : int
        Of a study.

    Returns
    -------
    Bounds
    """
    return Bounds(0.94, 0.96) if items >= 250 else Bounds(0.93, 0.97)


def standing(share: float, error: float, bounds: Bounds, *, estimable: float = 1.0) -> Standing:
    """Where a share stands.

    Parameters
    ----------
    share, error : float
        As counted, and its Monte Carlo standard error.
    bounds : Bounds
        Where it should lie.
    estimable : float
        Share of the studies that it was counted on.

    Returns
    -------
    {'inside', 'by chance', 'outside', 'rarely estimable'}
        ``by chance``: outside, but by no more than two standard errors.

    Examples
    --------
    >>> [standing(share, 0.002, coverage_bounds(250)) for share in (0.95, 0.937, 0.93)]
    ['inside', 'by chance', 'outside']
    """
    if estimable < ESTIMABLE:
        return "rarely estimable"
    off = max(bounds.low - share, share - bounds.high)
    if off <= 0:
        return "inside"
    return "by chance" if off <= ERRORS * error else "outside"


def binomial_error(share: float, studies: int) -> float:
    """Monte Carlo standard error of a share of independent studies.

    Parameters
    ----------
    share : float
        As counted.
    studies : int
        How many.

    Returns
    -------
    float
        Never 0: a share of 0 or 1 is taken as half a study away from it.

    Examples
    --------
    >>> round(binomial_error(0.95, 10_000), 5)
    0.00218
    """
    inside = float(np.clip(share, 0.5 / studies, 1 - 0.5 / studies))
    return float(np.sqrt(inside * (1 - inside) / studies))


FEWEST_PRINTED = 100
"""Intervals that a coverage in a regime of few estimable studies has to rest on."""


def seldom_printed(rows: Sequence[dict[str, Any]]) -> str:
    """What intervals hold where the tool mostly says that it cannot tell.

    Parameters
    ----------
    rows : sequence of dict
        With ``standing``, ``coverage``, ``studies`` and ``estimable``.

    Returns
    -------
    str
        A sentence after a space, or nothing where there are no such rows.
    """
    shares = [
        row["coverage"]
        for row in rows
        if row["standing"] == "rarely estimable" and row["studies"] * row["estimable"] >= FEWEST_PRINTED
    ]
    if not shares:
        return ""
    return (
        f" In {len(shares)} other cells fewer studies are estimable; what is printed there, from studies "
        f"with many right answers, holds {spanned(shares)}."
    )


def percent(share: float) -> str:
    """A share with one decimal.

    Parameters
    ----------
    share : float
        From 0 to 1.

    Returns
    -------
    str

    Examples
    --------
    >>> percent(0.9483)
    '94.8 %'
    """
    return f"{100 * share:.1f} %"


def spanned(shares: Sequence[float]) -> str:
    """The least and the most of some shares.

    Parameters
    ----------
    shares : sequence of float
        At least one.

    Returns
    -------
    str

    Examples
    --------
    >>> spanned([0.951, 0.942])
    '94.2 to 95.1 %'
    """
    return f"{100 * min(shares):.1f} to {percent(max(shares))}"
