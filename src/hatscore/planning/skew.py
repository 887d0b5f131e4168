"""How skewed the items' contributions are: it widens the interval that has to leave out zero."""

import numpy as np

from hatscore.core.floor import above_floor
from hatscore.core.pass_rates import Array, squared_pass_rate
from hatscore.core.skewness import skewness
from hatscore.planning.moments import SEED, drawn_rates
from hatscore.scoring.cells import corrected, pass_rates
from hatscore.scoring.panels import Mask, Panel
from hatscore.simulation.truth import Truth

STUDY = 250
"""Items of the studies that the skewness of a stated truth is taken from: in fewer it is less than in all."""

ATTEMPTS = 10
"""Their attempts; the skewness moves little with them."""


def pilot_skew(panel: Panel, places: list[int], columns: list[int], lower: float | None) -> float:
    """Skewness in a pilot.

    Parameters
    ----------
    panel : Panel
        Its counts.
    places, columns : list of int
        Positions of one system or of a pair, and of the targets.
    lower : float or None
        For one system: how far below its HAT the fixed value lies.

    Returns
    -------
    float
    """
    cell = corrected(pass_rates(panel))
    present: Mask = np.asarray(cell.present[:, places].all(axis=1))[:, columns]
    used: Mask = np.asarray(present.any(axis=1))
    top, bottom = (term[:, places][..., columns][used] for term in cell.terms)
    residual = _residual(top, bottom, present[used], lower)
    return float(skewness(residual - residual.mean(), len(residual)))


def stated_skew(truth: Truth, lower: float | None) -> float:
    """Root mean square of the skewness in studies of a stated truth.

    Parameters
    ----------
    truth : Truth
        As for `hatscore.planning.moments.stated_moments`.
    lower : float or None
        As for `pilot_skew`.

    Returns
    -------
    float
    """
    rng = np.random.default_rng(SEED)
    source, target = drawn_rates(truth)
    chance = truth.chance
    right = rng.binomial(ATTEMPTS, source).astype(float)
    s = above_floor(right / ATTEMPTS, chance)
    # The square above the floor by hand: (u - 2 c s + c^2) / (1 - c)^2.
    u = squared_pass_rate(right, right, np.full(right.shape, ATTEMPTS))
    squared = (u - 2 * chance * right / ATTEMPTS + chance**2) / (1 - chance) ** 2
    t = above_floor(rng.binomial(ATTEMPTS, target) / ATTEMPTS, chance)
    top, bottom = (np.moveaxis(x, 0, 1) for x in (s[..., np.newaxis] * t, squared[..., np.newaxis] + 0 * t))
    residual = _residual(top, bottom, np.ones((len(top), t.shape[-1]), bool), lower)
    studies = residual[: len(residual) // STUDY * STUDY].reshape(-1, STUDY).T
    found = skewness(studies - studies.mean(axis=0), np.full(studies.shape[1], STUDY))
    return float(np.sqrt((found**2).mean()))


def _residual(top: Array, bottom: Array, present: Mask, lower: float | None) -> Array:
    """What each item contributes, shape (items,), from terms of shape (items, systems, languages)."""
    number = np.maximum(present.sum(axis=0), 1)
    mask = present[:, np.newaxis]
    top, bottom = np.where(mask, top, 0.0), np.where(mask, bottom, 0.0)
    slope = top.sum(axis=0) / bottom.sum(axis=0) - (lower or 0.0)
    each = (top - slope * bottom) / (bottom.sum(axis=0) / number)
    mean = each.sum(axis=2) / np.maximum(present.sum(axis=1), 1)[:, np.newaxis]
    return np.asarray(mean[:, 1] - mean[:, 0] if mean.shape[1] == 2 else mean[:, 0])
