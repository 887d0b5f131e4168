"""The words around an option letter in each language, read from data/letters."""

import re
import tomllib
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files
from typing import Any

from hatscore.answers.letters.view import view
from hatscore.answers.lexicons import base_language

_WHOLE_LISTS = ("answer", "option", "choose", "perhaps", "besides")
_MARKS = frozenset(chr(c) for c in range(0x0300, 0xFE30) if unicodedata.category(chr(c)) in ("Mn", "Mc"))


def is_word_character(character: str) -> bool:
    """Whether a character is part of a word: a letter, a digit, or a mark on one.

    Parameters
    ----------
    character : str
        One character.

    Returns
    -------
    bool

    Examples
    --------
    >>> is_word_character("ি"), is_word_character("।")
    (True, False)
    """
    return character.isalnum() or character in _MARKS


def _bounded(character: str) -> bool:
    """Scripts in which a word begins after a character that is no letter."""
    return character < "\u0530"


@dataclass(frozen=True, slots=True, eq=False)
class Phrases:
    """Phrases to look for in lower-case text.

    Attributes
    ----------
    entries : tuple of (str, bool, bool)
        The phrase, whether a word must begin there, and whether a word must end there.
    plain : tuple of str
        The phrases alone, to look for all of them at once.
    borders : dict
        The two flags of each phrase.
    """

    entries: tuple[tuple[str, bool, bool], ...]
    plain: tuple[str, ...] = field(init=False)
    borders: dict[str, tuple[bool, bool]] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "plain", tuple(entry[0] for entry in self.entries))
        object.__setattr__(self, "borders", {entry[0]: entry[1:] for entry in self.entries})

    def last(self, text: str) -> tuple[int, int] | None:
        """Where the last phrase in a text stands.

        Parameters
        ----------
        text : str
            Lower-case text.

        Returns
        -------
        tuple of int or None
        """
        best = None
        for phrase in self.plain:
            if phrase not in text:
                continue
            begins, ends = self.borders[phrase]
            at = len(text)
            while (at := text.rfind(phrase, 0, at)) >= 0:
                end = at + len(phrase)
                if _stands(text, at, end, begins=begins, ends=ends):
                    if best is None or end > best[1] or (end == best[1] and at < best[0]):
                        best = at, end
                    break
                at = end - 1
        return best

    def first(self, text: str) -> tuple[int, int] | None:
        """Where the first phrase in a text stands.

        Parameters
        ----------
        text : str
            Lower-case text.

        Returns
        -------
        tuple of int or None
        """
        best = None
        for phrase in self.plain:
            if phrase not in text:
                continue
            begins, ends = self.borders[phrase]
            at = -1
            while (at := text.find(phrase, at + 1)) >= 0:
                end = at + len(phrase)
                if _stands(text, at, end, begins=begins, ends=ends):
                    if best is None or at < best[0] or (at == best[0] and end > best[1]):
                        best = at, end
                    break
        return best

    def within(self, text: str) -> bool:
        """Whether any phrase stands in a text.

        Parameters
        ----------
        text : str
            Lower-case text.

        Returns
        -------
        bool
        """
        return self.first(text) is not None


def _stands(text: str, at: int, end: int, *, begins: bool, ends: bool) -> bool:
    if begins and at > 0 and is_word_character(text[at - 1]):
        return False
    return not (ends and end < len(text) and is_word_character(text[end]))


@dataclass(frozen=True, slots=True, eq=False)
class LetterWords:
    """What a language, with English beside it, offers to read a letter by.

    Attributes
    ----------
    language : str
        ISO 639 code.
    spaced : bool
        Whether words are separated by spaces.
    fold : bool
        Whether accents are dropped before comparing.
    hyphen_left, hyphen_right : bool
        Whether prefixes or suffixes are joined to a letter by a hyphen.
    native : tuple of tuple of str
        Letters in order, one tuple for each way to label options.
    one_letter_words : frozenset of str
        Upper-case letters that are also words.
    answer, option, correct, wrong, be, not_before, not_after, and_or, therefore, other, choose : Phrases
        Words for the answer, for an option, verdicts, links, negations, joiners, conclusions, and
        for the options that are not meant, words for choosing.
    perhaps, also, but, because, besides, takes_back, at_first, every : Phrases
        Words for a guess, for one thing more, between what is denied and what holds, before reasons
        and contrasts, for an exception, that take back what was said, that announce a first thought,
        and for all of the options.
    ranges : re.Pattern
        Matches the word between the ends of a range, as in "A to D".
    glued : tuple of str
        What may follow a native letter without a space.
    after : frozenset of str
        Words such as "is" that may stand alone after a letter.
    """

    language: str
    spaced: bool
    fold: bool
    hyphen_left: bool
    hyphen_right: bool
    native: tuple[tuple[str, ...], ...]
    one_letter_words: frozenset[str]
    answer: Phrases
    option: Phrases
    correct: Phrases
    wrong: Phrases
    be: Phrases
    not_before: Phrases
    not_after: Phrases
    and_or: Phrases
    therefore: Phrases
    other: Phrases
    choose: Phrases
    perhaps: Phrases
    also: Phrases
    but: Phrases
    because: Phrases
    besides: Phrases
    takes_back: Phrases
    at_first: Phrases
    every: Phrases
    ranges: re.Pattern[str]
    glued: tuple[str, ...]
    after: frozenset[str]


