"""Is the bootstrap SciPy's, given the same draws, and is the p-value the interval's dual?"""

from typing import Any

import numpy as np
import pytest
import scipy
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import bootstrap, norm
from tests.budget import examples
from tests.core.strategies import SEEDS, Array

from hatscore.core.resampling import (
    Distribution,
    bca_interval,
    bca_p_value,
    item_counts,
    leave_one_out_sums,
    resampled_sums,
)

SEED = "rng" if tuple(map(int, scipy.__version__.split(".")[:2])) >= (1, 15) else "random_state"


def distribution(top: Array, bottom: Array, counts: Array) -> Distribution:
    return Distribution(
        top.sum(axis=0) / bottom.sum(axis=0),
        resampled_sums(counts, top) / resampled_sums(counts, bottom),
        leave_one_out_sums(top) / leave_one_out_sums(bottom),
    )


def drawn(seed: int, items: int, cells: int = 1, draws: int = 999) -> Distribution:
    rng = np.random.default_rng(seed)
    bottom = rng.uniform(0.2, 1.0, size=(items, cells))
    top = 0.8 * bottom + rng.gamma(0.5, 0.4, size=(items, cells)) - 0.2
    return distribution(top, bottom, item_counts(items, draws, rng))


class FromOurDraws:
    """What SciPy takes as an earlier result: its own draws are added to these, here none."""

    def __init__(self, draws: Array) -> None:
        self.bootstrap_distribution = draws


def by_scipy(top: Array, bottom: Array, draws: Array, level: float, method: str) -> tuple[float, float]:
    def statistic(a: Array, b: Array, axis: int = -1) -> Any:
        return a.sum(axis=axis) / b.sum(axis=axis)

    earlier: Any = FromOurDraws(draws)
    asked: Any = {"n_resamples": 0, "method": method, "bootstrap_result": earlier}
    found = bootstrap((top, bottom), statistic, paired=True, confidence_level=level, **asked)
    return float(found.confidence_interval.low), float(found.confidence_interval.high)


@given(SEEDS, st.integers(8, 40), st.sampled_from([0.8, 0.95]))
@examples(15)
def test_bca_is_that_of_scipy_on_the_same_draws(seed: int, items: int, level: float) -> None:
    rng = np.random.default_rng(seed)
    bottom = rng.uniform(0.2, 1.0, size=items)
    top = 0.8 * bottom + rng.gamma(0.5, 0.4, size=items)
    ours = distribution(top, bottom, item_counts(items, 800, rng))
    low, high = bca_interval(ours, level=level)
    assert (float(low), float(high)) == pytest.approx(
        by_scipy(top, bottom, ours.draws, level, "BCa"), abs=1e-10
    )


def test_draws_have_the_spread_of_scipys_own() -> None:
    """Percentiles of our draws and of draws that SciPy makes from the same items."""
    rng = np.random.default_rng(12)
    bottom = rng.uniform(0.2, 1.0, size=80)
    top = 0.8 * bottom + rng.normal(scale=0.2, size=80)
    ours = distribution(top, bottom, item_counts(80, 20_000, rng)).draws
    asked: Any = {"n_resamples": 20_000, "method": "percentile", SEED: np.random.default_rng(5)}
    theirs = bootstrap(
        (top, bottom), lambda a, b, axis=-1: a.sum(axis=axis) / b.sum(axis=axis), paired=True, **asked
    )
    ends = np.quantile(ours, [0.025, 0.975])
    assert ends == pytest.approx(list(theirs.confidence_interval), abs=0.05 * float(np.ptp(ends)))
    assert ours.std(ddof=1) == pytest.approx(theirs.standard_error, rel=0.03)


@given(SEEDS, st.integers(1, 20), st.integers(1, 30))
def test_counts_are_resamples_of_the_items(seed: int, items: int, draws: int) -> None:
    counts = item_counts(items, draws, np.random.default_rng(seed))
    assert counts.shape == (draws, items)
    assert counts.dtype == np.float64
    assert (counts.sum(axis=1) == items).all()
    assert (counts >= 0).all()
    picked = np.random.default_rng(seed).integers(0, items, size=(draws, items))
    for draw in range(draws):
        assert counts[draw].tolist() == [int((picked[draw] == item).sum()) for item in range(items)]


