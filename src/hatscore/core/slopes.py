"""HAT as the slope of the line through the origin: as published, and corrected for few attempts.

A slope is a ratio of two sums over items. The functions here give the two terms of each item, so
that the estimate, its Fieller interval and its resampled distribution all start from the same
numbers.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from hatscore.core.pass_rates import Array, divide


class Terms(NamedTuple):
    """Per-item terms of a ratio of sums.

    Attributes
    ----------
    numerator, denominator : ndarray, shape (items, ...)
        The estimate is ``numerator.sum(0) / denominator.sum(0)``.
    """

    numerator: Array
    denominator: Array


def published_terms(source: npt.ArrayLike, target: npt.ArrayLike) -> Terms:
    r"""Terms of HAT as published: least squares through the origin.

    Parameters
    ----------
    source, target : array_like, shape (items, ...)
        Observed pass rates s and t, above the floor if there is one.

    Returns
    -------
    Terms
        :math:`s t` and :math:`s^2`.

    Notes
    -----
    :math:`\sum s t / \sum s^2`. Too small with few attempts, since :math:`s^2` carries the noise of
    s: use `corrected_terms`.

    References
    ----------
    Bajpai, Briakou, Cherry, Jyothi, Piratla (2026). Are Multilingual Models Actually Improving?
    Isolating True Cross-Lingual Transfer. arXiv:2606.21954.

    Examples
    --------
    >>> ratio(published_terms([1.0, 0.5], [0.75, 0.0]))
    array(0.6)
    """
    source = np.asarray(source, float)
    return Terms(source * np.asarray(target, float), source**2)


def corrected_terms(source: npt.ArrayLike, source_squared: npt.ArrayLike, target: npt.ArrayLike) -> Terms:
    r"""Terms of HAT with infinitely many attempts.

    Parameters
    ----------
    source, target : array_like, shape (items, ...)
        Observed pass rates s and t.
    source_squared : array_like, shape (items, ...)
        Unbiased estimate u of the squared true source pass rate
        (`hatscore.core.pass_rates.squared_pass_rate`), above the floor if there is one.

    Returns
    -------
    Terms
        :math:`s t` and u.

    Notes
    -----
    :math:`\sum s t / \sum u`. The numerator needs no correction: source and target attempts are
    independent, so :math:`E[s t] = S T`.

    Examples
    --------
    >>> ratio(corrected_terms([1.0, 0.5], [1.0, 1 / 6], [0.75, 0.0])).round(6)
    np.float64(0.642857)
    """
    source = np.asarray(source, float)
    return Terms(source * np.asarray(target, float), np.asarray(source_squared, float) + 0 * source)


def ratio(terms: Terms) -> Array:
    """The estimate that per-item terms stand for: a ratio of their sums over items.

    Parameters
    ----------
    terms : Terms
        Numerator and denominator of each item.

    Returns
    -------
    ndarray, shape (...)
        nan where the denominator sums to zero.

    Examples
    --------
    >>> ratio(Terms(np.array([1.0, 2.0]), np.array([2.0, 2.0])))
    array(0.75)
    """
    return divide(terms.numerator.sum(axis=0), terms.denominator.sum(axis=0))
