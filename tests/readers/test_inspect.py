"""Are Inspect AI logs of every version read as what they are?"""

import json
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import hatscore
from hatscore.errors import InputError, InvalidArgument, InvalidAttempts, UnreadableFile

from .conftest import rows_of
from .inspect_archives import INSPECT, change_samples, samples_of, write_archive

ARCHIVES = ["0.3.58", "0.3.140", "0.3.285"]
NEWEST = INSPECT / "0.3.285"
Change = Callable[[dict[str, Any]], None]


def frame_of(*paths: Path, **options: Any) -> pl.DataFrame:
    return hatscore.read(list(paths), **options).to_frame()


@pytest.mark.parametrize("version", ARCHIVES)
def test_epochs_are_attempts_in_every_version(version: str) -> None:
    frame = frame_of(INSPECT / version / "sums_sw.eval")
    assert rows_of(frame, "system", "benchmark", "language", "item", "attempt", "score", "outcome") == [
        ("openai/tiny-1", "sums", "sw", item, attempt, score, outcome)
        for item, score, outcome in (("1", 1.0, "right"), ("2", 1.0, "right"), ("3", 0.0, "truncated"))
        for attempt in (0, 1)
    ]
    assert set(frame["metric"]) == {"includes"}
    assert rows_of(frame, "response", "gold")[::2] == [("20", "18"), ("4", "4"), ("7", "7")]


def test_the_earliest_version_that_is_known() -> None:
    frame = frame_of(INSPECT / "0.3.20" / "sums_sw.json")
    assert frame.height == 6
    assert frame["outcome"].value_counts(sort=True).rows() == [("right", 4), ("truncated", 2)]


@pytest.mark.parametrize("version", ARCHIVES)
def test_one_json_file_gives_what_the_archive_gives(version: str) -> None:
    from_json = frame_of(INSPECT / version / "sums_sw.json")
    archive = frame_of(INSPECT / version / "sums_sw.eval")
    part = archive.filter((pl.col("attempt") == 0) & pl.col("item").is_in(["1", "2"]))
    assert from_json.sort("item").equals(part.sort("item"))


@pytest.mark.parametrize(("version", "expected"), [("0.3.58", None), ("0.3.140", 20), ("0.3.285", 20)])
def test_tokens_with_reasoning_apart(version: str, expected: int | None) -> None:
    frame = frame_of(INSPECT / version / "sums_sw.eval")
    assert set(frame["prompt_tokens"]) == {11}
    assert set(frame["answer_tokens"]) == {25 - (expected or 0)}
    assert (set(frame["thinking_tokens"]) if "thinking_tokens" in frame.columns else {None}) == {expected}


@pytest.mark.parametrize(
    ("usage", "tokens"),
    [
        ({"input_tokens": 3, "output_tokens": 4, "total_tokens": 17, "input_tokens_cache_read": 10}, 13),
        ({"input_tokens": 13, "output_tokens": 4, "total_tokens": 17, "input_tokens_cache_read": 10}, 13),
    ],
)
def test_cached_tokens_count_once_whoever_counts_them(
    usage: dict[str, int], tokens: int, tmp_path: Path
) -> None:
    def cached(sample: dict[str, Any]) -> None:
        sample["model_usage"] = {"openai/tiny-1": usage, "openai/judge": {"input_tokens": 99}}

    frame = frame_of(change_samples(NEWEST / "sums_sw.eval", tmp_path / "a.eval", cached))
    assert set(frame["prompt_tokens"]) == {tokens}


@pytest.mark.parametrize("version", ["0.3.58", "0.3.285"])
def test_a_failed_sample_is_missing_data(version: str) -> None:
    frame = frame_of(INSPECT / version / "broken_sw.eval")
    failed = frame.filter(pl.col("item") == "2")
    assert rows_of(failed, "attempt", "score", "outcome") == [(0, None, "error"), (1, None, "error")]
    assert frame.height == 6


