"""Responses that decline to choose: refusals, and rejections of every option."""

import re
from functools import lru_cache

from hatscore.answers.letters.view import view
from hatscore.answers.letters.words import folds_accents, letter_tables

_GAP = r"[^\n.。।!?]{0,40}?"


@lru_cache(maxsize=256)
def _pattern(language: str, table: str, key: str) -> tuple[tuple[str, ...], re.Pattern[str] | None]:
    """Plain phrases to find as they are, and one pattern for those with a gap."""
    plain: list[str] = []
    gapped: list[str] = []
    fold = folds_accents(language)
    for code in dict.fromkeys((language, "en")):
        for entry in letter_tables(code)[table][key]:
            text = view(entry, fold=fold).low
            if "*" in text or text.endswith("$"):
                parts = [re.escape(part.strip()) for part in text.rstrip("$").split("*")]
                gapped.append(_GAP.join(parts) + (r"(?!\w)" if text.endswith("$") else ""))
            else:
                plain.append(text)
    return tuple(dict.fromkeys(plain)), re.compile("|".join(gapped)) if gapped else None


def _first(text: str, language: str, table: str, key: str) -> tuple[int, int] | None:
    low = view(text, fold=folds_accents(language)).low.replace("’", "'")
    plain, gapped = _pattern(language, table, key)
    best: tuple[int, int] | None = None
    for phrase in plain:
        at = low.find(phrase)
        while at > 0 and low[at - 1].isalpha() and phrase[0] < "\u0530":
            at = low.find(phrase, at + 1)
        if at >= 0 and (best is None or at < best[0]):
            best = at, at + len(phrase)
    match = gapped.search(low) if gapped is not None else None
    if match is not None and (best is None or match.start() < best[0]):
        best = match.span()
    return best


def find_refusal(text: str, language: str) -> tuple[int, int] | None:
    """Where a response says that it cannot or will not answer.

    Parameters
    ----------
    text : str
        The answer part.
    language : str
        ISO 639 code; English phrases are looked for as well.

    Returns
    -------
    tuple of int or None
        Place of the first such phrase.

    Examples
    --------
    >>> find_refusal("Tut mir leid, das weiß ich nicht.", "de")
    (0, 12)
    >>> find_refusal("Die Antwort ist B.", "de") is None
    True
    """
    return _first(text, language, "refusal", "phrases")


def rejects_all(text: str, language: str) -> tuple[int, int] | None:
    """Where a response says that none of the options is right.

    Parameters
    ----------
    text : str
        The answer part.
    language : str
        ISO 639 code; English phrases are looked for as well.

    Returns
    -------
    tuple of int or None
        Place of the first such phrase.

    Examples
    --------
    >>> rejects_all("None of the given options is right.", "en")
    (0, 24)
    """
    return _first(text, language, "letters", "none")
