"""Do frames in engines give the scores and signatures of a frame in memory, without leaving the engine?"""

from typing import Any

import polars as pl
import pytest
from tests.engines.study import Put, study

import hatscore
from hatscore.api.panels import counts_of, provenance_of
from hatscore.api.reading import as_attempts
from hatscore.attempts.engines import EngineAttempts
from hatscore.options import Options

STUDY = study()
POLICIES: list[dict[str, Any]] = [
    {},
    {"unparsed": "drop"},
    {"truncated": "drop", "floor": "options", "by": "all"},
    {"source": "de", "missing": "drop"},
]


@pytest.mark.parametrize("options", POLICIES, ids=str)
def test_scores_and_signatures_are_those_of_polars(put: Put, options: dict[str, Any]) -> None:
    expected = hatscore.score(STUDY, **options)
    found = hatscore.score(put(STUDY), **options)
    assert found.to_dict() == expected.to_dict()
    assert found.failures == expected.failures
    assert found.notes == expected.notes
    assert any("same responses" in note for note in found.notes)


def test_comparison_decomposition_and_study_are_those_of_polars(put: Put) -> None:
    frame = put(STUDY)
    assert hatscore.compare(frame).to_dict() == hatscore.compare(STUDY).to_dict()
    expected = hatscore.decompose(STUDY, systems=["old", "new"]).to_dict()
    assert hatscore.decompose(frame, systems=["old", "new"]).to_dict() == expected
    assert hatscore.study(frame).to_dict() == hatscore.study(STUDY).to_dict()


def test_counts_are_those_of_polars(put: Put) -> None:
    keys = ["system", "benchmark", "item", "language"]
    expected = counts_of(as_attempts(STUDY), Options()).sort(keys)
    attempts = as_attempts(put(STUDY))
    found = counts_of(attempts, Options()).sort(keys)
    assert set(found.columns) == set(expected.columns)
    assert found.select(expected.columns).rows() == expected.rows()
    assert provenance_of(attempts) == provenance_of(as_attempts(STUDY))


def test_only_sums_leave_the_engine(put: Put, monkeypatch: pytest.MonkeyPatch) -> None:
    brought: list[int] = []
    collect = EngineAttempts.collect

    def watched(self: EngineAttempts, frame: Any) -> pl.DataFrame:
        table = collect(self, frame)
        brought.append(table.height)
        return table

    monkeypatch.setattr(EngineAttempts, "collect", watched)
    hatscore.score(put(STUDY))
    # Cells under their given spellings; a third of the items' cells are under two.
    cells = STUDY.select(pl.struct("system", "benchmark", "item", "language").n_unique()).item()
    assert max(brought) == cells < STUDY.height / 2


def test_plain_scores_without_any_other_column(put: Put) -> None:
    plain = STUDY.select("system", "benchmark", "item", "language", score=pl.lit(1.0))
    assert hatscore.score(put(plain)).to_dict() == hatscore.score(plain).to_dict()


def test_outcomes_without_scores(put: Put) -> None:
    plain = STUDY.select("system", "benchmark", "item", "language", "attempt", "outcome")
    assert hatscore.score(put(plain)).to_dict() == hatscore.score(plain).to_dict()


def test_scores_as_truth_values(put: Put) -> None:
    plain = STUDY.select(
        "system", "benchmark", "item", "language", score=pl.col("outcome").str.to_lowercase() == "right"
    )
    assert hatscore.score(put(plain)).to_dict() == hatscore.score(plain).to_dict()


BROKEN: dict[str, tuple[pl.Expr, str]] = {
    "score_out_of_range": (pl.lit(70.0).alias("score"), "looks like a percent"),
    "unknown_outcome": (pl.lit("correct").alias("outcome"), "got 'correct'"),
    "too_few_options": (pl.lit(1, pl.Int64).alias("n_options"), "n_options must be at least 2; got 1"),
    "no_value": (pl.lit("").alias("system"), "system has no value"),
    "unknown_language": (pl.lit("swahili").alias("language"), "'swahili' is not a known language tag"),
    "duplicate_attempt": (pl.lit(0, pl.Int64).alias("attempt"), "given more than once"),
    "mixed_revisions": (pl.lit("r3").alias("revision"), "mixed from the revisions r2, r3"),
    "mixed_chance": (pl.lit(5, pl.Int64).alias("n_options"), "more than one n_options"),
    "several_source_languages": (pl.lit("fr").alias("source_language"), "more than one source language"),
}


