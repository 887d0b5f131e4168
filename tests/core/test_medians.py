"""Do intervals of medians hold what they say, whatever the distribution?"""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from hatscore.core import medians
from hatscore.core.medians import MedianEnds, median_difference, median_ends, widened


@pytest.mark.parametrize(("units", "level"), [(6, 0.95), (9, 0.95), (16, 0.9), (31, 0.99)])
def test_ends_lie_between_the_order_statistics_of_the_sign_test(units: int, level: float) -> None:
    tail = (1 - level) / 2
    depth = int(binom.ppf(tail, units, 0.5))
    assert binom.cdf(depth - 1, units, 0.5) <= tail < binom.cdf(depth, units, 0.5)
    values = np.random.default_rng(units).exponential(size=units)
    ordered = np.sort(values)
    ends = median_ends(values, range(units), level)
    assert ordered[depth - 1] <= ends.low < ordered[depth]
    assert ordered[-depth - 1] < ends.high <= ordered[-depth]
    assert ends.value == np.median(values)


def test_too_few_clusters_have_no_interval() -> None:
    assert np.isnan(median_ends(range(5), range(5), 0.95).low)
    assert np.isfinite(median_ends(range(6), range(6), 0.95).low)
    # Twelve settings of three checkpoints are three signs.
    assert np.isnan(median_ends(range(12), [place % 3 for place in range(12)], 0.95).low)


def test_an_interval_turns_with_the_values() -> None:
    values = np.random.default_rng(2).normal(size=11)
    labels = "aabbcdefghi"
    ends, turned = (median_ends(sign * values, labels, 0.95) for sign in (1, -1))
    assert (turned.low, turned.high) == pytest.approx((-ends.high, -ends.low))


@pytest.mark.parametrize("settings", [1, 2])
def test_a_median_is_held_as_often_as_said(settings: int) -> None:
    rng = np.random.default_rng(5)
    labels = [place // settings for place in range(12 * settings)]
    held = 0
    for _ in range(1_500):
        checkpoints = rng.uniform(-1, 1, size=12)
        ends = median_ends(checkpoints[labels] + 0.2 * rng.uniform(-1, 1, size=len(labels)), labels, 0.95)
        held += ends.low <= 0 <= ends.high
    assert held / 1_500 == pytest.approx(0.95, abs=0.017)


@pytest.mark.parametrize("units", [(8, 8), (6, 14)])
def test_a_difference_of_skewed_units_is_held_as_often_as_said(units: tuple[int, int]) -> None:
    rng = np.random.default_rng(6)
    held = 0
    for _ in range(4_000):
        ends = [median_ends(rng.exponential(size=one), range(one), 0.95) for one in units]
        found = median_difference(ends[0], ends[1], units, 0.95)
        held += found.low <= 0 <= found.high
    assert held / 4_000 == pytest.approx(0.95, abs=0.016)


@pytest.mark.parametrize(("units", "level"), [(8, 0.95), (7, 0.9), (15, 0.95)])
def test_ends_of_many_normal_samples_are_those_of_each(units: int, level: float) -> None:
    medians._factor.cache_clear()
    value, low, high = medians._of_normal(units, level, np.random.default_rng(4))
    drawn = np.random.default_rng(4).normal(size=(medians.DRAWS, units))
    assert len(value) == len(low) == len(high) == medians.DRAWS
    for sample in range(25):
        ends = median_ends(drawn[sample], range(units), level)
        assert (value[sample], low[sample], high[sample]) == pytest.approx(tuple(ends), abs=1e-12)


def test_a_difference_of_normal_units_is_held_as_often_as_said() -> None:
    medians._factor.cache_clear()
    rng = np.random.default_rng(8)
    held = 0
    for _ in range(3_000):
        first, second = (median_ends(rng.normal(size=units), range(units), 0.9) for units in (9, 7))
        found = median_difference(first, second, (9, 7), 0.9)
        held += found.low <= 0 <= found.high
    assert held / 3_000 == pytest.approx(0.9, abs=0.015)


def test_without_an_end_a_difference_has_none() -> None:
    whole = median_ends(range(10), range(10), 0.95)
    found = median_difference(whole, median_ends([1.0, 2.0, 4.0], "abc", 0.95), (10, 3), 0.95)
    assert found.value == 2.0 - 4.5
    assert np.isnan([found.low, found.high]).all()


def test_a_further_error_widens_both_sides() -> None:
    found = widened(MedianEnds(1.0, 0.7, 1.9), 1.2)
    assert found == pytest.approx((1.0, 1 - (0.09 + 1.44) ** 0.5, 2.5))


VALUES = st.lists(st.integers(-1000, 1000), min_size=6, max_size=14)


@given(VALUES, st.integers(-9, 9))
def test_a_median_moves_and_turns_with_its_values(values: list[int], moved: int) -> None:
    ends = median_ends(values, range(len(values)), 0.95)
    assert ends.low <= ends.value <= ends.high
    shifted = median_ends([one + moved for one in values], range(len(values)), 0.95)
    assert shifted == pytest.approx([one + moved for one in ends], abs=1e-9)
    turned = median_ends([-one for one in values], range(len(values)), 0.95)
    assert turned == pytest.approx((-ends.value, -ends.high, -ends.low), abs=1e-9)


@given(
    st.lists(st.integers(-99, 99), min_size=8, max_size=8),
    st.lists(st.integers(-99, 99), min_size=8, max_size=8),
)
def test_a_difference_of_medians_turns_with_its_sides(first: list[int], second: list[int]) -> None:
    before, after = (median_ends(values, range(8), 0.95) for values in (first, second))
    there = median_difference(before, after, (8, 8), 0.95)
    back = median_difference(after, before, (8, 8), 0.95)
    assert back == pytest.approx((-there.value, -there.high, -there.low), abs=1e-9)
    assert there.low <= there.value <= there.high
