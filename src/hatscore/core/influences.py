"""What each item adds to the error of a slope or a mean, to first order, and to that of its denominator."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from hatscore.core.pass_rates import Array, divide
from hatscore.core.slopes import Terms


class Influences(NamedTuple):
    """A slope or a mean in every cell, and what each item adds to its error.

    Attributes
    ----------
    value : ndarray, shape (cells,)
        The estimate; nan where no item enters or the denominator is zero.
    influence : ndarray, shape (items, cells)
        What each item adds to the error; adds up to zero. Products of two statistics' influences add up to
        their covariance, which is what makes comparisons paired.
    denominator : ndarray, shape (items, cells)
        What each item adds to the relative error of the denominator; zero for a mean.
    """

    value: Array
    influence: Array
    denominator: Array


def slope_influences(terms: Terms, present: npt.NDArray[np.bool_]) -> Influences:
    r"""Of a ratio of two sums over items.

    Parameters
    ----------
    terms : Terms
        Numerators a and denominators b of the items, shape (items, cells).
    present : ndarray of bool, shape (items, cells)
        Items that enter.

    Returns
    -------
    Influences
        With :math:`h = \sum a / \sum b`, of each item :math:`(a - h b) / \sum b`, and of its denominator
        :math:`b / \sum b - 1 / n`.

    Examples
    --------
    >>> terms = Terms(np.array([[1.0], [2.0]]), np.array([[2.0], [2.0]]))
    >>> of = slope_influences(terms, np.ones((2, 1), bool))
    >>> of.value, of.influence[:, 0], of.denominator[:, 0]
    (array([0.75]), array([-0.125,  0.125]), array([0., 0.]))
    """
    top, bottom = (np.where(present, term, 0.0) for term in terms)
    whole = bottom.sum(axis=0)
    value = divide(top.sum(axis=0), whole)
    items = present.sum(axis=0)
    return Influences(
        value,
        np.where(present, divide(top - value * bottom, whole), 0.0),
        np.where(present, divide(bottom, whole) - divide(1.0, items), 0.0),
    )


def mean_influences(values: npt.ArrayLike, present: npt.NDArray[np.bool_]) -> Influences:
    r"""Of a mean over items.

    Parameters
    ----------
    values : array_like, shape (items, cells)
        What is averaged.
    present : ndarray of bool, shape (items, cells)
        Items that enter.

    Returns
    -------
    Influences
        Of each item :math:`(x - \bar x) / n`.

    Examples
    --------
    >>> mean_influences([[1.0], [3.0]], np.ones((2, 1), bool)).influence[:, 0]
    array([-0.5,  0.5])
    """
    items = present.sum(axis=0)
    kept = np.where(present, values, 0.0)
    mean = divide(kept.sum(axis=0), items)
    return Influences(mean, np.where(present, divide(kept - mean, items), 0.0), np.zeros(np.shape(kept)))
