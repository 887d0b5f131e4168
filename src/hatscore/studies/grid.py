"""What the analyses across systems stand on: measures of every system, and the same without each item."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from hatscore.core.pass_rates import Array, divide
from hatscore.core.resampling import leave_one_out_sums
from hatscore.scoring import cells
from hatscore.scoring.cells import Rates
from hatscore.scoring.intervals import has_bounds
from hatscore.scoring.panels import Mask, Panel

MEASURES = ("hat", "target_accuracy", "source_accuracy", "xlt_gap", "transfer_score")


@dataclass(frozen=True, slots=True)
class Grid:
    """Measures of the systems of one benchmark, means over target languages.

    Attributes
    ----------
    panel : Panel
        The counts.
    rates : Rates
        Its pass rates.
    estimator : {'corrected', 'published'}
        Which HAT: as published where some system has one attempt per item, which cannot be corrected.
    values : dict of ndarray, shape (systems,)
        By the names in `MEASURES`; nan where not estimable.
    left_out : dict of ndarray, shape (items, systems)
        The same without each item.
    present : ndarray of bool, shape (items, systems)
        Which items a system has.
    unusable : tuple of str
        Systems whose HAT is not estimable.
    """

    panel: Panel
    rates: Rates
    estimator: str
    values: dict[str, Array]
    left_out: dict[str, Array]
    present: Mask
    unusable: tuple[str, ...] = field(default=())

    @property
    def systems(self) -> list[str]:
        """Labels of the systems."""
        return self.panel.systems

    def column(self, name: str, places: Sequence[int]) -> list[float]:
        """A measure of some systems, for a table.

        Parameters
        ----------
        name : str
            Of `MEASURES`.
        places : sequence of int
            Systems.

        Returns
        -------
        list of float
        """
        return [float(self.values[name][place]) for place in places]

    def usable(self) -> list[int]:
        """Positions of the systems whose HAT is estimable."""
        return [place for place, name in enumerate(self.systems) if name not in self.unusable]


def build_grid(panel: Panel, level: float) -> Grid:
    """Measures of one benchmark.

    Parameters
    ----------
    panel : Panel
        Its counts.
    level : float
        Coverage of the interval that must have bounds for a HAT to be estimable.

    Returns
    -------
    Grid
    """
    rates = cells.pass_rates(panel)
    single = ~rates.corrected.any(axis=(0, 2)) & rates.present.any(axis=(0, 2))
    estimator = "published" if single.any() else "corrected"
    cell = cells.published(rates) if estimator == "published" else cells.corrected(rates)
    present = rates.present
    sums = {
        "numerator": cell.terms.numerator,
        "denominator": cell.terms.denominator,
        "source": np.where(present, rates.source, 0.0),
        "target": np.where(present, rates.target, 0.0),
        "both": np.where(present, rates.source * rates.target, 0.0),
        "items": present.astype(float),
    }
    used: Mask = np.asarray(cell.present.any(axis=0))
    bounded = has_bounds(cell, level)
    estimable: Mask = np.asarray(used.any(axis=1) & (bounded | ~used).all(axis=1))
    values = _measures({name: x.sum(axis=0) for name, x in sums.items()}, used)
    left_out = _measures({name: leave_one_out_sums(x) for name, x in sums.items()}, used)
    values["hat"] = np.where(estimable, values["hat"], np.nan)
    return Grid(
        panel=panel,
        rates=rates,
        estimator=estimator,
        values=values,
        left_out=left_out,
        present=np.asarray(present.any(axis=2)),
        unusable=tuple(name for name, ok in zip(panel.systems, estimable, strict=True) if not ok),
    )


def _measures(sums: dict[str, Array], used: Mask) -> dict[str, Array]:
    """Means over the target languages that a system has; targets are the last axis."""
    number = used.sum(axis=-1)

    def mean(top: Array, bottom: Array) -> Array:
        return divide(np.where(used, divide(top, bottom), 0.0).sum(axis=-1), number)

    source, target = mean(sums["source"], sums["items"]), mean(sums["target"], sums["items"])
    return {
        "hat": mean(sums["numerator"], sums["denominator"]),
        "target_accuracy": target,
        "source_accuracy": source,
        "xlt_gap": source - target,
        "transfer_score": mean(sums["both"], sums["source"]),
    }
