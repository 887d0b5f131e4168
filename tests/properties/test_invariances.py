"""Which changes of the data must not move the numbers, and which must move them how?"""

from math import sqrt

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.scoring.studies import study

import hatscore
from hatscore import Interval, Score

ESTIMATES = ("hat", "hat_corrected", "hat_curve")
SEEDS = st.integers(0, 10_000)
QUICK = settings(max_examples=15, deadline=None)


def one(table: pl.DataFrame, **options: object) -> Score:
    return next(iter(hatscore.score(table, by="language", **options)))  # type: ignore[arg-type]


def interval(row: Score, name: str = "hat_corrected") -> Interval:
    found: Interval | None = getattr(row, name).interval
    assert found is not None
    return found


@given(SEEDS)
@QUICK
def test_the_order_of_attempts_and_rows_and_the_names_of_items_do_not_matter(seed: int) -> None:
    table = study(targets=("sw",), items=200, seed=seed)
    renamed = table.sample(fraction=1.0, shuffle=True, seed=seed).with_columns(
        item="x" + pl.col("item").str.reverse(), attempt=7 - pl.col("attempt")
    )
    first, second = one(table), one(renamed)
    for name in ESTIMATES:
        assert getattr(first, name).value == pytest.approx(getattr(second, name).value, rel=1e-9)


@given(SEEDS)
@QUICK
def test_the_same_items_twice_keep_the_estimate_and_narrow_the_interval(seed: int) -> None:
    table = study(targets=("sw",), items=200, seed=seed)
    twice = pl.concat([table, table.with_columns(item=pl.col("item") + "b")])
    first, second = one(table), one(twice)
    assert second.hat_corrected.value == pytest.approx(first.hat_corrected.value, rel=1e-12)
    widths = [interval(row).high - interval(row).low for row in (first, second)]
    assert widths[1] / widths[0] == pytest.approx(1 / sqrt(2), rel=0.03)


@given(SEEDS)
@QUICK
def test_estimates_lie_in_their_intervals_and_levels_are_nested(seed: int) -> None:
    table = study(targets=("sw",), items=200, seed=seed)
    narrow, wide = one(table, level=0.8), one(table, level=0.99)
    for name in ESTIMATES:
        value = getattr(narrow, name).value
        inner, outer = interval(narrow, name), interval(wide, name)
        assert outer.low < inner.low < value < inner.high < outer.high


@given(SEEDS)
@QUICK
def test_a_target_answered_by_the_source_itself_transfers_perfectly(seed: int) -> None:
    """Half of the source attempts play the target: the truth is 1, whatever the source mix."""
    rng = np.random.default_rng(seed)
    mix = (float(rng.uniform(0.3, 3.0)), float(rng.uniform(0.3, 3.0)))
    table = study(targets=("sw",), systems={"A": 1.0}, items=400, attempts=10, mix=mix, seed=seed)
    found = interval(one(table, level=0.9999))
    assert found.low < 1 < found.high


@given(SEEDS, st.floats(0.05, 0.5))
@QUICK
def test_a_floor_is_the_same_as_rescaling_fractional_scores(seed: int, floor: float) -> None:
    table = study(targets=("sw",), items=50, seed=seed).with_columns(score=0.5 + pl.col("score") / 2)
    rescaled = table.with_columns(score=(pl.col("score") - floor) / (1 - floor))
    first, second = one(table, floor=floor), one(rescaled)
    for name in ("hat", "hat_corrected"):
        assert getattr(first, name).value == pytest.approx(getattr(second, name).value, rel=1e-9)


def test_a_better_model_with_the_same_profile_keeps_its_hat() -> None:
    """The paper's point: target accuracy and gap move with the source mix, HAT stays."""
    weak = one(study(targets=("sw",), mix=(0.8, 2.0), items=2000, attempts=10, seed=1))
    strong = one(study(targets=("sw",), mix=(3.0, 0.8), items=2000, attempts=10, seed=2))
    assert strong.target_accuracy - weak.target_accuracy > 0.3
    assert strong.xlt_gap - weak.xlt_gap > 0.05
    for row in (weak, strong):
        assert row.hat_corrected.value == pytest.approx(0.8, abs=0.03)
    assert weak.hat.value is not None
    assert weak.hat.value < 0.75, "the published slope shrinks for the weak system"
