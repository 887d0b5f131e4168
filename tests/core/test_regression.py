"""Are lines, correlations and mixed models those of NumPy, SciPy and statsmodels?"""

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import linregress
from tests.budget import examples
from tests.core.strategies import SEEDS, Array

from hatscore.core import mixed_model
from hatscore.core.mixed_model import fit_mixed, group_test
from hatscore.core.regression import correlation, fisher_z, slope


@given(SEEDS, st.integers(3, 12), st.integers(1, 4))
def test_lines_and_correlations_row_by_row(seed: int, units: int, rows: int) -> None:
    rng = np.random.default_rng(seed)
    x, y = rng.normal(size=units), rng.normal(size=(rows, units)) + 5
    slopes, found = slope(x, y), correlation(x, y)
    for row in range(rows):
        reference = linregress(x, y[row])
        assert slopes[row] == pytest.approx(reference.slope, rel=1e-9)
        assert found[row] == pytest.approx(reference.rvalue, rel=1e-9)
        assert correlation(y[row], x) == pytest.approx(reference.rvalue, rel=1e-9)
    assert correlation(y, x) == pytest.approx(found, rel=1e-9), "either may have the rows"
    assert slope(np.broadcast_to(x, y.shape), y) == pytest.approx(slopes, rel=1e-12)


def test_a_unit_at_the_mean_is_no_fault() -> None:
    expected = float(np.corrcoef([-1.0, 0.0, 1.0], [0.0, 1.0, 5.0])[0, 1])
    assert correlation([-1.0, 0.0, 1.0], [0.0, 1.0, 5.0]) == pytest.approx(expected)
    assert correlation([0.0, 1.0, 5.0], [-1.0, 0.0, 1.0]) == pytest.approx(expected)


def test_what_does_not_vary_has_no_line() -> None:
    assert np.isnan(slope([1.0, 1.0], [1.0, 2.0]))
    assert np.isnan(correlation([1.0, 2.0], [3.0, 3.0]))
    assert slope([1.0, 2.0], [3.0, 3.0]) == 0


@given(st.floats(-0.999, 0.999))
def test_fishers_transform(r: float) -> None:
    assert float(fisher_z(r)) == pytest.approx(0.5 * np.log((1 + r) / (1 - r)), abs=1e-12)


def test_fishers_transform_of_the_ends_is_finite() -> None:
    ends = fisher_z([-1.0, 1.0])
    assert ends == pytest.approx([-14.162, 14.162], abs=1e-3)
    assert np.tanh(ends) == pytest.approx([-1.0, 1.0])


def simulated(seed: int, groups: int = 6, each: int = 5) -> tuple[Array, Array, Array]:
    rng = np.random.default_rng(seed)
    labels = np.repeat(np.arange(groups), each)
    x = rng.normal(size=len(labels))
    y = 1 + 0.3 * x + 0.6 * rng.normal(size=groups)[labels] + 0.3 * rng.normal(size=len(labels))
    return x, y, labels.astype(float)


@pytest.mark.parametrize("seed", range(3))
def test_the_mixed_model_is_that_of_statsmodels_with_its_error(seed: int) -> None:
    x, y, groups = simulated(seed)
    ours, theirs = fit_mixed(x, y, groups), sm.MixedLM(y, sm.add_constant(x), groups).fit(reml=True)
    assert float(ours.slope) == pytest.approx(theirs.params[1], abs=1e-5)
    same = (groups[:, None] == groups[None, :]).astype(float)
    sigma = np.eye(len(x)) + float(ours.group_variance / ours.residual_variance) * same
    weighted = sm.GLS(y, sm.add_constant(x), sigma=sigma).fit()
    assert float(ours.slope_error) == pytest.approx(weighted.bse[1], rel=1e-8)
    assert float(ours.group_variance) == pytest.approx(float(theirs.cov_re[0, 0]), rel=1e-3)
    assert float(ours.residual_variance) == pytest.approx(float(theirs.scale), rel=1e-4)
    line = float(ours.slope) ** 2 * x.var()
    total = line + float(ours.group_variance) + float(ours.residual_variance)
    assert float(ours.line_variance) == pytest.approx(line, rel=1e-12)
    assert float(ours.line_share) == pytest.approx(line / total, rel=1e-12)
    assert float(ours.group_share) == pytest.approx(float(ours.group_variance) / total, rel=1e-12)


@given(SEEDS)
@examples(6)
def test_the_fit_is_the_maximum_of_the_restricted_likelihood(seed: int) -> None:
    """Written out with dense matrices, no ratio near the one that was found is more likely."""
    x, y, groups = simulated(seed % 50, groups=4, each=4)
    fit = fit_mixed(x, y, groups)
    here = float(fit.group_variance / fit.residual_variance)
    best = likelihood(here, x, y, groups)
    for other in (0.0, here * 0.9, here * 1.1, here + 1e-4, 1e-3, 0.03, 0.5, 4.0):
        assert likelihood(other, x, y, groups) <= best + 1e-6


def likelihood(ratio: float, x: Array, y: Array, groups: Array) -> float:
    covariance = np.eye(len(x)) + ratio * (groups[:, None] == groups[None, :])
    design = np.column_stack([np.ones_like(x), x])
    inverse = np.linalg.inv(covariance)
    information = design.T @ inverse @ design
    off = y - design @ np.linalg.solve(information, design.T @ inverse @ y)
    logs = np.linalg.slogdet(covariance)[1] + np.linalg.slogdet(information)[1]
    return float(-((len(x) - 2) * np.log(off @ inverse @ off) + logs) / 2)


