"""Are differences, their errors and the parts of a gain what their definitions say?"""

from fractions import Fraction
from math import sqrt

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import t as student
from tests.exact.rational_twin import widened

import hatscore
from hatscore.core.multiplicity import benjamini_hochberg, holm

Items = list[tuple[list[int], list[int]]]


def item() -> st.SearchStrategy[tuple[list[int], list[int]]]:
    bits = st.lists(st.integers(0, 1), min_size=3, max_size=5)
    return st.tuples(bits, bits)


def table(systems: dict[str, Items]) -> pl.DataFrame:
    rows = [
        {"system": system, "item": f"q{number}", "language": language, "attempt": k, "score": float(x)}
        for system, items in systems.items()
        for number, (source, target) in enumerate(items)
        for language, scores in (("en", source), ("sw", target))
        for k, x in enumerate(scores)
    ]
    return pl.DataFrame(rows).with_columns(benchmark=pl.lit("b"))


Side = tuple[list[Fraction], list[Fraction], Fraction]


def side(items: Items) -> Side | None:
    """Numerators, denominators and slope of one system."""
    top, bottom = [], []
    for source, target in items:
        k, n = sum(source), len(source)
        top.append(Fraction(k, n) * Fraction(sum(target), len(target)))
        bottom.append(Fraction(k * (k - 1), n * (n - 1)))
    return (top, bottom, sum(top, Fraction(0)) / sum(bottom)) if sum(bottom) else None


def residuals(one: Side, at: Fraction) -> list[Fraction]:
    """What is left of each item at a slope, by the denominators' sum, off its mean."""
    top, bottom, _ = one
    left = [(a - at * b) / sum(bottom) for a, b in zip(top, bottom, strict=True)]
    return [x - sum(left, Fraction(0)) / len(left) for x in left]


def dot(x: list[Fraction], y: list[Fraction]) -> Fraction:
    return sum((a * b for a, b in zip(x, y, strict=True)), Fraction(0))


@given(st.lists(st.tuples(item(), item()), min_size=12, max_size=16))
@settings(max_examples=60)
def test_difference_is_its_definition(
    both: list[tuple[tuple[list[int], list[int]], tuple[list[int], list[int]]]],
) -> None:
    a, b = ([pair[place] for pair in both] for place in (0, 1))
    (row,) = hatscore.compare(table({"A": a, "B": b}))
    if row.difference.value is None or row.difference.interval is None:
        return
    sides = [one for one in (side(a), side(b)) if one is not None]
    assert len(sides) == 2
    difference = sides[1][2] - sides[0][2]
    assert row.difference.value == pytest.approx(float(difference), abs=1e-12)
    influences = [residuals(one, one[2]) for one in sides]
    own = [y - x for x, y in zip(*influences, strict=True)]
    shares = [dot(influence, own) / dot(own, own) for influence in influences]
    n = len(both)

    def statistic(null: Fraction) -> float:
        """The error at a tested difference: each slope is moved by its share of the way."""
        off = null - difference
        moved = [residuals(one, one[2] + off * share) for one, share in zip(sides, shares, strict=True)]
        there = [y - x for x, y in zip(*moved, strict=True)]
        return float(-off) / sqrt(float(dot(there, there)) * n / (n - 1))

    critical = widened(student.ppf(0.975, n - 1), own)
    for end, sign in ((row.difference.interval.low, 1), (row.difference.interval.high, -1)):
        assert statistic(Fraction(end)) == pytest.approx(sign * critical, rel=1e-7)
    # The p-value is the level of the interval that just reaches zero.
    assert row.p_value is not None
    reached = widened(student.isf(row.p_value / 2, n - 1), own)
    if 1e-12 < row.p_value < 1 - 1e-9:
        assert max(reached, 0) == pytest.approx(abs(statistic(Fraction(0))), rel=1e-6)


@given(st.lists(st.tuples(item(), item()), min_size=12, max_size=16))
@settings(max_examples=60)
def test_parts_are_their_definition(
    both: list[tuple[tuple[list[int], list[int]], tuple[list[int], list[int]]]],
) -> None:
    sides = [[pair[side] for pair in both] for side in (0, 1)]
    (row,) = hatscore.decompose(table({"A": sides[0], "B": sides[1]}))
    if row.source.value is None or row.transfer.value is None or row.shape.value is None:
        return
    source, target = (
        [
            sum((Fraction(sum(x[part]), len(x[part])) for x in items), Fraction(0)) / len(items)
            for items in sides
        ]
        for part in (0, 1)
    )
    slopes = [found[2] if (found := side(items)) else Fraction(0) for items in sides]
    by_source = (source[1] - source[0]) * (slopes[0] + slopes[1]) / 2
    by_transfer = (slopes[1] - slopes[0]) * (source[0] + source[1]) / 2
    assert row.total.value == pytest.approx(float(target[1] - target[0]), abs=1e-12)
    assert row.source.value == pytest.approx(float(by_source), abs=1e-12)
    assert row.transfer.value == pytest.approx(float(by_transfer), abs=1e-12)
    assert row.source.value + row.transfer.value + row.shape.value == pytest.approx(
        row.total.value, abs=1e-14
    )


@given(st.lists(st.floats(0, 1), min_size=1, max_size=10))
def test_adjusted_p_values_are_their_definition(p_values: list[float]) -> None:
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    ordered = [p_values[place] for place in order]
    count = len(ordered)
    expected_holm = [min(1.0, max((count - j) * ordered[j] for j in range(k + 1))) for k in range(count)]
    expected_bh = [min(1.0, *(count * ordered[j] / (j + 1) for j in range(k, count))) for k in range(count)]
    assert holm(p_values)[order] == pytest.approx(expected_holm)
    assert benjamini_hochberg(p_values)[order] == pytest.approx(expected_bh)


def test_adjusted_p_values_pass_over_what_is_not_estimable() -> None:
    assert holm([0.01, float("nan"), 0.04])[[0, 2]] == pytest.approx([0.02, 0.04])
    assert np.isnan(holm([0.01, float("nan")])[1])
