"""Are the copies of the real benchmarks at hand what the manifests say, and as benchmarks.md has it?

Needs ../shared beside the project; skipped where it is absent. Nothing of the copies is kept.
"""

import json
import re
from pathlib import Path

import pytest

from hatscore.benchmarks.benchmark import Benchmark
from hatscore.benchmarks.contract import BenchmarkMismatch
from hatscore.benchmarks.registry import load

DATA = Path(__file__).parents[3] / "shared" / "data" / "benchmarks"
pytestmark = pytest.mark.skipif(not DATA.exists(), reason="../shared/data/benchmarks is not at hand")


@pytest.fixture(scope="module")
def sums() -> Benchmark:
    return load("mgsm_rev2", data=DATA)


@pytest.fixture(scope="module")
def letters() -> Benchmark:
    return load("mmlu_prox_lite", data=DATA)


def test_sums(sums: Benchmark) -> None:
    assert len(sums.languages) == 11
    assert sums.item_names == tuple(str(number) for number in range(1, 251))
    golds = {tuple(item.gold for item in items) for items in sums.items.values()}
    assert len(golds) == 1
    (values,) = golds
    assert all(value.isdigit() for value in values)
    raw = (DATA / "mgsm_rev2/mgsm_en.tsv").read_text(encoding="utf-8").split("\n")
    assert [n for n, line in enumerate(raw, 1) if "," in line.rpartition("\t")[2]] == [147, 202, 231, 250]
    assert values[146] == raw[146].rpartition("\t")[2].replace(",", "")
    assert sum(bool(re.search("[০-৯]", item.question)) for item in sums.items["bn"]) == 30


def test_unchanged_items_are_those_of_the_original(sums: Benchmark) -> None:
    replaced = json.loads((DATA / "mgsm_rev2/replaced_questions.json").read_text())
    changed = {str(number) for numbers in replaced.values() for number in numbers}
    assert 250 - len(changed) == 121
    for language in sums.languages:
        old = (DATA / f"mgsm_original/mgsm_{language}.tsv").read_text(encoding="utf-8").split("\n")
        for item in sums.items[language]:
            if item.item not in changed:
                assert item.question == old[int(item.item) - 1].partition("\t")[0].strip()


def test_the_original_is_not_taken_for_the_revision() -> None:
    with pytest.raises(BenchmarkMismatch, match="fingerprint"):
        load("mgsm_rev2", data=DATA / "mgsm_original")


def test_letters(letters: Benchmark) -> None:
    assert len(letters.languages) == 29
    assert (len(letters.item_names), letters.item_names[0]) == (588, "70")
    for split in (letters.items, letters.examples):
        keys = {tuple((i.item, i.gold, len(i.options)) for i in items) for items in split.values()}
        assert len(keys) == 1
    counts = {len(item.options) for item in letters.items["en"]}
    assert (min(counts), max(counts)) == (4, 10)
    cyrillic = re.compile("[\u0400-\u04ff]{4,}")
    # Latin throughout but for these two, which the copy has wholly in Cyrillic.
    assert [i.item for i in letters.items["sr"] if cyrillic.search(i.question)] == ["239", "321"]


def test_letters_with_a_second_right_option(letters: Benchmark) -> None:
    found = {
        language: [i.item for i in items if i.options.count(i.options[ord(i.gold) - 65]) > 1]
        for language, items in letters.items.items()
    }
    expected = {
        "sw": ["119", "156", "163", "437", "515"], "ar": ["156", "515", "587"], "zh": ["156", "163", "515"],
        "ko": ["156", "163", "515"], "ja": ["515", "517"], "de": ["156", "515"], "ur": ["156", "515"],
        "yo": ["156", "368"], "zu": ["177", "515"], "ne": ["156"],
        **{language: ["515"] for language in ("es", "pt", "bn", "hi", "th")},
    }  # fmt: skip
    assert {language: items for language, items in found.items() if items} == expected


def test_judged_facts() -> None:
    facts = load("eclektic", data=DATA)
    assert len(facts.languages) == 12
    assert facts.notes == ("an excerpt of 39 of 384 items",)
    assert {item.source_language for items in facts.items.values() for item in items} == {"en"}
    assert all(item.passage for items in facts.items.values() for item in items)


@pytest.mark.parametrize("name", ["mgsm_rev2", "mmlu_prox_lite"])
def test_right_answers_are_graded_right(name: str, request: pytest.FixtureRequest) -> None:
    benchmark: Benchmark = request.getfixturevalue("sums" if name == "mgsm_rev2" else "letters")
    for language in benchmark.languages:
        label = benchmark.prompts[language].answer
        for item in benchmark.items[language][::10]:
            assert benchmark.grade(f"{label}: {item.gold}", item).outcome == "right"
