"""Do the analyses say what the tables say, what they need, and what they cannot tell?"""

import json
from datetime import date
from importlib.resources import files
from pathlib import Path

import jsonschema
import numpy as np
import polars as pl
import pytest
from tests.simulated import SIMULATED

import hatscore
from hatscore import InvalidArgument, Study
from hatscore.studies.study import ANALYSES

SYSTEMS = """
[[system]]
name = "demo-small"
family = "Demo"
released = 2025-01-01
total_billions = 1.0

[[system]]
name = "demo-large"
family = "Demo"
released = 2025-06-01
total_billions = 8.0
checkpoint = "large"
thinking = "off"

[[system]]
name = "demo-large-v2"
family = "Demo"
released = 2025-06-01
total_billions = 8.0
checkpoint = "large"
thinking = 2000

[[system]]
name = "demo-large-x"
family = "Demo X"
released = 2026-01-01
total_billions = 30.0
active_billions = 3.0
"""


@pytest.fixture(scope="module")
def facts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("facts") / "systems.toml"
    path.write_text(SYSTEMS)
    return path


@pytest.fixture(scope="module")
def thinking() -> pl.DataFrame:
    """The simulated study with thinking tokens: a tenth more in the targets; and read answers."""
    table = pl.read_parquet(SIMULATED)
    rng = np.random.default_rng(1)
    base = np.where(table["language"].to_numpy() == "en", 100.0, 110.0)
    answers = np.where(
        table["outcome"].to_numpy() == "right", "1", rng.integers(2, 5, table.height).astype(str)
    )
    return table.with_columns(
        pl.Series("thinking_tokens", rng.poisson(base)), pl.Series("final_answer", answers)
    )


@pytest.fixture(scope="module")
def study(thinking: pl.DataFrame, facts: Path) -> Study:
    return hatscore.study(thinking, systems_file=facts)


def test_every_analysis_once_a_benchmark(study: Study) -> None:
    assert [one.id for one in study] == list(ANALYSES)
    assert {one.benchmark for one in study} == {"simulated"}


def test_json_keeps_the_schema_and_files_hold_the_same(study: Study, tmp_path: Path) -> None:
    schema = json.loads(files("hatscore").joinpath("schemas/study-1.json").read_text(encoding="utf-8"))
    written = study.write(tmp_path / "out")
    data = json.loads((tmp_path / "out" / "findings.json").read_text())
    jsonschema.validate(data, schema)
    assert data == json.loads(study.to_json())
    names = {path.name for path in written}
    assert {"findings.json", "summary.md", "coupling_systems.csv", "thinking_effect_pairs.csv"} <= names
    table = pl.read_csv(tmp_path / "out" / "tables" / "coupling_systems.csv")
    scores = {row.system: row for row in hatscore.score(SIMULATED)}
    for row in table.iter_rows(named=True):
        assert row["hat"] == pytest.approx(scores[row["system"]].hat_corrected.value)
        assert row["target_accuracy"] == pytest.approx(scores[row["system"]].target_accuracy)


def test_sentences_hold_the_figures_of_the_finding(study: Study) -> None:
    for one in study:
        if one.estimate.value is None:
            assert one.sentence.startswith("Not estimable: ")
            assert one.estimate.reason
            assert one.estimate.reason in one.sentence
        elif one.id not in ("metric_robustness",):
            assert str(one.estimate) in one.sentence or one.id in ("family_vs_size", "size_trend")


def test_small_systems_and_slopes(study: Study) -> None:
    found = study.find("size_trend")
    rows = found.tables["systems"]
    size = np.log10([row["total_billions"] for row in rows])
    for name in ("hat", "target_accuracy"):
        values = [row[name] for row in rows]
        slope = np.polyfit(size, values, 1)[0]
        short = "slope_hat" if name == "hat" else "slope_target"
        assert found.estimates[short].value == pytest.approx(slope)
    assert "The 1 system of 1 to 4 billion have HAT" in found.sentence


def test_thinking_settings_of_a_checkpoint_are_paired(study: Study) -> None:
    found = study.find("thinking_effect")
    (pair,) = found.tables["pairs"]
    assert (pair["less"], pair["more"]) == ("demo-large", "demo-large-v2")
    (compared,) = hatscore.compare(SIMULATED, systems=["demo-large", "demo-large-v2"])
    assert found.estimate.value == pytest.approx(compared.difference.value)
    assert found.estimate.interval is not None
    assert compared.difference.interval is not None
    # Of few items the jackknife of studies and the error at the tested value differ a little.
    assert found.estimate.interval.low == pytest.approx(compared.difference.interval.low, abs=0.01)
    assert found.estimate.interval.high == pytest.approx(compared.difference.interval.high, abs=0.01)
    assert [flag.code for flag in found.flags] == ["ITEMS_ONLY"]


