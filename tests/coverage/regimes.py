"""Simulated studies with a known truth, and how often an interval holds it."""

from dataclasses import dataclass
from itertools import product

import numpy as np
import numpy.typing as npt

from hatscore.core import curve, slopes
from hatscore.core.fieller import fieller
from hatscore.core.pass_rates import pass_rate_powers
from hatscore.core.slopes import Terms
from hatscore.scoring.intervals import t_quantile

Array = npt.NDArray[np.float64]

MIXES = {
    "weak": (0.3, 2.0),
    "very weak": (0.5, 8.0),
    "uniform": (1.0, 1.0),
    "strong": (4.0, 0.6),
    "two-humped": (0.2, 0.2),
}
"""Beta parameters of the source pass rates."""

SPREAD = 6.0
"""Concentration of an item's target pass rate around the profile."""


@dataclass(frozen=True, slots=True)
class Regime:
    """One truth.

    Attributes
    ----------
    mix : str
        Key of `MIXES`.
    items, attempts : int
        Size of a study; the same number of attempts in source and target.
    slope : float
        The profile is ``slope * s``.
    bend : float
        Added to the profile: ``bend * s ** 2``.
    """

    mix: str
    items: int
    attempts: int
    slope: float
    bend: float = 0.0

    @property
    def hat(self) -> float:
        """HAT by its definition."""
        return self.slope + 2 * self.bend / 3


@dataclass(frozen=True, slots=True)
class Result:
    """What happened over many studies.

    Attributes
    ----------
    coverage : float
        Share of studies whose Fieller set holds the truth, bounded or not.
    estimable : float
        Share of studies with a bounded set; in the others the tool says "not estimable".
    bias : float
        Median estimate of the estimable studies minus the truth.
    """

    coverage: float
    estimable: float
    bias: float


ALL = [
    Regime(mix, items, attempts, slope)
    for mix, items, attempts, slope in product(MIXES, (100, 250, 588), (2, 5, 10, 32), (0.3, 0.8, 1.0))
]
"""The regimes that the intervals are held to."""


def simulate(regime: Regime, studies: int, rng: np.random.Generator) -> tuple[Array, Array]:
    """Right answers in the source and in the target, shape (items, studies)."""
    source = rng.beta(*MIXES[regime.mix], size=(regime.items, studies))
    mean = regime.slope * source + regime.bend * source**2
    tiny = 1e-9
    target = rng.beta(np.maximum(SPREAD * mean, tiny), np.maximum(SPREAD * (1 - mean), tiny))
    n = regime.attempts
    return rng.binomial(n, source).astype(float), rng.binomial(n, target).astype(float)


def corrected_terms(regime: Regime, right: tuple[Array, Array]) -> Terms:
    """Terms of hat_corrected in every study."""
    n = regime.attempts
    squared = pass_rate_powers(right[0], n, highest=2)[1]
    return slopes.corrected_terms(right[0] / n, squared, right[1] / n)


def curve_terms(regime: Regime, right: tuple[Array, Array]) -> Terms:
    """Terms of hat_curve in every study."""
    n = regime.attempts
    moments = curve.item_moments(pass_rate_powers(right[0], n), right[1] / n)
    return curve.hat_terms(moments, np.ones(right[0].shape, bool))


def evaluate(regime: Regime, studies: int, rng: np.random.Generator, *, of_curve: bool = False) -> Result:
    """Simulate studies and see how often the 95 % interval holds the truth."""
    right = simulate(regime, studies, rng)
    terms = (curve_terms if of_curve else corrected_terms)(regime, right)
    critical = t_quantile(np.array(regime.items), 0.95)
    present = np.ones(right[0].shape, bool)
    low, high, bounded = fieller(terms, present, critical=critical)
    inside = (low <= regime.hat) & (regime.hat <= high)
    estimates = slopes.ratio(terms)[bounded]
    return Result(
        coverage=float(np.where(bounded, inside, _in_set(terms, regime.hat, critical)).mean()),
        estimable=float(bounded.mean()),
        bias=float(np.median(estimates) - regime.hat) if bounded.any() else float("nan"),
    )


def _in_set(terms: Terms, value: float, critical: Array) -> npt.NDArray[np.bool_]:
    """Whether a t-test of ``numerator - value * denominator`` does not reject zero."""
    residual = terms.numerator - value * terms.denominator
    error = residual.std(axis=0, ddof=1) / np.sqrt(len(residual))
    held: npt.NDArray[np.bool_] = np.abs(residual.mean(axis=0)) <= critical * error
    return held
