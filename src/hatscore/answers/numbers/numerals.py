"""Find the numbers of a text in one pass: native digits, grouped digits, fractions, signs."""

import re
from fractions import Fraction

from hatscore.answers.numbers.digits import LONGEST_NUMBER, SEPARATOR, Numeral, exact, separated
from hatscore.answers.numbers.locales import Separators

_NUMERAL = re.compile(rf"\d+(?:{SEPARATOR}\d+)*")
_NUMERAL_OR_VULGAR = re.compile(rf"\d+(?:{SEPARATOR}\d+)*|[¼½¾⅐-⅞]")
_HAS_VULGAR = re.compile("[¼½¾⅐-⅞]")
_LATEX_FRACTION = re.compile(
    r"\\[dtc]?frac\s{0,2}(?:(\d)(\d)|\{((?:[^{}]|\{[^{}]{0,60}\}){0,60})\}\s{0,2}\{((?:[^{}]|\{[^{}]{0,60}\}){0,60})\})"
)
_VULGAR = {
    "¼": (1, 4), "½": (1, 2), "¾": (3, 4), "⅐": (1, 7), "⅑": (1, 9), "⅒": (1, 10), "⅓": (1, 3), "⅔": (2, 3),
    "⅕": (1, 5), "⅖": (2, 5), "⅗": (3, 5), "⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6), "⅛": (1, 8), "⅜": (3, 8),
    "⅝": (5, 8), "⅞": (7, 8),
}  # fmt: skip
MINUS = "-−–－﹣"
_LETTERED = re.compile(r"(?<![^\W\d_])(?:R|Rp)\.?\Z")
_INVISIBLE = "\u200e\u200f\u2066\u2067\u2068\u2069"
CURRENCY = "$€£¥₹฿₩₴₽₪₺₫￥＄₦৳"
_BEFORE_POINT = f" \n\t\u00a0(={CURRENCY}"
_MAY_SIGN = frozenset(MINUS + CURRENCY + "^_{\\Rp")


def numerals(text: str, start: int, end: int, marks: Separators) -> list[Numeral]:
    """Find all numbers between two places of a text.

    Parameters
    ----------
    text : str
        The answer part of a response.
    start, end : int
        Where to look.
    marks : Separators
        Separators of the language.

    Returns
    -------
    list of Numeral
        In order; doubtful separators are read as the language has them.

    Examples
    --------
    >>> from hatscore.answers.numbers.locales import separators
    >>> found = numerals("3.400 €, -2,5 und ½", 0, 19, separators("de"))
    >>> [(n.raw, str(n.value)) for n in found]
    [('3.400', '3400'), ('2,5', '-5/2'), ('½', '1/2')]
    """
    found: list[Numeral] = []
    vulgar = not text.isascii() and _HAS_VULGAR.search(text, start, end) is not None
    for match in (_NUMERAL_OR_VULGAR if vulgar else _NUMERAL).finditer(text, start, end):
        first, raw = match.start(), match.group()
        if raw.isdecimal():
            found.append(_plain(text, first, raw))
        elif raw in _VULGAR:
            found.append(Numeral(first, match.end(), raw, Fraction(*_VULGAR[raw])))
        else:
            found.extend(separated(first, raw, marks))
    if vulgar or "/" in text or "⁄" in text:
        found = _joined_fractions(text, found)
    if "frac" in text:
        found = _latex_fractions(text, start, end, found)
    for numeral in found:
        start = numeral.start
        if not _MAY_SIGN.isdisjoint(text[start - 2 : start] if start > 1 else text[:start]):
            _sign(text, numeral)
    return found


def _plain(text: str, start: int, raw: str) -> Numeral:
    """Digits alone, or after a point without a zero before it, as in $.20."""
    if start > 1 and text[start - 1] == "." and text[start - 2] in _BEFORE_POINT:
        return Numeral(start - 1, start + len(raw), "." + raw, exact("0", raw))
    return Numeral(start, start + len(raw), raw, int(raw) if len(raw) <= LONGEST_NUMBER else None)


def _joined_fractions(text: str, found: list[Numeral]) -> list[Numeral]:
    """Join 3/4, 1 1/2 and 1½ to one number each."""
    out: list[Numeral] = []
    for numeral in found:
        previous = out[-1] if out else None
        if previous is not None:
            gap = text[previous.end : numeral.start]
            if gap in ("/", "⁄") and _simple_fraction(text, previous, numeral):
                out[-1] = Numeral(
                    previous.start, numeral.end, text[previous.start : numeral.end],
                    Fraction(int(previous.raw), int(numeral.raw)),
                )  # fmt: skip
                if len(out) > 1:
                    _mix(text, out)
                continue
            if numeral.raw in _VULGAR and gap in ("", " "):
                out.append(numeral)
                _mix(text, out)
                continue
        out.append(numeral)
    return out


