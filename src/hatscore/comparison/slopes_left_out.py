"""Slopes of a system on chosen items, and the same slopes without each item in turn."""

from dataclasses import dataclass

import numpy as np

from hatscore import flags as rules
from hatscore.core.fieller import denominator_error
from hatscore.core.jackknife import Errors, jackknife
from hatscore.core.pass_rates import Array, divide
from hatscore.core.resampling import leave_one_out_sums
from hatscore.core.skewness import carried_by
from hatscore.core.slopes import Terms
from hatscore.scoring.intervals import t_quantile
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

    def with_macro(self, used: Mask) -> "LeftOut":
        """Every target language and, last, their mean.

        Parameters
        ----------
        used : ndarray of bool, shape (targets,)
            Languages that take part in the mean.

        Returns
        -------
        LeftOut
            With one column more.
        """
        macro = self.macro(used)
        return LeftOut(
            np.append(self.value, macro.value),
            np.hstack([self.left_out, macro.left_out]),
            np.hstack([self.present, macro.present]),
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


@dataclass(frozen=True, slots=True)
class Footing:
    """What slopes rest on, in every target language and, last, in their mean.

    Attributes
    ----------
    denominator_error : ndarray, shape (targets + 1,)
        Relative standard error of their denominators; of the mean, the worst of them.
    most : ndarray, shape (targets + 1,)
        What it has to be below.
    carried_by : ndarray, shape (targets + 1,)
        How many items carry them (`hatscore.core.skewness.carried_by`).
    """

    denominator_error: Array
    most: Array
    carried_by: Array

    def worse(self, other: "Footing") -> "Footing":
        """What two slopes rest on: in each respect the worse.

        Parameters
        ----------
        other : Footing
            Of the other system.

        Returns
        -------
        Footing
        """
        return Footing(
            np.maximum(self.denominator_error, other.denominator_error),
            np.minimum(self.most, other.most),
            np.minimum(self.carried_by, other.carried_by),
        )

    @property
    def known(self) -> Mask:
        """Whether the denominators are known well enough."""
        return np.asarray(self.denominator_error < self.most)

    def bears(self, errors: Errors) -> Mask:
        """Whether what is computed from the slopes is estimable.

        Parameters
        ----------
        errors : Errors
            Of a difference or a part of a gain, each of shape (targets + 1,).

        Returns
        -------
        ndarray of bool, shape (targets + 1,)
            Not where few items carry a slope, and these also the figure. Either alone does no harm: a
            language in which a system is hardly ever right, beside one that is; or two systems that differ
            in few items.
        """
        carried = np.maximum(self.carried_by, carried_by(errors.skew, errors.items))
        return self.known & (carried >= rules.COMPARED_CARRIED_BY)

    def lack(self, row: int) -> str:
        """Why a figure is not estimable.

        Parameters
        ----------
        row : int
            A target, or the last for the mean.

        Returns
        -------
        str
        """
        if self.known[row]:
            return "fewer than three items carry it"
        return "a slope is too uncertain to compare: its source is hardly ever right"


def footing(terms: Terms, slopes: LeftOut, level: float) -> Footing:
    """What the slopes of one system rest on.

    Parameters
    ----------
    terms : Terms
        Numerators and denominators, shape (items, targets).
    slopes : LeftOut
        The slopes, and last their mean, from `LeftOut.with_macro`.
    level : float
        Coverage of Fieller's interval, which has to have bounds besides.

    Returns
    -------
    Footing
    """
    present = slopes.present[:, :-1]
    used = np.asarray(present.any(axis=0))
    own = slopes.errors()
    error = denominator_error(terms, present)
    most = np.fmin(rules.NO_COMPARISON_ABOVE, divide(1.0, t_quantile(present.sum(axis=0), level)))
    return Footing(
        # A language without a known error leaves the mean without one, and so does no language at all.
        np.append(error, error[used].max() if used.any() else np.nan),
        np.append(most, most[used].min(initial=rules.NO_COMPARISON_ABOVE)),
        carried_by(own.skew, own.items),
    )
