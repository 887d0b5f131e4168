"""Family or size: which explains more of the differences in HAT between checkpoints."""

from collections.abc import Mapping

import numpy as np

from hatscore.core.mixed_model import MixedFit, fit_mixed, group_test
from hatscore.core.pass_rates import Array
from hatscore.results.estimates import Estimate, Interval
from hatscore.results.study import Finding
from hatscore.studies.across import left_out_flags, places_with
from hatscore.studies.analysis import Analysis
from hatscore.studies.grid import Grid
from hatscore.studies.variance_shares import ShareDraws, share_draws
from hatscore.systems.facts import SystemFacts
from hatscore.wording import number, plural

ANALYSIS = Analysis(
    "family_vs_size",
    "Does family matter more than size?",
    "Family matters more than size.",
    ("share_difference", "share_family", "share_size", "p_family", "p_size"),
)
FEWEST_FAMILIES, FEWEST_CHECKPOINTS = 3, 6
DRAWS = 4_000


def family_vs_size(grid: Grid, facts: Mapping[str, SystemFacts], level: float, seed: int) -> Finding:
    """Shares of the variance of HAT that families, and the logarithm of size, explain.

    Parameters
    ----------
    grid : Grid
        Measures of the systems.
    facts : mapping of SystemFacts
        By system; those of unknown family or size are left out by name.
    level : float
        Coverage.
    seed : int
        Of the draws.

    Returns
    -------
    Finding
        Share of families minus share of size, both shares, and the p-values of each beside the other.

    Notes
    -----
    A line on log size with random families, fitted to the checkpoints' HAT (settings averaged) by
    restricted maximum likelihood. Intervals are generalised confidence intervals, from 4,000 draws of
    what the data can be with (`hatscore.studies.variance_shares`): a bootstrap from the fitted model
    takes its variances, which few families hardly tell, for known, and falls short. Families beside
    size: the exact F test; size beside families: the generalised test of the same draws. Noise of the
    items is part of the residual.
    """
    wanted = {"total_billions": "size is not known", "family": "family is not known"}
    places, left_out = places_with(grid, facts, wanted)
    rows = _checkpoints(grid, facts, places)
    families = sorted({str(row["family"]) for row in rows})
    if len(families) < FEWEST_FAMILIES or len(rows) < FEWEST_CHECKPOINTS or len(rows) == len(families):
        need = (
            f"it needs at least {FEWEST_CHECKPOINTS} checkpoints of {FEWEST_FAMILIES} families, some with "
            f"several; there are {len(rows)} of {len(families)}"
        )
        return ANALYSIS.unsupported(
            grid, need, systems=len(places), left_out=left_out, tables={"checkpoints": rows}
        )
    size = np.log10(np.array([row["total_billions"] for row in rows], float))
    hats = np.array([row["hat"] for row in rows], float)
    groups = np.array([families.index(str(row["family"])) for row in rows])
    fit = fit_mixed(size, hats, groups)
    draws = share_draws(size, hats, groups, DRAWS, np.random.default_rng(seed))
    estimates = _shares(fit, draws, level) | {
        "p_family": _p_family(size, hats, groups),
        "p_size": _p_size(draws),
    }
    return ANALYSIS.finding(
        grid,
        estimates,
        _sentence(estimates, len(rows), len(families)),
        drawn="checkpoints, by the fitted model; items are part of its residual",
        systems=len(places),
        flags=left_out_flags(grid, left_out),
        tables={"checkpoints": rows},
    )


def _checkpoints(
    grid: Grid, facts: Mapping[str, SystemFacts], places: list[int]
) -> list[dict[str, str | float | None]]:
    """One row a checkpoint, its settings averaged: settings share size and family and are not independent."""
    rows: list[dict[str, str | float | None]] = []
    for cluster in dict.fromkeys(facts[grid.systems[place]].cluster for place in places):
        own = [place for place in places if facts[grid.systems[place]].cluster == cluster]
        first = facts[grid.systems[own[0]]]
        rows.append(
            {
                "checkpoint": cluster,
                "family": first.family,
                "total_billions": first.total_billions,
                "hat": float(np.mean(grid.column("hat", own))),
            }
        )
    return rows


def _shares(fit: MixedFit, draws: ShareDraws | None, level: float) -> dict[str, Estimate]:
    values = {"share_family": float(fit.group_share), "share_size": float(fit.line_share)}
    values = {"share_difference": values["share_family"] - values["share_size"]} | values
    if draws is None:
        reason = "no interval: families and size leave no freedom for the residual"
        return {name: Estimate(value, reason=reason) for name, value in values.items()}
    drawn = (draws.group - draws.line, draws.group, draws.line)
    return {
        name: _between(value, own, level) for (name, value), own in zip(values.items(), drawn, strict=True)
    }


def _between(value: float, draws: Array, level: float) -> Estimate:
    low, high = map(float, np.quantile(draws, [(1 - level) / 2, (1 + level) / 2]))
    # Families that differ less than chance makes them leave nothing but 0.
    if not high > low:
        return Estimate(value, reason="no interval: the data fit no variance at all")
    return Estimate(value, Interval(low, high, level, "generalised"))


def _p_family(size: Array, hats: Array, groups: Array) -> Estimate:
    from scipy.special import fdtrc  # imported late: scipy is slow to load

    statistic, between, within = group_test(size, hats, groups)
    if not np.isfinite(statistic):
        return Estimate(None, reason="families and size leave no freedom for the test")
    return Estimate(float(fdtrc(between, within, statistic)), reason="a p-value has no interval")


def _p_size(draws: ShareDraws | None) -> Estimate:
    if draws is None:
        return Estimate(None, reason="families and size leave no freedom for the test")
    return Estimate(draws.p_line, reason="a p-value has no interval")


def _sentence(estimates: dict[str, Estimate], checkpoints: int, families: int) -> str:
    ends = estimates["share_difference"].interval
    said = "the data do not separate the two"
    if ends is None:
        said = "whether they differ is not known"
    elif ends.low > 0 or ends.high < 0:
        said = f"{'family' if ends.low > 0 else 'size'} explains more"
    p_values = ", ".join(
        f"p of {name} beside the other {number(found.value, 3)}"
        for name, found in (("family", estimates["p_family"]), ("size", estimates["p_size"]))
        if found.value is not None
    )
    return (
        f"Over {plural(checkpoints, 'checkpoint')} of {families} families, family explains "
        f"{estimates['share_family']} of the variance of HAT and log size {estimates['share_size']}; {said} "
        f"({p_values})."
    )
