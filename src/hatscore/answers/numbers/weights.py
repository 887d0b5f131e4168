"""How much a number looks like the answer of its sentence, and what speaks against it."""

import re
from fractions import Fraction
from typing import NamedTuple

from hatscore.answers.numbers.digits import Numeral
from hatscore.answers.numbers.page import Page
from hatscore.answers.numbers.ranges import is_range

RESULT, TAIL_OF_SUM, OPERAND = 0.8, -1.0, -5.0
LAST_RESULT, EARLIER_RESULT = 1.6, 1.0
SAID_BEFORE = 0.4
BOLD = 2.0
HYPHENATED = -2.0
LAST = 0.5
"""Weights: the part in an equation, agreeing with one or with what was just said, type, place."""

_ROLES = {"operand": OPERAND, "result": RESULT, "tail": TAIL_OF_SUM, "plain": 0.0}
_RESULTS_BACK = 8
_HYPHEN = re.compile(r"-[^\W\d]")


class Proposal(NamedTuple):
    """One value that a rule proposes.

    Attributes
    ----------
    value : Fraction, int or None
        The value; None when what was found is no number, such as 3n + 5.
    start, end : int
        Where it stands in the answer part.
    rule : str
        Name of the rule.
    weight : float
        How strong it is.
    number : int
        Which number of the page it is; -1 for words.
    range : bool
        Whether it is one end of a range or one of two alternatives; only known once confirmed.
    """

    value: Fraction | int | None
    start: int
    end: int
    rule: str
    weight: float
    number: int = -1
    range: bool = False


def number_weight(page: Page, i: int, *, last: bool, said: int = -1) -> float:
    """Weight of a number within its sentence.

    Parameters
    ----------
    page : Page
        The stretch.
    i : int
        Index of the number.
    last : bool
        Whether it is the last of its sentence.
    said : int
        Index of the last number before the sentence, -1 when there is none.

    Returns
    -------
    float
    """
    number = page.numbers[i]
    weight = _ROLES[page.role(i)]
    if page.results and _agrees(number.value, page.results[-1]):
        weight += LAST_RESULT
    elif number.value in page.results[-_RESULTS_BACK:]:
        weight += EARLIER_RESULT
    elif said >= 0 and number.value == page.numbers[said].value:
        weight += SAID_BEFORE
    hyphened = page.text[number.end : number.end + 1] == "-" and _HYPHEN.match(page.text, number.end)
    if hyphened and not page.lexicon.case_hyphens:
        weight += HYPHENATED
    if is_bold(page, i):
        weight += BOLD
    return weight + (LAST if last else 0.0)


def _agrees(value: Fraction | int | None, result: Fraction | int) -> bool:
    """Whether a number is a result, without its sign ("$40 less"), rounded, or in percent."""
    if value is None or value in (result, -result):
        return value is not None
    if result.denominator <= value.denominator:
        return False
    exact, step = Fraction(result), value.denominator
    return value not in (0, 1) and any(abs(way - value) * step < 1 for way in (exact, 100 * exact))


def is_bold(page: Page, i: int) -> bool:
    """Whether a number stands in short bold text of its own, not in a bold sentence.

    Parameters
    ----------
    page : Page
        The stretch.
    i : int
        Index of the number.

    Returns
    -------
    bool
    """
    if not page.bold:
        return False
    number = page.numbers[i]
    before = page.text[max(page.start, number.start - 12) : number.start]
    if "**" in before:
        return _closed(page.text, before, "**", number)
    return "__" in before and _closed(page.text, before, "__", number)


def _closed(text: str, before: str, mark: str, number: Numeral) -> bool:
    """Whether the markup before a number closes soon after it, in the same line."""
    after = text.find(mark, number.end, number.end + 24)
    return after >= 0 and "\n" not in before[before.rfind(mark) :] + text[number.end : after]


def confirmed(page: Page, proposal: Proposal) -> Proposal:
    """Look closer at the winning proposal: algebra, a minus in words, a range.

    Parameters
    ----------
    page : Page
        The stretch.
    proposal : Proposal
        The one that won.

    Returns
    -------
    Proposal
        Without a value when it is algebra; marked when it is a range.
    """
    i = proposal.number
    if i < 0:
        return proposal
    if page.algebra(i):
        return proposal._replace(value=None, rule="algebra")
    value: Fraction | int | None = proposal.value
    start = page.numbers[i].start
    low = max(page.start, start - 14)
    alone = not any(ch.isdigit() for ch in page.text[low:start])
    for words in page.words:
        minus = words.negative.search(page.text, low, start)
        if minus is not None and value is not None and (alone or not minus.group()[0].isalpha()):
            value = min(value, -value)
    return proposal._replace(value=value, range=is_range(page, i))
