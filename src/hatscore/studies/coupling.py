"""Coupling: across systems, how much of target accuracy, and of HAT, source accuracy explains."""

from collections.abc import Mapping
from math import tanh

import numpy as np

from hatscore.core.pass_rates import Array
from hatscore.core.regression import correlation, fisher_z
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
    ("r_squared_hat", "r_squared_target", "r_squared_drop", "z_drop", "slope_hat", "slope_target"),
)
FEWEST = 4
NO_INTERVAL = (
    "no interval: the difference of two squared correlations has none that holds where HAT is hardly tied "
    "to the source; z_drop has one"
)


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
        how much lower the former is, the same of Fisher's transforms of the signed correlations, and
        slopes per unit of source accuracy.

    Notes
    -----
    Intervals of squared correlations come from Fisher's transform; they touch 0 where the
    correlation's own interval holds 0. Their difference has none: it would have to allow for the
    bias of small squares and for their end at 0, and what we tried holds 88 to 99 % for 95. The
    difference of Fisher's transforms has no end and holds.
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
    squared = {name: _squared(across.estimate(_z(name), parameters=2)) for name in ("hat", "target_accuracy")}
    estimates = {
        "r_squared_hat": squared["hat"],
        "r_squared_target": squared["target_accuracy"],
        "r_squared_drop": _drop(squared["target_accuracy"], squared["hat"]),
        "z_drop": across.estimate(_z_drop, parameters=2),
        "slope_hat": across.line("source_accuracy", "hat"),
        "slope_target": across.line("source_accuracy", "target_accuracy"),
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


def _z_drop(columns: Columns) -> Array:
    return np.asarray(_z("target_accuracy")(columns) - _z("hat")(columns))


def _drop(target: Estimate, hat: Estimate) -> Estimate:
    """Without interval: squared correlations of few systems are never near 0, and none we tried holds."""
    if target.value is None or hat.value is None:
        return Estimate(None, reason=target.reason or hat.reason)
    return Estimate(target.value - hat.value, reason=NO_INTERVAL)


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
