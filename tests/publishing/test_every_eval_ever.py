"""Does what is published say exactly what the attempts say?"""

import hashlib
import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from tests.engines.study import study

import hatscore
from hatscore.api.publishing import export_every_eval_ever
from hatscore.publishing.logs import Publication
from hatscore.results.saved import load_scores

STUDY = study().with_columns(
    question=pl.lit("How many?"), gold=pl.lit("9"), prompt_tokens=pl.lit(12), answer_tokens=pl.lit(5)
)
ABOUT = Publication("Example Lab", "third_party", retrieved=1_780_000_000)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("published")
    export_every_eval_ever(STUDY, folder, ABOUT)
    return folder


def logs(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(path.read_text("utf-8")) for path in sorted((folder / "data").rglob("*.json"))]


def records(folder: Path) -> list[dict[str, Any]]:
    paths = sorted((folder / "data").rglob("*_samples.jsonl"))
    return [json.loads(line) for path in paths for line in path.read_text("utf-8").splitlines()]


def test_every_attempt_is_one_record(folder: Path) -> None:
    found = records(folder)
    assert len(found) == STUDY.height
    assert sum(log["detailed_evaluation_results"]["total_rows"] for log in logs(folder)) == STUDY.height
    names = {
        (r["model_id"], r["sample_id"], *(r["metadata"][key] for key in ("benchmark", "language", "attempt")))
        for r in found
    }
    assert len(names) == STUDY.height


def test_wrong_is_wrong_and_part_of_the_points_is_not_right(folder: Path) -> None:
    for record in records(folder):
        outcome = record["metadata"]["outcome"]
        assert record["evaluation"]["is_correct"] == (outcome == "right")
        assert record["evaluation"]["score"] in ((1.0,) if outcome == "right" else (0.0, 0.5))
        assert ("error" in record) == (outcome == "error")
    halves = [r for r in records(folder) if r["evaluation"]["score"] == 0.5]
    assert halves
    assert not any(r["evaluation"]["is_correct"] for r in halves)


def test_records_belong_to_their_log(folder: Path) -> None:
    for log in logs(folder):
        named = log["detailed_evaluation_results"]
        path = folder / named["file_path"]
        assert hashlib.sha256(path.read_bytes()).hexdigest() == named["checksum"]
        results = {result["evaluation_result_id"] for result in log["evaluation_results"]}
        for line in path.read_text("utf-8").splitlines():
            record = json.loads(line)
            assert record["evaluation_id"] == log["evaluation_id"]
            assert record["model_id"] == log["model_info"]["id"]
            assert record["evaluation_result_id"] in results


def test_what_has_a_field_is_in_it(folder: Path) -> None:
    record = next(r for r in records(folder) if r["metadata"]["outcome"] == "right")
    assert record["input"] == {"raw": "How many?", "reference": ["9"]}
    assert record["answer_attribution"][0]["extracted_value"] == "9"
    usage = record["token_usage"]
    assert usage["output_tokens"] == 5 + usage.get("reasoning_tokens", 0)
    assert usage["total_tokens"] == 12 + usage["output_tokens"]


def test_results_are_the_scores(folder: Path) -> None:
    expected = hatscore.score(STUDY, by="all")
    results = {
        (log["model_info"]["name"], result["evaluation_result_id"]): result["score_details"]
        for log in logs(folder)
        for result in log["evaluation_results"]
    }
    for row in expected:
        found = results[row.system, f"{row.benchmark}.{row.target}.hat_corrected"]
        assert found["score"] == row.hat_corrected.value
        assert found["details"]["signature"] == row.signature
        interval = found["uncertainty"]["confidence_interval"]
        assert row.hat_corrected.interval is not None
        assert (interval["lower"], interval["upper"]) == (
            row.hat_corrected.interval.low,
            row.hat_corrected.interval.high,
        )


