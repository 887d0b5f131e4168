"""How published harnesses read answers, so that a published figure can be reproduced and compared.

These are faithful to their faults: they read only some languages, lose signs, or take a fixed phrase.
"""

import re
import string
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from hatscore.answers.reading import Reading, nothing

_FLEXIBLE = re.compile(r"(-?[$0-9.,]{2,})|(-?[0-9]+)")
_NUMBERS = re.compile(r"\d+\.?\d*")
_PUNCTUATION = str.maketrans("", "", string.punctuation)


def read_flexible(response: str, language: str) -> Reading:  # noqa: ARG001
    """The last number of a response, as lm-eval's ``flexible-extract`` filter takes it.

    Parameters
    ----------
    response : str
        What the model wrote.
    language : str
        Not used: the filter is the same in every language, and knows Latin digits only.

    Returns
    -------
    Reading
        The value is text, such as ``$1,200.``.

    References
    ----------
    lm-evaluation-harness, tasks ``mgsm``.

    Examples
    --------
    >>> read_flexible("That makes 3 x 4 = $12.", "en").value
    '$12.'
    """
    found = list(_FLEXIBLE.finditer(response))
    if not found:
        return nothing("unparsed", "flexible-extract")
    last = found[-1]
    return Reading(last[0].strip(), "read", "flexible-extract", last.span(), 1.0)


def flexible_matches(value: str, gold: str) -> bool:
    """Whether lm-eval's ``exact_match`` of the MGSM tasks calls a reading right.

    Parameters
    ----------
    value, gold : str
        What was read, and what is right.

    Returns
    -------
    bool
        Case and ASCII punctuation are dropped on both sides: the sign and the decimal point, too.

    Examples
    --------
    >>> flexible_matches("$1,200.", "1200"), flexible_matches("-4", "4")
    (True, True)
    """
    return _plain(value) == _plain(gold)


def read_mmlu_prox(response: str, language: str) -> Reading:
    """The first letter after one fixed phrase, as lm-eval's MMLU-ProX tasks take it.

    Parameters
    ----------
    response : str
        What the model wrote.
    language : str
        Language of the task; one phrase each.

    Returns
    -------
    Reading
        Unparsed where the phrase does not occur to the letter.

    References
    ----------
    lm-evaluation-harness, tasks ``mmlu_prox``, filter ``custom-extract``.

    Examples
    --------
    >>> read_mmlu_prox("So the answer is (C).", "en").value
    'C'
    >>> read_mmlu_prox("Die Antwort ist Aluminium, also (C)", "de").value
    'A'
    """
    pattern = _prox_pattern(language)
    match = pattern.search(response) if pattern else None
    if match is None:
        return nothing("unparsed", "custom-extract")
    return Reading(match[1], "read", "custom-extract", match.span(1), 1.0)


def read_simple_evals_number(response: str, language: str) -> Reading:
    """The last number after the answer word of the language, as simple-evals takes it.

    Parameters
    ----------
    response : str
        What the model wrote.
    language : str
        Language of the task.

    Returns
    -------
    Reading
        The value is text without commas; unparsed where the word does not occur.

    References
    ----------
    openai/simple-evals, ``mgsm_eval.py``, ``parse_answer``.

    Examples
    --------
    >>> read_simple_evals_number("Antwort: 4,5 Euro", "de").value
    '45'
    """
    prefix = _official()["simple_evals_prefix"].get(language.split("-", maxsplit=1)[0])
    if prefix is None or prefix not in response:
        return nothing("unparsed", "answer-prefix")
    start = response.rindex(prefix) + len(prefix)
    found = _NUMBERS.findall(response[start:].strip().replace(",", ""))
    if not found:
        return nothing("unparsed", "answer-prefix")
    return Reading(found[-1].rstrip("."), "read", "answer-prefix", (start, len(response)), 1.0)


def simple_evals_matches(value: str, gold: str) -> bool:
    """Whether simple-evals' ``score_mgsm`` calls a number right.

    Parameters
    ----------
    value, gold : str
        What was read, and what is right.

    Returns
    -------
    bool
        Compared as text, without commas and trailing zeros after a point.

    Examples
    --------
    >>> simple_evals_matches("16.00", "16"), simple_evals_matches("١٨", "18")
    (True, False)
    """
    if "." in value:
        value = value.rstrip("0").rstrip(".")
    return value.replace(",", "") == gold.replace(",", "")


def read_simple_evals_letter(response: str, language: str) -> Reading:  # noqa: ARG001
    """The letter A to D after an answer word, as simple-evals' multilingual MMLU takes it.

    Parameters
    ----------
    response : str
        What the model wrote.
    language : str
        Not used: all answer words are tried in one order.

    Returns
    -------
    Reading
        Unparsed where no answer word is followed by a letter.

    References
    ----------
    openai/simple-evals, ``common.py`` and ``mmlu_eval.py``.

    Examples
    --------
    >>> read_simple_evals_letter("Respuesta: **B**", "es").value
    'B'
    """
    data = _official()["simple_evals"]
    text = response
    for mark in data["removed"]:
        text = text.replace(mark, "")
    for pattern in _letter_patterns():
        match = pattern.search(text)
        if match:
            letter = match[1].strip()
            return Reading(data["letters"].get(letter, letter.upper()), "read", "answer-word", None, 1.0)
    return nothing("unparsed", "answer-word")


def _plain(text: str) -> str:
    return text.lower().translate(_PUNCTUATION)


@cache
def _official() -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath("official.toml").read_text(encoding="utf-8"))


@cache
def _prox_pattern(language: str) -> re.Pattern[str] | None:
    pattern = _official()["mmlu_prox"].get(language.split("-", maxsplit=1)[0])
    return re.compile(pattern) if pattern else None


@cache
def _letter_patterns() -> tuple[re.Pattern[str], ...]:
    data = _official()["simple_evals"]
    # As published: the prefix, blanks or tabs, and one of the letters, in any case.
    return tuple(
        re.compile(rf"(?i){prefix}[ \t]*{data['letter_class']}") for prefix in data["letter_prefixes"]
    )