@pytest.mark.parametrize(
    ("metric", "taken", "scores"),
    [
        ("length", "length", [0.25, 0.25, 0.5]),
        ("letters", "letters", [0.5, 1.0, 0.0]),
        ("parts", "parts/exact", [1.0, 1.0, 0.0]),
        ("parts/form", "parts/form", [0.5, 0.5, 0.5]),
    ],
)
def test_another_scorer(metric: str, taken: str, scores: list[float]) -> None:
    frame = frame_of(NEWEST / "sums_sw.eval", metric=metric).filter(pl.col("attempt") == 0).sort("item")
    assert frame["score"].to_list() == scores
    assert set(frame["metric"]) == {taken}


def test_a_scorer_that_is_not_there() -> None:
    with pytest.raises(InvalidArgument, match=r"no metric 'f1'; it has .*includes.*parts/exact"):
        hatscore.read(NEWEST / "sums_sw.eval", metric="f1")


@pytest.mark.parametrize(
    ("value", "score", "outcome"),
    [
        *[("C", 1.0, "right"), ("I", 0.0, "wrong"), ("P", 0.5, None), ("N", 0.0, "unparsed")],
        *[(True, 1.0, "right"), (0, 0.0, "wrong"), ("0.25", 0.25, None), ("yes", 1.0, "right")],
        (float("nan"), None, "error"),
    ],
)
def test_values_of_scorers(value: object, score: float | None, outcome: str | None, tmp_path: Path) -> None:
    def scored(sample: dict[str, Any]) -> None:
        sample["scores"] = {"own": {"value": value}}
        sample["output"]["choices"][0]["stop_reason"] = "stop"
        if score is None:
            sample["error"] = {"message": "no judge"}

    frame = frame_of(change_samples(NEWEST / "sums_sw.eval", tmp_path / "a.eval", scored))
    assert set(frame.select("score", "outcome").rows()) == {(score, outcome)}


@pytest.mark.parametrize(
    ("limit", "outcome"), [("token", "truncated"), ("context", "truncated"), ("time", "error")]
)
def test_a_sample_that_a_limit_ended_without_score(limit: str, outcome: str, tmp_path: Path) -> None:
    def ended(sample: dict[str, Any]) -> None:
        sample["scores"], sample["limit"] = {}, {"type": limit, "limit": 5}
        sample["output"]["choices"][0]["stop_reason"] = "stop"

    frame = frame_of(change_samples(NEWEST / "sums_sw.eval", tmp_path / "a.eval", ended))
    assert set(frame["outcome"]) == {outcome}


def test_an_answer_that_was_filtered_is_refused(tmp_path: Path) -> None:
    def filtered(sample: dict[str, Any]) -> None:
        sample["scores"] = {"own": {"value": "I"}}
        sample["output"]["choices"][0]["stop_reason"] = "content_filter"

    frame = frame_of(change_samples(NEWEST / "sums_sw.eval", tmp_path / "a.eval", filtered))
    assert set(frame["outcome"]) == {"refused"}


def test_a_long_text_that_is_kept_apart(tmp_path: Path) -> None:
    def apart(sample: dict[str, Any]) -> None:
        sample["output"]["choices"][0]["message"]["content"] = "attachment://abc"
        sample["attachments"] = {"abc": "a long answer"}

    frame = frame_of(change_samples(NEWEST / "sums_sw.eval", tmp_path / "a.eval", apart))
    assert set(frame["response"]) == {"a long answer"}


def test_language_and_item_from_the_metadata() -> None:
    frame = frame_of(NEWEST / "parallel.eval").filter(pl.col("attempt") == 0)
    assert rows_of(frame, "benchmark", "language", "item") == [
        ("parallel", language, item) for language in ("en", "sw") for item in ("q1", "q2", "q3")
    ]


def test_language_and_item_from_the_sample_id_which_is_noted() -> None:
    attempts = hatscore.read(NEWEST / "sums.eval")
    rows = rows_of(attempts.to_frame().filter(pl.col("attempt") == 0), "benchmark", "language", "item")
    assert rows == [("sums", language, item) for language in ("en", "sw") for item in ("1", "2", "3")]
    assert any("taken from their ids" in note.sentence for note in attempts.notes)


