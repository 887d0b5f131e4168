"""Every letter a response may mean as its answer, with the rule that says so."""

from dataclasses import dataclass

from hatscore.answers.letters.clauses import (
    Verdict,
    clause_after,
    clause_before,
    line_before,
    speaks_of_others,
)
from hatscore.answers.letters.forms import UNKNOWN, Mention
from hatscore.answers.letters.leads import lead
from hatscore.answers.letters.places import EDGES, by_place
from hatscore.answers.letters.tails import tail
from hatscore.answers.letters.view import View
from hatscore.answers.letters.words import LetterWords

_CLAIM = 82.0
_SHORT = 60
_FINAL = 87.0
_QUOTES = {"「": "」", "『": "』", "“": "”", "„": "“", "«": "»"}


@dataclass(frozen=True, slots=True)
class Proposal:
    """A letter, or several joined ones, that a rule takes for the answer.

    Attributes
    ----------
    letters : frozenset of str
        One letter; more when the response names several together.
    start, end : int
        Where it stands in the view.
    rule : str
        Name of the rule.
    weight : float
        Strength, 0 to 100; 0 for a letter that is rejected.
    """

    letters: frozenset[str]
    start: int
    end: int
    rule: str
    weight: float


def proposals(
    seen: View, mentions: list[Mention], words: LetterWords, count: int, *, thorough: bool
) -> list[Proposal]:
    """Judge the letters of a response, the last ones first.

    Parameters
    ----------
    seen : View
        The answer part.
    mentions : list of Mention
        Its letters, settled.
    words : LetterWords
        Data of the language.
    count : int
        Number of options; a phrase that names all of them together chooses none.
    thorough : bool
        Whether to go on when nothing before can change the outcome any more.

    Returns
    -------
    list of Proposal
        In the order of the text; rejected letters with weight 0.
    """
    found: list[Proposal] = []
    boxed = any(mention.boxed for mention in mentions)
    groups = _groups(mentions)
    for number in range(len(groups) - 1, -1, -1):
        group = groups[number]
        letters = frozenset(mention.letter for mention in group)
        before = groups[number - 1] if number else []
        if len(letters) >= max(3, count) or _in_brackets_after(seen, before, group[0]):
            continue
        after = groups[number + 1][0] if number + 1 < len(groups) else None
        verdict = _judge(seen, group, words, before, after)
        if verdict is None:
            continue
        weight = 0.0 if verdict.negated else verdict.weight
        found.append(Proposal(letters, group[0].left, group[-1].right, verdict.rule, weight))
        if weight >= _FINAL and not (boxed or thorough):
            break
    return _without_true_statements(found[::-1])


def _groups(mentions: list[Mention]) -> list[list[Mention]]:
    groups: list[list[Mention]] = []
    for mention in mentions:
        if groups and groups[-1][0].group == mention.group:
            groups[-1].append(mention)
        else:
            groups.append([mention])
    return groups


def _without_true_statements(found: list[Proposal]) -> list[Proposal]:
    """Drop "X is correct" when said of three letters: the question asks for the one that is not."""
    for rules in (("is-the-answer",), ("is-the-answer", "is-correct", "is-answer")):
        said = {p.letters for p in found if p.rule in rules and len(p.letters) == 1}
        if len(said) >= 3:
            found = [p for p in found if p.rule not in rules[-2:]]
    return found


def _in_brackets_after(seen: View, before: list[Mention], first: Mention) -> bool:
    """Whether a letter stands in brackets right after another, as in "D (B and C)"."""
    if not before or seen.text[first.left : first.left + 1] != "(":
        return False
    return not seen.text[before[-1].right : first.left].strip(" *_")


def _judge(
    seen: View,
    group: list[Mention],
    words: LetterWords,
    before: list[Mention],
    after: Mention | None,
) -> Verdict | None:
    first, last = group[0], group[-1]
    different = len({mention.letter for mention in group})
    lower = first.form.islower() and first.form.isascii()
    if first.boxed:
        return Verdict("boxed", 96.0)
    if _alone(seen, first, last):
        return Verdict("only-letter", 97.0)
    follows = None if lower else _follows(seen, last, words, after)
    if follows is not None and follows.negated and follows.rule != "denied":
        return follows
    leads = _leads(seen, first, words, before)
    if first.listed and leads is not None and leads.rule == "option-is":
        leads = None
    if leads is not None and not leads.negated and _claimed_before(seen, first, words, before):
        leads = None
    if lower:
        return _small_letter(seen, first, leads)
    if leads is not None and leads.negated:
        return leads
    if follows is not None and follows.negated:
        # A question may ask for what is not so: "hence C is no mammal" is no rejection of C.
        follows = None
    if different > 1:
        leads, follows = _for_several(seen, first, leads, follows, words)
    verdicts = [v for v in (leads, follows) if v is not None]
    if different == 1 and (not verdicts or max(v.weight for v in verdicts) < _FINAL):
        verdicts += by_place(seen, first, words)
    elif (first.text_end >= 0 and not first.listed) or len(seen.text) <= _SHORT:
        verdicts.append(Verdict("joined", 62.0))
    return max(verdicts, key=lambda verdict: verdict.weight, default=None)


def _small_letter(seen: View, mention: Mention, leads: Verdict | None) -> Verdict | None:
    """A small letter counts only where nothing else can be meant."""
    if mention.labelled and not seen.text[: min(mention.outer, 60)].strip(EDGES):
        return Verdict("first", 85.0)
    return leads if leads is not None and leads.weight >= 90 and _ended(seen, mention) else None


