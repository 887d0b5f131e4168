"""Which of the proposed letters counts, and what to do when none is clear."""

import re
from dataclasses import dataclass

from hatscore.answers import refusal
from hatscore.answers.letters.option_choice import by_number, by_text, in_conflict
from hatscore.answers.letters.proposals import Proposal
from hatscore.answers.letters.view import View
from hatscore.answers.letters.words import LetterWords
from hatscore.answers.reading import Candidate, Reading, nothing

_CLOSE = 5.0
_STRONG = 80.0
_SOFT = 68.0
_WEAK = 40.0
_MOST_CANDIDATES = 20
_WIDEST = 80
_WITHIN = 40
_BREAK = re.compile(r"[\n。！？।॥!?۔]|\.(?=\s)")


@dataclass(frozen=True, slots=True)
class Question:
    """What is known of the question.

    Attributes
    ----------
    language : str
        ISO 639 code.
    count : int
        Number of options.
    texts : tuple of str
        Texts of the options; empty when they are not known.
    cut : bool
        Whether the response was cut by the token cap.
    """

    language: str
    count: int
    texts: tuple[str, ...]
    cut: bool


def decide(
    seen: View,
    clear: list[Proposal],
    proposed: list[Proposal],
    question: Question,
    find: tuple[str, ...],
    words: LetterWords,
) -> Reading:
    """Choose among clear proposals: the heaviest, and among near equals the last.

    Parameters
    ----------
    seen : View
        The answer part.
    clear : list of Proposal
        Proposals heavy enough to count, in the order of the text.
    proposed : list of Proposal
        All proposals.
    question : Question
        What is known of the question.
    find : tuple of str
        `searchable` texts of the options.
    words : LetterWords
        Data of the language.

    Returns
    -------
    Reading
    """
    best = max(p.weight for p in clear)
    near = [p for p in clear if p.weight >= (best - _CLOSE if best >= _STRONG else best)]
    chosen = near[-1]
    if any(_beside(seen, p, chosen, words) for p in clear):
        return nothing("ambiguous", "several-letters", _candidates(seen, proposed))
    if best < _SOFT and len({p.letters for p in near}) > 1:
        if near[0] is not proposed[0]:
            return nothing("ambiguous", "different-letters", _candidates(seen, proposed))
        # Without words for "answer", the first statement is the answer and later ones discuss.
        chosen = near[0]
    if len(chosen.letters) == 1 and in_conflict(seen, chosen.end, min(chosen.letters), find, question.texts):
        return nothing("ambiguous", "letter-against-text", _candidates(seen, proposed))
    return _reading(seen, chosen, proposed)


def fall_back(
    seen: View,
    proposed: list[Proposal],
    question: Question,
    find: tuple[str, ...],
    words: LetterWords,
    *,
    lettered: bool,
) -> Reading:
    """Without a clear letter: the text of an option, a refusal, a weak mention, or nothing.

    Parameters
    ----------
    seen : View
        The answer part.
    proposed : list of Proposal
        All proposals, in the order of the text.
    question : Question
        What is known of the question.
    find : tuple of str
        `searchable` texts of the options.
    words : LetterWords
        Data of the language.
    lettered : bool
        Whether the response speaks of several letters.

    Returns
    -------
    Reading
    """
    rejected = {letter for p in proposed if p.weight == 0 for letter in p.letters}
    declined = refusal.find_refusal(seen.text, question.language)
    rejection = refusal.rejects_all(seen.text, question.language)
    # "I cannot choose any of the options" refuses.
    cannot = declined is not None and rejection is not None and 0 <= rejection[0] - declined[0] <= _WITHIN
    none = len(rejected) >= question.count or (rejection is not None and not cannot)
    refused = declined is not None
    found = None
    if find:
        why = "none" if none else "refused" if refused else ""
        found = by_text(seen, find, question.texts, words, question.language, declined=why, lettered=lettered)
    if found is None or found.letters <= rejected:
        weak = _weak(proposed, rejected)
        if weak is None and not lettered and not any(text.strip().isdigit() for text in question.texts):
            weak = by_number(seen, words, question.count)
        found = None if refused or none or question.cut else weak
    if found is not None:
        return _reading(seen, found, proposed)
    candidates = _candidates(seen, proposed)
    if none:
        return nothing("unparsed", "none-of-the-options", candidates)
    if refused:
        return nothing("refused", "refusal", candidates)
    if question.cut:
        return nothing("truncated", "token-cap", candidates)
    considered = {p.letters for p in proposed if p.weight >= _WEAK and not p.letters <= rejected}
    if len(considered) == 2 < question.count:
        return nothing("ambiguous", "two-considered", candidates)
    return nothing("unparsed", "no-letter", candidates)


def _beside(seen: View, one: Proposal, other: Proposal, words: LetterWords) -> bool:
    """Whether one sentence says the same of two letters, as in "A is right and D is right, too"."""
    if one.letters == other.letters or len(one.letters) > 1 or other.start <= one.end:
        return False
    if one.rule != other.rule and one.weight < _SOFT:
        return False
    between = seen.low[one.end : other.start + 1]
    if len(between) > _WIDEST or _BREAK.search(between):
        return False
    around = seen.low[one.end : other.end + 16]
    return (one.rule == other.rule and ";" in between) or words.also.within(around)


def _weak(proposed: list[Proposal], rejected: set[str]) -> Proposal | None:
    """The only letter that is mentioned as an option."""
    weak = [p for p in proposed if p.weight >= _WEAK and not p.letters <= rejected]
    return weak[-1] if len({p.letters for p in weak}) == 1 and len(weak[-1].letters) == 1 else None


def _reading(seen: View, chosen: Proposal, proposed: list[Proposal]) -> Reading:
    candidates = _candidates(seen, proposed)
    if len(chosen.letters) > 1:
        return nothing("ambiguous", "several-letters", candidates)
    (letter,) = chosen.letters
    span = seen.original(chosen.start, chosen.end)
    return Reading(letter, "read", chosen.rule, span, chosen.weight / 100.0, candidates)


def _candidates(seen: View, proposed: list[Proposal]) -> tuple[Candidate, ...]:
    ordered = sorted(proposed, key=lambda p: (-p.weight, -p.start))[:_MOST_CANDIDATES]
    return tuple(
        Candidate("".join(sorted(p.letters)), seen.original(p.start, p.end), p.rule, p.weight)
        for p in ordered
    )
