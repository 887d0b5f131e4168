"""From attempts of one item to unbiased estimates of the powers of its true pass rate."""

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

ROUNDING = 1e-12
"""Spread below this share of the values, or of one (the order of rates and slopes), is rounding."""


def divide(numerator: npt.ArrayLike, denominator: npt.ArrayLike) -> Array:
    """Divide, giving nan where the denominator is zero.

    Parameters
    ----------
    numerator, denominator : array_like
        Broadcast against each other.

    Returns
    -------
    ndarray
        The quotient; nan, without a warning, where it does not exist.

    Examples
    --------
    >>> divide([1.0, 3.0], [4.0, 0.0])
    array([0.25,  nan])
    """
    top, bottom = np.broadcast_arrays(np.asarray(numerator, float), np.asarray(denominator, float))
    quotient = np.full(top.shape, np.nan)
    # Where the mask leaves an entry out, NumPy keeps what `out` held before: nan, and no warning of a zero.
    np.divide(top, bottom, out=quotient, where=bottom != 0)
    return quotient


def pass_rate(total: npt.ArrayLike, attempts: npt.ArrayLike) -> Array:
    """Observed pass rate: the mean score of an item's attempts.

    Parameters
    ----------
    total : array_like, shape (items, ...)
        Sum of the scores, each score in [0, 1].
    attempts : array_like, shape (items, ...)
        Number of attempts.

    Returns
    -------
    ndarray
        ``total / attempts``; nan where there is no attempt.

    Examples
    --------
    >>> pass_rate([3, 0], [4, 0])
    array([0.75,  nan])
    """
    return divide(total, attempts)


def squared_pass_rate(
    total: npt.ArrayLike, total_of_squares: npt.ArrayLike, attempts: npt.ArrayLike
) -> Array:
    r"""Estimate the square of the true pass rate without the noise of few attempts.

    The square of the observed rate is too large on average by the variance of a mean of n scores.
    The mean product of two different attempts has no such bias.

    Parameters
    ----------
    total, total_of_squares : array_like, shape (items, ...)
        Sums of the scores and of their squares (equal for 0/1 scores).
    attempts : array_like, shape (items, ...)
        Number of attempts n.

    Returns
    -------
    ndarray
        Unbiased for the squared true pass rate; nan where n < 2.

    Notes
    -----
    :math:`u = ((\sum x)^2 - \sum x^2) / (n (n - 1))`, the U-statistic of :math:`x_1 x_2`; for 0/1
    scores with k right, :math:`k (k - 1) / (n (n - 1))`.

    Examples
    --------
    >>> squared_pass_rate([2, 1], [2, 1], [4, 1])
    array([0.16666667,        nan])
    """
    total = np.asarray(total, float)
    attempts = np.asarray(attempts, float)
    return divide(total**2 - np.asarray(total_of_squares, float), attempts * (attempts - 1))


def pass_rate_powers(right: npt.ArrayLike, attempts: npt.ArrayLike, *, highest: int = 4) -> Array:
    """Estimate the powers of the true pass rate from 0/1 scores, without bias.

    Parameters
    ----------
    right : array_like, shape (items, ...)
        Number k of right attempts.
    attempts : array_like, shape (items, ...)
        Number n of attempts.
    highest : int
        The highest power p.

    Returns
    -------
    ndarray, shape (highest, items, ...)
        Entry ``p - 1`` is ``k (k-1) .. (k-p+1) / (n (n-1) .. (n-p+1))``, unbiased for the p-th
        power; nan where n < p.

    Notes
    -----
    Wrong for fractional scores, where ``k (k-1)`` is not the number of ordered pairs.

    References
    ----------
    Factorial moments of the binomial distribution: Johnson, Kemp and Kotz, *Univariate Discrete
    Distributions*, 3rd ed., section 3.2.

    Examples
    --------
    >>> pass_rate_powers([3], [4])[:, 0]
    array([0.75, 0.5 , 0.25, 0.  ])
    """
    right = np.asarray(right, float)
    attempts = np.asarray(attempts, float)
    powers = []
    factor = np.ones(np.broadcast(right, attempts).shape)
    for used in range(highest):
        # np.where, not the product alone: past n attempts the factors change sign instead of ending.
        factor = np.where(attempts > used, factor * divide(right - used, attempts - used), np.nan)
        powers.append(factor)
    return np.stack(powers)