def _claimed_before(seen: View, first: Mention, words: LetterWords, before: list[Mention]) -> bool:
    """Whether the words that lead up to a letter belong to one before it.

    In "the answer is D, for A and B are true" the words before D say nothing of A.
    """
    if first.initial or not before or before[0].initial:
        return False
    if before[-1].right <= first.outer - len(clause_before(seen, first.outer)):
        return False
    claim = _leads(seen, before[0], words, [])
    return claim is not None and not claim.negated and claim.weight >= _CLAIM


def _for_several(
    seen: View, first: Mention, leads: Verdict | None, follows: Verdict | None, words: LetterWords
) -> tuple[Verdict | None, Verdict | None]:
    """Letters named together are the answer only when the words say so plainly."""
    if leads is not None and leads.rule == "answer" and leads.weight < 90:
        leads = None
    if follows is not None and words.not_before.within(clause_before(seen, first.outer)):
        follows = None
    return leads, follows


def _alone(seen: View, first: Mention, last: Mention) -> bool:
    if first.outer > 400 or len(seen.text) - last.right > 400:
        return False
    before, after = seen.text[: first.outer], seen.text[last.right :]
    return not before.strip(EDGES) and not after.strip(EDGES)


def _ended(seen: View, mention: Mention) -> bool:
    rest = seen.text[mention.right : mention.right + 4]
    return mention.marked or mention.labelled or not rest.strip(EDGES)


def _leads(seen: View, mention: Mention, words: LetterWords, before: list[Mention]) -> Verdict | None:
    if mention.initial:
        return _leads_above(seen, mention, words, before)
    if (mention.listed and mention.heads_list) or _name_before(seen, mention, words):
        return None
    clause = clause_before(seen, mention.left if mention.answering else mention.outer)
    if before and not before[0].initial and before[-1].right > mention.left - len(clause):
        clause = _without_rejected(mention, words, before, clause)
    return lead(clause, mention, words, intro=False)


def _leads_above(seen: View, mention: Mention, words: LetterWords, before: list[Mention]) -> Verdict | None:
    """What the line before says of a letter that begins a line."""
    begins, clause = line_before(seen, mention.outer)
    if not clause or (before and before[-1].right > begins):
        return None
    found = lead(clause, mention, words, intro=True)
    if found is None or found.negated or (mention.listed and found.weight < 86):
        return None
    whole = mention.text_end >= 0 or mention.text_end == UNKNOWN or mention.ended
    if found.rule == "introduced" and (mention.optional or not whole):
        return None
    return found


def _without_rejected(mention: Mention, words: LetterWords, before: list[Mention], clause: str) -> str:
    """In "the answer is not B but C" the words before C without "not B"."""
    rejected = before[0].outer - (mention.left - len(clause))
    denial = words.not_before.last(clause[:rejected]) if rejected > 0 else None
    if denial is None or clause[denial[1] : rejected].strip(EDGES):
        return clause
    return clause[: denial[0]] + clause[before[-1].right - before[0].outer + rejected :]


def _name_before(seen: View, mention: Mention, words: LetterWords) -> bool:
    """Whether the word before an unmarked letter makes it part of a name, as in "John C. Hall"."""
    if mention.marked or mention.optional or mention.boxed or not mention.form.isascii():
        return False
    before = seen.text[max(0, mention.left - 24) : mention.left]
    if not before.endswith(" "):
        return False
    word = before.split()[-1] if before.split() else ""
    if not (word[:1].isupper() and word.isalpha() and word[:1].isascii() and len(word) > 1):
        return False
    low = word.lower()
    known = words.answer.within(low) or words.be.within(low) or words.correct.within(low)
    return not known


def _follows(seen: View, mention: Mention, words: LetterWords, after: Mention | None) -> Verdict | None:
    start = mention.right
    if mention.labelled and seen.text[mention.right - 1] not in ")]）】":
        start = mention.text_end if mention.text_end >= 0 else _closing_quote(seen.text, mention)
        if start < 0:
            return None
    start = _past_brackets(seen.text, start)
    clause = clause_after(seen, start).lstrip("*_\"'”’」』»)]）】.")
    if after is not None and start < after.outer <= start + len(clause):
        clause = clause[: after.outer - start]
        denial = words.not_before.last(clause)
        if denial is not None and not clause[denial[1] :].strip(EDGES):
            clause = clause[: denial[0]]
    found = tail(clause, words)
    if (
        found is not None
        and not found.negated
        and speaks_of_others(clause_before(seen, mention.outer), words)
    ):
        return None
    return found


def _closing_quote(text: str, mention: Mention) -> int:
    """Where a quotation that begins with the letter ends; -1 when there is none."""
    closing = _QUOTES.get(text[mention.left : mention.left + 1], "")
    return text.find(closing, mention.right, mention.right + 240) if closing else -1


def _past_brackets(text: str, at: int) -> int:
    """Past a remark in brackets, as in "option D (B and C) is"."""
    opening = at + (text[at : at + 1] == " ")
    if text[opening : opening + 1] not in ("(", "（"):
        return at
    closing = min((p for p in (text.find(")", opening), text.find("）", opening)) if p > 0), default=-1)
    return closing + 1 if 0 < closing - opening <= 90 else at
