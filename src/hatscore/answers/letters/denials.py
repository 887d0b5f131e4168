"""Letters that are named only to be denied: "not C but A"."""

from hatscore.answers.letters.clauses import COMMAS, is_article, is_near
from hatscore.answers.letters.words import LetterWords

_AT_ONCE = 6
_MOST_DENIALS = 3


def denied_directly(clause: str, words: LetterWords) -> bool:
    """Whether a negation stands right before a letter, as in "Not B is the answer".

    Parameters
    ----------
    clause : str
        Lower-case words before the letter.
    words : LetterWords
        Data of the language.

    Returns
    -------
    bool
    """
    denial = words.not_before.last(clause)
    rest = clause[denial[1] :] if denial is not None else ","
    return COMMAS.isdisjoint(rest) and is_article(rest, words)


def excepted(before: str, after: str, words: LetterWords) -> bool:
    """Whether a letter is the exception from what is said of the others.

    Parameters
    ----------
    before, after : str
        Lower-case words before and after the letter, as in "all except C are wrong".
    words : LetterWords
        Data of the language.

    Returns
    -------
    bool
    """
    ahead = words.besides.last(before)
    if ahead is not None and is_article(before[ahead[1] :], words):
        return True
    behind = words.besides.first(after[:16])
    return behind is not None and behind[0] <= _AT_ONCE and not words.and_or.within(after[: behind[0]])


def put_in_place(between: str, words: LetterWords) -> bool:
    """Whether the words before a letter put it in the place of one that was denied.

    Parameters
    ----------
    between : str
        Lower-case words between the two letters, as in ", no, but ".
    words : LetterWords
        Data of the language.

    Returns
    -------
    bool
    """
    but = words.but.last(between)
    if but is None or not is_article(between[but[1] :], words):
        return False
    return words.not_before.within(between[: but[0]])


def without_rejected(clause: str, start: int, end: int, words: LetterWords) -> tuple[str, bool]:
    """The words before a letter without another letter that they deny.

    Parameters
    ----------
    clause : str
        Lower-case words before the letter.
    start, end : int
        Where the other letter stands in it.
    words : LetterWords
        Data of the language.

    Returns
    -------
    str
        From "the answer is not B but " only "the answer is  but ".
    bool
        Whether a word such as "but" stands right before the letter.
    """
    before, between = clause[:start], clause[end:]
    after = words.not_after.first(between)
    if after is not None and after[0] <= _AT_ONCE and COMMAS.isdisjoint(between[: after[0]]):
        between = between[after[1] :]
        instead = not words.and_or.within(between) and is_article(between, words)
    else:
        shortened = _without_denial(before, words)
        if shortened == before and not words.not_before.within(between):
            return clause, False
        before, instead = shortened, False
    but = words.but.last(between)
    return before + between, instead or (but is not None and is_article(between[but[1] :], words))


def _without_denial(before: str, words: LetterWords) -> str:
    """Words without the negation that ends them; French and others have two."""
    for _ in range(_MOST_DENIALS):
        denial = words.not_before.last(before)
        if denial is None or not is_near(before[denial[1] :], words):
            break
        before = before[: denial[0]]
    return before
