"""Are slopes and the measures that they replace what their definitions say, cell by cell?"""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.strategies import Array, Mask, grids

from hatscore.core.decomposition import decompose
from hatscore.core.earlier_measures import accuracy, eclektic_transfer, overall_success, transfer_score
from hatscore.core.slopes import Terms, corrected_terms, published_terms, ratio

RATES = st.floats(0, 1)
PAIRS = st.tuples(RATES, RATES)


@given(grids())
def test_the_published_slope_is_least_squares_through_the_origin(grid: tuple[Array, Array, Mask]) -> None:
    source, target, _ = grid
    terms = published_terms(source, target)
    assert terms.numerator == pytest.approx(source * target)
    found = ratio(terms)
    for cell in range(source.shape[1]):
        best = np.linalg.lstsq(source[:, [cell]], target[:, cell], rcond=None)[0]
        assert found[cell] == pytest.approx(best[0], rel=1e-10)


@given(grids())
def test_the_corrected_slope_takes_the_given_squares(grid: tuple[Array, Array, Mask]) -> None:
    source, target, _ = grid
    squares = source**2 * 0.7
    terms = corrected_terms(source, squares, target)
    for cell in range(source.shape[1]):
        top = sum(s * t for s, t in zip(source[:, cell], target[:, cell], strict=True))
        assert ratio(terms)[cell] == pytest.approx(top / sum(squares[:, cell]), rel=1e-12)


def test_one_source_serves_several_targets() -> None:
    source, squares = np.array([[0.5], [1.0]]), np.array([[0.2], [1.0]])
    target = np.array([[0.4, 0.0, 1.0], [0.8, 0.0, 1.0]])
    terms = corrected_terms(source, squares, target)
    assert terms.denominator.shape == (2, 1), "the denominator is the source's alone"
    assert ratio(terms) == pytest.approx([1.0 / 1.2, 0.0, 1.5 / 1.2])


@given(grids(), st.floats(0.1, 3.0))
def test_slopes_scale_with_the_target_and_against_the_source(
    grid: tuple[Array, Array, Mask], factor: float
) -> None:
    source, target, _ = grid
    plain = ratio(published_terms(source, target))
    assert ratio(published_terms(source, factor * target)) == pytest.approx(factor * plain, rel=1e-9)
    assert ratio(published_terms(factor * source, target)) == pytest.approx(plain / factor, rel=1e-9)
    assert ratio(published_terms(source, source)) == pytest.approx(np.ones(source.shape[1]))


def test_a_ratio_without_a_denominator_is_nan() -> None:
    found = ratio(Terms(np.array([[1.0, 1.0], [2.0, 3.0]]), np.array([[0.0, 1.0], [0.0, 1.0]])))
    assert np.isnan(found[0])
    assert found[1] == 2.0


@given(grids())
def test_earlier_measures_are_means_over_the_pairs_present(grid: tuple[Array, Array, Mask]) -> None:
    source, target, present = grid
    for cell in range(source.shape[1]):
        s, t = (x[present[:, cell], cell] for x in (source, target))
        assert accuracy(target, present)[cell] == pytest.approx(t.mean())
        assert transfer_score(source, target)[cell] == pytest.approx((s * t).sum() / s.sum())
        assert overall_success(source, target, present)[cell] == pytest.approx((s * t).mean())


def test_measures_of_nothing_are_nan() -> None:
    assert np.isnan(accuracy([0.5, 0.5], [False, False]))
    assert accuracy([0.5, 1.0], [False, True]) == 1.0, "what is absent does not count even if it is not zero"
    assert np.isnan(transfer_score([0.0, 0.0], [0.5, 0.5]))
    assert np.isnan(overall_success([1.0], [1.0], [False]))


@given(RATES, st.integers(1, 40))
def test_eclektic_counts_the_source_among_the_languages(transfer: float, targets: int) -> None:
    by_hand = np.mean([1.0, *[transfer] * targets])
    assert eclektic_transfer(transfer, targets) == pytest.approx(by_hand)
    assert eclektic_transfer([transfer, 1.0], [targets, targets])[1] == pytest.approx(1.0)


@given(PAIRS, PAIRS, st.tuples(st.floats(0, 1.5), st.floats(0, 1.5)))
def test_parts_add_up_and_flip(
    source: tuple[float, float], target: tuple[float, float], slope: tuple[float, float]
) -> None:
    forth = decompose(source=source, target=target, slope=slope)
    back = decompose(source=source[::-1], target=target[::-1], slope=slope[::-1])
    assert float(forth.total) == target[1] - target[0]
    assert float(forth.source + forth.transfer + forth.shape) == pytest.approx(float(forth.total), abs=1e-15)
    assert [float(part) for part in back] == pytest.approx([-float(part) for part in forth], abs=1e-15)


@given(PAIRS, st.tuples(st.floats(0, 1.5), st.floats(0, 1.5)))
def test_straight_profiles_have_no_shape_part(
    source: tuple[float, float], slope: tuple[float, float]
) -> None:
    target = (source[0] * slope[0], source[1] * slope[1])
    parts = decompose(source=source, target=target, slope=slope)
    assert float(parts.shape) == pytest.approx(0.0, abs=1e-14)
    same_source = decompose(source=(source[0], source[0]), target=target, slope=slope)
    assert float(same_source.source) == 0.0
    assert float(same_source.transfer) == pytest.approx(source[0] * (slope[1] - slope[0]), abs=1e-14)
    same_slope = decompose(source=source, target=target, slope=(slope[0], slope[0]))
    assert float(same_slope.transfer) == 0.0
    assert float(same_slope.source) == pytest.approx(slope[0] * (source[1] - source[0]), abs=1e-14)
