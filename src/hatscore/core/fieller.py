"""Fieller's interval for a ratio of two means over items, in closed form: no draws, no seed."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from hatscore.core.pass_rates import ROUNDING, Array, divide
from hatscore.core.slopes import Terms


class RatioInterval(NamedTuple):
    """Fieller's set for each cell.

    Attributes
    ----------
    low, high : ndarray, shape (...)
        Ends of the interval; nan where the set is not a bounded interval, equal where every item gives
        the same ratio.
    bounded : ndarray of bool, shape (...)
        False where the denominator is not clearly above zero.
    """

    low: Array
    high: Array
    bounded: npt.NDArray[np.bool_]


def fieller(terms: Terms, present: npt.ArrayLike, *, critical: npt.ArrayLike) -> RatioInterval:
    r"""Interval for the ratio of two means over items.

    All values of the ratio that a t-test on ``numerator - ratio * denominator`` does not reject.

    Parameters
    ----------
    terms : Terms
        Per-item numerator and denominator, shape (items, ...), zero where absent. An item is the
        unit of sampling: add up all rows of an item (its target languages) beforehand.
    present : array_like of bool, shape (items, ...)
        Which items count.
    critical : array_like, shape (...)
        Two-sided critical value of Student's t with (items - 1) degrees of freedom.

    Returns
    -------
    RatioInterval
        Unbounded with fewer than two items, and where
        :math:`\bar B^2 \le t^2 \widehat{Var}(\bar B)`.

    Notes
    -----
    The set :math:`\{\theta: (\bar A - \theta \bar B)^2 \le t^2 (V_{AA} - 2 \theta V_{AB} +
    \theta^2 V_{BB})\}` with covariances of the means.

    References
    ----------
    Fieller, E. C. (1954). Some problems in interval estimation. *Journal of the Royal Statistical
    Society B*, 16, 175-185.

    Examples
    --------
    >>> terms = Terms(np.array([1.0, 2.0, 3.0]), np.array([2.0, 3.0, 4.0]))
    >>> interval = fieller(terms, np.ones(3, bool), critical=4.302653)
    >>> bool(interval.bounded), round(float(interval.low), 4), round(float(interval.high), 4)
    (True, -0.9385, 0.8177)
    """
    mask = np.asarray(present, bool)
    items = mask.sum(axis=0)
    mean_a, mean_b = divide(terms.numerator.sum(0), items), divide(terms.denominator.sum(0), items)
    off_a = np.where(mask, terms.numerator - mean_a, 0.0)
    off_b = np.where(mask, terms.denominator - mean_b, 0.0)
    # Squares add up to n - 1 times a variance, and the variance of a mean is 1 / n of it.
    scale = divide(np.asarray(critical, float) ** 2, items * (items - 1.0))
    v_aa, v_ab, v_bb = ((x * y).sum(0) * scale for x, y in ((off_a, off_a), (off_a, off_b), (off_b, off_b)))

    quadratic, linear, constant = mean_b**2 - v_bb, mean_a * mean_b - v_ab, mean_a**2 - v_aa
    with np.errstate(invalid="ignore"):
        # A denominator clearly below zero gives a bounded set as well, but no square of a pass rate is below
        # zero.
        bounded = (quadratic > 0) & (mean_b > 0)
        # A bounded set holds its own estimate, so the discriminant is only below zero by rounding. What is
        # above it by rounding alone must not become a width.
        discriminant = linear**2 - quadratic * constant
        half = np.sqrt(np.where(discriminant > ROUNDING * linear**2, discriminant, 0.0))
    low = np.where(bounded, divide(linear - half, quadratic), np.nan)
    high = np.where(bounded, divide(linear + half, quadratic), np.nan)
    return RatioInterval(low, high, bounded)


def denominator_error(terms: Terms, present: npt.NDArray[np.bool_]) -> Array:
    """Relative standard error of the denominator: near one half a ratio is hardly estimable.

    Parameters
    ----------
    terms : Terms
        Per-item numerator and denominator, shape (items, ...).
    present : ndarray of bool, shape (items, ...)
        Items that enter.

    Returns
    -------
    ndarray, shape (...)
        nan where fewer than two items enter, or the denominator is 0.

    Examples
    --------
    >>> terms = Terms(np.zeros((4, 1)), np.array([[1.0], [0.0], [0.0], [1.0]]))
    >>> denominator_error(terms, np.ones((4, 1), bool)).round(3)
    array([0.577])
    """
    items = present.sum(axis=0)
    bottom = np.where(present, terms.denominator, 0.0)
    mean = divide(bottom.sum(axis=0), items)
    spread = (np.where(present, bottom - mean, 0.0) ** 2).sum(axis=0)
    return np.asarray(divide(np.sqrt(divide(spread, items * (items - 1.0))), mean))
