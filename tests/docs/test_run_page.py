"""Is the study of the page on running one that can be read?"""

import re
import tomllib
from pathlib import Path

from hatscore.running.study import make_system
from hatscore.sampling.system_flow import Flow

PAGE = Path(__file__).parents[2] / "docs" / "run.md"


def test_the_study_names_systems_and_settings_that_exist() -> None:
    (text,) = re.findall(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)
    study = tomllib.loads(text)
    systems = [make_system(options) for options in (*study["systems"], *study["judges"])]
    assert [system.provider for system in systems] == ["anthropic", "openai", "google"]
    assert systems[1].name == "mine, thinking low"
    assert systems[1].price is not None
    assert Flow(**study["flow"]).budget == 25.0