@pytest.mark.parametrize("code", BROKEN)
def test_problems_are_found_where_the_rows_are(put: Put, code: str) -> None:
    value, sentence = BROKEN[code]
    broken = STUDY.with_row_index().with_columns(
        pl.when(pl.col("index").is_between(4, 7))
        .then(value)
        .otherwise(value.meta.output_name())
        .alias(value.meta.output_name())
    )
    broken = broken.drop("index")
    in_memory = {problem.code for problem in hatscore.check(broken)}
    problems = hatscore.check(put(broken))
    assert code in in_memory
    assert {problem.code for problem in problems} == in_memory
    (found,) = (problem.sentence for problem in problems if problem.code == code)
    assert sentence in found


def test_a_broken_row_is_named_by_its_item(put: Put) -> None:
    broken = STUDY.with_columns(
        score=pl.when((pl.col("item") == 3) & (pl.col("attempt") == 0)).then(1.5).otherwise("score")
    )
    (problem,) = [p for p in hatscore.check(put(broken)) if p.code == "score_out_of_range"]
    assert (
        "frame, 12 rows (such as system new, benchmark facts, item 3, language de): score" in problem.sentence
    )


def test_fractions_are_no_numbers_of_attempts(put: Put) -> None:
    broken = STUDY.with_columns(attempt=pl.col("attempt") + 0.5)
    (problem,) = [p for p in hatscore.check(put(broken)) if p.code == "not_a_number"]
    assert "attempt must be a whole number; got '0.5'" in problem.sentence


def test_text_is_not_made_a_number_silently(put: Put) -> None:
    with pytest.raises(
        hatscore.InvalidAttempts, match=r"frame: the column score must hold numbers; .*cast it"
    ):
        hatscore.score(put(STUDY.with_columns(pl.col("score").cast(pl.String))))


def test_a_missing_column_is_missed_in_the_usual_words(put: Put) -> None:
    with pytest.raises(hatscore.InvalidAttempts, match="frame lacks the column item"):
        hatscore.score(put(STUDY.drop("item")))


def test_one_system_is_filtered_in_the_engine(put: Put) -> None:
    attempts = as_attempts(put(STUDY))
    assert isinstance(attempts, EngineAttempts)
    assert attempts.height() == STUDY.height
    new = attempts.only(systems=["new"])
    expected = hatscore.score(STUDY.filter(pl.col("system") == "new"))
    assert hatscore.score(new).to_dict() == expected.to_dict()
    with pytest.raises(hatscore.InvalidArgument, match="no system 'other'; there are new, old"):
        attempts.only(systems=["other"])


def test_all_rows_can_be_fetched_when_asked_for(put: Put) -> None:
    rows = as_attempts(put(STUDY)).to_frame()
    keys = ["system", "benchmark", "item", "language", "attempt"]
    expected = as_attempts(STUDY).to_frame().sort(keys)
    assert rows.sort(keys)["outcome"].to_list() == expected["outcome"].to_list()
    assert rows.sort(keys)["score"].to_list() == expected["score"].to_list()


def test_no_rows_is_not_a_score(put: Put) -> None:
    with pytest.raises(hatscore.NotEstimable):
        hatscore.score(put(STUDY.filter(pl.col("language") == "en")))


@pytest.mark.parametrize("first", [-3, 1, 50, 2_000])
def test_attempts_may_have_any_numbers(put: Put, first: int) -> None:
    numbered = STUDY.with_columns(attempt=pl.col("attempt") + first)
    assert hatscore.check(put(numbered)) == []
    twice = numbered.with_columns(attempt=pl.when(pl.col("item") == 1).then(first).otherwise("attempt"))
    (problem,) = hatscore.check(put(twice))
    assert problem.code == "duplicate_attempt"
    assert "12 attempts given more than once" in problem.sentence


def test_rows_of_a_cell_that_disagree_in_chance_are_named(put: Put) -> None:
    mixed = STUDY.with_columns(n_options=pl.when(pl.col("attempt") == 0).then(5).otherwise("n_options"))
    (problem,) = hatscore.check(put(mixed))
    assert problem.code == "mixed_chance"


def test_an_engine_that_fails_is_named(put: Put, monkeypatch: pytest.MonkeyPatch) -> None:
    attempts = as_attempts(put(STUDY))

    def fails(*_: object, **__: object) -> None:
        raise RuntimeError("no space left on worker 7")

    monkeypatch.setattr("hatscore.attempts.engines.to_polars", fails)
    with pytest.raises(hatscore.InputError, match="frame could not be computed: RuntimeError: no space left"):
        hatscore.score(attempts)
