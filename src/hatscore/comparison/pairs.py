"""Two systems on one benchmark: the paired difference of their HAT, per target language and overall."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from hatscore.comparison.footing import Footing, footing
from hatscore.comparison.student_t import bounds, two_sided
from hatscore.core.figures import Factor, Figure, figure
from hatscore.core.influences import Influences, slope_influences
from hatscore.core.pass_rates import Array, divide
from hatscore.core.resampling import (
    Distribution,
    bca_interval,
    bca_p_value,
    item_counts,
    leave_one_out_sums,
    resampled_sums,
)
from hatscore.core.slopes import Terms
from hatscore.options import DEFAULT_SEED, Options
from hatscore.scoring import cells
from hatscore.scoring.cells import Cell, Rates
from hatscore.scoring.intervals import Lack
from hatscore.scoring.panels import Mask, Panel
from hatscore.wording import listing

ESTIMATORS = ("corrected", "published")


@dataclass(frozen=True, slots=True)
class Differences:
    """B minus A, in every target language and, last, in their mean (macro).

    Attributes
    ----------
    hat_a, hat_b : ndarray, shape (targets + 1,)
        Slopes on the common items.
    figure : Figure
        Their difference, with what the items contribute to it.
    low, high, p_value : ndarray, shape (targets + 1,)
        Interval and two-sided p-value of the difference.
    footing : Footing
        What the less certain of the two slopes rests on.
    lack : ndarray of int, shape (targets + 1,)
        Of `hatscore.scoring.intervals.Lack`: why there is no difference.
    """

    hat_a: Array
    hat_b: Array
    figure: Figure
    low: Array
    high: Array
    p_value: Array
    footing: Footing
    lack: npt.NDArray[np.int8]

    @property
    def estimable(self) -> Mask:
        """Where there is a difference."""
        return np.asarray(self.lack == Lack.NOTHING)

    @property
    def value(self) -> Array:
        """The difference."""
        return self.figure.value

    @property
    def items(self) -> npt.NDArray[np.intp]:
        """Common items."""
        return self.figure.items


@dataclass(frozen=True, slots=True)
class _Side:
    """One system of a pair, on chosen items."""

    items: Mask
    terms: Terms
    slopes: Influences
    footing: Footing


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
        self._sides: dict[tuple[int, str], _Side] = {}
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
        used = np.asarray(common.any(axis=0))
        sides = [self._side(system, common, estimator) for system in (a, b)]
        slopes = [side.slopes for side in sides]
        found = figure(
            slopes[1].value - slopes[0].value,
            [Factor(-1.0, slopes[0]), Factor(1.0, slopes[1])],
            present=common,
        )
        rest = sides[0].footing.worse(sides[1].footing)
        low, high, bounded = bounds(found, self._options.level)
        p_value = two_sided(found)
        lack = rest.lack(found, bounded)
        if self._options.intervals == "bootstrap":
            low, high, p_value = self._bootstrap(found, [side.terms for side in sides], used)
        hat_a, hat_b = (np.append(own.value, divide(own.value[used].sum(), used.sum())) for own in slopes)
        return Differences(hat_a, hat_b, found, low, high, p_value, rest, lack)

    def _side(self, system: int, items: Mask, estimator: str) -> _Side:
        """One system of a pair; in its next pair it mostly has the same items, and this is known."""
        known = self._sides.get((system, estimator))
        if known is None or not np.array_equal(known.items, items):
            terms = self.terms(system, items, estimator)
            slopes = slope_influences(terms, items)
            known = _Side(items, terms, slopes, footing(terms, slopes, items, self._options.level))
            self._sides[system, estimator] = known
        return known

    def terms(self, system: int, items: Mask, estimator: str) -> Terms:
        """Terms of one system's slope on chosen items.

        Parameters
        ----------
        system : int
            Its position.
        items : ndarray of bool, shape (items, targets)
            Which enter.
        estimator : {'corrected', 'published'}
            Which slope.

        Returns
        -------
        Terms
            Shape (items, targets); zero for other items.
        """
        return Terms(*(np.where(items, term[:, system], 0.0) for term in self._cells[estimator].terms))

    def _bootstrap(self, found: Figure, terms: list[Terms], used: Mask) -> tuple[Array, Array, Array]:
        counts = self.item_draws()

        def differences(total: Callable[[Array], Array]) -> Array:
            a, b = (divide(total(top), total(bottom)) for top, bottom in terms)
            own = b - a
            return np.hstack([own, divide(own[:, used].sum(axis=1, keepdims=True), used.sum())])

        draws = differences(lambda term: resampled_sums(counts, term))
        distribution = Distribution(found.value, draws, differences(leave_one_out_sums))
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
