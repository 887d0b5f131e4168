"""Choosing an option by its text, and noticing a letter beside the text of another option."""

import re

from hatscore.answers import refusal
from hatscore.answers.letters.clauses import clause_after, clause_before, line_before
from hatscore.answers.letters.forms import Mention
from hatscore.answers.letters.leads import lead
from hatscore.answers.letters.option_text import duplicate_letters, occurrences, text_end
from hatscore.answers.letters.proposals import Proposal
from hatscore.answers.letters.tails import tail
from hatscore.answers.letters.view import View
from hatscore.answers.letters.words import LetterWords

_EDGES = " \t\r\n.。।॥:：,，!！*_`\"'“”«»「」()[]{}\\$#-–—"
_AROUND = " .):：、,，*_\"'«“「-–—([（۔।"
_CLOSERS = " *_\"'”»」)）]"
_SHORTEST = 2
_IDEOGRAPH = "\u2e80"
_SENTENCE_END = re.compile(r"[\n。！？।॥!?,،۔;]|\.(?=\s|\Z)")
_NUMBER = re.compile(r"(?<![\d.,])\d{1,2}(?![\d%]|[.,]\d)")
_COUNTERS = ("번", "番")


def in_conflict(seen: View, at: int, letter: str, find: tuple[str, ...], texts: tuple[str, ...]) -> bool:
    """Whether the text after a letter is exactly that of another option.

    Parameters
    ----------
    seen : View
        The text.
    at : int
        One past the letter.
    letter : str
        The letter.
    find : tuple of str
        `searchable` texts of the options.
    texts : tuple of str
        The texts as given.

    Returns
    -------
    bool
    """
    if not find or ord(letter) - 65 >= len(find):
        return False
    start = at
    while start < len(seen.low) and start - at < 8 and seen.low[start] in _AROUND:
        start += 1
    if text_end(seen.low, start, find[ord(letter) - 65]) >= 0:
        return False
    for place, text in enumerate(find):
        other = chr(65 + place)
        if other == letter or (len(text) < _SHORTEST and text < _IDEOGRAPH):
            continue
        end = text_end(seen.low, start, text)
        if end >= 0 and _ends_there(seen.low, end):
            return other not in duplicate_letters(texts).get(letter, ())
    return False


def _ends_there(low: str, end: int) -> bool:
    rest = low[end : end + 3]
    core = rest.lstrip(_CLOSERS)
    return not core or rest[0] in "\n.。।۔,;" or core[0] in ".\n。।۔,"


def by_text(
    seen: View,
    find: tuple[str, ...],
    texts: tuple[str, ...],
    words: LetterWords,
    language: str,
    *,
    declined: str,
    lettered: bool,
) -> Proposal | None:
    """The option whose text a response gives instead of a letter.

    Parameters
    ----------
    seen : View
        The answer part.
    find : tuple of str
        `searchable` texts of the options.
    texts : tuple of str
        The texts as given.
    words : LetterWords
        Data of the language.
    language : str
        ISO 639 code.
    declined : str
        "refused" when the response declines to choose, "none" when it rejects all options, else "".
    lettered : bool
        Whether the response speaks of several letters.

    Returns
    -------
    Proposal or None
        Several letters where several options are given with the same strength.
    """
    places = [
        (start, end, chr(65 + place))
        for place, text in enumerate(find)
        if len(text) >= _SHORTEST or text.isdigit()
        for start, end in occurrences(seen.low, text)
    ]
    places = [
        p
        for p in places
        if not any(o[0] <= p[0] and p[1] <= o[1] and o[1] - o[0] > p[1] - p[0] for o in places)
    ]
    places.sort()
    found = [p for place in places if (p := _as_proposal(seen, place, words)) is not None]
    found = [p for p in found if not (lettered and p.weight < 60)]
    chosen = _strongest(found, texts)
    if chosen is not None and (not declined or (chosen.weight >= 72 and "correct" not in chosen.rule)):
        return chosen
    if declined:
        return _option_that_declines(seen, texts, language, none=declined == "none")
    return None if lettered else _only_one(places, texts)


