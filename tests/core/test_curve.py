"""Is the curve the profile that the moments determine, and are its terms first-order exact?"""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.strategies import SEEDS, Array, Mask, grids

from hatscore.core.curve import (
    Coefficients,
    Moments,
    bend_terms,
    coefficients,
    hat,
    hat_terms,
    item_moments,
    reach,
)
from hatscore.core.slopes import ratio

COEFFICIENT = st.floats(-1, 1)


def of_rates(source: Array, target: Array, present: Mask) -> Moments:
    moments = item_moments(np.stack([source**p for p in range(1, 5)]), target)
    return Moments(*(np.where(present, moment, 0.0) for moment in moments))


def averaged(moments: Moments, weights: Array) -> Moments:
    return Moments(*((moment * weights).sum(axis=0) / weights.sum(axis=0) for moment in moments))


@given(grids())
def test_moments_of_an_item_are_products_of_its_rates(grid: tuple[Array, Array, Mask]) -> None:
    source, target, _ = grid
    found = item_moments(np.stack([source**p for p in range(1, 5)]), target)
    assert found.y1 == pytest.approx(target * source)
    assert found.y2 == pytest.approx(target * source**2)
    for p, moment in zip((2, 3, 4), found[2:], strict=True):
        assert moment == pytest.approx(source**p)


def test_moments_of_one_source_are_repeated_for_every_target() -> None:
    found = item_moments(np.arange(4.0).reshape(4, 1, 1) + 1, np.ones((1, 3)))
    assert [moment.shape for moment in found] == [(1, 3)] * 5
    assert [float(moment[0, 2]) for moment in found] == [1.0, 2.0, 2.0, 3.0, 4.0]
    for moments in (
        item_moments(np.ones((4, 3, 1)), np.ones((1, 2))),
        item_moments(np.ones((4, 1, 2)), np.ones((3, 1))),
    ):
        assert [moment.shape for moment in moments] == [(3, 2)] * 5


@given(SEEDS, COEFFICIENT, COEFFICIENT)
def test_the_fit_finds_any_parabola_through_the_origin(seed: int, a1: float, a2: float) -> None:
    source = np.random.default_rng(seed).uniform(size=(30, 1))
    present = np.ones((30, 1), bool)
    moments = of_rates(source, a1 * source + a2 * source**2, present)
    fit = coefficients(averaged(moments, np.ones((30, 1))))
    assert (float(fit.a1[0]), float(fit.a2[0])) == pytest.approx((a1, a2), abs=1e-6)
    assert float(hat(fit)[0]) == pytest.approx(2 * (a1 / 2 + a2 / 3), abs=1e-6), "twice the area"
    assert ratio(hat_terms(moments, present))[0] == pytest.approx(a1 + 2 * a2 / 3, abs=1e-6)
    assert ratio(bend_terms(moments, present))[0] == pytest.approx(a2, abs=1e-6)


def test_hat_is_twice_the_area_under_the_profile() -> None:
    fit = Coefficients(np.array([0.5, 0.0]), np.array([0.3, 0.9]))
    at = np.linspace(0, 1, 100_001)
    for cell, value in enumerate(hat(fit)):
        profile = fit.a1[cell] * at + fit.a2[cell] * at**2
        area = sum((a + b) / 2 for a, b in pairwise(profile)) / 100_000
        assert float(value) == pytest.approx(2 * float(area), abs=1e-8)


def test_singular_moments_have_no_fit() -> None:
    """All items at the same rate: no profile can be told from another."""
    flat = Moments(*(np.array([v]) for v in (0.25, 0.125, 0.25, 0.125, 0.0625)))
    assert np.isnan(coefficients(flat).a1[0])
    assert np.isnan(coefficients(flat).a2[0])


@given(grids())
def test_reach_is_the_mean_rate_weighted_by_its_cube(grid: tuple[Array, Array, Mask]) -> None:
    source, target, present = grid
    moments = averaged(of_rates(source, target, present), np.ones_like(source))
    for cell in range(source.shape[1]):
        weights = source[:, cell] ** 3
        assert reach(moments)[cell] == pytest.approx(np.average(source[:, cell], weights=weights))


def test_reach_of_nothing_right_is_nan() -> None:
    assert np.isnan(reach(Moments(*(np.zeros(1) for _ in range(5))))[0])


@given(grids(least=4))
def test_terms_move_as_the_products_do_when_an_item_counts_more(grid: tuple[Array, Array, Mask]) -> None:
    """A term is the product plus its derivative in the item's weight: told by central differences."""
    source, target, present = grid
    moments = of_rates(source, target, present)
    weights = present.astype(float)
    top, bend = hat_terms(moments, present), bend_terms(moments, present)
    step = 1e-5
    for item in range(len(source)):
        nudge = np.zeros_like(weights)
        nudge[item] = step
        nudge *= present
        moved = [products(averaged(moments, weights + sign * nudge)) for sign in (1, -1)]
        count = weights.sum(axis=0)
        for name, found in (("n", top.numerator), ("d", top.denominator), ("b", bend.numerator)):
            change = (moved[0][name] - moved[1][name]) / (2 * step) * count
            here = products(averaged(moments, weights))[name]
            expected = np.where(present[item], here + change, 0.0)
            assert found[item] == pytest.approx(expected, abs=1e-7)
    assert np.array_equal(top.denominator, bend.denominator)
    assert top.numerator.sum(axis=0) / count == pytest.approx(products(averaged(moments, weights))["n"])


def products(mean: Moments) -> dict[str, Array]:
    """Numerator and denominator of HAT, and numerator of the bend, by Cramer's rule."""
    first = mean.y1 * mean.m4 - mean.y2 * mean.m3
    second = mean.y2 * mean.m2 - mean.y1 * mean.m3
    return {"n": first + 2 * second / 3, "b": second, "d": mean.m2 * mean.m4 - mean.m3**2}
