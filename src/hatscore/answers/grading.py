"""From a response to right or wrong: read it by some method, compare it with the right answer."""

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, get_args

from hatscore.answers import official
from hatscore.answers.letters import read_letter
from hatscore.answers.letters.option_text import duplicate_letters
from hatscore.answers.numbers import read_number
from hatscore.answers.reading import Reading, Value
from hatscore.errors import InvalidArgument

Kind = Literal["number", "letter"]
"""What a benchmark asks for."""

Method = Literal["hatscore", "lm-eval-flexible", "lm-eval-mmlu-prox", "simple-evals"]
"""Ways of reading: ours, and those of published harnesses."""

METHODS: dict[Kind, tuple[Method, ...]] = {
    "number": ("hatscore", "lm-eval-flexible", "simple-evals"),
    "letter": ("hatscore", "lm-eval-mmlu-prox", "simple-evals"),
}
"""Methods that can read each kind."""

_GROUPED = re.compile(r"-?\d{1,3}(,\d{2,3})+(\.\d+)?")


@dataclass(frozen=True, slots=True)
class Grade:
    """What became of one response.

    Attributes
    ----------
    outcome : str
        ``right``, ``wrong``, ``unparsed``, ``ambiguous``, ``truncated`` or ``refused``.
    final_answer : str or None
        What was read, as text; None where nothing was.
    duplicate_options : bool
        Whether another option has the text of the right one, so that two letters are right.
    reading : Reading
        How it was read.
    """

    outcome: str
    final_answer: str | None
    duplicate_options: bool
    reading: Reading


@dataclass(frozen=True, slots=True)
class Question:
    """What a grader knows of a question.

    Attributes
    ----------
    gold : str
        The right answer: a number, or a letter.
    kind : {'number', 'letter'}
        What is asked for.
    language : str
        Language of the question.
    options : tuple of str, or int
        Texts of the options or their number, for letters.
    """

    gold: str
    kind: Kind
    language: str
    options: tuple[str, ...] | int = 4


def grade(
    response: str,
    question: Question,
    *,
    method: Method = "hatscore",
    finish_reason: str | None = None,
    thorough: bool = False,
) -> Grade:
    """Read a response and compare it with the right answer.

    Parameters
    ----------
    response : str
        What the model wrote.
    question : Question
        What was asked, and what is right; the reader does not see the latter.
    method : str
        How it is read.
    finish_reason : str, optional
        ``length`` when the response was cut by the token cap.
    thorough : bool
        Whether every candidate is wanted, not only enough to decide; slower.

    Returns
    -------
    Grade

    Raises
    ------
    InvalidArgument
        If the method cannot read this kind, or the right answer is not of this kind.

    Examples
    --------
    >>> grade("Jibu ni 16,00.", Question("16", "number", "de")).outcome
    'right'
    >>> grade("Die Antwort ist Aluminium, also (C).", Question("C", "letter", "de")).outcome
    'right'
    """
    check_method(method, question.kind)
    if question.kind == "number":
        return _grade_number(response, question, method, finish_reason)
    if method == "hatscore":
        reading = read_letter(
            response, question.language, question.options, finish_reason=finish_reason, thorough=thorough
        )
        return _grade_letter(reading, question)
    return _grade_letter(_LETTER_READERS[method](response, question.language), question, twins=False)


def check_method(method: str, kind: str) -> None:
    """Complain where a method cannot read a kind of answer.

    Parameters
    ----------
    method, kind : str
        From the user.

    Raises
    ------
    InvalidArgument
        Naming the methods there are.
    """
    if kind not in METHODS:
        raise InvalidArgument(f"kind must be one of {', '.join(get_args(Kind))}; got {kind!r}.")
    if method not in METHODS[kind]:
        known = ", ".join(METHODS[kind])
        raise InvalidArgument(f"reading {method!r} cannot read a {kind}; these can: {known}.")


