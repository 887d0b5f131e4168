"""Does a study of real logs run through, and are its sentences true to its tables?

Needs ../shared beside the project; skipped where it is absent.
"""

import re
from pathlib import Path

import pytest

import hatscore
from hatscore import Attempts, Study

OUTPUTS = Path(__file__).parents[3] / "shared" / "data" / "outputs"
pytestmark = pytest.mark.skipif(not OUTPUTS.exists(), reason="../shared/data/outputs is not at hand")


@pytest.fixture(scope="module", params=["lm_eval_mgsm", "lm_eval_global_mmlu"])
def regraded(request: pytest.FixtureRequest) -> Attempts:
    return hatscore.regrade(OUTPUTS / request.param).attempts


@pytest.fixture(scope="module")
def study(regraded: Attempts) -> Study:
    return hatscore.study(regraded)


def test_every_finding_says_something(study: Study) -> None:
    for one in study:
        assert one.sentence
        if one.estimate.value is None:
            assert one.estimate.reason
            assert one.estimate.reason in one.sentence


def test_thinking_budgets_are_settings_of_one_checkpoint(study: Study, regraded: Attempts) -> None:
    if "global_mmlu" not in {one.benchmark for one in study}:
        return
    found = study.find("thinking_effect", "global_mmlu")
    pairs = found.tables["pairs"]
    assert [(row["thinking_less"], row["thinking_more"]) for row in pairs] == [
        (500, 2000),
        (2000, 8000),
        (500, 8000),
    ]
    (compared,) = hatscore.compare(
        regraded, systems=[str(pairs[-1]["less"]), str(pairs[-1]["more"])], estimator="published"
    )
    assert found.estimate.value == pytest.approx(compared.difference_published.value)
    assert found.estimate.value == pytest.approx(float(pairs[-1]["hat_more"]) - float(pairs[-1]["hat_less"]))
    assert str(found.estimate) in found.sentence


def test_languages_are_the_scores_of_the_systems(study: Study, regraded: Attempts) -> None:
    scores = hatscore.score(regraded, by="language", missing="drop")
    for one in study:
        if one.id != "script_effect":
            continue
        for row in one.tables["languages"]:
            own = [s.hat.value for s in scores if (s.benchmark, s.target) == (one.benchmark, row["language"])]
            assert row["hat_mean"] == pytest.approx(sum(x for x in own if x is not None) / len(own))


def test_directions_in_sentences_follow_the_figures(study: Study) -> None:
    for one in study:
        if one.id != "script_effect":
            continue
        parts = {name: one.estimates[name] for name in ("script", "family", "resource_level", "speakers")}
        said = re.findall(r"(?:transfer is (worse|better)|The data do not (separate))", one.sentence)
        for estimate, (direction, undecided) in zip(parts.values(), said, strict=True):
            assert estimate.interval is not None
            if undecided:
                assert estimate.interval.low <= 0 <= estimate.interval.high
            else:
                assert (estimate.interval.high < 0) == (direction == "worse")
