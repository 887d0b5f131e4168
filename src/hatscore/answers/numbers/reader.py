"""Read the final number of a response, in any of 30 languages, without knowing what is right."""

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import islice

from hatscore.answers import reading
from hatscore.answers.lexicons import base_language, language_data, lexicon, reading_languages
from hatscore.answers.markers import answer_part
from hatscore.answers.numbers.equations import is_list_number
from hatscore.answers.numbers.labels import boxed, labelled
from hatscore.answers.numbers.locales import SPACES, Separators, separators
from hatscore.answers.numbers.loops import without_loop
from hatscore.answers.numbers.page import SENTENCE_END, Page, is_noise, read_page
from hatscore.answers.numbers.statements import last_words, sentences, statements
from hatscore.answers.numbers.weights import Proposal, confirmed
from hatscore.answers.numbers.words import NumberWords, number_words
from hatscore.answers.reading import Candidate, Reading

TAIL = 700
"""Characters at the end that are read first; the whole text only when they hold no answer."""

CUT_OFF = frozenset({"length", "max_tokens", "max_output_tokens", "model_length"})
"""Finish reasons of providers that mean the token cap was reached."""

_UNDETERMINED_WITHIN = 300
_FULL_CONFIDENCE = 4.0
_CANDIDATES = 8
_UNSURE = 0.25
_MANY = 3
_NEAR_ENDS = 4
_CLEAR = 4.0
_ABANDONED_AFTER = 200
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
    if len(part.uncut) > len(part.text) and (found.outcome != "read" or found.confidence < 0.2):
        # What looked like a made-up next question may be a heading of the answer itself.
        whole = _read(part.uncut, language, cut_off=cut_off)
        found = whole if whole.confidence > found.confidence else found
    return reading.shifted(found, part.start)


def _read(text: str, language: str, *, cut_off: bool) -> Reading:
    if not text.strip():
        return reading.nothing("truncated" if cut_off else "unparsed", "empty")
    text, looped = without_loop(text)
    start = max(0, len(text) - TAIL)
    if start:
        start = max(0, text.rfind("\n", start, start + 400) + 1) or start
    languages = reading_languages(language, text[-300:])
    found = _decide(_page(text, start, language, languages), looped=looped, cut_off=cut_off)
    if start and (found.rule == "no-number" or (found.confidence < _UNSURE and len(text) <= _REREAD)):
        found = _decide(_page(text, 0, language, languages), looped=looped, cut_off=cut_off)
    return found


def _page(text: str, start: int, language: str, languages: tuple[str, ...]) -> Page:
    return read_page(text, start, len(text), _marks(language), lexicon(languages), _words(languages))


@lru_cache(maxsize=256)
def _marks(language: str) -> Separators:
    """CLDR's separators; languages whose norms group digits by spaces beside that allow them, too."""
    marks = separators(language)
    if language_data(base_language(language)).get("numbers", {}).get("space_groups", False):
        return replace(marks, group=marks.group | set(SPACES))
    return marks


@lru_cache(maxsize=512)
def _words(languages: tuple[str, ...]) -> tuple[NumberWords, ...]:
    return tuple(table for code in languages if (table := number_words(code)) is not None)


def _lowered(text: str) -> str:
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(low if len(low := ch.lower()) == 1 else ch for ch in text)


def _decide(page: Page, *, looped: bool, cut_off: bool) -> Reading:
    lowered = _lowered(page.text[page.start : page.end])
    labels = labelled(page, lowered) + (boxed(page) if "\\boxed" in page.text else [])
    labels.sort(key=lambda p: p.start)
    ends = statements(page) + last_words(page)
    ends.sort(key=lambda p: -p.weight)
    everything = sorted(labels + ends, key=lambda p: -p.weight)
    if not everything:
        return reading.nothing("truncated" if cut_off else "unparsed", "no-number")
    best, reason = _choice(page, labels, ends, looped=looped)
    candidates = tuple(_candidate(p) for p in everything[:_CANDIDATES] if p.value is not None)
    if reason:
        return reading.nothing("truncated" if cut_off else "unparsed", reason, candidates)
    if best.range:
        return reading.nothing("ambiguous", "range", candidates)
    if cut_off and not _is_marked(best) and best.rule not in ("conclusion", "bold"):
        return reading.nothing("truncated", "cut-off", candidates)
    value = Fraction(best.value or 0)
    return Reading(
        value, "read", best.rule, (best.start, best.end), _confidence(best, everything), candidates
    )


def _choice(
    page: Page, labels: list[Proposal], ends: list[Proposal], *, looped: bool
) -> tuple[Proposal, str]:
    """The best proposal and why it is no answer; what follows a withdrawn value stands in for it."""
    best = confirmed(page, _best(page, labels, ends))
    reason = _no_answer(page, best, looped=looped)
    later = [p for p in ends if p.start > best.end and p.value != best.value]
    if reason == "withdrawn" and later:
        best = confirmed(page, later[0])
        reason = _no_answer(page, best, looped=looped)
    return best, reason


