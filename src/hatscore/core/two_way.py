"""Errors of statistics across systems, where both the items and the systems are drawn at random."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from hatscore.core.jackknife import deviations
from hatscore.core.pass_rates import Array
from hatscore.core.skewness import skewness

Columns = Mapping[str, Array]
"""Values by name, units (systems) on the last axis."""

Statistic = Callable[[Columns], Array]
"""From columns of shape (..., units) to values of shape (..., figures)."""


class TwoWay(NamedTuple):
    """Figures across systems with their standard errors.

    Attributes
    ----------
    value : ndarray, shape (figures,)
        Of all.
    error : ndarray, shape (figures,)
        Standard error over items and clusters of systems; over items alone with fewer than three
        clusters; nan where it cannot be had.
    clusters : int
        Independent clusters of systems; 0 where only items are drawn.
    skew : ndarray, shape (figures,)
        Skewness of what the items contribute, where only items are drawn; else 0.
    """

    value: Array
    error: Array
    clusters: int
    skew: Array


def two_way(
    statistic: Statistic,
    values: Columns,
    left_out: Columns,
    present: npt.ArrayLike,
    clusters: Sequence[object],
    *,
    inflation: float = 1.0,
) -> TwoWay:
    r"""Figures across systems, with the error of drawing items and of drawing systems.

    Parameters
    ----------
    statistic : callable
        From columns with units on the last axis to figures on the last axis; vectorised over the axes
        before.
    values : mapping of ndarray, shape (units,)
        Of all items. Columns that are not in ``left_out`` are facts, without error.
    left_out : mapping of ndarray, shape (items, units)
        Without each item.
    present : array_like of bool, shape (items, units)
        Which items enter a unit's values.
    clusters : sequence, length units
        Units with the same entry (settings of one checkpoint) are drawn together.
    inflation : float
        How much too large the jackknife over clusters is known to be; it is divided by it.

    Returns
    -------
    TwoWay

    Notes
    -----
    :math:`V = V_{systems} + V_{items} - V_{cells}`, the first two by the delete-one jackknife. Noise
    that belongs to one item in one system is in both, and is taken off once: :math:`V_{cells}` is what
    is left of an item's part in a system when the mean over systems is taken off, carried to the
    figure by its gradient. Where the sum comes out below :math:`V_{systems}`, the latter is taken.

    References
    ----------
    Cameron, A. C., Gelbach, J. B., Miller, D. L. (2011). Robust inference with multiway clustering.
    *Journal of Business & Economic Statistics*, 29, 238-249.

    Examples
    --------
    >>> values = {"h": np.array([0.8, 0.9, 1.0])}
    >>> left_out = {"h": np.tile(values["h"], (5, 1))}
    >>> mean = lambda c: c["h"].mean(axis=-1)[..., np.newaxis]
    >>> found = two_way(mean, values, left_out, np.ones((5, 3), bool), "abc")
    >>> found.value.round(3), found.error.round(4), found.clusters
    (array([0.9]), array([0.0577]), 3)
    """
    mask = np.asarray(present, bool)
    # Without an item that a system does not have, the system is as it is.
    columns = {
        name: np.where(mask, left_out[name], column) if name in left_out else column
        for name, column in values.items()
    }
    by_item = statistic(columns)
    groups = [np.flatnonzero([entry == own for entry in clusters]) for own in dict.fromkeys(clusters)]
    value = np.asarray(statistic(values))
    if len(groups) < 3:
        off, items = deviations(by_item, mask.any(axis=1, keepdims=True))
        return TwoWay(value, np.sqrt((off**2).sum(axis=0)), 0, skewness(off, items))
    kept = [np.setdiff1d(np.arange(mask.shape[1]), group) for group in groups]
    without = np.stack([statistic({k: v[..., some] for k, v in values.items()}) for some in kept])
    by_system = _variance(without, np.ones((len(without), 1), bool)) / inflation
    own = {name: _own_part(values[name], column, mask) for name, column in left_out.items()}
    moved = _moved(statistic, values, own)
    cells = np.sum([_variance(moved[:, some].sum(axis=1), mask[:, some]) for some in groups], axis=0)
    # What belongs to one item in one system is in both variances, see Notes.
    variance = np.maximum(by_system + _variance(by_item, mask) - cells, by_system)
    return TwoWay(value, np.sqrt(variance), len(groups), np.zeros(len(value)))


def _variance(left_out: Array, present: npt.NDArray[np.bool_]) -> Array:
    """Jackknife variance of every figure; what is left out on the first axis, and where it occurs at all."""
    return np.asarray((deviations(left_out, present.any(axis=1, keepdims=True))[0] ** 2).sum(axis=0))


def _own_part(values: Array, left_out: Array, present: npt.NDArray[np.bool_]) -> Array:
    """How much each item moves a unit beyond what it moves all of them; shape (items, units)."""
    off = np.where(present, left_out - values, 0.0)
    units = np.maximum(present.sum(axis=1, keepdims=True), 2)
    shared = off.sum(axis=1, keepdims=True) / units
    # Taking the mean off takes some of the unit's own part with it.
    return np.asarray(np.where(present, off - shared, 0.0) * np.sqrt(units / (units - 1)))


def _moved(statistic: Statistic, values: Columns, off: Columns) -> Array:
    """How far every item moves the figures through every unit, to first order; (items, units, figures)."""
    value = np.asarray(statistic(values))
    items, units = next(iter(off.values())).shape
    total = np.zeros((items, units, len(value)))
    for name, steps in off.items():
        # The largest step that occurs: where nothing moves, the gradient is not needed.
        size = np.abs(steps).max(axis=0)
        nudged = {**values, name: values[name] + np.diag(np.where(size > 0, size, 1e-9))}
        gradient = (statistic(nudged) - value) / np.where(size > 0, size, np.inf)[:, np.newaxis]
        total += steps[..., np.newaxis] * gradient
    return total
