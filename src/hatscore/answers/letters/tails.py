"""What the words after an option letter say about it."""

from hatscore.answers.letters.clauses import SIGNS, Verdict, ladder, rest_of_word
from hatscore.answers.letters.words import LetterWords

Place = tuple[int, int]
_AT_ONCE = 30
_NEAR = 8


def tail(clause: str, words: LetterWords) -> Verdict | None:
    """Judge a letter by the words that follow it.

    Parameters
    ----------
    clause : str
        Lower-case words after the letter, or after the option's text.
    words : LetterWords
        Data of the language.

    Returns
    -------
    Verdict or None

    Examples
    --------
    >>> from hatscore.answers.letters.words import letter_words
    >>> tail(" is the correct answer", letter_words("en")).rule
    'is-the-answer'
    >>> tail(" is not correct", letter_words("en")).negated
    True
    """
    if not clause.strip(" ."):
        return None
    right, wrong, answer = words.correct.first(clause), words.wrong.first(clause), words.answer.first(clause)
    if right is not None and wrong is not None and wrong[0] <= right[0] < wrong[1]:
        right = None
    first = min((found for found in (right, wrong, answer) if found is not None), default=None)
    denied = _denied(clause, first, words)
    if not denied and _chosen(clause, first, words):
        return Verdict("chosen", 78.0)
    if first is None:
        return _denial_alone(clause, words) if denied else _guess(clause, words)
    if first == wrong:
        return None if denied else Verdict("is-wrong", 0.0, negated=True)
    if denied:
        return Verdict("is-not", 0.0, negated=True)
    return _praise(clause, first, right, answer, words)


def _chosen(clause: str, first: Place | None, words: LetterWords) -> bool:
    """Whether words such as "I choose" follow and end the clause, as verbs do in many languages."""
    chosen = words.choose.first(clause[:_AT_ONCE])
    if chosen is None:
        return False
    option = words.option.first(clause)
    if option is not None and option[0] == chosen[0] and option[1] > chosen[1]:
        return False
    start = option[0] if option is not None and option[1] <= chosen[0] else chosen[0]
    if start > _NEAR or (first is not None and first[0] < start):
        return False
    rest = rest_of_word(clause[chosen[1] :], words).strip(SIGNS)
    return not words.spaced or not rest or words.because.first(rest[:_AT_ONCE]) is not None


def _praise(
    clause: str, first: Place, right: Place | None, answer: Place | None, words: LetterWords
) -> Verdict | None:
    """A letter called the answer, correct, or both."""
    between = clause[: first[0]]
    link = words.be.last(between)
    both = right is not None and answer is not None and (abs(right[0] - answer[0]) < 30)
    beside = link is not None and len(between) - link[1] <= 8
    close = link is not None or len(between.split()) <= 3 or not words.spaced
    if len(between) > 48 or not close:
        return Verdict("is-the-answer", 86.0) if both and beside else None
    weight = ladder((both, 86.0), (right == first, 68.0), (True, 70.0))
    return Verdict({86.0: "is-the-answer", 68.0: "is-correct", 70.0: "is-answer"}[weight], weight)


def _denial_alone(clause: str, words: LetterWords) -> Verdict:
    """A negation without a word such as "correct": firm only where it closes the statement."""
    after = words.not_after.first(clause)
    firm = after is not None and (after[0] <= 3 or (after[0] <= 10 and words.also.within(clause[: after[0]])))
    return Verdict("is-not" if firm else "denied", 0.0, negated=True)


def _guess(clause: str, words: LetterWords) -> Verdict | None:
    """A letter that words such as "probably" follow at once, in languages that put them there."""
    guessed = words.perhaps.first(clause[:_AT_ONCE])
    return Verdict("guessed", 63.0) if guessed is not None and guessed[0] <= 6 else None


def _denied(clause: str, verdict: Place | None, words: LetterWords) -> bool:
    """Whether a negation outside the verdict's own words denies it."""
    before = words.not_before.first(clause)
    if before is not None and (before[0] <= 16 if verdict is None else before[1] <= verdict[0]):
        return True
    rest = clause if verdict is None else clause[verdict[1] :]
    after = words.not_after.first(rest)
    if after is None or after[0] > (12 if verdict is None else 18):
        return False
    # "Is it not ...?" is how Japanese guesses.
    guessed = words.perhaps.first(rest)
    return guessed is None or guessed[0] != after[0]
