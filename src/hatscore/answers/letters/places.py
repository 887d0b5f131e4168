"""Rules that look at where a letter stands: first, alone on its line, in a conclusion."""

from hatscore.answers.letters.clauses import (
    Verdict,
    clause_after,
    clause_before,
    is_article,
    line_before,
    rest_of_word,
)
from hatscore.answers.letters.forms import Mention
from hatscore.answers.letters.view import View
from hatscore.answers.letters.words import LetterWords

EDGES = " \t\r\n.。।॥:：,，、!！*_`\"'“”«»「」()[]{}<>\\$#-–—।۔"
_LONGEST_LINE = 80


def by_place(seen: View, mention: Mention, words: LetterWords) -> list[Verdict]:
    """Judge a letter by its place.

    Parameters
    ----------
    seen : View
        The text.
    mention : Mention
        The letter.
    words : LetterWords
        Data of the language.

    Returns
    -------
    list of Verdict
    """
    opens = mention.outer <= 60 and not seen.text[: mention.outer].strip(EDGES)
    if not mention.listed:
        return _on_its_own(seen, mention, opens=opens) + _in_a_statement(seen, mention, words)
    end = seen.text.find("\n", mention.right)
    if opens and mention.text_end >= 0 and seen.text[end : end + 2] == "\n\n":
        return [Verdict("first-of-list", 58.0)]
    return []


def _on_its_own(seen: View, mention: Mention, *, opens: bool) -> list[Verdict]:
    line = seen.text[mention.right : mention.right + _LONGEST_LINE].split("\n", maxsplit=1)[0]
    alone = mention.initial and not line.strip(EDGES)
    shown = mention.labelled or mention.marked or mention.text_end >= 0
    if opens and (shown or alone or mention.ended):
        return [Verdict("first", 85.0)]
    if mention.initial and (mention.text_end >= 0 or alone):
        return [Verdict("letter-line", 58.0 if mention.extra else 78.0)]
    if mention.text_end >= 0 and mention.labelled:
        return [Verdict("with-text", 62.0)]
    if mention.initial and mention.itemised and not mention.extra:
        return [Verdict("letter-line", 61.0)]
    return []


def _in_a_statement(seen: View, mention: Mention, words: LetterWords) -> list[Verdict]:
    copula = mention.closing and clause_after(seen, mention.right).strip(" .") in words.after
    ended = mention.ended or copula
    if not (mention.marked or mention.labelled or mention.optional or ended):
        return []
    found: list[Verdict] = []
    clause = clause_before(seen, mention.outer)
    hence = words.therefore.last(clause) if ended and not mention.initial else None
    if hence is not None and is_article(rest_of_word(clause[hence[1] :], words), words):
        found.append(Verdict("conclusion", 77.0))
    said = clause.rstrip(EDGES)
    link = words.be.last(said) if not mention.initial else None
    stated = link is not None and len(said) - link[1] <= 4 and not _denied(said, link, words)
    if mention.marked or mention.optional:
        if words.therefore.within(clause) or words.therefore.within(line_before(seen, mention.outer)[1]):
            found.append(Verdict("conclusion", 77.0 if stated else 67.0))
        found.append(Verdict("option" if mention.optional else "marked", 42.0))
    rest = seen.text[mention.right : mention.right + _LONGEST_LINE]
    last = mention.ended and not mention.initial and rest != "" and not rest.strip(EDGES)
    if stated or ((copula or last) and _begins(said, words)):
        found.append(Verdict("stated", 64.0))
    return found


def _denied(said: str, link: tuple[int, int], words: LetterWords) -> bool:
    """Whether "is" itself is denied; in "the one not found is C" it is not."""
    denial = words.not_before.last(said)
    return denial is not None and (denial[0] >= link[1] or not said[denial[1] : link[0]].strip())


def _begins(said: str, words: LetterWords) -> bool:
    """Whether a statement begins here, perhaps after words such as "no, wait"."""
    turn = words.takes_back.last(said) if said else None
    return not (said[turn[1] :] if turn is not None else said).strip(EDGES)
