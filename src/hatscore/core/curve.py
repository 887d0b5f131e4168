"""HAT by its definition: twice the area under a profile that may bend.

The profile g(s) = a1 s + a2 s^2 is fitted by unbiased moments (an errors-in-variables fit: the
noise of few attempts does not bend it), and HAT = 2 * integral of g = a1 + 2 a2 / 3.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from hatscore.core.pass_rates import Array, divide
from hatscore.core.slopes import Terms


class Moments(NamedTuple):
    """Moments of the curve fit, per item (items first) or averaged over items.

    Attributes
    ----------
    y1, y2 : ndarray
        Target pass rate times the first and second power of the source pass rate.
    m2, m3, m4 : ndarray
        Second to fourth power of the source pass rate.
    """

    y1: Array
    y2: Array
    m2: Array
    m3: Array
    m4: Array


class Coefficients(NamedTuple):
    """Coefficients of the profile g(s) = a1 s + a2 s^2.

    Attributes
    ----------
    a1, a2 : ndarray
        a2 = 0 is a straight profile.
    """

    a1: Array
    a2: Array


def item_moments(source_powers: npt.ArrayLike, target: npt.ArrayLike) -> Moments:
    """Moments of each item.

    Parameters
    ----------
    source_powers : array_like, shape (4, items, ...)
        Unbiased estimates of S, S^2, S^3, S^4 (`hatscore.core.pass_rates.pass_rate_powers`), above
        the floor if there is one.
    target : array_like, shape (items, ...)
        Observed target pass rates, above the floor if there is one.

    Returns
    -------
    Moments
        Each of shape (items, ...).

    Examples
    --------
    >>> item_moments([[0.75], [0.5], [0.25], [0.0]], [0.5]).y2
    array([0.25])
    """
    powers = np.asarray(source_powers, float)
    target = np.asarray(target, float)
    shape = np.broadcast(powers[0], target).shape
    m2, m3, m4 = (np.broadcast_to(power, shape) for power in powers[1:4])
    return Moments(target * powers[0], target * powers[1], m2, m3, m4)


def coefficients(mean: Moments) -> Coefficients:
    r"""Fit the profile from averaged moments.

    Parameters
    ----------
    mean : Moments
        Moments averaged over items.

    Returns
    -------
    Coefficients
        Solution of [[m2, m3], [m3, m4]] a = [y1, y2]; nan where the system is singular.

    Examples
    --------
    A straight profile of slope 0.8 over pass rates with moments of the uniform distribution:

    >>> flat = Moments(*(np.array(v) for v in (0.8 / 3, 0.8 / 4, 1 / 3, 1 / 4, 1 / 5)))
    >>> [round(float(a), 12) for a in coefficients(flat)]
    [0.8, 0.0]
    """
    # By Cramer's rule in every cell at once: a singular system is nan there, where a solver would raise for
    # all.
    determinant = mean.m2 * mean.m4 - mean.m3**2
    return Coefficients(
        divide(mean.y1 * mean.m4 - mean.y2 * mean.m3, determinant),
        divide(mean.y2 * mean.m2 - mean.y1 * mean.m3, determinant),
    )


def hat(fit: Coefficients) -> Array:
    """Twice the area under the fitted profile.

    Parameters
    ----------
    fit : Coefficients
        The fitted profile.

    Returns
    -------
    ndarray
        a1 + 2 a2 / 3.

    Examples
    --------
    >>> round(float(hat(Coefficients(np.array(0.0), np.array(0.9)))), 12)
    0.6
    """
    return fit.a1 + 2 * fit.a2 / 3


def reach(mean: Moments) -> Array:
    """How high the source pass rates reach that carry the curve.

    Parameters
    ----------
    mean : Moments
        Moments averaged over items.

    Returns
    -------
    ndarray
        Mean true pass rate of the items, each weighted by its cubed pass rate (m4 / m3): free of the
        noise of few attempts, which the highest observed rate is not. 0.8 for uniform pass rates;
        nan where no item is ever right.

    Examples
    --------
    >>> uniform = Moments(*(np.array(v) for v in (0.0, 0.0, 1 / 3, 1 / 4, 1 / 5)))
    >>> round(float(reach(uniform)), 12)
    0.8
    """
    return divide(mean.m4, mean.m3)


def hat_terms(moments: Moments, present: npt.ArrayLike) -> Terms:
    r"""Per-item terms whose ratio of sums is `hat` of the fitted curve.

    Both a1 + 2 a2 / 3 and a2 are a ratio N / D of two products of averaged moments. Each product
    moves, to first order, by a sum of per-item influences; the terms are the product plus the
    influence, so that their mean is the product and their covariance is its sampling covariance.
    That makes Fieller's interval available for the curve: no draws, and unbounded exactly where the
    2 x 2 system is not clearly regular.

    Parameters
    ----------
    moments : Moments
        Per-item moments, zero where the pair is absent, each of shape (items, ...).
    present : array_like of bool, shape (items, ...)
        Where the pair was observed.

    Returns
    -------
    Terms
        N_i and D_i, zero where absent.

    Notes
    -----
    :math:`N = y_1 (m_4 - \tfrac23 m_3) + y_2 (\tfrac23 m_2 - m_3)`, :math:`D = m_2 m_4 - m_3^2`.
    """
    mean = _average(moments, present)
    weights = (mean.m4 - 2 * mean.m3 / 3, 2 * mean.m2 / 3 - mean.m3)
    product = mean.y1 * weights[0] + mean.y2 * weights[1]
    numerator = (
        moments.y1 * weights[0]
        + moments.y2 * weights[1]
        + mean.y1 * (moments.m4 - 2 * moments.m3 / 3)
        + mean.y2 * (2 * moments.m2 / 3 - moments.m3)
        # Both sums above have the product as their mean: it is taken off once.
        - product
    )
    return _masked(numerator, _determinant(moments, mean), present)


def bend_terms(moments: Moments, present: npt.ArrayLike) -> Terms:
    r"""Per-item terms whose ratio of sums is a2, as in `hat_terms`.

    Parameters
    ----------
    moments : Moments
        Per-item moments, zero where the pair is absent, each of shape (items, ...).
    present : array_like of bool, shape (items, ...)
        Where the pair was observed.

    Returns
    -------
    Terms
        Terms of :math:`y_2 m_2 - y_1 m_3` and of :math:`m_2 m_4 - m_3^2`.
    """
    mean = _average(moments, present)
    numerator = (
        moments.y2 * mean.m2
        - moments.y1 * mean.m3
        + mean.y2 * moments.m2
        - mean.y1 * moments.m3
        - (mean.y2 * mean.m2 - mean.y1 * mean.m3)
    )
    return _masked(numerator, _determinant(moments, mean), present)


def _average(moments: Moments, present: npt.ArrayLike) -> Moments:
    items = np.asarray(present).sum(axis=0)
    return Moments(*(divide(term.sum(axis=0), items) for term in moments))


def _determinant(moments: Moments, mean: Moments) -> Array:
    product = mean.m2 * mean.m4 - mean.m3**2
    influence = moments.m2 * mean.m4 + moments.m4 * mean.m2 - 2 * moments.m3 * mean.m3
    return np.asarray(influence - product)


def _masked(numerator: Array, denominator: Array, present: npt.ArrayLike) -> Terms:
    mask = np.asarray(present, bool)
    return Terms(np.where(mask, numerator, 0.0), np.where(mask, denominator, 0.0))
