"""Simulated studies with an effect planted in answers, or with none, and what the figures should be."""

from functools import lru_cache

import numpy as np
import polars as pl

from hatscore.languages.registry import language_sheet
from hatscore.simulation.draws import Right
from hatscore.simulation.panels import item_name, panel_of
from hatscore.simulation.tables import counts_frame, draw_panel
from hatscore.studies.grid import build_grid
from hatscore.studies.noise_or_bias import noise_or_bias
from hatscore.studies.script_effect import CONTRASTS, script_effect
from hatscore.studies.thinking_tokens import thinking_tokens
from hatscore.validation.planted import LEVEL, Study, facts_of, systems_with


def lengths(rng: np.random.Generator, ratio: float) -> Study:
    """Targets take so many times the source's thinking tokens; systems differ a little.

    Parameters
    ----------
    rng : numpy.random.Generator
        Randomness.
    ratio : float
        Times.

    Returns
    -------
    Study
    """
    truth = systems_with(rng, np.full(6, 0.8), items=60)
    names = np.array(["en", *truth.languages])
    base = rng.lognormal(6, 0.5, size=(1, truth.items, 1))
    own = np.exp(rng.normal(scale=0.03, size=(6, 1, 1)))
    factor = np.where(names == "en", 1.0, ratio * own)
    tokens = base * factor * rng.lognormal(0, 0.3, size=(6, truth.items, len(names)))
    system, item, language = (index.ravel() for index in np.indices(tokens.shape))
    frame = pl.DataFrame(
        {
            "system": np.array(truth.names)[system],
            "benchmark": np.full(len(item), truth.benchmark),
            "item": [item_name(int(one), truth.items) for one in item],
            "language": names[language],
            "thinking_tokens": tokens.ravel(),
        }
    )
    found = thinking_tokens(build_grid(draw_panel(truth, rng), LEVEL), facts_of(truth), frame, LEVEL)
    return found, {"length_ratio": ratio} | {f"length_ratio_{name}": ratio for name in truth.languages}


def noisy(rng: np.random.Generator, share: float) -> Study:
    """A share of the gap is inconsistency, which a vote among the attempts takes away.

    The source is always right; in the target an item is missed at random, or not known at all.

    Parameters
    ----------
    rng : numpy.random.Generator
        Randomness.
    share : float
        Of the gap that is inconsistency.

    Returns
    -------
    Study
    """
    gap, missed = 0.3, 0.3
    truth = systems_with(rng, np.full(6, 0.7), attempts=15, languages={"de": 0.0})
    shape = (1, 6, truth.items)
    noisy_items = gap * share / missed
    kind = rng.uniform(size=shape)
    steady = np.where(kind < noisy_items + gap * (1 - share), 0.0, 1.0)
    rate = np.where(kind < noisy_items, 1 - missed, steady)
    nothing = np.zeros(shape, np.int64)
    target = rng.binomial(truth.attempts, rate)[..., np.newaxis]
    right = Right(np.full(shape, truth.attempts), target, nothing, nothing[..., np.newaxis])
    voted = (pl.col("total") > truth.attempts / 2).cast(pl.Float64).alias("consensus")
    consensus = counts_frame(truth, right).select("system", "benchmark", "item", "language", voted)
    grid = build_grid(panel_of(truth, right), LEVEL)
    found = noise_or_bias(grid, facts_of(truth), (consensus, True), LEVEL)
    # A vote of 15 has a small chance to be wrong, which belongs to the truth.
    taken = share * (1 - _vote_wrong(truth.attempts, 1 - missed) / missed)
    left = gap * (1 - taken)
    return found, {
        "noise_share": taken,
        "gap": gap,
        "gap_of_consensus": left,
        "hat_of_consensus": 1 - left,
        "hat_of_mean_attempt": 1 - gap,
    }


@lru_cache
def _vote_wrong(attempts: int, rate: float) -> float:
    from scipy.stats import binom  # imported late: scipy is slow to load

    return float(binom.cdf(attempts // 2, attempts, rate))


def scripted(rng: np.random.Generator, strength: float) -> Study:
    """Another script costs HAT.

    Parameters
    ----------
    rng : numpy.random.Generator
        Randomness.
    strength : float
        How much.

    Returns
    -------
    Study
    """
    languages = {"de": 0.0, "es": 0.0, "ru": -strength, "th": -strength}
    truth = systems_with(rng, rng.uniform(0.7, 0.85, size=8), languages=languages)
    found = script_effect(build_grid(draw_panel(truth, rng), LEVEL), facts_of(truth), language_sheet(), LEVEL)
    return found, _contrasts(strength)


@lru_cache
def _contrasts(strength: float) -> dict[str, float]:
    """The other facts differ between the same languages as well, by what script takes."""
    sheet = language_sheet()
    cost = {"de": 0.0, "es": 0.0, "ru": strength, "th": strength}
    found = {}
    for name, (kind, _, _) in CONTRASTS.items():
        alike = {tag: bool(kind(sheet.facts("en", ""), sheet.facts(tag, ""))) for tag in cost}
        sides = [[cost[tag] for tag in cost if alike[tag] == side] for side in (True, False)]
        if all(sides):
            found[name] = float(np.mean(sides[0]) - np.mean(sides[1]))
    return found
