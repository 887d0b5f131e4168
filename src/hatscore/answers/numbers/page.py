"""A stretch of a response with its numbers found, linked and settled: what the rules look at."""

import re
from bisect import bisect_left
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from hatscore.answers.lexicons import Lexicon
from hatscore.answers.numbers.digits import LONGEST_NUMBER, Numeral
from hatscore.answers.numbers.equations import EQUALS, OPERATOR, is_list_number, links, results
from hatscore.answers.numbers.grouping import settle
from hatscore.answers.numbers.locales import Separators
from hatscore.answers.numbers.numerals import CURRENCY, numerals
from hatscore.answers.numbers.spoken_fractions import joined
from hatscore.answers.numbers.words import NumberWords

_ABBREVIATED = (
    r"[\u0e00-\u0e7f]",
    r"\.[^\W\d_]",
    r"\.[\u0900-\u0d7f]{2}",
    "kb",
    "ca",
    "रु",
    "रू",
    "Rs",
    "Mr",
    "Mrs",
)
SENTENCE_END = re.compile(
    r"[.!?。！？।۔؟\n](?:(?<=[。！？।۔؟\n])|(?=[*\"”»)]|\s(?!\()|\s?\Z)"
    + "".join(rf"(?<!{word}\.)" for word in _ABBREVIATED)
    + ")"
)
"""Where a sentence may end; a point between digits, in an abbreviation or before a bracket is none."""

_ORDINAL_REACH = 60
_ALGEBRA = re.compile(
    r"(?<![^\W\d_])(?<![\\{])(?:(?:\d+\s?[a-zA-Z]|\d+[سصع]|[a-zA-Z])(?:\s[+−-]\s|[+−])|\d*[a-df-hj-np-tv-z]-)"
    r"(?:\d+\s?[a-zA-Z]?|[a-zA-Z])(?![A-Za-z\d]|[.,]\d)"
    r"|(?<![^\W\d_])(?<![\d.,])\d+(?:\s?[+−]\s?|\s-\s?|-(?=[\dnxyz]))\d*\s?[a-zA-Z](?![^\W_])"
)
_OVER_UNKNOWN = re.compile(
    r"(?<![^\W_])[a-zA-Z][^()\n]{0,12}\)\s?[/·*×÷]\s?\Z"
    r"|\\[dtc]?frac\{\d{0,3}[a-zA-Z]\}\{[^{}]{1,9}\}\s?[+−-]\s?\Z"
)
_UNKNOWNS = "abnquvwxyz"


@dataclass(frozen=True, slots=True)
class Page:
    """A stretch of text and the numbers in it.

    Attributes
    ----------
    text : str
        The whole answer part.
    start, end : int
        The stretch that was read.
    numbers : list of Numeral
        All numbers of the stretch, in order.
    links : list of str
        What stands before each number and after the last.
    results : list of Fraction or int
        What equations come to, in order.
    lexicon : Lexicon
        Words of the language.
    words : tuple of NumberWords
        Number words of the language and of English.
    starts : list of int
        Where each number starts.
    bold : bool
        Whether anything stands in bold.
    """

    text: str
    start: int
    end: int
    numbers: list[Numeral]
    links: list[str]
    results: list[Fraction | int]
    lexicon: Lexicon
    words: tuple[NumberWords, ...]
    starts: list[int]
    bold: bool

    def between(self, start: int, end: int) -> range:
        """Indices of the numbers between two places.

        Parameters
        ----------
        start, end : int
            Places in the text.

        Returns
        -------
        range
        """
        return range(bisect_left(self.starts, start), bisect_left(self.starts, end))

    def role(self, i: int) -> str:
        """What part the i-th number plays.

        Parameters
        ----------
        i : int
            Index of a number.

        Returns
        -------
        str
            "operand", "result", "tail" (the last of a sum without a result) or "plain".
        """
        if self.numbers[i].operand or self.links[i + 1] in (OPERATOR, EQUALS):
            return "operand"
        return {EQUALS: "result", OPERATOR: "tail"}.get(self.links[i], "plain")

    def usable(self, i: int) -> bool:
        """Whether the i-th number may be an answer at all.

        Parameters
        ----------
        i : int
            Index of a number.

        Returns
        -------
        bool
        """
        number = self.numbers[i]
        if number.value is None or number.operand or is_list_number(self.text, number):
            return False
        return not (self.lexicon.ordinals and self._ordinal(i) and self._counted_after(i))

    def _ordinal(self, i: int) -> bool:
        """Whether the i-th number says which one, not how many."""
        number = self.numbers[i]
        before = self.text[max(0, number.start - 8) : number.start]
        return bool(
            self.lexicon.ordinal_before.search(before)
            or self.lexicon.ordinal_after.match(self.text, number.end)
        )

    def _counted_after(self, i: int) -> bool:
        """Whether a number that counts follows the i-th in its line; else the ordinal may be the answer."""
        at = self.numbers[i].end
        line = self.text.find("\n", at)
        rest = self.between(at, min(self.end, at + _ORDINAL_REACH, line if line >= 0 else self.end))
        return any(not self._ordinal(j) for j in rest)

    def algebra(self, i: int) -> bool:
        """Whether the i-th number belongs to a term with an unknown, such as 3n + 5.

        Parameters
        ----------
        i : int
            Index of a number.

        Returns
        -------
        bool
        """
        number = self.numbers[i]
        low, high = max(self.start, number.start - 24), min(self.end, number.end + 24)
        if self._coefficient(number) or _OVER_UNKNOWN.search(self.text, low, number.start):
            return True
        around = self.text[low:high]
        if "+" not in around and "-" not in around and "−" not in around:
            return False
        end = number.start + len(number.raw)
        return any(
            found.start() <= number.start and end <= found.end()
            for found in _ALGEBRA.finditer(self.text, low, high)
        )

    def _coefficient(self, number: Numeral) -> bool:
        """Whether a letter that stands for an unknown, and not for a unit, is written on a number."""
        after = self.text[number.end : number.end + 4]
        letter = after[:1]
        if not ("a" <= letter.lower() <= "z") or after[1:2].isalnum():
            return False
        if letter in _UNKNOWNS:
            return not after[1:].lstrip()[:1].isdigit()
        alone = rf"(?<![^\W_'’\\])(?<!\d\s){letter}(?![^\W_'’])"
        return letter not in "eoi" and re.search(alone, self.text[self.start : self.end]) is not None


