"""The words of a language that readers of answers look for, from its file in ``data``."""

import re
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from hatscore.answers.phrases import Phrases, any_of, spellings, whole_word

_DATA = Path(__file__).parent / "data"

_SCRIPTS = (
    (("\u0400", "\u04ff"), "ru"),
    (("\u0590", "\u05ff"), "he"),
    (("\u0600", "\u06ff"), "ar"),
    (("\u0900", "\u097f"), "hi"),
    (("\u0980", "\u09ff"), "bn"),
    (("\u0c00", "\u0c7f"), "te"),
    (("\u0e00", "\u0e7f"), "th"),
    (("\u3040", "\u30ff"), "ja"),
    (("\u4e00", "\u9fff"), "zh"),
    (("\uac00", "\ud7a3"), "ko"),
)
"""First and last letter of a script, and the language to try when a response switches to it."""

_SCRIPT_LETTER = re.compile("|".join(f"([{first}-{last}])" for (first, last), _ in _SCRIPTS))

_KANA = re.compile("[\u3040-\u30ff]")
_OWN_SCRIPT = {"uk": "ru", "ur": "ar", "mr": "hi", "ne": "hi"}


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Words around an answer, for a language together with English and a language switched to.

    Attributes
    ----------
    languages : tuple of str
        The languages, the asked one first.
    labels : tuple of str
        Lower-case words that announce an answer ("answer"), without repeats.
    direct : bool
        Whether a number may follow a label without a colon or a verb.
    case_hyphens : bool
        Whether endings are written on numbers with a hyphen (5-öt).
    link : re.Pattern
        A colon or a verb between a label and the number.
    conclusion, turn : re.Pattern
        Match at the start of a sentence that concludes ("therefore"), and such a word anywhere.
    undetermined, corrections, rejections, checks : Phrases
        Statements that there is no answer, that something said was wrong, that a value cannot be
        right, and that what follows is a check or a remark.
    either, ranges : re.Pattern
        Match the whole text between two alternatives ("5 or 6") and between the ends of a range
        ("5 to 7"); the group is the unit of the first number ("5 kg to 7 kg").
    between : Phrases
        End the text before a range ("between 5 and 7").
    between_after : re.Pattern
        Matches the text after a range (5と7の間).
    reasons : re.Pattern
        A word that starts a reason or a check ("because").
    reason_ends : tuple of str
        The end of a sentence that was a reason (からです).
    restatements : re.Pattern
        A word between a value and the same value said in another way ("that is").
    asides_before : Phrases
        End the text before a number that only says in what time, for or of how many ("in 2 hours").
    asides_after : re.Pattern
        Matches the text after such a number (3日間).
    losses, formats : Phrases
        Words that say a minus ("a debt of 40"), and words about how an answer is written.
    this_before : Phrases
        End the text before an answer word that looks back ("this answer").
    this_after : re.Pattern
        Matches the text after such a word.
    than_before, than_after : Phrases
        Stand before, or after, a number that another is compared with.
    ordinals : bool
        Whether the two that follow have any words.
    ordinal_before, ordinal_after : re.Pattern
        Match the end of the text before, or the text after, a number that says which one and not how
        many (第3, 2か所目).
    """

    languages: tuple[str, ...]
    labels: tuple[str, ...]
    direct: bool
    case_hyphens: bool
    link: re.Pattern[str]
    conclusion: re.Pattern[str]
    turn: re.Pattern[str]
    undetermined: Phrases
    corrections: Phrases
    rejections: Phrases
    checks: Phrases
    either: re.Pattern[str]
    ranges: re.Pattern[str]
    between: Phrases
    between_after: re.Pattern[str]
    reasons: re.Pattern[str]
    reason_ends: tuple[str, ...]
    restatements: re.Pattern[str]
    asides_before: Phrases
    asides_after: re.Pattern[str]
    losses: Phrases
    formats: Phrases
    this_before: Phrases
    this_after: re.Pattern[str]
    than_before: Phrases
    than_after: Phrases
    ordinals: bool
    ordinal_before: re.Pattern[str]
    ordinal_after: re.Pattern[str]


def base_language(language: str) -> str:
    """The part of a language tag that names the data file.

    Parameters
    ----------
    language : str
        Language tag such as ``zh-CN``.

    Returns
    -------
    str

    Examples
    --------
    >>> base_language("zh_CN"), base_language("PT-br")
    ('zh', 'pt')
    """
    return re.split("[-_]", language.strip(), maxsplit=1)[0].lower()


@lru_cache(maxsize=1)
def known_languages() -> tuple[str, ...]:
    """Languages with a data file, in alphabetical order.

    Returns
    -------
    tuple of str

    Examples
    --------
    >>> len(known_languages())
    30
    """
    return tuple(sorted(path.stem for path in _DATA.glob("*.toml")))


@lru_cache(maxsize=64)
def language_data(language: str) -> dict[str, Any]:
    """All tables of one language's data file.

    Parameters
    ----------
    language : str
        Base language such as ``de``; a language without a file has no words of its own.

    Returns
    -------
    dict
        Tables by name; empty for a language without a file.

    Examples
    --------
    >>> language_data("de")["language"]["name"]
    'German'
    """
    if language not in known_languages():
        return {}
    return tomllib.loads((_DATA / f"{language}.toml").read_text(encoding="utf-8"))


def question_labels() -> frozenset[str]:
    """Words that head a question, in all languages: models make up a next question in any.

    Returns
    -------
    frozenset of str

    Examples
    --------
    >>> {"question", "frage", "问题"} <= question_labels()
    True
    """
    return frozenset(
        way
        for code in known_languages()
        for word in language_data(code).get("answer", {}).get("questions", ())
        for way in spellings(word)
    )


def reading_languages(language: str, text: str) -> tuple[str, ...]:
    """The language asked, English, and the language of another script that the text uses.

    Parameters
    ----------
    language : str
        Language tag of the response as asked for.
    text : str
        Part of the response; models switch language.

    Returns
    -------
    tuple of str

    Examples
    --------
    >>> reading_languages("th", "所以是8元")
    ('th', 'en', 'zh')
    """
    base = base_language(language)
    found = _foreign_script(base).search(text) if not text.isascii() else None
    if found is not None and base == "ja" and _KANA.search(text):
        found = None
    if found is None:
        return (base,) if base == "en" else (base, "en")
    return tuple(dict.fromkeys((base, "en", _language_of(found.group()))))


def _language_of(letter: str) -> str:
    found = _SCRIPT_LETTER.match(letter)
    return _SCRIPTS[(found.lastindex or 1) - 1][1] if found else "en"


@lru_cache(maxsize=256)
def _foreign_script(base: str) -> re.Pattern[str]:
    own = {_OWN_SCRIPT.get(base, base)}
    ranges = "".join(f"{first}-{last}" for (first, last), code in _SCRIPTS if code not in own)
    return re.compile(f"[{ranges}]")


@lru_cache(maxsize=512)
def lexicon(languages: tuple[str, ...]) -> Lexicon:
    """The words of several languages together.

    Parameters
    ----------
    languages : tuple of str
        Base languages, the asked one first.

    Returns
    -------
    Lexicon

    Examples
    --------
    >>> bool(lexicon(("de", "en")).conclusion.match("Also sind es 5."))
    True
    """
    tables = [language_data(code).get("answer", {}) for code in languages]

    def words(field: str) -> list[str]:
        return [word for table in tables for word in table.get(field, ())]

    def phrases(field: str) -> Phrases:
        return Phrases(tuple(dict.fromkeys(way.lower() for word in words(field) for way in spellings(word))))

    labels = {way.lower() for word in words("labels") for way in spellings(word)}
    return Lexicon(
        languages=languages,
        labels=tuple(label for label in sorted(labels) if not _has_part(label, labels)),
        direct=any(bool(table.get("direct", False)) for table in tables),
        case_hyphens=any(bool(table.get("case_hyphens", False)) for table in tables),
        link=re.compile(rf"[:：=≈→ঃः]|{any_of(words('copulas'))}", re.IGNORECASE),
        conclusion=re.compile(rf"[\W_]*?{any_of(words('conclusions'))}", re.IGNORECASE),
        turn=re.compile(any_of(words("conclusions")), re.IGNORECASE),
        undetermined=phrases("undetermined"),
        corrections=phrases("corrections"),
        rejections=phrases("rejections"),
        checks=phrases("checks"),
        either=_between_units(words("either"), r"(?:\w\s?=\s?|Rp\.?\s?|R)?"),
        ranges=_between_units(words("ranges"), ""),
        than_before=phrases("than_before"),
        than_after=phrases("than_after"),
        ordinals=bool(words("ordinals_before") or words("ordinals_after")),
        ordinal_before=re.compile(rf"{_one_of(words('ordinals_before'))}\s?\Z", re.IGNORECASE),
        ordinal_after=re.compile(_one_of(words("ordinals_after"))),
        between=phrases("between"),
        between_after=re.compile(rf"\W{{0,3}}[^\d\s.,;:]{{0,14}}?\s{{0,2}}{_one_of(words('between_after'))}"),
        reasons=re.compile(any_of([*words("reasons"), *words("checks")]), re.IGNORECASE),
        reason_ends=tuple(words("reason_ends")),
        restatements=re.compile(any_of(words("restatements")), re.IGNORECASE),
        asides_before=phrases("asides_before"),
        asides_after=re.compile(rf"[^\d.,;:।。，、!?\n]{{0,10}}?{_one_of(words('asides_after'))}"),
        losses=phrases("losses"),
        formats=phrases("formats"),
        this_before=phrases("this_before"),
        this_after=re.compile(rf"\W{{0,3}}{any_of(words('this_after'))}", re.IGNORECASE),
    )


def _between_units(parts: list[str], more: str) -> re.Pattern[str]:
    """Matches all that stands between two numbers: the unit of the first, one of some words, markup."""
    unit = r"\W{0,4}([^\d\n.;:。()]{0,20}?)\W{0,4}?"
    return re.compile(rf"{unit}{any_of(parts)}\W{{0,8}}{more}\Z", re.IGNORECASE)


def _one_of(parts: list[str]) -> str:
    """An expression for parts of words, which stand right beside a number; matches nothing without any."""
    return f"(?:{'|'.join(re.escape(part) for part in parts)})" if parts else "(?!)"


def _has_part(label: str, labels: set[str]) -> bool:
    """Whether a shorter label is found wherever this one is ("answer" in "final answer")."""
    return any(
        other != label and label.endswith(other) and whole_word(label, len(label) - len(other), len(label))
        for other in labels
    )
