"""Slopes of a system on chosen items, and the same slopes without each item in turn."""

from dataclasses import dataclass

import numpy as np

from hatscore.core.jackknife import Errors, jackknife
from hatscore.core.pass_rates import Array, divide
from hatscore.core.resampling import leave_one_out_sums
from hatscore.core.slopes import Terms
from hatscore.scoring import intervals
from hatscore.scoring.panels import Mask


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A statistic per target language, with its values when each item is left out.

    Attributes
    ----------
    value : ndarray, shape (targets,)
        Of all items; nan where there are none.
    left_out : ndarray, shape (items, targets)
        Without each item.
    present : ndarray of bool, shape (items, targets)
        Which items enter.
    """

    value: Array
    left_out: Array
    present: Mask

    def __sub__(self, other: "LeftOut") -> "LeftOut":
        """The difference, paired by item."""
        return LeftOut(self.value - other.value, self.left_out - other.left_out, self.present)

    def macro(self, used: Mask) -> "LeftOut":
        """The mean over target languages.

        Parameters
        ----------
        used : ndarray of bool, shape (targets,)
            Languages that take part.

        Returns
        -------
        LeftOut
            With one column.
        """
        number = used.sum()
        return LeftOut(
            divide(self.value[used].sum(keepdims=True), number),
            divide(self.left_out[:, used].sum(axis=1, keepdims=True), number),
            np.asarray(self.present[:, used].any(axis=1, keepdims=True)),
        )

    def errors(self) -> Errors:
        """Jackknife standard errors.

        Returns
        -------
        Errors
            Each of shape (targets,).
        """
        return jackknife(self.left_out, self.present)


def slope_left_out(terms: Terms, present: Mask) -> LeftOut:
    """Slope of one system in every target language.

    Parameters
    ----------
    terms : Terms
        Numerators and denominators, shape (items, targets); only those present are used.
    present : ndarray of bool, shape (items, targets)
        Items that enter.

    Returns
    -------
    LeftOut
    """
    top, bottom = (np.where(present, term, 0.0) for term in terms)
    return LeftOut(
        divide(top.sum(axis=0), bottom.sum(axis=0)),
        divide(leave_one_out_sums(top), leave_one_out_sums(bottom)),
        present,
    )


def has_bounds(terms: Terms, present: Mask, level: float) -> Mask:
    """Whether the denominators are clearly above zero: elsewhere a slope is not estimable.

    Parameters
    ----------
    terms : Terms
        Numerators and denominators, shape (items, targets).
    present : ndarray of bool, shape (items, targets)
        Items that enter.
    level : float
        Coverage of the interval that must have bounds.

    Returns
    -------
    ndarray of bool, shape (targets,)
    """
    # A system has terms of items that the other lacks, and Fieller's interval wants those zero.
    used = Terms(*(np.where(present, term, 0.0) for term in terms))
    return intervals.has_bounds(used, present, level)


def denominator_error(terms: Terms, present: Mask) -> Array:
    """Relative standard error of the denominators: near one half a slope is hardly estimable.

    Parameters
    ----------
    terms : Terms
        Numerators and denominators, shape (items, targets).
    present : ndarray of bool, shape (items, targets)
        Items that enter.

    Returns
    -------
    ndarray, shape (targets,)
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


def with_worst(errors: Array, used: Mask) -> Array:
    """Errors of every language and, last, the worst of those that take part in their mean.

    Parameters
    ----------
    errors : ndarray, shape (targets,)
        From `denominator_error`.
    used : ndarray of bool, shape (targets,)
        Languages that take part.

    Returns
    -------
    ndarray, shape (targets + 1,)
    """
    return np.append(errors, errors[used].max(initial=0.0))
