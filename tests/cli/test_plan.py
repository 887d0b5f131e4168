"""Does `hatscore plan` read its arguments, print every form, and end with the right code?"""

import csv
import io
import json
from pathlib import Path

import polars as pl
import pytest

import hatscore as library

from .conftest import Hatscore, study


@pytest.fixture(scope="module")
def pilot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pilot") / "attempts.parquet"
    study(systems=("old", "new")).write_parquet(path)
    return path


def test_a_pilot_is_an_argument_or_an_option(pilot: Path, hatscore: Hatscore) -> None:
    asked = ("--systems", "old", "new", "--detect", "0.1", "--attempts", "5", "--format", "json")
    option, argument = hatscore("plan", "--pilot", pilot, *asked), hatscore("plan", pilot, *asked)
    assert option.code == 0
    assert option.out == argument.out
    assert option.out == library.plan(pilot, systems=["old", "new"], detect=0.1, attempts=5).to_json()


def test_assumptions_are_those_of_simulate(hatscore: Hatscore) -> None:
    run = hatscore(
        "plan", "--mix", "strong", "--hat", "0.7", "--item-spread", "0", "--shared-difficulty", "0.2",
        "--options", "4", "--items", "100,250", "--attempts", "5", "--source-attempts", "8",
        "--languages", "1,3", "--format", "json",
    )  # fmt: skip
    truth = {
        "profiles": 0.7,
        "mixes": "strong",
        "item_spread": None,
        "shared_difficulty": 0.2,
        "n_options": 4,
    }
    found = library.plan(truth=truth, items=(100, 250), attempts=5, source_attempts=8, languages=(1, 3))
    assert run.out == found.to_json()
    assert "no spread" in found.notes[0]


def test_two_mixes_are_two_systems_and_a_fixed_value_needs_one(hatscore: Hatscore) -> None:
    pair = hatscore("plan", "--mix", "weak", "--mix", "strong", "--detect", "0.2", "--format", "json")
    assert "straight:0.8, weak against straight:1, strong" in json.loads(pair.out)["notes"][0]
    alone = hatscore("plan", "--mix", "strong", "--detect", "0.05", "--fixed-value")
    assert "A against a fixed value" in alone.out


def test_text_says_what_was_asked_and_why_not(hatscore: Hatscore) -> None:
    run = hatscore("plan", "--mix", "uniform", "--detect", "0.03", "--budget", "20000", "--max-items", "250")
    assert run.code == 0
    for said in ("items needed", "cheapest mix", "best for the budget", "nearby", "2 + 3 x 2"):
        assert said in run.out
    assert "there are only 250 items." in run.out
    assert "of the variance is the choice of items" in " ".join(run.out.split())


@pytest.mark.parametrize("form", ["csv", "markdown", "latex"])
def test_every_form_has_every_design(form: str, pilot: Path, hatscore: Hatscore) -> None:
    run = hatscore("plan", pilot, "--detectable", "--by", "language", "--format", form)
    assert run.code == 0
    if form == "csv":
        rows = list(csv.DictReader(io.StringIO(run.out)))
        assert [row["target"] for row in rows] == ["de", "sw", "macro"]
        assert all(0 < float(row["detectable"]) < 1 for row in rows)
    assert run.out.count("this run" if form != "csv" else ",run,") == 3


def test_prices_add_a_column(hatscore: Hatscore) -> None:
    asked = ("plan", "--mix", "strong", "--detect", "0.05", "--attempts", "5", "--format", "markdown")
    assert "| cost |" not in hatscore(*asked).out
    priced = hatscore(*asked, "--cost-per-item", "3", "--cost-per-attempt", "0.01,0.02").out
    assert "| cost |" in priced


def test_a_chart_is_drawn_beside(pilot: Path, tmp_path: Path, hatscore: Hatscore) -> None:
    run = hatscore("plan", pilot, "--detect", "0.1", "--chart", tmp_path / "plan.svg")
    assert run.code == 0
    assert "items needed" in run.out
    assert "Items needed to see a difference of 0.1" in (tmp_path / "plan.svg").read_text(encoding="utf-8")
    assert hatscore("plan", pilot, "--detect", "0.1", "--chart", tmp_path / "plan.txt").code == 2


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["--detect", "0.1"], 2, "got neither"),
        (["--mix", "strong"], 2, "say what is asked"),
        (["--mix", "strong", "--detect", "0.1", "--attempts", "five"], 2, "whole numbers such as 5,10"),
        (["--mix", "strong", "--detect", "0.1", "--cost-per-attempt", "1,2,3"], 2, "SOURCE,TARGET"),
        (["--mix", "guesser", "--detect", "0.1"], 2, "guesser knows no item"),
    ],
)
def test_usage_errors(arguments: list[str], code: int, said: str, hatscore: Hatscore) -> None:
    run = hatscore("plan", *arguments)
    assert (run.code, run.out) == (code, "")
    assert said in run.err


def test_a_pilot_that_does_not_allow_it_exits_4(tmp_path: Path, hatscore: Hatscore) -> None:
    study(attempts=3, systems=("old", "new")).write_parquet(tmp_path / "a.parquet")
    run = hatscore("plan", tmp_path / "a.parquet", "--detect", "0.1")
    assert run.code == 4
    assert "at least 4 source and 2 target attempts" in run.err
    study(systems=("old", "new")).filter(pl.col("attempt") < 1).write_parquet(tmp_path / "b.parquet")
    run = hatscore("plan", tmp_path / "b.parquet", "--detectable")
    assert run.code == 4
    assert "it needs at least 2 source attempts per item" in run.out