def gold_number(text: str) -> Fraction:
    """A right answer as an exact rational.

    Parameters
    ----------
    text : str
        Such as ``2,125``, ``16.00``, ``3/4`` or ``১৬``, with a point for decimals.

    Returns
    -------
    Fraction

    Raises
    ------
    InvalidArgument
        If it is no number.

    Examples
    --------
    >>> gold_number("2,125"), gold_number("16.50"), gold_number("১৬")
    (Fraction(2125, 1), Fraction(33, 2), Fraction(16, 1))
    """
    latin = "".join(str(unicodedata.digit(c)) if c.isdigit() and not c.isascii() else c for c in text.strip())
    if _GROUPED.fullmatch(latin):
        latin = latin.replace(",", "")
    try:
        return Fraction(latin.replace("\u2212", "-").replace(" ", ""))
    except (ValueError, ZeroDivisionError):
        raise InvalidArgument(f"the right answer {text!r} is no number such as 1200, 2,125 or 0.5.") from None


def gold_letter(text: str, options: tuple[str, ...] | int) -> str:
    """A right answer as a letter.

    Parameters
    ----------
    text : str
        A letter, or an index from 0.
    options : tuple of str, or int
        Options or their number.

    Returns
    -------
    str
        A capital letter.

    Raises
    ------
    InvalidArgument
        If it is neither, or beyond the options.

    Examples
    --------
    >>> gold_letter("c", 4), gold_letter("2", 4), gold_letter("(B)", 4)
    ('C', 'C', 'B')
    """
    count = options if isinstance(options, int) else len(options)
    bare = text.strip().strip("().").upper()
    index = int(bare) if bare.isascii() and bare.isdigit() else ord(bare) - 65 if len(bare) == 1 else -1
    if not 0 <= index < count:
        raise InvalidArgument(f"the right answer {text!r} is no letter of {count} options (A, B, ...).")
    return chr(65 + index)


def as_text(value: Value | None) -> str | None:
    """What was read, as text: whole, decimal where it ends, or a fraction.

    Parameters
    ----------
    value : Fraction, str or None
        A reading's value.

    Returns
    -------
    str or None

    Examples
    --------
    >>> as_text(Fraction(9, 2)), as_text(Fraction(12)), as_text(Fraction(1, 3)), as_text("B")
    ('4.5', '12', '1/3', 'B')
    """
    if not isinstance(value, Fraction):
        return value
    rest, power = value.denominator, 0
    for prime in (2, 5):
        exponent = 0
        while rest % prime == 0:
            rest, exponent = rest // prime, exponent + 1
        power = max(power, exponent)
    if rest != 1:
        return f"{value.numerator}/{value.denominator}"
    digits = str(abs(value.numerator) * 10**power // value.denominator).rjust(power + 1, "0")
    sign = "-" if value < 0 else ""
    return sign + (f"{digits[:-power]}.{digits[-power:]}" if power else digits)


def _grade_number(response: str, question: Question, method: Method, finish_reason: str | None) -> Grade:
    gold = gold_number(question.gold)
    if method == "hatscore":
        reading = read_number(response, question.language, finish_reason=finish_reason)
        return _grade(reading, reading.value == gold)
    plain = as_text(gold) or ""
    reader, matches = {
        "lm-eval-flexible": (official.read_flexible, official.flexible_matches),
        "simple-evals": (official.read_simple_evals_number, official.simple_evals_matches),
    }[method]
    reading = reader(response, question.language)
    return _grade(reading, reading.value is not None and matches(str(reading.value), plain))


_LETTER_READERS: dict[Method, Callable[[str, str], Reading]] = {
    "lm-eval-mmlu-prox": official.read_mmlu_prox,
    "simple-evals": official.read_simple_evals_letter,
}


def _grade_letter(reading: Reading, question: Question, *, twins: bool = True) -> Grade:
    """Published harnesses know nothing of twins: options with the same text."""
    gold, options = gold_letter(question.gold, question.options), question.options
    same = _twins(options, gold) if twins and not isinstance(options, int) else frozenset()
    return _grade(reading, reading.value == gold or reading.value in same, duplicate=bool(same))


def _twins(options: Sequence[str], gold: str) -> frozenset[str]:
    """Letters of options with the same text as the right one."""
    return duplicate_letters(options).get(gold, frozenset()) - {gold}


def _grade(reading: Reading, right: bool, *, duplicate: bool = False) -> Grade:
    outcome = reading.outcome if reading.outcome != "read" else ("right" if right else "wrong")
    return Grade(outcome, as_text(reading.value), duplicate, reading)
