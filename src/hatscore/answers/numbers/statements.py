"""What the last sentences of a response state: the number that concludes, or a number in words."""

from collections.abc import Iterator
from fractions import Fraction

from hatscore.answers.numbers.asides import asides, gives_reasons, reason_after, turn_after
from hatscore.answers.numbers.numerals import CURRENCY
from hatscore.answers.numbers.page import SENTENCE_END, Page, bare
from hatscore.answers.numbers.weights import Proposal, is_bold, number_weight
from hatscore.answers.numbers.words import WordNumber, find_number_words

SENTENCES = (3.0, 1.4, 0.4)
"""Weights of the last sentences that hold numbers, the last one first."""

CONCLUSION, AFTER_SO, TOTAL_LINE, REMARK, ALGEBRA, WORKED_OUT = 1.2, 2.0, 2.2, -2.6, 3.4, 1.2
"""Added for a sentence that concludes, for numbers after a "so" inside a sentence, for a last line like
"Total: 5", for a remark, a check or a reason, for a term with an unknown that ends the text, and for a
value that comes from the two numbers before."""


_LONGEST_UNIT = 14


def sentences(page: Page) -> Iterator[tuple[int, list[int]]]:
    """Sentences that hold numbers, from the last: where each starts and which numbers it holds.

    Parameters
    ----------
    page : Page
        The stretch.

    Yields
    ------
    tuple of int and list of int
        Start of the sentence and indices of its numbers.
    """
    group: list[int] = []
    for i in range(len(page.numbers) - 1, -1, -1):
        group.append(i)
        before = page.numbers[i - 1].end if i else page.start
        ends: list[int] = []
        if page.links[i] not in ("equals", "operator"):
            ends = [end.end() for end in SENTENCE_END.finditer(page.text, before, page.numbers[i].start)]
        if ends or i == 0:
            yield (ends[-1] if ends else page.start), group[::-1]
            group = []


def statements(page: Page) -> list[Proposal]:
    """Values in the last sentences with numbers, the strongest first.

    Parameters
    ----------
    page : Page
        The stretch.

    Returns
    -------
    list of Proposal
    """
    found: list[Proposal] = []
    rank, stated = 0, False
    for start, inside in sentences(page):
        usable = [i for i in inside if page.usable(i)]
        if not usable:
            continue
        usable = [i for i in usable if page.role(i) != "operand"] or usable
        base, rule = SENTENCES[rank], "last-sentence" if rank == 0 else "earlier-sentence"
        first = page.numbers[usable[0]].start
        if page.lexicon.conclusion.match(page.text, start, first):
            base, rule = base + CONCLUSION, "conclusion"
        elif not stated and _remarks(page, start, first):
            base, rule = base + REMARK, "remark"
        if rank == 0 and _states_total(page, start, usable[-1]):
            base += TOTAL_LINE
        if rank == 0 and page.role(usable[-1]) != "result" and page.algebra(usable[-1]):
            number = page.numbers[usable[-1]]
            found.append(Proposal(None, number.start, number.end, "algebra", base + ALGEBRA))
        turn = turn_after(page, usable)
        # Before a sentence that states something only strong numbers count: weighing others costs time.
        beside = {} if stated else asides(page, usable, turn)
        last = max((i for i in usable if i not in beside), default=usable[-1])
        for i in usable:
            number = page.numbers[i]
            weight = base + number_weight(page, i, last=i == last, said=inside[0] - 1) + beside.get(i, 0.0)
            if rank == 0 and number.start >= turn:
                weight += AFTER_SO
            if rank == 0 and i not in beside and _worked_out(page, inside[0], number.value):
                weight += WORKED_OUT
            found.append(Proposal(number.value, number.start, number.end, _rule(page, i, rule), weight, i))
        rank, stated = rank + 1, stated or rule != "remark"
        if rank == len(SENTENCES):
            break
    return sorted(found, key=lambda p: -p.weight)


def _remarks(page: Page, start: int, first: int) -> bool:
    """Whether a sentence only checks or explains what was said before, and corrects nothing."""
    head = page.text[start:first].lower()
    if page.lexicon.checks.find(head) < 0 and not gives_reasons(page, start):
        return False
    return page.lexicon.corrections.find(head) < 0


