"""Numbers beside the point of their sentence: in brackets, compared, circumstances, reasons, said again."""

import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from hatscore.answers.numbers.outcomes import outcomes
from hatscore.answers.numbers.page import SENTENCE_END, Page, bare

ASIDE, REASON = -1.5, -4.0
"""Weights: a number that is not the point of its sentence, and one in a reason after the point."""

_REACH, _UNIT, _COMPARED_WITHIN = 24, 4, 7
_COLON = re.compile(r"[:：]")
_CLAUSE = re.compile(r"[,，、،;:：]")
_POINT = re.compile(r"(?<!\s)[:：]\s|\s[–—-]\s")
_MAIN_CLAUSE = re.compile(r"[,，、،]\D*\d")
_UNIT_RATIOS = frozenset({7, 12, 24, 52, 60, 365, 3600, *(10**power for power in range(1, 7))})
"""Between a measure and the same in another unit: days, months, hours, dozens, metric prefixes."""


def asides(page: Page, usable: Sequence[int], turn: int) -> dict[int, float]:
    """Numbers of a sentence that are beside its point, with their weights.

    Parameters
    ----------
    page : Page
        The stretch.
    usable : sequence of int
        Indices of the numbers of one sentence that may be an answer, in order.
    turn : int
        Where the sentence turns to its conclusion, from `turn_after`.

    Returns
    -------
    dict of int to float
    """
    heads = {i: _before(page, page.numbers[i].start) for i in usable}
    found = {i: ASIDE for i in usable if _in_parentheses(page, i) or _compared(page, i, heads[i])}
    if len(usable) < 2:
        return found
    first, last = page.numbers[usable[0]].end, page.numbers[usable[-1]].start
    reason = min(reason_after(page, first, last), _working_after(page, [i for i in usable if i not in found]))
    found |= {i: REASON for i in usable if page.numbers[i].start >= reason}
    for before, after in pairwise(usable):
        if before not in found and _said_again(page, before, after):
            found[after] = ASIDE
    for turned in (False, True):
        rest = [i for i in usable if i not in found and (page.numbers[i].start >= turn) is turned]
        circumstances = [i for i in rest if _circumstance(page, i, heads[i])]
        if len(circumstances) < len(rest):
            found |= dict.fromkeys(circumstances, ASIDE)
    return found


def turn_after(page: Page, usable: Sequence[int]) -> int:
    """Where a sentence with several numbers turns to its conclusion: "since ..., so ...".

    Parameters
    ----------
    page : Page
        The stretch.
    usable : sequence of int
        Indices of the numbers of one sentence, in order.

    Returns
    -------
    int
        The end of the page when it does not.
    """
    turn = page.end
    if len(usable) < 2:
        return turn
    start, end = page.numbers[usable[0]].end, page.numbers[usable[-1]].start
    for found in page.lexicon.turn.finditer(page.text, start, end):
        reason = page.lexicon.reasons.match(page.text, found.start())
        if reason is None or reason.end() <= found.end():
            turn = found.end()
    return turn


def reason_after(page: Page, start: int, end: int) -> int:
    """Where a reason starts after the point of a sentence: "5 bags, because there are 15 apples".

    Parameters
    ----------
    page : Page
        The stretch.
    start, end : int
        The places of the first and the last number of the sentence.

    Returns
    -------
    int
        The end of the page when there is none, or when a conclusion follows it.
    """
    reason = page.end
    for found in page.lexicon.reasons.finditer(page.text, start, end):
        turn = page.lexicon.turn.match(page.text, found.start())
        if turn is None or turn.end() < found.end():
            reason = found.end()
            break
    if reason < page.end:
        if page.lexicon.corrections.find(page.text[start:end].lower()) >= 0:
            return page.end
        for turn in page.lexicon.turn.finditer(page.text, reason, end):
            if _CLAUSE.search(page.text, turn.start() - 2, turn.start()) or turn.group()[-1] in ",、":
                return page.end
    return reason


