"""Numbers in words: sixteen, fünfundzwanzig, ষোলোটি, 二十五, elfu mbili; and "no apples remain"."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from hatscore.answers.lexicons import language_data
from hatscore.answers.phrases import any_of

_WORD = re.compile(r"[^\s\d.,;:!?()\[\]{}*_\"«»“”„।۔。、，！？$€£=+/\\<>-]+")
_MARK = re.compile(
    r"[\u0300-\u036f\u0900-\u0903\u093a-\u094f\u0981-\u0983\u09bc-\u09cd\u0c00-\u0c04\u0c3e-\u0c56]"
)


class WordNumber(NamedTuple):
    """A number in words and where it stands.

    Attributes
    ----------
    start, end : int
        Where it stands.
    value : int
        What it says.
    words : int
        Of how many parts it consists; one short part alone may be an article.
    """

    start: int
    end: int
    value: int
    words: int


class _Part(NamedTuple):
    """One word of a number: a value, a scale that multiplies, a teen that adds ten, or a joiner."""

    value: int
    kind: str


@dataclass(frozen=True, slots=True, eq=False)
class NumberWords:
    """Number words of a language.

    Attributes
    ----------
    parts : dict
        Lower-case word to its part.
    compound : re.Pattern
        One part after another without spaces.
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
    """

    parts: dict[str, _Part]
    compound: re.Pattern[str]
    spaced: bool
    scale_first: bool
    prefixes: tuple[str, ...]
    suffixes: tuple[str, ...]
    zero: re.Pattern[str]
    scale_after: re.Pattern[str]
    scale_letters: frozenset[str]
    negative: re.Pattern[str]


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
    parts = {_key(word): _Part(value, "value") for word, value in table.get("words", {}).items()}
    scales: dict[str, int] = {_key(word): value for word, value in table.get("scales", {}).items()}
    parts |= {word: _Part(value, "scale") for word, value in scales.items()}
    parts |= {_key(word): _Part(10, "teen") for word in table.get("teens", ())}
    attached = tuple(table.get("prefix_joiners", ()))
    parts |= {_key(word): _Part(0, "joiner") for word in table.get("joiners", ())}
    alternatives = "|".join(re.escape(word) for word in sorted(parts, key=len, reverse=True))
    end = r"(?![^\W\d_])" if spaced else ""
    after = "|".join(re.escape(word) for word in sorted(scales, key=len, reverse=True)) or "(?!)"
    return NumberWords(
        parts=parts,
        compound=re.compile(alternatives, re.IGNORECASE),
        spaced=spaced,
        scale_first=bool(table.get("scale_first", False)),
        prefixes=attached,
        suffixes=tuple(table.get("suffixes", ())),
        zero=re.compile("|".join(_frame(frame) for frame in table.get("zero", ())) or "(?!)", re.IGNORECASE),
        scale_after=re.compile(
            rf"[ \u00a0\u202f]?({after}){end}{'' if not spaced else f'(?!{_MARK.pattern})'}", re.IGNORECASE
        ),
        scale_letters=frozenset(letter for scale in scales for letter in (scale[0], scale[0].upper())),
        negative=re.compile(rf"{any_of(table.get('negatives', ()))}[\s$€£]*\Z", re.IGNORECASE),
    )


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
    start = end = value = 0
    for first, last, parts in pieces:
        joins = (
            bool(run) and _adjacent(text, end, first) and (text[end:first] != ", " or run[-1].kind == "scale")
        )
        joined = _compose(run + parts, words.scale_first) if joins else None
        if joined is None:
            if any(part.kind != "joiner" for part in run):
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
    if run:
        found.append(WordNumber(start, end, value, len(run)))
    return found


def _adjacent(text: str, end: int, start: int) -> bool:
    return text[end:start] in ("", " ", "-", "\u00a0", "  ", ", ")


def _unspaced_pieces(text: str, words: NumberWords) -> Iterable[tuple[int, int, list[_Part]]]:
    for match in words.compound.finditer(text):
        yield match.start(), match.end(), [words.parts[match.group().lower()]]


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
        if match is None:
            return []
        parts.append(words.parts[match.group()])
        at = match.end()
    return parts if any(part.kind != "joiner" for part in parts) else []


def _compose(parts: list[_Part], scale_first: bool) -> int | None:
    """Add and multiply the parts of one number; None when they do not form one.

    A scale multiplies everything smaller that came before it since the last larger scale, so that
    the same rule reads "three hundred thousand" and 二百五十.
    """
    stack: list[int] = []
    joined = False
    for i, part in enumerate(parts):
        if part.kind == "joiner" or (part.value == 0 and stack):
            joined = True
            continue
        if part.kind == "teen":
            if stack and not 0 < stack[-1] < 10:
                return None
            stack.append(10 + (stack.pop() if stack else 0))
        elif part.kind == "scale" and not scale_first:
            smaller = 0
            while stack and stack[-1] < part.value:
                smaller += stack.pop()
            stack.append(part.value * (smaller or 1))
        elif scale_first and not joined and i and parts[i - 1].kind == "scale" and part.kind == "value":
            stack[-1] *= part.value
        elif not stack or _may_follow(stack[-1], part.value, joined):
            stack.append(part.value)
        else:
            return None
        joined = False
    return sum(stack) if stack or joined else None


def _may_follow(before: int, value: int, joined: bool) -> bool:
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
