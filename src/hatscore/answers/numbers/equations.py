"""What part each number plays in the working: operand, result, list number, or plain statement."""

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from hatscore.answers.numbers.digits import Numeral
from hatscore.answers.numbers.numerals import CURRENCY

OPERATOR, EQUALS, RANGE, TEXT, NOTHING = "operator", "equals", "range", "text", "nothing"
"""What stands between two neighbouring numbers."""

_SHORT_GAP, _LONGEST_GAP, _MOST_WORDS = 12, 80, 3
_AROUND = f" \u00a0\t{CURRENCY}\\(){{}}[]%&"
_OPERATORS = "+-−–×*÷/·⋅∙:"
_SIGNS = {"+": "+", "-": "-", "−": "-", "–": "-", "×": "*", "*": "*", "·": "*", "⋅": "*", "÷": "/", "/": "/"}
_LONGEST_SUM = 12
_UNSPACED = "\u0e00"
_COMMANDS = ("times", "cdot", "div")
_EQUAL = re.compile(r"[=≈＝]|\\approx|\\Rightarrow")
_RANGE = re.compile(r"[-–—~〜～∼]|--")
_LIST_NUMBER = re.compile(r"(?:\A|\n)[ \t>#*_-]{0,12}\Z")
_HEADING = re.compile(r"(?:\A|\n)[ \t>#*_-]{0,12}[^\W\d]{1,20}[ \t]\Z")
_COEFFICIENT = re.compile(r"[a-zA-Z]\s?=")
_UNKNOWN = re.compile(r"(?<![^\W\d_])(?<!\d\s)[a-wyzA-Z]\s?[+−-]\s?\Z|(?:\A|[^\d\s])\s?x\s?[+−-]\s?\Z")
_ASIDE_EQUAL = re.compile(r"[(（]\s?[=＝]")
_SHILLINGS = "/="
_ORDINAL = re.compile(r"(?:st|nd|rd|th|º|ª|er|ème|e)\b")


def links(text: str, numbers: Sequence[Numeral]) -> list[str]:
    """What stands before each number and after the last one.

    Parameters
    ----------
    text : str
        The answer part of a response.
    numbers : sequence of Numeral
        All numbers of a stretch of it, in order.

    Returns
    -------
    list of str
        One more than there are numbers; the first and the last are "nothing".

    Examples
    --------
    >>> from hatscore.answers.numbers.locales import separators
    >>> from hatscore.answers.numbers.numerals import numerals
    >>> text = "4 cans * 3 = 12 balls"
    >>> links(text, numerals(text, 0, len(text), separators("en")))
    ['nothing', 'operator', 'equals', 'nothing']
    """
    found = [NOTHING]
    for before, after in pairwise(numbers):
        # A minus that is a sign does not link.
        link = _link(text[before.end : after.start if after.sign < before.end else after.sign])
        defines = link == EQUALS and before.value == 1 and found[-1] not in (OPERATOR, EQUALS)
        found.append(TEXT if defines else link)  # "1 dollar = 125 yen" comes to nothing
    found.append(NOTHING)
    return found


def results(text: str, numbers: Sequence[Numeral], linked: Sequence[str]) -> list[Fraction | int]:
    """What the equations of a stretch come to, and what sums without a result would come to.

    Parameters
    ----------
    text : str
        The answer part.
    numbers : sequence of Numeral
        Its numbers, settled.
    linked : sequence of str
        From `links`.

    Returns
    -------
    list of Fraction or int
        In order.

    Examples
    --------
    >>> from hatscore.answers.numbers.locales import separators
    >>> from hatscore.answers.numbers.numerals import numerals
    >>> text = "4 * 3 = 12; she earns $140 a week (14 hours * $10)."
    >>> found = numerals(text, 0, len(text), separators("en"))
    >>> results(text, found, links(text, found))
    [12, 140]
    """
    found: list[Fraction | int] = []
    for i, numeral in enumerate(numbers):
        if numeral.value is None or linked[i + 1] in (OPERATOR, EQUALS):
            continue
        if linked[i] == EQUALS:
            if not _of_unknown(text, numbers[i - 1]):
                found.append(numeral.value)
        elif linked[i] == OPERATOR:
            value = _worked_out(text, numbers, linked, i)
            if value is not None:
                found.append(value)
    return found


def _of_unknown(text: str, last: Numeral) -> bool:
    """Whether what ends in a number holds an unknown (5y = 60, x - 3 = 10): it comes to nothing yet."""
    if text[last.end : last.end + 1].isalpha() and _COEFFICIENT.match(text, last.end):
        return True
    return _UNKNOWN.search(text, max(0, last.start - 6), last.start) is not None


