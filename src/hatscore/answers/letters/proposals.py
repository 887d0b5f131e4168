"""Every letter a response may mean as its answer, with the rule that says so."""

from dataclasses import dataclass, replace
from itertools import pairwise

from hatscore.answers.letters.clauses import (
    Verdict,
    clause_after,
    clause_before,
    line_before,
    speaks_of_others,
)
from hatscore.answers.letters.denials import denied_directly, excepted, put_in_place, without_rejected
from hatscore.answers.letters.forms import UNKNOWN, Mention
from hatscore.answers.letters.leads import after_choosing, lead
from hatscore.answers.letters.places import EDGES, by_place
from hatscore.answers.letters.tails import tail
from hatscore.answers.letters.view import View
from hatscore.answers.letters.words import LetterWords

_CLAIM = 82.0
_SHORT = 60
_SEMICOLONS = frozenset(";；")
_FINAL = 87.0
_INSTEAD = 79.0
_AT_ONCE = 2
_REASON = 24
_SEVERAL = 66.0
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
        letters = _letters(group)
        before = groups[number - 1] if number else []
        after = groups[number + 1][0] if number + 1 < len(groups) else None
        if len(letters) >= max(3, count):
            if _denied_together(seen, group, words, after):
                found.append(Proposal(letters, group[0].left, group[-1].right, "all-rejected", 0.0))
            continue
        if _in_brackets_after(seen, before, group[0]):
            continue
        verdict = _judge(seen, group, words, before, after)
        if verdict is None:
            continue
        weight = 0.0 if verdict.negated else verdict.weight
        found.append(Proposal(letters, group[0].left, group[-1].right, verdict.rule, weight))
        # After a semicolon the same may have been said of another letter.
        if weight >= _FINAL and not (boxed or thorough or _second(seen, before, group, words)):
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


def _second(seen: View, before: list[Mention], group: list[Mention], words: LetterWords) -> bool:
    """Whether a letter before may be given as well: "if X, the answer is A; if Y, the answer is B"."""
    if not before:
        return False
    between = seen.low[max(before[-1].right, group[0].left - 80) : group[-1].right + 4]
    return not _SEMICOLONS.isdisjoint(between) or words.also.within(between)


def _letters(group: list[Mention]) -> frozenset[str]:
    """The letters of a group, with those inside a range such as "A to D"."""
    letters = {mention.letter for mention in group}
    for before, mention in pairwise(group):
        if mention.ranged:
            letters.update(map(chr, range(ord(before.letter), ord(mention.letter))))
    return frozenset(letters)


def _denied_together(seen: View, group: list[Mention], words: LetterWords, after: Mention | None) -> bool:
    """Whether all options are rejected in one breath, as in "neither A nor B nor C nor D"."""
    follows = _follows(seen, group[-1], words, after)
    return (follows is not None and follows.negated) or denied_directly(
        clause_before(seen, group[0].outer), words
    )


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
        return _unless_excepted(seen, first, last, words, follows)
    leads = _leads(seen, first, words, before)
    if first.listed and leads is not None and leads.rule == "option-is":
        leads = None
    if leads is not None and not leads.negated and _claimed_before(seen, first, words, before):
        leads = _since(seen, first, words, before)
    if lower:
        return _small_letter(seen, first, leads)
    rejection = _rejection(seen, first, words, leads, follows)
    if rejection is not None:
        return rejection
    if follows is not None and follows.negated:
        # A question may ask for what is not so: "hence C is no mammal" is no rejection of C.
        follows = None
    if different > 1:
        leads, follows = _for_several(seen, first, leads, follows, words)
    verdicts = [v for v in (leads, follows) if v is not None]
    if different == 1 and (not verdicts or max(v.weight for v in verdicts) < _FINAL):
        verdicts += by_place(seen, first, words)
    elif (first.text_end >= 0 and not first.listed) or len(seen.text) <= _SHORT or _both(seen, group, words):
        verdicts.append(Verdict("joined", 62.0))
    return max(verdicts, key=lambda verdict: verdict.weight, default=None)


def _unless_excepted(
    seen: View, first: Mention, last: Mention, words: LetterWords, follows: Verdict
) -> Verdict:
    """A rejection of the others chooses the letter that is excepted: "all except C are wrong"."""
    before, after = clause_before(seen, first.outer), clause_after(seen, last.right)
    return Verdict("excepted", 76.0) if excepted(before, after, words) else follows


def _rejection(
    seen: View, first: Mention, words: LetterWords, leads: Verdict | None, follows: Verdict | None
) -> Verdict | None:
    """What rejects a letter by the words on both sides."""
    if leads is not None and leads.negated:
        return leads
    if follows is not None and denied_directly(clause_before(seen, first.outer), words):
        return Verdict("not-this-one", 0.0, negated=True)
    instead = leads is not None and leads.rule == "not-that-but"
    return follows if instead and follows is not None and follows.negated else None


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
    own, _ = _own_words(clause_before(seen, first.outer), first.outer, words, before)
    if before[-1].right <= first.outer - len(own):
        return False
    follows = _follows(seen, before[-1], words, first)
    if follows is not None and follows.negated:
        return False
    claim = _leads(seen, before[0], words, [])
    return claim is not None and not claim.negated and claim.weight >= _CLAIM


