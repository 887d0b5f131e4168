"""Is the interval of a figure of several slopes what its definition says, and of one slope Fieller's?"""

from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import brentq
from scipy.stats import skew as scipy_skew
from tests.budget import examples
from tests.core.strategies import SEEDS, Array, Mask, grids

from hatscore.core.fieller import fieller
from hatscore.core.figures import Factor, Figure, figure
from hatscore.core.influences import Influences, mean_influences, slope_influences
from hatscore.core.slopes import Terms, corrected_terms

CRITICAL = 2.1


def slopes_of(seed: int, items: int, cells: int, *, count: int = 2) -> tuple[list[Terms], Mask]:
    """Terms of some slopes with one source a slope, and items that are present in each cell."""
    rng = np.random.default_rng(seed)
    present = rng.uniform(size=(items, cells)) < 0.9
    present[:4] = True
    found = []
    for _ in range(count):
        source = rng.uniform(0.2, 1.0, size=(items, 1))
        target = np.clip(0.8 * source + rng.normal(scale=0.2, size=(items, cells)), 0, 1)
        squared = source**2 + rng.normal(scale=0.05, size=(items, 1))
        terms = corrected_terms(source, squared, target)
        found.append(Terms(*(np.where(present, term, 0.0) for term in terms)))
    return found, present


def difference(terms: list[Terms], present: Mask) -> tuple[Figure, list[Influences]]:
    slopes = [slope_influences(one, present) for one in terms]
    value = slopes[1].value - slopes[0].value
    factors = [Factor(-1.0, slopes[0]), Factor(1.0, slopes[1])]
    return figure(value, factors, present=present), slopes


@given(grids(least=4))
def test_of_one_slope_it_is_fiellers_interval(grid: tuple[Array, Array, Mask]) -> None:
    source, target, present = grid
    terms = Terms(source * target, source**2)
    of = slope_influences(terms, present)
    found = figure(of.value, [Factor(1.0, of)], present=present)
    known = fieller(terms, present, critical=CRITICAL)
    low, high, bounded = (ends[:-1] for ends in found.interval(CRITICAL))
    assert bounded.tolist() == known.bounded.tolist()
    assert low == pytest.approx(known.low, rel=1e-9, abs=1e-9, nan_ok=True)
    assert high == pytest.approx(known.high, rel=1e-9, abs=1e-9, nan_ok=True)


@given(SEEDS, st.integers(8, 40), st.integers(1, 3))
@examples(20)
def test_a_mean_of_slopes_with_one_source_is_fiellers_of_the_sums(seed: int, items: int, cells: int) -> None:
    terms, _ = slopes_of(seed, items, cells, count=1)
    source = terms[0].denominator[:, :1] + np.zeros((items, cells))
    every = np.ones((items, cells), bool)
    of = slope_influences(Terms(terms[0].numerator, source), every)
    found = figure(of.value, [Factor(1.0, of)], present=every)
    pooled = Terms(*(np.asarray(x.sum(axis=1)) for x in (terms[0].numerator, source)))
    known = fieller(pooled, every.any(axis=1), critical=CRITICAL)
    low, high, bounded = (float(ends[-1]) for ends in found.interval(CRITICAL))
    assert bool(bounded) == bool(known.bounded)
    assert (low, high) == pytest.approx((float(known.low), float(known.high)), rel=1e-9)


@given(SEEDS, st.integers(8, 40), st.integers(1, 3))
@examples(20)
def test_beside_a_slope_that_is_known_it_is_fiellers_of_the_other(seed: int, items: int, cells: int) -> None:
    terms, present = slopes_of(seed, items, cells)
    exact = Terms(np.where(present, 0.5, 0.0), np.where(present, 1.0, 0.0))
    found, _ = difference([exact, terms[1]], present)
    known = fieller(terms[1], present, critical=CRITICAL)
    low, high, _ = found.interval(CRITICAL)
    assert low[:-1] + 0.5 == pytest.approx(known.low, rel=1e-9)
    assert high[:-1] + 0.5 == pytest.approx(known.high, rel=1e-9)


Column = list[float]