def test_thinking_is_longer_by_the_planted_tenth(study: Study) -> None:
    found = study.find("thinking_tokens")
    assert found.estimate.value == pytest.approx(1.1, abs=0.01)
    assert "thinking is longer than in the source" in found.sentence
    assert len(found.estimates) == 1 + 10


def test_medians_before_and_after(study: Study) -> None:
    found = study.find("time_trend")
    assert found.estimate.value is None
    assert "2 checkpoints on each side" in (found.estimate.reason or "")


def test_a_cut_is_the_users(thinking: pl.DataFrame, facts: Path) -> None:
    found = hatscore.study(thinking, systems_file=facts, cut=date(2025, 3, 1)).find("time_trend")
    sides = {row["system"]: row["side"] for row in found.tables["systems"]}
    assert sides == {
        "demo-small": "before",
        "demo-large": "after",
        "demo-large-v2": "after",
        "demo-large-x": "after",
    }


def test_votes_need_answers_or_say_so(thinking: pl.DataFrame, study: Study) -> None:
    with_answers = study.find("noise_or_bias")
    without = hatscore.study(thinking.drop("final_answer")).find("noise_or_bias")
    assert "ANSWERS_NOT_KEPT" not in [flag.code for flag in with_answers.flags]
    assert "ANSWERS_NOT_KEPT" in [flag.code for flag in without.flags]
    # Wrong answers scatter over three values, so the vote finds the right one more often.
    voted = [sum(row["consensus_target"] for row in one.tables["systems"]) for one in (with_answers, without)]
    assert voted[0] > voted[1]


def test_unknown_facts_leave_a_system_out_by_name(thinking: pl.DataFrame) -> None:
    for id in ("size_trend", "time_trend", "family_vs_size"):
        found = hatscore.study(thinking).find(id)
        assert found.estimate.value is None
        (flag,) = found.flags
        assert flag.code == "SYSTEMS_LEFT_OUT"
        assert "demo-large, demo-large-v2, demo-large-x, demo-small" in flag.sentence


def test_scripts_are_told_apart_by_language(study: Study) -> None:
    found = study.find("script_effect")
    rows = {row["language"]: row for row in found.tables["languages"]}
    assert rows["bn"]["script"] == "Beng"
    assert rows["sw"]["family"] == "Niger-Congo"
    latin = ("de", "es", "fr", "sw")
    (row,) = [r for r in found.tables["systems"] if r["fact"] == "script" and r["system"] == "demo-large"]
    scores = {s.target: s for s in hatscore.score(SIMULATED, by="language") if s.system == "demo-large"}
    means = [
        np.mean([s.hat_corrected.value for target, s in scores.items() if (target in latin) == alike])
        for alike in (True, False)
    ]
    assert row["hat_alike"] == pytest.approx(means[0])
    assert row["difference"] == pytest.approx(means[1] - means[0])


def test_signature_and_seed(thinking: pl.DataFrame, study: Study) -> None:
    assert "two-way-jackknife95" in study.signatures["simulated"]
    again = hatscore.study(thinking, rng=7)
    assert "boot:10000/7" in again.signatures["simulated"]
    # Only bootstraps use the seed.
    assert again.find("coupling").estimate.value == pytest.approx(study.find("coupling").estimate.value)


def test_results_show_themselves(study: Study) -> None:
    assert 3 <= len(repr(study).splitlines()) <= 8
    frame = study.to_frame()
    assert set(frame.columns) == {
        "id",
        "benchmark",
        "figure",
        "headline",
        "value",
        "low",
        "high",
        "method",
        "reason",
    }
    text = study.explain()
    for one in study:
        assert one.sentence in text
        assert all(flag.advice in text for flag in one.flags)
    with pytest.raises(KeyError, match="0 findings 'nothing'"):
        study.find("nothing")


def test_bad_arguments_are_told(thinking: pl.DataFrame) -> None:
    with pytest.raises(InvalidArgument, match="whole number"):
        hatscore.study(thinking, rng=np.random.default_rng(1))
