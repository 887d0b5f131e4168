"""Is Fieller's interval all ratios that a t-test does not reject?

Three references that share no code with ours: SciPy's t-test inverted by root finding, the rational twin's
quadratic (tests/exact), and R.
"""

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import brentq
from scipy.stats import t as student
from scipy.stats import ttest_1samp
from tests.budget import examples
from tests.core.strategies import SEEDS, Array, Mask, grids

from hatscore.core.fieller import denominator_error, fieller
from hatscore.core.slopes import Terms, ratio


def by_inversion(top: Array, bottom: Array, level: float) -> tuple[float, float] | None:
    """Ends of the set of ratios with a p-value above 1 - level; None where it is not bounded."""

    def beyond(theta: float) -> float:
        return float(ttest_1samp(top - theta * bottom, 0.0).pvalue) - (1 - level)

    if ttest_1samp(bottom, 0.0).pvalue > 1 - level or bottom.mean() <= 0:
        return None
    middle = top.mean() / bottom.mean()
    ends = []
    for sign in (-1, 1):
        reach = 0.1
        while beyond(middle + sign * reach) > 0:
            reach *= 2
        ends.append(brentq(beyond, middle, middle + sign * reach, xtol=1e-13))
    return ends[0], ends[1]


@given(SEEDS, st.integers(4, 30), st.sampled_from([0.5, 0.9, 0.95, 0.99]), st.floats(0.0, 1.0))
@examples(25)
def test_ends_are_those_of_the_inverted_t_test(seed: int, items: int, level: float, offset: float) -> None:
    rng = np.random.default_rng(seed)
    bottom = rng.gamma(1.0, size=items) + offset
    top = 0.8 * bottom + rng.normal(scale=0.3, size=items)
    found = fieller(
        Terms(top, bottom), np.ones(items, bool), critical=student.ppf((1 + level) / 2, items - 1)
    )
    expected = by_inversion(top, bottom, level)
    assert bool(found.bounded) == (expected is not None)
    if expected is None:
        assert np.isnan(found.low)
        assert np.isnan(found.high)
    else:
        assert (float(found.low), float(found.high)) == pytest.approx(expected, rel=1e-8, abs=1e-9)


@given(grids(least=4))
def test_cells_are_apart_and_absent_items_do_not_count(grid: tuple[Array, Array, Mask]) -> None:
    source, target, present = grid
    terms = Terms(source * target, source**2)
    together = fieller(terms, present, critical=2.0)
    for cell in range(source.shape[1]):
        kept = present[:, cell]
        alone = fieller(Terms(*(x[kept, cell] for x in terms)), np.ones(kept.sum(), bool), critical=2.0)
        for one, other in zip(alone, together, strict=True):
            assert one == pytest.approx(other[cell], rel=1e-10, nan_ok=True)


@given(grids(least=5), st.floats(0.2, 5.0))
def test_equivariance_nesting_and_the_estimate_inside(grid: tuple[Array, Array, Mask], factor: float) -> None:
    source, target, present = grid
    terms = Terms(source * target, source)
    found = fieller(terms, present, critical=1.5)
    scaled = fieller(Terms(factor * terms.numerator, terms.denominator), present, critical=1.5)
    shifted = fieller(Terms(terms.numerator + terms.denominator, terms.denominator), present, critical=1.5)
    wider = fieller(terms, present, critical=[2.5] * source.shape[1])
    value = ratio(terms)
    for cell in np.flatnonzero(found.bounded):
        assert found.low[cell] <= value[cell] <= found.high[cell]
        assert scaled.low[cell] == pytest.approx(factor * found.low[cell], rel=1e-6, abs=1e-8)
        assert scaled.high[cell] == pytest.approx(factor * found.high[cell], rel=1e-6, abs=1e-8)
        assert shifted.low[cell] == pytest.approx(found.low[cell] + 1, abs=1e-7)
        if wider.bounded[cell]:
            assert wider.low[cell] < found.low[cell]
            assert found.high[cell] < wider.high[cell]
    assert not (wider.bounded & ~found.bounded).any(), "a higher level is never bounded where a lower is not"


R_TOP = [0.72, 0.31, 0.55, 0.08, 0.94, 0.40, 0.13, 0.66]
R_BOTTOM = [0.81, 0.49, 0.64, 0.25, 0.99, 0.36, 0.30, 0.72]
R_ENDS = {
    0.90: (0.675574614153, 0.929666632983),
    0.95: (0.617743881601, 0.950081226693),
    0.99: (0.404544723182, 0.996005434844),
}
"""R 4.2.2: uniroot(function(x) t.test(top - x * bottom)$p.value - (1 - level), ..., tol = 1e-14)$root."""


