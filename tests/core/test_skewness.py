"""Is the widening for skewed items its formula, and the narrowed statistic its inverse?"""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import skew as scipy_skew
from tests.core.strategies import Array, Mask, grids

from hatscore.core.jackknife import deviations
from hatscore.core.skewness import MOST, carried_by, narrowed, skewness, widening

SKEWS = st.floats(-8, 8)
ITEMS = st.integers(2, 5000)


@given(grids())
def test_skewness_is_that_of_scipy_over_the_items_present(grid: tuple[Array, Array, Mask]) -> None:
    values, _, present = grid
    off, items = deviations(values**3, present)
    found = skewness(off, items)
    for cell in range(values.shape[1]):
        kept = values[present[:, cell], cell] ** 3
        assert found[cell] == pytest.approx(scipy_skew(kept), rel=1e-9, abs=1e-12)


def test_skewness_of_nothing_or_without_variation_is_zero() -> None:
    assert skewness([0.0, 0.0], 2) == 0
    assert skewness(np.zeros((3, 2)), [0, 3]).tolist() == [0.0, 0.0]
    assert skewness([1e-200, -1e-200], 2) == 0
    assert skewness([-1e-5, -1e-5, 2e-5], 3) == pytest.approx(2**-0.5)


@given(st.floats(0.5, 8), SKEWS, ITEMS)
def test_widening_is_its_formula_within_its_bounds(critical: float, skew: float, items: int) -> None:
    expected = 1 + skew**2 * (critical**4 + 2 * critical**2 - 3) / (18 * items)
    assert widening(critical, skew, items) == pytest.approx(min(max(expected, 1.0), MOST), rel=1e-12)
    assert widening(critical, -skew, items) == widening(critical, skew, items)


def test_few_items_that_agree_are_not_widened() -> None:
    assert widening(2.0, 0.0, 30) == 1.0
    assert widening(12.7, 3.0, 2) == MOST
    assert widening(0.9, 5.0, 3) == 1.0, "below 1 the term is negative, and nothing is narrowed"


@given(st.floats(-30, 30), SKEWS, ITEMS)
def test_narrowed_is_the_inverse_of_widened(statistic: float, skew: float, items: int) -> None:
    found = float(narrowed(statistic, skew, items))
    assert abs(found) <= abs(statistic)
    assert found == 0 or np.sign(found) == np.sign(statistic)
    assert found * float(widening(abs(found), skew, items)) == pytest.approx(statistic, rel=1e-9, abs=1e-12)


def test_narrowed_keeps_what_is_not_finite_and_every_shape() -> None:
    assert narrowed([np.nan, np.inf, -np.inf, 0.0], 1.0, 20).tolist()[1:] == [np.inf, -np.inf, 0.0]
    assert np.isnan(narrowed(np.nan, 1.0, 20))
    assert narrowed(np.ones((2, 3)), np.zeros(3), 9) == pytest.approx(np.ones((2, 3)), rel=1e-12)
    assert narrowed(-4.0, 0.0, 9) == pytest.approx(-4.0, rel=1e-12)


@given(SKEWS, ITEMS)
def test_items_that_carry_are_as_many_as_the_skewness_says(skew: float, items: int) -> None:
    found = float(carried_by(skew, items))
    assert found == (pytest.approx(items / skew**2) if skew**2 > 0 else np.inf)
    # Every item twice: twice as many carry. The sign says on which side, not how many.
    assert float(carried_by(-skew, 2 * items)) == pytest.approx(2 * found)
