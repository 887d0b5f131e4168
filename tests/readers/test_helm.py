"""Are HELM's runs read as they were scored? Fixtures: made by running HELM 0.5.16."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import hatscore
from hatscore.errors import InvalidArgument, UnknownFormat, UnreadableFile

FIXTURES = Path(__file__).parents[1] / "fixtures" / "helm"
(VERSION,) = FIXTURES.iterdir()
ENGLISH = VERSION / "tiny_sums_language=en,model=simple_model1"
Change = Callable[[Any], Any]


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A run that may be changed."""
    return Path(shutil.copytree(ENGLISH, tmp_path / "run"))


def change(path: Path, edit: Change) -> None:
    content = json.loads(path.read_text())
    edited = edit(content)
    path.write_text(json.dumps(content if edited is None else edited))


def test_scores_are_those_of_the_runs() -> None:
    frame = hatscore.read(FIXTURES).to_frame()
    assert frame.group_by("benchmark", "language").len().sort("benchmark", "language").rows() == [
        ("tiny_sums", "en", 12),
        ("tiny_sums", "sw", 12),
        ("tiny_sums:options=yes", "en", 12),
        ("tiny_sums:options=yes", "sw", 12),
    ]
    plain = frame.filter(benchmark="tiny_sums")
    assert (plain["score"] == (plain["response"] == plain["gold"]).cast(pl.Float64)).all()
    assert set(frame["system"]) == {"simple/model1"}
    assert set(frame["metric"]) == {"exact_match"}
    assert frame["prompt_tokens"].min() == 81


def test_training_trials_are_attempts() -> None:
    frame = hatscore.read(ENGLISH).to_frame()
    assert frame.group_by("item").agg(pl.col("attempt").sort())["attempt"].to_list() == [[0, 1]] * 6


def test_options_are_counted() -> None:
    frame = hatscore.read(FIXTURES).to_frame()
    assert frame.filter(pl.col("benchmark").str.contains("options"))["n_options"].unique().to_list() == [3]


def test_without_the_requests_scores_are_read_and_that_is_told(run: Path) -> None:
    (run / "scenario_state.json").unlink()
    attempts = hatscore.read(run)
    assert attempts.to_frame()["score"].to_list() == hatscore.read(ENGLISH).to_frame()["score"].to_list()
    assert "response" not in attempts.to_frame().columns
    assert "no scenario_state.json" in attempts.notes[0].sentence


def test_without_the_run_spec_the_run_is_unknown(run: Path) -> None:
    (run / "run_spec.json").unlink()
    with pytest.raises(UnreadableFile, match=r"no run_spec\.json beside it"):
        hatscore.read(run)


def test_perturbed_instances_and_other_splits_are_left_out_and_told(run: Path) -> None:
    def edit(entries: list[dict[str, Any]]) -> None:
        entries[0]["perturbation"] = {"name": "typos"}
        for stat in entries[1]["stats"]:
            stat["name"]["split"] = "valid"

    change(run / "per_instance_stats.json", edit)
    attempts = hatscore.read(run)
    assert attempts.to_frame().height == 10
    sentences = " ".join(note.sentence for note in attempts.notes)
    assert "1 perturbed instances are left out" in sentences
    assert "splits valid are left out" in sentences


def test_a_failed_request_is_an_error_and_not_wrong(run: Path) -> None:
    def edit(state: dict[str, Any]) -> None:
        state["request_states"][0]["result"]["success"] = False

    change(run / "scenario_state.json", edit)
    frame = hatscore.read(run).to_frame()
    assert frame.filter(outcome="error").select("item", "attempt", "score").rows() == [("id0", 0, None)]


def test_several_completions_are_one_attempt_and_that_is_told(run: Path) -> None:
    def edit(state: dict[str, Any]) -> None:
        for own in state["request_states"]:
            own["result"]["completions"] *= 3

    change(run / "scenario_state.json", edit)
    attempts = hatscore.read(run)
    assert attempts.to_frame().height == 12
    assert "HELM scores one of 3 completions" in attempts.notes[0].sentence


