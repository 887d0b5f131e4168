"""Time: medians of HAT before and after a date, and its trend."""

from collections.abc import Mapping
from datetime import date
from math import ceil, isfinite, log2

import numpy as np

from hatscore.core.jackknife import deviations
from hatscore.core.medians import MedianEnds, median_difference, median_ends, widened
from hatscore.core.pass_rates import Array
from hatscore.results.estimates import Estimate, Interval
from hatscore.results.study import Finding
from hatscore.scoring.intervals import t_quantile
from hatscore.studies.across import across_systems, left_out_flags, places_with
from hatscore.studies.analysis import Analysis
from hatscore.studies.grid import Grid
from hatscore.systems.facts import SystemFacts
from hatscore.wording import plural

ANALYSIS = Analysis(
    "time_trend",
    "Is HAT rising with time?",
    "Median HAT before and after: MMLU-ProX-Lite 0.75 to 0.93, MGSMv2 0.90 to 0.97, ECLeKTic flat.",
    ("median_difference", "median_before", "median_after", "slope_hat_per_year", "slope_target_per_year"),
)
FEWEST = 2
"""Least checkpoints on each side of the date."""


def time_trend(
    grid: Grid, facts: Mapping[str, SystemFacts], level: float, cut: date | None = None
) -> Finding:
    """Median HAT of the systems released before a date and from it on, and slopes per year.

    Parameters
    ----------
    grid : Grid
        Measures of the systems.
    facts : mapping of SystemFacts
        By system; those without a release date are left out by name.
    level : float
        Coverage.
    cut : date, optional
        First day of "after"; None takes the middle of the release dates.

    Returns
    -------
    Finding

    Notes
    -----
    Medians have the interval of the sign test over checkpoints, widened by what items do to all systems
    alike (`hatscore.core.medians`). With fewer than 6 checkpoints on a side there is none at 95 %.
    """
    places, left_out = places_with(grid, facts, {"released": "release date is not known"})
    released = {place: facts[grid.systems[place]].released or date.min for place in places}
    cut = cut or _middle(sorted(set(released.values())))
    rows = [
        {
            "system": grid.systems[place],
            "released": released[place].isoformat(),
            "family": facts[grid.systems[place]].family,
            "cut": cut.isoformat() if cut else None,
            "side": "after" if cut is not None and released[place] >= cut else "before",
            "hat": float(grid.values["hat"][place]),
            "target_accuracy": float(grid.values["target_accuracy"][place]),
        }
        for place in places
    ]
    sides = [
        [place for place, row in zip(places, rows, strict=True) if row["side"] == side]
        for side in ("before", "after")
    ]
    checkpoints = [len({facts[grid.systems[place]].cluster for place in side}) for side in sides]
    if min(checkpoints) < FEWEST:
        need = (
            f"it needs at least {FEWEST} checkpoints on each side of the date ({cut or 'none'}); "
            f"there are {checkpoints[0]} before and {checkpoints[1]} after"
        )
        return ANALYSIS.unsupported(
            grid, need, systems=len(places), left_out=left_out, tables={"systems": rows}
        )
    years = np.array([released[place].toordinal() / 365.25 for place in places])
    across = across_systems(grid, places, facts, level, {"years": years})
    estimates = _medians(grid, sides, facts, level) | {
        "slope_hat_per_year": across.line("years", "hat"),
        "slope_target_per_year": across.line("years", "target_accuracy"),
    }
    return ANALYSIS.finding(
        grid,
        estimates,
        f"Median HAT of the {plural(len(sides[0]), 'system')} released before {cut} is "
        f"{estimates['median_before']}, of the {plural(len(sides[1]), 'system')} from then on "
        f"{estimates['median_after']}; {_said(estimates['median_difference'])}. "
        f"The trend is {estimates['slope_hat_per_year']} a year for HAT and "
        f"{estimates['slope_target_per_year']} for target accuracy.",
        drawn="items within systems, and checkpoints (for medians, on each side of the date)",
        systems=len(places),
        flags=across.flags() + left_out_flags(grid, left_out),
        tables={"systems": rows},
    )


def _said(difference: Estimate) -> str:
    ends = difference.interval
    if ends is not None and ends.low > 0:
        return f"later systems transfer better (difference {difference})"
    if ends is not None and ends.high < 0:
        return f"later systems transfer worse (difference {difference})"
    if ends is None:
        return f"whether that is chance is not known (difference {difference})"
    return f"the data do not separate the two (difference {difference})"


def _middle(dates: list[date]) -> date | None:
    return dates[len(dates) // 2] if len(dates) > 1 else None


def _medians(
    grid: Grid, sides: list[list[int]], facts: Mapping[str, SystemFacts], level: float
) -> dict[str, Estimate]:
    labels = [[facts[grid.systems[place]].cluster for place in side] for side in sides]
    plain = [
        median_ends(grid.column("hat", side), own, level) for side, own in zip(sides, labels, strict=True)
    ]
    number = int(grid.present[:, sides[0] + sides[1]].any(axis=1).sum())
    critical = float(t_quantile(np.array([number]), level)[0])
    shared = _shared_errors(grid, sides, labels)
    before, after = (widened(ends, critical * shared[i, i]) for i, ends in enumerate(plain))
    checkpoints = len(set(labels[0])), len(set(labels[1]))
    difference = median_difference(plain[0], plain[1], checkpoints, level)
    return {
        "median_difference": _estimate(widened(difference, critical * shared[0, 1]), level, min(checkpoints)),
        "median_before": _estimate(before, level, checkpoints[0]),
        "median_after": _estimate(after, level, checkpoints[1]),
    }


def _shared_errors(grid: Grid, sides: list[list[int]], labels: list[list[str]]) -> Array:
    """What items do to all systems alike: errors of each side on the diagonal, of the difference beside it.

    What an item does to one system alone is in the spread of the systems.
    """
    places, own = sides[0] + sides[1], labels[0] + labels[1]
    off = deviations(grid.left_out["hat"][:, places], grid.present[:, places])[0]
    covariance = off.T @ off
    apart = np.array([[one != other for other in own] for one in own])
    parts = slice(0, len(sides[0])), slice(len(sides[0]), None)
    mean = np.array([[covariance[a, b][apart[a, b]].mean() for b in parts] for a in parts])
    of_difference = mean[0, 0] + mean[1, 1] - 2 * mean[0, 1]
    variances = [[mean[0, 0], of_difference], [of_difference, mean[1, 1]]]
    return np.sqrt(np.maximum(variances, 0.0))


def _estimate(ends: MedianEnds, level: float, checkpoints: int) -> Estimate:
    if isfinite(ends.low) and isfinite(ends.high) and not ends.high > ends.low:
        return Estimate(ends.value, reason="no interval: the data hold no measure of uncertainty")
    if not ends.high > ends.low:
        least = 1 + ceil(log2(1 / (1 - level)))
        need = (
            f"no interval: at {100 * level:g} % a median needs at least {least} checkpoints on a side, "
            f"and more where they have several settings; there are {checkpoints}"
        )
        return Estimate(ends.value, reason=need)
    return Estimate(ends.value, Interval(ends.low, ends.high, level, "order-statistics"))
