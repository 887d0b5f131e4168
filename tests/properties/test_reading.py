"""What holds for any table that is read, checked, binned or read again?"""

import json
import tempfile
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.budget import examples
from tests.properties.tables import SEEDS, tables

import hatscore
from hatscore import HatscoreError, InvalidAttempts, NotEstimable

WRITERS: dict[str, Callable[[pl.DataFrame, Path], object]] = {
    "a.csv": lambda frame, path: frame.write_csv(path),
    "a.tsv": lambda frame, path: frame.write_csv(path, separator="\t"),
    "a.jsonl": lambda frame, path: frame.write_ndjson(path),
    "a.parquet": lambda frame, path: frame.write_parquet(path),
    "a.arrow": lambda frame, path: frame.write_ipc(path),
}
NAMES = st.text(
    st.characters(categories=("L", "N", "P", "S", "Zs"), include_characters=" ,;\"'|"), min_size=1, max_size=8
).filter(lambda name: name.strip() == name)


@given(tables(systems=1), NAMES, st.sampled_from(sorted(WRITERS)))
@examples(12)
def test_every_form_of_table_reads_back_the_same(table: pl.DataFrame, name: str, file: str) -> None:
    table = table.with_columns(system=pl.lit(name))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / file
        WRITERS[file](table, path)
        attempts = hatscore.read(path)
        frame = attempts.to_frame().select(table.columns)
        assert frame.sort(table.columns).rows() == table.sort(table.columns).rows()
        assert hatscore.score(path).to_json() == hatscore.score(table).to_json()


@given(tables(systems=2), st.integers(1, 4))
@examples(8)
def test_parts_in_several_files_are_one_table(table: pl.DataFrame, parts: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{part}.parquet" for part in range(parts)]
        for part, path in enumerate(paths):
            table.gather_every(parts, part).write_parquet(path)
        together, backwards = hatscore.read(paths), hatscore.read(paths[::-1])
        assert together.to_frame().height == table.height
        expected = hatscore.score(table, by="all").to_json()
        assert hatscore.score(together, by="all").to_json() == expected
        assert hatscore.score(backwards, by="all").to_json() == expected


@given(tables(systems=1), NAMES)
@examples(8)
def test_columns_may_have_other_names_and_one_value(table: pl.DataFrame, name: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.parquet"
        table.drop("benchmark").rename({"item": "question"}).write_parquet(path)
        frame = hatscore.read(path, rename={"item": "question"}, fixed={"benchmark": name}).to_frame()
    assert set(frame["benchmark"]) == {name}
    assert frame["item"].to_list() == table["item"].to_list()


def refusals(table: pl.DataFrame, missing: str) -> list[str]:
    try:
        hatscore.score(table, missing=missing)  # type: ignore[arg-type]
    except InvalidAttempts as error:
        return [problem.code for problem in error.problems]
    except NotEstimable:
        return ["nothing_to_score"]
    return []


DAMAGE: dict[str, Callable[[pl.Expr], pl.Expr]] = {
    "none": lambda score: score,
    "percent": lambda score: score * 100,
    "negative": lambda score: score - 0.5,
    "nan": lambda score: pl.when(score == 1).then(float("nan")).otherwise(score),
    "null": lambda score: pl.when(score == 1).then(None).otherwise(score),
}


@given(
    tables(),
    st.sampled_from(sorted(DAMAGE)),
    st.booleans(),
    st.booleans(),
    st.sampled_from(["error", "drop"]),
)
@examples(25)
def test_check_is_empty_exactly_where_score_does_not_refuse(
    table: pl.DataFrame, damage: str, repeat: bool, orphan: bool, missing: str
) -> None:
    table = table.with_columns(DAMAGE[damage](pl.col("score")).alias("score"))
    if repeat:
        table = pl.concat([table, table.head(2)])
    if orphan:
        table = table.filter(~((pl.col("item") == "q00") & (pl.col("language") == "en")))
    problems = hatscore.check(table, missing=missing)  # type: ignore[arg-type]
    assert [problem.code for problem in problems] == refusals(table, missing)
    assert (damage in ("percent", "negative", "nan")) <= bool(problems) or table["score"].sum() == 0


@given(tables(systems=1, targets=2), st.integers(1, 15), SEEDS)
@examples(12)
def test_bins_hold_every_pair_once(table: pl.DataFrame, bins: int, seed: int) -> None:
    profile = hatscore.profile(table, bins=bins)
    pairs = table.filter(pl.col("language") != "en").select("item", "language").n_unique()
    assert len(profile.bins) == bins
    assert sum(b.pairs for b in profile.bins) == sum(point.pairs for point in profile.cloud) == pairs
    attempts = table.filter(pl.col("language") != "en").height
    assert sum(b.attempts for b in profile.bins) == attempts
    for one in profile.bins:
        assert (one.source_rate is None) == (one.pairs == 0)
        if one.source_rate is not None and one.target_rate is not None:
            assert one.low - 1e-12 <= one.source_rate <= one.high + 1e-12
            assert one.interval is None or one.interval.low <= one.target_rate <= one.interval.high
    (score,) = hatscore.score(table, by="pooled")
    assert profile.score.to_dict() == score.to_dict()
    shuffled = table.sample(fraction=1.0, shuffle=True, seed=seed)
    assert hatscore.profile(shuffled, bins=bins).to_json() == profile.to_json()
    assert json.loads(profile.to_json()) == json.loads(json.dumps(profile.to_dict()))
    with pytest.raises(HatscoreError):
        hatscore.profile(table, bins=0)


ANSWERS = st.lists(
    st.tuples(st.integers(-999, 999), st.integers(-999, 999), st.sampled_from(["en", "sw", "de"])),
    min_size=6,
    max_size=12,
)


@given(ANSWERS)
@examples(12)
def test_reading_again_keeps_rows_is_right_on_plain_numbers_and_stays(
    answers: list[tuple[int, int, str]],
) -> None:
    rows = [
        {"item": f"q{place}", "language": language, "response": f"The answer is {given}.", "gold": str(gold)}
        for place, (given, gold, _) in enumerate(answers)
        for language in ("en", "sw")
    ]
    table = pl.DataFrame(rows).with_columns(
        system=pl.lit("A"), benchmark=pl.lit("b"), outcome=pl.lit("wrong"), attempt=pl.lit(0)
    )
    again = hatscore.regrade(table, kind="number")
    frame = again.attempts.to_frame()
    expected = ["right" if given == gold else "wrong" for given, gold, _ in answers for _ in range(2)]
    assert frame["outcome"].to_list() == expected
    twice = hatscore.regrade(frame.drop("recorded_outcome", "recorded_score", strict=False), kind="number")
    assert twice.attempts.to_frame()["outcome"].to_list() == expected
    for row in twice.rows:
        assert row.accuracy_before == row.accuracy_after
    assert json.loads(again.to_json()) == json.loads(json.dumps(again.to_dict()))
