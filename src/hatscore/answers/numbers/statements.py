"""What the last sentences of a response state: the number that concludes, or a number in words."""

from collections.abc import Iterator

from hatscore.answers.numbers.numerals import CURRENCY
from hatscore.answers.numbers.page import SENTENCE_END, Page, bare
from hatscore.answers.numbers.weights import LAST_RESULT, Proposal, is_bold, number_weight
from hatscore.answers.numbers.words import find_number_words

SENTENCES = (3.0, 1.4, 0.4)
"""Weights of the last sentences that hold numbers, the last one first."""

CONCLUSION, AFTER_SO, TOTAL_LINE, REMARK = 1.2, 1.2, 1.2, -1.8
"""Added for a sentence that concludes, for numbers after a "so" inside a sentence, for a last line like
"Total: 5", and for a remark or a check."""


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
    rank = 0
    for start, inside in sentences(page):
        usable = [i for i in inside if page.usable(i)]
        if not usable:
            continue
        usable = [i for i in usable if page.role(i) != "operand"] or usable
        base, rule = SENTENCES[rank], "last-sentence" if rank == 0 else "earlier-sentence"
        first = page.numbers[usable[0]].start
        if page.lexicon.conclusion.match(page.text, start, first):
            base, rule = base + CONCLUSION, "conclusion"
        elif page.lexicon.checks.find(page.text[start:first].lower()) >= 0:
            base, rule = base + REMARK, "remark"
        if rank == 0 and _states_total(page, start, usable[-1]):
            base += TOTAL_LINE
        if rank == 0 and page.role(usable[-1]) == "tail" and all(page.algebra(i) for i in usable):
            number = page.numbers[usable[-1]]
            found.append(Proposal(None, number.start, number.end, "algebra", base + LAST_RESULT))
        turn = _turn(page, usable)
        for i in usable:
            number = page.numbers[i]
            weight = base + number_weight(page, i, last=i == usable[-1], said=inside[0] - 1)
            weight += AFTER_SO if number.start >= turn else 0.0
            found.append(Proposal(number.value, number.start, number.end, _rule(page, i, rule), weight, i))
        rank += 1
        if rank == len(SENTENCES):
            break
    return sorted(found, key=lambda p: -p.weight)


def _turn(page: Page, usable: list[int]) -> int:
    """Where a sentence with several numbers turns to its conclusion: "since ..., so ..."."""
    if len(usable) < 2:
        return page.end
    first, last = page.numbers[usable[0]].end, page.numbers[usable[-1]].start
    turn = page.end
    for found in page.lexicon.turn.finditer(page.text, first, last):
        turn = found.end()
    return turn


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
    if page.numbers and SENTENCE_END.search(page.text, last, stripped) is None:
        return []
    start = last
    for end in SENTENCE_END.finditer(page.text, max(last, stripped - 400), stripped):
        start = end.end()
    concluded = page.lexicon.conclusion.match(page.text, start, page.end)
    if page.numbers and not concluded:
        found = in_words(page, start, page.end, "last-sentence", SENTENCES[0])
        return [p for p in found if p.rule.endswith("none-left")]
    return in_words(page, start, page.end, "conclusion" if concluded else "last-sentence", SENTENCES[0] + 1.0)


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
    for words in page.words:
        found = find_number_words(piece, words)
        if found:
            lead = [n for n in found if not bare(piece[: n.start])]
            best = (lead or [max(found, key=lambda n: (n.words, n.start))])[0]
            if (
                (lead and weight > SENTENCES[0] + 1.0)
                or best.words > 1
                or best.value > 2
                or (best.value == 0 and len(piece) < 60)
            ):
                minus = bool(words.negative.search(piece, 0, best.start))
                value = -best.value if minus else best.value
                return [Proposal(value, start + best.start, start + best.end, f"{rule}-words", weight)]
        zero = words.zero.search(piece)
        if zero:
            return [Proposal(0, start + zero.start(), start + zero.end(), f"{rule}-none-left", weight)]
    return []
