"""Does the page on studies name every analysis, and are its files of facts read?"""

import re
from pathlib import Path

from tests.docs.blocks import DOCS, blocks

from hatscore.languages.registry import language_sheet
from hatscore.studies.study import ANALYSES
from hatscore.systems.facts import system_facts

STUDY = DOCS / "howto" / "study.md"


def test_every_analysis_has_its_row() -> None:
    text = STUDY.read_text(encoding="utf-8")
    assert re.findall(r"^\| `(\w+)` \|", text, flags=re.MULTILINE) == list(ANALYSES)
    rows = re.findall(r"^\| (\w+(?: \([\w ]+\))?) \| ", text, flags=re.MULTILINE)
    assert {row.split(" (")[0] for row in rows} >= set(ANALYSES)


def test_the_files_of_facts_can_be_read(tmp_path: Path) -> None:
    for block in blocks(STUDY):
        if block.kind == "file":
            (tmp_path / block.title).write_text(block.text, encoding="utf-8")
    facts = system_facts(["my-model-think"], tmp_path / "systems.toml")["my-model-think"]
    assert (facts.total_billions, facts.thinking, facts.checkpoint) == (32.0, 2000, "my-model")
    sheet = language_sheet(tmp_path / "languages.toml")
    assert sheet.facts("tlh", "b").speakers == 30
    assert sheet.facts("sr", "my_benchmark_2").script == "Latn"