def read_page(
    text: str, start: int, end: int, marks: Separators, lexicon: Lexicon, words: tuple[NumberWords, ...]
) -> Page:
    """Find, scale, link and settle all numbers of a stretch.

    Parameters
    ----------
    text : str
        The answer part.
    start, end : int
        The stretch to read.
    marks : Separators
        Of the language.
    lexicon : Lexicon
        Of the language.
    words : tuple of NumberWords
        Of the language and of English.

    Returns
    -------
    Page
    """
    numbers = numerals(text, start, end, marks)
    if words:
        numbers = joined(text, _scaled(text, numbers, words), words)
    linked = links(text, numbers)
    settle(text, numbers, linked, marks)
    return Page(
        text,
        start,
        end,
        numbers,
        linked,
        results(text, numbers, linked),
        lexicon,
        words,
        [n.start for n in numbers],
        "**" in text or "__" in text,
    )


def _scaled(text: str, numbers: list[Numeral], words: tuple[NumberWords, ...]) -> list[Numeral]:
    """Multiply numbers by a scale after them: 3 million, 57 тыс., 5万7500."""
    letters = _scale_letters(words)
    if all(letters.isdisjoint(text[numeral.end : numeral.end + 2]) for numeral in numbers):
        return numbers
    out: list[Numeral] = []
    for numeral in numbers:
        scale = _scale_after(text, numeral, words)
        previous = out[-1] if out else None
        if scale is not None and numeral.value is not None:
            numeral.value, numeral.end = numeral.value * scale[0], scale[1]
            numeral.doubtful = ""
        if previous is not None and _continues(text, previous, numeral):
            previous.value = (previous.value or 0) + (numeral.value or 0)
            previous.end = numeral.end
            continue
        out.append(numeral)
    return out


@lru_cache(maxsize=256)
def _scale_letters(words: tuple[NumberWords, ...]) -> frozenset[str]:
    return frozenset().union(*(table.scale_letters for table in words))


def _scale_after(text: str, numeral: Numeral, words: tuple[NumberWords, ...]) -> tuple[int, int] | None:
    for table in words:
        if table.scale_letters.isdisjoint(text[numeral.end : numeral.end + 2]):
            continue
        found = table.scale_after.match(text, numeral.end)
        if found is not None:
            return int(table.parts[found[1].lower()].value), found.end()
    return None


def _continues(text: str, before: Numeral, numeral: Numeral) -> bool:
    """Whether a number goes on after its scale, as in 5万7500."""
    scaled = before.end > before.start + len(before.raw)
    if not scaled or before.value is None or not isinstance(numeral.value, int):
        return False
    if not 0 < numeral.value < before.value or text[before.end : numeral.start] not in ("", " "):
        return False
    return bool(before.value % int(10 ** len(str(numeral.value))) == 0)


def bare(text: str) -> str:
    """A text without markup and currency, to see whether anything stands there.

    Parameters
    ----------
    text : str
        Any text.

    Returns
    -------
    str

    Examples
    --------
    >>> bare(" **$ ")
    ''
    """
    return text.strip(f" \t\n\u00a0*_`\\()[]{{}}:：=\"'“”„«»{CURRENCY}~≈—–")


def is_noise(page: Page) -> bool:
    """Whether the stretch ends in endless digits, as a model in a loop writes them.

    Parameters
    ----------
    page : Page
        The stretch.

    Returns
    -------
    bool
    """
    return any(len(n.raw) > LONGEST_NUMBER for n in page.numbers[-6:])
