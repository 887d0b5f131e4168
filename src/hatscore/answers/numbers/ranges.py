"""Two values where one was asked for: 5-7, 5 or 7, between 5 and 7."""

import re

from hatscore.answers.numbers.digits import Numeral
from hatscore.answers.numbers.equations import EQUALS, OPERATOR, RANGE
from hatscore.answers.numbers.page import Page, bare

_LONGEST_GAP = 36
_BEFORE, _AFTER = 20, 16
_DASH = re.compile(r"\s[-–−]\s")


def is_range(page: Page, i: int) -> bool:
    """Whether a number is one of two alternatives or one end of a range.

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
    return any(
        left >= 0 and left + 1 < len(page.numbers) and _are_two(page, left, left + 1) for left in (i - 1, i)
    )


def _are_two(page: Page, left: int, right: int) -> bool:
    a, b = page.numbers[left], page.numbers[right]
    gap = page.text[a.end : b.start]
    apart = len(gap) > _LONGEST_GAP or "(" in gap or "（" in gap or a.value == b.value
    working = a.operand or b.operand or page.links[right + 1] in (OPERATOR, EQUALS)
    if apart or working or _same_in_percent(a, b):
        return False
    if _joined(page, page.lexicon.either, a, b):
        return page.links[left] != OPERATOR
    if page.links[left] in (OPERATOR, EQUALS) or not _rises(a, b):
        return False
    if page.links[right] == RANGE or (_DASH.fullmatch(gap) and b.sign < 0):
        return True
    named = _joined(page, page.lexicon.ranges, a, b) or _between(page, a, b, gap)
    return named and b.value not in page.results


def _rises(a: Numeral, b: Numeral) -> bool:
    return a.value is not None and b.value is not None and a.value < b.value


def _joined(page: Page, words: re.Pattern[str], a: Numeral, b: Numeral) -> bool:
    """Whether such a word stands between two numbers of the same unit, or of one unit that is said once."""
    found = words.match(page.text[a.end : b.start])
    if found is None:
        return False
    unit = bare(found[1])
    return not unit or bare(page.text[b.end : b.end + len(unit) + 3]).startswith(unit)


def _between(page: Page, a: Numeral, b: Numeral, gap: str) -> bool:
    """Whether "between" stands before or after two numbers of the same unit."""
    words = gap.split()
    if len(words) > 3 or any(mark in gap for mark in "\n=:\\"):
        return False
    joins = len(words) == 1 or any(word in table.fractions for table in page.words for word in words)
    if joins and page.lexicon.between.end_of(page.text[max(page.start, a.start - _BEFORE) : a.start].lower()):
        return True
    return page.lexicon.between_after.match(page.text[b.end : b.end + _AFTER]) is not None


def _same_in_percent(a: Numeral, b: Numeral) -> bool:
    """Whether two numbers say one thing: 0.25 or 25 %."""
    return (
        a.value is not None and b.value is not None and (a.value * 100 == b.value or b.value * 100 == a.value)
    )
