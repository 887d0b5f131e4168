"""Size: how HAT and target accuracy grow with the number of parameters."""

from collections.abc import Mapping

import numpy as np

from hatscore.core.pass_rates import Array
from hatscore.results.estimates import Estimate
from hatscore.results.study import Finding
from hatscore.studies.across import across_systems, left_out_flags, places_with
from hatscore.studies.analysis import Analysis
from hatscore.studies.grid import Grid
from hatscore.systems.facts import SystemFacts
from hatscore.wording import number, plural

ANALYSIS = Analysis(
    "size_trend",
    "Do HAT and target accuracy grow with size, and which grows faster?",
    "Small systems (1 to 4 billion) have HAT 0.5 to 0.8; HAT grows more slowly with size than accuracy.",
    ("slope_hat", "slope_target", "slope_difference"),
)
FEWEST = 4
SMALL = (1.0, 4.5)
"""Billions of parameters of a small system; models sold as 4B have up to 4.3."""


def size_trend(grid: Grid, facts: Mapping[str, SystemFacts], level: float) -> Finding:
    """Slopes of HAT and of target accuracy on the logarithm of total size.

    Parameters
    ----------
    grid : Grid
        Measures of the systems.
    facts : mapping of SystemFacts
        By system; those of unknown size are left out by name.
    level : float
        Coverage.

    Returns
    -------
    Finding
        Change for ten times the size: of HAT, of target accuracy, and the latter minus the former.
    """
    places, left_out = places_with(grid, facts, {"total_billions": "size is not known"})
    rows = [
        {
            "system": grid.systems[place],
            "total_billions": facts[grid.systems[place]].total_billions,
            "active_billions": facts[grid.systems[place]].active_billions,
            "family": facts[grid.systems[place]].family,
            "hat": float(grid.values["hat"][place]),
            "target_accuracy": float(grid.values["target_accuracy"][place]),
        }
        for place in places
    ]
    different = len({row["total_billions"] for row in rows})
    if len(places) < FEWEST or different < 3:
        need = (
            f"it needs at least {FEWEST} systems of 3 known sizes; there are {len(places)} of "
            f"{plural(different, 'size')}"
        )
        return ANALYSIS.unsupported(
            grid, need, systems=len(places), left_out=left_out, tables={"systems": rows}
        )
    billions = np.array([row["total_billions"] for row in rows], float)
    across = across_systems(grid, places, facts, level, {"log_size": np.log10(billions)})
    estimates = {
        "slope_hat": across.line("log_size", "hat"),
        "slope_target": across.line("log_size", "target_accuracy"),
        "slope_difference": across.line("log_size", lambda c: c["target_accuracy"] - c["hat"]),
    }
    return ANALYSIS.finding(
        grid,
        estimates,
        _sentence(estimates, billions, grid.values["hat"][places]),
        drawn=across.drawn,
        systems=len(places),
        flags=across.flags() + left_out_flags(grid, left_out),
        tables={"systems": rows},
    )


def _sentence(estimates: dict[str, Estimate], sizes: Array, hats: Array) -> str:
    ends = estimates["slope_difference"].interval
    faster = "the data do not separate the two slopes"
    if ends is None:
        faster = "whether the two slopes differ is not known"
    elif ends.low > 0:
        faster = "target accuracy grows faster"
    elif ends.high < 0:
        faster = "HAT grows faster"
    small = [hat for size, hat in zip(sizes, hats, strict=True) if SMALL[0] <= size <= SMALL[1]]
    ranges = ""
    if small:
        low, high = number(min(small), 2), number(max(small), 2)
        ranges = f" The {plural(len(small), 'system')} of 1 to 4 billion have HAT from {low} to {high}."
    return (
        f"Ten times the size brings {estimates['slope_hat']} of HAT and {estimates['slope_target']} of "
        f"target accuracy; {faster} (difference {estimates['slope_difference']}).{ranges}"
    )
