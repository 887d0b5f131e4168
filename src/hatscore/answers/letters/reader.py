"""Reading the chosen option letter of a response, equally well in every language."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from hatscore.answers.letters.choice import Question, decide, fall_back
from hatscore.answers.letters.context import settle
from hatscore.answers.letters.forms import alphabet, find_mentions
from hatscore.answers.letters.option_text import duplicate_letters, searchable
from hatscore.answers.letters.proposals import proposals
from hatscore.answers.letters.view import view
from hatscore.answers.letters.withdrawals import without_withdrawn
from hatscore.answers.letters.words import LetterWords, letter_words
from hatscore.answers.lexicons import base_language
from hatscore.answers.markers import answer_part
from hatscore.answers.reading import Reading, nothing, shifted

__all__ = ["duplicate_letters", "read_letter"]

_CLEAR = 60.0
_FIRM = 75.0
_SIMPLIFIED = frozenset("这们对选项为确错误该则")
_HAN = re.compile("[\u4e00-\u9fff]")
_SHARED_SCRIPTS = {"ja": "zh", "uk": "ru", "sr": "ru", "ur": "ar", "mr": "hi", "ne": "hi"}
_SCRIPTS = (
    ("ja", re.compile("[\u3041-\u30fa]")),
    ("zh", _HAN),
    ("ko", re.compile("[\uac00-\ud7a3]")),
    ("ru", re.compile("[\u0410-\u044f]")),
    ("ar", re.compile("[\u0620-\u064a]")),
    ("hi", re.compile("[\u0904-\u0939]")),
    ("bn", re.compile("[\u0985-\u09b9]")),
    ("te", re.compile("[\u0c05-\u0c39]")),
    ("th", re.compile("[\u0e01-\u0e2e]")),
    ("he", re.compile("[\u05d0-\u05ea]")),
)


def read_letter(
    response: str,
    language: str,
    options: Sequence[str] | int,
    *,
    finish_reason: str | None = None,
    thorough: bool = False,
) -> Reading:
    """Read which option a response chooses.

    Named rules propose letters with weights; the heaviest wins, and among near equals the last,
    because a response that corrects itself does so later.

    Parameters
    ----------
    response : str
        What the model wrote.
    language : str
        ISO 639 code of the language of the question; a response in English is read as well.
    options : sequence of str or int
        Texts of the options in order, or their number, 2 to 26. With the texts, the text of an
        option counts where its letter is missing.
    finish_reason : str, optional
        "length" when the response was cut by the token cap.
    thorough : bool
        Whether to list every candidate, also those that cannot win any more; the value, the outcome
        and the rule are the same.

    Returns
    -------
    Reading
        Its value is a Latin letter. Its confidence is the weight of the rule over 100.

    Raises
    ------
    ValueError
        With fewer than 2 or more than 26 options.

    Notes
    -----
    A letter followed by exactly the text of another option is "ambiguous" with the rule
    "letter-against-text". Several letters named together ("B and D") are "ambiguous". A response
    that rejects all options is "unparsed" with the rule "none-of-the-options", unless an option
    says just that.

    Examples
    --------
    >>> read_letter("Die Antwort ist Aluminium, also (C).", "de", 4).value
    'C'
    >>> read_letter("答えはBです", "ja", 4).value
    'B'
    >>> read_letter("Both A and D are right answers.", "en", 4).outcome
    'ambiguous'
    """
    texts = () if isinstance(options, int) else tuple(options)
    count = options if isinstance(options, int) else len(texts)
    if not 2 <= count <= 26:
        message = f"options: {count} options were given; give 2 to 26 texts, or their number"
        raise ValueError(message)
    part = answer_part(response)
    cut = part.truncated or finish_reason == "length"
    if not part.text.strip():
        return nothing("truncated" if cut else "unparsed", "no-answer-part" if cut else "empty")
    question = Question(language, count, texts, cut)
    reading = _read(part.text, question, thorough=thorough)
    if reading.outcome == "unparsed" and len(part.uncut) > len(part.text):
        reading = _if_read(_read(part.uncut, question, thorough=thorough), reading)
    if reading.rule == "no-letter" and (other := _in_another_language(part.text, language)) is not None:
        elsewhere = replace(question, language=other)
        reading = _if_read(_read(part.text, elsewhere, thorough=thorough), reading)
    return shifted(reading, part.start)


def _if_read(again: Reading, reading: Reading) -> Reading:
    return again if again.outcome == "read" else reading


def _read(text: str, question: Question, *, thorough: bool) -> Reading:
    words = _words(text, question.language)
    seen = view(text, fold=words.fold)
    find = _texts_to_find(question.texts, words.fold)
    letters = alphabet(words, question.count)
    mentions = settle(seen, find_mentions(seen, words, question.count), letters, find, words)
    proposed = proposals(seen, mentions, words, question.count, thorough=thorough)
    proposed = without_withdrawn(seen, proposed, words)
    rejected = {letter for p in proposed if p.weight == 0 for letter in p.letters}
    clear = [p for p in proposed if p.weight >= (_FIRM if p.letters <= rejected else _CLEAR)]
    if question.cut:
        # An item that begins a line may be the first of a discussion that was cut.
        clear = [p for p in clear if p.rule != "letter-line" or p.weight > _FIRM]
    if clear:
        return decide(seen, clear, proposed, question, find, words)
    lettered = len({mention.letter for mention in mentions}) > 1
    return fall_back(seen, proposed, question, find, words, lettered=lettered)


@lru_cache(maxsize=4096)
def _texts_to_find(texts: tuple[str, ...], fold: bool) -> tuple[str, ...]:
    return searchable(texts, fold=fold)


def _words(text: str, language: str) -> LetterWords:
    code = base_language(language)
    if code == "zh" or text.isascii():
        return letter_words(code)
    # Models switch to Chinese in the middle of any language; Japanese shares most characters.
    chinese = not _SIMPLIFIED.isdisjoint(text) if code == "ja" else _HAN.search(text) is not None
    return letter_words(code, ("en", "zh")) if chinese else letter_words(code)


def _in_another_language(text: str, language: str) -> str | None:
    """The language whose script the text is written in, when it is not the expected one."""
    if text.isascii():
        return None
    own = base_language(language)
    same = {own, _SHARED_SCRIPTS.get(own, own)}
    return next((code for code, script in _SCRIPTS if code not in same and script.search(text)), None)
