"""Do the pages on harnesses and large inputs keep what they promise?"""

from pathlib import Path

import pytest
from tests.docs.blocks import DOCS, blocks

import hatscore
from hatscore.api.publishing import export_every_eval_ever
from hatscore.harnesses.inspect_metric import hat

HARNESSES, LARGE = DOCS / "howto" / "harnesses.md", DOCS / "howto" / "large-inputs.md"


def test_lm_eval_needs_three_lines() -> None:
    (block,) = (block for block in blocks(HARNESSES) if '"output/"' in block.text)
    assert len(block.text.splitlines()) == 3


def test_pages_name_functions_that_exist() -> None:
    text = HARNESSES.read_text("utf-8")
    for function in (hat, export_every_eval_ever):
        assert f"from {function.__module__} import {function.__name__}" in text


def test_a_table_that_was_converted_gives_the_same_scores(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    hatscore.read(hatscore.demo_path()).write("attempts.csv")
    (block,) = (block for block in blocks(LARGE) if block.language == "python")
    exec(block.text, {})
    assert hatscore.score("attempts.parquet").to_json() == hatscore.score("attempts.csv").to_json()
