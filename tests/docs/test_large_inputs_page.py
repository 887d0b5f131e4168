"""Does what the page on large inputs shows work?"""

import re
from pathlib import Path

import pytest

import hatscore

PAGE = Path(__file__).parents[2] / "docs" / "large-inputs.md"


def test_a_table_that_was_converted_gives_the_same_scores(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    hatscore.read(hatscore.demo_path()).write("attempts.csv")
    (block,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    exec(block, {})
    assert hatscore.score("attempts.parquet").to_json() == hatscore.score("attempts.csv").to_json()
