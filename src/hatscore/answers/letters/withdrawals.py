"""Letters that a response states first and takes back later."""

import re
from dataclasses import replace
from itertools import pairwise

from hatscore.answers.letters.proposals import Proposal
from hatscore.answers.letters.view import View
from hatscore.answers.letters.words import LetterWords

_CLEAR = 60.0
_MENTIONED = 40.0
_CORRECTED = 66.0
_BREAK = re.compile(r"[\n。！？।॥!?…۔]|\.(?=\s)")
_COMMA = re.compile("[,，،、]")
_SENTENCE = 160
_NEAR = 250
_SOFT_RULES = frozenset(("chosen", "guessed", "stated", "is-correct", "is-answer"))


def without_withdrawn(seen: View, proposed: list[Proposal], words: LetterWords) -> list[Proposal]:
    """Drop what a response takes back, where another letter takes its place.

    Parameters
    ----------
    seen : View
        The answer part.
    proposed : list of Proposal
        All proposals, in the order of the text.
    words : LetterWords
        Data of the language.

    Returns
    -------
    list of Proposal
        A letter that is only mentioned after the withdrawal is made clear, when it is the only one.
    """
    positive = [p for p in proposed if p.weight >= _MENTIONED]
    if len({p.letters for p in positive}) < 2:
        return proposed
    first, last = positive[0], positive[-1]
    cue = words.takes_back.last(seen.low[first.end : last.start])
    if cue is not None:
        proposed = _replaced(proposed, first.start, first.end + cue[0])
    begin = max(0, first.start - _SENTENCE)
    thought = words.at_first.first(seen.low[begin : last.start])
    if thought is not None:
        start, turn = _first_thought(seen.low, begin + thought[0], begin + thought[1], words)
        proposed = _replaced(proposed, start, turn)
    yielding = {one for one, other in pairwise(positive) if _yields(seen.low, one, other, words)}
    return [p for p in proposed if p not in yielding]


def _yields(low: str, one: Proposal, other: Proposal, words: LetterWords) -> bool:
    """Whether "but" sets a firmer statement against a choice: "many choose A, but B is right"."""
    if one.rule not in _SOFT_RULES or one.letters == other.letters or other.weight < _CORRECTED:
        return False
    between = low[one.end : other.start]
    return len(between) <= _SENTENCE and not _BREAK.search(between) and words.but.within(between)


def _first_thought(low: str, at: int, end: int, words: LetterWords) -> tuple[int, int]:
    """The sentence of a first thought, up to a word such as "but"."""
    before = [match.end() for match in _BREAK.finditer(low, max(0, at - _SENTENCE), at)]
    stop = _BREAK.search(low, end)
    turn = stop.start() if stop is not None else len(low)
    rest = low[end : min(turn, end + _SENTENCE)]
    but = words.but.first(rest)
    comma = _COMMA.search(rest)
    if but is not None:
        turn = end + but[0]
    elif comma is not None:
        turn = end + comma.start()
    return before[-1] if before else max(0, at - _SENTENCE), turn


def _replaced(proposed: list[Proposal], start: int, turn: int) -> list[Proposal]:
    """Proposals without those from `start` to `turn`, if a letter soon after takes their place."""
    taken = [p for p in proposed if start <= p.start < turn and p.weight > 0]
    if not taken or turn - taken[-1].end > _NEAR:
        return proposed
    after = [p for p in proposed if p.start >= turn and p.weight >= _MENTIONED and len(p.letters) == 1]
    rejected = {p.letters for p in proposed if p.start >= turn and p.weight == 0}
    after = [p for p in after if p.letters not in rejected or p.weight >= _CLEAR]
    withdrawn = {p.letters for p in taken}
    others = [p for p in after if p.letters not in withdrawn]
    if any(p.weight >= _CLEAR for p in others):
        # What is said of the withdrawn letter before its replacement is why it was withdrawn.
        proposed = [p for p in proposed if p.letters not in withdrawn or p.start > others[-1].start]
    if not after or after[0].start - turn > _NEAR:
        return proposed
    kept = [p for p in proposed if not start <= p.start < turn]
    if max(p.weight for p in after) < _CLEAR:
        if len({p.letters for p in after}) > 1:
            return proposed
        kept = [replace(p, rule="corrected", weight=_CORRECTED) if p is after[-1] else p for p in kept]
    return kept