def test_accuracy_counts_each_attempt_once_and_no_failed_call(folder: Path) -> None:
    (log,) = (
        x for x in logs(folder) if x["evaluation_id"].startswith("sums/") and x["model_info"]["name"] == "new"
    )
    (found,) = (x for x in log["evaluation_results"] if x["evaluation_result_id"] == "sums.sw.accuracy")
    own = STUDY.filter(
        (pl.col("system") == "new")
        & (pl.col("benchmark") == "sums")
        & pl.col("language").is_in(["sw", "swa"])
    ).with_columns(outcome=pl.col("outcome").str.strip_chars().str.to_lowercase())
    counted = own.filter(pl.col("outcome") != "error")
    assert found["score_details"]["details"]["attempts"] == str(counted.height)
    assert found["score_details"]["score"] == counted.select((pl.col("outcome") == "right").mean()).item()


def test_our_own_reader_gives_the_scores_again(folder: Path) -> None:
    again = hatscore.read(folder / "data", fixed={"source_language": "en"})
    plain = STUDY.drop("n_options", "revision")
    for found, expected in zip(hatscore.score(again), hatscore.score(plain), strict=True):
        assert found.system == f"unknown/{expected.system}"
        assert found.hat_corrected == expected.hat_corrected
        assert found.source_accuracy == expected.source_accuracy


def test_scores_json_is_read_back(folder: Path) -> None:
    expected = hatscore.score(STUDY, by="all")
    assert load_scores(folder / "scores.json").to_dict() == expected.to_dict()


def test_the_same_attempts_go_to_the_same_files(folder: Path, tmp_path: Path) -> None:
    export_every_eval_ever(STUDY, tmp_path, ABOUT)
    files = [path.relative_to(folder) for path in sorted(folder.rglob("*")) if path.is_file()]
    assert files == [path.relative_to(tmp_path) for path in sorted(tmp_path.rglob("*")) if path.is_file()]
    assert all((folder / name).read_bytes() == (tmp_path / name).read_bytes() for name in files)


@pytest.mark.parametrize("name", ["../../up", "/etc/x", "..", "a/../../b", "lab/模型"])
def test_nothing_is_written_outside_the_folder(tmp_path: Path, name: str) -> None:
    target = tmp_path / "in" / "here"
    one = STUDY.filter((pl.col("system") == "new") & (pl.col("benchmark") == "sums"))
    frame = one.with_columns(system=pl.lit(name), benchmark=pl.lit(name))
    written = export_every_eval_ever(frame, target, ABOUT)
    assert all(path.resolve().is_relative_to(target.resolve()) for path in written.logs)
    assert [path.name for path in tmp_path.iterdir()] == ["in"]
    assert [path.name for path in (tmp_path / "in").iterdir()] == ["here"]


def test_a_name_with_a_slash_says_who_made_the_model(tmp_path: Path) -> None:
    frame = STUDY.filter(pl.col("system") == "new").with_columns(system=pl.lit("lab/model-7b"))
    export_every_eval_ever(frame, tmp_path, ABOUT)
    assert {log["model_info"]["developer"] for log in logs(tmp_path)} == {"lab"}
    assert {log["model_info"]["id"] for log in logs(tmp_path)} == {"lab/model-7b"}


def test_what_is_not_estimable_is_left_out_and_said(tmp_path: Path) -> None:
    frame = STUDY.with_columns(score=pl.lit(None, pl.Float64), outcome=pl.lit("wrong"))
    written = export_every_eval_ever(frame, tmp_path, ABOUT)
    assert "new | sums | macro" in written.left_out
    results = [r for log in logs(tmp_path) for r in log["evaluation_results"]]
    assert {r["metric_config"]["metric_id"] for r in results} == {"accuracy"}


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("x")
    with pytest.raises(hatscore.InvalidArgument, match="is a file; name a folder"):
        export_every_eval_ever(STUDY, path, ABOUT)


def test_a_relationship_is_one_of_four() -> None:
    with pytest.raises(hatscore.InvalidArgument, match=r"relationship must be one of .*; got 'self'"):
        Publication("Lab", "self")  # type: ignore[arg-type]
    with pytest.raises(hatscore.InvalidArgument, match="organization is empty"):
        Publication(" ")
