"""Robustness: how far each measure moves when only the mix of easy and hard items changes."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from hatscore.core.pass_rates import Array, divide
from hatscore.core.source_mix import split_moments, to_mix
from hatscore.core.two_way import Columns
from hatscore.results.estimates import Estimate
from hatscore.results.study import Finding
from hatscore.studies.across import Across, left_out_flags
from hatscore.studies.analysis import Analysis
from hatscore.studies.grid import Grid
from hatscore.systems.facts import SystemFacts
from hatscore.wording import plural

ANALYSIS = Analysis(
    "metric_robustness",
    "Which measures move when only the source mix changes?",
    "With the same profile and another source mix target accuracy and gap move; HAT stays.",
    ("moves_hat", "moves_target_accuracy", "moves_xlt_gap", "moves_transfer_score"),
)
FEWEST = 3
MOST_CHOOSING = 4
_MEASURES = ("source_accuracy", "hat", "target_accuracy", "xlt_gap", "transfer_score")


def metric_robustness(grid: Grid, facts: Mapping[str, SystemFacts], level: float) -> Finding:
    """Every system's items, weighted to the source mix of every other system.

    Parameters
    ----------
    grid : Grid
        Measures of the systems.
    facts : mapping of SystemFacts
        By system; checkpoints are drawn together.
    level : float
        Coverage.

    Returns
    -------
    Finding
        How far each measure moves when source accuracy moves by 1 through the mix alone (least squares
        through the origin over all ordered pairs of systems): 0 is robust. A table of all pairs.

    Notes
    -----
    Up to four source attempts of an item say how hard it is, the others are scored
    (`hatscore.core.source_mix`); so HAT has to be the corrected one, from 0/1 scores. Pass rates are
    not taken above the chance floor here.
    """
    places, choosing = _able(grid)
    if len(places) < FEWEST:
        need = f"it needs {FEWEST} systems with at least 4 source attempts per item, scored 0 or 1"
        return ANALYSIS.unsupported(grid, f"{need}; there are {len(places)}", systems=len(places))
    split = _split(grid, places, choosing)
    clusters = [facts[grid.systems[place]].cluster for place in places]
    across = _Mixes(split, clusters, level).across()
    estimates = dict(zip(ANALYSIS.figures, across.estimates(_moves), strict=True))
    points = {name: _points(found) for name, found in estimates.items()}
    return ANALYSIS.finding(
        grid,
        estimates,
        "When the items of a system are resampled to the source mix of another, so that source accuracy "
        f"moves by 10 points, target accuracy moves by {points['moves_target_accuracy']} points, the gap by "
        f"{points['moves_xlt_gap']}, the transfer score by {points['moves_transfer_score']} and HAT by "
        f"{points['moves_hat']} (over {plural(len(places), 'system')}, all pairs).",
        drawn=across.drawn,
        systems=len(places),
        flags=across.flags() + left_out_flags(grid, dict.fromkeys(grid.unusable, "HAT is not estimable")),
        tables={"pairs": _rows(grid, split, places)},
    )


def _able(grid: Grid) -> tuple[list[int], int]:
    """Systems with enough 0/1 attempts everywhere, and how many attempts choose."""
    source = grid.panel.source.attempts[:, :, 0]
    has = grid.present
    fewest = np.where(has, source, np.inf).min(axis=0)
    places = [place for place in grid.usable() if fewest[place] >= 4 and grid.rates.binary[place]]
    least = int(min((fewest[place] for place in places), default=4))
    return places, min(MOST_CHOOSING, least - 2)


def _split(grid: Grid, places: list[int], choosing: int) -> Array:
    """Moments of every item and system by bin; shape (items, systems, bins, 5)."""
    rates, source = grid.rates, grid.panel.source
    pairs = rates.present[:, places]
    target = divide(np.where(pairs, rates.target[:, places], 0.0).sum(axis=2), pairs.sum(axis=2))
    split = split_moments(
        source.total[:, places, 0], source.attempts[:, places, 0], np.nan_to_num(target), choosing=choosing
    )
    return np.where(grid.present[:, places][..., np.newaxis, np.newaxis], split.moments, 0.0)


@dataclass(frozen=True, slots=True)
class _Mixes:
    """Sums over items by system, bin and moment, flattened to columns so that systems can be drawn."""

    split: Array
    clusters: list[str]
    level: float

    def across(self) -> Across:
        total = self.split.sum(axis=0)
        bins, moments = total.shape[1:]
        names = [f"{b}/{m}" for b in range(bins) for m in range(moments)]

        def columns(array: Array) -> dict[str, Array]:
            flat = array.reshape(*array.shape[:-2], -1)
            return {name: flat[..., place] for place, name in enumerate(names)}

        return Across(
            values=columns(total),
            left_out=columns(total - self.split),
            present=np.asarray(self.split[..., 0].any(axis=2)),
            clusters=self.clusters,
            level=self.level,
        )


def _measures(moments: Array) -> dict[str, Array]:
    """Measures from mean moments."""
    source, target, product, squared = (moments[..., place] for place in range(1, 5))
    return {
        "source_accuracy": source,
        "target_accuracy": target,
        "xlt_gap": source - target,
        "transfer_score": divide(product, source),
        "hat": divide(product, squared),
    }


def _movements(moments: Array) -> dict[str, Array]:
    """Change of every measure of system A at the mix of system B; shape (..., A, B)."""
    mixes = moments[..., np.newaxis, :, :, 0]
    moved = _measures(to_mix(moments[..., :, np.newaxis, :, :], mixes))
    own = moments.sum(axis=-2)
    stay = _measures(divide(own, own[..., :1]))
    return {name: moved[name] - stay[name][..., np.newaxis] for name in moved}


def _moves(columns: Columns) -> Array:
    """Least-squares movement of each measure per movement of source accuracy; figures last."""
    bins = 1 + max(int(key.split("/")[0]) for key in columns)
    keys = [f"{b}/{m}" for b in range(bins) for m in range(5)]
    stacked = np.stack(np.broadcast_arrays(*(columns[key] for key in keys)), axis=-1)
    found = _movements(stacked.reshape(*stacked.shape[:-1], bins, 5))
    x = found["source_accuracy"]
    names = (name.removeprefix("moves_") for name in ANALYSIS.figures)
    bottom = np.nansum(x * x, axis=(-2, -1))
    return np.stack([divide(np.nansum(x * found[name], axis=(-2, -1)), bottom) for name in names], axis=-1)


def _points(found: Estimate) -> str:
    """Movement in points for 10 points of source accuracy, with its interval."""
    from hatscore.sentences.comparison import signed

    return signed(found, scale=10)


def _rows(grid: Grid, split: Array, places: list[int]) -> list[dict[str, object]]:
    found = _movements(split.sum(axis=0))
    return [
        {"system": grid.systems[a], "mix_of": grid.systems[b]}
        | {f"moves_{name}": float(found[name][row, column]) for name in _MEASURES}
        for row, a in enumerate(places)
        for column, b in enumerate(places)
        if a != b
    ]
