"""Is every estimate what its definition says, to the last digits?"""

from fractions import Fraction
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import t as student
from tests.exact import rational_twin as twin

import hatscore
from hatscore.core import curve, slopes
from hatscore.core.floor import above_floor, powers_above_floor
from hatscore.core.pass_rates import pass_rate_powers, squared_pass_rate


def close(value: Fraction, rel: float = 1e-11) -> Any:
    return pytest.approx(float(value), rel=rel, abs=1e-12)


def binary(least: int, most: int) -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(0, 1), min_size=least, max_size=most)


def pairs(least: int, most: int = 6) -> st.SearchStrategy[list[twin.Item]]:
    return st.lists(st.tuples(binary(least, most), binary(1, 4)), min_size=3, max_size=8)


def table(items: list[twin.Item], target: str = "sw") -> pl.DataFrame:
    rows = []
    for number, (source, attempts) in enumerate(items):
        for language, scores in (("en", source), (target, attempts)):
            rows += [
                {"item": f"q{number}", "language": language, "attempt": k, "score": float(score)}
                for k, score in enumerate(scores)
            ]
    return pl.DataFrame(rows).with_columns(system=pl.lit("A"), benchmark=pl.lit("b"))


def sums(items: list[twin.Item]) -> dict[str, Any]:
    return {
        "n": np.array([len(s) for s, _ in items], float),
        "k": np.array([sum(map(float, s)) for s, _ in items]),
        "kk": np.array([sum(float(x) ** 2 for x in s) for s, _ in items]),
        "s": np.array([float(twin.mean(s)) for s, _ in items]),
        "t": np.array([float(twin.mean(t)) for _, t in items]),
    }


@given(pairs(4), st.sampled_from([Fraction(0), Fraction(1, 10), Fraction(1, 4)]))
@settings(max_examples=60, deadline=None)
def test_core_equals_the_twin(items: list[twin.Item], floor: Fraction) -> None:
    x, c = sums(items), float(floor)
    s, t = above_floor(x["s"], c), above_floor(x["t"], c)
    powers = powers_above_floor(pass_rate_powers(x["k"], x["n"]), c)
    squared = powers_above_floor(np.stack([x["s"], squared_pass_rate(x["k"], x["kk"], x["n"])]), c)[1]

    if sum((twin.mean(source) - floor) ** 2 for source, _ in items):
        got = slopes.ratio(slopes.published_terms(s, t))
        assert float(got) == close(twin.published(items, floor))
    bottom = sum(float(b) for _, b in twin.corrected_terms(items, floor))
    if abs(bottom) > 0.01:
        got = slopes.ratio(slopes.corrected_terms(s, squared, t))
        assert float(got) == pytest.approx(float(twin.corrected(items, floor)), rel=1e-9, abs=1e-12)
    moments = curve.item_moments(powers, t)
    mean = curve.Moments(*(m.mean() for m in moments))
    if abs(float(mean.m2 * mean.m4 - mean.m3**2)) > 1e-4:
        fit = curve.coefficients(mean)
        assert [float(a) for a in fit] == pytest.approx(
            [float(a) for a in twin.curve(items, floor)], rel=1e-9, abs=1e-9
        )
        present = np.ones(len(items), bool)
        terms = curve.hat_terms(moments, present)
        assert float(slopes.ratio(terms)) == pytest.approx(float(curve.hat(fit)), rel=1e-8, abs=1e-8)
        bend = curve.bend_terms(moments, present)
        assert float(slopes.ratio(bend)) == pytest.approx(float(fit.a2), rel=1e-8, abs=1e-8)


@given(st.lists(st.fractions(0, 1, max_denominator=6), min_size=2, max_size=6))
def test_squared_pass_rate_is_the_mean_product_of_two_attempts(scores: list[Fraction]) -> None:
    values = [float(score) for score in scores]
    got = squared_pass_rate(sum(values), sum(v * v for v in values), len(values))
    assert float(got) == pytest.approx(float(twin.power(scores, 2)), abs=1e-12)


@given(binary(4, 7))
def test_powers_are_mean_products_of_different_attempts(scores: list[int]) -> None:
    got = pass_rate_powers(sum(scores), len(scores))
    assert got == pytest.approx([float(twin.power(scores, p)) for p in (1, 2, 3, 4)], abs=1e-12)


@pytest.fixture(scope="module")
def study() -> list[twin.Item]:
    rng = np.random.default_rng(11)
    rates = rng.beta(1.0, 0.8, size=160)
    return [([int(x) for x in rng.random(6) < p], [int(x) for x in rng.random(5) < 0.7 * p]) for p in rates]


@pytest.mark.parametrize("floor", [Fraction(0), Fraction(1, 10)])
def test_score_gives_the_twins_numbers_and_interval(study: list[twin.Item], floor: Fraction) -> None:
    row = hatscore.score(table(study), by="language", floor=float(floor))[0]
    assert row.hat.value == close(twin.published(study, floor))
    assert row.hat_corrected.value == close(twin.corrected(study, floor))
    assert row.hat_curve.value == pytest.approx(float(twin.hat_curve(study, floor)), rel=1e-9)
    assert row.bend.value == pytest.approx(float(twin.curve(study, floor)[1]), rel=1e-9)
    assert row.transfer_score == close(twin.transfer_score(study))

    critical = float(student.ppf(0.975, len(study) - 1))
    terms = twin.corrected_terms(study, floor)
    expected = twin.allowing_fieller(terms, critical)
    interval = row.hat_corrected.interval
    assert interval is not None
    assert expected is not None
    assert (interval.low, interval.high) == pytest.approx(expected, rel=1e-9)


@given(pairs(2, 4))
@settings(max_examples=40, deadline=None)
def test_an_unbounded_fieller_set_is_not_estimable(items: list[twin.Item]) -> None:
    rows = hatscore.score(table(items), by="language")
    critical = float(student.ppf(0.975, len(items) - 1))
    terms = twin.corrected_terms(items)
    bounded = twin.fieller(terms, critical)
    assert (rows[0].hat_corrected.value is None) == (bounded is None)
