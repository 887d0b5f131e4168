"""Intervals of every cell: Fieller's where the estimate is one ratio, the bootstrap elsewhere."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
import numpy.typing as npt

from hatscore import flags as rules
from hatscore.core import curve
from hatscore.core.fieller import denominator_error, fieller
from hatscore.core.pass_rates import Array, divide
from hatscore.core.resampling import (
    Distribution,
    bca_interval,
    item_counts,
    leave_one_out_sums,
    resampled_sums,
)
from hatscore.core.skewness import carried_by, skewness, widening
from hatscore.core.slopes import Terms, ratio
from hatscore.options import DEFAULT_SEED, Options
from hatscore.scoring.cells import Cell
from hatscore.scoring.panels import Mask

IMMATERIAL = 0.01
"""Skewness that would widen an interval by a smaller share is not allowed for."""


class Lack(IntEnum):
    """Why a figure is not estimable."""

    NOTHING = 0
    BOUNDS = 1
    CARRIERS = 2
    SUPPORT = 3
    DRAWS = 4
    TARGETS = 5


LACKING = {
    Lack.BOUNDS: "from these items its interval has no bounds",
    Lack.CARRIERS: "one or two items carry it",
    Lack.SUPPORT: "not supported: source pass rates near 1, or attempts at them, are too few",
    Lack.DRAWS: "right answers are too few for the bootstrap; intervals='fieller' may have an interval",
}
"""What is said of each; of a mean, which targets lack it."""


@dataclass(frozen=True, slots=True)
class Ends:
    """Interval of each cell.

    Attributes
    ----------
    low, high : ndarray, shape (systems, cells)
        nan where there is no interval.
    lack : ndarray of int, shape (systems, cells)
        Of `Lack`: why neither the estimate nor an interval is given.
    bootstrap : ndarray of bool, shape (systems, cells)
        Whether draws were used.
    """

    low: Array
    high: Array
    lack: npt.NDArray[np.int8]
    bootstrap: Mask

    @property
    def estimable(self) -> Mask:
        """Where there is an estimate."""
        return np.asarray(self.lack == Lack.NOTHING)

    def but(self, lack: npt.NDArray[np.int8]) -> "Ends":
        """The same intervals where nothing is lacking.

        Parameters
        ----------
        lack : ndarray of int, shape (systems, cells)
            Of `Lack`; it comes before what is lacking here.

        Returns
        -------
        Ends
        """
        lack = np.where(lack == Lack.NOTHING, self.lack, lack).astype(np.int8)
        low, high = (np.where(lack == Lack.NOTHING, end, np.nan) for end in (self.low, self.high))
        return Ends(low, high, lack, self.bootstrap)

    def where(self, these: Mask, others: "Ends") -> "Ends":
        """Intervals of some systems from here, of all others from there.

        Parameters
        ----------
        these : ndarray of bool, shape (systems,)
            Whose are taken from here.
        others : Ends
            Those of the others.

        Returns
        -------
        Ends
        """
        here = these[:, np.newaxis]
        return Ends(
            np.where(here, self.low, others.low),
            np.where(here, self.high, others.high),
            np.where(here, self.lack, others.lack),
            np.where(here, self.bootstrap, others.bootstrap),
        )


def t_quantile(items: npt.ArrayLike, level: float) -> Array:
    """Two-sided critical value of Student's t with (items - 1) degrees of freedom.

    Parameters
    ----------
    items : array_like
        Numbers of items.
    level : float
        Coverage.

    Returns
    -------
    ndarray
        nan with fewer than two items.

    Examples
    --------
    >>> t_quantile(np.array([1, 10]), 0.95).round(4)
    array([   nan, 2.2622])
    """
    from scipy.special import stdtrit  # imported late: scipy is slow to load

    freedom, back = np.unique(np.asarray(items) - 1, return_inverse=True)
    values = np.full(len(freedom), np.nan)
    values[freedom > 0] = stdtrit(freedom[freedom > 0], (1 + level) / 2)
    return np.asarray(values[back].reshape(np.shape(items)))


def ratio_ends(cell: Cell, level: float) -> Ends:
    """Fieller's interval of a ratio in every cell, with a critical value that allows for skewed items.

    Parameters
    ----------
    cell : Cell
        The ratio's terms, and how clearly its denominator has to be above zero.
    level : float
        Coverage.

    Returns
    -------
    Ends
    """
    items = cell.present.sum(axis=0)
    critical = t_quantile(items, level)
    skew = _skewness(cell)
    wider = widening(critical, skew, items)
    # Too little to matter is left out, so that an ordinary interval is Fieller's by the textbook.
    wider = np.where(wider < 1 + IMMATERIAL, 1.0, wider)
    lack = _lacking(cell, level, skew)
    found = fieller(cell.terms, cell.present, critical=critical * wider)
    if not (found.bounded | (lack != Lack.NOTHING)).all():
        # What is estimable is Fieller's to say: where the allowance would leave no bounds, there is none.
        wider = np.where(found.bounded, wider, 1.0)
        found = fieller(cell.terms, cell.present, critical=critical * wider)
    return Ends(found.low, found.high, np.zeros_like(lack), np.zeros(lack.shape, bool)).but(lack)


def has_bounds(cell: Cell, level: float) -> Mask:
    """Whether the denominator of a ratio is clearly above zero: elsewhere it is not estimable.

    Parameters
    ----------
    cell : Cell
        The ratio's terms.
    level : float
        Coverage of the interval that has to have bounds, by the textbook.

    Returns
    -------
    ndarray of bool, shape (systems, cells)
    """
    # Of fewer than two items there is no error, and nothing is clear.
    margin = denominator_error(cell.terms, cell.present) * t_quantile(cell.present.sum(axis=0), level)
    return np.asarray((margin * cell.clear < 1) & (cell.terms.denominator.sum(axis=0) > 0))


def lacking(cell: Cell, level: float) -> npt.NDArray[np.int8]:
    """Why a ratio is not estimable, in every cell.

    Parameters
    ----------
    cell : Cell
        Its terms.
    level : float
        Coverage of the interval that it has to have.

    Returns
    -------
    ndarray of int
        Of `Lack`.
    """
    return _lacking(cell, level, _skewness(cell))


def _lacking(cell: Cell, level: float, skew: Array) -> npt.NDArray[np.int8]:
    carried = carried_by(skew, cell.present.sum(axis=0)) >= rules.CARRIED_BY
    unclear = Lack.BOUNDS if cell.clear == 1 else Lack.SUPPORT
    found = np.where(has_bounds(cell, level), np.where(carried, Lack.NOTHING, Lack.CARRIERS), unclear)
    return found.astype(np.int8)


def lacking_draws(cell: Cell, level: float) -> npt.NDArray[np.int8]:
    """Why a ratio, or its bootstrap interval, is not given, in every cell.

    Parameters
    ----------
    cell : Cell
        Its terms.
    level : float
        Coverage.

    Returns
    -------
    ndarray of int
        Of `Lack`.
    """
    lack = lacking(cell, level)
    if cell.clear > 1:
        return lack
    few = denominator_error(cell.terms, cell.present) > rules.NO_BOOTSTRAP_ABOVE
    return np.where((lack == Lack.NOTHING) & few, Lack.DRAWS, lack).astype(np.int8)


def _skewness(cell: Cell) -> Array:
    """Of what the items contribute to a ratio."""
    residual = np.where(cell.present, cell.terms.numerator - ratio(cell.terms) * cell.terms.denominator, 0.0)
    return skewness(residual, cell.present.sum(axis=0))


class Resampler:
    """Bootstrap draws over the items of each system of a panel, the same for every target.

    Systems with as many items have the same draws. No system's draws depend on the items of another.

    Parameters
    ----------
    items : ndarray of bool, shape (items, systems)
        Items that each system has.
    options : Options
        ``draws``, ``rng`` and ``level`` are used.
    """

    def __init__(self, items: Mask, options: Options) -> None:
        rng = np.random.default_rng(DEFAULT_SEED if options.rng is None else options.rng)
        # Draws for another number of items begin here again, whatever was drawn before.
        self._start = deepcopy(rng)
        self._items = items
        self._draws = options.draws
        self._counts = item_counts(len(items), options.draws, rng)
        self._level = options.level

    def ratio(self, cell: Cell, *, mean: bool) -> Ends:
        """Interval of a ratio in every cell, or of its mean over the cells of a system.

        Parameters
        ----------
        cell : Cell
            The ratio's terms.
        mean : bool
            Whether to average over the last axis.

        Returns
        -------
        Ends
        """
        stacked = np.stack(cell.terms, axis=1)

        def statistic(sums: Array) -> Array:
            return divide(sums[:, 0], sums[:, 1])

        return self._ends(stacked, statistic, mean)

    def curve(self, moments: curve.Moments, *, bend: bool, mean: bool) -> Ends:
        """Interval of the curve's HAT or a2 in every cell, or of its mean over cells.

        Parameters
        ----------
        moments : hatscore.core.curve.Moments
            Per-item moments, zero where absent.
        bend : bool
            Whether a2 is wanted instead of HAT.
        mean : bool
            Whether to average over the last axis.

        Returns
        -------
        Ends
        """

        def statistic(sums: Array) -> Array:
            # Sums do for averages: their common factor cancels in the coefficients.
            fit = curve.coefficients(curve.Moments(*np.moveaxis(sums, 1, 0)))
            return fit.a2 if bend else curve.hat(fit)

        return self._ends(np.stack(moments, axis=1), statistic, mean)

    def _ends(self, stacked: Array, statistic: Callable[[Array], Array], mean: bool) -> Ends:
        """Resample one system at a time, so that memory does not grow with the systems."""
        cells = 1 if mean else stacked.shape[-1]
        low, high = np.full((2, stacked.shape[2], cells), np.nan)
        for system, own in enumerate(self._items.T):
            terms = stacked[own][:, :, system]
            # A target without any term has no slope, and would make every draw of the mean nan.
            used = np.abs(terms).any(axis=(0, 1)) if mean else np.ones(terms.shape[-1], bool)
            if not (used.any() and own.any()):
                # No item gives this system any term, so there is nothing to resample.
                continue
            terms = terms[..., used]
            sums = (
                terms.sum(axis=0, keepdims=True),
                resampled_sums(self._counts_of(len(terms)), terms),
                leave_one_out_sums(terms),
            )
            values = [statistic(some) for some in sums]
            if mean:
                values = [value.mean(axis=-1, keepdims=True) for value in values]
            distribution = Distribution(values[0][0], values[1], values[2])
            low[system], high[system] = bca_interval(distribution, level=self._level)
        lack = np.where(np.isnan(low), Lack.BOUNDS, Lack.NOTHING).astype(np.int8)
        return Ends(low, high, lack, bootstrap=np.ones(low.shape, bool))

    def _counts_of(self, items: int) -> Array:
        """Draws of so many items: the last that were made are kept, for they are large."""
        if self._counts.shape[1] != items:
            self._counts = item_counts(items, self._draws, deepcopy(self._start))
        return self._counts


def curve_cell(moments: curve.Moments, present: Mask, *, bend: bool = False) -> Cell:
    """The curve's HAT, or its second coefficient, as a ratio in every cell.

    Parameters
    ----------
    moments : hatscore.core.curve.Moments
        Per-item moments, zero where absent.
    present : ndarray of bool, shape (items, systems, cells)
        Items that enter.
    bend : bool
        Whether a2 is wanted instead of HAT.

    Returns
    -------
    Cell
    """
    terms: Terms = (curve.bend_terms if bend else curve.hat_terms)(moments, present)
    return Cell(terms, present, rules.CURVE_CLEAR)
