"""Are the pages that are made from the code up to date?"""

import pytest
from scripts.reference.__main__ import FOLDER, MADE, PAGES

from hatscore.attempts.schema import MEANING, OUTCOME_MEANING, OUTCOMES, TYPES
from hatscore.cli.main import COMMANDS
from hatscore.flags import ADVICE


@pytest.mark.parametrize("name", PAGES)
def test_page_is_up_to_date(name: str) -> None:
    written = (FOLDER / name).read_text(encoding="utf-8")
    assert written == MADE + PAGES[name](), "run make reference"


def test_pages_leave_nothing_out() -> None:
    commands, flags = ((FOLDER / name).read_text(encoding="utf-8") for name in ("commands.md", "flags.md"))
    for command in COMMANDS:
        assert f"## `hatscore {command}`\n" in commands
    for code in ADVICE:
        assert f"## `{code}`\n" in flags
    assert MEANING.keys() == TYPES.keys()
    assert tuple(OUTCOME_MEANING) == OUTCOMES