def _worked_out(page: Page, first: int, value: Fraction | int | None) -> bool:
    """Whether a value is new and comes from the last two numbers before its sentence."""
    if first < 2 or value is None:
        return False
    a, b = page.numbers[first - 2].value, page.numbers[first - 1].value
    if a is None or b is None:
        return False
    if value not in (a + b, a - b, b - a, a * b) and a != value * b and b != value * a:
        return False
    return all(number.value != value for number in page.numbers[:first])


def _states_total(page: Page, start: int, i: int) -> bool:
    """Whether the text ends in a line such as "Profit: $125"."""
    number = page.numbers[i]
    line = page.text.rfind("\n", page.start, number.start) + 1
    head = page.text[max(line, start, number.start - 60) : number.start].rstrip(f" *_${CURRENCY}\\(")
    rest = page.text[number.end : page.end]
    return head.endswith((":", "：")) and len(rest) < 30 and "\n" not in rest.strip()


def _rule(page: Page, i: int, rule: str) -> str:
    if is_bold(page, i):
        return "bold"
    return "equation" if page.role(i) == "result" and rule != "conclusion" else rule


def last_words(page: Page) -> list[Proposal]:
    """A number in words, or nothing left, in the last sentence when it has no digits.

    Parameters
    ----------
    page : Page
        The stretch.

    Returns
    -------
    list of Proposal
        None or one.
    """
    stripped = len(page.text[: page.end].rstrip(" \n\t*_.!?。।۔\"'"))
    last = page.numbers[-1].end if page.numbers else page.start
    start = last
    for end in SENTENCE_END.finditer(page.text, max(last, stripped - 400), stripped):
        start = end.end()
    concluded = page.lexicon.conclusion.match(page.text, start, page.end) is not None
    weight = SENTENCES[0] + 1.0
    first = SENTENCE_END.search(page.text, page.start, stripped)
    if first is not None and not page.numbers:
        alone = in_words(page, page.start, first.start(), "answer-first", weight)
        if alone and bare(page.text[page.start : first.start()]) == page.text[alone[0].start : alone[0].end]:
            return alone
    if page.numbers and start == last:
        # The words may only stand after a turn in the sentence of the last number.
        for turn in page.lexicon.turn.finditer(page.text, last, reason_after(page, last, stripped)):
            start = turn.end() if turn.end() <= stripped else start
        found = in_words(page, start, page.end, "conclusion", weight) if start > last else []
        return [p for p in found if p.value not in (1, 2)]
    found = in_words(page, start, page.end, "conclusion" if concluded else "last-sentence", weight)
    return found if concluded or not page.numbers else [p for p in found if _surely(page, p)]


def _surely(page: Page, proposal: Proposal) -> bool:
    """Whether words say a number for sure where digits were used before: nothing left, or a long one."""
    return proposal.rule.endswith("none-left") or " " in page.text[proposal.start : proposal.end]


def in_words(page: Page, start: int, end: int, rule: str, weight: float) -> list[Proposal]:
    """A number in words, or a statement that nothing is left, between two places.

    Parameters
    ----------
    page : Page
        The stretch.
    start, end : int
        Where to look.
    rule : str
        Name of the rule that looks here.
    weight : float
        Its weight.

    Returns
    -------
    list of Proposal
        None or one.
    """
    piece = page.text[start:end]
    marked = weight > SENTENCES[0] + 1.0
    for words in page.words:
        zero = words.zero.search(piece)
        best = _best_words(page, piece, start, find_number_words(piece, words), marked=marked)
        if best is not None and (zero is None or marked or zero.start() < best.start):
            value = -best.value if words.negative.search(piece, 0, best.start) else best.value
            return [Proposal(value, start + best.start, start + best.end, f"{rule}-words", weight)]
        if zero:
            return [Proposal(0, start + zero.start(), start + zero.end(), f"{rule}-none-left", weight)]
    return []


def _best_words(
    page: Page, piece: str, start: int, found: list[WordNumber], *, marked: bool
) -> WordNumber | None:
    """The number in words that a sentence comes to: right after a label, else the last before any reason."""
    if marked and found and not bare(piece[: found[0].start]):
        # "The answer is one number" says none.
        alone = len(bare(piece[found[0].end :].split(".", maxsplit=1)[0])) <= _LONGEST_UNIT
        return found[0] if alone or found[0].words > 1 or found[0].value != 1 else None
    found = [n for n in found if n.words > 1 or n.value > 1 or (n.value == 0 and len(piece) < 60)]
    if not found:
        return None
    reason = reason_after(page, start + found[0].end, start + found[-1].start)
    said = [n for n in found if start + n.start < reason]
    return said[-1] if said else found[-1]
