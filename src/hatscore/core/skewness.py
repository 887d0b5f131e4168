r"""Critical values for skewed items: Student's t is short where a few items weigh much.

A mean of n skewed values, divided by its estimated error, leaves :math:`\pm t` more often than it should,
since mean and error go together. The Edgeworth expansion of the t statistic says by how much.
"""

import numpy as np
import numpy.typing as npt

from hatscore.core.pass_rates import Array, divide

MOST = 1.15
"""No critical value is widened more: an expansion whose first term is large says nothing."""

# Halvings of `narrowed`: 2^-60 of the statistic is below the rounding of a double.
_STEPS = 60


def skewness(deviations: npt.ArrayLike, items: npt.ArrayLike) -> Array:
    """Skewness of what the items contribute.

    Parameters
    ----------
    deviations : array_like, shape (items, ...)
        With mean 0; zero where absent.
    items : array_like, shape (...)
        How many are present.

    Returns
    -------
    ndarray, shape (...)
        0 where there is no variation.

    Examples
    --------
    >>> float(skewness([-1.0, -1.0, 2.0], 3).round(4))
    0.7071
    """
    off = np.asarray(deviations, float)
    second, third = (divide((off**power).sum(axis=0), items) for power in (2, 3))
    # Items that do not vary, or too little to be cubed, leave the critical value as it is.
    return np.nan_to_num(divide(third, second**1.5))


def carried_by(skew: npt.ArrayLike, items: npt.ArrayLike) -> Array:
    r"""How many items carry a figure.

    Parameters
    ----------
    skew : array_like, shape (...)
        Skewness :math:`\gamma` of what the items contribute.
    items : array_like, shape (...)
        Number n of items.

    Returns
    -------
    ndarray, shape (...)
        :math:`n / \gamma^2`; infinite where nothing is skewed.

    Notes
    -----
    Where m of n items contribute alike and the others nothing, :math:`n / \gamma^2 = m (1 - m/n) / (1 -
    2 m/n)^2`, about m. One item more or less then makes or breaks a figure, and no interval that is computed
    from them can know it.

    Examples
    --------
    Two of 250 items:

    >>> off = np.where(np.arange(250) < 2, 1.0, 0.0) - 2 / 250
    >>> carried_by(skewness(off, 250), 250).round(2)
    np.float64(2.05)
    """
    squared = np.asarray(skew, float) ** 2
    with np.errstate(over="ignore"):  # next to no skewness is none
        return np.where(squared > 0, divide(items, squared), np.inf)


def widening(critical: npt.ArrayLike, skew: npt.ArrayLike, items: npt.ArrayLike) -> Array:
    r"""Factor on a two-sided critical value that allows for skewed items.

    Parameters
    ----------
    critical : array_like, shape (...)
        Critical value q of Student's t.
    skew : array_like, shape (...)
        Skewness :math:`\gamma` of what the items contribute.
    items : array_like, shape (...)
        Number n of items.

    Returns
    -------
    ndarray, shape (...)
        From 1 to `MOST`.

    Notes
    -----
    :math:`1 + \gamma^2 (q^4 + 2 q^2 - 3) / (18 n)`: the term of the skewness in the Edgeworth expansion of
    the two-sided coverage of the t statistic. The term of the kurtosis, small at usual levels, would narrow
    the interval again by what few items hardly tell; it is left out.

    References
    ----------
    Hall, P. (1983). Inverting an Edgeworth expansion. *Annals of Statistics*, 11, 569-576.

    Hall, P. (1992). *The Bootstrap and Edgeworth Expansion*, Springer, section 2.6.

    Examples
    --------
    >>> widening(1.97, [0.0, 3.0], 250).round(4)
    array([1.    , 1.0396])
    """
    q = np.asarray(critical, float)
    weight = divide(np.asarray(skew, float) ** 2, 18.0 * np.asarray(items, float))
    # Below q = 1 the term is negative: a critical value is never narrowed.
    return np.asarray(np.clip(1 + weight * (q**4 + 2 * q**2 - 3), 1.0, MOST))


def narrowed(statistic: npt.ArrayLike, skew: npt.ArrayLike, items: npt.ArrayLike) -> Array:
    """The value of Student's t whose widened critical value a statistic just reaches.

    A p-value from it agrees with the widened interval: below 0.05 where the 95 % interval leaves out zero.

    Parameters
    ----------
    statistic : array_like, shape (...)
        Estimate over error, of either sign.
    skew, items : array_like, shape (...)
        As for `widening`.

    Returns
    -------
    ndarray, shape (...)
        Of the same sign, nearer to zero.

    Examples
    --------
    >>> q = narrowed(-2.048, 3.0, 250)
    >>> bool(np.isclose(q * widening(q, 3.0, 250), -2.048)), q.round(3)
    (True, np.float64(-1.97))
    """
    given, skew, items = np.broadcast_arrays(*(np.asarray(x, float) for x in (statistic, skew, items)))
    size = np.abs(given)
    # The widened value rises with q and is at least q, so that q lies between 0 and the statistic.
    low, high = np.zeros(size.shape), np.where(np.isfinite(size), size, 0.0)
    for _ in range(_STEPS):
        middle = (low + high) / 2
        over = middle * widening(middle, skew, items) > size
        low, high = np.where(over, low, middle), np.where(over, middle, high)
    return np.asarray(np.where(np.isfinite(size), np.copysign(high, given), given))
