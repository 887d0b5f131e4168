"""Read the final number of a response, in any of 30 languages, without knowing what is right."""

from fractions import Fraction
from functools import lru_cache

from hatscore.answers import reading
from hatscore.answers.lexicons import lexicon, reading_languages
from hatscore.answers.markers import answer_part
from hatscore.answers.numbers.choice import choose
from hatscore.answers.numbers.doubts import concluded_before_cut, is_marked, refuses
from hatscore.answers.numbers.labels import boxed, labelled
from hatscore.answers.numbers.leads import lead
from hatscore.answers.numbers.locales import separators
from hatscore.answers.numbers.loops import without_loop
from hatscore.answers.numbers.page import Page, read_page
from hatscore.answers.numbers.statements import last_words, statements
from hatscore.answers.numbers.weights import Proposal
from hatscore.answers.numbers.words import NumberWords, number_words
from hatscore.answers.reading import Candidate, Outcome, Reading

TAIL = 700
"""Characters at the end that are read first; the whole text only when they hold no answer."""

CUT_OFF = frozenset({"length", "max_tokens", "max_output_tokens", "model_length"})
"""Finish reasons of providers that mean the token cap was reached."""

_FULL_CONFIDENCE = 4.0
_CANDIDATES = 8
_UNSURE, _NO_CONFIDENCE = 0.25, 0.1
_REREAD = 6000


def read_number(response: str, language: str, *, finish_reason: str | None = None) -> Reading:
    r"""Read the final number of a response.

    The reader sees the text and the language, never the right answer. It works in every language
    with the same rules; words come from data files, separators from CLDR, digits from Unicode.

    Parameters
    ----------
    response : str
        What the model wrote, with thinking and chat markers if there are any.
    language : str
        Language tag the question was asked in, such as ``sw`` or ``zh-CN``.
    finish_reason : str, optional
        Why the model stopped, in the words of its provider; one of `CUT_OFF` turns a weak reading
        into "truncated".

    Returns
    -------
    Reading
        The value is an exact fraction when the outcome is "read".

    Notes
    -----
    Rules in order of strength: a boxed value, a value after an answer label, the number in the
    last sentences that stands in bold, is what the last equation comes to, or stands in a sentence
    that concludes. A later statement beats an earlier label when the response corrects itself.

    Examples
    --------
    >>> read_number("4 * 850 = 3.400 €.\n\nSie zahlt also 3.400 € für 4 Räder.", "de").value
    Fraction(3400, 1)
    >>> read_number("সুতরাং, উত্তর ৪২টি।", "bn").value
    Fraction(42, 1)
    >>> read_number("Between 5 and 7 apples.", "en").outcome
    'ambiguous'
    >>> read_number("I like trains.", "en").outcome
    'unparsed'
    """
    part = answer_part(response)
    cut_off = (finish_reason or "").lower() in CUT_OFF
    if part.truncated:
        return reading.nothing("truncated", "open-thinking")
    found = _read(part.text, language, cut_off=cut_off)
    if len(part.uncut) > len(part.text) and (found.outcome != "read" or found.confidence < _NO_CONFIDENCE):
        # What looked like a made-up next question may be a heading of the answer itself.
        whole = _read(part.uncut, language, cut_off=cut_off)
        found = whole if whole.confidence > found.confidence else found
    return reading.shifted(found, part.start)


def _read(text: str, language: str, *, cut_off: bool) -> Reading:
    if not text.strip():
        return reading.nothing("truncated" if cut_off else "unparsed", "empty")
    text, loop = without_loop(text)
    start = max(0, len(text) - TAIL)
    if start:
        start = max(0, text.rfind("\n", start, start + 400) + 1) or start
    languages = reading_languages(language, text[-300:])
    found = _decide(_page(text, start, language, languages), loop=loop, cut_off=cut_off)
    if start and (found.rule == "no-number" or (found.confidence < _UNSURE and len(text) <= _REREAD)):
        found = _decide(_page(text, 0, language, languages), loop=loop, cut_off=cut_off)
    return found


def _page(text: str, start: int, language: str, languages: tuple[str, ...]) -> Page:
    return read_page(text, start, len(text), separators(language), lexicon(languages), _words(languages))


@lru_cache(maxsize=512)
def _words(languages: tuple[str, ...]) -> tuple[NumberWords, ...]:
    return tuple(table for code in languages if (table := number_words(code)) is not None)


def _lowered(text: str) -> str:
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(low if len(low := ch.lower()) == 1 else ch for ch in text)


def _decide(page: Page, *, loop: int, cut_off: bool) -> Reading:
    lowered = _lowered(page.text[page.start : page.end])
    labels = labelled(page, lowered) + (boxed(page) if "\\boxed" in page.text else [])
    labels.sort(key=lambda p: p.start)
    if not labels:
        labels = lead(page)
    ends = statements(page) + last_words(page)
    ends.sort(key=lambda p: -p.weight)
    everything = sorted(labels + ends, key=lambda p: -p.weight)
    nothing: Outcome = "truncated" if cut_off else "unparsed"
    if not everything:
        refused = loop < 0 and refuses(page)
        return reading.nothing("refused" if refused else nothing, "refusal" if refused else "no-number")
    best, reason = choose(page, labels, ends or labels, loop=loop)
    candidates = tuple(_candidate(p) for p in everything[:_CANDIDATES] if p.value is not None)
    if not is_marked(best) and refuses(page, best):
        return reading.nothing("refused", "refusal", candidates)
    if reason:
        return reading.nothing(nothing, reason, candidates)
    if best.range:
        return reading.nothing("ambiguous", "range", candidates)
    if cut_off and not is_marked(best) and not concluded_before_cut(page, best):
        return reading.nothing("truncated", "cut-off", candidates)
    value = Fraction(best.value or 0)
    return Reading(
        value, "read", best.rule, (best.start, best.end), _confidence(best, everything), candidates
    )


def _candidate(proposal: Proposal) -> Candidate:
    return Candidate(
        _fraction(proposal.value or 0), (proposal.start, proposal.end), proposal.rule, proposal.weight
    )


@lru_cache(maxsize=4096)
def _fraction(value: Fraction | int) -> Fraction:
    """Fractions are slow to make, and the same few values are proposed again and again."""
    return Fraction(value)


def _confidence(best: Proposal, everything: list[Proposal]) -> float:
    rival = max((p.weight for p in everything if p.value != best.value), default=0.0)
    return round(max(0.05, min(1.0, (best.weight - rival) / _FULL_CONFIDENCE)), 3)
