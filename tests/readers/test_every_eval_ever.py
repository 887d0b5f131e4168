"""Are instance files of Every Eval Ever read? Fixtures: made by its converter (0.3.0) from lm-eval's logs."""

import json
import shutil
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import hatscore
from hatscore.api.publishing import export_every_eval_ever
from hatscore.errors import InvalidArgument, UnknownFormat, UnreadableFile
from hatscore.publishing.logs import Publication

from .conftest import LM_EVAL, lines_of, write_lines

FIXTURES = Path(__file__).parents[1] / "fixtures" / "every_eval_ever"
(SWAHILI,) = FIXTURES.rglob("mgsm_direct_sw/**/*_samples.jsonl")
KEYS = ("system", "benchmark", "language", "item", "score")


def record(**changes: Any) -> dict[str, Any]:
    """A record with the needed fields of the schema only."""
    return {
        "schema_version": "0.3.0",
        "evaluation_id": "mine/acme/m/1",
        "model_id": "acme/m",
        "evaluation_name": "facts_sw",
        "sample_id": "q1",
        "interaction_type": "single_turn",
        "input": {"raw": "?", "reference": ["4"]},
        "output": {"raw": ["4"]},
        "answer_attribution": [],
        "evaluation": {"score": 1.0, "is_correct": True},
        **changes,
    }


@pytest.mark.parametrize("filter", ["last", "first", "flexible-extract"])
def test_scores_are_those_of_the_logs_that_were_converted(filter: str) -> None:
    converted = hatscore.read(FIXTURES, filter=filter).to_frame()
    original = hatscore.read(LM_EVAL / "v_new_repeats1", filter=filter).to_frame()
    assert converted.select(KEYS).sort(KEYS).rows() == original.select(KEYS).sort(KEYS).rows()
    assert converted.height == 30


def test_filters_and_metrics_are_chosen() -> None:
    frame = hatscore.read(SWAHILI, metric="exact_match").to_frame()
    assert frame["metric"].unique().to_list() == ["exact_match"]
    assert frame["filter"].unique().to_list() == ["flexible-extract"]
    with pytest.raises(InvalidArgument, match="no filter 'x'; it has remove_whitespace, flexible-extract"):
        hatscore.read(SWAHILI, filter="x")
    with pytest.raises(InvalidArgument, match="no metric 'bleu'; it has exact_match"):
        hatscore.read(SWAHILI, metric="bleu")


def test_it_is_known_by_its_content_and_read_without_the_file_beside_it(tmp_path: Path) -> None:
    shutil.copy(SWAHILI, tmp_path / "mine.ndjson")
    assert hatscore.read(tmp_path / "mine.ndjson").to_frame().height == 6


def test_further_records_of_an_item_are_attempts(tmp_path: Path) -> None:
    rows = [record(evaluation={"score": score}) for score in (1.0, 0.0, 1.0)]
    frame = hatscore.read(write_lines(tmp_path / "a.jsonl", rows)).to_frame()
    assert frame.select("item", "attempt", "score").rows() == [("q1", 0, 1.0), ("q1", 1, 0.0), ("q1", 2, 1.0)]


def test_the_score_counts_and_not_is_correct(tmp_path: Path) -> None:
    rows = [record(evaluation={"score": 0.0, "is_correct": True})]
    frame = hatscore.read(write_lines(tmp_path / "a.jsonl", rows)).to_frame()
    assert frame.select("score", "outcome").row(0) == (0.0, "wrong")


def test_language_and_benchmark_of_the_metadata(tmp_path: Path) -> None:
    rows = [
        record(evaluation_name="mine", metadata={"language": language, "benchmark": "facts"})
        for language in ("en", "sw")
    ]
    frame = hatscore.read(write_lines(tmp_path / "a.jsonl", rows)).to_frame()
    assert frame.select("benchmark", "language").sort("language").rows() == [("facts", "en"), ("facts", "sw")]


def test_an_error_is_missing_and_not_wrong(tmp_path: Path) -> None:
    rows = [record(error="timeout", evaluation={"score": 0.0}), record(sample_id="q2")]
    frame = hatscore.read(write_lines(tmp_path / "a.jsonl", rows)).to_frame()
    assert frame.select("score", "outcome").rows() == [(None, "error"), (1.0, "right")]