def _worked_out(
    text: str, numbers: Sequence[Numeral], linked: Sequence[str], last: int
) -> Fraction | int | None:
    """The value of a sum or product that ends in a number; None when it is not plain arithmetic."""
    first = last
    while linked[first] == OPERATOR and last - first < _LONGEST_SUM:
        first -= 1
    total: Fraction | int = 0
    term = numbers[first].value
    for i in range(first + 1, last + 1):
        value = numbers[i].value
        sign = _operator(text[numbers[i - 1].end : numbers[i].start])
        if term is None or value is None or not sign:
            return None
        if sign == "*":
            term = term * value
        elif sign == "/":
            if not value:
                return None
            term = Fraction(term) / value
        else:
            total, term = total + term, value if sign == "+" else -value
    return None if term is None else total + term


def _operator(gap: str) -> str:
    """One of + - * / for what stands between two operands; empty when there are several or none."""
    core = gap.strip(_AROUND)
    found = {_SIGNS[ch] for ch in core if ch in _SIGNS and (ch != "/" or core in ("/", "÷"))}
    if not found and (core[-1:] in ("x", "X", "х") or core.endswith(("times", "cdot"))):
        return "*"
    return found.pop() if len(found) == 1 else ""


def _link(gap: str) -> str:
    if len(gap) <= _SHORT_GAP:
        return _short_link(gap)
    if len(gap) <= _LONGEST_GAP:
        return _classified(gap)
    last = gap.rfind("=")
    near = last >= 0 and len(gap) - last < _SHORT_GAP and not gap[last + 1 :].strip(_AROUND + "*")
    return EQUALS if near else TEXT


@lru_cache(maxsize=8192)
def _short_link(gap: str) -> str:
    """The same few short gaps stand between most numbers."""
    return _classified(gap)


def _classified(gap: str) -> str:
    if gap.startswith(_SHILLINGS):
        gap = gap[len(_SHILLINGS) :]
    if _RANGE.fullmatch(gap):
        return RANGE
    may_equal = "=" in gap or "≈" in gap or "＝" in gap or "\\" in gap
    ends = [equal.end() for equal in _EQUAL.finditer(gap)] if may_equal else []
    if ends:
        tail = gap[ends[-1] :]
        if _ASIDE_EQUAL.search(gap):
            return TEXT
        if _ends_with_operator(tail) and tail.strip(_AROUND + "-−–*"):
            return OPERATOR
        return EQUALS if len(tail) <= 30 and "\n" not in tail.strip() else TEXT
    if "\n" in gap:
        return TEXT
    return OPERATOR if _ends_with_operator(gap) or _starts_with_operator(gap) else TEXT


def _ends_with_operator(gap: str) -> bool:
    core = gap.strip(_AROUND)
    if not core or core.endswith("**") or core.endswith(("--", "—")):
        return False
    if core[-1] == "*" and "A" <= core[-2:-1] < _UNSPACED and core[-2:-1].isalpha():
        return False  # "*130 km*" is emphasis
    if core[-1] == "+" == gap[-1] and len(core.split()) > _MOST_WORDS:
        return False  # "it rose, because +1.5" has a sign
    if core[-1] in _OPERATORS:
        # A colon divides only when nothing else is there; a hyphen or dash after a word needs spaces.
        return (core[-1] != ":" or core == ":") and (
            core[-1] not in "-–" or len(core) == 1 or core[-2] in " \u00a0)" or core[-2] >= _UNSPACED
        )
    return core.endswith(_COMMANDS) or core in ("x", "X", "х") or core.endswith((" x", " X", " х"))


def _starts_with_operator(gap: str) -> bool:
    return gap.strip(_AROUND).startswith(("+", "−", "×", "÷"))


def is_list_number(text: str, numeral: Numeral) -> bool:
    """Whether a number counts list items or steps, or is a time or an ordinal: no answer.

    Parameters
    ----------
    text : str
        The answer part of a response.
    numeral : Numeral
        One of its numbers.

    Returns
    -------
    bool

    Examples
    --------
    >>> is_list_number("1. Add them.", Numeral(0, 1, "1", 1)), is_list_number("12. ", Numeral(0, 2, "12", 12))
    (True, False)
    """
    after = text[numeral.end : numeral.end + 4]
    head = after[:1]
    if head in (".", ")", "、", "．") and len(numeral.raw) <= 2:
        rest = text[numeral.end + 1 : numeral.end + 40].split("\n", 1)[0].strip(" *_")
        if (
            rest
            and (head == "、" or after[1:2] in (" ", "*", "\u00a0", "\t"))
            and _LIST_NUMBER.search(text, max(0, numeral.start - 16), numeral.start)
        ):
            return True
    if head in (":", "：", "*") and len(numeral.raw) <= 2:
        mark = after.lstrip("*_")[:1]
        if mark in (":", "：") and _HEADING.search(text, max(0, numeral.start - 36), numeral.start):
            return True
    clock = head == ":" and after[1:3].isdecimal() and len(numeral.raw) <= 2
    minutes = (
        text[numeral.start - 1 : numeral.start] == ":"
        and text[numeral.start - 2 : numeral.start - 1].isdecimal()
    )
    return (
        clock
        or (minutes and len(numeral.raw) == 2)
        or bool(head.isalpha() and _ORDINAL.match(text, numeral.end))
    )