def by_definition(terms: list[Terms], present: Mask, cell: int, null: float) -> float:
    """Errors from the estimate to a tested difference, the slopes moved as least squares would: by loops."""
    items = [place for place in range(len(present)) if present[place, cell]]
    n = len(items)
    sides: list[tuple[Column, Column, float, Column]] = []
    for one in terms:
        top = [float(one.numerator[place, cell]) for place in items]
        bottom = [float(one.denominator[place, cell]) for place in items]
        slope = sum(top) / sum(bottom)
        sides.append(
            (top, bottom, slope, [(a - slope * b) / sum(bottom) for a, b in zip(top, bottom, strict=True)])
        )
    own = [b - a for a, b in zip(sides[0][3], sides[1][3], strict=True)]
    total = sum(x * x for x in own)
    off = null - (sides[1][2] - sides[0][2])
    moved = []
    for top, bottom, slope, influence in sides:
        at = slope + off * sum(x * y for x, y in zip(influence, own, strict=True)) / total
        residual = [(a - at * b) / sum(bottom) for a, b in zip(top, bottom, strict=True)]
        moved.append([x - sum(residual) / n for x in residual])
    there = [b - a for a, b in zip(*moved, strict=True)]
    return -off / sqrt(sum(x * x for x in there) * n / (n - 1))


@given(SEEDS, st.integers(8, 30), st.floats(-1.5, 1.5))
@examples(25)
def test_the_statistic_of_a_difference_is_its_definition(seed: int, items: int, null: float) -> None:
    terms, present = slopes_of(seed, items, 2)
    found, _ = difference(terms, present)
    for cell in range(2):
        expected = by_definition(terms, present, cell, null)
        assert found.statistic(null)[cell] == pytest.approx(expected, rel=1e-7, abs=1e-9)


@given(SEEDS, st.integers(8, 30))
@examples(20)
def test_ends_are_where_the_statistic_is_critical(seed: int, items: int) -> None:
    terms, present = slopes_of(seed, items, 2)
    found, _ = difference(terms, present)
    for cell in range(3):
        ends = []
        for sign in (-1, 1):

            def beyond(x: float, cell: int = cell) -> float:
                return float(abs(found.statistic(x)[cell])) - CRITICAL

            start = float(found.value[cell])
            ends.append(brentq(beyond, start + sign * 1e-9, start + sign * 3.0, xtol=1e-13))
        low, high, bounded = (float(x[cell]) for x in found.interval(CRITICAL))
        assert bounded
        assert (low, high) == pytest.approx(tuple(ends), abs=1e-8)


@given(SEEDS, st.integers(8, 30))
@examples(20)
def test_turned_around_it_is_mirrored(seed: int, items: int) -> None:
    terms, present = slopes_of(seed, items, 2)
    forth, _ = difference(terms, present)
    back, _ = difference(terms[::-1], present)
    assert forth.interval(CRITICAL).low == pytest.approx(-back.interval(CRITICAL).high)
    assert forth.statistic(0.1) == pytest.approx(-back.statistic(-0.1))
    assert forth.error == pytest.approx(back.error)


def test_the_uncertain_slope_makes_it_lopsided() -> None:
    """A denominator that may be smaller leaves room above the slope of B, and below that of A."""
    rng = np.random.default_rng(4)
    source = rng.beta(0.3, 2, size=(200, 1))
    weak = Terms(source * 0.6 * rng.uniform(0.5, 1.5, size=(200, 1)), source**2)
    strong = Terms(0.6 * rng.uniform(0.9, 1.1, size=(200, 1)), np.ones((200, 1)))
    every = np.ones((200, 1), bool)
    upwards, _ = difference([strong, weak], every)
    low, high, _ = upwards.interval(CRITICAL)
    assert (high - upwards.value)[0] > 1.05 * (upwards.value - low)[0]


def test_what_does_not_vary_has_no_error() -> None:
    terms, present = slopes_of(1, 20, 2)
    found, _ = difference([terms[0], terms[0]], present)
    assert found.error.tolist() == [0.0, 0.0, 0.0]
    low, high, bounded = found.interval(CRITICAL)
    assert low.tolist() == high.tolist() == [0.0, 0.0, 0.0]
    assert bounded.all()
    assert np.isnan(found.statistic(0.0)).all()
    shaken = Terms(terms[0].numerator * (1 + 1e-15), terms[0].denominator)
    assert difference([terms[0], shaken], present)[0].error.tolist() == [0.0, 0.0, 0.0]
    moved = terms[0].numerator.copy()
    moved[0] += 1e-9
    assert (difference([terms[0], Terms(moved, terms[0].denominator)], present)[0].error > 0).all()


