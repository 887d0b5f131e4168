"""The delete-one jackknife over items: the error of any smooth function of sums over items.

For what is not one ratio (differences of slopes, parts of a gain) and has to be paired: every statistic
that is computed from the same left-out items shares their luck.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from hatscore.core.pass_rates import ROUNDING, Array
from hatscore.core.skewness import skewness


class Errors(NamedTuple):
    """Standard errors over items, and what they rest on.

    Attributes
    ----------
    error : ndarray, shape (...)
        Standard error; nan with fewer than two items, 0 where nothing but rounding differs.
    items : ndarray, shape (...)
        Items whose absence would change the sums.
    skew : ndarray, shape (...)
        Skewness of what the items contribute, see `hatscore.core.skewness`.
    """

    error: Array
    items: Array
    skew: Array


def jackknife(leave_one_out: npt.ArrayLike, present: npt.ArrayLike) -> Errors:
    r"""Standard error of a statistic from its values without each item in turn.

    Parameters
    ----------
    leave_one_out : array_like, shape (items, ...)
        The statistic without each item.
    present : array_like of bool, shape (items, ...)
        Which items enter; the others are passed over.

    Returns
    -------
    Errors

    Notes
    -----
    :math:`\sqrt{\frac{I - 1}{I} \sum_i (\theta_{(i)} - \bar\theta)^2}`, for a mean exactly its usual
    standard error. For ratios with skewed terms it is larger, and covers better, than the delta
    method's.

    References
    ----------
    Efron, B., Stein, C. (1981). The jackknife estimate of variance. *Annals of Statistics*, 9, 586-596.

    Examples
    --------
    >>> x = np.array([1.0, 2.0, 6.0])
    >>> errors = jackknife((x.sum() - x) / 2, np.ones(3, bool))
    >>> bool(np.isclose(errors.error, x.std(ddof=1) / 3**0.5))
    True
    """
    off, items = deviations(leave_one_out, present)
    error = np.sqrt((off**2).sum(axis=0))
    # Slopes and rates are of the order of one: beside smaller values rounding is still measured by one.
    largest = np.where(present, np.abs(leave_one_out), 0.0).max(axis=0, initial=1.0)
    error = np.where(error > ROUNDING * largest, error, 0.0)
    # One item shows no variation, which is another thing than an error of zero.
    return Errors(np.where(items >= 2, error, np.nan), items, skewness(off, items))


def deviations(leave_one_out: npt.ArrayLike, present: npt.ArrayLike) -> tuple[Array, Array]:
    """What each item contributes to the error, scaled so that the squares add up to the variance.

    Products of two statistics' deviations add up to their covariance: that is what makes comparisons
    paired.

    Parameters
    ----------
    leave_one_out : array_like, shape (items, ...)
        The statistic without each item.
    present : array_like of bool, shape (items, ...)
        Which items enter.

    Returns
    -------
    deviations : ndarray, shape (items, ...)
        Zero for items that do not enter.
    items : ndarray, shape (...)
        How many enter.

    Examples
    --------
    >>> deviations([2.0, 4.0, 9.9], [True, True, False])[0].round(3)
    array([-0.707,  0.707,  0.   ])
    """
    values = np.asarray(leave_one_out, float)
    mask = np.broadcast_to(np.asarray(present, bool), values.shape)
    items = mask.sum(axis=0)
    divisor = np.maximum(items, 1)
    mean = np.where(mask, values, 0.0).sum(axis=0) / divisor
    # The factor of the jackknife goes into each deviation, so that products of two statistics need none.
    scale = np.sqrt(np.maximum(items - 1, 0) / divisor)
    return np.where(mask, (values - mean) * scale, 0.0), items
