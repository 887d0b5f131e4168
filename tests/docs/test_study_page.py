"""Do the pages on comparing and on studies say what happens?"""

import re
from pathlib import Path

import pytest

from hatscore.cli.main import COMMANDS
from hatscore.languages.registry import language_sheet
from hatscore.studies.study import ANALYSES
from hatscore.systems.facts import system_facts

DOCS = Path(__file__).parents[2] / "docs"
STUDY = (DOCS / "study.md").read_text(encoding="utf-8")


def blocks(text: str, kind: str = "") -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", text, flags=re.DOTALL)


def test_every_analysis_has_its_row() -> None:
    rows = re.findall(r"^\| `(\w+)` \|", STUDY, flags=re.MULTILINE)
    assert rows == list(ANALYSES)
    measured = {
        row.split(" (")[0] for row in re.findall(r"^\| (\w+(?: \([\w ]+\))?) \| ", STUDY, flags=re.MULTILINE)
    }
    assert measured >= set(ANALYSES)


def test_the_files_of_facts_can_be_read(tmp_path: Path) -> None:
    systems, languages = blocks(STUDY, "toml")
    for name, text in (("systems", systems), ("languages", languages)):
        (tmp_path / f"{name}.toml").write_text(text)
    facts = system_facts(["my-model-think"], tmp_path / "systems.toml")["my-model-think"]
    assert (facts.total_billions, facts.thinking, facts.checkpoint) == (32.0, 2000, "my-model")
    sheet = language_sheet(tmp_path / "languages.toml")
    assert sheet.facts("tlh", "b").speakers == 30
    assert sheet.facts("sr", "my_benchmark_2").script == "Latn"


@pytest.mark.parametrize("page", ["study.md", "compare.md"])
def test_commands_exist(page: str) -> None:
    used = set(
        re.findall(r"^hatscore (\w+)", "\n".join(blocks((DOCS / page).read_text())), flags=re.MULTILINE)
    )
    assert used
    assert used <= COMMANDS.keys()
