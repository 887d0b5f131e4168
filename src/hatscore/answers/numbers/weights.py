"""How much a number looks like the answer of its sentence, and what speaks against it."""

import re
from fractions import Fraction
from typing import NamedTuple

from hatscore.answers.numbers.equations import EQUALS, NOTHING, OPERATOR, RANGE, TEXT
from hatscore.answers.numbers.page import SENTENCE_END, Page, bare

RESULT, TAIL_OF_SUM, OPERAND = 0.8, -1.0, -5.0
LAST_RESULT, EARLIER_RESULT = 1.6, 1.0
SAID_BEFORE = 0.4
BOLD = 2.0
ASIDE = -1.5
HYPHENATED = -2.0
LAST = 0.5
"""Weights: the part in an equation, agreeing with one or with what was just said, type, brackets, place."""

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
    strict : bool
        Whether it stands right after a label, where "5 to 7" is a range.
    range : bool
        Whether it is one end of a range or one of two alternatives; only known once confirmed.
    """

    value: Fraction | int | None
    start: int
    end: int
    rule: str
    weight: float
    number: int = -1
    strict: bool = False
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
    if page.text[number.end : number.end + 1] == "-" and _HYPHEN.match(page.text, number.end):
        weight += HYPHENATED
    if is_bold(page, i):
        weight += BOLD
    if _in_parentheses(page, i) or _compared(page, i):
        weight += ASIDE
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
    number = page.numbers[i]
    before = page.text.rfind("**", max(page.start, number.start - 12), number.start)
    if before < 0:
        return False
    after = page.text.find("**", number.end, number.end + 24)
    return after >= 0 and "\n" not in page.text[before:after]


def _in_parentheses(page: Page, i: int) -> bool:
    """Whether a bracket opened before the number in its sentence, apart from LaTeX brackets."""
    start = page.numbers[i].start
    low = max(page.start, start - 70)
    opened = max(page.text.rfind("(", low, start), page.text.rfind("（", low, start))
    if opened < 0 or page.text[opened - 1 : opened] in ("\\", "]"):
        return False
    between = page.text[opened:start]
    return ")" not in between and "）" not in between and "\n" not in between


def _compared(page: Page, i: int) -> bool:
    """Whether the number is what the answer is compared with: more than 96."""
    number, lexicon = page.numbers[i], page.lexicon
    if lexicon.than_before.end_of(page.text[max(page.start, number.start - 24) : number.start].lower()):
        return True
    if not lexicon.than_after.words:
        return False
    after = SENTENCE_END.split(page.text[number.end : number.end + 18], maxsplit=1)[0].lower()
    return 0 <= lexicon.than_after.find(after) <= 12 and not any(ch.isdigit() for ch in after)


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
    if value and not any(ch.isdigit() for ch in page.text[low:start]):
        for words in page.words:
            if words.negative.search(page.text, low, start):
                value = -value if value > 0 else value
    return proposal._replace(value=value, range=_is_range(page, i, strict=proposal.strict))


def _same_in_percent(a: Fraction | int | None, b: Fraction | int | None) -> bool:
    return a is not None and b is not None and (a * 100 == b or b * 100 == a)


def _is_range(page: Page, i: int, *, strict: bool) -> bool:
    """Whether the i-th number is one of two alternatives: 5-7, 5 or 7, between 5 and 7."""
    for left, right in ((i - 1, i), (i, i + 1)):
        if left < 0 or right >= len(page.numbers):
            continue
        a, b = page.numbers[left], page.numbers[right]
        gap = page.text[a.end : b.start]
        if len(gap) > 24 or a.value == b.value or page.links[left] not in (NOTHING, TEXT):
            continue
        if "(" in gap or "（" in gap or _same_in_percent(a.value, b.value):
            continue  # "0.25 (or 25 %)" says one thing twice
        if page.links[right + 1] in (OPERATOR, EQUALS):
            continue
        if page.links[right] == RANGE or page.lexicon.either.match(gap) is not None:
            return True
        if strict and page.lexicon.ranges.match(gap) is not None:
            return True
        before = page.text[max(page.start, a.start - 16) : a.start]
        if len(gap) <= 8 and bare(gap).isalpha() and page.lexicon.between.search(before):
            return True
    return False
