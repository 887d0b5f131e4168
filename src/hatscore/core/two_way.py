"""Errors of statistics across systems, where both the items and the systems are drawn at random."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from hatscore.core.jackknife import deviations
from hatscore.core.pass_rates import Array

Columns = Mapping[str, Array]
"""Values by name, units (systems) on the last axis."""

Statistic = Callable[[Columns], Array]
"""From columns of shape (..., units) to values of shape (...)."""


class TwoWay(NamedTuple):
    """A statistic across systems with its standard error.

    Attributes
    ----------
    value : float
        The statistic of all.
    error : float
        Standard error over items and clusters of systems; over items alone with fewer than three
        clusters; nan where it cannot be had.
    clusters : int
        Independent clusters of systems; 0 where only items are drawn.
    """

    value: float
    error: float
    clusters: int


def two_way(
    statistic: Statistic,
    values: Columns,
    left_out: Columns,
    present: npt.ArrayLike,
    clusters: Sequence[object],
) -> TwoWay:
    r"""A statistic across systems, with the error of drawing items and of drawing systems.

    Parameters
    ----------
    statistic : callable
        From columns with units on the last axis to values; vectorised over the axes before.
    values : mapping of ndarray, shape (units,)
        Of all items. Columns that are not in ``left_out`` are facts, without error.
    left_out : mapping of ndarray, shape (items, units)
        Without each item.
    present : array_like of bool, shape (items, units)
        Which items enter a unit's values.
    clusters : sequence, length units
        Units with the same entry (settings of one checkpoint) are drawn together.

    Returns
    -------
    TwoWay

    Notes
    -----
    :math:`V = V_{systems} + V_{items} - V_{cells}`, each by the delete-one jackknife: noise that
    belongs to one item in one system (what is left of an item's part when the mean over systems is
    taken off) is in both of the first, and is taken off once. Where that comes out below
    :math:`V_{systems}`, the latter is taken.

    References
    ----------
    Cameron, A. C., Gelbach, J. B., Miller, D. L. (2011). Robust inference with multiway clustering.
    *Journal of Business & Economic Statistics*, 29, 238-249.

    Examples
    --------
    >>> values = {"h": np.array([0.8, 0.9, 1.0])}
    >>> left_out = {"h": np.tile(values["h"], (5, 1))}
    >>> found = two_way(lambda c: c["h"].mean(axis=-1), values, left_out, np.ones((5, 3), bool), "abc")
    >>> round(found.value, 3), round(found.error, 4), found.clusters
    (0.9, 0.0577, 3)
    """
    mask = np.asarray(present, bool)
    value = float(statistic(values))
    by_item = _item_variance(statistic, values, left_out, mask, range(mask.shape[1]))
    groups = [np.flatnonzero([entry == own for entry in clusters]) for own in dict.fromkeys(clusters)]
    if len(groups) < 3:
        return TwoWay(value, float(np.sqrt(by_item)), 0)
    kept = [np.setdiff1d(np.arange(mask.shape[1]), group) for group in groups]
    without = np.array([float(statistic({k: v[..., some] for k, v in values.items()})) for some in kept])
    by_system = float((deviations(without, np.ones(len(without), bool))[0] ** 2).sum())
    own = {name: _own_part(values[name], column, mask) for name, column in left_out.items()}
    cells = sum((_item_variance(statistic, values, own, mask, group) for group in groups), 0.0)
    variance = max(by_system + by_item - cells, by_system)
    return TwoWay(value, float(np.sqrt(variance)), len(groups))


def _item_variance(
    statistic: Statistic,
    values: Columns,
    left_out: Columns,
    present: npt.NDArray[np.bool_],
    units: Sequence[int] | npt.NDArray[np.intp],
) -> float:
    """Variance over items when only some units lose the item, the others keeping theirs."""
    moved = np.zeros(present.shape[1], bool)
    moved[list(units)] = True
    columns = {
        name: np.where(moved & present, left_out[name], column) if name in left_out else column
        for name, column in values.items()
    }
    enters = (present & moved).any(axis=1)
    return float((deviations(statistic(columns), enters)[0] ** 2).sum())


def _own_part(values: Array, left_out: Array, present: npt.NDArray[np.bool_]) -> Array:
    """Values without each item, where the item moves a unit only beyond what it moves all of them."""
    off = np.where(present, left_out - values, 0.0)
    units = np.maximum(present.sum(axis=1, keepdims=True), 2)
    shared = off.sum(axis=1, keepdims=True) / units
    # Taking the mean off takes some of the unit's own part with it.
    return np.asarray(values + np.where(present, off - shared, 0.0) * np.sqrt(units / (units - 1)))
