"""How often printed intervals hold the truth, over simulated studies."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from hatscore.core.pass_rates import Array
from hatscore.flags import REACH_NEEDED
from hatscore.scoring.panels import Mask
from hatscore.scoring.views import PanelViews, View
from hatscore.validation.bounds import binomial_error, coverage_bounds, standing
from hatscore.validation.regimes import SETTINGS, Regime

AT_ONCE = 25_000
"""Items times studies that are scored at a time; more leave the processor's caches."""

CURVE = ("hat_curve", "bend")


@dataclass(frozen=True, slots=True)
class Counted:
    """Intervals of one estimator over many studies.

    Attributes
    ----------
    printed : ndarray of bool, shape (studies, cells)
        Whether the tool prints an interval.
    low, high, value : ndarray, shape (studies, cells)
        Its ends, and the estimate.
    """

    printed: Mask
    low: Array
    high: Array
    value: Array

    def row(self, truth: float, items: int) -> dict[str, Any]:
        """How often the truth is held.

        Parameters
        ----------
        truth : float
            What the intervals are about.
        items : int
            Of a study.

        Returns
        -------
        dict
            ``estimable``: share of studies with an interval; of those ``coverage``, its Monte Carlo
            ``error``, the shares of intervals that lie ``above`` and ``below`` the truth, their median
            ``width``, and ``bias``, the median estimate minus the truth. None where no interval is printed.
        """
        studies, estimable = len(self.printed), float(self.printed.mean())
        shown = {"studies": studies, "estimable": estimable}
        if not self.printed.any():
            nothing = dict.fromkeys(("coverage", "error", "above", "below", "width", "bias"))
            return shown | nothing | {"standing": "rarely estimable"}
        above, below = self.printed & (self.low > truth), self.printed & (self.high < truth)
        coverage = 1 - float((above | below).sum() / self.printed.sum())
        error = self._error(above | below)
        return shown | {
            "coverage": coverage,
            "error": error,
            "above": float(above.sum() / self.printed.sum()),
            "below": float(below.sum() / self.printed.sum()),
            "width": float(np.median((self.high - self.low)[self.printed])),
            "bias": float(np.median(self.value[self.printed]) - truth),
            "standing": standing(coverage, error, coverage_bounds(items), estimable=estimable),
        }

    def _error(self, missed: Mask) -> float:
        """Languages of a study share its items, so that the study is the unit."""
        cells = self.printed.sum(axis=1)
        shares = missed.sum(axis=1)[cells > 0] / cells[cells > 0]
        # Few studies without a miss are not without error.
        least = binomial_error(0.98, int(cells.sum()))
        return max(float(shares.std() / np.sqrt(len(shares))), least)


def count(
    regime: Regime, studies: int, rng: np.random.Generator, *, estimators: tuple[str, ...]
) -> list[dict[str, Any]]:
    """Simulate studies of one system and see what the intervals of its scores hold.

    Parameters
    ----------
    regime : Regime
        The truth.
    studies : int
        How many.
    rng : numpy.random.Generator
        Randomness.
    estimators : tuple of str
        Of `hatscore.scoring.views.ESTIMATORS`.

    Returns
    -------
    list of dict
        A row an estimator and target (single languages; their mean; all pairs, where that is another
        estimate), as from `Counted.row`.
    """
    found: dict[tuple[str, str], list[Counted]] = {}
    methods: dict[tuple[str, str], str] = {}
    at_once = max(1, AT_ONCE // regime.items)
    for start in range(0, studies, at_once):
        views = PanelViews(regime.panel(min(at_once, studies - start), rng), regime.options)
        by_language = views.by_language()
        shown = {"language": by_language, "macro": views.macro(by_language)}
        if SETTINGS[regime.setting].missing:
            shown["pooled"] = views.pooled()
        for target, view in shown.items():
            for name in estimators:
                found.setdefault((name, target), []).append(printed(view, name))
                methods[name, target] = "bca" if view.ends[name].bootstrap.any() else "fieller"
    values = regime.values
    return [
        {"interval": name, "target": target, "method": methods[name, target]}
        | regime.as_row
        | _joined(parts).row(values[name], regime.items)
        for (name, target), parts in found.items()
    ]


def printed(view: View, name: str) -> Counted:
    """Intervals that a view prints: for the curve only where source pass rates reach far enough.

    Parameters
    ----------
    view : View
        Of many studies.
    name : str
        Of `hatscore.scoring.views.ESTIMATORS`.

    Returns
    -------
    Counted
    """
    ends, value = view.ends[name], view.values[name]
    shown: Mask = np.asarray(
        (view.estimated[name] > 0) & ends.estimable & np.isfinite(value) & (ends.high > ends.low)
    )
    if name in CURVE:
        shown = shown & (view.reach >= REACH_NEEDED)
    return Counted(shown, ends.low, ends.high, value)


def _joined(parts: list[Counted]) -> Counted:
    return Counted(*(np.concatenate([getattr(part, name) for part in parts]) for name in Counted.__slots__))
