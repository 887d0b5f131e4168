"""Digits with separators between them: one number, and which of its separators are in doubt."""

import re
from dataclasses import dataclass
from fractions import Fraction

from hatscore.answers.numbers.locales import APOSTROPHES, SPACES, Separators

LONGEST_NUMBER = 30
"""Runs with more digits are the noise of a model in a loop, not numbers."""


SEPARATOR = (
    rf"(?:[.,{APOSTROPHES}٬٫،，．]|[{SPACES}](?=\d{{3}}(?!\d))|\{{[.,]\}}|,?\\[,!;:](?=\d{{3}}(?!\d)))"
)
"""A separator between digits, as a regular expression that never takes a digit."""

_SEPARATORS_OF = re.compile(r"\{[.,]\}|,?\\[,!;:]|[^\d\\{}]")
_SPACING = re.compile(rf"[{SPACES}]|,?\\[,!;:]")
_CANONICAL = {"٫": "decimal", "٬": "group", "،": ",", "，": ",", "．": ".", "{,}": ",", "{.}": "."}


@dataclass(slots=True)
class Numeral:
    """One number of a text.

    Attributes
    ----------
    start, end : int
        Where it stands in the text, without sign and currency.
    raw : str
        The text itself.
    value : Fraction, int or None
        Its value with sign; None when it is no number (a version, a date, endless digits).
    doubtful : str
        The one separator that may be a decimal or a thousands separator, else empty.
    operand : bool
        Whether it is part of a fraction that is not a number by itself, an exponent or an index.
    sign : int
        Where its minus stands; -1 when it has none.
    """

    start: int
    end: int
    raw: str
    value: Fraction | int | None
    doubtful: str = ""
    operand: bool = False
    sign: int = -1


def exact(whole: str, decimals: str) -> Fraction | int | None:
    """The value of digits before and after a decimal separator.

    Parameters
    ----------
    whole, decimals : str
        Digits of any script.

    Returns
    -------
    Fraction, int or None
        None when there are too many digits for a number.

    Examples
    --------
    >>> exact("7", "50"), exact("7", "00")
    (Fraction(15, 2), 7)
    """
    if len(whole) + len(decimals) > LONGEST_NUMBER:
        return None
    decimals = (
        decimals.rstrip("0") if decimals.isascii() else str(int(decimals)).zfill(len(decimals)).rstrip("0")
    )
    return Fraction(int(whole + decimals), 10 ** len(decimals)) if decimals else int(whole)


def separated(start: int, raw: str, marks: Separators) -> list[Numeral]:
    """Read digits with separators: one number, or several when the separators cannot belong to one.

    Parameters
    ----------
    start : int
        Where the digits start.
    raw : str
        Digits and separators.
    marks : Separators
        Of the language.

    Returns
    -------
    list of Numeral

    Examples
    --------
    >>> from hatscore.answers.numbers.locales import separators
    >>> [n.value for n in separated(0, "1,25,000", separators("hi"))]
    [125000]
    """
    parts = re.findall(r"\d+", raw)
    seps = [_canonical(s) for s in _SEPARATORS_OF.findall(raw)]
    seps = [sep for sep in seps if sep]
    if " " in seps and not _spaces_group(parts, seps):
        return _apart(start, raw, marks)
    kind = _kind(parts, seps, marks)
    end = start + len(raw)
    if kind == "group":
        value: Fraction | int | None = exact("".join(parts), "")
    elif kind == "decimal":
        value = exact("".join(parts[:-1]), parts[-1])
    else:
        value = None
    doubtful = seps[0] if len(seps) == 1 and seps[0] in (".", ",") and _either_way(parts) else ""
    return [Numeral(start, end, raw, value, doubtful)]


def _canonical(separator: str) -> str:
    if separator in SPACES or "\\" in separator:
        return " "
    return _CANONICAL.get(separator, "group" if separator in APOSTROPHES else separator)


def _spaces_group(parts: list[str], seps: list[str]) -> bool:
    """Whether spaces inside digits group them: two numbers side by side are rarer, in any language."""
    spaced = [len(parts[i + 1]) == 3 for i, sep in enumerate(seps) if sep == " "]
    return all(spaced) and len(parts[0]) <= 3 and not _zero(parts[0][0])


def _apart(start: int, raw: str, marks: Separators) -> list[Numeral]:
    """The numbers between spaces that do not group digits."""
    found: list[Numeral] = []
    at = 0
    for gap in [*_SPACING.finditer(raw), None]:
        end = len(raw) if gap is None else gap.start()
        piece = raw[at:end]
        if piece.isdecimal():
            found.append(Numeral(start + at, start + end, piece, exact(piece, "")))
        elif piece:
            found.extend(separated(start + at, piece, marks))
        at = end if gap is None else gap.end()
    return found


def _either_way(parts: list[str]) -> bool:
    """Whether one separator could be either: 9,300 could, 93,00 and 0,125 and 1234,567 could not."""
    return len(parts) == 2 and len(parts[1]) == 3 and len(parts[0]) <= 3 and not _zero(parts[0][0])


def _zero(digit: str) -> bool:
    return int(digit) == 0


def _kind(parts: list[str], seps: list[str], marks: Separators) -> str:
    """Read the last separator: "group", "decimal", or "" when this is no number."""
    last, others = seps[-1], set(seps[:-1])
    if last == "decimal":
        return "" if "decimal" in others else "decimal"
    if last in (".", ",") and not others:
        return "decimal" if not _either_way(parts) or last in marks.decimal else "group"
    if last in (".", ",") and len(others) == 1 and last not in others and _grouped(parts[:-1]):
        return "decimal"
    return "group" if others <= {last} and _grouped(parts) else ""


def _grouped(parts: list[str]) -> bool:
    """Whether digits stand in groups of three, or in lakh groups of two before the last three."""
    inner = parts[1:]
    if not inner:
        return True
    if len(inner[-1]) != 3 or not 1 <= len(parts[0]) <= 3:
        return False
    sizes = {len(part) for part in inner[:-1]}
    return sizes <= {3} or (sizes == {2} and len(parts[0]) <= 2)