def test_one_item_or_none_has_no_interval() -> None:
    terms, present = slopes_of(1, 20, 3)
    present = present.copy()
    present[:, 0] = False
    present[1:, 1] = False
    found, slopes = difference(terms, present)
    assert np.isnan(found.value[0])
    assert np.isnan(found.error[:2]).all()
    assert found.items.tolist()[:2] == [0, 1]
    assert not found.interval(CRITICAL).bounded[:2].any()
    # The mean is over the cells that have items.
    assert found.value[-1] == pytest.approx(np.mean([(slopes[1].value - slopes[0].value)[1:]]))
    nothing, _ = difference(terms, np.zeros_like(present))
    assert np.isnan(nothing.value).all()
    assert nothing.items.tolist() == [0, 0, 0, 0]


def test_a_denominator_that_may_be_nothing_leaves_it_without_bounds() -> None:
    bottom = np.array([[1.0], [-0.5], [0.2], [-0.3], [0.1]])
    of = slope_influences(Terms(bottom * 0.5 + 0.01, bottom), np.ones((5, 1), bool))
    found = figure(of.value, [Factor(1.0, of)], present=np.ones((5, 1), bool))
    low, high, bounded = found.interval(CRITICAL)
    assert not bounded.any()
    assert np.isnan(low).all()
    assert np.isnan(high).all()


@given(grids())
def test_a_mean_has_the_textbooks_interval(grid: tuple[Array, Array, Mask]) -> None:
    values, _, present = grid
    of = mean_influences(values, present)
    found = figure(of.value, [], [Factor(1.0, of)], present=present)
    for cell in range(values.shape[1]):
        kept = values[present[:, cell], cell]
        error = kept.std(ddof=1) / sqrt(len(kept))
        assert found.value[cell] == pytest.approx(kept.mean())
        assert found.error[cell] == pytest.approx(error)
        assert found.skew[cell] == pytest.approx(scipy_skew(kept), rel=1e-7, abs=1e-9)
        low, high, _ = (x[cell] for x in found.interval(CRITICAL))
        assert (low, high) == pytest.approx((kept.mean() - CRITICAL * error, kept.mean() + CRITICAL * error))
        assert found.statistic(0.3)[cell] == pytest.approx((kept.mean() - 0.3) / error)


@given(SEEDS, st.integers(8, 30), st.floats(-0.4, 0.4))
@examples(20)
def test_the_statistic_of_a_product_is_its_definition(seed: int, items: int, off: float) -> None:
    """A slope times a mean: both are moved, and what each weights counts by its share of the variance."""
    terms, present = slopes_of(seed, items, 1, count=1)
    rng = np.random.default_rng(seed + 1)
    slope = slope_influences(terms[0], present)
    mean = mean_influences(rng.uniform(size=(items, 1)), present)
    h, m = float(slope.value[0]), float(mean.value[0])
    value = slope.value * mean.value
    found = figure(value, [Factor(mean.value, slope)], [Factor(slope.value, mean)], [[1.0]], present=present)
    e_h, e_m, d = slope.influence[:, 0], mean.influence[:, 0], slope.denominator[:, 0]
    own = m * e_h + h * e_m
    by_slope, by_mean = (e_h @ own) / (own @ own), (e_m @ own) / (own @ own)
    share = float(np.clip(m * by_slope, 0.0, 1.0))
    there = own - off * m * by_slope * d + off * share * by_slope * e_m + off * (1 - share) * by_mean * e_h
    n = int(present.sum())
    expected = -off / sqrt((there @ there) * n / (n - 1))
    for column in (0, 1):
        assert found.statistic(float(value[0]) + off)[column] == pytest.approx(expected, rel=1e-8)


