"""Values that a response marks as its answer: in a box, or after a label such as "the answer is"."""

import re

from hatscore.answers.numbers.asides import asides, turn_after
from hatscore.answers.numbers.page import SENTENCE_END, Page, bare
from hatscore.answers.numbers.statements import in_words
from hatscore.answers.numbers.weights import Proposal, number_weight

BOXED, LABEL = 9.0, 7.0
"""Weights of a value in a box and of one right after an answer label."""

NEXT, FIRST = 1.0, 0.6
"""Added for the first number after a label, when it is the next word and when it is not."""

IN_SENTENCE = -2.0
"""Added when other words stand between the label and the number."""

_SEGMENT = 240
_THIS_WITHIN, _HEAD_WITHIN = 16, 40
_COLON = re.compile(r"[:：\n]")
_SHORT_LABEL = 3
_MOST_PLACES = 8
_BLANK_LABEL = re.compile(r"[ \t*_:：>#)\]}]*\n\s{0,4}")
_HASHES = re.compile(r"####[ \t]*")


def boxed(page: Page) -> list[Proposal]:
    r"""Values in the last few ``\boxed{...}``, in order.

    Parameters
    ----------
    page : Page
        The stretch.

    Returns
    -------
    list of Proposal
    """
    found: list[Proposal] = []
    at = page.text.rfind("\\boxed", page.start, page.end)
    while at >= 0 and len(found) < _MOST_PLACES:
        start = page.text.find("{", at, at + 9) + 1
        end = _closing(page.text, start) if start else -1
        if end > 0:
            found.extend(_within(page, start, end, "boxed", BOXED))
        at = page.text.rfind("\\boxed", page.start, at)
    return found[::-1]


def _closing(text: str, start: int) -> int:
    depth = 1
    for at in range(start, min(len(text), start + 200)):
        if text[at] == "{":
            depth += 1
        elif text[at] == "}":
            depth -= 1
            if depth == 0:
                return at
    return -1


def labelled(page: Page, lowered: str) -> list[Proposal]:
    """Values after an answer label such as "Answer:" or "the answer is", in order of the labels.

    Parameters
    ----------
    page : Page
        The stretch.
    lowered : str
        The stretch in lower case, character for character.

    Returns
    -------
    list of Proposal
    """
    places: dict[int, str] = {}
    for label in page.lexicon.labels:
        at = lowered.rfind(label)
        seen = 0
        while at >= 0 and seen < _MOST_PLACES:
            if label[-1:] >= "\u0e00" or not _in_word(lowered, at, at + len(label)):
                places[page.start + at + len(label)] = label
            at = lowered.rfind(label, 0, at)
            seen += 1
    if page.text.find("####", page.start) >= 0:
        hashes = [m.end() for m in _HASHES.finditer(page.text, page.start, page.end)]
        places |= dict.fromkeys(hashes[-_MOST_PLACES:], "####")
    found: list[Proposal] = []
    for place in sorted(places):
        if not (page.between(0, place) and _looks_back(page, place - len(places[place]), place)):
            found.extend(_after_label(page, place, places[place]))
    return found


def _looks_back(page: Page, start: int, end: int) -> bool:
    """Whether an answer word speaks of an answer given before: "this answer", "check of the answer:"."""
    text, lexicon = page.text, page.lexicon
    if lexicon.this_before.end_of(text[max(page.start, start - _THIS_WITHIN) : start].lower()):
        return True
    if lexicon.this_after.match(text, end, end + _THIS_WITHIN):
        return True
    line = max(text.rfind("\n", page.start, start) + 1, page.start, start - _HEAD_WITHIN)
    for stop in SENTENCE_END.finditer(text, line, start):
        line = stop.end()
    colon = _COLON.search(text, end, min(page.end, end + _HEAD_WITHIN))
    head = text[line : colon.start() if colon else start].lower()
    return lexicon.checks.find(head) >= 0 or lexicon.reasons.match(head.lstrip(" *_#>([（-")) is not None


