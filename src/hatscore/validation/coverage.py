"""How often the intervals of scores hold the truth."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from hatscore.results.validation import Claim
from hatscore.validation.bins import count_bins
from hatscore.validation.bounds import ERRORS, ESTIMABLE, binomial_error, percent, seldom_printed, spanned
from hatscore.validation.counting import CURVE, count
from hatscore.validation.effort import Effort
from hatscore.validation.known import COVERAGE, sorted_misses
from hatscore.validation.regimes import Regime, grid
from hatscore.validation.verdicts import judged, with_broken

SLOPES = ("hat", "hat_corrected")
ALL = (*SLOPES, *CURVE)

Plan = tuple[Sequence[Regime], tuple[str, ...], int]
"""Regimes, their estimators, and studies of each; what is outside is tried again with more."""

_MIDDLE = ("weak", "uniform", "strong")
FULL: tuple[Plan, ...] = (
    (grid(), ALL, 3_000),
    # The curve's truth is checked on profiles that bend; it needs 4 attempts.
    (grid("bent", attempts=(5, 10, 32)), CURVE, 1_500),
    (grid("chance floor", mixes=_MIDDLE, items=(100, 250), attempts=(5, 10), slopes=(0.8,)), ALL, 3_000),
    (grid("shared luck", items=(100, 250), attempts=(10,), slopes=(0.8,)), ALL, 3_000),
    (grid("items missing", mixes=_MIDDLE, items=(100, 250), attempts=(10,), slopes=(0.8,)), ALL, 1_000),
    (grid("bootstrap", items=(100, 250), attempts=(10,), slopes=(0.8,)), ALL, 800),
)
QUICK: tuple[Plan, ...] = (
    (grid(items=(250,), attempts=(10,), slopes=(0.8,)), ALL, 800),
    (grid(items=(100,), mixes=_MIDDLE, attempts=(5,), slopes=(1.0,)), SLOPES, 800),
    (grid("bent", mixes=("uniform",), items=(250,), attempts=(10,), slopes=(1.0,)), CURVE, 800),
    (grid("chance floor", mixes=("uniform",), items=(250,), attempts=(10,), slopes=(0.8,)), SLOPES, 800),
    (grid("items missing", mixes=("uniform",), items=(100,), attempts=(10,), slopes=(0.8,)), SLOPES, 100),
)
BINS = grid(items=(250,), attempts=(10,), slopes=(0.8,))
"""Regimes in which the bins of profiles are looked at."""

AGAIN = 3
"""Times as many new studies where the first lie outside, in the full form: these alone count then."""


def interval_coverage(effort: Effort) -> Claim:
    """Intervals of every score that is printed, over all regimes.

    Parameters
    ----------
    effort : Effort
        How many studies.

    Returns
    -------
    Claim
    """
    plans = QUICK if effort.quick else FULL
    again = 0 if effort.quick else AGAIN
    rows = [
        row
        for regimes, estimators, studies in plans
        for regime in regimes
        for row in counted(
            regime, studies, effort.rng(f"coverage {regime}"), estimators=estimators, again=again
        )
    ]
    for regime in BINS[2:3] if effort.quick else BINS:
        rows += count_bins(regime, effort.studies(50, 500), effort.rng(f"bins {regime}"))
    return claim_of(rows, plans[0][2])


def claim_of(rows: list[dict[str, Any]], studies: int) -> Claim:
    """What the rows of all regimes say of the claim.

    Parameters
    ----------
    rows : list of dict
        From `counted` and `hatscore.validation.bins.count_bins`.
    studies : int
        Of a regime, at first.

    Returns
    -------
    Claim
    """
    broken, exceptions = sorted_misses(rows, COVERAGE, _said)
    return Claim(
        id="interval_coverage",
        group="ours",
        title="Coverage of intervals",
        sentence=(
            "95 % intervals of HAT as published, corrected and by the curve, and of the bend, in one "
            "language and for the mean over languages, hold what they are about in 94 to 96 % of studies of "
            "250 items and more and in 93 to 97 % of 100 items, wherever at least 99 % of studies are "
            "estimable; those of a profile's bins hold what their items tend to in at least 94 %."
        ),
        verdict=judged(broken, exceptions),
        found=with_broken(_found(rows), broken),
        exceptions=exceptions,
        data=tuple(rows),
        studies=studies,
        error=binomial_error(0.95, studies),
    )


def counted(
    regime: Regime, studies: int, rng: np.random.Generator, *, estimators: tuple[str, ...], again: int
) -> list[dict[str, Any]]:
    """Rows of one regime; those outside are counted again on more, new studies.

    Parameters
    ----------
    regime : Regime
        The truth.
    studies : int
        How many at first.
    rng : numpy.random.Generator
        Randomness.
    estimators : tuple of str
        Of `hatscore.scoring.views.ESTIMATORS`.
    again : int
        Times as many studies where the first lie outside; 0 leaves them.

    Returns
    -------
    list of dict
        As from `hatscore.validation.counting.count`.
    """
    rows = count(regime, studies, rng, estimators=estimators)
    off = {row["interval"] for row in rows if row["standing"] in ("by chance", "outside")}
    if not off or not again:
        return rows
    tried = count(regime, again * studies, rng, estimators=tuple(name for name in estimators if name in off))
    better = {(row["interval"], row["target"]): row for row in tried}
    return [
        better[row["interval"], row["target"]] if row["standing"] in ("by chance", "outside") else row
        for row in rows
    ]


def _said(row: dict[str, Any]) -> str:
    return (
        f"{row['interval']} ({row['target']}; {row['setting']}, {row['mix']}, {row['items']} items, "
        f"{row['attempts']} attempts, slope {row['slope']:g}): {percent(row['coverage'])}, error "
        f"{100 * row['error']:.2f}"
    )


def _found(rows: list[dict[str, Any]]) -> str:
    judged_rows = [row for row in rows if row["standing"] != "rarely estimable"]
    parts = []
    for name in (*ALL, "profile_bin"):
        own = [row for row in judged_rows if row["interval"] == name]
        inside = sum(row["standing"] == "inside" for row in own)
        parts.append(f"{name} {spanned([row['coverage'] for row in own])} ({inside} of {len(own)} inside)")
    outside = sum(row["standing"] == "outside" for row in judged_rows)
    return (
        f"Over {len(judged_rows)} cells in which at least {100 * ESTIMABLE:.0f} % of studies are estimable: "
        f"{'; '.join(parts)}. {outside} lie outside by more than {ERRORS:g} Monte Carlo errors."
        f"{seldom_printed(rows)}"
    )