def gives_reasons(page: Page, start: int) -> bool:
    """Whether the sentence that starts at a place is a reason for what was said before it.

    Parameters
    ----------
    page : Page
        The stretch.
    start : int
        Start of a sentence.

    Returns
    -------
    bool
    """
    text = page.text
    while start < page.end and not text[start].isalnum():
        start += 1
    if page.lexicon.conclusion.match(text, start):
        return False
    ends, ahead = page.lexicon.reason_ends, page.between(start, page.end)
    reason = page.lexicon.reasons.search(text, start, page.numbers[ahead[0]].start if ahead else page.end)
    if reason is None and not ends:
        return False
    stop = SENTENCE_END.search(text, start, page.end)
    end = stop.start() if stop is not None else page.end
    if reason is None or reason.start() > end:
        return text[start:end].rstrip(" *_)）").endswith(ends)
    headed = _COLON.search(text, reason.end(), min(end, reason.end() + _REACH)) is not None
    return headed or _MAIN_CLAUSE.search(text, reason.end(), end) is None


def _working_after(page: Page, usable: Sequence[int]) -> int:
    """Where a colon or a dash starts what the first number of a sentence comes from: "28: 4 times 7"."""
    if len(usable) < 3:
        return page.end
    first, second = page.numbers[usable[0]], page.numbers[usable[1]]
    mark = _POINT.search(page.text, first.end, second.start)
    if mark is None:
        return page.end
    values = [value for i in usable[1:] if (value := page.numbers[i].value) is not None]
    return mark.end() if first.value in outcomes(values) else page.end


def _said_again(page: Page, before: int, after: int) -> bool:
    """Whether a number says the one before in another unit, or without its minus."""
    a, b = page.numbers[before].value, page.numbers[after].value
    if after - before > 1 or not a or not b or not (a == -b or is_conversion(a, b)):
        return False
    if a != -b and page.text[page.numbers[after].end : page.numbers[after].end + 2].strip()[:1] in ("%", "٪"):
        return False
    divided = before and page.numbers[before - 1].value in (a * b, Fraction(b) / a)
    start, end = page.numbers[before].end, page.numbers[after].end
    if divided or page.lexicon.restatements.search(page.text, start, page.numbers[after].start) is None:
        return False
    units = [bare(page.text[at : at + _UNIT]).rstrip(".,。") for at in (start, end)]
    return a == -b or not units[0] or units[0] != units[1]


def is_conversion(a: Fraction | int, b: Fraction | int) -> bool:
    """Whether two values may be one measure in two units.

    Parameters
    ----------
    a, b : Fraction or int
        Values other than 0.

    Returns
    -------
    bool

    Examples
    --------
    >>> is_conversion(90, Fraction(3, 2)), is_conversion(90, 45)
    (True, False)
    """
    a, b = max(a, -a), max(b, -b)
    small, large = min(a, b), max(a, b)
    return 1 <= small <= large / 7 and Fraction(large, small) in _UNIT_RATIOS


def _before(page: Page, start: int) -> str:
    """The text before a number in lower case, without a currency in letters."""
    return page.text[max(page.start, start - _REACH) : start].lower().removesuffix("rp").removesuffix(" r")


def _circumstance(page: Page, i: int, before: str) -> bool:
    """Whether a number only says in what time, for how many or out of how many."""
    number = page.numbers[i]
    if number.value in page.results[-1:]:
        return False
    if page.lexicon.asides_before.end_of(before):
        return True
    end = min(page.end, number.end + _REACH)
    return page.lexicon.asides_after.match(page.text, number.end, end) is not None


def _in_parentheses(page: Page, i: int) -> bool:
    """Whether a bracket opened before the number in its sentence, apart from LaTeX brackets."""
    start = page.numbers[i].start
    low = max(page.start, start - 70)
    opened = max(page.text.rfind("(", low, start), page.text.rfind("（", low, start))
    if opened < 0 or page.text[opened - 1 : opened] in ("\\", "]"):
        return False
    between = page.text[opened:start]
    return ")" not in between and "）" not in between and "\n" not in between


def _compared(page: Page, i: int, before: str) -> bool:
    """Whether the number is what the answer is compared with: more than 96."""
    number, lexicon = page.numbers[i], page.lexicon
    if lexicon.than_before.end_of(before):
        return True
    if not lexicon.than_after.words:
        return False
    after = SENTENCE_END.split(page.text[number.end : number.end + 18], maxsplit=1)[0].lower()
    at = lexicon.than_after.find(after)
    return 0 <= at <= _COMPARED_WITHIN and not any(ch.isdigit() for ch in after[:at])
