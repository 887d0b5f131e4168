"""What slopes rest on that are compared, and when what is computed from them is not estimable."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from hatscore import flags as rules
from hatscore.core.fieller import denominator_error
from hatscore.core.figures import Figure
from hatscore.core.influences import Influences
from hatscore.core.pass_rates import Array, divide
from hatscore.core.skewness import carried_by, skewness
from hatscore.core.slopes import Terms
from hatscore.scoring.intervals import Lack, t_quantile
from hatscore.scoring.panels import Mask

REASONS = {
    Lack.BOUNDS: "a slope is too uncertain to compare: its source is hardly ever right",
    Lack.CARRIERS: "fewer than three items carry it",
}
"""Why a figure is not estimable."""


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

    def lack(self, found: Figure, bounded: Mask) -> npt.NDArray[np.int8]:
        """Why what is computed from the slopes is not estimable.

        Parameters
        ----------
        found : Figure
            A difference or a part of a gain.
        bounded : ndarray of bool, shape (targets + 1,)
            Whether its interval has bounds, which it has to have.

        Returns
        -------
        ndarray of int, shape (targets + 1,)
            Of `Lack`. Carriers: where few items carry a slope, and these also the figure. Either alone does
            no harm: a language in which a system is hardly ever right, beside one that is; or two systems
            that differ in few items.
        """
        known = self.known & bounded
        carried = np.maximum(self.carried_by, carried_by(found.skew, found.items))
        enough = carried >= rules.COMPARED_CARRIED_BY
        return np.where(known, np.where(enough, Lack.NOTHING, Lack.CARRIERS), Lack.BOUNDS).astype(np.int8)


def footing(terms: Terms, slopes: Influences, present: Mask, level: float) -> Footing:
    """What the slopes of one system rest on.

    Parameters
    ----------
    terms : Terms
        Numerators and denominators, shape (items, targets).
    slopes : Influences
        The slopes.
    present : ndarray of bool, shape (items, targets)
        Items that enter.
    level : float
        Coverage of Fieller's interval, which has to have bounds besides.

    Returns
    -------
    Footing
    """
    used = np.asarray(present.any(axis=0))
    own = np.hstack([slopes.influence, slopes.influence[:, used].sum(axis=1, keepdims=True)])
    items = np.append(present.sum(axis=0), present[:, used].any(axis=1).sum())
    error = denominator_error(terms, present)
    most = np.fmin(rules.NO_COMPARISON_ABOVE, divide(1.0, t_quantile(present.sum(axis=0), level)))
    return Footing(
        # A language without a known error leaves the mean without one, and so does no language at all.
        np.append(error, error[used].max() if used.any() else np.nan),
        np.append(most, most[used].min(initial=rules.NO_COMPARISON_ABOVE)),
        carried_by(skewness(own, items), items),
    )
