"""Noise or bias: how much of the target shortfall is inconsistency, and how much is steady error.

If most attempts agree on the right answer, a wrong attempt is noise; if they agree on a wrong one, it is
steady.
"""

from collections.abc import Mapping

import numpy as np
import polars as pl

from hatscore.core.pass_rates import Array, divide
from hatscore.core.resampling import leave_one_out_sums
from hatscore.core.two_way import Columns
from hatscore.flags import Flag
from hatscore.results.estimates import Estimate
from hatscore.results.study import Finding
from hatscore.scoring.panels import Mask
from hatscore.studies.across import Across, left_out_flags
from hatscore.studies.analysis import Analysis
from hatscore.studies.cubes import Cube, cube
from hatscore.studies.grid import Grid
from hatscore.systems.facts import SystemFacts
from hatscore.wording import plural

ANALYSIS = Analysis(
    "noise_or_bias",
    "Is the target shortfall inconsistency or steady error?",
    "Not in this paper; arXiv:2510.15551 finds that most of the gap is variance of the target answers.",
    ("noise_share", "gap", "gap_of_consensus", "hat_of_consensus", "hat_of_mean_attempt"),
)
_ACCURACIES = ("source", "target", "consensus_source", "consensus_target")


def noise_or_bias(
    grid: Grid, facts: Mapping[str, SystemFacts], consensus: tuple[pl.DataFrame, bool], level: float
) -> Finding:
    """The gap of the mean attempt, and the gap of the answer that most attempts agree on.

    Parameters
    ----------
    grid : Grid
        Measures of the systems.
    facts : mapping of SystemFacts
        By system; checkpoints are drawn together.
    consensus : pair of polars.DataFrame and bool
        From `hatscore.attempts.consensus.consensus_scores`.
    level : float
        Coverage.

    Returns
    -------
    Finding
        The share of the gap that goes when answers are put to the vote, both gaps (means over
        systems), and HAT as published of the voted answers beside that of the mean attempt.

    References
    ----------
    Piratla, V., Jain, P., Singh, D., Cohn, T., Jyothi, P., Talukdar, P. (2025). Rethinking
    Cross-Lingual Gaps via Response Variance. arXiv:2510.15551.
    """
    frame, by_answer = consensus
    voted = cube(frame, "consensus", grid.panel)
    attempts = grid.panel.source.attempts, grid.panel.target.attempts
    several = [
        place
        for place in grid.usable()
        # Two attempts cannot outvote each other.
        if min(side[:, place][side[:, place] > 0].min(initial=np.inf) for side in attempts) >= 3
    ]
    if not several:
        return ANALYSIS.unsupported(grid, "it needs at least 3 attempts per item in source and target")
    whole, left_out, present = _means(grid, voted, several)
    across = Across(
        values=whole,
        left_out=left_out,
        present=present,
        clusters=[facts[grid.systems[place]].cluster for place in several],
        level=level,
    )
    estimates = {
        "noise_share": across.estimate(_noise_share),
        "gap": across.estimate(lambda c: (c["source"] - c["target"]).mean(axis=-1)),
        "gap_of_consensus": across.estimate(
            lambda c: (c["consensus_source"] - c["consensus_target"]).mean(axis=-1)
        ),
        "hat_of_consensus": across.estimate(lambda c: c["consensus_hat"].mean(axis=-1)),
        "hat_of_mean_attempt": across.estimate(lambda c: c["hat"].mean(axis=-1)),
    }
    if (ends := estimates["gap"].interval) is not None and ends.low <= 0:
        reason = "the gap itself is not clearly above zero"
        estimates["noise_share"] = Estimate(None, reason=reason)
    rows = [
        {"system": grid.systems[place]} | {name: float(whole[name][column]) for name in whole}
        for column, place in enumerate(several)
    ]
    flags = across.flags()
    if not by_answer:
        flags.append(Flag("ANSWERS_NOT_KEPT", "the table has no column final_answer."))
    return ANALYSIS.finding(
        grid,
        estimates,
        _sentence(estimates, len(several)),
        drawn=across.drawn,
        systems=len(several),
        flags=flags + left_out_flags(grid, dict.fromkeys(grid.unusable, "HAT is not estimable")),
        tables={"systems": rows},
    )


def _means(grid: Grid, voted: Cube, places: list[int]) -> tuple[dict[str, Array], dict[str, Array], Mask]:
    """Accuracies and slopes of each system, without each item too, over pairs that have all."""
    rates = grid.rates
    pairs = (voted.pairs & rates.present)[:, places]

    def used(values: Array) -> Array:
        return np.where(pairs, np.broadcast_to(values[:, places], pairs.shape), 0.0)

    columns = {
        "source": used(rates.source),
        "target": used(rates.target),
        "consensus_source": used(np.nan_to_num(voted.source)),
        "consensus_target": used(np.nan_to_num(voted.target)),
    }
    products = {
        "hat": (columns["source"] * columns["target"], columns["source"] ** 2),
        "consensus_hat": (
            columns["consensus_source"] * columns["consensus_target"],
            columns["consensus_source"] ** 2,
        ),
    }
    results = []
    for total in (lambda x: x.sum(axis=0), leave_one_out_sums):
        items = total(pairs.astype(float))
        found = {name: np.nanmean(divide(total(columns[name]), items), axis=-1) for name in _ACCURACIES}
        found |= {
            name: np.nanmean(divide(total(top), total(bottom)), axis=-1)
            for name, (top, bottom) in products.items()
        }
        results.append(found)
    return results[0], results[1], np.asarray(pairs.any(axis=2))


def _noise_share(columns: Columns) -> Array:
    gap = (columns["source"] - columns["target"]).mean(axis=-1)
    steady = (columns["consensus_source"] - columns["consensus_target"]).mean(axis=-1)
    return divide(gap - steady, gap)


def _sentence(estimates: Mapping[str, Estimate], systems: int) -> str:
    share = estimates["noise_share"]
    part = (
        f"a vote of the attempts takes away a share of {share} of it: that is inconsistency, the rest is "
        "steady error"
        if share.value is not None
        else f"its parts are not estimable ({share.reason})"
    )
    return (
        f"Over {plural(systems, 'system')} the gap of the mean attempt is {estimates['gap']} and that of the "
        f"answer most attempts agree on {estimates['gap_of_consensus']}; {part}. HAT as published is "
        f"{estimates['hat_of_mean_attempt']} for the mean attempt and {estimates['hat_of_consensus']} for "
        "the voted answer."
    )
