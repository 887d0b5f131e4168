"""Items of one system reweighted to the source mix of another, without the noise of choosing by luck.

Choosing items by the attempts that are then scored would favour lucky items. The source attempts of an item
are therefore split in two: some say how hard the item is, the others are scored. Averaged over all splits,
in closed form: nothing is drawn.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from hatscore.core.pass_rates import Array, divide

MOMENTS = ("items", "source", "target", "product", "squared")


class Split(NamedTuple):
    """Moments of every item by how many of the choosing attempts were right.

    Attributes
    ----------
    moments : ndarray, shape (items, ..., choosing + 1, 5)
        In the order of `MOMENTS`: weight of the bin, and weight times s, t, s t and u, where s and u
        (unbiased for the squared true pass rate) come from the attempts that were not used to choose.
    """

    moments: Array


def split_moments(
    right: npt.ArrayLike, attempts: npt.ArrayLike, target: npt.ArrayLike, *, choosing: int
) -> Split:
    r"""Average over all splits of an item's source attempts.

    Parameters
    ----------
    right, attempts : array_like, shape (items, ...)
        Right source attempts k and all source attempts n of an item, 0/1 scores.
    target : array_like, shape (items, ...)
        Mean pass rate over the targets.
    choosing : int
        Attempts that choose; at least two must be left.

    Returns
    -------
    Split
        Zero for items with fewer than ``choosing + 2`` attempts.

    Notes
    -----
    Of the choosing attempts j are right with the hypergeometric probability
    :math:`\binom{k}{j}\binom{n-k}{c-j} / \binom{n}{c}`.

    Examples
    --------
    >>> split = split_moments([2], [4], [0.5], choosing=2)
    >>> split.moments[0, :, 0].round(4)
    array([0.1667, 0.6667, 0.1667])
    >>> split.moments[0].sum(axis=0).round(4)
    array([1.    , 0.5   , 0.5   , 0.25  , 0.1667])
    """
    k, n, t = np.broadcast_arrays(*(np.asarray(x, float) for x in (right, attempts, target)))
    # Two attempts have to be left: one has no unbiased square.
    able = n >= choosing + 2
    found = np.zeros((*k.shape, choosing + 1, len(MOMENTS)))
    for j in range(choosing + 1):
        weight = np.where(
            able, divide(_binomial(k, j) * _binomial(n - k, choosing - j), _binomial(n, choosing)), 0.0
        )
        weight = np.nan_to_num(weight)
        # Where it cannot be done the weight is 0, and 2.0 keeps the divisions below from being by zero.
        left, rest = np.maximum(k - j, 0.0), np.where(able, n - choosing, 2.0)
        s, u = left / rest, left * (left - 1) / (rest * (rest - 1))
        found[..., j, :] = np.stack([weight, weight * s, weight * t, weight * s * t, weight * u], axis=-1)
    return Split(found)


def to_mix(moments: Array, mix: Array) -> Array:
    """Mean moments of a system on items with another source mix.

    Parameters
    ----------
    moments : ndarray, shape (..., choosing + 1, 5)
        Sums over the items of one system.
    mix : ndarray, shape (..., choosing + 1)
        Weights of the bins in the other system.

    Returns
    -------
    ndarray, shape (..., 5)
        Bins that the system has no item in are left out, and the others weighted up.

    Examples
    --------
    >>> to_mix(np.array([[1.0, 0.2, 0.1, 0.0, 0.0], [1.0, 0.8, 0.6, 0.5, 0.6]]), np.array([0.0, 2.0]))
    array([1. , 0.8, 0.6, 0.5, 0.6])
    """
    per_item = np.nan_to_num(divide(moments, moments[..., :1]))
    total = (per_item * mix[..., np.newaxis]).sum(axis=-2)
    return divide(total, total[..., :1])


def _binomial(n: Array, k: int) -> Array:
    """N over k, 0 where k is larger."""
    product = np.ones_like(n)
    for step in range(k):
        product = product * np.maximum(n - step, 0.0) / (step + 1)
    return product
