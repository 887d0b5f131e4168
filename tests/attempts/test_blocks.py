"""Does a table that is summed block by block give what it gives as a whole?"""

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal
from tests.simulated import SIMULATED

import hatscore
from hatscore.attempts import blocks, sums
from hatscore.attempts.blocks import sum_blocks
from hatscore.attempts.counts import Policies, count_items
from hatscore.errors import InvalidAttempts

KEYS = ["system", "benchmark", "item", "language"]


WAYS = {"in place": 1e9, "by number": 0.0}


def by_blocks(monkeypatch: pytest.MonkeyPatch, rows: int = 97, way: str = "in place") -> None:
    monkeypatch.setattr(sums, "_FEW", 0)
    monkeypatch.setattr(sums, "_MOST_AT_ONCE", 0)
    monkeypatch.setattr(blocks, "_PLACES_A_ROW", WAYS[way])
    monkeypatch.setattr(blocks, "BLOCK", rows)
    monkeypatch.setattr(blocks, "_FEWEST_TO_MERGE", 200)


def counted(frame: pl.DataFrame, policies: Policies | None = None) -> pl.DataFrame:
    attempts = hatscore.Attempts.from_frame(frame)
    table = count_items(attempts, policies or Policies())
    names = pl.col("system", "benchmark", "item", "language", "source_language").cast(pl.String)
    return table.with_columns(names).sort(KEYS)


def shuffled(frame: pl.DataFrame) -> pl.DataFrame:
    return frame.sample(fraction=1.0, shuffle=True, seed=3)


def study() -> pl.DataFrame:
    frame = pl.read_parquet(SIMULATED)
    return frame.with_columns(score=(pl.col("outcome") == "right").cast(pl.Float64)).drop("outcome")