def _simple_fraction(text: str, top: Numeral, bottom: Numeral) -> bool:
    dated = text[bottom.end : bottom.end + 1] in ("/", "⁄") or text[top.start - 1 : top.start] == "/"
    plain = (
        top.raw.isdecimal()
        and bottom.raw.isdecimal()
        and max(len(top.raw), len(bottom.raw)) <= LONGEST_NUMBER
    )
    return plain and not dated and int(bottom.raw) != 0


def _mix(text: str, out: list[Numeral]) -> None:
    """Join a whole number and the proper fraction after it."""
    whole, part = out[-2], out[-1]
    gap = text[whole.end : part.start]
    proper = isinstance(part.value, Fraction) and 0 < part.value < 1
    if (
        proper
        and isinstance(whole.value, int)
        and whole.raw.isdecimal()
        and gap in ("", " ", "\u00a0", "\\ ", "\\,")
    ):
        value = whole.value + (part.value or 0)
        out[-2:] = [Numeral(whole.start, part.end, text[whole.start : part.end], value)]


def _latex_fractions(text: str, start: int, end: int, found: list[Numeral]) -> list[Numeral]:
    """Join LaTeX fractions of two numbers; numbers in other fractions are operands."""
    out: list[Numeral] = []
    at = 0
    for match in _LATEX_FRACTION.finditer(text, start, end):
        while at < len(found) and found[at].start < match.start():
            out.append(found[at])
            at += 1
        inside: list[Numeral] = []
        while at < len(found) and found[at].start < match.end():
            inside.append(found[at])
            at += 1
        joined = _latex_fraction(match, inside)
        if joined is None:
            for numeral in inside:
                numeral.operand = True
            out.extend(inside)
        else:
            out.append(joined)
            if len(out) > 1 and out[-2].end >= match.start() - 2:
                _mix(text, out)
    return out + found[at:]


def _latex_fraction(match: re.Match[str], inside: list[Numeral]) -> Numeral | None:
    if match[1]:
        top, bottom = int(match[1]), int(match[2])
        return Numeral(match.start(), match.end(), match.group(), Fraction(top, bottom)) if bottom else None
    if len(inside) != 2 or None in (inside[0].value, inside[1].value) or not inside[1].value:
        return None
    if any(
        len(content.strip(f" ${CURRENCY}\\")) > len(n.raw)
        for content, n in zip(match.group(3, 4), inside, strict=True)
    ):
        return None
    return Numeral(
        match.start(), match.end(), match.group(), Fraction(inside[0].value or 0) / inside[1].value
    )


def _sign(text: str, numeral: Numeral) -> None:
    """Apply a minus before the number or before its currency, and mark exponents and indices."""
    start = numeral.start
    if start == 0:
        return
    at = start - 1
    before = text[at]
    if before in "^_" or (before == "{" and text[at - 1 : at] in ("^", "_")):
        numeral.operand = before != "_" or text[at - 1 : at].isalnum() or text[at - 1 : at] in (")", "}")
        return
    lettered = _LETTERED.search(text, max(0, start - 4), start)
    if lettered is not None:
        at = lettered.start() - 1
    while at >= 0 and (text[at] in CURRENCY or text[at] == "\\") and start - at < 4:
        at -= 1
    if at < 0 or (text[at] not in MINUS and not (text[at] == " " and text[at - 1 : at] in tuple(MINUS))):
        return
    if numeral.value and _is_sign(text, at):
        numeral.value, numeral.sign = -numeral.value, at


def _is_sign(text: str, at: int) -> bool:
    """Whether a dash is a minus sign and not an operator, a hyphen, a bullet or a dash between words."""
    spaced = text[at] == " "
    at -= spaced
    while at and text[at - 1] in _INVISIBLE:
        at -= 1
    word = text[max(0, at - 6) : at].rstrip(" \t\u00a0")
    if spaced:
        return word[-1:] in ("=", "≈")
    if at == 0 or text[at - 1] == "\n":
        return True
    before = text[at - 1]
    if before in " \t\u00a0":
        return not (word.rstrip(f" {CURRENCY}")[-1:].isdigit() or word[-1:] in (")", "%", "}", "]"))
    if _LETTERED.search(text, max(0, at - 4), at) or (before == "$" and not text[at - 2 : at - 1].isdigit()):
        return True
    return before in "(=[{:：*≈,\"'“”„«‘’「『›‹（" or (before >= "\u0e00" and before.isalpha())
