"""The words before and after a place in a response, as far as the clause goes."""

import re
from dataclasses import dataclass

from hatscore.answers.letters.view import View
from hatscore.answers.letters.words import LetterWords, is_word_character

_BREAKS = "\n。！？।॥!?;；؟۔"
_BREAK_AFTER = re.compile(r"[" + _BREAKS + r":،，]|\.(?=\s)|,(?!\d)|(?<=[\s\S]{2}) [–—] ")
# Greedy from the end: the engine steps back to the last break at once.
_UP_TO_BREAK = re.compile(r"[\s\S]*(?:[" + _BREAKS + r"]|\.[*\"]{0,2}[ \t])")
SIGNS = " \t\n:：*_-–—=\"'“”«»「」『』()[]{}<>#.,،、，>`~\\$"
COMMAS = frozenset(",，،、;；")
_WINDOW = 180
_UNSPACED = "\u2e80"
_TAIL = 110


@dataclass(frozen=True, slots=True)
class Verdict:
    """What stands beside a letter.

    Attributes
    ----------
    rule : str
        Name of the rule.
    weight : float
        Its strength, 0 to 100.
    negated : bool
        Whether the letter is rejected.
    """

    rule: str
    weight: float
    negated: bool = False


def ladder(*steps: tuple[bool, float]) -> float:
    """The weight of the first step that holds; 0 when none does.

    Parameters
    ----------
    *steps : (bool, float)
        Conditions with their weights, the strongest first.

    Returns
    -------
    float

    Examples
    --------
    >>> ladder((False, 90.0), (True, 80.0))
    80.0
    """
    return next((weight for holds, weight in steps if holds), 0.0)


def clause_before(seen: View, at: int) -> str:
    """The part of a sentence that leads up to a place.

    Parameters
    ----------
    seen : View
        The text.
    at : int
        Where it ends.

    Returns
    -------
    str
        Lower-case, at most 180 characters.
    """
    start = max(0, at - _WINDOW)
    window = seen.low[start:at]
    cut = _UP_TO_BREAK.match(window)
    return window[cut.end() :] if cut is not None else window


def line_before(seen: View, at: int) -> tuple[int, str]:
    """The last line with text before a place, its last sentence.

    Parameters
    ----------
    seen : View
        The text.
    at : int
        Where to look back from.

    Returns
    -------
    int
        Where that sentence begins.
    str
        Its words in lower case.
    """
    start = max(0, at - _WINDOW)
    window = seen.low[start:at].rstrip(' \t\n-*#>•_"(0123456789')
    begins = window.rfind("\n") + 1
    line = window[begins:]
    core = line.rstrip(" .。*_।")
    match = _UP_TO_BREAK.match(core)
    cut = match.end() if match is not None else 0
    return start + begins + cut, line[cut:]


def clause_after(seen: View, at: int) -> str:
    """The part of a sentence that follows a place.

    Parameters
    ----------
    seen : View
        The text.
    at : int
        Where it begins.

    Returns
    -------
    str
        Lower-case, at most 110 characters.
    """
    window = seen.low[at : at + _TAIL]
    end = _BREAK_AFTER.search(window)
    return window[: end.start()] if end is not None else window


def rest_of_word(gap: str, words: LetterWords) -> str:
    """What follows the rest of a word whose beginning was matched.

    Parameters
    ----------
    gap : str
        Text after the match.
    words : LetterWords
        Data of the language.

    Returns
    -------
    str

    Examples
    --------
    >>> from hatscore.answers.letters.words import letter_words
    >>> rest_of_word("en sind B", letter_words("de"))
    ' sind B'
    """
    if not words.spaced:
        return gap
    at = 0
    # Chinese in a response in a spaced language: there the next word begins at once.
    while at < len(gap) and gap[at] < _UNSPACED and is_word_character(gap[at]):
        at += 1
    return gap[at:]


def is_near(rest: str, words: LetterWords) -> bool:
    """Whether at most two words lie between a negation and what it denies.

    Parameters
    ----------
    rest : str
        Text between the two.
    words : LetterWords
        Data of the language.

    Returns
    -------
    bool
    """
    if not COMMAS.isdisjoint(rest):
        return False
    if words.spaced and max(rest, default="") < _UNSPACED:
        return len(rest.split()) <= 2
    return len(rest.strip()) <= 5


def is_article(rest: str, words: LetterWords) -> bool:
    """Whether at most a short word stands before a letter, as in "j'opte pour la C".

    Parameters
    ----------
    rest : str
        Text between a cue and the letter.
    words : LetterWords
        Data of the language.

    Returns
    -------
    bool
    """
    core = rest.strip(SIGNS)
    short = words.spaced and len(core) <= 3 and core.isalpha()
    return not core or (short and not words.not_before.within(core))


def ends_in_colon(clause: str) -> bool:
    """Whether a clause announces what follows it.

    Parameters
    ----------
    clause : str
        Words of a line.

    Returns
    -------
    bool
    """
    return clause.rstrip(" *_").endswith(":")


def speaks_of_others(clause: str, words: LetterWords) -> bool:
    """Whether the words speak of the other options.

    Parameters
    ----------
    clause : str
        Lower-case words.
    words : LetterWords
        Data of the language.

    Returns
    -------
    bool
    """
    other = words.other.last(clause)
    if other is None:
        return False
    around = clause[max(0, other[0] - 20) : other[1] + 24]
    return words.option.within(around) or words.answer.within(around)