def by_number(seen: View, words: LetterWords, count: int) -> Proposal | None:
    """The option whose number a response gives instead of a letter, as in "option 3".

    Parameters
    ----------
    seen : View
        The answer part.
    words : LetterWords
        Data of the language.
    count : int
        Number of options.

    Returns
    -------
    Proposal or None
        None when several numbers are named.
    """
    found: dict[int, tuple[int, int]] = {}
    for match in _NUMBER.finditer(seen.low):
        number = int(match[0])
        before = seen.low[max(0, match.start() - 24) : match.start()].rstrip(" #:(：*_")
        after = seen.low[match.end() : match.end() + 3].lstrip()
        named = any(before.endswith(entry[0]) for entry in (*words.option.entries, *words.answer.entries))
        if (named or after.startswith(_COUNTERS)) and 1 <= number <= count:
            found[number] = match.span()
    if len(found) != 1:
        return None
    ((number, (start, end)),) = found.items()
    return Proposal(frozenset(chr(64 + number)), start, end, "option-number", 50.0)


def _as_proposal(seen: View, place: tuple[int, int, str], words: LetterWords) -> Proposal | None:
    start, end, letter = place
    before = seen.low[max(0, start - 200) : start]
    after = seen.low[end : end + 200]
    whole = not before.strip(_EDGES) and not after.strip(_EDGES)
    if whole:
        return Proposal(frozenset(letter), start, end, "only-option-text", 90.0)
    first_line = not before.strip(_EDGES) and after.lstrip(" .*_\"'”)。।")[:1] == "\n"
    if first_line:
        return Proposal(frozenset(letter), start, end, "first-line-text", 80.0)
    bold = before.endswith("**") and after.startswith(("**", ".**"))
    pseudo = Mention(start, end, start, end, "", letter, start, marked=bold, labelled=True)
    line_start = before[before.rfind("\n") + 1 :]
    intro = "\n" in before and not line_start.strip(' \t-*#>"')
    clause = line_before(seen, start)[1] if intro else clause_before(seen, start).rstrip("*_\"' «“「")
    verdict = lead(clause, pseudo, words, intro=intro) or tail(clause_after(seen, end), words)
    if verdict is None or verdict.negated or verdict.weight < 70:
        if bold:
            return Proposal(frozenset(letter), start, end, "bold-text", 55.0)
        if _stated(clause, after, words):
            return Proposal(frozenset(letter), start, end, "text-stated", 55.0)
        return None
    return Proposal(frozenset(letter), start, end, "text-" + verdict.rule, verdict.weight - 12)


def _stated(clause: str, after: str, words: LetterWords) -> bool:
    """Whether an option's text ends a plain statement, after or before a word such as "is"."""
    said = clause.rstrip(_EDGES)
    link = words.be.last(said)
    stated = link is not None and len(said) - link[1] <= 4
    if stated and not after.strip(_EDGES):
        return True
    sentence = _SENTENCE_END.split(after, maxsplit=1)[0].strip(_EDGES)
    if words.spaced:
        return sentence in words.after or (stated and not sentence)
    return sentence.startswith(words.glued) or (stated and not sentence)


def _strongest(found: list[Proposal], texts: tuple[str, ...]) -> Proposal | None:
    if not found:
        return None
    best = max(p.weight for p in found)
    near = [p for p in found if p.weight >= best - 6]
    letters = {letter for p in near for letter in p.letters}
    same = duplicate_letters(texts)
    last = near[-1]
    (letter,) = last.letters
    if letters <= same.get(letter, frozenset(letter)) or best >= 70:
        return Proposal(
            frozenset(min(same.get(letter, letter))), last.start, last.end, last.rule, last.weight
        )
    return None


def _option_that_declines(
    seen: View, texts: tuple[str, ...], language: str, *, none: bool
) -> Proposal | None:
    """An option such as "cannot be determined" or "none of the above" fits a response that says so."""
    test = refusal.rejects_all if none else refusal.find_refusal
    fitting = [place for place, text in enumerate(texts) if test(text, language) is not None]
    where = test(seen.text, language)
    if len(fitting) != 1 or where is None:
        return None
    return Proposal(frozenset(chr(65 + fitting[0])), *where, "option-that-declines", 50.0)


def _only_one(places: list[tuple[int, int, str]], texts: tuple[str, ...]) -> Proposal | None:
    letters = {letter for _, _, letter in places}
    if not letters:
        return None
    same = duplicate_letters(texts)
    letter = min(letters)
    text = texts[ord(letter) - 65]
    if (
        letters <= same.get(letter, frozenset(letter))
        and len(text.strip()) >= 4
        and not text.strip().isdigit()
    ):
        start, end, _ = places[-1]
        return Proposal(frozenset(letter), start, end, "only-option-named", 45.0)
    return None
