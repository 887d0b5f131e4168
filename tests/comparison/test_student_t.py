"""Do intervals and p-values agree, on both sides and on one?"""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import t as student

from hatscore.comparison.student_t import above, below, bounds, critical_value, two_sided
from hatscore.core.figures import Figure

VALUES = st.floats(-0.5, 0.5)
ITEMS = st.integers(5, 400)
SLOPES = st.floats(-0.9, 0.9)


def one(
    value: float, items: int, *, slope: float = 0.0, curvature: float = 0.01, skew: float = 0.0
) -> Figure:
    """A figure with a standard error of 0.1; the slope is a correlation."""
    mixed = slope * 0.1 * curvature**0.5
    return Figure(*(np.array([x]) for x in (value, items, skew, 0.01, mixed, curvature)))


@given(VALUES, ITEMS, SLOPES, st.floats(-3, 3), st.floats(0.5, 0.99))
def test_the_p_value_is_the_level_whose_interval_reaches_zero(
    value: float, items: int, slope: float, skew: float, level: float
) -> None:
    found = one(value, items, slope=slope, skew=skew)
    p = float(two_sided(found).item())
    low, high, bounded = (x.item() for x in bounds(found, level))
    assert bounded
    if abs(p - (1 - level)) > 1e-6:
        assert (low <= 0 <= high) == (p > 1 - level)


@given(VALUES, ITEMS, SLOPES, VALUES)
def test_one_side_takes_the_larger_error(value: float, items: int, slope: float, null: float) -> None:
    found = one(value, items, slope=slope)
    there = 0.01 - 2 * (null - value) * found.slope.item() + (null - value) ** 2 * 0.01
    error = max(there, 0.01) ** 0.5
    expected = student.cdf((value - null) / error, items - 1)
    assert below(found, null).item() == pytest.approx(expected, rel=1e-6, abs=1e-12)
    assert above(found, null).item() == pytest.approx(1 - expected, rel=1e-6, abs=1e-9)


def test_far_out_it_is_still_above_zero() -> None:
    far = one(3.0, 10_000, curvature=1e-6)
    assert 0 < two_sided(far).item() < 1e-150
    assert 0 < above(far, 0.0).item() < 1e-150
    assert below(far, 0.0).item() == pytest.approx(1.0)


def test_without_variation_or_with_one_item_there_is_none() -> None:
    still = Figure(*(np.array([x]) for x in (0.1, 9, 0.0, 0.0, 0.0, 0.0)))
    alone = Figure(*(np.array([x]) for x in (0.1, 1, 0.0, np.nan, np.nan, np.nan)))
    for found in (still, alone):
        for p in (two_sided(found), below(found, 0.0), above(found, 0.0)):
            assert np.isnan(p).all()
    low, high, bounded = bounds(still, 0.95)
    assert (low.item(), high.item(), bounded.item()) == (0.1, 0.1, True)
    assert not bounds(alone, 0.95).bounded.any()
    assert np.isnan(critical_value(alone, 0.95)).all()
