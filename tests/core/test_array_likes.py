"""Does every function of core take lists and single precision, and compute in double precision?"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from tests.core.strategies import Array

from hatscore.core import (
    curve,
    decomposition,
    design_variance,
    earlier_measures,
    fieller,
    floor,
    jackknife,
    mixed_model,
    multiplicity,
    pass_rates,
    regression,
    resampling,
    skewness,
    slopes,
    source_mix,
    two_way,
    variance_parts,
)

RNG = np.random.default_rng(17)
S, T, U, V = (RNG.uniform(0.1, 0.9, size=9).astype(np.float32) for _ in range(4))
"""Rates in single precision: their products differ from those of the same numbers in double precision."""

MASK = np.array([1, 2, 1, 0, 3, 1, 1, 0, 2])
"""Where something counts, by how much: any number but zero is present, and counts once."""

PARTS = design_variance.VarianceParts(0.2, 0.3, 0.1, 0.3, 0.2, 0.6, 0.6)
GROUPS = [0, 0, 0, 1, 1, 1, 2, 2, 2]
POWERS = np.stack([S, S**2, S**3, S**4]).astype(np.float32)

DATA = RNG.normal(size=(9, 4)) + 3 * RNG.normal(size=(9, 1))
K = np.array([4, 3, 2, 4, 1, 3, 0, 2, 4], np.float32)
RIGHT = pass_rates.pass_rate_powers(K, 4).astype(np.float32)

Form = Callable[[Any], Any]


def item_moments(form: Form) -> curve.Moments:
    return curve.item_moments(form(POWERS), form(T))


def mean_of(columns: two_way.Columns) -> Array:
    return np.asarray(columns["x"].mean(axis=-1)[..., np.newaxis])


def two_ways(form: Form) -> two_way.TwoWay:
    left_out = (DATA.sum(axis=0) - DATA) / 6
    present = np.broadcast_to(MASK[:, np.newaxis], DATA.shape)
    return two_way.two_way(mean_of, {"x": DATA.mean(axis=0)}, {"x": left_out}, MASKS[form](present), "abcd")


WIDE = np.array([1e-9, 0.02, 0.04, 0.3], np.float32)

CALLS: dict[str, Callable[[Form], Any]] = {
    "divide": lambda f: pass_rates.divide(f(S), f(T)),
    "pass_rate": lambda f: pass_rates.pass_rate(f(S), f(T)),
    "squared_pass_rate": lambda f: pass_rates.squared_pass_rate(f(3 * S), f(2 * T), f(5 * U)),
    "pass_rate_powers": lambda f: pass_rates.pass_rate_powers(f(3 * S), f(5 * U + 4)),
    "above_floor": lambda f: floor.above_floor(f(S), f(T / 4)),
    "powers_above_floor": lambda f: floor.powers_above_floor(f(POWERS), f(T / 4)),
    "published_terms": lambda f: slopes.published_terms(f(S), f(T)),
    "corrected_terms": lambda f: slopes.corrected_terms(f(S), f(U), f(T)),
    "accuracy": lambda f: earlier_measures.accuracy(f(S), MASKS[f](MASK)),
    "transfer_score": lambda f: earlier_measures.transfer_score(f(S), f(T)),
    "overall_success": lambda f: earlier_measures.overall_success(f(S), f(T), MASKS[f](MASK)),
    "eclektic_transfer": lambda f: earlier_measures.eclektic_transfer(f(S), f(7 * T)),
    "item_moments": item_moments,
    "hat_terms": lambda f: curve.hat_terms(item_moments(double), MASKS[f](MASK != 0)),
    "bend_terms": lambda f: curve.bend_terms(item_moments(double), MASKS[f](MASK != 0)),
    "fieller": lambda f: fieller.fieller(
        slopes.Terms(double(S * (MASK != 0)), double(U * (MASK != 0))),
        MASKS[f](MASK),
        critical=f([0.7] * 1),
    ),
    "deviations": lambda f: jackknife.deviations(f(S), MASKS[f](MASK)),
    "skewness": lambda f: skewness.skewness(f(S - T), f([9.0])),
    "widening": lambda f: skewness.widening(f(2 + S), f(T), f(30 * U)),
    "narrowed": lambda f: skewness.narrowed(f(2 + S), f(T), f(30 * U)),
    "decompose": lambda f: decomposition.decompose(
        source=(f(S), f(T)), target=(f(U), f(V)), slope=(f(T), f(U))
    ),
    "holm": lambda f: multiplicity.holm(f(WIDE)),
    "benjamini_hochberg": lambda f: multiplicity.benjamini_hochberg(f(WIDE)),
    "slope": lambda f: regression.slope(f(S), f(T)),
    "correlation": lambda f: regression.correlation(f(S), f(T)),
    "fisher_z": lambda f: regression.fisher_z(f(S)),
    "fit_mixed": lambda f: mixed_model.fit_mixed(f(S), f(T), f(GROUPS)),
    "group_test": lambda f: mixed_model.group_test(f(S), f(T), f(GROUPS)),
    "resampled_sums": lambda f: resampling.resampled_sums(np.ones((2, 9)), f(S)),
    "leave_one_out_sums": lambda f: resampling.leave_one_out_sums(f(S)),
    "split_moments": lambda f: source_mix.split_moments(f(3 * S), f(5 + 3 * T), f(U), choosing=2),
    "two_way": two_ways,
    "variance": lambda f: design_variance.variance(PARTS, f(2 + S), f(1 + T), f(1 + U)),
    "attempts_share": lambda f: variance_parts.attempts_share(
        f(RIGHT), f(K / 4), f(RIGHT[1]), f(S), f(U), f(T[0]), MASKS[f](MASK)
    ),
}


def double(values: Any) -> Array:
    return np.asarray(values, np.float32).astype(np.float64)


def single(values: Any) -> Any:
    return np.asarray(values, np.float32)


def lists(values: Any) -> Any:
    return double(values).tolist()


def fractions(values: Any) -> Any:
    """Python's exact numbers, which NumPy keeps as objects unless it is told."""
    return np.vectorize(Fraction, otypes=[object])(double(values)).tolist()


MASKS: dict[Any, Callable[[Any], Any]] = {
    double: lambda mask: np.asarray(mask) != 0,
    single: np.asarray,
    lists: lambda mask: np.asarray(mask).tolist(),
    fractions: lambda mask: np.asarray(mask).tolist(),
}


def parts(found: Any) -> list[Array]:
    if isinstance(found, tuple):
        return [array for part in found for array in parts(part)]
    return [np.asarray(found)]


@pytest.mark.parametrize("form", [single, lists, fractions])
@pytest.mark.parametrize("name", CALLS)
def test_any_form_gives_the_same_bits(name: str, form: Form) -> None:
    expected, found = parts(CALLS[name](double)), parts(CALLS[name](form))
    for one, other in zip(expected, found, strict=True):
        assert other.dtype == one.dtype
        assert np.array_equal(one, other, equal_nan=True)
    assert any(np.isfinite(part).any() for part in expected)
