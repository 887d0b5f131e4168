"""Coupling: across systems, how much of target accuracy, and of HAT, source accuracy explains."""

from collections.abc import Mapping
from math import tanh

from hatscore.core.pass_rates import Array
from hatscore.core.regression import correlation, fisher_z, slope
from hatscore.core.two_way import Columns, Statistic
from hatscore.results.estimates import Estimate, Interval
from hatscore.results.study import Finding
from hatscore.studies.across import across_systems, left_out_flags
from hatscore.studies.analysis import Analysis
from hatscore.studies.grid import Grid
from hatscore.systems.facts import SystemFacts
from hatscore.wording import plural

ANALYSIS = Analysis(
    "coupling",
    "Does target accuracy only follow source accuracy, and does HAT?",
    "R-squared of target on source accuracy is above 0.94 across systems; HAT is not tied to it.",
    ("r_squared_hat", "r_squared_target", "r_squared_drop", "slope_hat", "slope_target"),
)
FEWEST = 4


def coupling(grid: Grid, facts: Mapping[str, SystemFacts], level: float) -> Finding:
    """How tightly source accuracy holds target accuracy and HAT across the systems of a benchmark.

    Parameters
    ----------
    grid : Grid
        Measures of the systems.
    facts : mapping of SystemFacts
        By system; settings of one checkpoint are drawn together.
    level : float
        Coverage.

    Returns
    -------
    Finding
        Squared correlations (with an intercept) of HAT and of target accuracy with source accuracy,
        how much lower the former is, and slopes per unit of source accuracy.

    Notes
    -----
    Intervals of squared correlations come from Fisher's transform; they touch 0 where the
    correlation's own interval holds 0.
    """
    places = grid.usable()
    left_out = dict.fromkeys(grid.unusable, "HAT is not estimable")
    names = ("source_accuracy", "target_accuracy", "hat")
    rows = [
        {"system": grid.systems[place]} | {name: float(grid.values[name][place]) for name in names}
        for place in places
    ]
    if len(places) < FEWEST:
        need = f"it needs at least {FEWEST} systems whose HAT is estimable; there are {len(places)}"
        return ANALYSIS.unsupported(
            grid, need, systems=len(places), left_out=left_out, tables={"systems": rows}
        )
    across = across_systems(grid, places, facts, level)
    estimates = {
        "r_squared_hat": _squared(across.estimate(_z("hat"), parameters=2)),
        "r_squared_target": _squared(across.estimate(_z("target_accuracy"), parameters=2)),
        "r_squared_drop": across.estimate(_drop, parameters=2),
        "slope_hat": across.estimate(_line("hat"), parameters=2),
        "slope_target": across.estimate(_line("target_accuracy"), parameters=2),
    }
    sentence = (
        f"Across {plural(len(places), 'system')}, source accuracy explains {estimates['r_squared_target']} "
        f"of the variance of target accuracy and {estimates['r_squared_hat']} of the variance of HAT."
    )
    return ANALYSIS.finding(
        grid,
        estimates,
        sentence,
        drawn=across.drawn,
        systems=len(places),
        flags=across.flags() + left_out_flags(grid, left_out),
        tables={"systems": rows},
    )


def _z(name: str) -> Statistic:
    return lambda columns: fisher_z(correlation(columns["source_accuracy"], columns[name]))


def _line(name: str) -> Statistic:
    return lambda columns: slope(columns["source_accuracy"], columns[name])


def _drop(columns: Columns) -> Array:
    source = columns["source_accuracy"]
    return correlation(source, columns["target_accuracy"]) ** 2 - correlation(source, columns["hat"]) ** 2


def _squared(transformed: Estimate) -> Estimate:
    """Squared correlation from Fisher's z."""
    if transformed.value is None:
        return transformed
    value = tanh(transformed.value) ** 2
    ends = transformed.interval
    if ends is None:
        return Estimate(value, reason=transformed.reason)
    low, high = tanh(ends.low), tanh(ends.high)
    least = 0.0 if low <= 0 <= high else min(low**2, high**2)
    return Estimate(value, Interval(least, max(low**2, high**2), ends.level, ends.method))