def _in_word(text: str, start: int, end: int) -> bool:
    return text[start - 1 : start].isalpha() or text[end : end + 1].isalpha()


def _after_label(page: Page, place: int, label: str) -> list[Proposal]:
    """The value in the sentence after a label; on the next line when the label has a line to itself."""
    text = page.text
    blank = _BLANK_LABEL.match(text, place)
    own_line = blank is not None
    if blank is not None and _opens_list(page, blank.end()):
        return []
    start = blank.end() if blank is not None else place
    line = text.find("\n", start)
    end = min(page.end, start + _SEGMENT, line if line >= 0 else page.end)
    inside = page.between(start, end)
    first_sentence = SENTENCE_END.search(text, page.numbers[inside[0]].end if inside else start, end)
    end = first_sentence.end() if first_sentence else end
    inside = page.between(start, end)
    head = text[start : page.numbers[inside[0]].start if inside else end]
    link = None if own_line else page.lexicon.link.search(head)
    if link is not None and not _links(head[: link.start()], label):
        link = None
    if not (label == "####" or own_line or link or (not bare(head) and _may_be_direct(page, place, label))):
        return []
    if not inside:
        return in_words(page, start + (link.end() if link else 0), end, "answer-label", LABEL)
    after = head[link.end() :] if link else head
    immediate = not any(ch.isalpha() for ch in after) and "." not in after.strip()
    rule = "answer-label" if immediate else "answer-sentence"
    return _within(page, start, end, rule, LABEL if immediate else LABEL + IN_SENTENCE, immediate=immediate)


def _may_be_direct(page: Page, place: int, label: str) -> bool:
    """Whether a number may follow the label without a colon or verb; a short word only opens a line."""
    if not page.lexicon.direct or label[0] < "\u0e00" or len(label) > _SHORT_LABEL:
        return page.lexicon.direct
    start = place - len(label)
    return not bare(page.text[page.text.rfind("\n", 0, start) + 1 : start])


def _opens_list(page: Page, start: int) -> bool:
    """Whether a list of several lines follows, so that the label only announces the working."""
    if page.text[start : start + 1] not in ("*", "-", "•", "1") or page.text.startswith("**", start):
        return False
    return page.text[start : page.end].strip().count("\n") >= 2


def _links(between: str, label: str) -> bool:
    """Whether a colon or verb belongs to the label: nothing between for a short word that may be a verb."""
    if label[0] >= "\u0e00" and len(label) <= _SHORT_LABEL:
        return not bare(between)
    return not any(mark in between for mark in ",，、;；")


def _within(
    page: Page, start: int, end: int, rule: str, weight: float, *, immediate: bool = True
) -> list[Proposal]:
    """The best value between two places, as a list of none or one."""
    inside = page.between(start, end)
    if not inside:
        return in_words(page, start, end, rule, weight)
    first = inside[0]
    # A sentence that repeats the one before repeats its numbers: then the last one said says nothing.
    repeats = page.numbers[first].value in [
        number.value for number in page.numbers[max(0, first - 3) : first - 1]
    ]
    usable = [i for i in inside if page.usable(i)]
    stated = [i for i in usable if page.role(i) != "operand"]
    beside = asides(page, stated, turn_after(page, stated))
    last = max((i for i in usable if i not in beside), default=inside[-1])
    said = -1 if repeats else first - 1
    scored = [(number_weight(page, i, last=i == last, said=said) + beside.get(i, 0.0), -i) for i in usable]
    if not scored:
        return []
    if -scored[0][1] == first:
        scored[0] = (scored[0][0] + (NEXT if immediate else FIRST), -first)
    bonus, best = max(scored)
    best = -best
    number = page.numbers[best]
    return [Proposal(number.value, number.start, number.end, rule, weight + 0.1 * bonus, best)]
