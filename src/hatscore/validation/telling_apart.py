"""Tests that may tell two systems apart, on the same simulated studies."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.special import ndtr, stdtr

from hatscore.comparison.pairs import Differences, Pairs
from hatscore.comparison.student_t import critical_value
from hatscore.core.pass_rates import Array, divide
from hatscore.core.slopes import Terms, ratio
from hatscore.options import Options
from hatscore.scoring.cells import Rates
from hatscore.scoring.intervals import ratio_ends
from hatscore.scoring.panels import Mask
from hatscore.simulation.draws import draw_rates, draw_right
from hatscore.simulation.mixes import Mix
from hatscore.simulation.panels import panel_of
from hatscore.simulation.profiles import Profile
from hatscore.simulation.truth import Truth

LEVEL = 0.95
AT_ONCE = 50

TESTS = {
    "compare_language": "compare, in one language",
    "compare": "compare, overall",
    "compare_bootstrap": "compare with the bootstrap",
    "no_overlap": "intervals that do not overlap",
    "unpaired": "t-test of the two HAT, unpaired",
    "accuracy_rows": "paired t-test of target pass rates, pairs as independent rows",
    "accuracy_attempts": "z-test of target accuracies, attempts as independent",
}
"""Tests by their names in the data."""


@dataclass(frozen=True, slots=True)
class Duel:
    """Two systems with straight profiles that share their items.

    Attributes
    ----------
    mix_a, mix_b : str
        Their source mixes.
    items, attempts : int
        Size.
    better : float
        How much larger the slope of B is.
    slope : float
        The slope of A.
    shared_luck : bool
        Whether an item's luck in the targets is shared between systems and languages.
    """

    mix_a: str
    mix_b: str
    items: int
    attempts: int
    better: float = 0.0
    slope: float = 0.8
    shared_luck: bool = True

    @property
    def truth(self) -> Truth:
        """What attempts are drawn from; three target languages."""
        return Truth(
            profiles=tuple(Profile("straight", (slope,)) for slope in (self.slope, self.slope + self.better)),
            mixes=(Mix.parse(self.mix_a), Mix.parse(self.mix_b)),
            items=self.items,
            attempts=self.attempts,
            shared_luck=self.shared_luck,
        )


@dataclass(frozen=True, slots=True)
class Tested:
    """What the tests said of many studies.

    Attributes
    ----------
    told : dict of ndarray of bool, shape (studies, cells)
        Whether each test tells the systems apart at 5 %; by the keys of `TESTS`.
    estimable : dict of ndarray of bool, shape (studies, cells)
        Whether it says anything.
    held : dict of ndarray of bool, shape (studies, cells)
        Whether the interval of the difference holds the truth; for compare only.
    error, critical : ndarray, shape (studies,)
        Standard error of the difference overall, on the side of zero where B is better, and how many of
        them an estimate must be off zero.
    """

    told: dict[str, Mask]
    estimable: dict[str, Mask]
    held: dict[str, Mask]
    error: Array
    critical: Array


def tried(duel: Duel, studies: int, rng: np.random.Generator, tests: tuple[str, ...]) -> Tested:
    """Simulate studies and run the tests on each.

    Parameters
    ----------
    duel : Duel
        The truth.
    studies : int
        How many.
    rng : numpy.random.Generator
        Randomness.
    tests : tuple of str
        Of `TESTS`.

    Returns
    -------
    Tested
    """
    parts = [_part(duel, min(AT_ONCE, studies - at), rng, tests) for at in range(0, studies, AT_ONCE)]

    def joined(field: str) -> dict[str, Mask]:
        first = getattr(parts[0], field)
        return {name: np.concatenate([getattr(part, field)[name] for part in parts]) for name in first}

    errors = (np.concatenate([getattr(part, name) for part in parts]) for name in ("error", "critical"))
    return Tested(joined("told"), joined("estimable"), joined("held"), *errors)


def _part(duel: Duel, studies: int, rng: np.random.Generator, tests: tuple[str, ...]) -> Tested:
    truth = duel.truth
    panel = panel_of(truth, draw_right(truth, draw_rates(truth, rng, studies=studies), rng))
    pairs = Pairs(panel, Options(level=LEVEL))
    compared = _compared(pairs, studies)
    found = _differences(compared)
    inside = _holds(found, duel.better)
    told = {
        "compare_language": found.p_value[:, :-1] < 1 - LEVEL,
        "compare": found.p_value[:, -1:] < 1 - LEVEL,
    }
    estimable = {"compare_language": found.estimable[:, :-1], "compare": found.estimable[:, -1:]}
    held = {"compare_language": inside[:, :-1], "compare": inside[:, -1:]}
    if "compare_bootstrap" in tests:
        options = Options(level=LEVEL, intervals="bootstrap", draws=2_000, rng=rng)
        drawn = _differences(_compared(Pairs(panel, options), studies))
        told["compare_bootstrap"] = drawn.p_value[:, -1:] < 1 - LEVEL
        estimable["compare_bootstrap"] = found.estimable[:, -1:] & np.isfinite(drawn.p_value[:, -1:])
        held["compare_bootstrap"] = _holds(drawn, duel.better)[:, -1:]
    p_values = {
        "no_overlap": _no_overlap(pairs),
        "unpaired": _unpaired(pairs),
        "accuracy_rows": _rows_t(pairs.rates),
        "accuracy_attempts": _attempts_z(pairs.rates, duel.attempts),
    }
    for name in tests:
        if name in p_values:
            told[name] = (p_values[name] < 1 - LEVEL)[:, np.newaxis]
            estimable[name] = np.isfinite(p_values[name])[:, np.newaxis]
    critical = np.array([critical_value(one.figure, LEVEL)[-1] for one in compared])
    error = np.array([one.value[-1] - one.low[-1] for one in compared]) / critical
    return Tested(told, estimable, held, error, critical)


class _Found(NamedTuple):
    """Differences of every study in every target language and, last, in their mean; studies first."""

    low: Array
    high: Array
    p_value: Array
    estimable: Mask


def _compared(pairs: Pairs, studies: int) -> list[Differences]:
    return [pairs.difference(2 * study, 2 * study + 1, "corrected") for study in range(studies)]


def _differences(found: list[Differences]) -> _Found:
    return _Found(*(np.stack([getattr(one, name) for one in found]) for name in _Found._fields))


def _holds(found: _Found, truth: float) -> Mask:
    return np.asarray((found.low <= truth) & (truth <= found.high))


def _two(values: Array) -> tuple[Array, Array]:
    """Values of A and of B in every study; systems on the last axis."""
    return values[..., ::2], values[..., 1::2]


def _no_overlap(pairs: Pairs) -> Array:
    """0 where the two Fieller intervals lie apart, else 1; nan where one has no bounds."""
    ends = ratio_ends(pairs.cell("corrected").pooled(), LEVEL)
    (low_a, low_b), (high_a, high_b) = _two(ends.low[:, 0]), _two(ends.high[:, 0])
    overlap = (low_a <= high_b) & (low_b <= high_a)
    return np.where(np.isfinite(low_a + low_b), overlap.astype(float), np.nan)


def _unpaired(pairs: Pairs) -> Array:
    terms = Terms(*(term[..., 0] for term in pairs.cell("corrected").pooled().terms))
    items, hat = len(terms.numerator), ratio(terms)
    residual = ((terms.numerator - hat * terms.denominator) ** 2).sum(axis=0) / (items * (items - 1))
    variance = divide(residual, terms.denominator.mean(axis=0) ** 2)
    (hat_a, hat_b), (own_a, own_b) = _two(hat), _two(variance)
    statistic = divide(hat_b - hat_a, np.sqrt(own_a + own_b))
    return np.asarray(2 * stdtr(2 * (items - 1), -np.abs(statistic)))


def _rows_t(rates: Rates) -> Array:
    a, b = _two(np.moveaxis(rates.target, 1, 2))
    gain = (b - a).reshape(-1, a.shape[-1])
    rows = len(gain)
    statistic = divide(gain.mean(axis=0), gain.std(axis=0, ddof=1) / np.sqrt(rows))
    return np.asarray(2 * stdtr(rows - 1, -np.abs(statistic)))


def _attempts_z(rates: Rates, attempts: int) -> Array:
    accuracy = rates.target.mean(axis=(0, 2))
    number = attempts * rates.target[:, 0].size
    a, b = _two(accuracy)
    both = (a + b) / 2
    statistic = divide(b - a, np.sqrt(2 * both * (1 - both) / number))
    return np.asarray(2 * ndtr(-np.abs(statistic)))
