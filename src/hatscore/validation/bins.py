"""How often the intervals of a profile's bins hold what the attempts at their items tend to."""

from typing import Any

import numpy as np

from hatscore.core.pass_rates import Array
from hatscore.scoring.profiles import build_profile
from hatscore.simulation.draws import Right, draw_rates, draw_right
from hatscore.simulation.panels import panel_of
from hatscore.validation.bounds import Bounds, standing
from hatscore.validation.counting import Counted
from hatscore.validation.regimes import Regime

BINS = 10
EXACT = Bounds(0.94, 1.0)
"""An exact binomial interval never holds less than it says; where items differ it holds more."""


def count_bins(regime: Regime, studies: int, rng: np.random.Generator) -> list[dict[str, Any]]:
    """Simulate studies and see how often the bins hold the mean target rate of their own items.

    That is what they are said to show: the scatter of the attempts, not the choice of the items.

    Parameters
    ----------
    regime : Regime
        The truth.
    studies : int
        How many.
    rng : numpy.random.Generator
        Randomness.

    Returns
    -------
    list of dict
        One row, as from `hatscore.validation.counting.count`.
    """
    truth = regime.truth
    rates = draw_rates(truth, rng, studies=studies)
    right = draw_right(truth, rates, rng)
    found = []
    for study in range(studies):
        panel = panel_of(truth, Right(*(counts[study : study + 1] for counts in right)))
        bins = build_profile([panel], regime.options, None, None, None, BINS).bins
        means = _means(right.source[study, 0], rates.target[study, 0], truth.attempts)
        found.append(
            [
                (one.interval.low - mean, one.interval.high - mean, (one.target_rate or 0.0) - mean)
                if one.interval
                else (np.nan,) * 3
                for one, mean in zip(bins, means, strict=True)
            ]
        )
    low, high, value = np.moveaxis(np.array(found), 2, 0)
    row = Counted(np.isfinite(low), low, high, value).row(0.0, regime.items)
    row["standing"] = standing(row["coverage"], row["error"], EXACT)
    return [
        {"interval": "profile_bin", "target": "pooled", "method": "clopper-pearson"} | regime.as_row | row
    ]


def _means(source: Array, target: Array, attempts: int) -> list[float]:
    """Mean true target rate of the items whose observed source rate lies in each bin; nan in empty ones."""
    place = np.minimum(source * BINS // attempts, BINS - 1)
    return [float(target[place == one].mean()) if (place == one).any() else np.nan for one in range(BINS)]
