"""Are logs of lm-eval read as lm-eval meant them, whatever version wrote them?"""

import gzip
import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import hatscore
from hatscore.errors import InputError, InvalidArgument, UnreadableFile

from .conftest import (
    FIRST_TIME,
    KEYS,
    LM_EVAL,
    SECOND_TIME,
    Tables,
    compress,
    lines_of,
    results_file,
    rows_of,
    sample_file,
    write_lines,
)

LAYOUTS = pytest.mark.parametrize("folder", ["v_new_repeats1", "v_old"])
LAYOUTS_OF_FOUR = pytest.mark.parametrize("folder", ["v_new_repeats4", "v_old_repeats4"])
DIRECT_FILTERS = ("remove_whitespace", "flexible-extract")


def recorded(folder: str, task: str, filter: str) -> dict[str, float]:
    """Scores that lm-eval wrote down, by item; in the old layout filters are blocks of lines."""
    lines = lines_of(sample_file(folder, task))
    if "filter" not in lines[0]:
        names = [
            f["name"] for f in json.loads(results_file(folder).read_text())["configs"][task]["filter_list"]
        ]
        size = len(lines) // len(names)
        for number, line in enumerate(lines):
            line["filter"] = names[number // size]
    return {str(line["doc_id"]): line["exact_match"] for line in lines if line["filter"] == filter}


@LAYOUTS
@pytest.mark.parametrize(
    ("task", "filter"),
    [
        ("mgsm_direct_de", "remove_whitespace"),
        ("mgsm_direct_sw", "flexible-extract"),
        ("mgsm_en_cot_en", "strict-match"),
        ("mgsm_en_cot_de", "flexible-extract"),
    ],
)
def test_scores_are_those_that_lm_eval_recorded(folder: str, task: str, filter: str) -> None:
    frame = hatscore.read(sample_file(folder, task), filter=filter).to_frame()
    assert dict(frame.select("item", "score").iter_rows()) == recorded(folder, task, filter)
    assert frame["filter"].unique().to_list() == [filter]


@LAYOUTS
def test_a_folder_gives_every_task(folder: str) -> None:
    frame = hatscore.read(LM_EVAL / folder).to_frame()
    assert set(frame.select("benchmark", "language").rows()) == {
        ("mgsm_direct", "en"),
        ("mgsm_direct", "de"),
        ("mgsm_direct", "sw"),
        ("mgsm_en_cot", "en"),
        ("mgsm_en_cot", "de"),
    }
    assert frame["system"].unique().to_list() == ["acme/tiny-1b"]
    assert frame["item"].unique().sort().to_list() == list("012345")
    assert frame["metric"].unique().to_list() == ["exact_match"]


@LAYOUTS
@pytest.mark.parametrize(("word", "name"), [("first", "remove_whitespace"), ("last", "flexible-extract")])
def test_first_and_last_filter(folder: str, word: str, name: str) -> None:
    path = sample_file(folder, "mgsm_direct_de")
    by_word, by_name = (hatscore.read(path, filter=chosen).to_frame() for chosen in (word, name))
    assert by_word.equals(by_name)
    assert by_word["filter"].unique().to_list() == [name]


def test_the_last_filter_is_the_default() -> None:
    path = sample_file("v_new_repeats1", "mgsm_direct_de")
    assert hatscore.read(path).to_frame().equals(hatscore.read(path, filter="flexible-extract").to_frame())


@LAYOUTS
def test_an_unknown_filter_is_refused_with_the_names_of_those_there_are(folder: str) -> None:
    with pytest.raises(InvalidArgument, match=r"no filter 'strict'.*remove_whitespace, flexible-extract"):
        hatscore.read(sample_file(folder, "mgsm_direct_de"), filter="strict")


def test_versions_of_lm_eval_differ_in_white_space() -> None:
    """Old lm-eval stripped on the left only, so an answer that ends in a line break was wrong."""
    old, new = (
        hatscore.read(sample_file(folder, "mgsm_direct_en"), filter="remove_whitespace").to_frame()
        for folder in ("v_old", "v_new_repeats1")
    )
    assert (new["score"] - old["score"]).to_list() == [0, 1, 1, 0, 0, 0]


# Repeats.


@LAYOUTS_OF_FOUR
@pytest.mark.parametrize("filter", DIRECT_FILTERS)
@pytest.mark.parametrize("language", ["en", "de", "sw"])
def test_every_repeat_is_scored_as_lm_eval_would_have(folder: str, filter: str, language: str) -> None:
    """The key check: what each version's own code says about every repeat, not only the first."""
    task = f"mgsm_direct_{language}"
    expected = json.loads((LM_EVAL / folder / "expected_repeats.json").read_text())[task][filter]
    frame = hatscore.read(sample_file(folder, task), filter=filter).to_frame()
    assert rows_of(frame, "item", "attempt", "score") == sorted(
        (str(doc["doc_id"]), attempt, score)
        for doc in expected
        for attempt, score in enumerate(doc["exact_match"])
    )
    unread = frame.filter(pl.col("outcome") == "unparsed")
    assert rows_of(unread, "item", "attempt") == sorted(
        (str(doc["doc_id"]), attempt)
        for doc in expected
        for attempt, text in enumerate(doc["filtered"])
        if text == "[invalid]"
    )


def test_repeats_keep_their_responses_in_order() -> None:
    path = sample_file("v_new_repeats4", "mgsm_direct_de")
    frame = hatscore.read(path).to_frame().sort("item", "attempt")
    firsts = {str(line["doc_id"]): line["resps"][0] for line in lines_of(path)}
    for (item,), rows in frame.group_by("item"):
        assert rows.sort("attempt")["response"].to_list() == firsts[str(item)]


@LAYOUTS_OF_FOUR
@pytest.mark.parametrize("filter", DIRECT_FILTERS)
def test_built_in_tasks_need_no_results_file(folder: str, filter: str, copy_of: Tables) -> None:
    place = copy_of(folder, results=False)
    without = hatscore.read(place, filter=filter).to_frame()
    assert without.equals(hatscore.read(LM_EVAL / folder, filter=filter).to_frame())


def test_old_layout_without_results_file(copy_of: Tables) -> None:
    place = copy_of("v_old", results=False)
    for filter in ("flexible-extract", "first"):
        without = hatscore.read(place, filter=filter).to_frame()
        assert without.equals(hatscore.read(LM_EVAL / "v_old", filter=filter).to_frame())


def change_results(place: Path, change: Callable[[dict[str, Any]], object]) -> None:
    (path,) = place.glob("results_*.json")
    results = json.loads(path.read_text())
    for config in results["configs"].values():
        change(config)
    path.write_text(json.dumps(results))


@LAYOUTS_OF_FOUR
@pytest.mark.parametrize("key", ["filter_list", "metric_list"])
def test_repeats_of_an_undescribed_filter_are_refused(folder: str, key: str, copy_of: Tables) -> None:
    place = copy_of(folder)
    change_results(place, lambda config: config.pop(key))
    with pytest.raises(InputError, match=r"holds 4 repeats .*cannot be scored.*--filter.*results_\*.json"):
        hatscore.read(place)


def test_repeats_of_a_step_that_is_not_known_are_refused(copy_of: Tables) -> None:
    place = copy_of("v_new_repeats4")
    change_results(
        place, lambda config: config["filter_list"][-1]["filter"].insert(0, {"function": "custom"})
    )
    with pytest.raises(UnreadableFile, match="cannot be scored"):
        hatscore.read(place)


@LAYOUTS_OF_FOUR
def test_repeats_are_refused_where_the_replay_contradicts_the_record(folder: str, copy_of: Tables) -> None:
    place = copy_of(folder)
    (path,) = place.glob("samples_mgsm_direct_de_*")
    lines = lines_of(path)
    lines[-1]["exact_match"] = 1.0 - lines[-1]["exact_match"]
    write_lines(path, lines)
    with pytest.raises(UnreadableFile, match=r"another score than lm-eval recorded in 1 of 6 rows"):
        hatscore.read(path)
    assert hatscore.read(path, filter="first").to_frame().height == 24, "the other filter is not concerned"


def test_a_vote_over_repeats_is_refused_with_advice() -> None:
    with pytest.raises(UnreadableFile, match=r"filter 'maj@2'.*Choose another --filter"):
        hatscore.read(LM_EVAL / "v_new_maj")


def test_the_first_of_several_repeats_can_be_scored_where_votes_cannot() -> None:
    frame = hatscore.read(LM_EVAL / "v_new_maj", filter="score-first").to_frame()
    assert frame.group_by("language", "item").len()["len"].unique().to_list() == [4]
    firsts = frame.filter(pl.col("language") == "de", pl.col("attempt") == 0)
    assert dict(firsts.select("item", "score").iter_rows()) == recorded(
        "v_new_maj", "mgsm_cot_sc_de", "score-first"
    )


# Multiple choice.


@pytest.mark.parametrize("metric", ["acc", "acc_norm"])
def test_the_metric_can_be_chosen(metric: str) -> None:
    path = sample_file("v_new_choice", "xcopa_et")
    frame = hatscore.read(path, metric=metric).to_frame()
    assert frame["score"].to_list() == [line[metric] for line in lines_of(path)]
    assert frame["metric"].unique().to_list() == [metric]


def test_the_two_metrics_differ_somewhere() -> None:
    acc, norm = (
        hatscore.read(LM_EVAL / "v_new_choice", metric=metric).to_frame()["score"].to_list()
        for metric in ("acc", "acc_norm")
    )
    assert acc != norm


def test_accuracy_is_the_default_metric() -> None:
    assert hatscore.read(LM_EVAL / "v_new_choice").to_frame()["metric"].unique().to_list() == ["acc"]


def test_an_unknown_metric_is_refused_with_those_there_are() -> None:
    with pytest.raises(InvalidArgument, match=r"no metric 'f1'.*acc, acc_norm"):
        hatscore.read(LM_EVAL / "v_new_choice", metric="f1")


@pytest.mark.parametrize(("folder", "options"), [("v_new_choice", 2), ("v_new_prox", 4)])
def test_options_are_counted(folder: str, options: int) -> None:
    frame = hatscore.read(LM_EVAL / folder).to_frame()
    assert frame["n_options"].unique().to_list() == [options]
    assert frame.group_by(KEYS).len()["len"].to_list() == [1] * frame.height


def test_free_answers_have_no_options() -> None:
    assert "n_options" not in hatscore.read(LM_EVAL / "v_old").to_frame().columns


def test_a_subject_is_part_of_the_item() -> None:
    frame = hatscore.read(LM_EVAL / "v_new_prox").to_frame()
    assert frame["benchmark"].unique().to_list() == ["mmlu_prox_lite"]
    assert rows_of(frame, "language", "item") == [(x, f"law/{n}") for x in ("en", "ja") for n in range(4)]


def test_an_answer_that_the_filter_could_not_read_is_unparsed() -> None:
    path = sample_file("v_new_prox", "mmlu_prox_lite_en_law")
    expected = [line["filtered_resps"] == ["[invalid]"] for line in lines_of(path)]
    assert any(expected)
    assert [x == "unparsed" for x in hatscore.read(path).to_frame()["outcome"]] == expected


# Systems.


def test_the_system_is_the_results_files_model(copy_of: Tables) -> None:
    place = copy_of("v_new_choice", model="renamed")
    assert hatscore.read(place).to_frame()["system"].unique().to_list() == ["acme/tiny-1b"]


@pytest.mark.parametrize(
    ("folder", "system"),
    [("acme__tiny-1b", "acme/tiny-1b"), ("tiny", "tiny"), ("acme__tiny__beta", "acme/tiny__beta")],
)
def test_without_results_file_the_system_is_the_folder(folder: str, system: str, copy_of: Tables) -> None:
    place = copy_of("v_new_choice", results=False, model=folder)
    assert hatscore.read(place).to_frame()["system"].unique().to_list() == [system]


def test_the_system_can_be_set() -> None:
    frame = hatscore.read(LM_EVAL / "v_new_choice", fixed={"system": "mine"}).to_frame()
    assert frame["system"].unique().to_list() == ["mine"]


def test_a_damaged_results_file_is_no_obstacle(copy_of: Tables) -> None:
    place = copy_of("v_new_choice")
    next(place.glob("results_*")).write_text("{")
    assert hatscore.read(place).to_frame()["system"].unique().to_list() == ["acme/tiny-1b"]


def test_two_models_are_two_systems(copy_of: Tables) -> None:
    copy_of("v_new_choice", results=False, model="acme__one")
    place = copy_of("v_new_choice", results=False, model="acme__two")
    attempts = hatscore.read(place.parent)
    assert attempts.to_frame()["system"].unique().sort().to_list() == ["acme/one", "acme/two"]
    assert attempts.notes == ()


# Files.


@pytest.mark.parametrize("ending", [".gz", ".zst"])
def test_compressed_samples(ending: str, copy_of: Tables) -> None:
    place = copy_of("v_old_repeats4")
    for path in place.glob("samples_*"):
        path.with_name(path.name + ending).write_bytes(compress(path.read_bytes(), ending))
        path.unlink()
    assert hatscore.read(place).to_frame().equals(hatscore.read(LM_EVAL / "v_old_repeats4").to_frame())


def runs(folder: Path, *times_and_lines: tuple[str, list[dict[str, Any]]]) -> Path:
    """Runs of one task by one model, side by side as lm-eval leaves them."""
    for time, lines in times_and_lines:
        write_lines(folder / "acme__tiny-1b" / f"samples_mgsm_direct_de_{time}.jsonl", lines)
    return folder


def test_an_exact_copy_of_a_run_is_named_and_used_once(tmp_path: Path) -> None:
    lines = lines_of(sample_file("v_new_repeats1", "mgsm_direct_de"))
    attempts = hatscore.read(runs(tmp_path, (FIRST_TIME, lines), (SECOND_TIME, lines)))
    assert attempts.to_frame()["attempt"].unique().to_list() == [0]
    assert attempts.to_frame().height == 6
    (note,) = attempts.notes
    assert note.code == "DUPLICATE_RUNS"
    assert SECOND_TIME in note.sentence
    assert FIRST_TIME in note.sentence
    assert (note.system, note.benchmark) == ("acme/tiny-1b", "mgsm_direct")


def test_a_compressed_copy_is_a_copy(tmp_path: Path) -> None:
    original = sample_file("v_new_repeats1", "mgsm_direct_de")
    place = tmp_path / "acme__tiny-1b"
    place.mkdir()
    shutil.copy(original, place)
    (place / (original.name + ".gz")).write_bytes(gzip.compress(original.read_bytes()))
    attempts = hatscore.read(tmp_path)
    assert attempts.to_frame().height == 6
    assert [note.code for note in attempts.notes] == ["DUPLICATE_RUNS"]


def other_answers(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same questions, all answered wrongly."""
    return [line | {"resps": [["no"]], "filtered_resps": ["[invalid]"], "exact_match": 0.0} for line in lines]


def test_another_run_gives_further_attempts(tmp_path: Path) -> None:
    lines = lines_of(sample_file("v_new_repeats1", "mgsm_direct_de"))
    attempts = hatscore.read(runs(tmp_path, (FIRST_TIME, lines), (SECOND_TIME, other_answers(lines))))
    frame = attempts.to_frame()
    right = frame.group_by("attempt").agg(pl.col("score").sum()).sort("attempt")
    assert right.rows() == [
        (0, sum(recorded("v_new_repeats1", "mgsm_direct_de", "flexible-extract").values())),
        (1, 0),
    ]
    assert rows_of(frame, "item", "attempt") == [(str(i), a) for i in range(6) for a in range(2)]
    assert [(note.code, "further attempts" in note.sentence) for note in attempts.notes] == [("INFO", True)]


def test_runs_of_several_repeats_are_numbered_on(copy_of: Tables) -> None:
    place = copy_of("v_new_repeats4")
    (path,) = place.glob("samples_mgsm_direct_de_*")
    lines = lines_of(path)
    for line in lines:
        line["resps"] = [[*line["resps"][0][:1], "?", "??"]]
    write_lines(path.with_name(f"samples_mgsm_direct_de_2099-{FIRST_TIME}.jsonl"), lines)
    frame = hatscore.read(place).to_frame().filter(pl.col("language") == "de")
    assert frame.group_by("item").agg(pl.col("attempt").sort())["attempt"].to_list() == [list(range(7))] * 6
    assert frame.filter(pl.col("attempt") > 4)["response"].unique().sort().to_list() == ["?", "??"]


def test_runs_with_different_prompts_are_refused(tmp_path: Path) -> None:
    lines = lines_of(sample_file("v_new_repeats1", "mgsm_direct_de"))
    others = [line | {"prompt_hash": "another"} for line in other_answers(lines)]
    with pytest.raises(UnreadableFile, match=r"different prompts .*--set system=NAME"):
        hatscore.read(runs(tmp_path, (FIRST_TIME, lines), (SECOND_TIME, others)))


def test_runs_with_other_settings_are_other_systems(tmp_path: Path) -> None:
    """A system is a model with its settings: thinking budgets are no attempts of one system."""
    lines = lines_of(sample_file("v_new_repeats1", "mgsm_direct_de"))

    def with_budget(rows: list[dict[str, Any]], budget: int) -> list[dict[str, Any]]:
        return [
            row | {"arguments": {"gen_args_0": {"arg_0": "?", "arg_1": {"until": [], "budget": budget}}}}
            for row in rows
        ]

    few, many = with_budget(lines, 500), with_budget(other_answers(lines), 2000)
    folder = runs(tmp_path, (FIRST_TIME, few), (SECOND_TIME, many))
    attempts = hatscore.read(folder)
    systems = attempts.to_frame()["system"].unique().sort().to_list()
    name = systems[0].partition(" (")[0]
    assert systems == [f"{name} (budget=2000)", f"{name} (budget=500)"]
    assert attempts.to_frame()["attempt"].max() == 0
    with pytest.raises(hatscore.InvalidArgument, match=r"different settings \(budget\)"):
        hatscore.read(folder, fixed={"system": "m"})


def test_a_task_that_names_no_language_can_be_told(tmp_path: Path) -> None:
    lines = lines_of(sample_file("v_new_repeats1", "mgsm_direct_de"))
    path = write_lines(tmp_path / f"samples_my_task_{FIRST_TIME}.jsonl", lines)
    fixed = {"system": "m", "benchmark": "mine", "language": "de"}
    frame = hatscore.read(path, fixed=fixed).to_frame()
    assert frame.select(*fixed).unique().row(0, named=True) == fixed


# Damage: each message names the file and what to do.

DAMAGES: dict[str, tuple[Callable[[list[dict[str, Any]]], list[Any]], str]] = {
    "a line without resps": (lambda rows: [rows[0], {"doc_id": 1}], "line 2 lacks doc_id or resps; is it"),
    "a line that is no object": (lambda rows: [rows[0], 5], "line 2 "),
    "empty resps": (lambda rows: [rows[0], rows[1] | {"resps": []}], "line 2 lacks doc_id or resps; is it"),
    "resps that are no list": (
        lambda rows: [rows[0] | {"resps": "5"}],
        "line 1 lacks doc_id or resps; is it",
    ),
    "no metric": (
        lambda rows: [{k: v for k, v in row.items() if k not in ("metrics", "exact_match")} for row in rows],
        "no metric|no score",
    ),
    "scores that are not there": (
        lambda rows: [row | {"metrics": ["bypass"], "bypass": None} for row in rows],
        "without --predict_only",
    ),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_lines_are_named(damage: str, tmp_path: Path) -> None:
    change, message = DAMAGES[damage]
    path = tmp_path / f"samples_mgsm_direct_de_{FIRST_TIME}.jsonl"
    write_lines(path, change(lines_of(sample_file("v_new_repeats1", "mgsm_direct_de"))))
    with pytest.raises(InputError, match=message) as raised:
        hatscore.read(path, filter="first")
    assert path.name in str(raised.value)


def test_a_score_missing_in_a_later_line_is_named(tmp_path: Path) -> None:
    lines = lines_of(sample_file("v_new_repeats1", "mgsm_direct_de"))
    del lines[-1]["exact_match"]
    path = write_lines(tmp_path / f"samples_mgsm_direct_de_{FIRST_TIME}.jsonl", lines)
    with pytest.raises(InputError, match=re.escape(path.name)):
        hatscore.score(path, source="de")


def test_a_file_cut_short_is_named(tmp_path: Path) -> None:
    original = sample_file("v_new_repeats1", "mgsm_direct_de")
    path = tmp_path / original.name
    path.write_bytes(original.read_bytes()[:-100])
    with pytest.raises(UnreadableFile, match=r"line 12 is not JSON.*cut short"):
        hatscore.read(path)