def _since(seen: View, first: Mention, words: LetterWords, before: list[Mention]) -> Verdict | None:
    """What the words since the letter before say: "many choose A, but the answer is B"."""
    return lead(seen.low[before[-1].right : first.outer], first, words, intro=False)


def _both(seen: View, group: list[Mention], words: LetterWords) -> bool:
    """Whether a word such as "both" stands right before or after letters."""
    before, after = clause_before(seen, group[0].outer), clause_after(seen, group[-1].right)
    return words.also.within(before[-20:]) or words.also.within(after[:12])


def _for_several(
    seen: View, first: Mention, leads: Verdict | None, follows: Verdict | None, words: LetterWords
) -> tuple[Verdict | None, Verdict | None]:
    """Letters named together are the answer only when the words say so plainly."""
    if leads is not None and leads.rule == "answer" and leads.weight < 90:
        leads = None
    if leads is not None and leads.rule == "correct-is":
        leads = replace(leads, weight=_SEVERAL)
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
    if mention.initial and not mention.answering:
        return _leads_above(seen, mention, words, before)
    if (mention.listed and mention.heads_list) or _name_before(seen, mention, words):
        return None
    at = mention.left if mention.answering else mention.outer
    clause = clause_before(seen, at)
    clause, instead = _own_words(clause, at, words, before)
    found = lead(clause, mention, words, intro=False)
    if instead and (found is None or found.weight < _INSTEAD):
        return Verdict("not-that-but", _INSTEAD)
    if mention.optional and (found is None or found.rule == "guessed"):
        # The word for "option" may be the one for "choose".
        found = after_choosing(clause_before(seen, mention.left), words) or found
    return _leads_above(seen, mention, words, before) if found is None and mention.initial else found


def _own_words(clause: str, at: int, words: LetterWords, before: list[Mention]) -> tuple[str, bool]:
    """The words before a letter without those that speak of the letter before it.

    The flag says whether that letter is denied and this one put in its place.
    """
    place = len(clause) - at
    if not before or before[0].outer + place < 0 or before[-1].right > at:
        return clause, bool(before) and len(clause) <= _SHORT and put_in_place(clause, words)
    start, end = before[0].outer + place, before[-1].right + place
    begin = 0
    for phrases in (words.because, words.takes_back):
        cut = phrases.last(clause)
        if cut is not None and not words.choose.within(clause[cut[0] : cut[1]]):
            begin = max(begin, cut[1])
    if begin > start:
        return clause[begin:], put_in_place(clause[end:], words)
    return without_rejected(clause[begin:], start - begin, end - begin, words)


def _leads_above(seen: View, mention: Mention, words: LetterWords, before: list[Mention]) -> Verdict | None:
    """What the line before says of a letter that begins a line."""
    begins, clause = line_before(seen, mention.outer)
    if not clause or (before and before[-1].right > begins):
        return None
    found = lead(clause, mention, words, intro=True)
    if found is None or found.negated:
        return None
    if mention.listed and (found.weight < 86 or found.rule == "correct-is"):
        return None
    whole = mention.text_end >= 0 or mention.text_end == UNKNOWN or mention.ended
    if found.rule == "introduced" and (mention.optional or not whole):
        return None
    return found


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
    cues = (words.answer, words.be, words.correct, words.choose, words.therefore, words.perhaps)
    return not any(phrases.within(low) for phrases in cues)


def _follows(seen: View, mention: Mention, words: LetterWords, after: Mention | None) -> Verdict | None:
    start = mention.right
    if mention.labelled and seen.text[mention.right - 1] not in ")]）】":
        start = mention.text_end if mention.text_end >= 0 else _closing_quote(seen.text, mention)
        if start < 0:
            return None
    start = _past_brackets(seen.text, start)
    clause = clause_after(seen, start).lstrip("*_\"'”’」』»)]）】.")
    if after is not None and start < after.outer <= start + len(clause) + 4:
        clause = clause[: after.outer - start]
        denial = words.not_before.last(clause)
        if denial is not None and not clause[denial[1] :].strip(EDGES):
            clause = clause[: denial[0]]
        clause = _without_label(clause, words)
    reason = words.because.first(clause[:_REASON])
    clause = "" if reason is not None and reason[0] <= _AT_ONCE else clause
    if not words.spaced:
        # Thai has no full stops: a correction begins a new statement.
        turn = words.takes_back.first(clause)
        changed = turn is not None and words.choose.within(clause[: turn[1]])
        clause = clause[: turn[0]] if turn is not None and not changed else clause
    found = tail(clause, words)
    if found is None or found.negated:
        return found
    return None if speaks_of_others(clause_before(seen, mention.outer), words) else found


def _without_label(clause: str, words: LetterWords) -> str:
    """The words between two letters without "answer:" right before the second."""
    said = clause.rstrip(EDGES)
    label = words.answer.last(said)
    return clause[: label[0]] if label is not None and label[1] == len(said) else clause


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