def _is_marked(proposal: Proposal) -> bool:
    """Whether the response itself marks the value as its answer."""
    return proposal.rule.startswith(("boxed", "answer-label"))


def _candidate(proposal: Proposal) -> Candidate:
    return Candidate(
        Fraction(proposal.value or 0), (proposal.start, proposal.end), proposal.rule, proposal.weight
    )


def _best(page: Page, labels: list[Proposal], ends: list[Proposal]) -> Proposal:
    """The last label, unless a later statement corrects it or it only opens the working."""
    if not labels:
        return _signed(page, ends[0])
    label = labels[-1]
    sentence = SENTENCE_END.search(page.text, label.end, page.end)
    later = [p for p in ends if sentence is not None and p.start >= sentence.end()]
    if later and later[0].value != label.value and _overrules(page, later[0], label):
        return later[0]
    return label


def _overrules(page: Page, end: Proposal, label: Proposal) -> bool:
    """Whether a later statement counts more than a label before it."""
    between = page.text[label.end : end.start].lower()
    corrected = page.lexicon.corrections.find(between) >= 0
    if page.lexicon.checks.find(between) >= 0 and not corrected:
        return False
    supported = end.rule in ("conclusion", "bold", "equation") or end.value in page.results
    concluded = supported and end.weight >= _CLEAR
    if label.rule == "answer-sentence":
        return concluded or not _near_end(page, label)
    after = page.between(label.end, page.end)
    repeated = any(page.numbers[i].value == label.value and page.role(i) != "operand" for i in after)
    return concluded and (corrected or not repeated)


def _near_end(page: Page, proposal: Proposal) -> bool:
    """Whether at most a few sentences or lines follow."""
    ends = SENTENCE_END.finditer(page.text, proposal.end, page.end)
    return next(islice(ends, _NEAR_ENDS, None), None) is None


def _signed(page: Page, best: Proposal) -> Proposal:
    """Keep the minus of a value that the next sentence restates without it ("a deficit of 40")."""
    value = best.value
    if value is None or value <= 0:
        return best
    for i in range(len(page.numbers) - 1, -1, -1):
        number = page.numbers[i]
        if number.start >= best.start:
            continue
        if number.value == -value and page.role(i) == "plain":
            return best._replace(value=-value)
        if number.value != value or best.start - number.start > 200:
            return best
    return best


def _no_answer(page: Page, best: Proposal, *, looped: bool) -> str:
    """Why the best candidate is no answer; empty when it is one."""
    if best.value is None:
        return "algebra"
    if page.lexicon.rejections.find(page.text[best.end : best.end + 90].lower()) >= 0:
        return "withdrawn"
    return "" if _is_marked(best) else _doubt(page, best, looped=looped)


def _doubt(page: Page, best: Proposal, *, looped: bool) -> str:
    """Why a statement that is not marked as the answer is none; empty when it is one."""
    if looped and best.rule not in ("conclusion", "bold"):
        return "loop"
    if _undecided(page, best):
        return "undecided"
    if _abandoned(page, best):
        return "abandoned"
    if is_noise(page):
        return "endless-digits"
    low = max(page.start, len(page.text) - _UNDETERMINED_WITHIN, best.end)
    open_end = page.lexicon.undetermined.find(page.text[low : page.end].lower()) >= 0
    return "undetermined" if open_end else ""


def _abandoned(page: Page, best: Proposal) -> bool:
    """Whether a long text without any number follows a step of the working, and never states it."""
    if best.rule in ("conclusion", "bold") or len(page.text) - best.end < _ABANDONED_AFTER:
        return False
    ends = [m.end() for m in SENTENCE_END.finditer(page.text, best.end, page.end)]
    if len(ends) < 3 or any(n.start > best.end for n in page.numbers if not is_list_number(page.text, n)):
        return False
    return page.lexicon.checks.find(page.text[ends[0] : ends[0] + 60].lower()) < 0


def _undecided(page: Page, best: Proposal) -> bool:
    """Whether the last sentence only lists several known numbers again and nothing was worked out."""
    if page.results or best.rule != "last-sentence" or best.number < 0:
        return False
    for _, inside in sentences(page):
        if best.number in inside:
            before = {n.value for n in page.numbers[: inside[0]]}
            values = {page.numbers[i].value for i in inside if page.usable(i)}
            return len(values) >= _MANY and values <= before
    return False


def _confidence(best: Proposal, everything: list[Proposal]) -> float:
    rival = max((p.weight for p in everything if p.value != best.value), default=0.0)
    return round(max(0.05, min(1.0, (best.weight - rival) / _FULL_CONFIDENCE)), 3)
