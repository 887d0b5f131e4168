"""Are pass rates, their powers and the floor what their definitions say, and free of bias?"""

from fractions import Fraction
from math import comb, perm

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.strategies import FLOORS, SEEDS

from hatscore.core.floor import above_floor, powers_above_floor
from hatscore.core.pass_rates import divide, pass_rate, pass_rate_powers, squared_pass_rate

NUMBERS = st.floats(-1e6, 1e6)


@given(st.lists(st.tuples(NUMBERS, st.one_of(st.just(0.0), st.floats(0.01, 1e6))), min_size=1))
def test_divide_is_division_and_nan_over_zero(pairs: list[tuple[float, float]]) -> None:
    top, bottom = np.array(pairs).T
    found = divide(top, bottom)
    for got, (a, b) in zip(found, pairs, strict=True):
        assert np.isnan(got) if b == 0 else got == a / b


def test_divide_broadcasts_and_takes_lists() -> None:
    assert divide([[1], [3]], [2, 0, 4]).tolist()[1][0] == 1.5
    assert divide([[1], [3]], [2, 0, 4]).shape == (2, 3)
    assert divide(1, 4) == 0.25
    assert np.isnan(divide(0, 0))
    assert divide(-3, -1) == 3


@given(st.integers(0, 20), st.integers(0, 20))
def test_pass_rate_is_the_mean_score(right: int, wrong: int) -> None:
    got = pass_rate(right, right + wrong)
    assert np.isnan(got) if right + wrong == 0 else float(got) == right / (right + wrong)


@given(st.integers(0, 12), st.integers(0, 12), st.integers(1, 6))
def test_powers_are_falling_factorials(right: int, wrong: int, highest: int) -> None:
    n = right + wrong
    got = pass_rate_powers([right], [n], highest=highest)
    assert got.shape == (highest, 1)
    for p in range(1, highest + 1):
        if n < p:
            assert np.isnan(got[p - 1, 0])
        else:
            assert got[p - 1, 0] == pytest.approx(perm(right, p) / perm(n, p), abs=1e-14)


def test_four_powers_unless_told_and_arrays_broadcast() -> None:
    assert pass_rate_powers([3, 4], 5).shape == (4, 2)
    assert pass_rate_powers(np.full((3, 1), 2), np.array([[4, 5]])).shape == (4, 3, 2)
    assert pass_rate_powers(2, np.full((3, 2), 5)).shape == pass_rate_powers(np.full((3, 2), 2), 5).shape
    assert pass_rate_powers([0, 5], [5, 5])[:, 0].tolist() == [0.0] * 4
    assert pass_rate_powers([0, 5], [5, 5])[:, 1].tolist() == [1.0] * 4


@given(st.integers(1, 9), st.fractions(0, 1, max_denominator=7), st.integers(1, 4))
def test_powers_are_unbiased(n: int, rate: Fraction, p: int) -> None:
    """The expectation over all outcomes of n attempts is the power itself, exactly."""
    if p > n:
        return
    chances = [comb(n, k) * rate**k * (1 - rate) ** (n - k) for k in range(n + 1)]
    values = pass_rate_powers(np.arange(n + 1), n, highest=p)[p - 1]
    expected = sum(float(chance) * value for chance, value in zip(chances, values, strict=True))
    assert expected == pytest.approx(float(rate**p), abs=1e-12)


@given(st.lists(st.fractions(0, 1, max_denominator=6), min_size=0, max_size=7))
def test_the_square_is_the_mean_product_of_two_attempts(scores: list[Fraction]) -> None:
    n = len(scores)
    got = squared_pass_rate([float(sum(scores))], [float(sum(x * x for x in scores))], [n])[0]
    if n < 2:
        assert np.isnan(got)
        return
    products = [scores[i] * scores[j] for i in range(n) for j in range(n) if i != j]
    assert got == pytest.approx(float(sum(products) / len(products)), abs=1e-12)


@given(st.lists(st.floats(0, 1), min_size=1), FLOORS)
def test_above_the_floor_is_a_line_through_guessing_and_certainty(rates: list[float], floor: float) -> None:
    got = above_floor(rates, floor)
    assert got == pytest.approx([(rate - floor) / (1 - floor) for rate in rates], abs=1e-15)
    assert above_floor(floor, floor) == 0
    assert above_floor(1.0, floor) == 1
    assert above_floor(0.0, floor) <= 0, "never clipped"


@given(SEEDS, st.integers(1, 5))
def test_powers_of_known_rates_above_the_floor(seed: int, highest: int) -> None:
    """Where the powers are those of one rate, the result is the powers of the rescaled rate."""
    rng = np.random.default_rng(seed)
    rate, floor = rng.uniform(size=(6, 2)), rng.uniform(0, 0.6, size=(6, 1))
    powers = np.stack([rate**p for p in range(1, highest + 1)])
    got = powers_above_floor(powers, floor)
    expected = np.stack([((rate - floor) / (1 - floor)) ** p for p in range(1, highest + 1)])
    assert got.shape == powers.shape
    assert got == pytest.approx(expected, abs=1e-9)


@given(st.integers(2, 8), FLOORS, st.fractions(0, 1, max_denominator=5))
def test_the_square_above_the_floor_is_unbiased(n: int, floor: float, rate: Fraction) -> None:
    """Mixed powers of a random outcome, not powers of one number."""
    k = np.arange(n + 1)
    got = powers_above_floor(pass_rate_powers(k, n, highest=2), np.full(n + 1, floor))[1]
    chances = [float(comb(n, j) * rate**j * (1 - rate) ** (n - j)) for j in range(n + 1)]
    expected = ((float(rate) - floor) / (1 - floor)) ** 2
    assert float(np.dot(chances, got)) == pytest.approx(expected, abs=1e-10)