@given(SEEDS, st.integers(2, 6))
def test_sums_of_resamples_and_without_each_item(seed: int, items: int) -> None:
    rng = np.random.default_rng(seed)
    terms = rng.normal(size=(items, 2, 3))
    counts = item_counts(items, 5, rng)
    sums = resampled_sums(counts, terms)
    assert sums.shape == (5, 2, 3)
    for draw in range(5):
        by_hand = sum(count * term for count, term in zip(counts[draw], terms, strict=True))
        assert sums[draw] == pytest.approx(by_hand)
    without = leave_one_out_sums(terms)
    for item in range(items):
        assert without[item] == pytest.approx(np.delete(terms, item, axis=0).sum(axis=0))


@given(SEEDS)
@examples(20)
def test_cells_keep_their_shape_and_are_apart(seed: int) -> None:
    many = drawn(seed, 15, cells=6, draws=200)
    shaped = Distribution(
        many.estimate.reshape(2, 3), many.draws.reshape(200, 2, 3), many.leave_one_out.reshape(15, 2, 3)
    )
    low, high = bca_interval(shaped, level=0.9)
    p_values = bca_p_value(shaped)
    assert low.shape == high.shape == p_values.shape == (2, 3)
    for place in range(6):
        one = Distribution(many.estimate[place], many.draws[:, place], many.leave_one_out[:, place])
        ends = bca_interval(one, level=0.9)
        assert [float(end) for end in ends] == pytest.approx([low.flat[place], high.flat[place]], abs=1e-12)
        assert float(bca_p_value(one)) == pytest.approx(p_values.flat[place], abs=1e-12)


@given(SEEDS, st.floats(-0.5, 0.5))
@examples(20)
def test_the_p_value_is_the_level_at_which_the_interval_reaches_zero(seed: int, shift: float) -> None:
    d = drawn(seed, 25, draws=4000)
    moved = Distribution(*(x - float(d.estimate[0]) - 0.05 * shift for x in d))
    p = float(bca_p_value(moved)[0])
    assert 2 / 4001 <= p <= 1
    if 0.01 < p < 0.95:
        low, high = (float(end[0]) for end in bca_interval(moved, level=1 - p))
        assert min(abs(low), abs(high)) < 0.03 * (high - low)
    mirrored = Distribution(*(-x for x in moved))
    assert float(bca_p_value(mirrored)[0]) == pytest.approx(p, abs=1e-9)
    assert [float(end[0]) for end in bca_interval(mirrored, level=0.9)] == pytest.approx(
        [-float(end[0]) for end in reversed(bca_interval(moved, level=0.9))], abs=1e-9
    )


def test_draws_cannot_show_less_than_their_number() -> None:
    d = drawn(3, 25, draws=400)
    far = Distribution(*(x + 5 for x in d))
    assert float(bca_p_value(far)[0]) == 2 / 401
    below = Distribution(*(x - 50 for x in d))
    assert float(bca_p_value(below)[0]) == 2 / 401
    low, high = bca_interval(Distribution(d.estimate + 9, d.draws, d.leave_one_out), level=0.95)
    assert np.isfinite([low, high]).all(), "an estimate above all draws still has finite ends"


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_no_interval_where_a_draw_does_not_exist(bad: float) -> None:
    d = drawn(4, 12, cells=2, draws=300)
    d.draws[7, 0] = bad
    low, high = bca_interval(d, level=0.95)
    assert np.isnan([low[0], high[0], bca_p_value(d)[0]]).all()
    assert np.isfinite([low[1], high[1], bca_p_value(d)[1]]).all(), "the other cell is not touched"


