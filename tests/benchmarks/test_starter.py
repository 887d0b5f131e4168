"""Is the starter complete, right, and the same in every language?"""

import re
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
from scripts import make_starter

from hatscore.benchmarks.benchmark import Benchmark
from hatscore.benchmarks.registry import load

LANGUAGES = ("ar", "de", "en", "es", "fr", "hi", "ja", "pt", "ru", "sw", "th", "zh")
SCRIPTS = {
    "ar": "ARABIC",
    "hi": "DEVANAGARI",
    "ja": "HIRAGANA|KATAKANA|CJK",
    "ru": "CYRILLIC",
    "th": "THAI",
    "zh": "CJK",
}
NAMES = ("starter_sums", "starter_facts")
SUMS, FACTS = (load(name) for name in NAMES)
BOTH = pytest.mark.parametrize("benchmark", [SUMS, FACTS], ids=NAMES)
EACH = pytest.mark.parametrize("language", LANGUAGES)


@BOTH
def test_twelve_languages_of_seven_scripts_have_the_same_items(benchmark: Benchmark) -> None:
    assert benchmark.languages == LANGUAGES
    for items, count in ((benchmark.items, 40), (benchmark.examples, 3)):
        names = {tuple(item.item for item in items[language]) for language in LANGUAGES}
        assert len(names) == 1
        assert len(set(names.pop())) == count


@BOTH
@EACH
def test_nothing_is_said_twice_and_everything_is_tidy(benchmark: Benchmark, language: str) -> None:
    items = (*benchmark.items[language], *benchmark.examples[language])
    assert len({item.question for item in items}) == len(items)
    for item in items:
        texts = (item.question, item.gold, *item.options, *item.accepted)
        assert all(text == text.strip() and unicodedata.is_normalized("NFC", text) for text in texts)
        assert not any("  " in text or "{" in text for text in texts)


@BOTH
@EACH
def test_each_language_is_in_its_script(benchmark: Benchmark, language: str) -> None:
    script = SCRIPTS.get(language, "LATIN")
    for item in (*benchmark.items[language], *benchmark.examples[language]):
        for text in (item.question, *item.options, *item.accepted):
            letters = [character for character in text if character.isalpha()]
            foreign = [c for c in letters if not re.match(script, unicodedata.name(c)) and c != "ー"]
            assert not foreign, f"{text}: {foreign}"
        assert any(character.isalpha() for character in item.question)


@EACH
def test_sums_hold_the_same_numbers_and_the_right_answer(language: str) -> None:
    values, _ = make_starter.read_templates()
    expected = {name: (numbers, answer) for name, _, numbers, answer in make_starter.problems(values)}
    for item in (*SUMS.items[language], *SUMS.examples[language]):
        numbers, answer = expected[item.item]
        found = [int(digits) for digits in re.findall(r"\d+", item.question)]
        assert sorted(set(found) - {100, 1}) == sorted(set(numbers))
        assert item.gold == str(answer)
        assert 0 < answer < 100


def test_sums_can_be_worked_out_and_have_two_kinds() -> None:
    values, _ = make_starter.read_templates()
    by_template: dict[str, int] = {}
    for _, template, numbers, answer in make_starter.problems(values):
        by_template[template] = by_template.get(template, 0) + 1
        a, b, *rest = numbers
        c = rest[0] if rest else 0
        right = {
            "add": a + b, "take_away": a - b, "times": a * b, "share": a / b, "distance": a - b,
            "change": 100 - a * b, "bag": a + b - c, "rows": a * b - c, "pages": a - b * c,
            "together": 2 * a + b,
        }  # fmt: skip
        assert answer == right[template]
    assert set(by_template.values()) == {4, 5}
    assert sum(by_template.values()) == 43


def test_counted_numbers_need_one_form_in_every_language() -> None:
    values, _ = make_starter.read_templates()
    large = {("take_away", 0), ("share", 0), ("pages", 0)}
    free = {"distance", "together"}
    for template, fillings in values.items():
        for numbers in fillings:
            for place, number in enumerate(numbers):
                if template in free or (template, place) == ("change", 1):
                    continue
                if (template, place) in large:
                    assert 11 <= number <= 99
                    assert number % 10 in (0, 5, 6, 7, 8, 9)
                else:
                    assert 5 <= number <= 10


def test_sums_are_what_the_script_writes() -> None:
    script = Path(make_starter.__file__)
    run = subprocess.run([sys.executable, script, "--check"], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")


@EACH
def test_facts_have_four_options_and_the_right_one_stands_everywhere_equally_often(language: str) -> None:
    places = [item.options.index(item.gold) for item in FACTS.items[language]]
    assert sorted(places.count(place) for place in range(4)) == [10, 10, 10, 10]
    assert places == [item.options.index(item.gold) for item in FACTS.items["en"]]
    for item in (*FACTS.items[language], *FACTS.examples[language]):
        folded = {option.casefold() for option in item.options}
        assert len(folded) == 4
        assert not folded & {text.casefold() for text in item.accepted}
        assert item.gold.isdigit() == FACTS_IN_ENGLISH[item.item].isdigit()
        if item.gold.isdigit():
            assert item.gold == FACTS_IN_ENGLISH[item.item]


FACTS_IN_ENGLISH = {item.item: item.gold for item in (*FACTS.items["en"], *FACTS.examples["en"])}


@EACH
def test_no_question_holds_its_answer(language: str) -> None:
    for item in FACTS.items[language]:
        if not item.gold.isdigit():
            assert item.gold.casefold() not in re.split(r"\W+", item.question.casefold()), item


@BOTH
@EACH
def test_every_right_answer_is_graded_right_and_every_wrong_one_wrong(
    benchmark: Benchmark, language: str
) -> None:
    label = benchmark.prompts[language].answer
    for item in (*benchmark.items[language], *benchmark.examples[language]):
        for text in (item.gold, *item.accepted):
            assert benchmark.grade(f"{label}: {text}", item).outcome == "right", (item, text)
        for option in item.options:
            if option != item.gold:
                assert benchmark.grade(f"{label}: {option}", item).outcome == "wrong", (item, option)
        if not item.options:
            assert benchmark.grade(f"{label}: {int(item.gold) + 1}", item).outcome == "wrong"
