"""Pass rates of items and right answers, drawn from a truth; many studies at once."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.special import betaincinv, ndtr

from hatscore.simulation.profiles import moved
from hatscore.simulation.truth import Truth

Array = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int64]

_TINY = 1e-9
_LUCK = {"item": 0.4, "item and language": 0.3, "alone": 0.3}
"""Variance parts of an item's luck in the targets, where it is shared."""


class PassRates(NamedTuple):
    """True pass rates, guessing included.

    Attributes
    ----------
    source : ndarray, shape (studies, systems, items)
        In the source language.
    target : ndarray, shape (studies, systems, items, languages)
        In each target, in the order of ``Truth.languages``.
    """

    source: Array
    target: Array


class Right(NamedTuple):
    """Attempts by outcome.

    Attributes
    ----------
    source, source_unparsed : ndarray of int, shape (studies, systems, items)
        Attempts scored right, and attempts that no reader could read.
    target, target_unparsed : ndarray of int, shape (studies, systems, items, languages)
        The same in each target.
    """

    source: Counts
    target: Counts
    source_unparsed: Counts
    target_unparsed: Counts


def draw_rates(truth: Truth, rng: np.random.Generator, *, studies: int = 1) -> PassRates:
    """Draw items.

    Parameters
    ----------
    truth : Truth
        What is drawn from.
    rng : numpy.random.Generator
        Randomness.
    studies : int
        How many independent studies.

    Returns
    -------
    PassRates

    Notes
    -----
    Difficulty is a normal variable with the correlation ``shared_difficulty`` between systems, turned into
    each system's mix by its quantiles (a Gaussian copula). Given S, the target pass rate is Beta with mean
    g(S), so that the profile holds exactly.
    """
    shape = (studies, len(truth.names), truth.items)
    source = _sources(truth, shape, rng)
    shifts = np.array(list(truth.languages.values()))
    mean = np.stack([p.at(source[:, k]) for k, p in enumerate(truth.profiles)], axis=1)
    mean = moved(mean[..., np.newaxis], source[..., np.newaxis], shifts)
    target = _around(mean, truth, rng)
    chance = truth.chance
    return PassRates(chance + (1 - chance) * source, chance + (1 - chance) * target)


def _sources(truth: Truth, shape: tuple[int, int, int], rng: np.random.Generator) -> Array:
    if shape[1] == 1 and not truth.mixes[0].guesses:
        # Nobody to share with: drawn at once, which is many times faster.
        return rng.beta(truth.mixes[0].alpha, truth.mixes[0].beta, size=shape)
    studies, systems, items = shape
    weight = truth.shared_difficulty
    easy = np.sqrt(weight) * rng.normal(size=(studies, 1, items))
    share = ndtr(easy + np.sqrt(1 - weight) * rng.normal(size=shape))
    return np.stack([truth.mixes[k].quantile(share[:, k]) for k in range(systems)], axis=1)


def _around(mean: Array, truth: Truth, rng: np.random.Generator) -> Array:
    """Target pass rates of items, spread around the profile."""
    if truth.item_spread is None:
        return mean
    # Beta distributions at 0 and 1 themselves are points, which their parameters cannot say.
    inside = np.clip(mean, _TINY, 1 - _TINY)
    alpha, beta = truth.item_spread * inside, truth.item_spread * (1 - inside)
    if not truth.shared_luck:
        spread: Array = rng.beta(alpha, beta)
    else:
        studies, _, items, languages = mean.shape
        luck = [
            np.sqrt(_LUCK["item"]) * rng.normal(size=(studies, 1, items, 1)),
            np.sqrt(_LUCK["item and language"]) * rng.normal(size=(studies, 1, items, languages)),
            np.sqrt(_LUCK["alone"]) * rng.normal(size=mean.shape),
        ]
        spread = np.asarray(betaincinv(alpha, beta, ndtr(sum(luck))))
    return np.where((mean > _TINY) & (mean < 1 - _TINY), spread, mean)


def draw_right(truth: Truth, rates: PassRates, rng: np.random.Generator) -> Right:
    """Ask every item as often as the truth says, and score the answers as it says.

    Parameters
    ----------
    truth : Truth
        Numbers of attempts, unparsed answers and errors of the judge.
    rates : PassRates
        From `draw_rates`.
    rng : numpy.random.Generator
        Randomness.

    Returns
    -------
    Right
    """
    lost = [truth.unparsed.get(language, 0.0) for language in ("en", *truth.languages)]
    source, source_lost = _answers(rates.source, truth.sourced, np.array(lost[0]), truth.judge_error, rng)
    target, target_lost = _answers(rates.target, truth.attempts, np.array(lost[1:]), truth.judge_error, rng)
    return Right(source, target, source_lost, target_lost)


def _answers(
    rate: Array, attempts: int, lost: Array, judge_error: tuple[float, float], rng: np.random.Generator
) -> tuple[Counts, Counts]:
    unparsed = np.zeros(rate.shape, np.int64)
    if lost.any():
        unparsed = rng.binomial(attempts, np.broadcast_to(lost, rate.shape))
    return rng.binomial(attempts - unparsed, scored_right(rate, judge_error)), unparsed


def scored_right(rate: Array, judge_error: tuple[float, float]) -> Array:
    """Chance that an answer that can be read is scored right.

    Parameters
    ----------
    rate : ndarray
        Chance that it is right.
    judge_error : pair of float
        See `Truth`.

    Returns
    -------
    ndarray, as ``rate``

    Examples
    --------
    >>> scored_right(np.array([0.0, 1.0]), (0.1, 0.02))
    array([0.02, 0.9 ])
    """
    missed, invented = judge_error
    return np.clip(rate * (1 - missed) + (1 - rate) * invented, 0.0, 1.0)
