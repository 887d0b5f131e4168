"""What the words that lead up to an option letter say about it."""

import re
from dataclasses import dataclass

from hatscore.answers.letters.clauses import (
    COMMAS,
    SIGNS,
    Verdict,
    ends_in_colon,
    is_article,
    is_near,
    ladder,
    rest_of_word,
    speaks_of_others,
)
from hatscore.answers.letters.forms import Mention
from hatscore.answers.letters.words import LetterWords, is_word_character

_COMMA = re.compile("[,，،、]")
_PRAISE = 40


@dataclass(frozen=True, slots=True)
class _Gap:
    """The words between a cue, such as "answer", and the letter.

    Attributes
    ----------
    text : str
        The words, without the rest of the cue's own word.
    rejects : bool
        Whether a negation stands right before the letter.
    rejects_far : bool
        Whether one stands further away, with no "is" after it.
    bare : bool
        Whether there is nothing but signs.
    be : bool
        Whether there is a word such as "is".
    praised : bool
        Whether there is nothing but a word such as "correct", as in "jawaban yang benar A".
    """

    text: str
    rejects: bool
    rejects_far: bool
    bare: bool
    be: bool
    praised: bool


def _gap(clause: str, end: int, words: LetterWords) -> _Gap:
    text = rest_of_word(clause[end:], words)
    denial = words.not_before.last(text)
    rest = text[denial[1] :] if denial is not None else ""
    near = denial is not None and is_near(rest, words)
    far = denial is not None and not near and words.be.last(rest) is None
    # In languages without spaces the cue may hold the word itself, as in "답은".
    be = words.be.within(text) or (not words.spaced and clause[:end].endswith(words.be.plain))
    right = words.correct.last(text) if denial is None and len(text) <= _PRAISE else None
    praised = right is not None and not rest_of_word(text[right[1] :], words).strip(SIGNS) and right[0] <= 12
    return _Gap(text, near, far, not text.strip(SIGNS), be, praised)


def _clear(mention: Mention) -> bool:
    return mention.marked or mention.labelled or mention.optional or mention.ended


def lead(clause: str, mention: Mention, words: LetterWords, *, intro: bool) -> Verdict | None:
    """Judge a letter by the words that lead up to it.

    Parameters
    ----------
    clause : str
        Lower-case words before the letter.
    mention : Mention
        The letter.
    words : LetterWords
        Data of the language.
    intro : bool
        Whether the words stand on the line before the letter's own line.

    Returns
    -------
    Verdict or None
    """
    found = None if intro else _after_excepting(clause, words)
    if found is not None or not clause.strip(SIGNS):
        return found
    if (intro or mention.labelled) and speaks_of_others(clause, words):
        return None
    if _rejected_before(clause, words):
        return Verdict("rejected", 0.0, negated=True)
    found = _after_answer(clause, mention, words, intro=intro)
    found = found or _after_verdict(clause, mention, words, intro=intro)
    if found is not None or not intro:
        found = found or after_choosing(clause, words) or _after_option(clause, words)
        return found or _after_guessing(clause, mention, words) or _after_correcting(clause, words)
    if words.not_before.within(clause) or not ends_in_colon(clause):
        return None
    return Verdict("introduced", 80.0)


def _rejected_before(clause: str, words: LetterWords) -> bool:
    """Whether the last words before the letter reject it, as in "ruling out C"."""
    wrong = words.wrong.last(clause[-24:])
    if wrong is None:
        return False
    gap = rest_of_word(clause[-24:][wrong[1] :], words)
    return not gap.strip(SIGNS) and ":" not in gap


def _after_answer(clause: str, mention: Mention, words: LetterWords, *, intro: bool) -> Verdict | None:
    cue = words.answer.last(clause)
    if cue is None:
        return None
    gap = _gap(clause, cue[1], words)
    if gap.rejects and not intro:
        return Verdict("answer-is-not", 0.0, negated=True)
    if gap.rejects_far:
        return None
    before = _COMMA.split(clause[max(0, cue[0] - 24) : cue[0]])[-1]
    wrong = words.wrong.last(before)
    if wrong is not None and len(before) - wrong[1] <= 8:
        return Verdict("wrong-answer-is", 66.0)
    if intro:
        weight = _answer_above(clause, cue, gap, mention, words)
        return Verdict("answer", weight) if weight else None
    return _answer_beside(before, gap, mention, words)


def _answer_above(
    clause: str, cue: tuple[int, int], gap: _Gap, mention: Mention, words: LetterWords
) -> float:
    """The weight when the word for "answer" stands on the line before."""
    if words.wrong.last(clause) is not None:
        return 0.0
    inflected = is_word_character(clause[cue[1] : cue[1] + 1] or " ")
    if mention.listed and inflected and not gap.be:
        # "Let us look at the answers:" begins a list of all of them.
        return 0.0
    length = len(gap.text)
    if not ends_in_colon(clause):
        short = len(clause[: cue[0]].strip(SIGNS)) <= 14 and not clause.rstrip().endswith(".")
        return ladder((gap.bare and short, 92.0), (gap.be and length <= 16 and not mention.optional, 90.0))
    return ladder(
        (gap.bare, 92.0),
        (gap.be and length <= 34, 90.0),
        (gap.be and length <= (100 if _clear(mention) else 60), 87.0),
        (length <= 14, 86.0),
    )


