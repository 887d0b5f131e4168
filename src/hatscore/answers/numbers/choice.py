"""Which proposal is the answer: the last label, the answer at the start, or what the last sentences say."""

from itertools import islice

from hatscore.answers.numbers.doubts import is_marked, no_answer
from hatscore.answers.numbers.leads import explained
from hatscore.answers.numbers.page import SENTENCE_END, Page
from hatscore.answers.numbers.statements import SENTENCES
from hatscore.answers.numbers.weights import Proposal, confirmed

_CLEAR = 4.0
_NEAR_ENDS = 4
_SIGN_WITHIN, _BRACKET_WITHIN = 200, 8


def choose(page: Page, labels: list[Proposal], ends: list[Proposal], *, loop: int) -> tuple[Proposal, str]:
    """The best proposal and why it is no answer; what follows a withdrawn value stands in for it.

    Parameters
    ----------
    page : Page
        The stretch.
    labels : list of Proposal
        Marked values and an answer at the start, in order of place; none, or `ends` has some.
    ends : list of Proposal
        What the last sentences say, the strongest first.
    loop : int
        Where the response starts to loop; -1 when it does not.

    Returns
    -------
    tuple of Proposal and str
        The reason is empty when it is an answer.
    """
    best = confirmed(page, _best(page, labels, ends))
    reason = no_answer(page, best, loop=loop)
    later = [p for p in ends if p.start > best.end and p.value != best.value]
    if reason == "withdrawn" and later:
        best = confirmed(page, later[0])
        reason = no_answer(page, best, loop=loop)
    return best, reason


def _best(page: Page, labels: list[Proposal], ends: list[Proposal]) -> Proposal:
    """The last label, unless a later statement corrects it or it only opens the working."""
    if not labels:
        return _signed(page, ends[0])
    label = labels[-1]
    if len(labels) > 1 and _cut_short(page, label, labels[-2]):
        label = labels[-2]
    sentence = SENTENCE_END.search(page.text, label.end, page.end)
    later = [p for p in ends if sentence is not None and p.start >= sentence.end()]
    if not later:
        # Thai ends no sentence with a mark, so a correction may follow in the same one.
        later = [p for p in ends if p.start > label.end and _corrects(page, label, p)]
    if later and later[0].value != label.value and _overrules(page, later[0], label):
        return _signed(page, later[0])
    return label


def _cut_short(page: Page, last: Proposal, before: Proposal) -> bool:
    """Whether the text breaks off within a number that was said before: "Answer: 700. Answer: 7"."""
    if last.end < len(page.text.rstrip()):
        return False
    whole, piece = page.text[before.start : before.end], page.text[last.start : last.end]
    return len(piece) < len(whole) and whole.startswith(piece)


def _overrules(page: Page, end: Proposal, label: Proposal) -> bool:
    """Whether a later statement counts more than a label before it."""
    between = page.text[label.end : end.start].lower()
    if _corrects(page, label, end) and end.weight >= SENTENCES[0]:
        return True
    if page.lexicon.checks.find(between) >= 0:
        return False
    supported = end.rule in ("conclusion", "bold", "equation") or end.value in page.results
    concluded = supported and end.weight >= _CLEAR
    if not is_marked(label) or label.rule == "answer-sentence":
        weak = label.rule == "answer-sentence" and not _near_end(page, label)
        outright = concluded and (end.rule in ("conclusion", "bold") or not _explained(page, label))
        return outright or weak
    after = page.between(label.end, page.end)
    repeated = any(page.numbers[i].value == label.value and page.role(i) != "operand" for i in after)
    return concluded and not repeated and not _explained(page, label)


def _corrects(page: Page, label: Proposal, end: Proposal) -> bool:
    return page.lexicon.corrections.find(page.text[label.end : end.start].lower()) >= 0


def _explained(page: Page, label: Proposal) -> bool:
    return label.number >= 0 and explained(page, label.number, label.end)


def _near_end(page: Page, proposal: Proposal) -> bool:
    """Whether at most a few sentences or lines follow."""
    ends = SENTENCE_END.finditer(page.text, proposal.end, page.end)
    return next(islice(ends, _NEAR_ENDS, None), None) is None


def _signed(page: Page, best: Proposal) -> Proposal:
    """Keep the minus of a value that is said again without it ("a deficit of 40")."""
    value = best.value
    if value is None or value <= 0:
        return best
    after = page.between(best.end, best.end + _BRACKET_WITHIN)
    if after and page.numbers[after[0]].value == -value:
        return best._replace(value=-value)
    for number in reversed(page.numbers):
        if number.start >= best.start:
            continue
        if number.value == -value and _said_of(page, number.end, best):
            return best._replace(value=-value)
        if number.value != value or best.start - number.start > _SIGN_WITHIN:
            return best
    return best


def _said_of(page: Page, end: int, best: Proposal) -> bool:
    """Whether a value without a minus says the same as one with it: it may also be how much less."""
    i = page.between(0, end)[-1]
    if page.role(i) == "plain":
        return True
    start = page.numbers[i - 1].start if i else page.start
    named = ":" in page.text[max(page.start, start - 30) : start] or page.role(i - 2) == "result"
    stop = SENTENCE_END.search(page.text, best.end, page.end)
    said = page.text[end : stop.end() if stop else page.end].lower()
    if page.lexicon.restatements.search(page.text, end, best.start):
        return True
    return named and page.lexicon.losses.find(said) >= 0
