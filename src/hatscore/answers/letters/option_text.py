"""The text of an option in a response, beside its letter or in its place."""

import unicodedata
from collections import defaultdict
from collections.abc import Sequence

from hatscore.answers.letters.view import view
from hatscore.answers.letters.words import is_word_character

_ENDS = " \t\r\n.。।॥،,;:!\"'“”«»「」*_()[]{}$\\"
_PREFIX = 28
_UNSPACED = "\u0e00"


def normalised(text: str) -> str:
    """An option's text for comparison: NFKC, casefold, single spaces, no punctuation at the ends.

    Parameters
    ----------
    text : str
        Text of an option.

    Returns
    -------
    str

    Examples
    --------
    >>> normalised(" Blue  Whale. ")
    'blue whale'
    """
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split()).strip(_ENDS)


def duplicate_letters(options: Sequence[str]) -> dict[str, frozenset[str]]:
    """Letters whose options have the same text after normalisation.

    Translation can make two options identical; then both letters are right when one is.

    Parameters
    ----------
    options : sequence of str
        Texts of the options in order.

    Returns
    -------
    dict
        For each letter that shares its text, all letters with that text.

    Examples
    --------
    >>> sorted(duplicate_letters(["Rome", "rome.", "Oslo"])["A"])
    ['A', 'B']
    """
    same: defaultdict[str, set[str]] = defaultdict(set)
    for place, option in enumerate(options):
        same[normalised(option) or option].add(chr(65 + place))
    return {letter: frozenset(group) for group in same.values() if len(group) > 1 for letter in group}


def searchable(options: Sequence[str], *, fold: bool) -> tuple[str, ...]:
    """Option texts as they are looked for in the lower-case twin of a response.

    Parameters
    ----------
    options : sequence of str
        Texts of the options in order.
    fold : bool
        Whether accents are dropped.

    Returns
    -------
    tuple of str
    """
    return tuple(view(option, fold=fold).low.strip(_ENDS) for option in options)


def text_end(low: str, at: int, option: str) -> int:
    """Where an option's text that begins at a place ends.

    Parameters
    ----------
    low : str
        Lower-case text.
    at : int
        Where the option's text would begin.
    option : str
        One of `searchable`.

    Returns
    -------
    int
        One past the text, or past its first words when a long text is shortened; -1 when another
        text stands there.

    Examples
    --------
    >>> text_end("b. blue whale, as", 3, "blue whale")
    13
    """
    if not option:
        return -1
    if low.startswith(option, at):
        end = at + len(option)
        bounded = end < len(low) and option[-1].isalnum() and option[-1] < "\u0e00"
        return -1 if bounded and is_word_character(low[end]) else end
    head = option[:_PREFIX]
    if len(head) == _PREFIX and low.startswith(head, at):
        return at + _PREFIX
    return -1


def occurrences(low: str, option: str, *, most: int = 40) -> list[tuple[int, int]]:
    """Where an option's text stands as whole words.

    Parameters
    ----------
    low : str
        Lower-case text.
    option : str
        One of `searchable`.
    most : int
        Only so many of them, the last ones being dropped.

    Returns
    -------
    list of (int, int)

    Examples
    --------
    >>> occurrences("150 or 1500", "150")
    [(0, 3)]
    """
    found: list[tuple[int, int]] = []
    at = low.find(option) if option else -1
    while at >= 0 and len(found) < most:
        end = at + len(option)
        before = at > 0 and _one_word(low[at - 1], option[0])
        after = end < len(low) and _one_word(option[-1], low[end])
        decimal = (
            option[-1].isdigit() and low[end : end + 1] in (".", ",") and low[end + 1 : end + 2].isdigit()
        )
        if not (before or after or decimal):
            found.append((at, end))
        at = low.find(option, end)
    return found


def _one_word(left: str, right: str) -> bool:
    """Whether two neighbours belong to one word; in scripts without spaces that cannot be told."""
    return max(left, right) < _UNSPACED and is_word_character(left) and is_word_character(right)
