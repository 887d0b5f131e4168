"""Reading letters never fails, and takes time in proportion to the length."""

import os
import random

import pytest
from tests.answers import timing

from hatscore.answers.letters import read_letter
from hatscore.answers.letters.words import languages
from hatscore.answers.reading import Reading

PIECES = (
    *"ABCDabcd .,:;()[]{}*\\\n\"'-/=$",
    *"আকখগঘअबसदأبجدАБВГאבגדกขคง答案是选项が정답①②🅐Ａ\u0301\u200f\u00a0",
    "answer is ",
    "**",
    "\\boxed{",
    "\\text{",
    "<think>",
    "</think>",
    "option ",
    "not ",
    " and ",
    "correct",
    "0 12",
)
ADVERSARIAL = (
    "A ",
    "(A) ",
    "A, ",
    "A and ",
    "**A",
    "\\boxed{",
    "the answer is ",
    "\n",
    "A.\n",
    "((",
    "答案",
    "ก",
    "not A ",
)


def check(reading: Reading, response: str) -> None:
    if reading.outcome == "read":
        assert reading.span is not None
        start, end = reading.span
        assert 0 <= start < end <= len(response)
        assert str(reading.value) in "ABCD"
        assert 0 < reading.confidence <= 1
    else:
        assert reading.value is None


def test_random_strings() -> None:
    """2,000 random strings, or as many as HATSCORE_FUZZ says."""
    rng = random.Random(20261130)
    codes = languages()
    options: list[list[str] | int] = [4, ["one", "two", "A and B", "vitamin C"], ["", "x", "x", "\\"]]
    for _ in range(int(os.environ.get("HATSCORE_FUZZ", "2000"))):
        response = "".join(rng.choices(PIECES, k=rng.randrange(60)))
        check(read_letter(response, rng.choice(codes), rng.choice(options)), response)


def seconds(text: str, language: str) -> float:
    options = ["one", "two", "three", "four"]
    return min(timing.seconds(lambda: read_letter(text, language, options)) for _ in range(2))


@pytest.mark.parametrize("piece", ADVERSARIAL)
def test_linear_time(piece: str) -> None:
    """Four times the text takes at most about four times as long."""
    language = "th" if piece == "ก" else "zh" if piece == "答案" else "en"
    short = (piece * 100_000)[:100_000]
    assert seconds(short * 4, language) < 10 * seconds(short, language) + 0.2


def test_a_megabyte() -> None:
    text = "The river is long and the answer to that, A or B or (C), is not known. " * 14_000
    assert seconds(text, "en") < 3
