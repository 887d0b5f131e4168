"""Intervals and p-values that agree with each other, by Student's t, from standard errors over items."""

import numpy as np

from hatscore.core.jackknife import Errors
from hatscore.core.pass_rates import Array, divide
from hatscore.core.skewness import narrowed, widening
from hatscore.scoring.intervals import t_quantile


def half_width(errors: Errors, level: float) -> Array:
    """Half the width of a symmetric interval.

    Parameters
    ----------
    errors : Errors
        Standard errors over items.
    level : float
        Coverage.

    Returns
    -------
    ndarray, as ``errors.error``
        By Student's t with (items - 1) degrees of freedom, widened for skewed items.

    Examples
    --------
    >>> errors = Errors(*(np.array([x]) for x in (1.0, 10, 0.0)))
    >>> half_width(errors, 0.95).round(6)
    array([2.262157])
    """
    critical = t_quantile(errors.items, level)
    return np.asarray(critical * widening(critical, errors.skew, errors.items) * errors.error)


def two_sided(value: Array, errors: Errors) -> Array:
    """P-value of zero against both sides.

    Parameters
    ----------
    value : ndarray
        Estimates.
    errors : Errors
        Of the same shape.

    Returns
    -------
    ndarray
        nan where there is no error, or fewer than two items.

    Examples
    --------
    >>> two_sided(np.array([2.262157]), Errors(*(np.array([x]) for x in (1.0, 10, 0.0)))).round(6)
    array([0.05])
    """
    return np.asarray(2 * one_sided(-np.abs(value), errors))


def one_sided(value: Array, errors: Errors) -> Array:
    """P-value of the hypothesis that a value is at least 0, small where it lies far below.

    Parameters
    ----------
    value : ndarray
        Estimates.
    errors : Errors
        Of the same shape.

    Returns
    -------
    ndarray
        nan where there is no error, or fewer than two items.

    Examples
    --------
    >>> one_sided(np.array([0.0]), Errors(*(np.array([x]) for x in (1.0, 10, 0.0))))
    array([0.5])
    """
    from scipy.special import stdtr  # imported late: scipy is slow to load

    freedom = np.asarray(errors.items, float) - 1
    ratio = narrowed(divide(value, errors.error), errors.skew, errors.items)
    return np.asarray(np.where(freedom >= 1, stdtr(np.maximum(freedom, 1), ratio), np.nan))