def test_tokens_and_options(tmp_path: Path) -> None:
    usage = {"input_tokens": 12, "output_tokens": 40, "total_tokens": 52, "reasoning_tokens": 30}
    rows = [record(token_usage=usage, input={"raw": "?", "reference": ["A"], "choices": ["A", "B"]})]
    frame = hatscore.read(write_lines(tmp_path / "a.jsonl", rows)).to_frame()
    columns = ("prompt_tokens", "answer_tokens", "thinking_tokens", "n_options")
    assert frame.select(columns).row(0) == (12, 10, 30, 2)


def test_several_answers_under_one_score_are_one_attempt_and_that_is_told(tmp_path: Path) -> None:
    attempts = hatscore.read(write_lines(tmp_path / "a.jsonl", [record(output={"raw": ["4", "5"]})]))
    assert attempts.to_frame().height == 1
    assert "1 records hold several answers under one score" in attempts.notes[0].sentence


def test_our_own_export_comes_back(tmp_path: Path) -> None:
    columns = {
        "system": "acme/m",
        "benchmark": "facts",
        "source_language": "en",
        "revision": "2",
        "floor": 0.25,
        "n_options": 4,
    }
    table = pl.DataFrame(
        {
            "item": [f"q{item}" for item in range(12) for _ in range(6)],
            "attempt": [attempt for _ in range(12) for attempt in range(6)],
            "score": [float((item * 5 + 1) % 8 > attempt) for item in range(12) for attempt in range(6)],
        }
    ).with_columns(pl.lit(value).alias(name) for name, value in columns.items())
    sparse = (pl.col("score") * (pl.col("attempt") < 4)).alias("score")
    both = pl.concat(
        [table.with_columns(language=pl.lit("en")), table.with_columns(sparse, language=pl.lit("sw"))]
    )
    export_every_eval_ever(both, tmp_path, Publication("acme"))
    back = hatscore.read(tmp_path)
    rows = both.select(*KEYS, "attempt", "source_language", "revision", "floor", "n_options")
    assert sorted(back.to_frame().select(rows.columns).rows()) == sorted(rows.rows())
    found, expected = hatscore.score(back), hatscore.score(both)
    assert found.to_frame().drop("signature").equals(expected.to_frame().drop("signature"))
    assert found[0].signature.replace("metric:accuracy|", "") == expected[0].signature


def test_a_language_that_nothing_says(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "a.jsonl", [record(evaluation_name="gsm8k")])
    with pytest.raises(UnknownFormat, match=r"a\.jsonl: .*gsm8k.*--pattern"):
        hatscore.read(path)
    assert hatscore.read(path, fixed={"language": "en"}).to_frame()["benchmark"].to_list() == ["gsm8k"]


def test_lower_is_better_is_no_score(tmp_path: Path) -> None:
    shutil.copytree(SWAHILI.parent, tmp_path / "a")
    (whole,) = (tmp_path / "a").glob("*.json")
    content = json.loads(whole.read_text())
    for result in content["evaluation_results"]:
        result["metric_config"]["lower_is_better"] = True
    whole.write_text(json.dumps(content))
    with pytest.raises(UnreadableFile, match="lower is better for exact_match"):
        hatscore.read(tmp_path / "a")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"model_id": None}, "line 2 lacks model_id"),
        ({"evaluation": {"is_correct": True}}, r"line 2 has no number as evaluation\.score; got None"),
        ({"evaluation": {"score": "1"}}, r"line 2 has no number as evaluation\.score; got '1'"),
        ({"evaluation": [1]}, "line 2 lacks"),
    ],
)
def test_damaged_records_are_named(changes: dict[str, Any], message: str, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "a.jsonl", [record(), record(sample_id="q2", **changes)])
    with pytest.raises(UnreadableFile, match=message):
        hatscore.read(path)


def test_lines_are_parsed_as_they_stand() -> None:
    rows = lines_of(SWAHILI)
    frame = hatscore.read(SWAHILI).to_frame()
    golds = {row["sample_id"]: row["input"]["reference"][0] for row in rows}
    assert dict(frame.select("item", "gold").iter_rows()) == golds
    assert frame["response"].is_in([row["output"]["raw"][0] for row in rows]).all()
    assert frame.schema["score"] == pl.Float64
