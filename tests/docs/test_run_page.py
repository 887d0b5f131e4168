"""Is the study of the page on running one that can be read?"""

import tomllib

from tests.docs.blocks import DOCS, blocks

from hatscore.running.study import make_system
from hatscore.sampling.system_flow import Flow

PAGE = DOCS / "howto" / "ask-models.md"


def test_the_study_names_systems_and_settings_that_exist() -> None:
    (block,) = (block for block in blocks(PAGE) if block.title == "study.toml")
    study = tomllib.loads(block.text)
    systems = [make_system(options) for options in (*study["systems"], *study["judges"])]
    assert [system.provider for system in systems] == ["anthropic", "openai", "google"]
    assert systems[1].name == "mine, thinking low"
    assert systems[1].price is not None
    assert Flow(**study["flow"]).budget == 25.0
