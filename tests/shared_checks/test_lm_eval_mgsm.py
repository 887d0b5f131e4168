"""Do real lm-eval logs of four models give the figures that are known of them?

Needs ../shared beside the project; skipped where it is absent.
"""

from pathlib import Path

import pytest

import hatscore
from hatscore import Score, Scores

LOGS = Path(__file__).parents[3] / "shared" / "data" / "outputs" / "lm_eval_mgsm"
pytestmark = pytest.mark.skipif(not LOGS.exists(), reason="../shared/data is not at hand")


@pytest.fixture(scope="module")
def scores() -> Scores:
    return hatscore.score(hatscore.read(LOGS, filter="flexible-extract"), by="language")


def find(scores: Scores, system: str, benchmark: str, target: str) -> Score:
    found = [
        row
        for row in scores
        if row.system.endswith(system) and row.benchmark == benchmark and row.target == target
    ]
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize(
    ("system", "target", "value"),
    [
        ("Qwen2.5-7B-Instruct", "zh", 0.887),
        ("Qwen2.5-7B-Instruct", "sw", 0.154),
        ("Qwen2.5-7B-Instruct", "te", 0.359),
        ("Qwen2.5-7B-Instruct", "bn", 0.636),
        ("gemma-3-12b-it", "es", 0.923),
        ("gemma-3-12b-it", "bn", 0.601),
    ],
)
def test_spot_values(scores: Scores, system: str, target: str, value: float) -> None:
    assert find(scores, system, "mgsm_direct", target).hat.value == pytest.approx(value, abs=5e-4)


def test_everything_is_there(scores: Scores) -> None:
    assert len(scores) == 60
    assert len({row.system for row in scores}) == 4
    assert {row.benchmark for row in scores} == {"mgsm_direct", "mgsm_en_cot"}
    assert {row.n_items for row in scores} == {250}


def test_one_attempt_gives_the_transfer_score_and_no_correction(scores: Scores) -> None:
    single = [row for row in scores if row.attempts_source == 1]
    assert len(single) == 50
    for row in single:
        assert row.hat.value == pytest.approx(row.transfer_score, abs=1e-12)
        assert row.hat_corrected.value is None
        assert "SINGLE_ATTEMPT" in [flag.code for flag in row.flags]


def test_copied_runs_are_named_and_not_counted(scores: Scores) -> None:
    assert len([note for note in scores.notes if "exact copy" in note]) == 11
    row = find(scores, "Qwen2.5-3B-Instruct", "mgsm_en_cot", "bn")
    assert (row.attempts_source, row.attempts_target) == (2, 3)
    assert "DUPLICATE_RUNS" in [flag.code for flag in row.flags]