def test_a_pattern_comes_before_everything() -> None:
    pattern = r"(?P<benchmark>su)ms/(?P<language>[a-z]+)-(?P<item>\d)"
    frame = frame_of(NEWEST / "sums.eval", pattern=pattern).filter(pl.col("attempt") == 0)
    assert rows_of(frame, "benchmark", "language", "item")[3:] == [("su", "sw", str(n)) for n in (1, 2, 3)]


def test_a_pattern_that_does_not_fit_names_every_sample() -> None:
    with pytest.raises(InvalidAttempts, match=r"12 problems[\s\S]*samples/en-1_epoch_1\.json.*does not fit"):
        hatscore.read(NEWEST / "sums.eval", pattern=r"mgsm_(?P<language>[a-z]+)")


def test_language_from_the_tasks_arguments(tmp_path: Path) -> None:
    def arguments(header: dict[str, Any]) -> None:
        header["eval"]["task"] = "inspect_evals/facts"
        header["eval"]["task_args"] = {"language": "sw"}

    path = change_samples(NEWEST / "sums_sw.eval", tmp_path / "a.eval", header=arguments)
    assert set(frame_of(path).select("benchmark", "language").rows()) == {("facts", "sw")}


@pytest.mark.parametrize(("task", "identity"), [("facts", "q1"), ("facts", "id-12"), ("sums_en", "sw-3")])
def test_a_language_that_cannot_be_told_or_is_told_twice(task: str, identity: str, tmp_path: Path) -> None:
    def named(header: dict[str, Any]) -> None:
        header["eval"]["task"] = task

    def identified(sample: dict[str, Any]) -> None:
        sample["id"] = identity

    path = change_samples(NEWEST / "sums_sw.eval", tmp_path / "a.eval", identified, header=named)
    with pytest.raises(InvalidAttempts, match=r"--pattern .*or --set language"):
        hatscore.read(path)
    assert frame_of(path, fixed={"language": "sw"})["language"].unique().to_list() == ["sw"]


def sends(temperature: float | None) -> Change:
    def change(sample: dict[str, Any]) -> None:
        for event in sample["events"]:
            if event["event"] == "model":
                request = event["call"]["request"]
                request.pop("temperature", None)
                if temperature is not None:
                    request["temperature"] = temperature

    return change


def test_runs_with_other_requests_are_other_systems(tmp_path: Path) -> None:
    """Though the configuration of both says the same."""

    def other_run(header: dict[str, Any]) -> None:
        header["eval"]["task_id"] = "another"

    other = change_samples(NEWEST / "sums_sw.eval", tmp_path / "other.eval", sends(1.0), header=other_run)
    frame = frame_of(NEWEST / "sums_sw.eval", other)
    assert set(frame["system"]) == {"openai/tiny-1 (temperature=0.5)", "openai/tiny-1 (temperature=1)"}
    with pytest.raises(InvalidArgument, match="different settings"):
        hatscore.read([NEWEST / "sums_sw.eval", other], fixed={"system": "m"})


def test_what_was_asked_and_not_sent_is_noted(tmp_path: Path) -> None:
    path = change_samples(NEWEST / "sums_sw.eval", tmp_path / "a.eval", sends(None))
    assert any("asked for and not sent: temperature=0.5" in n.sentence for n in hatscore.read(path).notes)


def test_a_log_without_requests_says_so(tmp_path: Path) -> None:
    def without(sample: dict[str, Any]) -> None:
        for event in sample["events"]:
            event.pop("call", None)

    path = change_samples(NEWEST / "sums_sw.eval", tmp_path / "a.eval", without)
    assert any("keeps no requests" in note.sentence for note in hatscore.read(path).notes)


def test_a_further_run_is_further_attempts(tmp_path: Path) -> None:
    def other_run(header: dict[str, Any]) -> None:
        header["eval"]["task_id"] = "another"

    other = change_samples(NEWEST / "sums_sw.eval", tmp_path / "other.eval", header=other_run)
    frame = frame_of(NEWEST / "sums_sw.eval", other)
    assert sorted(frame.filter(pl.col("item") == "1")["attempt"]) == [0, 1, 2, 3]


