"""Is a figure left out where its interval would not hold, and only there?"""

import numpy as np
import polars as pl
import pytest
from tests.scoring.studies import study

import hatscore
from hatscore import Score
from hatscore.core.skewness import carried_by, skewness

STUDY = study(items=250, attempts=10, seed=8)


def with_right(number: int, *, target: str = "de") -> pl.DataFrame:
    """The study, in which a target language is right in so many items alone, those that are often right."""
    known = (
        STUDY.filter(pl.col("language") == "en")
        .group_by("item")
        .agg(pl.col("score").mean())
        .sort("score", "item", descending=True)
    )
    kept = known["item"].head(number).to_list()
    there = pl.col("language") == target
    return STUDY.with_columns(
        score=pl.when(there).then(pl.col("item").is_in(kept).cast(float)).otherwise(pl.col("score"))
    )


def rows(table: pl.DataFrame, **options: object) -> dict[str, Score]:
    return {row.target: row for row in hatscore.score(table, by="all", **options)}  # type: ignore[arg-type]


@pytest.mark.parametrize("number", [1, 2, 3, 8])
def test_a_slope_that_one_item_carries_is_not_given(number: int) -> None:
    row = rows(with_right(number))["de"]
    said = [flag.sentence for flag in row.flags if flag.code == "NOT_ESTIMABLE"]
    if number == 1:
        assert (row.hat.value, row.hat_corrected.value) == (None, None)
        assert row.hat.reason == row.hat_corrected.reason == "one or two items carry it"
        assert said == ["right answers are so rare that one or two items carry the slope."]
        assert row.target_accuracy == pytest.approx(1 / 250)
    else:
        assert row.hat_corrected.value is not None
        assert row.hat_corrected.interval is not None
        assert said == []


def test_one_such_language_leaves_the_mean_alone() -> None:
    found = rows(with_right(1))
    assert found["de"].hat_corrected.value is None
    assert found["macro"].hat_corrected.interval is not None
    assert found["pooled"].hat_corrected.interval is not None


def test_no_right_answer_at_all_is_a_slope_of_zero() -> None:
    row = rows(with_right(0))["de"]
    assert row.hat_corrected.value == 0
    assert row.hat_corrected.reason == "no interval: the items do not vary"


@pytest.mark.parametrize("carriers", [1, 2, 5, 40])
def test_items_that_carry_a_figure_are_counted(carriers: int) -> None:
    off = np.where(np.arange(2_000) < carriers, 1.0, 0.0)
    assert carried_by(skewness(off - off.mean(), 2_000), 2_000) == pytest.approx(carriers, rel=0.07)
    assert carried_by(0.0, 2_000) == np.inf


def test_a_curve_near_singular_is_not_given() -> None:
    # Bounded by Fieller, in both; but in the smaller one hardly.
    small, large = (
        rows(study(items=items, attempts=5, mix=(1.0, 1.0), seed=1))["de"] for items in (120, 800)
    )
    assert small.hat_curve.value is None
    assert small.hat_curve.reason == (
        "not supported: source pass rates near 1, or attempts at them, are too few"
    )
    assert "SOURCE_TOO_LOW" in {flag.code for flag in small.flags}
    assert small.hat_corrected.interval is not None
    assert large.hat_curve.interval is not None


def test_the_bootstrap_gives_nothing_where_it_falls_short() -> None:
    weak = study(items=100, attempts=10, mix=(0.5, 8.0), seed=2)
    drawn, closed = (rows(weak, intervals=name, draws=300) for name in ("bootstrap", "fieller"))
    for target in ("de", "sw"):
        assert closed[target].hat_corrected.interval is not None
        assert drawn[target].hat_corrected.value is None
        assert drawn[target].hat_corrected.reason == (
            "right answers are too few for the bootstrap; intervals='fieller' may have an interval"
        )
        assert "NOT_ESTIMABLE" in {flag.code for flag in drawn[target].flags}
    assert drawn["macro"].hat_corrected.reason == "not estimable in de, sw"
    assert closed["macro"].hat_corrected.interval is not None


def test_the_bootstrap_has_no_figure_where_fieller_has_none() -> None:
    weak = study(items=60, attempts=2, mix=(0.5, 8.0), seed=4)
    assert rows(weak)["de"].hat_corrected.reason == "from these items its interval has no bounds"
    drawn = rows(weak, intervals="bootstrap", draws=300)["de"]
    assert drawn.hat_corrected.reason == "from these items its interval has no bounds"
