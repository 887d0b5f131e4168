"""What must hold for every number, language and sentence."""

import random
import unicodedata
from decimal import Decimal
from fractions import Fraction

import pytest
from babel.numbers import format_decimal
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.answers.number_sentences import LABEL, LANGUAGES, PHRASE, TRAILING, WORKING

from hatscore.answers.lexicons import known_languages
from hatscore.answers.numbers import read_number

NATIVE_ZERO = {
    "ar": "٠",
    "bn": "০",
    "hi": "०",
    "mr": "०",
    "ne": "०",
    "te": "౦",
    "th": "๐",
    "ur": "۰",
    "ja": "０",
}
"""First digit of the native digits, for languages that have some."""

NUMBERS = st.one_of(
    st.integers(min_value=-10_000_000, max_value=10_000_000).map(Decimal),
    st.decimals(min_value=-9999, max_value=9999, places=2).map(lambda d: d.normalize() + 0),
    st.decimals(min_value=0, max_value=999, places=1).map(lambda d: d.normalize() + 0),
)
SENTENCES = st.sampled_from([LABEL, PHRASE])
LANGUAGE = st.sampled_from(LANGUAGES)


def written(number: Decimal, language: str) -> str:
    """A number as CLDR formats it in a language, with up to two decimals."""
    return format_decimal(number, format="#,##0.##", locale=language)


def native(text: str, language: str) -> str:
    zero = ord(NATIVE_ZERO[language])
    return text.translate({ord("0") + i: chr(zero + i) for i in range(10)})


@settings(max_examples=400, deadline=None)
@given(number=NUMBERS, language=LANGUAGE, sentence=SENTENCES)
def test_a_number_formatted_by_cldr_comes_back(
    number: Decimal, language: str, sentence: dict[str, str]
) -> None:
    text = sentence[language].replace("{n}", written(number, language))
    found = read_number(text, language)
    assert (found.outcome, found.value) == ("read", Fraction(number)), text


@settings(max_examples=200, deadline=None)
@given(number=NUMBERS, language=st.sampled_from(sorted(NATIVE_ZERO)), sentence=SENTENCES)
def test_native_digits_come_back(number: Decimal, language: str, sentence: dict[str, str]) -> None:
    text = sentence[language].replace("{n}", native(written(number, language), language))
    assert read_number(text, language).value == Fraction(number), text


@settings(max_examples=200, deadline=None)
@given(number=NUMBERS, language=LANGUAGE, sentence=SENTENCES)
def test_a_trailing_sentence_without_numbers_changes_nothing(
    number: Decimal, language: str, sentence: dict[str, str]
) -> None:
    text = sentence[language].replace("{n}", written(number, language))
    alone, followed = read_number(text, language), read_number(text + TRAILING[language], language)
    assert (alone.value, alone.span) == (followed.value, followed.span)


@settings(max_examples=200, deadline=None)
@given(
    number=st.integers(0, 99999),
    language=LANGUAGE,
    lead=st.sampled_from(["<think>1 + 1</think>", "<|im_start|>answer\n"]),
)
def test_markers_only_move_the_span(number: int, language: str, lead: str) -> None:
    text = PHRASE[language].replace("{n}", str(number))
    alone, marked = read_number(text, language), read_number(lead + text, language)
    assert alone.value == marked.value == number
    assert alone.span is not None
    assert marked.span == (alone.span[0] + len(lead), alone.span[1] + len(lead))


@settings(max_examples=150, deadline=None)
@given(number=st.integers(2, 999_999), language=LANGUAGE)
def test_every_language_reads_the_same(number: int, language: str) -> None:
    english = read_number(f"#### {number}", "en")
    assert read_number(f"#### {number}", language).value == english.value == number


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_label_after_the_working_wins(language: str) -> None:
    text = WORKING[language] + "\n\n" + LABEL[language].replace("{n}", "51")
    assert read_number(text, language).value == 51


def test_every_decimal_digit_of_unicode_is_read() -> None:
    sevens = [chr(c) for c in range(0x110000) if unicodedata.decimal(chr(c), None) == 7]
    assert len(sevens) > 60
    for seven in sevens:
        assert read_number(f"Answer: {seven}{seven}", "en").value == 77, seven


def test_reading_is_the_same_twice_and_for_regional_tags() -> None:
    generator = random.Random(5)
    for language in known_languages():
        number = generator.randrange(10, 10**6)
        text = PHRASE[language].replace("{n}", str(number))
        first = read_number(text, language)
        assert first == read_number(text, language)
        assert read_number(text, f"{language}-XX").value == first.value