@given(SEEDS, st.integers(8, 20), st.floats(-0.3, 0.3))
@examples(20)
def test_a_mean_of_products_is_moved_as_one_figure(seed: int, items: int, off: float) -> None:
    """Two cells of h m + k m: every slope and mean is moved by its share of their mean."""
    (one, two), present = slopes_of(seed, items, 2)
    rng = np.random.default_rng(seed + 2)
    h, k = (slope_influences(terms, present) for terms in (one, two))
    m = mean_influences(rng.uniform(size=(items, 2)), present)
    value = (h.value + k.value) * m.value
    found = figure(
        value,
        [Factor(m.value, h), Factor(m.value, k)],
        [Factor(h.value + k.value, m)],
        [[1.0], [1.0]],
        present=present,
    )
    cells = range(2)
    own = [
        m.value[c] * (h.influence[:, c] + k.influence[:, c]) + (h.value + k.value)[c] * m.influence[:, c]
        for c in cells
    ]
    whole = (own[0] + own[1]) / 2

    def moved(of: Influences, c: int) -> float:
        return float(of.influence[:, c] @ whole / (whole @ whole))

    share = sum(m.value[c] * (moved(h, c) + moved(k, c)) for c in cells) / 2
    share = float(np.clip(share, 0.0, 1.0))
    there = whole.copy()
    for c in cells:
        for slope in (h, k):
            there -= off / 2 * m.value[c] * moved(slope, c) * slope.denominator[:, c]
            there += off / 2 * share * moved(slope, c) * m.influence[:, c]
            there += off / 2 * (1 - share) * moved(m, c) * slope.influence[:, c]
    n = int(present.any(axis=1).sum())
    expected = -off / sqrt((there @ there) * n / (n - 1))
    assert found.statistic(float(value.mean()) + off)[-1] == pytest.approx(expected, rel=1e-7)
    assert found.skew[-1] == pytest.approx(scipy_skew(whole[present.any(axis=1)]), rel=1e-9)


def test_two_items_are_the_fewest_with_an_error() -> None:
    of = mean_influences([[1.0], [3.0]], np.ones((2, 1), bool))
    found = figure(of.value, [], [Factor(1.0, of)], present=np.ones((2, 1), bool))
    assert found.error.tolist() == [1.0, 1.0]
    assert found.skew.tolist() == [0.0, 0.0]


def test_shares_of_the_mean_are_of_all_cells_together() -> None:
    """Two cells that are alike have the interval of one, whatever the products."""
    terms, _ = slopes_of(3, 25, 1)
    every = np.ones((25, 2), bool)
    twice = [Terms(*(np.repeat(term, 2, axis=1) for term in one)) for one in terms]
    slopes = [slope_influences(one, every) for one in twice]
    rng = np.random.default_rng(5)
    means = [mean_influences(np.repeat(rng.uniform(size=(25, 1)), 2, axis=1), every) for _ in range(2)]
    weights = [means[1].value, means[0].value]
    found = figure(
        slopes[0].value * means[1].value + slopes[1].value * means[0].value,
        [Factor(weight, of) for weight, of in zip(weights, slopes, strict=True)],
        [Factor(slopes[1].value, means[0]), Factor(slopes[0].value, means[1])],
        [[0.0, 1.0], [1.0, 0.0]],
        present=every,
    )
    for ends in found.interval(CRITICAL):
        assert ends == pytest.approx(np.repeat(ends[:1], 3))


@given(grids())
def test_influences_are_the_derivative_by_an_items_weight(grid: tuple[Array, Array, Mask]) -> None:
    source, target, present = grid
    terms = Terms(source * target, source**2 + present * 0.1)
    of = slope_influences(terms, present)
    step = 1e-6
    for item in range(len(present)):
        weights = np.ones(len(present))
        weights[item] += step
        moved = (terms.numerator.T @ weights) / (terms.denominator.T @ weights)
        assert (moved - of.value) / step == pytest.approx(of.influence[item], abs=1e-4)
    assert of.influence.sum(axis=0) == pytest.approx(0.0, abs=1e-12)
    assert of.denominator.sum(axis=0) == pytest.approx(0.0, abs=1e-12)
    assert not of.influence[~present].any()
    assert not of.denominator[~present].any()
    shares = terms.denominator / terms.denominator.sum(axis=0) - present / present.sum(axis=0)
    assert of.denominator == pytest.approx(shares, abs=1e-12)
