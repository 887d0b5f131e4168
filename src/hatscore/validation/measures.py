"""Every measure of many simulated studies at once, by the tool's own formulas."""

from typing import Any

import numpy as np
import numpy.typing as npt

from hatscore.core import curve, earlier_measures, slopes
from hatscore.core.floor import above_floor, powers_above_floor
from hatscore.core.pass_rates import Array, pass_rate, pass_rate_powers
from hatscore.flags import REACH_NEEDED
from hatscore.scoring.cells import Cell
from hatscore.scoring.intervals import Lack, curve_cell, lacking
from hatscore.simulation.draws import draw_rates, draw_right
from hatscore.simulation.truth import Truth

NAMES = {
    "source_accuracy": "source accuracy",
    "target_accuracy": "target accuracy",
    "xlt_gap": "gap to the source",
    "transfer_score": "transfer score",
    "hat": "HAT published",
    "hat_corrected": "HAT corrected",
    "hat_curve": "HAT curve",
}
"""Measures by their names in the data."""

_LEVEL = 0.95
_MOST = 2_000_000
"""Pass rates that are drawn at a time."""


def studies_measured(
    truth: Truth, rng: np.random.Generator, *, studies: int, floor: float = 0.0
) -> dict[str, Array]:
    """Draw studies and measure them, some at a time.

    Parameters
    ----------
    truth : Truth
        What is drawn from.
    rng : numpy.random.Generator
        Randomness.
    studies : int
        How many.
    floor : float
        Chance of guessing that is subtracted.

    Returns
    -------
    dict of ndarray, shape (studies, systems)
        As from `measured`.
    """
    cells = truth.items * len(truth.names) * (1 + len(truth.languages))
    at_once = max(1, _MOST // cells)
    parts = []
    for start in range(0, studies, at_once):
        right = draw_right(truth, draw_rates(truth, rng, studies=min(at_once, studies - start)), rng)
        parts.append(measured(right.source, truth.sourced, right.target, truth.attempts, floor=floor))
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def measured(
    source: npt.ArrayLike,
    source_attempts: npt.ArrayLike,
    target: npt.ArrayLike,
    target_attempts: npt.ArrayLike,
    *,
    floor: float = 0.0,
) -> dict[str, Array]:
    """Measure studies whose items all have attempts in the source.

    Parameters
    ----------
    source : array_like of int, shape (studies, systems, items)
        Attempts scored right in the source.
    source_attempts : array_like of int
        Attempts in the source; broadcast against ``source``.
    target : array_like of int, shape (studies, systems, items, languages)
        Attempts scored right in the targets.
    target_attempts : array_like of int
        Attempts in the targets; broadcast against ``target``. A target without any is left out of its item.
    floor : float
        Chance of guessing that is subtracted.

    Returns
    -------
    dict of ndarray, shape (studies, systems)
        By the keys of `NAMES`, over all target languages at once, which on a complete grid is their mean. nan
        where the tool would say "not estimable".
    """
    right, attempts = (
        np.moveaxis(np.asarray(x, float), -1, 0) for x in np.broadcast_arrays(source, source_attempts)
    )
    rates = pass_rate(target, target_attempts)
    asked = np.isfinite(rates)
    mean = np.where(asked, rates, 0.0).sum(axis=-1) / np.maximum(asked.sum(axis=-1), 1)
    s, t = pass_rate(right, attempts), np.moveaxis(mean, -1, 0)
    powers = powers_above_floor(pass_rate_powers(right, attempts), floor)
    s_above, t_above = above_floor(s, floor), above_floor(t, floor)
    everywhere = np.ones(s.shape, bool)
    accuracies = [earlier_measures.accuracy(rate, everywhere) for rate in (s, t)]
    moments = curve.item_moments(powers, t_above)
    supported = curve.reach(curve.Moments(*(moment.mean(axis=0) for moment in moments))) >= REACH_NEEDED
    return {
        "source_accuracy": accuracies[0],
        "target_accuracy": accuracies[1],
        "xlt_gap": accuracies[0] - accuracies[1],
        "transfer_score": earlier_measures.transfer_score(s, t),
        "hat": estimable(Cell(slopes.published_terms(s_above, t_above), everywhere)),
        "hat_corrected": estimable(Cell(slopes.corrected_terms(s_above, powers[1], t_above), everywhere)),
        "hat_curve": np.where(supported, estimable(curve_cell(moments, everywhere)), np.nan),
    }


def estimable(cell: Cell) -> Array:
    """A ratio of sums over items where the tool prints it.

    Parameters
    ----------
    cell : Cell
        Its terms, shape (items, ...).

    Returns
    -------
    ndarray, shape (...)
        nan where it is not estimable.
    """
    return np.where(lacking(cell, _LEVEL) == Lack.NOTHING, cell.value, np.nan)


def spread(values: Array) -> dict[str, Any]:
    """Where the estimates of many studies lie.

    Parameters
    ----------
    values : ndarray, shape (studies,)
        nan where a study says "not estimable".

    Returns
    -------
    dict
        ``value`` (median), ``low`` and ``high`` (nine studies of ten lie between) over the estimable studies,
        None where fewer than half are; ``estimable``, their share.

    Examples
    --------
    >>> spread(np.array([0.25, 0.5, np.nan]))["value"], spread(np.array([0.25, np.nan, np.nan]))["value"]
    (0.375, None)
    """
    known = values[np.isfinite(values)]
    share = len(known) / len(values)
    if share < 0.5:
        return {"value": None, "low": None, "high": None, "estimable": share}
    low, middle, high = (float(x) for x in np.quantile(known, (0.05, 0.5, 0.95)))
    return {"value": middle, "low": low, "high": high, "estimable": share}


def median_error(row: dict[str, Any], studies: int) -> float:
    """Monte Carlo standard error of a median, taken as that of normal estimates.

    Parameters
    ----------
    row : dict
        From `spread`.
    studies : int
        Behind it.

    Returns
    -------
    float
        0 where there is no median.

    Examples
    --------
    >>> round(median_error({"low": 0.6, "high": 1.0, "estimable": 1.0}, 1000), 4)
    0.0048
    """
    if row["low"] is None:
        return 0.0
    deviation = (row["high"] - row["low"]) / (2 * 1.645)
    return float(np.sqrt(np.pi / 2) * deviation / np.sqrt(studies * row["estimable"]))
