"""Short text answers: reading them, and the share of the gold answer's words they hold."""

import re
import unicodedata
from fractions import Fraction

from hatscore.answers.letters.view import view
from hatscore.answers.letters.words import letter_words
from hatscore.answers.lexicons import base_language
from hatscore.answers.markers import answer_part
from hatscore.answers.reading import Candidate, Reading, nothing, shifted
from hatscore.answers.refusal import find_refusal

# Scripts written without spaces: one token per character, with the marks that belong to it.
_UNSPACED = (
    "\u3005\u3041-\u3096\u30a1-\u30fa\u30fc\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U00020000-\U0003ffff\u0e01-\u0e30\u0e32-\u0e33\u0e40-\u0e46"
)
_BY_CHARACTER = re.compile(rf"[{_UNSPACED}][\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]*|[^\W_{_UNSPACED}]+")
_BY_WORD = re.compile(r"[^\s]+")
_CHARACTER_LANGUAGES = frozenset({"zh", "ja", "th"})
_EDGES = " \t\r\n*_`\"'“”«»「」"
_LONGEST_LABEL = 48


def tokens(text: str, language: str) -> list[str]:
    """The words of a text for comparison: NFKC, casefold, without punctuation.

    Parameters
    ----------
    text : str
        Any text.
    language : str
        ISO 639 code. Chinese, Japanese and Thai, written without spaces, give one token per
        character, but runs of Latin letters or digits stay whole.

    Returns
    -------
    list of str

    Examples
    --------
    >>> tokens("The “Blue Whale”!", "en")
    ['the', 'blue', 'whale']
    >>> tokens("東京タワー 333m", "ja")
    ['東', '京', 'タ', 'ワ', 'ー', '333m']
    """
    plain = unicodedata.normalize("NFKC", text).casefold()
    if base_language(language) in _CHARACTER_LANGUAGES:
        return _BY_CHARACTER.findall(plain)
    words = ("".join(c for c in word if _counts(c)) for word in _BY_WORD.findall(plain))
    return [word for word in words if word]


def _counts(character: str) -> bool:
    return unicodedata.category(character)[0] in "LNM"


def string_score(answer: str, gold: str, language: str) -> Fraction:
    """The share of the gold answer's words that the answer holds.

    The offline fallback for ECLeKTic, whose own grading needs a judge model. Order and extra words
    do not count, so a long answer that lists many names scores too high.

    Parameters
    ----------
    answer : str
        The model's answer.
    gold : str
        The right answer.
    language : str
        ISO 639 code; see `tokens`.

    Returns
    -------
    Fraction
        From 0 to 1. A gold answer without any word scores 1 when the answer has none either.

    References
    ----------
    Goldman, O., et al. (2025). ECLeKTic: a novel challenge set for evaluation of cross-lingual
    knowledge transfer.

    Examples
    --------
    >>> string_score("It was the Blue Whale.", "blue whale", "en")
    Fraction(1, 1)
    >>> string_score("京都です", "東京都", "ja")
    Fraction(2, 3)
    """
    wanted = tokens(gold, language)
    held = set(tokens(answer, language))
    if not wanted:
        return Fraction(int(not held))
    return Fraction(sum(word in held for word in wanted), len(wanted))


def read_text(response: str, language: str, *, finish_reason: str | None = None) -> Reading:
    """Read a short text answer: what follows the last "Answer:", else all that was said.

    Parameters
    ----------
    response : str
        What the model wrote.
    language : str
        ISO 639 code.
    finish_reason : str, optional
        "length" when the response was cut by the token cap.

    Returns
    -------
    Reading
        Its value is a text. A response that declines to answer is "refused"; one that ends within
        its thinking is "truncated".

    Examples
    --------
    >>> read_text("Antwort: **Marie Curie**", "de").value
    'Marie Curie'
    >>> read_text("I don't know.", "en").outcome
    'refused'
    """
    part = answer_part(response)
    cut = part.truncated or finish_reason == "length"
    whole = part.text.strip(_EDGES)
    if not whole:
        return nothing("truncated" if cut else "unparsed", "no-answer-part" if cut else "empty")
    start, end, rule = _labelled(part.text, language)
    value = part.text[start:end].strip(_EDGES)
    if rule == "whole-text" and find_refusal(part.text[:400], language) is not None:
        return nothing("refused", "refusal")
    if rule == "whole-text" and cut:
        return nothing("truncated", "token-cap")
    start = part.text.index(value, start)
    span = start, start + len(value)
    confidence = 0.9 if rule == "answer-label" else 0.6
    reading = Reading(value, "read", rule, span, confidence, (Candidate(value, span, rule, confidence),))
    return shifted(reading, part.start)


def _labelled(text: str, language: str) -> tuple[int, int, str]:
    """Where the text after the last label such as "Answer:" stands, on its line or the next."""
    words = letter_words(language)
    found = (0, len(text), "whole-text")
    at = 0
    for line in text.splitlines(keepends=True):
        colon = max(line.find(":", 0, _LONGEST_LABEL), line.find("：", 0, _LONGEST_LABEL))
        label = view(line[:colon], fold=words.fold).low.strip(_EDGES + "#") if colon > 0 else ""
        if label and (cue := words.answer.last(label)) is not None and len(label) - cue[1] <= 6:
            begin, stop = at + colon + 1, at + len(line)
            if not text[begin:stop].strip(_EDGES):
                following = text[stop:].lstrip()
                begin = len(text) - len(following)
                stop = begin + len(following.split("\n", 1)[0])
            if text[begin:stop].strip(_EDGES):
                found = (begin, stop, "answer-label")
        at += len(line)
    return found
