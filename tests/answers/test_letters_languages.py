"""Every form of an answer in every language: sentences written by hand for this project."""

from collections import Counter
from pathlib import Path

import pytest

from hatscore.answers.letters import read_letter
from hatscore.answers.letters.words import languages
from hatscore.answers.reading import Reading

CASES = [
    line.split("\t")
    for line in (Path(__file__).parent / "letter_cases.tsv").read_text(encoding="utf-8").splitlines()
]


def said(reading: Reading) -> str:
    """The letter, or what happened instead."""
    if reading.rule == "none-of-the-options":
        return "none"
    return str(reading.value or reading.outcome)


@pytest.mark.parametrize("language", languages())
def test_forms(language: str) -> None:
    """Each sentence of a language gives the letter, or the outcome, that its writer meant."""
    wrong = []
    for _, form, expected, text in (case for case in CASES if case[0] == language):
        reading = read_letter(text.replace("\\n", "\n"), language, 4)
        if said(reading) != expected:
            wrong.append((form, expected, said(reading), reading.rule, text))
    assert not wrong


@pytest.mark.parametrize("language", languages())
def test_thorough_changes_nothing(language: str) -> None:
    """Listing all candidates changes neither value nor outcome nor rule."""
    for _, _, _, text in (case for case in CASES if case[0] == language):
        quick = read_letter(text.replace("\\n", "\n"), language, 4)
        full = read_letter(text.replace("\\n", "\n"), language, 4, thorough=True)
        assert (quick.value, quick.outcome, quick.rule) == (full.value, full.outcome, full.rule)
        assert len(full.candidates) >= len(quick.candidates)


def test_every_language_has_its_sentences() -> None:
    """At least ten sentences for each of the 30 languages."""
    counts = Counter(case[0] for case in CASES)
    assert set(counts) == set(languages())
    assert min(counts.values()) >= 10
