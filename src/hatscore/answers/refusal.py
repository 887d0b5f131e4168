"""Responses that decline to choose: refusals, and rejections of every option."""

import re
from functools import lru_cache

from hatscore.answers.letters.view import View, view
from hatscore.answers.letters.words import LetterWords, folds_accents, letter_tables, letter_words

_GAP = r"[^\n.。।!?]{0,40}?"
_CLAUSE = re.compile(r"[^\n.。।॥!?！？;；:：]+")
_LETTER = re.compile(r"(?<!\w)[A-J](?!\w)")
_WIDEST = 70


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


def _first(seen: View, language: str, table: str, key: str) -> tuple[int, int] | None:
    low = seen.low.replace("’", "'")
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


def _every_option_wrong(seen: View, words: LetterWords) -> tuple[int, int] | None:
    """A clause that calls every option wrong, or not correct, and does not speak of the others."""
    if not any(phrase in seen.low for phrase in words.every.plain):
        return None
    for match in _CLAUSE.finditer(seen.low):
        clause = match[0]
        every = words.every.first(clause)
        if every is None or words.other.within(clause):
            continue
        if len(_LETTER.findall(seen.text, *match.span())) > 1 or _denied(clause[: every[0]], words):
            continue
        option = words.option.first(clause) or words.answer.first(clause)
        wrong = words.wrong.first(clause) or _not_correct(clause, words)
        if option is None or wrong is None:
            continue
        start, end = min(every[0], option[0], wrong[0]), max(every[1], option[1], wrong[1])
        if end - start <= _WIDEST:
            return match.start() + start, match.start() + end
    return None


def _denied(before: str, words: LetterWords) -> bool:
    denial = words.not_before.last(before)
    return denial is not None and not before[denial[1] :].strip()


def _not_correct(clause: str, words: LetterWords) -> tuple[int, int] | None:
    """The word "correct" with a negation in the same clause."""
    right = words.correct.first(clause)
    denied = words.not_before.within(clause) or words.not_after.within(clause)
    return right if denied else None


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
    return _first(view(text, fold=folds_accents(language)), language, "refusal", "phrases")


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
    seen = view(text, fold=folds_accents(language))
    return _first(seen, language, "letters", "none") or _every_option_wrong(seen, letter_words(language))
