"""Fractions of two numbers with a word between them: 4分の3, 2と1/2, 3 เศษ 1 ส่วน 4."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from hatscore.answers.numbers.digits import Numeral
from hatscore.answers.numbers.words import NumberWords

_LONGEST_GAP = 9


def joined(text: str, numbers: list[Numeral], words: tuple[NumberWords, ...]) -> list[Numeral]:
    """Join the parts of fractions to one number each.

    Parameters
    ----------
    text : str
        The answer part.
    numbers : list of Numeral
        Its numbers, in order.
    words : tuple of NumberWords
        Of the language and of English.

    Returns
    -------
    list of Numeral
    """
    known, bottoms = _words(words)
    if Fraction not in {type(n.value) for n in numbers} and not any(word in text for word in bottoms):
        return numbers
    out: list[Numeral] = []
    for numeral in numbers:
        previous = out[-1] if out else None
        kind = ""
        if previous is not None and numeral.start - previous.end <= _LONGEST_GAP:
            kind = known.get(text[previous.end : numeral.start].strip(), "")
        value = _fraction(kind, previous, numeral) if previous is not None and kind else None
        if previous is not None and value is not None:
            out[-1] = _together(text, previous, numeral, value)
        else:
            out.append(numeral)
        if isinstance(out[-1].value, Fraction):
            _mix(text, out, known)
    return out


def _mix(text: str, out: list[Numeral], known: dict[str, str]) -> None:
    """Join a whole number and the proper fraction that a word such as "and" adds."""
    if len(out) < 2 or not isinstance(out[-1].value, Fraction) or not 0 < out[-1].value < 1:
        return
    whole, part = out[-2:]
    gap = text[whole.end : part.start].strip() if part.start - whole.end <= _LONGEST_GAP else ""
    decimal = any(point in text[part.start : part.end] for point in ".,٫")
    if known.get(gap) == "mixed" and isinstance(whole.value, int) and whole.value > 0 and not decimal:
        out[-2:] = [_together(text, whole, part, whole.value + out[-1].value)]


def _together(text: str, first: Numeral, last: Numeral, value: Fraction) -> Numeral:
    return Numeral(first.start, last.end, text[first.start : last.end], value)


def _fraction(kind: str, first: Numeral, last: Numeral) -> Fraction | None:
    if kind == "mixed":
        return None
    top, bottom = (last, first) if kind == "under" else (first, last)
    if isinstance(top.value, int) and isinstance(bottom.value, int) and bottom.value > 0:
        return Fraction(top.value, bottom.value)
    return None


@lru_cache(maxsize=256)
def _words(words: Sequence[NumberWords]) -> tuple[dict[str, str], tuple[str, ...]]:
    """What may stand between the parts of a fraction, with its part in it; and what stands for the bar."""
    known = {gap: kind for table in reversed(words) for gap, kind in table.fractions.items()}
    return known, tuple(gap for gap, kind in known.items() if kind != "mixed")
