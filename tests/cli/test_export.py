"""Does ``hatscore export`` write what it says?"""

import json
from pathlib import Path

from tests.cli.conftest import Hatscore

from hatscore.api.reading import demo_path


def test_export_writes_logs_records_and_scores(hatscore: Hatscore, tmp_path: Path) -> None:
    run = hatscore(
        "export", demo_path(), "--organization", "Example Lab", "--developer", "us", "-o", tmp_path
    )
    assert run.code == 0
    assert run.out == ""
    assert "Wrote 5,000 records and 4 logs" in run.err
    assert "input.raw is empty" in run.err
    assert json.loads((tmp_path / "scores.json").read_text("utf-8"))["schema"] == "hatscore.scores/1"
    assert len(list((tmp_path / "data" / "starter_sums" / "us").rglob("*_samples.jsonl"))) == 2


def test_export_asks_who_publishes(hatscore: Hatscore, tmp_path: Path) -> None:
    run = hatscore("export", demo_path(), "-o", tmp_path)
    assert run.code == 2
    assert "--organization" in run.err
