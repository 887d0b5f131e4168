"""Find words and phrases, whole words where a script puts spaces between words."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

_LONG, _SHORT = 5, 4
_UNSPACED = "\u0e00"
_DOTTED = {
    unicodedata.normalize("NFD", letter): letter
    for letter in map(chr, (*range(0x0958, 0x0960), 0x09DC, 0x09DD, 0x09DF))
}
_LETTER = "\\w\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0900-\u0963\u0966-\u0dff"
"""What touches a word from within: vowel signs are no word characters to a regular expression."""

_OPEN_ENDS = "-.,:"
_PUNCTUATION = " \t\n\u00a0.,;:!?*_$€£¥₹\\({[\"'"


@dataclass(frozen=True, slots=True)
class Phrases:
    """Words or phrases to find in lower-case text, short ones only as whole words.

    Attributes
    ----------
    words : tuple of str
        In lower case.
    """

    words: tuple[str, ...]

    def find(self, lowered: str) -> int:
        """Where the first of them that occurs starts.

        Parameters
        ----------
        lowered : str
            Text in lower case; short, as every phrase is looked for in turn.

        Returns
        -------
        int
            -1 when none occurs.

        Examples
        --------
        >>> Phrases(("wait",)).find("so 5. wait, no"), Phrases(("wait",)).find("the waiter")
        (6, -1)
        """
        for word in self.words:
            at = lowered.find(word)
            if at >= 0 and (len(word) > _LONG or whole_word(lowered, at, at + len(word))):
                return at
        return -1

    def end_of(self, lowered: str) -> bool:
        """Whether a text ends in one of them, apart from spaces and punctuation.

        Parameters
        ----------
        lowered : str
            Text in lower case.

        Returns
        -------
        bool

        Examples
        --------
        >>> Phrases(("than",)).end_of("more than $")
        True
        """
        core = lowered.rstrip(_PUNCTUATION)
        if not core.endswith(self.words):
            return False
        return any(
            core.endswith(word) and whole_word(core, len(core) - len(word), len(core)) for word in self.words
        )


def whole_word(text: str, start: int, end: int) -> bool:
    """Whether no letter touches a word, in scripts that put spaces between words.

    Parameters
    ----------
    text : str
        Any text.
    start, end : int
        The word in it.

    Returns
    -------
    bool

    Examples
    --------
    >>> whole_word("to answer", 3, 9), whole_word("answered", 0, 6), whole_word("所以答案是", 2, 4)
    (True, False, True)
    """
    if text[start] >= _UNSPACED:
        return True
    return not (_touches(text[start - 1 : start]) or _touches(text[end : end + 1]))


def _touches(character: str) -> bool:
    return character.isalpha() or (character > "\u02ff" and unicodedata.category(character)[0] == "M")


def spellings(word: str) -> tuple[str, ...]:
    """The ways to encode one word: letters with marks as one character or as several.

    Models write both, and Unicode normal forms do not agree on Indic letters with a dot below.

    Parameters
    ----------
    word : str
        A word in any encoding.

    Returns
    -------
    tuple of str
        Without repeats.

    Examples
    --------
    >>> [len(way) for way in spellings("réponse")]
    [7, 8]
    """
    composed, apart = unicodedata.normalize("NFC", word), unicodedata.normalize("NFD", word)
    dotted = composed
    for pair, letter in _DOTTED.items():
        dotted = dotted.replace(pair, letter)
    return tuple(dict.fromkeys((composed, apart, dotted)))


def _is_stem(word: str) -> bool:
    """Whether endings may follow: long words are stems, but not a phrase that ends in a short word."""
    return word[-1] in _OPEN_ENDS or (len(word) > _LONG and len(word.rsplit(maxsplit=1)[-1]) >= _SHORT)


def any_of(words: Iterable[str]) -> str:
    """A regular expression for any of some words, whole words where the script has spaces.

    Parameters
    ----------
    words : iterable of str
        Words or phrases.

    Returns
    -------
    str
        Never matches when there are no words.

    Examples
    --------
    >>> bool(re.search(any_of(["is"]), "this")), bool(re.search(any_of(["答案"]), "所以答案是"))
    (False, True)
    """
    ways = sorted({way for word in words for way in spellings(word)}, key=len, reverse=True)
    glued = [re.escape(word) for word in ways if word[0] >= _UNSPACED]
    apart = [word for word in ways if word[0] < _UNSPACED]
    open_end = [re.escape(word) for word in apart if _is_stem(word)]
    whole = [re.escape(word) for word in apart if not _is_stem(word)]
    # One look behind for all words, and one look ahead for all short ones: expressions are searched often.
    parts = [*open_end, *([f"(?:{'|'.join(whole)})(?![{_LETTER}])"] if whole else [])]
    bounded = [f"(?<![{_LETTER}])(?:{'|'.join(parts)})"] if parts else []
    return f"(?:{'|'.join([*bounded, *glued])})" if bounded or glued else "(?!)"
