"""How probable each rank of each system is, given the items."""

import numpy as np

from hatscore.comparison.pairs import Pairs
from hatscore.core.pass_rates import Array, divide
from hatscore.core.resampling import resampled_sums
from hatscore.scoring.panels import Mask


def common_to_all(pairs: Pairs, systems: list[int], estimator: str) -> Mask:
    """Items of each target that all systems have.

    Parameters
    ----------
    pairs : Pairs
        Of one benchmark.
    systems : list of int
        Their positions.
    estimator : {'corrected', 'published'}
        Which slope.

    Returns
    -------
    ndarray of bool, shape (items, targets)
    """
    return np.asarray(pairs.cell(estimator).present[:, systems].all(axis=1))


def rank_probabilities(pairs: Pairs, systems: list[int], estimator: str) -> Array:
    """Share of the resamples of items in which a system has a rank, by the mean HAT over languages.

    Parameters
    ----------
    pairs : Pairs
        Of one benchmark.
    systems : list of int
        Their positions.
    estimator : {'corrected', 'published'}
        Which slope.

    Returns
    -------
    ndarray, shape (systems, ranks)
        Rank 1 is the highest HAT; rows and columns add up to 1; systems that tie share their ranks.
        nan where no item is common to all.
    """
    common = common_to_all(pairs, systems, estimator)
    used = common.any(axis=0)
    number = len(systems)
    if not used.any():
        return np.full((number, number), np.nan)
    draws = pairs.item_draws()
    means = np.empty((len(draws), number))
    for place, system in enumerate(systems):
        sums = (
            resampled_sums(draws, np.where(common, term[:, system], 0.0)[:, used])
            for term in pairs.cell(estimator).terms
        )
        means[:, place] = divide(*sums).mean(axis=1)
    # A resample in which one slope does not exist ranks nobody.
    means = means[np.isfinite(means).all(axis=1)]
    return _shares(means)


def _shares(means: Array) -> Array:
    """Share of draws a rank; a tie of k systems gives each of its k ranks 1/k."""
    number = means.shape[1]
    if not len(means):
        return np.full((number, number), np.nan)
    above = (means[:, np.newaxis, :] > means[:, :, np.newaxis]).sum(axis=2)
    tied = (means[:, np.newaxis, :] == means[:, :, np.newaxis]).sum(axis=2)
    ranks = np.arange(number)
    holds = (ranks >= above[..., np.newaxis]) & (ranks < (above + tied)[..., np.newaxis])
    return np.asarray((holds / tied[..., np.newaxis]).mean(axis=0))
