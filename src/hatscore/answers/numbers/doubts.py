"""Why the strongest proposal may still be no answer: withdrawn, undetermined, refused, cut off, a loop."""

from hatscore.answers.numbers.equations import is_list_number
from hatscore.answers.numbers.page import SENTENCE_END, Page, is_noise
from hatscore.answers.numbers.statements import sentences
from hatscore.answers.numbers.weights import Proposal, is_bold

_UNDETERMINED_WITHIN = 300
_REJECTED_WITHIN = 90
_MANY = 3
_ABANDONED_AFTER = 200
_LONGEST_REFUSAL = 500


def is_marked(proposal: Proposal) -> bool:
    """Whether the response itself marks the value as its answer.

    Parameters
    ----------
    proposal : Proposal
        Any proposal.

    Returns
    -------
    bool
    """
    return proposal.rule.startswith(("boxed", "answer-label", "answer-sentence"))


def no_answer(page: Page, best: Proposal, *, loop: int) -> str:
    """Why the best candidate is no answer.

    Parameters
    ----------
    page : Page
        The stretch.
    best : Proposal
        The strongest, confirmed.
    loop : int
        Where the response starts to loop; -1 when it does not.

    Returns
    -------
    str
        Empty when it is an answer.
    """
    if best.value is None:
        return "algebra"
    if page.lexicon.rejections.find(page.text[best.end : best.end + _REJECTED_WITHIN].lower()) >= 0:
        return "withdrawn"
    return "" if best.rule.startswith(("boxed", "answer-label")) else _doubt(page, best, loop=loop)


def _doubt(page: Page, best: Proposal, *, loop: int) -> str:
    """Why a statement that is not marked as the answer is none; empty when it is one."""
    bold = best.number >= 0 and is_bold(page, best.number)
    if loop >= 0 and not bold and best.rule != "conclusion" and _endless(page, best, loop):
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


def _endless(page: Page, best: Proposal, loop: int) -> bool:
    """Whether a loop goes on with the working, and does not only dwell on how to write a clear answer."""
    if best.start >= loop or page.between(loop, page.end):
        return True
    said = page.text[max(loop, page.start) : page.end].lower()
    if page.lexicon.corrections.find(said) >= 0 or page.lexicon.undetermined.find(said) >= 0:
        return True
    return page.lexicon.formats.find(said) < 0 and not any(label in said for label in page.lexicon.labels)


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


def refuses(page: Page, best: Proposal | None = None) -> bool:
    """Whether a short response declines to answer.

    Parameters
    ----------
    page : Page
        The stretch.
    best : Proposal, optional
        The strongest proposal; a number that follows the refusal in its sentence is no answer.

    Returns
    -------
    bool
    """
    if page.results or len(page.text) > _LONGEST_REFUSAL:
        return False
    if best is not None and best.number >= 0 and best.rule != "last-sentence":
        return False
    # Not on top: it loads the reader of letters, which loads it.
    from hatscore.answers.refusal import find_refusal

    found = find_refusal(page.text[: page.end], page.lexicon.languages[0])
    if found is None or best is None or best.number < 0:
        return found is not None
    end = SENTENCE_END.search(page.text, found[1], page.end)
    sentence = page.between(found[0], end.end() if end else page.end)
    return best.number in sentence and len(sentence) == len(page.numbers)


def concluded_before_cut(page: Page, best: Proposal) -> bool:
    """Whether a response that was cut off had concluded before: a whole sentence says so.

    Parameters
    ----------
    page : Page
        The stretch.
    best : Proposal
        The strongest proposal.

    Returns
    -------
    bool
    """
    whole = SENTENCE_END.search(page.text, best.end, page.end)
    if whole is None:
        return False
    return best.rule in ("conclusion", "bold") or (best.rule == "answer-first" and whole.group() == "\n")
