"""Numbers in words: sixteen, fünfundzwanzig, ষোলোটি, 二十五, elfu mbili; and "no apples remain"."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from hatscore.answers.lexicons import language_data
from hatscore.answers.phrases import any_of

_WORD = re.compile(r"[^\s\d.,;:!?()\[\]{}*_\"«»“”„।۔。、，！？$€£=+/\\<>-]+")
_IN_PLACES = re.compile("[〇零一二三四五六七八九]{3,}|[一二三四五六七八九]〇")
"""Han digits that stand in their places: 二五〇."""

_MARK = re.compile(
    r"[\u0300-\u036f\u0900-\u0903\u093a-\u094f\u0981-\u0983\u09bc-\u09cd\u0c00-\u0c04\u0c3e-\u0c56]"
)


class WordNumber(NamedTuple):
    """A number in words and where it stands.

    Attributes
    ----------
    start, end : int
        Where it stands.
    value : Fraction or int
        What it says.
    words : int
        Of how many parts it consists; one short part alone may be an article.
    """

    start: int
    end: int
    value: Fraction | int
    words: int


class _Part(NamedTuple):
    """One word of a number: a value, a scale, a teen that adds ten, a five or a half that adds, a joiner."""

    value: Fraction | int
    kind: str


@dataclass(frozen=True, slots=True, eq=False)
class NumberWords:
    """Number words of a language.

    Attributes
    ----------
    parts : dict
        Lower-case word to its part.
    compound : re.Pattern
        One part after another without spaces, or a word that only looks like one (千克).
    counted : re.Pattern or None
        Parts from the start of a word to a counter, where parts of numbers are parts of other words (Korean).
    spaced : bool
        Whether the script puts spaces between words.
    scale_first : bool
        Whether a scale stands before its number, as in Swahili.
    prefixes, suffixes : tuple of str
        Joiners written on the next word; counters written on the number.
    zero : re.Pattern
        Statements that nothing is left.
    scale_after : re.Pattern
        A scale after digits, as in "3 million" or 5万.
    scale_letters : frozenset of str
        First letters of the scales, to look closer only when one follows.
    negative : re.Pattern
        Words for a minus, at the end of the text before a number.
    fractions : dict
        Words between the parts of a fraction in digits, with what they say: "mixed" after a whole number
        (2と1/2), "under" after a denominator (4分の3), "over" after a numerator.
    """

    parts: dict[str, _Part]
    compound: re.Pattern[str]
    counted: re.Pattern[str] | None
    spaced: bool
    scale_first: bool
    prefixes: tuple[str, ...]
    suffixes: tuple[str, ...]
    zero: re.Pattern[str]
    scale_after: re.Pattern[str]
    scale_letters: frozenset[str]
    negative: re.Pattern[str]
    fractions: dict[str, str]


@lru_cache(maxsize=64)
def number_words(language: str) -> NumberWords | None:
    """Number words of a language.

    Parameters
    ----------
    language : str
        Base language such as ``de``.

    Returns
    -------
    NumberWords or None
        None when its data file has no number words.

    Examples
    --------
    >>> number_words("xx") is None
    True
    """
    table: dict[str, Any] = language_data(language).get("numbers", {})
    if not table:
        return None
    spaced = bool(table.get("spaced", True))
    parts = {_key(word): _Part(_value(value), "value") for word, value in table.get("words", {}).items()}
    scales: dict[str, int] = {_key(word): value for word, value in table.get("scales", {}).items()}
    parts |= {word: _Part(value, "scale") for word, value in scales.items()}
    parts |= {_key(word): _Part(10, "teen") for word in table.get("teens", ())}
    parts |= {_key(word): _Part(5, "five") for word in table.get("fives", ())}
    parts |= {_key(word): _Part(Fraction(1, 2), "plus") for word in table.get("plus", ())}
    attached = tuple(table.get("prefix_joiners", ()))
    parts |= {_key(word): _Part(0, "joiner") for word in table.get("joiners", ())}
    alternatives = _alternatives(parts)
    false = [_key(word) for word in table.get("not_numbers", ())]
    end = r"(?![^\W\d_])" if spaced else ""
    after = f"(?!{_alternatives(table.get('units', ()))})({_alternatives(scales)})"
    counters = table.get("counters", ())
    run = rf"(?<![^\W\d_])(?:{alternatives})+ ?(?:{alternatives})*"
    in_places = f"{_IN_PLACES.pattern}|" if not spaced and "〇" in parts else ""
    return NumberWords(
        parts=parts,
        compound=re.compile(in_places + _alternatives([*parts, *false]), re.IGNORECASE),
        counted=re.compile(rf"{run}(?=[^\w]|\Z| ?(?:{_alternatives(counters)}))") if counters else None,
        spaced=spaced,
        scale_first=bool(table.get("scale_first", False)),
        prefixes=attached,
        suffixes=tuple(table.get("suffixes", ())),
        zero=re.compile("|".join(_frame(frame) for frame in table.get("zero", ())) or "(?!)", re.IGNORECASE),
        scale_after=re.compile(
            rf"[ \u00a0\u202f]?{after}{end}{'' if not spaced else f'(?!{_MARK.pattern})'}", re.IGNORECASE
        ),
        scale_letters=frozenset(letter for scale in scales for letter in (scale[0], scale[0].upper())),
        fractions={word: kind for kind in ("mixed", "under", "over") for word in table.get(kind, ())},
        negative=re.compile(rf"{any_of(table.get('negatives', ()))}[\s$€£]*\Z", re.IGNORECASE),
    )


def _value(value: int | str) -> Fraction | int:
    return value if isinstance(value, int) else Fraction(value)


def _alternatives(words: Iterable[str]) -> str:
    """An expression for any of some words, the longest first; matches nothing without any."""
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True)) or "(?!)"


def _key(word: str) -> str:
    return unicodedata.normalize("NFC", word.lower())


def _frame(frame: str) -> str:
    return r"[^.!?。！？।\n]{0,60}?".join(any_of([part.strip()]) for part in frame.split("..."))


def find_number_words(text: str, words: NumberWords) -> list[WordNumber]:
    """Find the numbers in words of a short piece of text.

    Parameters
    ----------
    text : str
        A sentence or a line.
    words : NumberWords
        Of the language.

    Returns
    -------
    list of WordNumber
        In order.

    Examples
    --------
    >>> german, chinese = number_words("de"), number_words("zh")
    >>> [n.value for n in find_number_words("Es sind zweihundertfünfundzwanzig Euro.", german)]
    [225]
    >>> [n.value for n in find_number_words("一共二十五元", chinese)][-1]
    25
    """
    pieces = _spaced_pieces(text, words) if words.spaced else _unspaced_pieces(text, words)
    found: list[WordNumber] = []
    run: list[_Part] = []
    start = end = 0
    value: Fraction | int = 0
    for first, last, parts in pieces:
        joins = (
            bool(run) and _adjacent(text, end, first) and (text[end:first] != ", " or run[-1].kind == "scale")
        )
        joined = _compose(run + parts, words.scale_first) if joins else None
        if joined is None:
            if any(part.kind not in ("joiner", "plus") for part in run):
                found.append(WordNumber(start, end, value, len(run)))
            joined = _compose(parts, words.scale_first)
            start, run = first, []
            if joined is None or parts[0].kind == "joiner":
                continue
        run = run + parts
        if any(part.kind != "joiner" for part in parts):
            end, value = last, joined
        else:
            end = last
    if any(part.kind not in ("joiner", "plus") for part in run):
        found.append(WordNumber(start, end, value, len(run)))
    return found


def _adjacent(text: str, end: int, start: int) -> bool:
    return text[end:start] in ("", " ", "-", "\u00a0", "  ", ", ")


def _unspaced_pieces(text: str, words: NumberWords) -> Iterable[tuple[int, int, list[_Part]]]:
    runs = [(0, len(text))] if words.counted is None else [m.span() for m in words.counted.finditer(text)]
    for first, last in runs:
        for match in words.compound.finditer(text, first, last):
            part = words.parts.get(match.group().lower())
            if _IN_PLACES.fullmatch(match.group()):
                part = _Part(int("".join(str(words.parts[digit].value) for digit in match.group())), "value")
            if part is not None:
                yield match.start(), match.end(), [part]


def _spaced_pieces(text: str, words: NumberWords) -> Iterable[tuple[int, int, list[_Part]]]:
    for match in _WORD.finditer(text):
        parts = _parts_of(match.group().lower(), words)
        if parts:
            yield match.start(), match.end(), parts


def _parts_of(word: str, words: NumberWords) -> list[_Part]:
    """Parts of one written word; empty when it is no number."""
    if not word.isascii():
        word = unicodedata.normalize("NFC", word)
    known = words.parts.get(word)
    if known is not None:
        return [known]
    for prefix in words.prefixes:
        rest = words.parts.get(word.removeprefix(prefix)) if word.startswith(prefix) else None
        if rest is not None:
            return [_Part(0, "joiner"), rest]
    for suffix in words.suffixes:
        rest = words.parts.get(word.removesuffix(suffix)) if word.endswith(suffix) else None
        if rest is not None:
            return [rest]
    parts: list[_Part] = []
    at = 0
    while at < len(word):
        match = words.compound.match(word, at)
        if match is None or match.group() not in words.parts:
            return []
        parts.append(words.parts[match.group()])
        at = match.end()
    return parts if any(part.kind != "joiner" for part in parts) else []


def _compose(parts: list[_Part], scale_first: bool) -> Fraction | int | None:
    """Add and multiply the parts of one number; None when they do not form one.

    A scale multiplies everything smaller that came before it since the last larger scale, so that
    the same rule reads "three hundred thousand" and 二百五十.
    """
    stack: list[Fraction | int] = []
    half = parts[0].value if parts[0].kind == "plus" else 0
    joined = parts[0].kind == "plus"
    for i, part in enumerate(parts[1:] if joined else parts, joined):
        if part.kind == "joiner" or (part.value == 0 and stack):
            joined = True
            continue
        if part.kind == "teen":
            if stack and not 0 < stack[-1] < 10:
                return None
            stack.append(10 + (stack.pop() if stack else 0))
        elif part.kind == "scale" and not scale_first:
            smaller: Fraction | int = 0
            while stack and stack[-1] < part.value:
                smaller += stack.pop()
            stack.append(part.value * (smaller or 1))
        elif scale_first and not joined and i and parts[i - 1].kind == "scale" and part.kind == "value":
            stack[-1] *= part.value
        elif i and parts[i - 1].kind == "five" and 0 < part.value < 5:
            stack[-1] += part.value
        elif part.kind != "plus" and (not stack or _may_follow(stack[-1], part.value, joined)):
            stack.append(part.value if stack else part.value + half)
        else:
            return None
        joined = False
    return sum(stack) if stack or joined else None


def _may_follow(before: Fraction | int, value: Fraction | int, joined: bool) -> bool:
    if value == 0 or before == 0:
        return False
    if joined and 0 < before < 10 and 20 <= value < 100 and value % 10 == 0:
        return True
    if before in (60, 80) and 10 <= value < 20:
        return True
    place = 1
    while before % (place * 10) == 0:
        place *= 10
    return value < place