def _answer_beside(before: str, gap: _Gap, mention: Mention, words: LetterWords) -> Verdict | None:
    """The word for "answer" in the letter's own sentence."""
    length = len(gap.text)
    sign = ":" in gap.text or "=" in gap.text
    if gap.bare:
        weight = ladder(
            (sign or words.correct.last(before) is not None, 92.0),
            (gap.be or words.be.within(before.replace(":", " ")), 90.0),
            (mention.marked and mention.closing and not mention.initial, 89.0),
            (mention.text_end >= 0 and not mention.initial, 86.0),
            (mention.ended, 84.0),
            (mention.optional and not (mention.answering or mention.initial or mention.listed), 80.0),
            (mention.labelled and not (mention.initial or mention.listed), 66.0),
        )
        return Verdict("answer", weight) if weight else None
    linked = sign or gap.be or gap.praised
    longest = 100 if gap.be else 40
    weight = ladder(
        (linked and length <= 34, 90.0),
        (linked and length <= (longest if _clear(mention) else min(longest, 60)), 87.0),
    )
    if weight:
        return Verdict("answer", weight)
    loose = linked or (_clear(mention) and length <= 25)
    return Verdict("answer-loose", 61.0) if loose else None


def _after_verdict(clause: str, mention: Mention, words: LetterWords, *, intro: bool) -> Verdict | None:
    """The letter after a word such as "correct", "closest" or "wrong"."""
    right, wrong = words.correct.last(clause), words.wrong.last(clause)
    if right is not None and wrong is not None and wrong[0] <= right[0] < wrong[1]:
        right = None
    cue = right or wrong
    if cue is None or _cue_denied(clause, cue[0], words):
        return None
    gap = _gap(clause, cue[1], words)
    if gap.rejects and not intro:
        return Verdict("correct-is-not", 0.0, negated=True)
    length = len(gap.text)
    both = length <= 12 and words.also.within(gap.text)
    linked = ":" in gap.text or gap.be or gap.bare or both
    clear = _clear(mention) or intro
    apart = right is None and not COMMAS.isdisjoint(gap.text)
    if apart or gap.rejects_far or length > 90 or not (linked or (clear and length <= 20)):
        return None
    if right is None:
        return Verdict("wrong-is", 64.0)
    if intro:
        plain = ends_in_colon(clause) and wrong is None
        return Verdict("correct-is", 87.0) if plain else None
    return Verdict("correct-is", 82.0 if linked and clear else 72.0)


def _cue_denied(clause: str, start: int, words: LetterWords) -> bool:
    """Whether the word "correct" itself is denied, as in "not quite right"."""
    part = clause[clause.rfind(",", 0, start) + 1 : start]
    denial = words.not_before.last(part)
    return denial is not None and is_near(part[denial[1] :], words)


def after_choosing(clause: str, words: LetterWords) -> Verdict | None:
    """Judge a letter by words such as "I choose" right before it.

    Parameters
    ----------
    clause : str
        Lower-case words before the letter.
    words : LetterWords
        Data of the language.

    Returns
    -------
    Verdict or None
    """
    cue = words.choose.last(clause)
    if cue is None or not is_article(rest_of_word(clause[cue[1] :], words), words):
        return None
    denial = words.not_before.last(clause[: cue[0]])
    if denial is not None and is_near(clause[denial[1] : cue[0]], words):
        return Verdict("not-chosen", 0.0, negated=True)
    return Verdict("chosen", 83.0)


def _after_guessing(clause: str, mention: Mention, words: LetterWords) -> Verdict | None:
    """The letter after words such as "probably" or "I think it is", where the statement ends."""
    cue = words.perhaps.last(clause) if mention.closing or _clear(mention) else None
    if cue is None:
        return None
    gap = _gap(clause, cue[1], words)
    if gap.rejects or gap.rejects_far or len(gap.text) > 24 or not (gap.bare or gap.be):
        return None
    return Verdict("guessed", 63.0)


def _after_correcting(clause: str, words: LetterWords) -> Verdict | None:
    """The letter right after words such as "correction:"."""
    cue = words.takes_back.last(clause) if ":" in clause else None
    rest = clause[cue[1] :] if cue is not None else ""
    return Verdict("chosen", 78.0) if ":" in rest and not rest.strip(SIGNS) else None


def _after_excepting(clause: str, words: LetterWords) -> Verdict | None:
    """The letter that "all except" singles out."""
    cue = words.besides.last(clause)
    if cue is None or not is_article(clause[cue[1] :], words) or not words.every.within(clause[: cue[0]]):
        return None
    return Verdict("excepted", 64.0)


def _after_option(clause: str, words: LetterWords) -> Verdict | None:
    """The letter after words such as "the option is"."""
    cue = words.option.last(clause)
    if cue is None or speaks_of_others(clause, words):
        return None
    gap = _gap(clause, cue[1], words)
    if gap.rejects:
        return Verdict("option-is-not", 0.0, negated=True)
    link = words.be.last(gap.text)
    if gap.rejects_far or link is None or len(gap.text) > 40:
        return None
    rest = gap.text[link[1] :]
    if rest.strip(SIGNS) or not COMMAS.isdisjoint(rest):
        return None
    return Verdict("option-is", 71.0)