def tables() -> dict[str, pl.DataFrame]:
    frame = study()
    fine = (pl.int_range(pl.len()) * 7919 % 1000) / 999
    swahili = pl.col("language").replace("sw", "swh")
    kinds = pl.lit(pl.Series(["right", "wrong", "unparsed", "truncated", "error", "refused"]))
    outcome = kinds.gather(pl.int_range(pl.len()) * 31 % 6)
    return {
        "right and wrong": frame,
        "rows in any order": shuffled(frame),
        "fractions": shuffled(frame.with_columns(score=fine)),
        "outcomes": shuffled(frame.drop("score").with_columns(outcome=outcome)),
        "no attempt numbers": shuffled(frame.drop("attempt")),
        "other spellings": frame.with_columns(pl.col("language").replace({"zh": "zh_Hans", "sw": "swh"})),
        "two spellings of one": frame.with_columns(
            pl.when(pl.col("attempt") < 5).then(swahili).otherwise("language").alias("language")
        ),
        "chances": shuffled(frame.with_columns(n_options=pl.lit(4), floor=pl.lit(0.25))),
        "several sources": frame.with_columns(
            source_language=pl.when(pl.col("item").str.ends_with("1"))
            .then(pl.lit("sw"))
            .otherwise(pl.lit("en"))
        ),
        "attempt numbers beyond a mask": frame.with_columns(pl.col("attempt") + 60),
    }


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("rows", [1, 97, 100_000])
@pytest.mark.parametrize("case", tables())
def test_counts_are_the_same(case: str, rows: int, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    frame = tables()[case]
    if rows == 1:
        frame = frame.filter(pl.col("item").is_in(frame["item"].unique().sort().head(2).implode()))
    for policies in (Policies(), Policies("drop", "drop")):
        whole = counted(frame, policies)
        with monkeypatch.context() as patch:
            by_blocks(patch, rows, way)
            found = counted(frame, policies)
        assert_frame_equal(found, whole, check_exact=True, check_column_order=False, check_dtypes=False)


@pytest.mark.parametrize("case", ["right and wrong", "fractions", "outcomes", "two spellings of one"])
def test_scores_are_the_same_to_the_last_digit(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    frame = tables()[case]
    whole = hatscore.score(frame, by="language").to_json()
    by_blocks(monkeypatch)
    assert hatscore.score(frame, by="language").to_json() == whole


def test_sums_of_fractions_do_not_depend_on_the_order_of_the_rows() -> None:
    frame = tables()["fractions"]
    for seed in range(5):
        other = frame.sample(fraction=1.0, shuffle=True, seed=seed)
        assert_frame_equal(counted(other), counted(frame), check_exact=True)


def test_sums_of_fractions_are_those_of_whole_numbers() -> None:
    scores = np.random.default_rng(0).uniform(size=1000)
    frame = pl.DataFrame(
        {"system": "m", "benchmark": "b", "item": "0", "language": ["en"] * 1000, "score": scores}
    )
    row = counted(frame).row(0, named=True)
    assert row["total"] == pytest.approx(scores.sum(), rel=1e-14)
    assert row["total_of_squares"] == pytest.approx((scores**2).sum(), rel=1e-14)


def problems(frame: pl.DataFrame) -> list[str]:
    with pytest.raises(InvalidAttempts) as caught:
        hatscore.score(frame)
    return [problem.sentence for problem in caught.value.problems]


FAULTS = {
    "an attempt twice, far apart": lambda frame: pl.concat([frame, frame.head(1)]),
    "an item without a name": lambda frame: frame.with_columns(
        item=pl.when(pl.int_range(pl.len()) != 300).then("item")
    ),
    "an empty language": lambda frame: frame.with_columns(pl.col("language").replace("sw", "")),
    "an unknown language": lambda frame: frame.with_columns(pl.col("language").replace("sw", "xx")),
    "two chances": lambda frame: frame.with_columns(
        n_options=pl.when(pl.col("language") == "sw").then(4).otherwise(5)
    ),
    "two chances in one cell": lambda frame: frame.with_columns(
        floor=pl.when(pl.col("attempt") == 3).then(0.25).otherwise(0.2)
    ),
    "no source attempts": lambda frame: frame.filter(pl.col("language") != "en"),
    "a score of two": lambda frame: frame.with_columns(score=pl.col("score") * 2),
    "two revisions": lambda frame: frame.with_columns(revision=pl.format("r{}", pl.col("attempt") % 2)),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("fault", FAULTS)
def test_problems_are_the_same(fault: str, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    frame = FAULTS[fault](study())
    whole = problems(frame)
    by_blocks(monkeypatch, way=way)
    assert problems(frame) == whole


def test_a_copy_is_found_where_attempt_numbers_are_large(monkeypatch: pytest.MonkeyPatch) -> None:
    frame = study().with_columns(pl.col("attempt") + 100)
    by_blocks(monkeypatch)
    counted(frame)
    (sentence,) = problems(pl.concat([frame, frame.head(1)]))
    assert "more than once" in sentence


def test_many_names_do_not_run_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cells are numbered by the product of numbers of names; here it is more than one number may be."""
    whole = counted(study())
    by_blocks(monkeypatch, way="by number")
    for largest in (1, 100, 1000):
        monkeypatch.setattr(blocks, "_LARGEST", largest)
        assert_frame_equal(counted(study()), whole, check_column_order=False, check_dtypes=False)


def test_items_of_many_benchmarks_have_places_only_where_they_occur(monkeypatch: pytest.MonkeyPatch) -> None:
    frame = pl.concat(
        study().with_columns(benchmark=pl.lit(f"b{n}"), item=pl.format("{}-{}", pl.lit(n), "item"))
        for n in range(4)
    )
    whole = counted(frame)
    by_blocks(monkeypatch)
    cells = whole.height / frame.height
    calls: list[tuple[Any, ...]] = []
    monkeypatch.setattr(blocks, "_PLACES_A_ROW", 1.5 * cells)
    added = blocks._added_in_place

    def noted(*given: Any) -> pl.DataFrame:
        calls.append(given[4:])
        return added(*given)

    monkeypatch.setattr(blocks, "_added_in_place", noted)
    assert_frame_equal(counted(frame), whole, check_column_order=False, check_dtypes=False)
    ((occurring,),) = calls
    assert len(occurring) == frame.select("benchmark", "item").n_unique()


def test_short_tables_are_summed_at_once_where_their_rows_come_in_runs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rows = study()
    monkeypatch.setattr(sums, "_FEW", 0)
    monkeypatch.setattr(sums, "_SAMPLE", 500)
    asked: list[int] = []

    def noted(*given: Any, **named: Any) -> pl.DataFrame:
        asked.append(1)
        return sum_blocks(*given, **named)

    monkeypatch.setattr(sums, "sum_blocks", noted)
    runs, mixed = counted(rows.sort(KEYS)), counted(shuffled(rows))
    assert_frame_equal(mixed, runs, check_dtypes=False, check_column_order=False)
    assert asked == [1]


def test_a_glob_of_parquet_is_scored_as_one_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    frame = study()
    whole = hatscore.score(frame, by="language").to_json()
    for number, part in enumerate(shuffled(frame).iter_slices(500)):
        part.write_parquet(tmp_path / f"{number}.parquet")
    by_blocks(monkeypatch)
    assert hatscore.score(str(tmp_path / "*.parquet"), by="language").to_json() == whole
