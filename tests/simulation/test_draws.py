"""Are simulated studies what their truth says, and the same under the same seed?"""

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from click.testing import CliRunner
from scipy.stats import spearmanr

import hatscore
from hatscore.attempts.counts import Policies, count_items
from hatscore.attempts.table import Attempts
from hatscore.cli.main import group
from hatscore.options import Options
from hatscore.scoring.panels import build_panels
from hatscore.simulation.draws import Right, draw_rates, draw_right
from hatscore.simulation.panels import panel_of
from hatscore.simulation.profiles import Profile, area
from hatscore.simulation.tables import attempts_frame, counts_frame, truth_frame
from hatscore.simulation.truth import Truth

RICH = Truth(
    profiles=("straight:0.8", "bent:0.3,0.5", "threshold:0.9,0.4"),  # type: ignore[arg-type]
    mixes=("weak", "strong", "2,1"),  # type: ignore[arg-type]
    languages={"de": 0.0, "sw": -0.1},
    items=4_000,
    attempts=5,
    source_attempts=7,
    n_options=4,
)


@pytest.mark.parametrize("text", ["straight:0.7", "bent:0.3,0.5", "bent:1.4,-0.6", "threshold:0.9,0.4"])
def test_hat_of_a_profile_is_twice_its_area(text: str) -> None:
    profile = Profile.parse(text)
    assert area(profile, 0.0) == pytest.approx(profile.hat, abs=1e-7)
    assert Profile.parse(str(profile)) == profile


def test_the_profile_holds_at_every_source_pass_rate() -> None:
    rates = draw_rates(RICH, np.random.default_rng(0), studies=20)
    above = [(rate - RICH.chance) / (1 - RICH.chance) for rate in rates]
    for system, profile in enumerate(RICH.profiles):
        source, target = above[0][:, system].ravel(), above[1][:, system].reshape(-1, 2)
        for language, shift in enumerate(RICH.languages.values()):
            for low in (0.0, 0.25, 0.5, 0.75):
                near = (source >= low) & (source < low + 0.25)
                if near.sum() < 2_000:
                    continue
                expected = np.clip(profile.at(source[near]) + shift * source[near], 0, 1).mean()
                error = target[near, language].std() / near.sum() ** 0.5
                assert abs(target[near, language].mean() - expected) <= 4.5 * error


def test_accuracies_of_the_truth_are_those_of_many_items() -> None:
    rates = draw_rates(RICH, np.random.default_rng(1), studies=20)
    table = truth_frame(RICH)
    for system, name in enumerate(RICH.names):
        for language, target in enumerate(RICH.languages):
            row = table.row(
                by_predicate=(pl.col("system") == name) & (pl.col("target") == target), named=True
            )
            assert rates.source[:, system].mean() == pytest.approx(row["source_accuracy"], abs=0.005)
            assert rates.target[:, system, :, language].mean() == pytest.approx(
                row["target_accuracy"], abs=0.005
            )
            assert row["hat"] == RICH.hat(system, target)


def test_items_are_as_hard_for_other_systems_as_stated() -> None:
    alike = Truth(mixes=("weak", "strong"), items=5_000, shared_difficulty=0.7)  # type: ignore[arg-type]
    source = draw_rates(alike, np.random.default_rng(2)).source[0]
    assert spearmanr(*source)[0] == pytest.approx(6 / np.pi * np.arcsin(0.35), abs=0.03)


def test_counts_are_those_of_the_attempts() -> None:
    truth = Truth(
        profiles=("0.8", "0.6"),  # type: ignore[arg-type]
        items=12,
        attempts=4,
        source_attempts=6,
        unparsed={"sw": 0.4, "en": 0.1},
        judge_error=(0.1, 0.05),
    )
    rng = np.random.default_rng(3)
    right = draw_right(truth, draw_rates(truth, rng), rng)
    frame = attempts_frame(truth, right, rng)
    keys = ["system", "item", "language"]
    columns = [*keys, "source_language", "rows", "attempts", "total", "total_of_squares", "unparsed"]
    counted = count_items(Attempts.from_frame(frame), Policies()).select(columns).sort(keys)
    expected = counts_frame(truth, right).select(columns).sort(keys)
    assert counted.rows() == expected.rows()


@pytest.mark.parametrize("floor", ["none", "options", 0.1])
def test_a_panel_is_what_counts_are_laid_out_to(floor: Any) -> None:
    truth = replace(
        RICH,
        items=12,
        languages={"sw": -0.1, "de": 0.0},
        unparsed={"sw": 0.4, "en": 0.1},
        names=("b", "c", "d"),
    )
    rng = np.random.default_rng(3)
    right = draw_right(truth, draw_rates(truth, rng), rng)
    options = Options(floor=floor)
    made, laid_out = panel_of(truth, right, options), build_panels(counts_frame(truth, right), options)[0]
    _same(asdict(made), asdict(laid_out))


