"""Intervals and p-values that agree with each other, by Student's t with the error at the tested value."""

import numpy as np

from hatscore.core.fieller import RatioInterval
from hatscore.core.figures import Figure
from hatscore.core.pass_rates import Array, divide
from hatscore.core.skewness import narrowed, widening
from hatscore.scoring.intervals import t_quantile


def bounds(found: Figure, level: float) -> RatioInterval:
    """Interval of a figure.

    Parameters
    ----------
    found : Figure
        With what its items contribute.
    level : float
        Coverage.

    Returns
    -------
    RatioInterval
        By Student's t with (items - 1) degrees of freedom, widened for skewed items; nan where it has no
        bounds.

    Examples
    --------
    >>> four = Figure(*(np.array([x]) for x in (2.0, 4, 0.0, 1 / 3, 0.0, 0.0)))
    >>> bounds(four, 0.95).high.round(6)
    array([3.837386])
    """
    return found.interval(critical_value(found, level))


def critical_value(found: Figure, level: float) -> Array:
    """How many standard errors an estimate may lie off a value that is not rejected.

    Parameters
    ----------
    found : Figure
        With what its items contribute.
    level : float
        Coverage.

    Returns
    -------
    ndarray, shape (cells,)
    """
    critical = t_quantile(found.items, level)
    return np.asarray(critical * widening(critical, found.skew, found.items))


def two_sided(found: Figure) -> Array:
    """P-value of zero against both sides.

    Parameters
    ----------
    found : Figure
        With what its items contribute.

    Returns
    -------
    ndarray, shape (cells,)
        nan where there is no error, or fewer than two items.

    Examples
    --------
    >>> two_sided(Figure(*(np.array([x]) for x in (1.837386, 4, 0.0, 1 / 3, 0.0, 0.0)))).round(6)
    array([0.05])
    """
    return 2 * _tail(found, -np.abs(found.statistic(0.0)))


def below(found: Figure, null: float) -> Array:
    """P-value of the hypothesis that a figure is at least some value, small where it lies far below.

    Parameters
    ----------
    found : Figure
        With what its items contribute.
    null : float
        What is tested.

    Returns
    -------
    ndarray, shape (cells,)
        nan where there is no error, or fewer than two items.

    Examples
    --------
    >>> below(Figure(*(np.array([x]) for x in (2.0, 4, 0.0, 1 / 3, 0.0, 0.0))), 2.0)
    array([0.5])
    """
    return _tail(found, _careful(found, null))


def above(found: Figure, null: float) -> Array:
    """P-value of the hypothesis that a figure is at most some value, small where it lies far above.

    Parameters
    ----------
    found : Figure
        With what its items contribute.
    null : float
        What is tested.

    Returns
    -------
    ndarray, shape (cells,)
        nan where there is no error, or fewer than two items.
    """
    return _tail(found, -_careful(found, null))


def _careful(found: Figure, null: float) -> Array:
    """The statistic with the error at the tested value or at the estimate, whichever is larger.

    One side alone errs more often than one half of both: the less certain slope reaches further to one side,
    and there the error at the tested value is the smaller one.
    """
    there, here = found.statistic(null), divide(found.value - null, found.error)
    return np.where(np.abs(there) < np.abs(here), there, here)


def _tail(found: Figure, statistic: Array) -> Array:
    """Chance of a smaller statistic, after the allowance for skewed items."""
    from scipy.special import stdtr  # imported late: scipy is slow to load

    freedom = found.items - 1.0
    ratio = narrowed(statistic, found.skew, found.items)
    return np.asarray(np.where(freedom >= 1, stdtr(np.maximum(freedom, 1), ratio), np.nan))
