"""An answer at the start, before its reasons: "**7**, since ..." or "12 are left; he had 20, gave 8"."""

from fractions import Fraction
from math import prod

from hatscore.answers.numbers.asides import asides, gives_reasons, turn_after
from hatscore.answers.numbers.outcomes import outcomes
from hatscore.answers.numbers.page import SENTENCE_END, Page, bare
from hatscore.answers.numbers.weights import Proposal, is_bold, number_weight

LEAD = 5.0
"""Weight of an answer at the start; only an outright conclusion of another value counts more."""

_LONGEST_BARE, _LONGEST_UNSPACED = 16, 4
_MOST_EXPLAINED = 4


def lead(page: Page) -> list[Proposal]:
    """The value of the first sentence when the rest only gives reasons for it.

    Parameters
    ----------
    page : Page
        The stretch; only a response that is short enough to be read from its start has a lead.

    Returns
    -------
    list of Proposal
        None or one.
    """
    if page.start or not page.numbers:
        return []
    end = _end_of_first(page)
    if end < 0 or not page.text[end : page.end].strip():
        return []
    first = [i for i in page.between(0, end) if page.usable(i) and page.role(i) != "operand"]
    if not first:
        return []
    beside = asides(page, first, turn_after(page, first))
    last = max((i for i in first if i not in beside), default=first[-1])
    best = max(first, key=lambda i: (number_weight(page, i, last=i == last) + beside.get(i, 0.0), i))
    number = page.numbers[best]
    if not _stands(page, best, end):
        return []
    rule = "conclusion" if page.lexicon.conclusion.match(page.text, 0, number.start) else "answer-first"
    return [Proposal(number.value, number.start, number.end, rule, LEAD, best)]


def _end_of_first(page: Page) -> int:
    """The end of the first sentence that holds a number, if it is the first sentence at all."""
    number = page.numbers[0]
    if SENTENCE_END.search(page.text[page.start : number.start].lstrip()) is not None:
        return -1
    found = SENTENCE_END.search(page.text, number.end, page.end)
    return found.end() if found is not None else -1


def _stands(page: Page, best: int, end: int) -> bool:
    """Whether the first sentence is an answer and the rest are its reasons."""
    value = page.numbers[best].value
    after = page.between(end, page.end)
    if value is None or any(page.numbers[i].value == value and page.role(i) == "operand" for i in after):
        return False
    rest = page.text[end : page.end].lower()
    if page.lexicon.corrections.find(rest) >= 0 or page.lexicon.checks.find(rest) >= 0:
        return False
    if gives_reasons(page, end):
        return True
    alone = _bare(page, best, end)
    if not explained(page, best, end):
        return alone and page.text[end - 1 : end] == "\n"
    if alone and (is_bold(page, best) or len(_last_values(page, end)) > 1):
        return True
    return _told_backwards(page, value, end)


def _told_backwards(page: Page, value: Fraction | int, end: int) -> bool:
    """Whether what explains a value is told after it, and not on the way to another value.

    Of "a - b" the larger is told first when it explains, and last when it is worked out.
    """
    last = _last_values(page, end)
    most = max(last, default=0)
    if len(last) < 2 or value < most:
        return len(last) > 1 and last[-1] != most
    return value == prod(last) or page.lexicon.turn.search(page.text, 0, end) is not None


def _bare(page: Page, best: int, end: int) -> bool:
    """Whether the first sentence is little more than the number."""
    number = page.numbers[best]
    unit = bare(page.text[number.end : end].rstrip(" \n.。।"))
    longest = _LONGEST_BARE if unit[:1] < "\u0e00" else _LONGEST_UNSPACED
    return len(unit) <= longest and (not bare(page.text[: number.start]) or is_bold(page, best))


def _last_values(page: Page, start: int) -> list[Fraction | int]:
    """What the last sentence tells; nothing when it concludes with a value that was not told before."""
    at = start
    for found in SENTENCE_END.finditer(page.text, start, len(page.text[: page.end].rstrip(" \n*_.!?。।۔"))):
        at = found.end()
    inside = [i for i in page.between(at, page.end) if page.usable(i)]
    if not inside or page.lexicon.conclusion.match(page.text, at, page.end):
        return []
    turn = turn_after(page, inside)
    told = {page.numbers[i].value for i in page.between(start, turn)}
    if any(page.numbers[i].value not in told for i in page.between(turn, page.end)):
        return []
    beside = asides(page, inside, turn)
    return [value for i in inside if i not in beside and (value := page.numbers[i].value) is not None]


def explained(page: Page, best: int, start: int) -> bool:
    """Whether a value is what the numbers after a place come to, by the four operations in their order.

    Parameters
    ----------
    page : Page
        The stretch.
    best : int
        Index of the number that states the value.
    start : int
        Where the reasons start.

    Returns
    -------
    bool
    """
    value = page.numbers[best].value
    after = page.between(start, page.end)
    values = [page.numbers[i].value for i in after if page.usable(i) and page.role(i) != "operand"]
    if value is None or not values or value in values:
        return value in page.results and bool(values) and page.results[-1] == value
    if value in page.results:
        return True
    known = [v for v in values if v is not None]
    ways = (known, list(dict.fromkeys(known)))
    return any(len(way) <= _MOST_EXPLAINED and value in outcomes(way) for way in ways)
