"""Transfer profiles of every system and language at once."""

from collections.abc import Sequence

import numpy as np

from hatscore.core import curve
from hatscore.core.pass_rates import Array
from hatscore.options import Options
from hatscore.results.profile import Profile
from hatscore.results.scores import Score
from hatscore.scoring.panels import Panel
from hatscore.scoring.profiles import profile_of
from hatscore.scoring.views import PanelViews


def profiles_of(
    panels: Sequence[Panel], rows: Sequence[Score], options: Options, *, bins: int = 10
) -> list[Profile]:
    """Profiles of all scored cells that are a language or pooled.

    Parameters
    ----------
    panels : sequence of Panel
        Counts, one a benchmark.
    rows : sequence of Score
        Scores by language and pooled.
    options : Options
        How they were scored.
    bins : int
        Equal bins of the source pass rate.

    Returns
    -------
    list of Profile
        In the order of the rows.
    """
    by_benchmark = {panel.benchmark: panel for panel in panels}
    sums = {name: _moment_sums(panel, options) for name, panel in by_benchmark.items()}
    found = []
    for row in rows:
        if row.target == "macro":
            continue
        panel = by_benchmark[row.benchmark]
        place = panel.systems.index(row.system)
        target = None if row.target == "pooled" else panel.targets.index(row.target)
        coefficients = _coefficients(sums[row.benchmark][:, place], target)
        found.append(profile_of(panel, row, place, target, bins, options.level, coefficients))
    return found


def _moment_sums(panel: Panel, options: Options) -> Array:
    """Sums over items of the curve's moments; shape (moments, systems, targets)."""
    return np.stack([moment.sum(axis=0) for moment in PanelViews(panel, options).moments])


def _coefficients(sums: Array, target: int | None) -> tuple[float, float]:
    chosen = sums.sum(axis=1) if target is None else sums[:, target]
    fit = curve.coefficients(curve.Moments(*chosen))
    return float(fit.a1), float(fit.a2)
