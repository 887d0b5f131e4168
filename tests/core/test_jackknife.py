"""Are jackknife deviations and adjusted p-values what their definitions and statsmodels say?"""

from math import sqrt

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests
from tests.budget import examples
from tests.core.strategies import Array, Mask, grids

from hatscore.core.jackknife import deviations
from hatscore.core.multiplicity import benjamini_hochberg, holm


@given(grids())
def test_deviations_are_those_of_the_values_present(grid: tuple[Array, Array, Mask]) -> None:
    values, _, present = grid
    values = np.where(present, values, 1e9)
    off, counted = deviations(values, present)
    for cell in range(values.shape[1]):
        kept = values[present[:, cell], cell]
        items = len(kept)
        assert counted[cell] == items
        expected = (kept - kept.mean()) * sqrt((items - 1) / items)
        assert off[present[:, cell], cell] == pytest.approx(expected, abs=1e-12)
        assert not off[~present[:, cell], cell].any()


@given(grids())
def test_products_of_deviations_are_the_covariance_of_means(grid: tuple[Array, Array, Mask]) -> None:
    first, second, _ = grid
    every = np.ones_like(first, bool)
    items = len(first)
    one, two = (deviations((x.sum(0) - x) / (items - 1), every)[0] for x in (first, second))
    for cell in range(first.shape[1]):
        covariance = np.cov(first[:, cell], second[:, cell])[0, 1] / items
        assert (one * two).sum(axis=0)[cell] == pytest.approx(covariance, abs=1e-12)


def test_one_item_deviates_from_nothing_and_none_is_no_warning() -> None:
    assert deviations([1.0, 2.0], [True, False])[0].tolist() == [0.0, 0.0]
    assert deviations([1.0, 2.0], [False, False])[1] == 0


def test_a_column_of_presence_serves_every_cell() -> None:
    off, items = deviations(np.arange(6.0).reshape(3, 2), np.array([[True], [True], [False]]))
    assert items.tolist() == [2, 2]
    assert (off**2).sum(axis=0) == pytest.approx([1.0, 1.0])


def test_the_jackknife_of_a_slope_is_that_of_statsmodels_influence() -> None:
    """Leave-one-out slopes through the origin, which statsmodels has in closed form."""
    rng = np.random.default_rng(9)
    source = rng.uniform(size=40)
    target = 0.7 * source + rng.normal(scale=0.1, size=40)
    ours = ((source * target).sum() - source * target) / ((source**2).sum() - source**2)
    fit = sm.OLS(target, source).fit()
    theirs = fit.params[0] - fit.get_influence().dfbeta[:, 0]
    assert ours == pytest.approx(theirs, rel=1e-10)
    off, _ = deviations(ours, np.ones(40, bool))
    error = float(np.sqrt((off**2).sum()))
    # HC3 is the jackknife around the slope itself instead of the mean of the left-out slopes.
    shift = (ours.mean() - fit.params[0]) ** 2 * 40
    assert error**2 * 40 / 39 + shift == pytest.approx(float(fit.HC3_se[0]) ** 2, rel=1e-10)


P_VALUES = st.lists(st.one_of(st.floats(0, 1), st.sampled_from([0.01, 0.5])), min_size=1, max_size=9)


@given(P_VALUES, st.lists(st.booleans(), min_size=9, max_size=9))
@examples(15)
def test_adjusted_p_values_are_those_of_statsmodels(p_values: list[float], gaps: list[bool]) -> None:
    reference = {
        holm: multipletests(p_values, method="holm")[1],
        benjamini_hochberg: multipletests(p_values, method="fdr_bh")[1],
    }
    spread = [x for p, gap in zip(p_values, gaps, strict=False) for x in ([np.nan, p] if gap else [p])]
    for adjust, expected in reference.items():
        assert adjust(p_values) == pytest.approx(expected, abs=1e-12)
        got = adjust(spread)
        assert got[np.isfinite(spread)] == pytest.approx(expected, abs=1e-12)
        assert np.isnan(got[np.isnan(spread)]).all()
