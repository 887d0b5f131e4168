"""The measures that HAT replaces, shown beside it so that nobody has to compute them elsewhere."""

import numpy as np
import numpy.typing as npt

from hatscore.core.pass_rates import Array, divide


def accuracy(rate: npt.ArrayLike, present: npt.ArrayLike) -> Array:
    """Mean pass rate over the items that are present.

    Parameters
    ----------
    rate : array_like, shape (items, ...)
        Observed pass rates, zero where absent.
    present : array_like of bool, shape (items, ...)
        Which items count.

    Returns
    -------
    ndarray, shape (...)
        nan where no item is present.

    Examples
    --------
    >>> accuracy([1.0, 0.5, 0.0], [True, True, False])
    array(0.75)
    """
    mask = np.asarray(present, bool)
    return divide(np.where(mask, np.asarray(rate, float), 0.0).sum(axis=0), mask.sum(axis=0))


def transfer_score(source: npt.ArrayLike, target: npt.ArrayLike) -> Array:
    r"""Probability that the target is right given that the source was.

    Parameters
    ----------
    source, target : array_like, shape (items, ...)
        Observed pass rates, zero where absent.

    Returns
    -------
    ndarray, shape (...)
        :math:`\sum s t / \sum s`; nan where the source is never right.

    Examples
    --------
    >>> transfer_score([1.0, 0.5], [0.75, 0.0])
    array(0.5)
    """
    source = np.asarray(source, float)
    return divide((source * np.asarray(target, float)).sum(axis=0), source.sum(axis=0))


def overall_success(source: npt.ArrayLike, target: npt.ArrayLike, present: npt.ArrayLike) -> Array:
    """ECLeKTic's overall success: right in the source and in the target.

    Parameters
    ----------
    source, target : array_like, shape (items, ...)
        Observed pass rates, zero where absent.
    present : array_like of bool, shape (items, ...)
        Which pairs count.

    Returns
    -------
    ndarray, shape (...)
        Mean of s t over the pairs.

    References
    ----------
    Goldman et al. (2025). ECLeKTic: a novel challenge set for evaluation of cross-lingual knowledge
    transfer. arXiv:2502.21228.

    Examples
    --------
    >>> overall_success([1.0, 0.5], [0.5, 0.0], [True, True])
    array(0.25)
    """
    return accuracy(np.asarray(source, float) * np.asarray(target, float), present)


def eclektic_transfer(transfer: npt.ArrayLike, targets: npt.ArrayLike) -> Array:
    r"""ECLeKTic's transfer score as other harnesses compute it.

    They count the source row as one of the languages, where the source is right by condition.

    Parameters
    ----------
    transfer : array_like
        Transfer score :math:`\tau` over all pairs.
    targets : array_like
        Number L of target languages.

    Returns
    -------
    ndarray
        :math:`(1 + L \tau) / (1 + L)`.

    Examples
    --------
    >>> eclektic_transfer(0.5, 11).round(4)
    np.float64(0.5417)
    """
    targets = np.asarray(targets, float)
    return np.asarray((1 + targets * np.asarray(transfer, float)) / (1 + targets))
