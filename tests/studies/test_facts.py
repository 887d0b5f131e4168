"""Are facts about systems and languages sourced, overridable and never guessed?"""

import tomllib
from importlib.resources import files
from pathlib import Path

import langcodes
import pytest

from hatscore import InputError, InvalidArgument
from hatscore.answers.lexicons import known_languages
from hatscore.languages.registry import language_sheet
from hatscore.systems.facts import system_facts


def test_every_language_has_every_fact_and_every_fact_a_source() -> None:
    sheet = language_sheet()
    assert set(sheet.rows) == set(known_languages())
    for facts in sheet.rows.values():
        assert None not in (facts.script, facts.family, facts.resource_level, facts.speakers)
        assert facts.script == langcodes.get(facts.tag).maximize().script
    text = files("hatscore.languages").joinpath("languages.toml").read_text(encoding="utf-8")
    assert set(tomllib.loads(text)["sources"]) == {"script", "family", "resource_level", "speakers"}


def test_a_benchmark_overrides_a_script() -> None:
    sheet = language_sheet()
    assert sheet.facts("sr", "mmlu_prox_lite_law").script == "Latn"
    assert sheet.facts("sr", "elsewhere").script == "Cyrl"
    assert sheet.facts("tlh", "elsewhere").script is None


def test_users_add_and_override_languages(tmp_path: Path) -> None:
    path = tmp_path / "languages.toml"
    path.write_text(
        '[[language]]\ntag = "tlh"\nscript = "Latn"\n[[language]]\ntag = "sw"\nspeakers = 5\n'
        '[[override]]\nbenchmark = "mine"\nlanguage = "de"\nscript = "Latf"\n'
    )
    sheet = language_sheet(path)
    assert sheet.facts("tlh", "b").script == "Latn"
    assert (sheet.facts("sw", "b").speakers, sheet.facts("sw", "b").script) == (5, "Latn")
    assert sheet.facts("de", "mine").script == "Latf"


def test_users_add_and_override_systems(tmp_path: Path) -> None:
    path = tmp_path / "systems.toml"
    path.write_text(
        '[[system]]\nname = "Gemma-3-4B"\ntotal_billions = 4.5\n[[system]]\nname = "mine"\nfamily = "Mine"\n'
    )
    facts = system_facts(["gemma-3-4b", "mine", "other"], path)
    assert facts["gemma-3-4b"].total_billions == 4.5
    assert facts["gemma-3-4b"].family == "Gemma 3"
    assert facts["mine"].family == "Mine"
    assert (facts["mine"].total_billions, facts["other"].family) == (None, None)


def test_settings_of_one_checkpoint_are_known_from_the_built_in_rows() -> None:
    facts = system_facts(["gemini-2.5-flash-thinking", "gemini-2.5-flash-off"])
    thinking, off = facts.values()
    assert thinking.cluster == off.cluster
    assert off.thinking_order is not None
    assert thinking.thinking_order is not None
    assert off.thinking_order < thinking.thinking_order


def test_settings_are_ordered() -> None:
    names = [f"m (max_tokens_thinking={budget})" for budget in (8000, 500, 0)]
    orders = [one.thinking_order for one in system_facts(names).values()]
    assert all(order is not None for order in orders)
    assert sorted(orders, reverse=True) == orders  # type: ignore[type-var]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[[system]]\nfamily = "x"\n', "needs a name"),
        ('[[system]]\nname = "x"\nsize = 4\n', "has no key 'size'; its keys are name, family"),
        ('[[system]]\nname = "x"\ntotal_billions = -1\n', "a number above 0; got -1 for x"),
        ('[[system]]\nname = "x"\nreleased = "May"\n', "a date such as 2026-04-02; got 'May' for x"),
        ('[[system]]\nname = "x"\nthinking = "deep"\n', "thinking is one of off, minimal"),
    ],
)
def test_bad_facts_are_told(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "systems.toml"
    path.write_text(text)
    with pytest.raises(InvalidArgument, match=said):
        system_facts(["x"], path)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[[language]]\nscript = "Latn"\n', "needs a tag"),
        ('[[language]]\ntag = "sw"\nresource_level = "tiny"\n', "high, medium, low; got 'tiny' for sw"),
        ('[[language]]\ntag = "sw"\nspeakers = "many"\n', "a number above 0; got 'many' for sw"),
        ('[[override]]\nlanguage = "sw"\n', "needs benchmark, language and script"),
    ],
)
def test_bad_language_facts_are_told(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "languages.toml"
    path.write_text(text)
    with pytest.raises(InvalidArgument, match=said):
        language_sheet(path)


def test_files_that_are_not_toml_are_told(tmp_path: Path) -> None:
    path = tmp_path / "systems.toml"
    with pytest.raises(InputError, match="cannot read"):
        system_facts(["x"], path)
    path.write_text("no toml [")
    with pytest.raises(InputError, match="is not TOML"):
        system_facts(["x"], path)
