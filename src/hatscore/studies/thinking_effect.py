"""Thinking: what more of it does to HAT, between settings of one checkpoint."""

from collections.abc import Mapping
from itertools import pairwise

import numpy as np

from hatscore.core.pass_rates import Array
from hatscore.core.two_way import Columns, Statistic
from hatscore.results.study import Finding
from hatscore.studies.across import Across, left_out_flags
from hatscore.studies.analysis import Analysis
from hatscore.studies.grid import Grid
from hatscore.systems.facts import SystemFacts
from hatscore.wording import plural

ANALYSIS = Analysis(
    "thinking_effect",
    "Does more thinking raise HAT?",
    "Thinking raises HAT on all three benchmarks.",
    ("hat_difference", "target_difference", "source_difference"),
)


def thinking_effect(grid: Grid, facts: Mapping[str, SystemFacts], level: float) -> Finding:
    """HAT with the most thinking minus HAT with the least, in every checkpoint that has both.

    Parameters
    ----------
    grid : Grid
        Measures of the systems.
    facts : mapping of SystemFacts
        By system: checkpoint and thinking setting.
    level : float
        Coverage.

    Returns
    -------
    Finding
        Means over checkpoints of the differences of HAT, target and source accuracy; a table of all
        pairs of neighbouring settings and of the two ends.
    """
    ladders = _ladders(grid, facts)
    if not ladders:
        need = (
            "it needs a checkpoint with two thinking settings (checkpoint and thinking in the systems file)"
        )
        return ANALYSIS.unsupported(grid, need, systems=len(grid.usable()))
    ends = [(ladder[0], ladder[-1]) for ladder in ladders.values()]
    across = _differences(grid, ends, list(ladders), level)
    estimates = {
        f"{short}_difference": across.estimate(_mean(name))
        for short, name in (("hat", "hat"), ("target", "target_accuracy"), ("source", "source_accuracy"))
    }
    difference = estimates["hat_difference"]
    interval = difference.interval
    said = "the data do not separate the settings"
    if interval is not None and (interval.low > 0 or interval.high < 0):
        said = f"more thinking {'raises' if interval.low > 0 else 'lowers'} HAT"
    counted = plural(len(ends), "checkpoint")
    return ANALYSIS.finding(
        grid,
        estimates,
        f"From the least to the most thinking, over {counted}, HAT changes by {difference}, target "
        f"accuracy by {estimates['target_difference']} and source accuracy by "
        f"{estimates['source_difference']}; {said}.",
        drawn=across.drawn,
        systems=sum(len(ladder) for ladder in ladders.values()),
        flags=across.flags() + left_out_flags(grid, dict.fromkeys(grid.unusable, "HAT is not estimable")),
        tables={"pairs": _rows(grid, facts, ladders, level)},
    )


def _ladders(grid: Grid, facts: Mapping[str, SystemFacts]) -> dict[str, list[int]]:
    """Settings of every checkpoint that has at least two different ones, from less to more thinking."""
    found: dict[str, list[int]] = {}
    for place in grid.usable():
        known = facts[grid.systems[place]]
        if known.checkpoint is not None and known.thinking_order is not None:
            found.setdefault(known.checkpoint, []).append(place)
    ladders = {}
    for checkpoint, places in found.items():
        order = {place: facts[grid.systems[place]].thinking_order or (0, 0) for place in places}
        if len(set(order.values())) > 1:
            ladders[checkpoint] = sorted(places, key=order.__getitem__)
    return ladders


def _differences(grid: Grid, pairs: list[tuple[int, int]], clusters: list[str], level: float) -> Across:
    """More minus less thinking, a pair a unit."""
    less, more = (list(side) for side in zip(*pairs, strict=True))
    return Across(
        values={name: column[more] - column[less] for name, column in grid.values.items()},
        left_out={name: column[:, more] - column[:, less] for name, column in grid.left_out.items()},
        present=grid.present[:, more] | grid.present[:, less],
        clusters=clusters,
        level=level,
    )


def _mean(name: str) -> Statistic:
    def mean(columns: Columns) -> Array:
        return np.asarray(columns[name].mean(axis=-1))

    return mean


def _rows(
    grid: Grid, facts: Mapping[str, SystemFacts], ladders: dict[str, list[int]], level: float
) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = []
    for checkpoint, ladder in ladders.items():
        pairs = list(pairwise(ladder))
        if len(ladder) > 2:
            pairs.append((ladder[0], ladder[-1]))
        for less, more in pairs:
            one = _differences(grid, [(less, more)], [checkpoint], level).estimate(_mean("hat"))
            rows.append(
                {
                    "checkpoint": checkpoint,
                    "less": grid.systems[less],
                    "more": grid.systems[more],
                    "thinking_less": facts[grid.systems[less]].thinking,
                    "thinking_more": facts[grid.systems[more]].thinking,
                    **{
                        f"{name}_{side}": float(grid.values[name][place])
                        for name in ("hat", "target_accuracy", "source_accuracy")
                        for side, place in (("less", less), ("more", more))
                    },
                    **one.to_dict("hat_difference"),
                }
            )
    return rows
