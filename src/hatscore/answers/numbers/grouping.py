"""Is the comma in 9,300 a decimal comma or a thousands separator? What the response itself shows."""

import re
from collections.abc import Sequence
from fractions import Fraction

from hatscore.answers.numbers.digits import Numeral
from hatscore.answers.numbers.equations import EQUALS, OPERATOR
from hatscore.answers.numbers.locales import Separators
from hatscore.answers.numbers.numerals import CURRENCY

_DIGITS = re.compile(r"\d+")
_MONEY_AROUND = 3


def settle(text: str, numbers: Sequence[Numeral], links: Sequence[str], marks: Separators) -> None:
    """Decide numbers with one separator that could be either, and set their values.

    In this order: an equation that holds with one reading only; the same digits elsewhere without
    a separator; how the separator is used in numbers that are not in doubt, when the language
    agrees; three digits that end in 0, which nobody writes after a decimal separator; money, which
    has no third decimal; and last what the language does.

    Parameters
    ----------
    text : str
        The answer part.
    numbers : sequence of Numeral
        Its numbers, changed in place.
    links : sequence of str
        What stands between them.
    marks : Separators
        Of the language.

    Examples
    --------
    >>> from hatscore.answers.numbers.equations import links
    >>> from hatscore.answers.numbers.locales import separators
    >>> from hatscore.answers.numbers.numerals import numerals
    >>> text = "495 * 15 = 7,425 л"
    >>> found = numerals(text, 0, len(text), separators("ru"))
    >>> settle(text, found, links(text, found), separators("ru"))
    >>> found[-1].value
    7425
    """
    doubts = [i for i, numeral in enumerate(numbers) if numeral.doubtful]
    if not doubts:
        return
    use = {sep: _usage(numbers, sep) for sep in {numbers[i].doubtful for i in doubts}}
    for i in doubts:
        numeral = numbers[i]
        grouped, decimal = _readings(numeral)
        choice = _by_equation(numbers, links, i, grouped, decimal)
        if choice is None:
            choice = _by_evidence(text, numeral, use[numeral.doubtful], marks)
        _set(numeral, grouped if choice == "group" else decimal)


def _set(numeral: Numeral, value: Fraction | int) -> None:
    negative = numeral.value is not None and numeral.value < 0
    numeral.value = -value if negative else value


def _readings(numeral: Numeral) -> tuple[int, Fraction]:
    whole, part = _DIGITS.findall(numeral.raw)[:2]
    joined = int(whole + part)
    return joined, Fraction(joined, 1000)


def _usage(numbers: Sequence[Numeral], sep: str) -> str:
    """How numbers that are not in doubt use the separator; empty when they do not or disagree."""
    seen = set()
    for numeral in numbers:
        if numeral.doubtful or sep not in numeral.raw or numeral.value is None:
            continue
        last = max(numeral.raw.rfind("."), numeral.raw.rfind(","))
        decimal = numeral.raw.count(sep) == 1 and numeral.raw[last] == sep
        seen.add("decimal" if decimal else "group")
    return seen.pop() if len(seen) == 1 else ""


def _by_equation(
    numbers: Sequence[Numeral], links: Sequence[str], i: int, grouped: int, decimal: Fraction
) -> str | None:
    """Whether only one reading makes the sum or product before it come out; operands as they read."""
    if links[i] != EQUALS:
        return None
    first = i - 1
    while first > 0 and links[first] == OPERATOR and i - first < 12:
        first -= 1
    values = [numbers[k].value for k in range(first, i)]
    known = [value for value in values if value is not None]
    if len(known) < 2 or len(known) != len(values):
        return None
    product: Fraction | int = 1
    for value in known:
        product *= value
    outcomes: set[Fraction | int] = {sum(known), product, known[0] - sum(known[1:])}
    if len(known) == 2 and known[1]:
        outcomes.add(Fraction(known[0]) / known[1])
    if (grouped in outcomes) != (decimal in outcomes):
        return "group" if grouped in outcomes else "decimal"
    return None


def _by_evidence(text: str, numeral: Numeral, use: str, marks: Separators) -> str:
    joined = "".join(_DIGITS.findall(numeral.raw))
    if use == "group" or re.search(rf"(?<!\d){joined}(?!\d)", text):
        return "group"
    if use == "decimal" and numeral.doubtful in marks.decimal:
        return "decimal"
    if int(numeral.raw[-1]) == 0:
        return "group"
    around = (
        text[max(0, numeral.start - _MONEY_AROUND) : numeral.start]
        + text[numeral.end : numeral.end + _MONEY_AROUND]
    )
    if any(sign in around for sign in CURRENCY):
        return "group"
    if use == "decimal":
        return "decimal"
    return "decimal" if numeral.doubtful in marks.decimal else "group"
