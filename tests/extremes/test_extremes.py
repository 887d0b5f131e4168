"""Do the largest, the smallest and the flattest studies give numbers, or reasons, without a warning?"""

from math import isfinite
from typing import Any

import numpy as np
import polars as pl
import pytest
from tests.properties.tables import numbers

import hatscore
from hatscore import Scores
from hatscore.core import fieller, pass_rates, resampling, slopes
from hatscore.core.curve import hat_terms, item_moments

ESTIMATES = ("hat", "hat_corrected", "hat_curve", "bend")


def table(right: dict[str, list[int]], attempts: int, *, system: str = "A") -> pl.DataFrame:
    """So many right attempts of each item in each language."""
    frames = [
        pl.DataFrame(
            {
                "item": np.repeat([f"q{i}" for i in range(len(counts))], attempts),
                "language": language,
                "attempt": np.tile(np.arange(attempts), len(counts)),
                "score": (np.arange(attempts)[np.newaxis] < np.array(counts)[:, np.newaxis])
                .ravel()
                .astype(float),
            }
        )
        for language, counts in right.items()
    ]
    return pl.concat(frames).with_columns(system=pl.lit(system), benchmark=pl.lit("b"))


def scored(frame: pl.DataFrame, **options: Any) -> Scores:
    scores = hatscore.score(frame, by="all", **options)
    assert all(isfinite(number) for number in numbers(scores.to_dict()))
    for text in (repr(scores), scores.explain(), scores.to_json()):
        assert "nan" not in text.lower().replace("finance", "")
    for row in scores:
        for name in ESTIMATES:
            estimate = getattr(row, name)
            assert estimate.interval is None or estimate.interval.high - estimate.interval.low > 1e-9
            assert estimate.interval is not None or estimate.reason
    return scores


def codes(scores: Scores) -> set[str]:
    return {flag.code for row in scores for flag in row.flags}