def test_studies_stand_side_by_side_in_a_panel() -> None:
    truth = replace(RICH, items=7)
    right = draw_right(
        truth, draw_rates(truth, np.random.default_rng(1), studies=4), np.random.default_rng(2)
    )
    both = panel_of(truth, right)
    third = panel_of(truth, Right(*(counts[2:3] for counts in right)))
    assert both.systems[6:9] == ["s00/2", "s01/2", "s02/2"]
    assert np.array_equal(both.source.total[:, 6:9], third.source.total)
    assert np.array_equal(both.target.total[:, 6:9], third.target.total)


def _same(one: Any, other: Any) -> None:
    if isinstance(one, dict):
        assert one.keys() == other.keys()
        for name in one:
            _same(one[name], other[name])
    elif isinstance(one, np.ndarray):
        assert np.array_equal(one, other)
    else:
        assert one == other


def test_unparsed_answers_and_errors_of_the_judge_come_as_often_as_stated() -> None:
    truth = Truth(
        mixes="guesser",  # type: ignore[arg-type]
        languages=["de", "sw"],  # type: ignore[arg-type]
        items=5_000,
        n_options=4,
        unparsed={"sw": 0.2},
        judge_error=(0.1, 0.04),
    )
    rng = np.random.default_rng(4)
    right = draw_right(truth, draw_rates(truth, rng), rng)
    scored = 0.25 * 0.9 + 0.75 * 0.04
    n = truth.items * truth.attempts
    assert right.source.sum() / n == pytest.approx(scored, abs=0.01)
    assert right.target[..., 1].sum() / n == pytest.approx(0.8 * scored, abs=0.01)
    assert right.target_unparsed.sum(axis=(0, 1, 2)) / n == pytest.approx([0, 0.2], abs=0.01)


def test_the_same_seed_gives_the_same_study_and_leaves_numpys_state_alone() -> None:
    before = np.random.get_state()[1].sum()  # type: ignore[index]
    first, same, other = (hatscore.simulate(items=20, rng=seed) for seed in (5, 5, 6))
    assert first.attempts.to_frame().equals(same.attempts.to_frame())
    assert not first.attempts.to_frame().equals(other.attempts.to_frame())
    assert np.random.get_state()[1].sum() == before  # type: ignore[index]


def test_a_simulation_is_written_with_its_truth_and_scored(tmp_path: Path) -> None:
    made = hatscore.simulate(profiles="bent:0.3,0.5", items=400, attempts=8)
    beside = made.write(tmp_path / "study.csv")
    truth = json.loads(beside.read_text())
    assert truth["schema"] == "hatscore.simulation/1"
    assert truth["truth"][0]["hat"] == pytest.approx(0.3 + 1 / 3)
    row = hatscore.score(tmp_path / "study.csv")[0]
    assert row.hat_curve.value == pytest.approx(0.633, abs=0.05)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"profiles": "curly:1"}, "a profile is one of straight, bent, threshold"),
        ({"profiles": "bent:0.3"}, "takes 2 numbers"),
        ({"profiles": "1.2"}, "pass rates lie from 0 to 1"),
        ({"profiles": "straight:x"}, "not a number"),
        ({"mixes": "hard"}, "weak"),
        ({"mixes": "0,1"}, "two numbers above 0"),
        ({"profiles": ["0.5", "0.6"], "mixes": ["weak"] * 3}, "one a system"),
        ({"names": ["a", "a"]}, "different names"),
        ({"items": 0}, "items must be a whole number from 1"),
        ({"languages": ["en"]}, "other than en"),
        ({"unparsed": {"fr": 0.1}}, "fr"),
        ({"unparsed": {"de": 1.1}}, "from 0 to 1"),
        ({"judge_error": (0.1,)}, "two shares"),
        ({"item_spread": 0}, "above 0"),
        ({"item_spread": 1e300}, r"at most 1e\+09"),
        ({"rng": -1}, "whole number from 0"),
    ],
)
def test_what_cannot_be_simulated_is_said(fields: dict[str, object], message: str) -> None:
    with pytest.raises(hatscore.HatscoreError, match=message):
        hatscore.simulate(**fields)  # type: ignore[arg-type]


def test_the_command_writes_attempts_and_truth(tmp_path: Path) -> None:
    out = tmp_path / "a.parquet"
    options = [
        "--profile",
        "0.8",
        "--mix",
        "weak",
        "--mix",
        "strong",
        "--languages",
        "de,sw=-0.1",
        "--items",
        "30",
    ]
    done = CliRunner().invoke(
        group, ["simulate", "-o", str(out), *options, "--unparsed", "sw=0.1", "--seed", "3"]
    )
    assert done.exit_code == 0, done.output
    assert "s01: HAT 0.750 (profile straight:0.8), source accuracy 0.870 (mix strong)" in done.output
    assert pl.read_parquet(out).height == 2 * 30 * 3 * 10
    assert json.loads((tmp_path / "a.truth.json").read_text())["settings"]["unparsed"] == {"sw": 0.1}