@pytest.mark.parametrize("scale", [1.0, 1e-3, 1e6])
def test_draws_that_differ_by_rounding_have_no_width(scale: float) -> None:
    d = drawn(4, 12, cells=3, draws=300)
    size = max(scale, 1.0)
    d.draws[:, 0] = scale
    d.draws[:, 1] = scale + size * np.linspace(0, 5e-13, 300)
    d.draws[:, 2] = scale + size * np.linspace(0, 1e-10, 300)
    estimate = np.array([scale, scale, scale + size * 3e-11])
    flat = Distribution(estimate, d.draws, d.leave_one_out)
    assert np.ptp(bca_interval(plain(scale + size * np.linspace(0, 1.6e-12, 300), scale), level=0.9)) > 0
    low, high = bca_interval(flat, level=0.95)
    assert (low[:2] == scale).all()
    assert (high[:2] == scale).all()
    assert low[2] < high[2]
    p_values = bca_p_value(flat)
    assert np.isnan(p_values[:2]).all()
    assert p_values[2] == pytest.approx(2 / 301)
    below = bca_interval(Distribution(-estimate, -d.draws, d.leave_one_out), level=0.95)
    assert (below[0][:2] == -scale).all(), "the largest in size, not the largest, is the measure"


def test_leave_one_out_values_that_do_not_vary_mean_no_acceleration() -> None:
    d = drawn(5, 12, draws=500)
    flat = Distribution(d.estimate, d.draws, np.full_like(d.leave_one_out, 0.5))
    low, high = (float(end[0]) for end in bca_interval(flat, level=0.9))
    share = (d.draws < d.estimate).mean()
    shares = norm.cdf(2 * norm.ppf(share) + norm.ppf([0.05, 0.95]))
    assert (low, high) == pytest.approx(tuple(np.quantile(d.draws, shares)), abs=1e-9)


def plain(draws: Array, estimate: float) -> Distribution:
    """Draws without acceleration."""
    return Distribution(np.array(estimate), draws, np.array([-1.0, 0.0, 1.0]))


def test_p_values_of_known_draws() -> None:
    """Without acceleration and bias a p-value is twice the share of draws beyond zero."""
    spread = np.linspace(-0.5, 0.5, 1001)
    for shift in (0.0, 0.1, -0.2, 0.3, 0.45):
        beyond = 2 * min((spread + shift < 0).mean(), (spread + shift > 0).mean())
        assert float(bca_p_value(plain(spread + shift, shift))) == pytest.approx(beyond, abs=2e-3)
    one_below = np.append(np.full(500, 1.0) + spread[:500], [-0.1, *np.full(500, 1.0) + spread[501:]])
    assert float(bca_p_value(plain(one_below, 1.0))) == pytest.approx(2 / 1001, rel=0.02)
    up_to_zero = spread - 0.5
    assert float(bca_p_value(plain(up_to_zero, -0.5))) == pytest.approx(2 / 1002, rel=1e-9)
    from_zero = spread + 0.5
    assert float(bca_p_value(plain(from_zero, 0.5))) == pytest.approx(2 / 1002, rel=1e-9)


@pytest.mark.parametrize("side", [-1, 1])
def test_an_estimate_beyond_all_draws_has_the_largest_bias_that_draws_can_show(side: int) -> None:
    draws = np.linspace(0.0, 1.0, 5)
    low, high = bca_interval(plain(draws, 0.5 + side), level=0.5)
    bias = norm.ppf(5 / 6 if side > 0 else 1 / 6)
    shares = norm.cdf(2 * bias + norm.ppf([0.25, 0.75]))
    assert [float(low), float(high)] == pytest.approx(np.quantile(draws, shares), abs=1e-9)


def test_ties_count_half() -> None:
    """A statistic with few values: half of the draws that equal the estimate lie below it."""
    draws = np.repeat([0.0, 1.0, 2.0], [20, 60, 20])
    d = Distribution(np.array(1.0), draws, np.array([0.9, 1.0, 1.1]))
    assert [float(end) for end in bca_interval(d, level=0.5)] == pytest.approx([1.0, 1.0])
    assert [float(end) for end in bca_interval(d, level=0.9)] == pytest.approx([0.0, 2.0])
    assert float(bca_p_value(d)) == pytest.approx(2 * 0.1)
