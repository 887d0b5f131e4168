"""Two systems on one benchmark: the paired difference of their HAT, per target language and overall."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from hatscore.comparison.slopes_left_out import Footing, LeftOut, footing, slope_left_out
from hatscore.comparison.student_t import half_width, two_sided
from hatscore.core.jackknife import Errors
from hatscore.core.pass_rates import Array, divide
from hatscore.core.resampling import (
    Distribution,
    bca_interval,
    bca_p_value,
    item_counts,
    resampled_sums,
)
from hatscore.core.slopes import Terms
from hatscore.options import DEFAULT_SEED, Options
from hatscore.scoring import cells
from hatscore.scoring.cells import Cell, Rates
from hatscore.scoring.panels import Mask, Panel
from hatscore.wording import listing

ESTIMATORS = ("corrected", "published")


@dataclass(frozen=True, slots=True)
class Differences:
    """B minus A, in every target language and, last, in their mean (macro).

    Attributes
    ----------
    hat_a, hat_b, value : ndarray, shape (targets + 1,)
        Slopes on the common items, and their difference.
    low, high, p_value : ndarray, shape (targets + 1,)
        Interval and two-sided p-value of the difference.
    errors : Errors
        Standard error, common items and skewness, each of shape (targets + 1,).
    footing : Footing
        What the less certain of the two slopes rests on.
    """

    hat_a: Array
    hat_b: Array
    value: Array
    low: Array
    high: Array
    errors: Errors
    p_value: Array
    footing: Footing

    @property
    def estimable(self) -> Mask:
        """Where there is a difference."""
        return self.footing.bears(self.errors)

    @property
    def error(self) -> Array:
        """Standard error of the difference."""
        return self.errors.error

    @property
    def items(self) -> npt.NDArray[np.intp]:
        """Common items."""
        return self.errors.items.astype(np.intp)


class Pairs:
    """Paired comparisons of the systems of one panel.

    Parameters
    ----------
    panel : Panel
        Counts of one benchmark.
    options : Options
        ``level``, ``intervals``, ``draws`` and ``rng`` are used.
    """

    def __init__(self, panel: Panel, options: Options) -> None:
        self.panel = panel
        self.rates: Rates = cells.pass_rates(panel)
        self._options = options
        self._cells = {"corrected": cells.corrected(self.rates), "published": cells.published(self.rates)}
        self._counts: Array | None = None

    def common(self, a: int, b: int, estimator: str) -> Mask:
        """Items of each target that both systems have.

        Parameters
        ----------
        a, b : int
            Positions of the systems.
        estimator : {'corrected', 'published'}
            Which slope.

        Returns
        -------
        ndarray of bool, shape (items, targets)
        """
        present = self._cells[estimator].present
        return np.asarray(present[:, a] & present[:, b])

    def difference(self, a: int, b: int, estimator: str) -> Differences:
        """HAT of system b minus HAT of system a on their common items.

        Parameters
        ----------
        a, b : int
            Positions of the systems.
        estimator : {'corrected', 'published'}
            Which slope.

        Returns
        -------
        Differences
        """
        common = self.common(a, b, estimator)
        cell = self._cells[estimator]
        used = np.asarray(common.any(axis=0))
        terms = [Terms(*(term[:, system] for term in cell.terms)) for system in (a, b)]
        both = [slope_left_out(one, common).with_macro(used) for one in terms]
        rests = [footing(one, slopes, self._options.level) for one, slopes in zip(terms, both, strict=True)]
        difference = both[1] - both[0]
        errors = difference.errors()
        low, high, p_value = self._inference(difference, errors, terms, common, used)
        return Differences(
            hat_a=both[0].value,
            hat_b=both[1].value,
            value=difference.value,
            low=low,
            high=high,
            errors=errors,
            p_value=p_value,
            footing=rests[0].worse(rests[1]),
        )

    def _inference(
        self, difference: LeftOut, errors: Errors, terms: list[Terms], common: Mask, used: Mask
    ) -> tuple[Array, Array, Array]:
        if self._options.intervals == "bootstrap":
            return self._bootstrap(difference, terms, common, used)
        half = half_width(errors, self._options.level)
        return difference.value - half, difference.value + half, two_sided(difference.value, errors)

    def _bootstrap(
        self, difference: LeftOut, terms: list[Terms], common: Mask, used: Mask
    ) -> tuple[Array, Array, Array]:
        counts = self.item_draws()
        a, b = (
            divide(*(resampled_sums(counts, np.where(common, term, 0.0)) for term in one)) for one in terms
        )
        draws = b - a
        macro = divide(draws[:, used].sum(axis=1, keepdims=True), used.sum())
        distribution = Distribution(difference.value, np.hstack([draws, macro]), difference.left_out)
        low, high = bca_interval(distribution, level=self._options.level)
        return low, high, bca_p_value(distribution)

    def item_draws(self) -> Array:
        """Resamples of the items, the same for every pair.

        Returns
        -------
        ndarray, shape (draws, items)
        """
        if self._counts is None:
            rng = np.random.default_rng(DEFAULT_SEED if self._options.rng is None else self._options.rng)
            self._counts = item_counts(len(self.panel.items), self._options.draws, rng)
        return self._counts

    def cell(self, estimator: str) -> Cell:
        """Terms of one slope for all systems.

        Parameters
        ----------
        estimator : {'corrected', 'published'}
            Which slope.

        Returns
        -------
        Cell
        """
        return self._cells[estimator]


def nothing_common(names: Sequence[str]) -> str:
    """Why systems cannot be compared on any benchmark.

    Parameters
    ----------
    names : sequence of str
        The systems.

    Returns
    -------
    str
    """
    return (
        f"no benchmark holds two of the systems {listing(list(names))} with answers to the same items in a "
        "target language; do they name their items alike?"
    )
