"""The chance floor: pass rates rescaled so that guessing is 0 and certainty stays 1."""

import numpy as np
import numpy.typing as npt

from hatscore.core.pass_rates import Array


def above_floor(rate: npt.ArrayLike, floor: npt.ArrayLike) -> Array:
    r"""Rescale a pass rate above its chance floor.

    Parameters
    ----------
    rate : array_like, shape (items, ...)
        Pass rates (observed or true).
    floor : array_like
        Chance c of a right answer by guessing, 0 <= c < 1; broadcast against ``rate``.

    Returns
    -------
    ndarray
        :math:`(rate - c) / (1 - c)`: negative below the floor, never clipped.

    Examples
    --------
    >>> above_floor([0.1, 0.55, 1.0], 0.1)
    array([0. , 0.5, 1. ])
    """
    floor = np.asarray(floor, float)
    return np.asarray((np.asarray(rate, float) - floor) / (1 - floor))


def powers_above_floor(powers: npt.ArrayLike, floor: npt.ArrayLike) -> Array:
    r"""Turn estimates of S, S^2, ... into estimates of the same powers above the floor.

    Parameters
    ----------
    powers : array_like, shape (highest, items, ...)
        Unbiased estimates of :math:`S^p` for p = 1, 2, ...
    floor : array_like, shape (items, ...)
        Chance floor c.

    Returns
    -------
    ndarray, shape (highest, items, ...)
        Unbiased estimates of :math:`((S - c) / (1 - c))^p`.

    Notes
    -----
    :math:`(S - c)^p` is expanded by the binomial theorem, so each power stays unbiased. For p = 2:
    :math:`(u - 2 c s + c^2) / (1 - c)^2`.

    Examples
    --------
    >>> powers_above_floor([[0.5], [0.25]], [0.0])[:, 0]
    array([0.5 , 0.25])
    >>> powers_above_floor([[0.55], [0.3025]], [0.1])[:, 0]
    array([0.5 , 0.25])
    """
    powers = np.asarray(powers, float)
    floor = np.asarray(floor, float)
    # S^0 = 1 stands in front, for the constant term of each expansion.
    lower = np.concatenate([np.ones_like(powers[:1]), powers])
    shifted = []
    for p in range(1, len(lower)):
        coefficients = _binomial_row(p)
        terms = [coefficients[j] * (-floor) ** (p - j) * lower[j] for j in range(p + 1)]
        shifted.append(np.sum(terms, axis=0) / (1 - floor) ** p)
    return np.stack(shifted)


def _binomial_row(p: int) -> list[int]:
    row = [1]
    for j in range(p):
        row.append(row[-1] * (p - j) // (j + 1))
    return row