@given(SEEDS)
@examples(4)
def test_swapped_groups_and_scaled_responses(seed: int) -> None:
    x, y, groups = simulated(seed % 50)
    fit, renamed = fit_mixed(x, y, groups), fit_mixed(x, y, 7 - groups)
    scaled = fit_mixed(x, 10 * y + 3, groups)
    assert float(renamed.slope) == float(fit.slope)
    assert float(scaled.slope) == pytest.approx(10 * float(fit.slope), rel=1e-6, abs=1e-8)
    assert float(scaled.slope_error) == pytest.approx(10 * float(fit.slope_error), rel=1e-6)
    assert float(scaled.group_share) == pytest.approx(float(fit.group_share), abs=1e-6)


def test_no_group_effect_is_ordinary_least_squares() -> None:
    """Groups whose means lie closer together than luck: the variance is zero, not a little."""
    x = np.array([0.0, 1.0, 2.0, 3.0] * 2)
    y = np.array([0.0, 1.1, 1.9, 3.0, 0.1, 0.9, 2.1, 2.9])
    groups = np.repeat([0.0, 1.0], 4)
    fit, line = fit_mixed(x, y, groups), sm.OLS(y, sm.add_constant(x)).fit()
    assert float(fit.group_variance) == 0.0
    assert float(fit.slope) == pytest.approx(line.params[1])
    assert float(fit.slope_error) == pytest.approx(line.bse[1])
    assert float(fit.residual_variance) == pytest.approx(line.scale)


def test_rows_keep_their_shape_and_take_the_best_ratio_of_the_grid() -> None:
    x, y, groups = simulated(3)
    rows = np.stack([y, y[::-1], -y, 2 * y]).reshape(2, 2, -1)
    fits = fit_mixed(x, rows, groups)
    assert fits.slope.shape == fits.group_variance.shape == fits.residual_variance.shape == (2, 2)
    grid = mixed_model._RATIOS
    for place, row in zip(np.ndindex(2, 2), rows.reshape(4, -1), strict=True):
        best = max(grid, key=lambda ratio: likelihood(ratio, x, row, groups))
        assert float(fits.group_variance[place] / fits.residual_variance[place]) == pytest.approx(best)
    assert float(fits.slope[1, 0]) == pytest.approx(-float(fits.slope[0, 0]))
    assert float(fits.slope[1, 1]) == pytest.approx(2 * float(fits.slope[0, 0]))


def test_the_grid_reaches_from_nothing_to_all() -> None:
    grid = mixed_model._RATIOS
    assert (len(grid), grid[0], grid[1], grid[-1]) == (122, 0.0, pytest.approx(1e-3), pytest.approx(1e3))


def test_a_response_that_is_constant_has_no_shares_to_tell() -> None:
    fit = fit_mixed([0.0, 1.0, 2.0, 3.0], np.zeros(4), [0, 0, 1, 1])
    assert float(fit.group_share) == float(fit.line_share) == 0.0
    assert float(fit.slope_error) == 0.0


def test_groups_without_residuals_take_the_end_of_the_grid() -> None:
    x = np.tile([0.0, 1.0, 2.0], 3)
    fit = fit_mixed(x, 0.5 * x + np.repeat([0.0, 3.0, 9.0], 3), np.repeat([0, 1, 2], 3))
    assert float(fit.slope) == pytest.approx(0.5, abs=1e-3)
    assert float(fit.group_share) > 0.97
    assert float(fit.group_variance / fit.residual_variance) == pytest.approx(1000, rel=1e-6)


@given(SEEDS)
@examples(30)
def test_the_group_test_is_that_of_nested_models(seed: int) -> None:
    rng = np.random.default_rng(seed)
    groups = rng.permutation(np.arange(14) % 4)
    x, y = rng.normal(size=14), rng.normal(size=14)
    small = sm.OLS(y, sm.add_constant(x)).fit()
    large = sm.OLS(y, np.column_stack([x, np.eye(4)[groups]])).fit()
    statistic, _, between = large.compare_f_test(small)
    assert group_test(x, y, groups) == pytest.approx((statistic, int(between), int(large.df_resid)))


def test_one_degree_of_freedom_is_enough() -> None:
    x, y, groups = [0.0, 1.0, 0.0, 1.0], [0.0, 0.4, 0.1, 0.2], [0, 0, 1, 1]
    small = sm.OLS(y, sm.add_constant(x)).fit()
    large = sm.OLS(y, np.column_stack([x, np.eye(2)[groups]])).fit()
    statistic = large.compare_f_test(small)[0]
    assert group_test(x, y, groups) == pytest.approx((statistic, 1, 1))


def test_a_group_test_without_freedom_is_nan() -> None:
    statistic, between, within = group_test([0.0, 1.0, 2.0], [0.0, 1.0, 5.0], [0, 1, 2])
    assert np.isnan(statistic)
    assert (between, within) == (1, 0)
    statistic, between, within = group_test([0.0, 1.0, 2.0], [0.0, 1.0, 5.0], [0, 0, 0])
    assert np.isnan(statistic)
    assert (between, within) == (0, 1)
    assert np.isnan(group_test([0.0, 1.0, 0.0, 1.0], np.zeros(4), [0, 0, 1, 1])[0]), "nothing is left over"
