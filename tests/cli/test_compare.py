"""Do compare, decompose and study print what they should, and stop where they must?"""

import io
import json
from importlib.resources import files
from pathlib import Path

import jsonschema
import polars as pl
import pytest
from tests.cli.conftest import Hatscore, study
from tests.simulated import SIMULATED

from hatscore.cli.systems_option import spread


def schema(name: str) -> dict[str, object]:
    loaded: dict[str, object] = json.loads(
        files("hatscore").joinpath(f"schemas/{name}.json").read_text(encoding="utf-8")
    )
    return loaded


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (["compare", SIMULATED, "--by", "language"], "comparison-1"),
        (
            ["compare", SIMULATED, "--systems", "demo-small", "demo-large", "--fail-if-worse", "0.1"],
            "comparison-1",
        ),
        (
            ["decompose", SIMULATED, "--systems", "demo-small", "demo-large", "demo-large-x"],
            "decomposition-1",
        ),
    ],
)
def test_json_keeps_its_schema(hatscore: Hatscore, words: list[str | Path], name: str) -> None:
    run = hatscore(*words, "--format", "json")
    assert run.code == 0
    jsonschema.validate(json.loads(run.out), schema(name))


@pytest.mark.parametrize("form", ["text", "markdown", "latex"])
def test_every_form_has_the_figures(hatscore: Hatscore, form: str) -> None:
    run = hatscore("compare", SIMULATED, "--format", form)
    assert run.code == 0
    assert "demo-large-v2" in run.out
    assert "-0.16 [-0.26, -0.06]" in run.out
    gain = hatscore("decompose", SIMULATED, "--systems", "demo-small", "demo-large", "--format", form)
    assert "+17.0 [14.1, 19.9]" in gain.out


def test_csv_has_full_precision(hatscore: Hatscore) -> None:
    run = hatscore("decompose", SIMULATED, "--systems", "demo-small", "demo-large", "--format", "csv")
    row = pl.read_csv(io.StringIO(run.out)).row(0, named=True)
    assert row["total"] == pytest.approx(0.17)
    assert row["source"] + row["transfer"] + row["shape"] == pytest.approx(row["total"], abs=1e-14)


def test_text_says_it_in_sentences(hatscore: Hatscore) -> None:
    run = hatscore("compare", SIMULATED, "--systems", "demo-large", "demo-small")
    assert "demo-small transfers worse than demo-large" in run.out
    assert "P(rank 1)" not in run.out
    many = hatscore("compare", SIMULATED)
    assert "P(rank 1)" in many.out
    assert "groups that the data do not separate: demo-large-x, demo-large-v2, demo-large." in many.out


def test_a_gate_that_is_not_met_exits_5(hatscore: Hatscore) -> None:
    run = hatscore(
        *("compare", SIMULATED, "--systems", "demo-large-x", "demo-small", "--fail-if-worse", "0.02")
    )
    assert run.code == 5
    assert "Gate NOT met" in run.out
    assert "the gate is not met" in run.err
    for verdict in ("worse:", "better: none", "undecided:"):
        assert verdict in run.out


def test_a_gate_that_is_met_exits_0(hatscore: Hatscore) -> None:
    run = hatscore(
        *("compare", SIMULATED, "--systems", "demo-small", "demo-large-x", "--fail-if-worse", "0.05")
    )
    assert run.code == 0
    assert "Gate met" in run.out


def test_nothing_estimable_exits_4(hatscore: Hatscore, tmp_path: Path) -> None:
    path = tmp_path / "one.csv"
    study(attempts=1).write_csv(path)
    run = hatscore("compare", path)
    assert run.code == 4
    assert "nothing was estimable" in run.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--systems", "demo-small", "nobody"], "no system nobody"),
        (["--systems", "demo-small"], "it takes two systems"),
        (["--systems"], "requires an argument"),
        (["--systems", "demo-small", "demo-large", "--fail-if-worse", "-0.1"], "from 0 to below 1"),
        (["--adjust", "tukey"], "'tukey' is not one of"),
    ],
)
def test_usage_errors_exit_2(hatscore: Hatscore, words: list[str], said: str) -> None:
    run = hatscore("compare", SIMULATED, *words)
    assert run.code == 2
    assert said in run.err


def test_names_after_systems_reach_to_the_next_option() -> None:
    words = ["a.csv", "--systems", "A", "B", "--by", "language", "--systems", "C"]
    assert spread(words) == [
        "a.csv",
        "--systems",
        "A",
        "--systems",
        "B",
        "--by",
        "language",
        "--systems",
        "C",
    ]


def test_study_writes_its_folder(hatscore: Hatscore, tmp_path: Path) -> None:
    run = hatscore("study", SIMULATED, "-o", tmp_path / "study")
    assert run.code == 0
    assert "(metric_robustness)" in run.out
    assert "Not estimable: it needs the column thinking_tokens" in run.out.replace("\n    ", " ")
    data = json.loads((tmp_path / "study" / "findings.json").read_text())
    jsonschema.validate(data, schema("study-1"))
    assert (tmp_path / "study" / "summary.md").read_text().startswith("# Study")


def test_study_of_what_cannot_tell_exits_4(hatscore: Hatscore, tmp_path: Path) -> None:
    path = tmp_path / "one.csv"
    study(attempts=1, systems=("one",)).filter(pl.col("language") != "sw").write_csv(path)
    run = hatscore("study", path, "-o", tmp_path / "study")
    assert run.code == 4
    assert "no finding was estimable" in run.err


def test_study_names_a_bad_file_of_facts(hatscore: Hatscore, tmp_path: Path) -> None:
    run = hatscore("study", SIMULATED, "-o", tmp_path, "--systems-file", tmp_path / "no.toml")
    assert run.code == 3
    assert "cannot read" in run.err
    blocked = tmp_path / "file"
    blocked.write_text("")
    run = hatscore("study", SIMULATED, "-o", blocked / "inside")
    assert run.code == 2
    assert "cannot write to" in run.err


HOSTILE = "\x1b[31mred\u202e & 100 % of $x_1$ \\input{/etc/passwd} | {a}"


@pytest.mark.parametrize("command", ["score", "compare"])
@pytest.mark.parametrize("form", ["text", "markdown", "latex"])
def test_hostile_names_stay_text(hatscore: Hatscore, tmp_path: Path, command: str, form: str) -> None:
    path = tmp_path / "hostile.parquet"
    study(systems=(HOSTILE, "plain")).write_parquet(path)
    run = hatscore(command, path, "--format", form)
    assert run.code == 0
    assert "\x1b" not in run.out
    assert "\u202e" not in run.out
    assert "red" in run.out
    if form == "latex":
        # Outside comments every special character of the name is escaped.
        lines = [line for line in run.out.splitlines() if "red" in line and not line.startswith("%")]
        assert lines
        for line in lines:
            assert r"\textbackslash{}input\{/etc/passwd\}" in line
            assert r"100 \% of \$x\_1\$" in line
