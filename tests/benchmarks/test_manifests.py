"""Are the manifests and the prompts complete, consistent and as stated?"""

import re
import tomllib
import unicodedata
from pathlib import Path

import pytest

import hatscore.benchmarks
from hatscore.answers.lexicons import known_languages, language_data
from hatscore.benchmarks import graders, prompts
from hatscore.benchmarks.contract import Item, Kind, Manifest
from hatscore.benchmarks.manifest_files import read_manifest
from hatscore.benchmarks.registry import available, expand, load
from hatscore.errors import InvalidArgument

FOLDER = Path(hatscore.benchmarks.__file__).parent
KINDS: tuple[Kind, ...] = ("number", "letter", "text")


@pytest.mark.parametrize("manifest", available(), ids=lambda manifest: str(manifest.name))
def test_manifest_is_consistent(manifest: Manifest) -> None:
    assert manifest.kind in KINDS
    assert manifest.languages == tuple(sorted(set(manifest.languages)))
    assert set(manifest.rows) == set(manifest.fingerprints) == set(manifest.languages)
    assert set(manifest.example_rows) == set(manifest.example_fingerprints)
    assert set(manifest.example_rows) in (set(), set(manifest.languages))
    stated = [*manifest.fingerprints.values(), *manifest.example_fingerprints.values()]
    assert all(re.fullmatch("[0-9a-f]{64}", one) for one in stated)
    assert len(set(stated)) == len(stated)
    assert manifest.source == "item" or manifest.source in manifest.languages
    assert manifest.licence
    assert manifest.citation
    fetched = [home for home in manifest.homes if home.repo]
    assert bool(fetched) == bool(manifest.local)
    for home in fetched:
        assert re.fullmatch("[0-9a-f]{40}", home.revision)
        assert home.revision == manifest.revision
        assert home.address == f"https://huggingface.co/datasets/{home.repo}"
        assert set(home.files) == set(manifest.local)
        assert all(re.compile(pattern.replace("{language}", "en")) for pattern in home.files.values())


def test_rows_and_languages_are_those_of_the_papers() -> None:
    found = {m.name: (max(m.rows.values()), len(m.languages)) for m in available()}
    assert found == {
        "eclektic": (384, 12),
        "mgsm_rev2": (250, 11),
        "mmlu_prox_lite": (588, 29),
        "starter_facts": (40, 12),
        "starter_sums": (40, 12),
    }
    assert set(read_manifest("mmlu_prox_lite").example_rows.values()) == {70}
    assert not read_manifest("eclektic").redistributable


def test_what_may_not_be_passed_on_is_not_in_the_package() -> None:
    files = {
        path.relative_to(FOLDER).parts[0] for path in FOLDER.rglob("*") if path.suffix in (".tsv", ".csv")
    }
    assert files == {"starter"}
    assert not [path for path in FOLDER.rglob("*") if path.suffix in (".jsonl", ".gz", ".parquet")]


def test_every_language_of_a_benchmark_and_of_the_readers_has_prompts() -> None:
    needed = {language for manifest in available() for language in manifest.languages}
    assert needed <= set(prompts.prompt_languages())
    assert prompts.prompt_languages() == known_languages()


@pytest.mark.parametrize("language", prompts.prompt_languages())
def test_prompts_are_complete_reviewed_and_readable(language: str) -> None:
    table = tomllib.loads((FOLDER / "prompts" / f"{language}.toml").read_text(encoding="utf-8"))
    assert table["language"]["code"] == language
    for part in ("answer", "options", *KINDS):
        assert table[part]["back"].strip(), f"{part} has no back-translation"
        assert "Answer:" in table[part]["back"] or part in ("answer", "options")
    label = table["answer"]["text"]
    assert label.casefold() in language_data(language)["answer"]["labels"]
    instructions = {table[kind]["instruction"] for kind in KINDS}
    assert len(instructions) == 3
    for instruction in instructions:
        assert re.search(rf"{label}\s?:", instruction), "the instruction must hold the answer line"
        assert unicodedata.is_normalized("NFC", instruction)
        assert instruction == instruction.strip()
    if language == "sr":
        assert not re.search("[\u0400-\u04ff]", "".join(instructions)), "Serbian is in Latin script here"


@pytest.mark.parametrize("language", prompts.prompt_languages())
def test_readers_find_what_the_answer_line_announces(language: str) -> None:
    options = ("iron", "gold", "milk")
    cases: list[tuple[Kind, str, str]] = [
        ("number", "42", "7"),
        ("letter", "B", "C"),
        ("text", "gold", "milk"),
    ]
    for kind, gold, other in cases:
        item = Item("1", language, "en", "?", gold, () if kind == "number" else options)
        prompt = prompts.read_prompt(language, kind)
        for label in (f"{prompt.answer}: ", f"**{prompt.answer}:** "):
            assert graders.grade(f"{label}{gold}", item, kind).outcome == "right"
            assert graders.grade(f"{label}{other}", item, kind).outcome == "wrong"


def test_unknown_names_say_what_there_is() -> None:
    with pytest.raises(InvalidArgument, match="Built in: eclektic, mgsm_rev2"):
        load("mgsm")
    with pytest.raises(InvalidArgument, match="starter_sums or starter_facts"):
        load("starter")
    assert expand("starter") == ("starter_sums", "starter_facts")
    with pytest.raises(InvalidArgument, match=r"\[prompts.cy\]"):
        prompts.read_prompt("cy", "text")
    with pytest.raises(InvalidArgument, match="its languages are"):
        load("starter_sums", languages=["en", "cs"])
    with pytest.raises(InvalidArgument, match="must be a list"):
        load("starter_sums", languages="en")
