"""Three views of a panel: every target language, their mean (macro), all pairs at once (pooled)."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from hatscore.core import curve
from hatscore.core.pass_rates import Array, divide
from hatscore.options import Options
from hatscore.scoring import cells
from hatscore.scoring.cells import Cell, Rates
from hatscore.scoring.intervals import Ends, Lack, Resampler, curve_cell, lacking_draws, ratio_ends
from hatscore.scoring.panels import Mask, Panel

ESTIMATORS = ("hat", "hat_corrected", "hat_curve", "bend")


@dataclass(frozen=True, slots=True)
class View:
    """Numbers of every row that a view gives, as arrays of shape (systems, rows).

    Attributes
    ----------
    targets : list of str
        Labels of the second axis.
    values : dict of ndarray
        Estimates by the names in `ESTIMATORS`; nan where they do not exist.
    ends : dict of Ends
        Their intervals.
    measures : dict of ndarray
        Earlier measures.
    items : ndarray of int
        Items with attempts on both sides; 0 where the system has no such row.
    estimated : dict of ndarray of int
        Items that enter each estimator.
    attempts_source, attempts_target : ndarray
        Mean attempts per item.
    unequal : ndarray of bool
        Whether items differ in their number of attempts.
    attempts_share : ndarray
        Share of the variance due to attempts.
    reach : ndarray
        How high source pass rates reach (`hatscore.core.curve.reach`).
    lacking : dict of list
        For macro: per system, the targets in which an estimator does not exist.
    """

    targets: list[str]
    values: dict[str, Array]
    ends: dict[str, Ends]
    measures: dict[str, Array]
    items: npt.NDArray[np.intp]
    estimated: dict[str, npt.NDArray[np.intp]]
    attempts_source: Array
    attempts_target: Array
    unequal: Mask
    attempts_share: Array
    reach: Array
    lacking: dict[str, list[list[str]]]


class PanelViews:
    """The views of one panel, sharing the pass rates and the bootstrap draws.

    Parameters
    ----------
    panel : Panel
        Counts of one benchmark.
    options : Options
        How to score.
    """

    def __init__(self, panel: Panel, options: Options) -> None:
        self._panel = panel
        self._options = options
        self._resampler: Resampler | None = None
        self.rates: Rates = cells.pass_rates(panel)
        self._slopes = {
            "hat": cells.published(self.rates),
            "hat_corrected": cells.corrected(self.rates),
        }
        self.moments = cells.curve_moments(self.rates)

    def by_language(self) -> View:
        """One row a target language.

        Returns
        -------
        View
        """
        ratios = self._slopes | self._curves(self.moments, self.rates.curved)
        values = {name: cell.value for name, cell in ratios.items()}
        return self._view(
            self._panel.targets,
            values,
            {name: self._ends(name, cell, self.moments) for name, cell in ratios.items()},
            cells.earlier(self.rates),
            ratios,
            cells.attempts_share_by_target(self.rates, values["hat_corrected"]),
            self.moments,
        )

    def pooled(self) -> View:
        """One row a system: all pairs at once.

        Returns
        -------
        View
        """
        ratios, moments = self._pooled_ratios()
        values = {name: cell.value for name, cell in ratios.items()}
        return self._view(
            ["pooled"],
            values,
            {name: self._ends(name, cell, moments) for name, cell in ratios.items()},
            cells.earlier_pooled(self.rates),
            ratios,
            cells.attempts_share_of_mean(self.rates, values["hat_corrected"]),
            moments,
        )

    def macro(self, by_language: View) -> View:
        """One row a system: the mean over target languages.

        Parameters
        ----------
        by_language : View
            What is averaged.

        Returns
        -------
        View
        """
        used: Mask = np.asarray(self.rates.present.any(axis=0))
        number = used.sum(axis=1, keepdims=True)

        def mean(values: Array) -> Array:
            return divide(np.where(used, values, 0.0).sum(axis=1, keepdims=True), number)

        ratios, moments = self._pooled_ratios()
        measures = {name: mean(values) for name, values in by_language.measures.items()}
        # In the mean of the gaps themselves two signs would cancel.
        measures["xlt_gap_abs"] = mean(np.abs(by_language.measures["xlt_gap"]))
        measures["eclektic_transfer"] = cells.earlier_pooled(self.rates)["eclektic_transfer"]
        values = {name: mean(value) for name, value in by_language.values.items()}
        lacking = self._lacking(by_language, used)
        ends = {
            name: _where_all_exist(self._macro_ends(name, cell), lacking[name])
            for name, cell in ratios.items()
        }
        return self._view(
            ["macro"],
            values,
            ends,
            measures,
            ratios,
            cells.attempts_share_of_mean(self.rates, values["hat_corrected"]),
            moments,
            lacking=lacking,
        )

    def _curves(self, moments: curve.Moments, present: Mask) -> dict[str, Cell]:
        return {
            "hat_curve": curve_cell(moments, present),
            "bend": curve_cell(moments, present, bend=True),
        }

    def _pooled_ratios(self) -> tuple[dict[str, Cell], curve.Moments]:
        moments = cells.pool_moments(self.moments)
        slopes = {name: cell.pooled() for name, cell in self._slopes.items()}
        return slopes | self._curves(moments, cells.any_target(self.rates.curved)), moments

    def _ends(self, name: str, cell: Cell, moments: curve.Moments) -> Ends:
        if self._options.intervals == "fieller":
            return ratio_ends(cell, self._options.level)
        if name in self._slopes:
            drawn = self._draws().ratio(cell, mean=False)
        else:
            drawn = self._draws().curve(moments, bend=name == "bend", mean=False)
        return drawn.but(lacking_draws(cell, self._options.level))

    def _macro_ends(self, name: str, pooled: Cell) -> Ends:
        """On a system's complete grid macro and pooled are one ratio; elsewhere the mean needs draws."""
        present = self._slopes[name].present if name in self._slopes else self.rates.curved
        used = present.any(axis=0)
        reference = cells.any_target(present)
        complete = ((present == reference) | ~used).all(axis=(0, 2))
        closed = complete & (self._options.intervals == "fieller")
        if closed.all():
            return ratio_ends(pooled, self._options.level)
        if name in self._slopes:
            drawn = self._draws().ratio(self._slopes[name], mean=True)
        else:
            drawn = self._draws().curve(self.moments, bend=name == "bend", mean=True)
        return ratio_ends(pooled, self._options.level).where(closed, drawn) if closed.any() else drawn

    def _draws(self) -> Resampler:
        if self._resampler is None:
            self._resampler = Resampler(np.asarray(self.rates.present.any(axis=2)), self._options)
        return self._resampler

    def _lacking(self, by_language: View, used: Mask) -> dict[str, list[list[str]]]:
        found = {}
        for name in ESTIMATORS:
            # One or two items may carry a language, and many the mean: that is asked of the mean itself.
            there = np.isin(by_language.ends[name].lack, (Lack.NOTHING, Lack.CARRIERS))
            absent = used & ~(np.isfinite(by_language.values[name]) & there)
            found[name] = [
                [target for target, no in zip(self._panel.targets, row, strict=True) if no] for row in absent
            ]
        return found

    def _view(
        self,
        targets: list[str],
        values: dict[str, Array],
        ends: dict[str, Ends],
        measures: dict[str, Array],
        ratios: dict[str, Cell],
        attempts_share: Array,
        moments: curve.Moments,
        lacking: dict[str, list[list[str]]] | None = None,
    ) -> View:
        present = self.rates.present
        source = np.broadcast_to(self._panel.source.attempts, present.shape)
        target = self._panel.target.attempts
        axes: tuple[int, ...] = (
            (0,) if len(targets) == present.shape[2] and targets == self._panel.targets else (0, 2)
        )
        shape = (present.shape[1], len(targets))

        def over_pairs(function: str, array: Array, empty: float) -> Array:
            reduced = getattr(np, function)(np.where(present, array, empty), axis=axes)
            return np.asarray(reduced.reshape(shape))

        pairs = present.sum(axis=axes).reshape(shape)
        unequal = np.zeros(shape, bool)
        for side in (source, target):
            unequal |= over_pairs("max", side, -np.inf) > over_pairs("min", side, np.inf)
        return View(
            targets=targets,
            values=values,
            ends=ends,
            # What the macro view has set stands: the union takes the right-hand side.
            measures={"xlt_gap_abs": np.abs(measures["xlt_gap"])} | measures,
            items=ratios["hat"].present.sum(axis=0),
            estimated={name: cell.present.sum(axis=0) for name, cell in ratios.items()},
            attempts_source=divide(over_pairs("sum", source, 0.0), pairs),
            attempts_target=divide(over_pairs("sum", target, 0.0), pairs),
            unequal=unequal,
            attempts_share=attempts_share,
            reach=curve.reach(curve.Moments(*(moment.sum(axis=0) for moment in moments))),
            lacking=lacking or {},
        )


def _where_all_exist(ends: Ends, lacking: list[list[str]]) -> Ends:
    """A mean over targets exists where every target's own estimate does."""
    lack = np.array([[Lack.TARGETS if targets else Lack.NOTHING] for targets in lacking], np.int8)
    return ends.but(lack)