@pytest.mark.parametrize("level", R_ENDS)
def test_ends_are_those_of_r(level: float) -> None:
    terms = Terms(np.array(R_TOP), np.array(R_BOTTOM))
    found = fieller(terms, np.ones(8, bool), critical=student.ppf((1 + level) / 2, 7))
    assert (float(found.low), float(found.high)) == pytest.approx(R_ENDS[level], abs=1e-9)


def test_a_denominator_below_zero_or_too_near_it_gives_no_interval() -> None:
    top = np.array([1.0, 1.1, 0.9])
    assert not fieller(Terms(top, -top), np.ones(3, bool), critical=4.3).bounded
    assert fieller(Terms(top, top), np.ones(3, bool), critical=4.3).bounded
    near = np.array([0.5, -0.2, 0.3])
    assert not fieller(Terms(top, near), np.ones(3, bool), critical=4.3).bounded


def test_a_denominator_of_zero_everywhere_gives_no_interval_and_no_warning() -> None:
    found = fieller(Terms(np.array([1.0, 2.0, 4.0]), np.zeros(3)), np.ones(3, bool), critical=4.3)
    assert not found.bounded
    assert np.isnan([found.low, found.high]).all()


def test_exactly_at_the_bound_is_unbounded() -> None:
    """Mean 1 and critical value times standard error 1: the set reaches to infinity."""
    found = fieller(Terms(np.array([1.0, 2.0]), np.array([0.0, 2.0])), np.ones(2, bool), critical=1.0)
    assert not found.bounded


@pytest.mark.parametrize("present", [[False, False, False], [True, False, False]])
def test_fewer_than_two_items_give_no_interval(present: list[bool]) -> None:
    masked = np.where(present, 1.0, 0.0)
    found = fieller(Terms(masked, masked), present, critical=12.7)
    assert not found.bounded
    assert np.isnan(found.low)
    assert np.isnan(found.high)


# Squares of slopes below 1e-150 are no longer numbers with digits.
@given(SEEDS, st.floats(-2.0, 2.0).filter(lambda slope: slope == 0 or abs(slope) > 1e-100))
@examples(40)
def test_items_that_agree_up_to_rounding_have_no_width(seed: int, slope: float) -> None:
    bottom = np.random.default_rng(seed).uniform(0.5, 1.0, size=40)
    found = fieller(Terms(slope * bottom, bottom), np.ones(40, bool), critical=2.0)
    assert found.bounded
    assert float(found.low) == float(found.high) == pytest.approx(slope, abs=1e-12)
    nudged = slope * bottom + np.where(np.arange(40) == 3, 1e-4, 0.0)
    ends = fieller(Terms(nudged, bottom), np.ones(40, bool), critical=2.0)
    assert float(ends.low) < float(ends.high), "a real difference, however small, is one"


@given(SEEDS)
@examples(10)
def test_on_many_items_it_is_the_cluster_robust_interval_of_least_squares(seed: int) -> None:
    """Items with rows in several languages: statsmodels, with errors clustered by item."""
    rng = np.random.default_rng(seed)
    items, languages = 4000, 3
    source = np.repeat(rng.uniform(size=items), languages)
    shared = np.repeat(rng.normal(scale=0.2, size=items), languages)
    target = source * (0.8 + shared) + rng.normal(scale=0.1, size=len(source))
    labels = np.repeat(np.arange(items), languages)
    fit = sm.OLS(target, source).fit(cov_type="cluster", cov_kwds={"groups": labels}, use_t=True)
    by_item = Terms(*((x * source).reshape(items, languages).sum(axis=1) for x in (target, source)))
    found = fieller(by_item, np.ones(items, bool), critical=student.ppf(0.975, items - 1))
    assert float(ratio(by_item)) == pytest.approx(fit.params[0], rel=1e-10)
    low, high = fit.conf_int()[0]
    # Fieller's set is not symmetric; their widths agree to the second order.
    assert float(found.high - found.low) == pytest.approx(high - low, rel=2e-3)
    assert float(found.low) == pytest.approx(low, abs=0.02 * (high - low))


@given(grids(), st.sampled_from([0.8, 0.95, 0.99]))
def test_bounds_end_where_the_denominators_error_says(grid: tuple[Array, Array, Mask], level: float) -> None:
    top, bottom, present = grid
    items = present.sum(axis=0)
    terms = Terms(*(np.where(present, term, 0.0) for term in (top, bottom)))
    critical = student.ppf((1 + level) / 2, np.maximum(items - 1, 1))
    error = denominator_error(terms, present)
    bounded = fieller(terms, present, critical=critical).bounded
    for cell in np.flatnonzero(np.isfinite(error) & (terms.denominator.sum(axis=0) > 0)):
        if abs(error[cell] * critical[cell] - 1) > 1e-9:
            assert bool(bounded[cell]) == bool(error[cell] * critical[cell] < 1)
    larger = Terms(top, 7 * terms.denominator)
    assert denominator_error(larger, present) == pytest.approx(error, rel=1e-9, abs=1e-12, nan_ok=True)