def test_a_metric_can_be_chosen() -> None:
    frame = hatscore.read(ENGLISH, metric="prefix_exact_match").to_frame()
    assert frame["metric"].unique().to_list() == ["prefix_exact_match"]
    with pytest.raises(InvalidArgument, match="no metric 'bleu'; it has exact_match"):
        hatscore.read(ENGLISH, metric="bleu")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("mmlu_clinical_afr:subject=law,lang=af,model=m", ("mmlu_clinical_afr", "af", "law/id0")),
        ("mgsm:language=sw,method=direct,model=m", ("mgsm:method=direct", "sw", "id0")),
    ],
)
def test_names_of_runs(name: str, expected: tuple[str, str, str], run: Path) -> None:
    change(run / "run_spec.json", lambda spec: {**spec, "name": name, "scenario_spec": {}})
    assert hatscore.read(run).to_frame().select("benchmark", "language", "item").row(0) == expected


def test_a_name_that_says_no_language(run: Path) -> None:
    change(run / "run_spec.json", lambda spec: {**spec, "name": "gsm:model=m", "scenario_spec": {}})
    with pytest.raises(UnknownFormat, match=r"per_instance_stats\.json: .*--pattern"):
        hatscore.read(run)
    frame = hatscore.read(run, fixed={"language": "de"}).to_frame()
    assert frame.select("benchmark", "language").unique().rows() == [("gsm", "de")]
    frame = hatscore.read(
        run, pattern="(?P<benchmark>gsm):(?P<language>)", fixed={"language": "de"}
    ).to_frame()
    assert frame["benchmark"].unique().to_list() == ["gsm"]


def test_runs_with_other_settings_are_other_systems(run: Path, tmp_path: Path) -> None:
    warm = Path(shutil.copytree(run, tmp_path / "warm"))

    def edit(spec: dict[str, Any]) -> None:
        spec["adapter_spec"]["temperature"] = 0.7

    change(warm / "run_spec.json", edit)
    systems = set(hatscore.read([run, warm]).to_frame()["system"])
    assert systems == {"simple/model1 (temperature=0.0)", "simple/model1 (temperature=0.7)"}
    with pytest.raises(InvalidArgument, match="different settings \\(temperature\\)"):
        hatscore.read([run, warm], fixed={"system": "m"})


def test_an_exact_copy_is_used_once_and_another_run_is_further_attempts(run: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copytree(run, tmp_path / "copy"))
    attempts = hatscore.read([run, copy])
    assert attempts.to_frame().height == 12
    assert [note.code for note in attempts.notes] == ["DUPLICATE_RUNS"]

    def edit(entries: list[dict[str, Any]]) -> None:
        for stat in entries[0]["stats"]:
            if stat["name"]["name"] == "exact_match":
                stat["mean"] = 1.0 - stat["mean"]

    change(copy / "per_instance_stats.json", edit)
    attempts = hatscore.read([run, copy])
    assert attempts.to_frame()["attempt"].unique().sort().to_list() == [0, 1, 2, 3]
    assert "2 runs of tiny_sums" in attempts.notes[0].sentence


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('[{"instance_id": "a", "train_trial_index": 0, "stats": [', "is not JSON .*cut short"),
        ('[{"instance_id": "a", "train_trial_index": 0, "stats": 3}]', "entry 1 lacks instance_id or stats"),
        ('[{"instance_id": "a", "train_trial_index": 0, "stats": []}]', "no scores of single items"),
    ],
)
def test_damaged_files(content: str, message: str, run: Path) -> None:
    (run / "per_instance_stats.json").write_text(content)
    with pytest.raises(UnreadableFile, match=message):
        hatscore.read(run / "per_instance_stats.json")
