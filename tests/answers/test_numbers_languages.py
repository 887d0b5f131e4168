"""Does every language read a label, a sentence and a worked answer, in every way to write a number?"""

from fractions import Fraction

import pytest
from tests.answers.number_sentences import LABEL, LANGUAGES, PHRASE, TRAILING, WORKING

from hatscore.answers.lexicons import known_languages
from hatscore.answers.numbers import read_number

FORMS = {
    "plain": ("37", 37),
    "bold": ("**37**", 37),
    "dollars": ("$37", 37),
    "dollars after": ("37 $", 37),
    "trailing zeros": ("$37.00", 37),
    "negative": ("-37", -37),
    "Unicode minus": ("\u221237", -37),
    "boxed": (r"\boxed{37}", 37),
    "LaTeX dollars": (r"\(37\,\$\)", 37),
    "LaTeX text": (r"\(37\ \text{km}\)", 37),
    "LaTeX fraction": (r"\(\frac{3}{4}\)", Fraction(3, 4)),
    "mixed fraction": ("2 1/2", Fraction(5, 2)),
    "vulgar fraction": ("2½", Fraction(5, 2)),
    "percent": ("37 %", 37),
    "millions, three groups": ("1,234,567", 1234567),
    "millions, points": ("1.234.567", 1234567),
    "lakh": ("12,34,567", 1234567),
    "thin spaces": ("12\u2009500", 12500),
    "no-break spaces": ("12\u00a0500\u00a0€", 12500),
    "apostrophes": ("12'500", 12500),
    "both marks, English": ("1,234.5", Fraction(2469, 2)),
    "both marks, German": ("1.234,5", Fraction(2469, 2)),
    "full width": ("３７", 37),
    "Arabic-Indic": ("٣٧", 37),
    "Bengali": ("৩৭", 37),
    "Devanagari": ("३७", 37),
    "Telugu": ("౩౭", 37),
    "Thai": ("๓๗", 37),
}


def test_every_language_has_sentences() -> None:
    assert tuple(LANGUAGES) == known_languages()
    assert all(set(table) == set(LANGUAGES) for table in (PHRASE, WORKING, TRAILING))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("form", FORMS)
def test_label_and_sentence(language: str, form: str) -> None:
    written, value = FORMS[form]
    for sentence in (LABEL[language], PHRASE[language]):
        text = sentence.replace("{n}", written)
        found = read_number(text, language)
        assert (found.outcome, found.value) == ("read", value), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_result_of_the_working_beats_another_number(language: str) -> None:
    found = read_number(WORKING[language], language)
    assert found.value == 24
    assert found.span is not None
    assert WORKING[language][found.span[0] : found.span[1]] in ("24", "২৪", "२४", "౨౪", "๒๔")


@pytest.mark.parametrize("language", LANGUAGES)
def test_other_result_changes_the_reading(language: str) -> None:
    tens = str.maketrans({"2": "9", "২": "৯", "२": "९", "౨": "౯", "๒": "๙"})
    assert read_number(WORKING[language].translate(tens), language).value == 94


@pytest.mark.parametrize("language", LANGUAGES)
def test_label_early_then_a_sentence_without_number(language: str) -> None:
    text = LABEL[language].replace("{n}", "6") + ".\n" + TRAILING[language]
    assert read_number(text, language).value == 6


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_number_is_unparsed(language: str) -> None:
    found = read_number(TRAILING[language], language)
    assert (found.outcome, found.value) == ("unparsed", None)