def test_a_copy_is_used_once(tmp_path: Path) -> None:
    shutil.copy(NEWEST / "sums_sw.eval", tmp_path / "copy.eval")
    attempts = hatscore.read([NEWEST / "sums_sw.eval", tmp_path / "copy.eval"])
    assert attempts.to_frame().height == 6
    assert "DUPLICATE_RUNS" in {note.code for note in attempts.notes}


def test_a_retry_takes_the_place_of_the_samples_that_it_has_again(tmp_path: Path) -> None:
    samples, header = samples_of(NEWEST / "broken_sw.eval")
    header["eval"]["created"] = "2030-01-01T00:00:00+00:00"
    again = {name: sample for name, sample in samples.items() if sample["id"] == 2}
    for sample in again.values():
        sample["error"], sample["scores"] = None, {"includes": {"value": "C"}}
    retry = write_archive(tmp_path / "retry.eval", again, header)
    frame = frame_of(NEWEST / "broken_sw.eval", retry)
    assert frame.height == 6
    assert set(frame.filter(pl.col("item") == "2")["outcome"]) == {"right"}


def test_a_stopped_run_has_no_header_yet(tmp_path: Path) -> None:
    samples, header = samples_of(NEWEST / "sums_sw.eval")
    start = {"version": 2, "eval": header["eval"], "plan": {}}
    path = write_archive(tmp_path / "a.eval", samples, start, header_name="_journal/start.json")
    attempts = hatscore.read(path)
    assert attempts.to_frame().height == 6
    assert any("status 'started'" in note.sentence for note in attempts.notes)


@pytest.mark.parametrize("scored", [{}, {"other": {"value": "C"}}])
def test_a_sample_without_its_score_and_without_a_reason(scored: dict[str, Any], tmp_path: Path) -> None:
    def unscored(sample: dict[str, Any]) -> None:
        if sample["id"] == 2:
            sample["scores"] = scored

    path = change_samples(NEWEST / "sums_sw.eval", tmp_path / "a.eval", unscored)
    with pytest.raises(InvalidAttempts, match=r"2 problems[\s\S]*samples/2_epoch_1\.json: it has no score"):
        hatscore.read(path)


def test_problems_of_several_logs_are_told_together(tmp_path: Path) -> None:
    (tmp_path / "a.eval").write_bytes(b"no archive")
    (tmp_path / "b.eval").write_bytes(b"")
    shutil.copy(NEWEST / "sums_sw.eval", tmp_path)
    with pytest.raises(UnreadableFile, match=r"2 files[\s\S]*a\.eval[\s\S]*b\.eval"):
        hatscore.read(tmp_path)


def test_a_log_without_samples(tmp_path: Path) -> None:
    _, header = samples_of(NEWEST / "sums_sw.eval")
    with pytest.raises(UnreadableFile, match="holds no samples"):
        hatscore.read(write_archive(tmp_path / "a.eval", {}, header))
    (tmp_path / "a.json").write_text(json.dumps(header))
    with pytest.raises(UnreadableFile, match="holds no samples"):
        hatscore.read(tmp_path / "a.json")


def test_json_that_is_no_log_is_refused_by_name_and_passed_over_in_a_folder(tmp_path: Path) -> None:
    (tmp_path / "notes.json").write_text('{"a": 1}')
    with pytest.raises(InputError, match=r"notes\.json has no known form"):
        hatscore.read(tmp_path / "notes.json")
    shutil.copy(NEWEST / "sums_sw.json", tmp_path)
    assert frame_of(tmp_path).height == 2


def test_logs_are_scored_like_any_table() -> None:
    (score,) = hatscore.score(NEWEST / "parallel.eval", by="language")
    assert (score.target, score.source_accuracy, score.target_accuracy) == ("sw", 2 / 3, 2 / 3)


def test_archives_of_every_compression_read_alike(tmp_path: Path) -> None:
    samples, header = samples_of(NEWEST / "sums_sw.eval")
    stored = write_archive(tmp_path / "stored.eval", samples, header, method=zipfile.ZIP_STORED)
    packed = write_archive(tmp_path / "packed.eval", samples, header)
    assert frame_of(stored).equals(frame_of(packed))
    assert (
        frame_of(stored)
        .sort("item", "attempt")
        .equals(frame_of(NEWEST / "sums_sw.eval").sort("item", "attempt"))
    )
