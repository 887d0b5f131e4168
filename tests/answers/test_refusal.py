"""Refusals and rejections of all options, in all languages."""

from pathlib import Path

import pytest

from hatscore.answers.letters.words import languages, letter_tables
from hatscore.answers.refusal import find_refusal, rejects_all

_LINES = (Path(__file__).parent / "letter_cases.tsv").read_text(encoding="utf-8").splitlines()
CASES = [line.split("\t") for line in _LINES]


@pytest.mark.parametrize("language", languages())
def test_own_sentences(language: str) -> None:
    """A language's refusal and rejection are found, and its answers hold neither."""
    texts = {form: text for code, form, _, text in CASES if code == language}
    assert find_refusal(texts["refusal"], language) is not None
    assert rejects_all(texts["none"], language) is not None
    for form in ("answer", "label", "others-after", "is-correct", "two"):
        assert find_refusal(texts[form], language) is None, form
        assert rejects_all(texts[form], language) is None, form


@pytest.mark.parametrize("language", languages())
def test_data_files(language: str) -> None:
    """Every table has its words, none of them empty or given twice."""
    tables = letter_tables(language)
    for key in (
        "answer",
        "option",
        "correct",
        "wrong",
        "be",
        "and_or",
        "therefore",
        "other",
        "choose",
        "perhaps",
        "also",
        "but",
        "because",
        "besides",
        "takes_back",
        "at_first",
        "every",
        "ranges",
        "none",
    ):
        entries = tables["letters"][key]
        assert entries, key
        assert len(set(entries)) == len(entries), key
        assert all(entry.strip("~$ ") for entry in entries), key
    assert tables["letters"]["not_before"] or tables["letters"]["not_after"]
    assert len(tables["refusal"]["phrases"]) >= 5


def test_english_is_read_in_every_language() -> None:
    for language in languages():
        assert find_refusal("I'm sorry, I cannot answer.", language) == (0, 9)
        assert rejects_all("None of the given options fits.", language) is not None


def test_every_option_wrong() -> None:
    """All options called wrong in any words, but not all the others and not some of them."""
    for text in ("Every single choice is wrong.", "All four of the answers are incorrect."):
        assert rejects_all(text, "en") is not None
    some = (
        "All other options are wrong.",
        "Not all options are correct.",
        "All of A, B and C are wrong options.",
    )
    for text in some:
        assert rejects_all(text, "en") is None, text


def test_gap_stays_within_the_sentence() -> None:
    assert rejects_all("None of the rivers is long. The options are many.", "en") is None
