"""No text raises, and time grows with length only."""

import os
import random

import pytest
from tests.answers import timing
from tests.answers.number_sentences import LANGUAGES, PHRASE, WORKING

from hatscore.answers.numbers import read_number

PIECES = [
    "0",
    "7",
    "42",
    "1,234",
    "9.300",
    "১২",
    "٣٤",
    "½",
    "⅞",
    ".",
    ",",
    "'",
    "-",
    "−",
    "+",
    "*",
    "/",
    "=",
    "≈",
    "^",
    "_",
    "$",
    "€",
    "%",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "\\",
    "\\frac",
    "\\boxed{",
    "\\frac{1}{",
    "\\text{",
    "{,}",
    "\\,",
    "**",
    "####",
    "\n",
    "\n\n",
    " ",
    "\u00a0",
    "\u202f",
    "answer",
    "Answer:",
    "উত্তর",
    "答案是",
    "答え",
    "คำตอบ",
    "Antwort",
    "<think>",
    "</think>",
    "<|im_start|>",
    "<|im_end|>",
    "<|im_start|>user",
    "[INST]",
    "Question:",
    "or",
    "to",
    "sixteen",
    "hundred",
    "and",
    "zwei",
    "百",
    "万",
    "million",
    "x",
    "3n",
    "é",
    "İ",
    "ß",
    "\U0001d7d8",
    "²",
    "①",
    "\x00",
    "\ud800",
]
FUZZ_RUNS = int(os.environ.get("HATSCORE_FUZZ", "2000"))
"""Set to 100000 for the long run."""


def test_random_texts_do_not_raise() -> None:
    generator = random.Random(20240607)
    outcomes = set()
    for _ in range(FUZZ_RUNS):
        text = "".join(generator.choices(PIECES, k=generator.randrange(0, 40)))
        found = read_number(
            text, generator.choice(LANGUAGES), finish_reason=generator.choice([None, "length", "stop"])
        )
        outcomes.add(found.outcome)
        assert (found.value is not None) == (found.outcome == "read")
        assert 0.0 <= found.confidence <= 1.0
        if found.span is not None:
            assert 0 <= found.span[0] < found.span[1] <= len(text)
    assert outcomes == {"read", "unparsed", "ambiguous", "truncated"}


@pytest.mark.parametrize(
    "text", ["1,\\!2", "7\\,12 and 1,\\!234,5", "1 234,\\;5.6", "1'2'3", "٬1٬", "1{,}2{.}3"]
)
def test_odd_separators_do_not_raise(text: str) -> None:
    for language in LANGUAGES:
        read_number(text, language)


def test_random_characters_do_not_raise() -> None:
    generator = random.Random(7)
    for _ in range(FUZZ_RUNS // 4):
        text = "".join(chr(generator.randrange(1, 0x3000)) for _ in range(60))
        read_number(text, generator.choice(LANGUAGES))


ADVERSARIAL = {
    "brackets": "(" * 1000,
    "closing": ")]}" * 300,
    "braces": "{" * 1000,
    "backslashes": "\\" * 1000,
    "digits": "7" * 1000,
    "digits and commas": "1," * 500,
    "digits and spaces": "1 " * 500,
    "groups": "123,456," * 120,
    "fractions": "\\frac{1}{2" * 100,
    "open fractions": "\\frac{" * 160,
    "nested fractions": "\\frac{\\frac{1}{2}}{" * 50,
    "boxes": "\\boxed{" * 140,
    "equations": "1 + 1 = " * 125,
    "minus signs": "-" * 1000,
    "bold": "**5" * 330,
    "labels": "Answer: " * 125,
    "labels without space": "answer" * 160,
    "new lines": "\n" * 1000,
    "thinking": "<think>" * 140,
    "closed thinking": "</think>5" * 110,
    "markers": "<|im_start|>" * 80,
    "questions": "\nQuestion: 5" * 80,
    "angle brackets": "<|" * 500,
    "number words": "two hundred and " * 62,
    "kanji": "二百" * 500,
    "combining marks": "e\u0301" * 500,
    "decimal points": "1.2.3." * 160,
    "slashes": "1/2/" * 250,
    "hashes": "#### " * 200,
}


def seconds(text: str) -> float:
    return timing.seconds(lambda: read_number(text, "en"))


@pytest.mark.parametrize("name", ADVERSARIAL)
def test_adversarial_texts_take_linear_time(name: str) -> None:
    short, long = ADVERSARIAL[name] * 20, ADVERSARIAL[name] * 400
    seconds(short)
    base = max(seconds(short), 0.002)
    assert seconds(long) < 20 * 6 * base


@pytest.mark.parametrize("name", [*ADVERSARIAL, "boxed numbers", "hashed numbers"])
def test_adversarial_texts_before_an_end_without_numbers(name: str) -> None:
    extra = {"boxed numbers": "\\boxed{5} " * 100, "hashed numbers": "#### 5 " * 140}
    piece, end = (ADVERSARIAL | extra)[name], " the end" * 200
    seconds(piece * 20 + end)
    base = max(seconds(piece * 20 + end), 0.002)
    assert seconds(piece * 200 + end) < 10 * 6 * base


@pytest.mark.parametrize("language", ["en", "de", "bn", "zh", "th"])
def test_a_response_of_one_megabyte(language: str) -> None:
    text = (WORKING[language] + "\n") * (1_000_000 // len(WORKING[language])) + PHRASE[language].replace(
        "{n}", "77"
    )
    found = []
    assert timing.seconds(lambda: found.append(read_number(text, language).value)) < 1.0
    assert found == [77]


def test_speed_floor() -> None:
    """A tenth of the target, so that a busy machine does not fail it."""
    texts = [((WORKING[language] + "\n") * 40)[:1000] for language in LANGUAGES]
    for text, language in zip(texts, LANGUAGES, strict=True):
        read_number(text, language)

    def work() -> None:
        for _ in range(5):
            for text, language in zip(texts, LANGUAGES, strict=True):
                read_number(text, language)

    assert 5 * len(texts) / timing.seconds(work) > 500
