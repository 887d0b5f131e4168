"""From a response to right or wrong, for each kind of benchmark, without the network."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from hatscore.answers import grading
from hatscore.answers.lexicons import base_language, language_data
from hatscore.answers.text import read_text, string_score, tokens
from hatscore.benchmarks.contract import Item, Kind
from hatscore.errors import InvalidArgument


@dataclass(frozen=True, slots=True)
class Graded:
    """What became of one response.

    Attributes
    ----------
    outcome : str
        One of the outcomes of the attempts table.
    final_answer : str or None
        What was read, as text.
    rule : str
        How it was read.
    score : float
        1 or 0; for the string measure, the share of the right answer's words.
    """

    outcome: str
    final_answer: str | None
    rule: str
    score: float


def question(item: Item, kind: Kind) -> grading.Question:
    """An item as the graders of numbers and letters want it.

    Parameters
    ----------
    item : Item
        What was asked.
    kind : {'number', 'letter', 'text'}
        What was asked for.

    Returns
    -------
    hatscore.answers.grading.Question

    Raises
    ------
    InvalidArgument
        For texts, which `grade` reads.

    Examples
    --------
    >>> question(Item("1", "de", "en", "?", "B", ("x", "y")), "letter").options
    ('x', 'y')
    """
    if kind == "text":
        raise InvalidArgument("a text answer has no such question: use the benchmark's grade().")
    return grading.Question(item.gold, kind, item.language, item.options)


def grade(response: str, item: Item, kind: Kind, *, finish_reason: str | None = None) -> Graded:
    """Read a response and compare it with the right answer of its item.

    Parameters
    ----------
    response : str
        What the system wrote.
    item : Item
        What was asked.
    kind : {'number', 'letter', 'text'}
        What was asked for.
    finish_reason : str, optional
        ``length`` when the response was cut by the token cap.

    Returns
    -------
    Graded

    Notes
    -----
    A text is right when it holds the right answer, or an accepted one, as whole words, and none of the
    other options; with another option beside it, it is ambiguous. Items with neither options nor
    accepted answers are made for a judge; here they get the string measure (rule
    ``string-measure``), right when every word of the right answer is there.

    Examples
    --------
    >>> item = Item("f1", "de", "en", "Hauptstadt von Italien?", "Rom", ("Rom", "Paris"))
    >>> grade("Antwort: Rom.", item, "text").outcome
    'right'
    >>> grade("Rom oder Paris", item, "text").outcome
    'ambiguous'
    """
    if kind != "text":
        graded = grading.grade(response, question(item, kind), finish_reason=finish_reason)
        right = graded.outcome == "right"
        return Graded(graded.outcome, graded.final_answer, graded.reading.rule, float(right))
    reading = read_text(response, item.language, finish_reason=finish_reason)
    if reading.value is None:
        return Graded(reading.outcome, None, reading.rule, 0.0)
    answer = str(reading.value)
    if not item.options and not item.accepted:
        score = string_score(answer, item.gold, item.language)
        return Graded("right" if score == 1 else "wrong", answer, "string-measure", float(score))
    outcome = text_outcome(answer, item)
    return Graded(outcome, answer, reading.rule, float(outcome == "right"))


def with_known_label(response: str, label: str, language: str) -> str:
    r"""A response in which an answer label that readers do not know is the English one.

    Parameters
    ----------
    response : str
        What the system wrote.
    label : str
        The word that the prompt asks to write before the answer.
    language : str
        Of the prompt.

    Returns
    -------
    str
        The response itself where readers know the label.

    Examples
    --------
    >>> with_known_label("Caerdydd yw hi.\nAteb: B", "Ateb", "cy")
    'Caerdydd yw hi.\nAnswer: B'
    """
    known = language_data(base_language(language)).get("answer", {}).get("labels", ())
    if not label.strip() or label.casefold() in known:
        return response
    return re.sub(rf"(?im)^([^\w\n]*){re.escape(label)}([^\w\n]*?[:：])", r"\1Answer\2", response)


def text_outcome(answer: str, item: Item) -> str:
    """Whether a text holds the right answer and no other option.

    Parameters
    ----------
    answer : str
        The final answer.
    item : Item
        With options, or accepted answers, or both.

    Returns
    -------
    str
        ``right``, ``wrong`` or ``ambiguous``.

    Examples
    --------
    >>> item = Item("f2", "en", "en", "Days in a week?", "7", accepted=("seven",))
    >>> text_outcome("There are seven days.", item), text_outcome("17", item)
    ('right', 'wrong')
    """
    said = tokens(answer, item.language)
    right = [tokens(text, item.language) for text in (item.gold, *item.accepted)]
    if not any(_holds(said, words) for words in right):
        return "wrong"
    wrong = [words for option in item.options if (words := tokens(option, item.language)) not in right]
    rest = said
    for words in sorted(right, key=len, reverse=True):
        rest = _without(rest, words)
    return "ambiguous" if any(_holds(rest, words) for words in wrong) else "right"


_GAP = ""


def _places(said: Sequence[str], words: Sequence[str]) -> list[int]:
    """Where the words stand one after the other, but not as part of a longer numeral."""
    size = len(words)
    starts = range(len(said) - size + 1) if size else range(0)
    return [
        start
        for start in starts
        if list(said[start : start + size]) == list(words)
        and not (start and _numeral(said[start - 1]) and _numeral(words[0]))
        and not (start + size < len(said) and _numeral(said[start + size]) and _numeral(words[-1]))
    ]


def _holds(said: Sequence[str], words: Sequence[str]) -> bool:
    return bool(_places(said, words))


def _without(said: Sequence[str], words: Sequence[str]) -> list[str]:
    rest = list(said)
    for start in _places(said, words):
        rest[start : start + len(words)] = [_GAP] * len(words)
    return rest


def _numeral(word: str) -> bool:
    """A Chinese numeral, the only ones that are single tokens of a longer number."""
    return len(word) == 1 and not word.isdigit() and unicodedata.numeric(word, None) is not None
