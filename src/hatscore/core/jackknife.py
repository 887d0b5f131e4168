"""The delete-one jackknife: what each unit adds to the error of any smooth function of sums over units.

For what is computed from left-out sums and has to be paired: statistics with the same units left out share
their luck.
"""

import numpy as np
import numpy.typing as npt

from hatscore.core.pass_rates import Array


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