@pytest.mark.parametrize("intervals", ["fieller", "bootstrap"])
@pytest.mark.parametrize("attempts", [1, 2, 4, 1000])
def test_one_item(attempts: int, intervals: str) -> None:
    for right in (0, attempts // 2, attempts):
        scores = scored(table({"en": [right], "sw": [right]}, attempts), intervals=intervals, draws=100)
        assert "FEW_ITEMS" in codes(scores)
        assert all(getattr(row, name).interval is None for row in scores for name in ESTIMATES)


@pytest.mark.parametrize("intervals", ["fieller", "bootstrap"])
@pytest.mark.parametrize(("source", "target"), [(0, 0), (0, 5), (5, 0), (5, 5)])
def test_all_zero_and_all_one(source: int, target: int, intervals: str) -> None:
    right = {"en": [source] * 40, "sw": [target] * 40, "de": [target] * 40}
    scores = scored(table(right, 5), intervals=intervals, draws=200)
    for row in scores:
        if source == 0:
            assert row.hat.value is None
            assert {"NOT_ESTIMABLE", "NEAR_FLOOR"} <= codes(scores)
        else:
            assert row.hat.value == row.hat_corrected.value == (1.0 if target else 0.0)
            assert row.hat.interval is None, "nothing varies"
            assert {"NO_VARIATION", "SATURATED"} <= codes(scores)


def test_all_zero_and_all_one_can_be_compared() -> None:
    systems = {"A": (0, 0), "B": (5, 5), "C": (5, 0), "D": (3, 2)}
    frame = pl.concat(
        [table({"en": [s] * 12, "sw": [t] * 12}, 5, system=name) for name, (s, t) in systems.items()]
    )
    for intervals in ("fieller", "bootstrap"):
        found = hatscore.compare(frame, by="language", intervals=intervals, draws=100)
        assert all(isfinite(number) for number in numbers(found.to_dict()))
        for row in found:
            assert row.difference.interval is None
            assert row.difference.reason
            assert row.verdict == "undecided"
        assert "nan" not in repr(found) + found.explain()
    gains = hatscore.decompose(frame, systems=list(systems))
    assert all(isfinite(number) for number in numbers(gains.to_dict()))
    study = hatscore.study(frame)
    assert all(isfinite(number) for number in numbers(study.to_dict()))
    assert "nan" not in repr(study) + study.explain()


@pytest.mark.parametrize("attempts", [1, 2, 3, 4, 10, 100, 1000, 10_000])
def test_attempts_from_one_to_ten_thousand(attempts: int) -> None:
    """A straight profile of 0.8: each estimator that needs no more attempts finds it."""
    rates = np.linspace(0.025, 1.0, 40)
    right = {"en": np.round(rates * attempts), "sw": np.round(0.8 * rates * attempts)}
    (row, *_) = scored(table({name: counts.astype(int).tolist() for name, counts in right.items()}, attempts))
    assert (row.hat_corrected.value is None) == (attempts < 2)
    assert ("SINGLE_ATTEMPT" in [flag.code for flag in row.flags]) == (attempts == 1)
    assert (row.hat_curve.reason or "").startswith("it needs at least 4") == (attempts < 4)
    if attempts >= 1000:
        for name in ("hat", "hat_corrected", "hat_curve"):
            assert getattr(row, name).value == pytest.approx(0.8, abs=5e-3)


def test_attempts_that_differ_by_four_orders() -> None:
    parts = [
        table({"en": [n - n // 4], "sw": [n // 2]}, n).with_columns(item=pl.lit(f"q{n}"))
        for n in (1, 2, 3, 5, 17, 400, 10_000)
    ]
    scores = scored(pl.concat(parts), missing="drop")
    assert {"UNEQUAL_ATTEMPTS", "FEW_ITEMS"} <= codes(scores)
    assert scores[0].hat_corrected.value is not None


@pytest.mark.parametrize("tiny", [1e-12, 1e-160, 5e-324])
def test_scores_that_are_nearly_zero(tiny: float) -> None:
    rng = np.random.default_rng(4)
    frame = table({"en": [2] * 30, "sw": [1] * 30}, 4)
    scores = scored(frame.with_columns(score=pl.Series(rng.uniform(size=frame.height)) * tiny), draws=100)
    assert "NEAR_FLOOR" in codes(scores)


@pytest.mark.parametrize("floor", [0.0, 0.25, 1 - 1e-9])
def test_floors_up_to_nearly_one(floor: float) -> None:
    rng = np.random.default_rng(5)
    right = {name: rng.integers(0, 6, size=40).tolist() for name in ("en", "sw")}
    scored(table(right, 5), floor=floor)


@pytest.mark.parametrize("level", [1e-6, 0.5, 0.999999])
def test_levels_from_nothing_to_nearly_one(level: float) -> None:
    rng = np.random.default_rng(6)
    rates = rng.uniform(0.2, 1.0, size=60)
    right = {"en": rng.binomial(8, rates).tolist(), "sw": rng.binomial(8, 0.8 * rates).tolist()}
    for row in hatscore.score(table(right, 8), level=level):
        for name in ESTIMATES:
            ends = getattr(row, name).interval
            assert ends is None or ends.low < ends.high
    hatscore.score(table(right, 8), level=level, intervals="bootstrap", draws=200)


def test_a_million_items() -> None:
    """In core, where it takes a second; the interval shrinks with the root of the items."""
    rng = np.random.default_rng(7)
    items, attempts = 1_000_000, 10
    rates = rng.uniform(size=items)
    k, j = rng.binomial(attempts, rates), rng.binomial(attempts, 0.8 * rates)
    powers = pass_rates.pass_rate_powers(k, attempts)
    source, target, every = k / attempts, j / attempts, np.ones(items, bool)
    terms = {
        "hat_corrected": slopes.corrected_terms(source, powers[1], target),
        "hat_curve": hat_terms(item_moments(powers, target), every),
    }
    for name, some in terms.items():
        found = fieller.fieller(some, every, critical=1.96)
        assert found.low < 0.8 < found.high, name
        assert 1e-4 < found.high - found.low < 2e-2, name
    few = fieller.fieller(
        slopes.Terms(*(term[:10_000] for term in terms["hat_corrected"])), every[:10_000], critical=1.96
    )
    many = fieller.fieller(terms["hat_corrected"], every, critical=1.96)
    assert float((few.high - few.low) / (many.high - many.low)) == pytest.approx(10, rel=0.1)


def test_a_hundred_thousand_items_from_the_table_on() -> None:
    rng = np.random.default_rng(8)
    rates = rng.uniform(size=100_000)
    right = {"en": rng.binomial(2, rates).tolist(), "sw": rng.binomial(2, 0.8 * rates).tolist()}
    (row, *_) = scored(table(right, 2))
    assert row.hat_corrected.interval is not None
    assert row.hat_corrected.interval.low < 0.8 < row.hat_corrected.interval.high
    assert row.hat_corrected.interval.high - row.hat_corrected.interval.low < 0.02


def test_resamples_of_one_item_do_not_vary() -> None:
    counts = resampling.item_counts(1, 100, np.random.default_rng(1))
    assert (counts == 1).all()
    draws = resampling.resampled_sums(counts, [0.7])
    low, high = resampling.bca_interval(
        resampling.Distribution(np.array(0.7), draws, np.array([np.nan])), level=0.95
    )
    assert float(low) == float(high) == 0.7
