"""Power of the t test that comparisons make, the items it needs, and what it can detect."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from hatscore.core.pass_rates import Array
from hatscore.core.skewness import widening
from hatscore.scoring.intervals import t_quantile

MOST_ITEMS = 10_000_000


class Criterion(NamedTuple):
    """How a difference is tested.

    Attributes
    ----------
    level : float
        Coverage of the interval that must leave out zero.
    skew : float
        Skewness of what the items contribute, which widens the interval (`hatscore.core.skewness`).
    """

    level: float
    skew: float = 0.0

    def critical(self, items: npt.ArrayLike) -> Array:
        """Critical value, as intervals of differences have it.

        Parameters
        ----------
        items : array_like
            Items.

        Returns
        -------
        ndarray
        """
        number = np.asarray(items, float)
        plain = t_quantile(number, self.level)
        return np.asarray(plain * widening(plain, self.skew, number))


def power_of(difference: npt.ArrayLike, error: npt.ArrayLike, items: npt.ArrayLike, test: Criterion) -> Array:
    """Chance that a true difference is told apart from zero.

    Parameters
    ----------
    difference, error : array_like
        True difference, and the standard error of its estimate.
    items : array_like
        Items; the test has one degree of freedom less.
    test : Criterion
        How it is tested.

    Returns
    -------
    ndarray
        From the noncentral t, both sides.

    Examples
    --------
    >>> float(power_of(0.05, 0.0178, 250, Criterion(0.95)).round(2))
    0.8
    >>> float(power_of(0.0, 1.0, 250, Criterion(0.95)).round(3))
    0.05
    """
    from scipy.special import nctdtr, ndtr  # imported late: scipy is slow to load

    x, se, number = np.broadcast_arrays(*(np.asarray(a, float) for a in (difference, error, items)))
    critical = test.critical(number)
    center = np.abs(x) / se
    bounded = np.minimum(center, 30.0)
    # SciPy gives nan where the other tail is too small to matter.
    other = np.nan_to_num(nctdtr(number - 1, bounded, -critical), nan=0.0)
    exact = 1 - nctdtr(number - 1, bounded, critical) + other
    # With so many items, or so far out, the series of the noncentral t is slow and the normal is as good.
    near = ndtr(center - critical) + ndtr(-center - critical)
    return np.asarray(np.where((number > 100_000) | (center > 30), near, exact))


def noncentrality(items: npt.ArrayLike, power: float, test: Criterion) -> Array:
    """True difference in standard errors that is told apart with a power.

    Parameters
    ----------
    items : array_like
        Items.
    power : float
        Chance to tell it apart.
    test : Criterion
        How it is tested.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> noncentrality([30, 250], 0.8, Criterion(0.95)).round(3)
    array([2.899, 2.812])
    """
    number = np.asarray(items, float)
    # The search ends at 30 standard errors; 40 halvings leave 3e-11 of one.
    low, high = np.zeros(number.shape), np.full(number.shape, 30.0)
    for _ in range(40):
        middle = (low + high) / 2
        enough = power_of(middle, 1.0, number, test) >= power
        low, high = np.where(enough, low, middle), np.where(enough, middle, high)
    return np.asarray(high)


def shown_from(power: float) -> float:
    """Share of a true difference that a study has to find to show it, where it has that power.

    Parameters
    ----------
    power : float
        Chance to tell it apart.

    Returns
    -------
    float
        At the usual 95 % and 250 items; it moves little with either.

    Examples
    --------
    >>> round(shown_from(0.8), 3)
    0.7
    """
    test, items = Criterion(0.95), np.array([250])
    return float((test.critical(items) / noncentrality(items, power, test)).item())


def about_noncentrality(items: npt.ArrayLike, power: float, test: Criterion) -> Array:
    """The same to three digits for very many designs at once, by interpolation.

    Parameters
    ----------
    items : array_like
        Items.
    power : float
        Chance to tell it apart.
    test : Criterion
        How it is tested.

    Returns
    -------
    ndarray
    """
    known, values = _table(power, test)
    return np.asarray(np.interp(1 / np.asarray(items, float), 1 / known[::-1], values[::-1]))


@lru_cache(maxsize=16)
def _table(power: float, test: Criterion) -> tuple[Array, Array]:
    known = np.unique(np.geomspace(2, MOST_ITEMS, 120).round())
    return known, noncentrality(known, power, test)


def items_needed(difference: float, variance: float, power: float, test: Criterion) -> int | None:
    """Fewest items with which a difference is told apart.

    Parameters
    ----------
    difference : float
        True difference.
    variance : float
        Of one item's residual (`hatscore.core.design_variance.variance`).
    power : float
        Chance to tell it apart.
    test : Criterion
        How it is tested.

    Returns
    -------
    int or None
        None where ten million are not enough.

    Examples
    --------
    >>> items_needed(0.05, 0.08, 0.8, Criterion(0.95))
    254
    """
    low, high = 1, MOST_ITEMS
    if not _enough(difference, variance, high, power, test):
        return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if _enough(difference, variance, middle, power, test) else (middle, high)
    return high


def _enough(difference: float, variance: float, items: int, power: float, test: Criterion) -> bool:
    error = np.sqrt(max(variance, 0.0) / items)
    return error == 0 or bool(power_of(difference, error, items, test) >= power)