def languages() -> tuple[str, ...]:
    """Languages with letter data.

    Returns
    -------
    tuple of str

    Examples
    --------
    >>> len(languages())
    30
    """
    folder = files("hatscore.answers") / "data" / "letters"
    return tuple(sorted(entry.name[:-5] for entry in folder.iterdir() if entry.name.endswith(".toml")))


@lru_cache(maxsize=256)
def letter_tables(language: str) -> dict[str, Any]:
    """The data file of a language; English for a language without one.

    Parameters
    ----------
    language : str
        ISO 639 code, with or without a script or region.

    Returns
    -------
    dict

    Examples
    --------
    >>> letter_tables("de")["letters"]["answer"][0]
    'antwort'
    """
    code = base_language(language)
    folder = files("hatscore.answers") / "data" / "letters"
    entry = folder / f"{code}.toml"
    if not code.isalnum() or not entry.is_file():
        entry = folder / "en.toml"
    return tomllib.loads(entry.read_text(encoding="utf-8"))


def folds_accents(language: str) -> bool:
    """Whether accents are dropped before comparing with words of a language.

    Parameters
    ----------
    language : str
        ISO 639 code.

    Returns
    -------
    bool

    Examples
    --------
    >>> folds_accents("ar"), folds_accents("hi")
    (True, False)
    """
    return bool(letter_tables(language)["letters"].get("fold", False))


def phrases(entries: Iterable[str], *, fold: bool, whole: bool = False) -> Phrases:
    """Prepare phrases of a data file.

    Parameters
    ----------
    entries : iterable of str
        "~" before a phrase: anywhere in a word; "$" after it: only at the end of a word.
    fold : bool
        Whether to drop accents.
    whole : bool
        Whether every phrase must be a whole word.

    Returns
    -------
    Phrases

    Examples
    --------
    >>> phrases(["right$"], fold=False).within("human rights")
    False
    """
    found: dict[str, tuple[str, bool, bool]] = {}
    for entry in entries:
        free, closed = entry.startswith("~"), entry.endswith("$")
        text = view(entry.strip("~$"), fold=fold).low
        if text:
            begins = not free and (whole or _bounded(text[0])) and is_word_character(text[0])
            found[text] = (text, begins, (closed or whole) and is_word_character(text[-1]))
    return Phrases(tuple(found.values()))


def _without_longer(found: dict[str, tuple[str, bool, bool]]) -> tuple[tuple[str, bool, bool], ...]:
    """Drop a phrase that begins with another one: wherever it stands, the shorter one stands too."""
    kept: list[tuple[str, bool, bool]] = []
    for text, begins, ends in sorted(found.values(), key=lambda entry: len(entry[0])):
        covered = any(text.startswith(e[0]) and not e[2] and (begins or not e[1]) for e in kept)
        if ends or not covered or text[0] >= "\u2e80":
            kept.append((text, begins, ends))
    return tuple(kept)


@lru_cache(maxsize=256)
def letter_words(language: str, also: tuple[str, ...] = ("en",)) -> LetterWords:
    """The words of a language, with those of other languages beside them.

    Parameters
    ----------
    language : str
        ISO 639 code.
    also : tuple of str
        Languages that a response may switch to.

    Returns
    -------
    LetterWords
    """
    tables = [letter_tables(code)["letters"] for code in dict.fromkeys((language, *also))]
    own = tables[0]
    fold, spaced = folds_accents(language), bool(own.get("spaced", True))

    def gathered(key: str, *, whole: bool = False) -> Phrases:
        entries: dict[str, tuple[str, bool, bool]] = {}
        for table in tables:
            separate = whole and bool(table.get("spaced", True))
            for entry in phrases(table[key], fold=fold, whole=separate).entries:
                entries.setdefault(entry[0], entry)
        # Where a phrase ends matters: a text may end with "options" and not with "option".
        return Phrases(tuple(entries.values()) if key in _WHOLE_LISTS else _without_longer(entries))

    return LetterWords(
        language=language,
        spaced=spaced,
        fold=fold,
        hyphen_left=bool(own.get("hyphen_left", False)),
        hyphen_right=bool(own.get("hyphen_right", False)),
        native=tuple(tuple(row.split()) for row in own["native"]),
        one_letter_words=frozenset(word.upper() for table in tables for word in table["words"]),
        answer=gathered("answer"),
        option=gathered("option"),
        correct=gathered("correct"),
        wrong=gathered("wrong"),
        be=gathered("be", whole=True),
        not_before=gathered("not_before", whole=True),
        not_after=gathered("not_after"),
        and_or=gathered("and_or", whole=True),
        therefore=gathered("therefore"),
        other=gathered("other"),
        choose=gathered("choose"),
        perhaps=gathered("perhaps"),
        also=gathered("also", whole=True),
        but=gathered("but", whole=True),
        because=gathered("because", whole=True),
        besides=gathered("besides"),
        takes_back=gathered("takes_back", whole=True),
        at_first=gathered("at_first", whole=True),
        every=gathered("every", whole=True),
        ranges=re.compile("|".join(map(re.escape, gathered("ranges", whole=True).plain))),
        glued=tuple(own.get("glued", ())),
        after=frozenset((*own.get("glued", ()), *gathered("be").plain)),
    )
