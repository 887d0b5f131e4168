"""Time: medians of HAT before and after a date, and its trend."""

from collections.abc import Mapping
from datetime import date
from statistics import median

import numpy as np

from hatscore.core.pass_rates import Array, divide
from hatscore.core.regression import slope
from hatscore.core.resampling import item_counts, resampled_sums
from hatscore.results.estimates import Estimate, Interval
from hatscore.results.study import Finding
from hatscore.scoring import cells
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

DRAWS = 4_000


def time_trend(
    grid: Grid, facts: Mapping[str, SystemFacts], level: float, seed: int, cut: date | None = None
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
    seed : int
        Of the bootstrap of the medians.
    cut : date, optional
        First day of "after"; None takes the middle of the release dates.

    Returns
    -------
    Finding

    Notes
    -----
    Medians are resampled: items, and checkpoints within each side, 4,000 draws, percentile interval.
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
    estimates = _medians(grid, sides, facts, level, seed) | {
        "slope_hat_per_year": across.estimate(lambda c: slope(c["years"], c["hat"]), parameters=2),
        "slope_target_per_year": across.estimate(
            lambda c: slope(c["years"], c["target_accuracy"]), parameters=2
        ),
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
    return f"the data do not separate the two (difference {difference})"


def _middle(dates: list[date]) -> date | None:
    return dates[len(dates) // 2] if len(dates) > 1 else None


def _medians(
    grid: Grid, sides: list[list[int]], facts: Mapping[str, SystemFacts], level: float, seed: int
) -> dict[str, Estimate]:
    rng = np.random.default_rng(seed)
    hats = _resampled_hats(grid, sides[0] + sides[1], rng)
    draws = []
    start = 0
    for side in sides:
        own = hats[:, start : start + len(side)]
        start += len(side)
        labels = [facts[grid.systems[place]].cluster for place in side]
        draws.append(_resampled_medians(own, labels, rng))
    values = [median(grid.column("hat", side)) for side in sides]
    return {
        "median_difference": _percentile(values[1] - values[0], draws[1] - draws[0], level),
        "median_before": _percentile(values[0], draws[0], level),
        "median_after": _percentile(values[1], draws[1], level),
    }


def _resampled_hats(grid: Grid, places: list[int], rng: np.random.Generator) -> Array:
    """HAT of each system in each resample of the items, the same for all systems; shape (draws, places)."""
    cell = (cells.published if grid.estimator == "published" else cells.corrected)(grid.rates)
    counts = item_counts(len(grid.panel.items), DRAWS, rng)
    found = np.empty((DRAWS, len(places)))
    for column, place in enumerate(places):
        used = cell.present[:, place].any(axis=0)
        # Both terms in one product, which is several times faster than one each.
        terms = np.stack([term[:, place][:, used] for term in cell.terms], axis=1)
        sums = resampled_sums(counts, terms)
        found[:, column] = divide(sums[:, 0], sums[:, 1]).mean(axis=1)
    return found


def _resampled_medians(hats: Array, labels: list[str], rng: np.random.Generator) -> Array:
    """Median over resampled checkpoints, all their settings with them."""
    clusters = [np.flatnonzero([label == own for label in labels]) for own in dict.fromkeys(labels)]
    picked = rng.integers(0, len(clusters), size=(len(hats), len(clusters)))
    # Clusters of unlike size are filled up with a column of infinity, which sorts behind all.
    most = max(len(members) for members in clusters)
    filled = np.array([np.pad(own, (0, most - len(own)), constant_values=hats.shape[1]) for own in clusters])
    columns = filled[picked].reshape(len(hats), -1)
    drawn = np.take_along_axis(np.pad(hats, ((0, 0), (0, 1)), constant_values=np.inf), columns, axis=1)
    drawn.sort(axis=1)
    members = (columns < hats.shape[1]).sum(axis=1, keepdims=True)
    # With an even number, the median is the mean of the two in the middle.
    middle = np.hstack([(members - 1) // 2, members // 2])
    medians = np.take_along_axis(drawn, middle, axis=1).mean(axis=1)
    return np.where(np.isnan(drawn).any(axis=1), np.nan, medians)


def _percentile(value: float, draws: Array, level: float) -> Estimate:
    finite = draws[np.isfinite(draws)]
    low, high = np.quantile(finite, [(1 - level) / 2, (1 + level) / 2]) if len(finite) else (np.nan, np.nan)
    if not high > low:
        return Estimate(value, reason="no interval: the data hold no measure of uncertainty")
    return Estimate(value, Interval(float(low), float(high), level, "percentile"))
