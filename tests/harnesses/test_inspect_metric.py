"""Is HAT inside a task of Inspect AI the HAT of its log?"""

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import pytest

import hatscore
from hatscore.errors import MissingExtra
from hatscore.harnesses.inspect_metric import hat

RUN = Path(__file__).with_name("inspect_run.py")
# Warnings are wrapped to the terminal, which has none here.
WIDE = {**os.environ, "COLUMNS": "300"}
needs_inspect = pytest.mark.skipif(find_spec("inspect_ai") is None, reason="inspect-ai is not installed")


def run(folder: Path, place: str) -> tuple[dict[str, float], str]:
    # A process of its own: Inspect changes the event loop, logging and signals of the one it runs in.
    done = subprocess.run(
        [sys.executable, RUN, folder, place],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        env=WIDE,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout.splitlines()[-1]), " ".join(f"{done.stdout} {done.stderr}".split())


@needs_inspect
@pytest.mark.parametrize("place", ["metadata", "id"])
def test_the_metric_is_the_score_of_the_log(tmp_path: Path, place: str) -> None:
    found, _ = run(tmp_path, place)
    pattern = r"(?P<item>q\d+)/(?P<language>\w+)" if place == "id" else None
    attempts = hatscore.read(tmp_path, fixed={"benchmark": "sums"}, pattern=pattern)
    (expected,) = hatscore.score(attempts, floor=0.0)
    assert expected.attempts_source == 4
    assert expected.hat_corrected.interval is not None
    assert {name: value for name, value in found.items() if name != "accuracy"} == {
        "hat_corrected": expected.hat_corrected.value,
        "hat_corrected_low": expected.hat_corrected.interval.low,
        "hat_corrected_high": expected.hat_corrected.interval.high,
        "source_accuracy": expected.source_accuracy,
        "target_accuracy": expected.target_accuracy,
        "doubts": len(expected.flags),
    }


@needs_inspect
def test_a_run_does_not_fail_for_want_of_hat(tmp_path: Path) -> None:
    found, said = run(tmp_path, "nowhere")
    assert set(found) == {"accuracy"}
    assert "no HAT so far" in said


def test_a_missing_inspect_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "inspect_ai", None)
    monkeypatch.setitem(sys.modules, "inspect_ai.scorer", None)
    with pytest.raises(MissingExtra, match=r"hatscore\[inspect\]"):
        hat()


def test_an_inspect_that_only_gives_means_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    old = ModuleType("inspect_ai.scorer")
    old.__dict__.update(Metric=object, SampleScore=object, metric=lambda name: name)
    monkeypatch.setitem(sys.modules, "inspect_ai", ModuleType("inspect_ai"))
    monkeypatch.setitem(sys.modules, "inspect_ai.scorer", old)
    with pytest.raises(hatscore.InvalidArgument, match="hands metrics the mean of all epochs"):
        hat()
