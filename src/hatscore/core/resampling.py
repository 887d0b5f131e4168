"""The bootstrap over items, as one matrix product, for what is not one ratio."""

from statistics import NormalDist
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from hatscore.core.pass_rates import ROUNDING, Array, divide

_NORMAL = NormalDist()


class Distribution(NamedTuple):
    """Resampled values of a statistic, with what its interval needs.

    Attributes
    ----------
    estimate : ndarray, shape (...)
        The statistic of all items.
    draws : ndarray, shape (draws, ...)
        The statistic of each resample.
    leave_one_out : ndarray, shape (items, ...)
        The statistic without each item in turn.
    """

    estimate: Array
    draws: Array
    leave_one_out: Array


def item_counts(items: int, draws: int, rng: np.random.Generator) -> Array:
    """How often each item occurs in each resample of the items.

    Multiply by per-item sums to get the sums of every resample. Using the same counts for several
    languages and systems makes their draws paired.

    Parameters
    ----------
    items, draws : int
        Number of items to draw from (and to draw), number of resamples.
    rng : numpy.random.Generator
        Source of randomness.

    Returns
    -------
    ndarray, shape (draws, items)
        Rows sum to ``items``.

    Examples
    --------
    >>> item_counts(3, 2, np.random.default_rng(1)).sum(axis=1)
    array([3., 3.])
    """
    picked = rng.integers(0, items, size=(draws, items))
    # Each draw has numbers of its own, so that one bincount counts for all draws.
    picked += np.arange(draws)[:, np.newaxis] * items
    counts = np.bincount(picked.ravel(), minlength=draws * items)
    return counts.reshape(draws, items).astype(np.float64)


def resampled_sums(counts: Array, terms: npt.ArrayLike) -> Array:
    """Sums over the items of every resample.

    Parameters
    ----------
    counts : ndarray, shape (draws, items)
        From `item_counts`.
    terms : array_like, shape (items, ...)
        Per-item terms.

    Returns
    -------
    ndarray, shape (draws, ...)
        ``counts @ terms``.

    Examples
    --------
    >>> resampled_sums(np.array([[2.0, 0.0], [1.0, 1.0]]), [[1.0], [3.0]])
    array([[2.],
           [4.]])
    """
    terms = np.asarray(terms, float)
    return np.asarray((counts @ terms.reshape(len(terms), -1)).reshape(-1, *terms.shape[1:]))


def leave_one_out_sums(terms: npt.ArrayLike) -> Array:
    """Sums over all items but one, for each item in turn.

    Parameters
    ----------
    terms : array_like, shape (items, ...)
        Per-item terms.

    Returns
    -------
    ndarray, shape (items, ...)
        ``terms.sum(0) - terms``.

    Examples
    --------
    >>> leave_one_out_sums([1.0, 2.0, 4.0])
    array([6., 5., 3.])
    """
    terms = np.asarray(terms, float)
    return np.asarray(terms.sum(axis=0) - terms)


def bca_interval(distribution: Distribution, *, level: float) -> tuple[Array, Array]:
    r"""Bias-corrected and accelerated bootstrap interval.

    Parameters
    ----------
    distribution : Distribution
        Estimate, draws and leave-one-out values of the statistic.
    level : float
        Nominal coverage, between 0 and 1.

    Returns
    -------
    low, high : ndarray, shape (...)
        nan where a draw is not finite (the statistic does not exist in some resample); both the estimate
        where the draws do not vary. No interval is claimed from either.

    References
    ----------
    Efron, B. (1987). Better bootstrap confidence intervals. *Journal of the American Statistical
    Association*, 82, 171-185.

    Examples
    --------
    >>> rng = np.random.default_rng(7)
    >>> x = rng.normal(size=(200, 1))
    >>> counts = item_counts(200, 4000, rng)
    >>> d = Distribution(x.mean(0), resampled_sums(counts, x) / 200, leave_one_out_sums(x) / 199)
    >>> low, high = bca_interval(d, level=0.95)
    >>> bool(low[0] < x.mean() < high[0]), bool(0.2 < high[0] - low[0] < 0.35)
    (True, True)
    """
    estimate, draws, left_out = distribution
    shape = np.shape(estimate)
    flat = draws.reshape(len(draws), -1)
    ends = np.full((2, flat.shape[1]), np.nan)
    acceleration = _acceleration(left_out.reshape(len(left_out), -1))
    tails = (_NORMAL.inv_cdf((1 - level) / 2), _NORMAL.inv_cdf((1 + level) / 2))
    for cell, point in enumerate(np.ravel(estimate)):
        values = flat[:, cell]
        if not np.isfinite(values).all():
            continue
        if not _vary(values):
            ends[:, cell] = point
            continue
        bias = _NORMAL.inv_cdf(_share_below(values, point, 1 / (len(values) + 1)))
        shares = [_NORMAL.cdf(bias + (bias + z) / (1 - acceleration[cell] * (bias + z))) for z in tails]
        ends[:, cell] = np.quantile(values, shares)
    return ends[0].reshape(shape), ends[1].reshape(shape)


def bca_p_value(distribution: Distribution) -> Array:
    r"""Two-sided p-value of zero: the level at which the BCa interval just reaches it.

    Parameters
    ----------
    distribution : Distribution
        Estimate, draws and leave-one-out values of the statistic.

    Returns
    -------
    ndarray, shape (...)
        nan where `bca_interval` gives no interval. Never below 2 / (draws + 1): draws cannot show less.
        That much where all draws lie on one side of zero, which then no interval reaches.

    Examples
    --------
    >>> rng = np.random.default_rng(7)
    >>> x = rng.normal(loc=0.6, size=(50, 1))
    >>> counts = item_counts(50, 4000, rng)
    >>> d = Distribution(x.mean(0), resampled_sums(counts, x) / 50, leave_one_out_sums(x) / 49)
    >>> bool(bca_p_value(d)[0] < 0.05), bool(bca_interval(d, level=0.95)[0][0] > 0)
    (True, True)
    """
    estimate, draws, left_out = distribution
    flat = draws.reshape(len(draws), -1)
    found = np.full(flat.shape[1], np.nan)
    acceleration = _acceleration(left_out.reshape(len(left_out), -1))
    least = 1 / (len(flat) + 1)
    for cell, point in enumerate(np.ravel(estimate)):
        values = flat[:, cell]
        if not (np.isfinite(values).all() and _vary(values)):
            continue
        if values.min() > 0 or values.max() < 0:
            found[cell] = 2 * least
            continue
        bias, at_zero = (_NORMAL.inv_cdf(_share_below(values, value, least)) for value in (point, 0.0))
        shifted = at_zero - bias
        # The shift of `bca_interval` solved for the level whose end lies at zero.
        tail = _NORMAL.cdf(shifted / (1 + acceleration[cell] * shifted) - bias)
        found[cell] = max(2 * min(tail, 1 - tail), 2 * least)
    return found.reshape(np.shape(estimate))


def _vary(values: Array) -> bool:
    return bool(np.ptp(values) > ROUNDING * max(1.0, float(np.abs(values).max())))


def _acceleration(left_out: Array) -> Array:
    off = left_out.mean(axis=0) - left_out
    spread = (off**2).sum(axis=0)
    # Items that do not vary have no skewness: 0 is the interval without acceleration.
    return np.nan_to_num(divide((off**3).sum(axis=0), 6 * spread**1.5))


def _share_below(values: Array, point: float, least: float) -> float:
    # Ties count half; the two bounds keep the bias correction finite with finitely many draws.
    below = np.mean(values < point) + np.mean(values == point) / 2
    return float(np.clip(below, least, 1 - least))
