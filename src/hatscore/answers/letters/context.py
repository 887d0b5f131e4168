"""What the letters of a response say about each other: native order, lists, joined letters."""

import re

from hatscore.answers.letters.clauses import is_article
from hatscore.answers.letters.forms import Alphabet, Mention
from hatscore.answers.letters.option_text import occurrences, text_end
from hatscore.answers.letters.view import View
from hatscore.answers.letters.words import LetterWords

_JOINERS = " -–~〜～,、/&;·+\t*\"'“””«»「」()（），、"
_SEPARATORS = frozenset(",、/&;·+，،")
_COMMAS = frozenset((",", "，", "،"))
_RANGES = frozenset("-–~〜～")
_LONGEST_JOIN = 200
_NEXT = re.compile(r" \([A-Z]\)")
_LONE = re.compile(r"(?<!\S)[().,]{0,4}\w[().,]{0,4}(?!\S)")
_SETS_OFF = frozenset("(（[–—-=→")


def settle(
    seen: View, mentions: list[Mention], letters: Alphabet, texts: tuple[str, ...], words: LetterWords
) -> list[Mention]:
    """Give every mention its Latin letter, and mark lists and groups.

    Parameters
    ----------
    seen : View
        The text.
    mentions : list of Mention
        As found; they are completed in place.
    letters : Alphabet
        Forms of the language.
    texts : tuple of str
        `option_text.searchable` texts of the options; empty when they are not known.
    words : LetterWords
        Data of the language.

    Returns
    -------
    list of Mention
        Those that stand for a letter and are not part of an option's text.
    """
    inside = _letters_in_texts(seen.low, texts)
    kept = [m for m in mentions if not any(start <= m.start < end for start, end in inside)]
    _number_forms(seen.low, kept, letters, texts, words)
    kept = [m for m in kept if m.letter]
    for mention in kept:
        place = ord(mention.letter) - 65
        if place < len(texts):
            mention.text_end = text_end(seen.low, mention.body, texts[place])
    kept = _outside_texts(kept)
    kept = [m for m in kept if not _is_word(seen, m, words)]
    _mark_groups(seen.low, kept, words)
    _mark_lists(kept, seen.text)
    return kept


def _outside_texts(mentions: list[Mention]) -> list[Mention]:
    """Without letters that stand in the text of the option named just before."""
    kept: list[Mention] = []
    end = -1
    for mention in mentions:
        if mention.start >= end:
            kept.append(mention)
            end = mention.text_end if mention.labelled else -1
    return kept


def _is_word(seen: View, mention: Mention, words: LetterWords) -> bool:
    """A capital that begins a sentence, is a word of the language, and has no mark of a letter."""
    if mention.form in words.one_letter_words and _NEXT.match(seen.text, mention.right):
        return True
    if mention.marked or mention.labelled or mention.outer < mention.left or mention.boxed or mention.ended:
        return False
    if mention.form not in words.one_letter_words or mention.text_end >= 0:
        return False
    follows = seen.text[mention.right : mention.right + 2]
    if follows[:1] != " " or follows[1:] in _SETS_OFF:
        return False
    before = seen.text[max(0, mention.outer - 4) : mention.outer]
    if before.strip() and "\n" not in before and before.rstrip(" *_\"'“(")[-1:] not in ".:!?;。：-*#>)":
        return False
    next_words = seen.low[mention.right : mention.right + 24].split()
    return not (next_words and (words.be.within(next_words[0]) or words.and_or.within(next_words[0])))


def _letters_in_texts(low: str, texts: tuple[str, ...]) -> list[tuple[int, int]]:
    """Places where an option's text holds a letter of its own, as in "vitamin C"."""
    places: list[tuple[int, int]] = []
    for text in texts:
        if " " in text and _LONE.search(text):
            places += occurrences(low, text)
    return places


def _number_forms(
    low: str, mentions: list[Mention], letters: Alphabet, texts: tuple[str, ...], words: LetterWords
) -> None:
    native = [m for m in mentions if not m.form.isascii()]
    for mention in mentions:
        if mention.form.isascii():
            mention.letter = mention.form.upper()
    if not native:
        return
    plain = {m.form for m in mentions if m.form.isascii() and m.form not in words.one_letter_words}
    strong = {
        m.form for m in native if m.marked or m.labelled or m.optional or m.form not in words.one_letter_words
    }
    scores: list[tuple[float, int]] = []
    for number, scheme in enumerate(letters.schemes):
        score = 2.0 * len(strong & scheme.keys()) + 0.01 * len({m.form for m in native} & scheme.keys())
        if number == 0:
            # Look-alikes of Latin letters: letters only native order has speak against them.
            score += 0.5 + len(plain) - 4.0 * any(form in "БВГ" for form in strong - scheme.keys())
        score += sum(3.0 for m in native if m.form in scheme and _says(low, m, scheme[m.form], texts))
        scores.append((score, -number))
    order = sorted(range(len(scores)), key=lambda number: scores[number], reverse=True)
    for mention in native:
        for number in order:
            if mention.form in letters.schemes[number]:
                mention.letter = chr(65 + letters.schemes[number][mention.form])
                break
        bare = mention.form in words.one_letter_words and mention.form.lower() == mention.form.upper()
        if bare and not (mention.marked or mention.labelled or mention.outer < mention.left):
            mention.letter = ""


def _says(low: str, mention: Mention, place: int, texts: tuple[str, ...]) -> bool:
    return place < len(texts) and text_end(low, mention.body, texts[place]) >= 0


def _shown(mention: Mention) -> bool:
    return mention.labelled or mention.marked or mention.ended or mention.text_end >= 0 or mention.optional


def _continues(text: str, last: Mention, mention: Mention) -> bool:
    """Whether a letter can be the next of a list; a list inside lines does not cross paragraphs."""
    if mention.letter < last.letter or mention.initial != last.initial:
        return False
    return mention.initial or (
        mention.start - last.end < 300 and "\n\n" not in text[last.end : mention.start]
    )


def _same_list(text: str, one: Mention, next_one: Mention) -> bool:
    """Whether two letters are items of one list inside a line, with the same label sign."""
    if one.initial or next_one.start - one.start > 160 or one.letter == next_one.letter:
        return False
    signs = text[one.right : one.right + 1], text[next_one.right : next_one.right + 1]
    return signs[0] == signs[1] and "\n" not in text[one.end : next_one.start]


def _mark_lists(mentions: list[Mention], text: str) -> None:
    """Mark letters that head lines or items in order: the options are listed or discussed.

    A list may leave letters out, as when the others are discussed after the answer.
    """
    sizes: dict[int, int] = {}
    for mention in mentions:
        sizes[mention.group] = sizes.get(mention.group, 0) + 1
    heads = [m for m in mentions if sizes[m.group] == 1 and (m.itemised or (m.initial and _shown(m)))]
    runs: list[list[Mention]] = []
    for head in heads:
        if runs and _continues(text, runs[-1][-1], head):
            runs[-1].append(head)
        else:
            runs.append([head])
    for run in runs:
        different = {member.letter for member in run}
        if len(different) >= 3 or (different == {"A", "B"} and run[0].initial):
            for place, member in enumerate(run):
                member.listed = True
                member.heads_list = place + 1 < len(run) and _same_list(text, member, run[place + 1])
    initial = {head.letter for head in heads if head.initial}
    for head in heads:
        head.extra = head.initial and len(initial) > 1


def _mark_groups(low: str, mentions: list[Mention], words: LetterWords) -> None:
    for number, mention in enumerate(mentions):
        mention.group = number
        if number == 0:
            continue
        before = mentions[number - 1]
        start = before.text_end if before.labelled and before.text_end >= 0 else before.right
        if not 0 <= mention.outer - start <= 24 or mention.outer - before.right > _LONGEST_JOIN:
            continue
        between = low[start : mention.outer]
        lines = between.count("\n")
        if lines:
            beside = before.initial and mention.initial and before.text_end >= 0
            if beside and lines == 1 and not between.strip(" \t.。\n-*"):
                mention.group = before.group
            continue
        core = between.strip(_JOINERS)
        if between.strip() in _RANGES or words.ranges.fullmatch(core):
            mention.group, mention.ranged = before.group, True
        elif core:
            joined = _is_joiner(core, words)
            mention.group = before.group if joined else number
        elif _in_order(before, mention, between) or (
            len(mention.form) > 1 and _begins_with_and(mention, words)
        ):
            mention.group = before.group


def _in_order(before: Mention, mention: Mention, between: str) -> bool:
    """Whether commas and such join letters: in "the answer is C, A and B are wrong" the comma does not."""
    joined = not _SEPARATORS.isdisjoint(between)
    return joined and (mention.letter > before.letter or between.strip() not in _COMMAS)


def _begins_with_and(mention: Mention, words: LetterWords) -> bool:
    """Whether the form holds the word for "and", which Arabic writes together with the next word."""
    return not mention.form.isascii() and mention.form.startswith(words.and_or.plain)


def _is_joiner(core: str, words: LetterWords) -> bool:
    if any(core == entry[0] for entry in words.and_or.entries):
        return True
    if words.but.within(core):
        return False
    if not words.spaced:
        return _or_perhaps(core, words)
    pieces = core.replace(",", " ").split()
    joiners = (*words.and_or.plain, *words.option.plain)
    joined = [piece in joiners for piece in pieces]
    if len(pieces) == 2 and joined[0]:
        joined[1] = joined[1] or is_article(pieces[1], words)
    return 0 < len(pieces) <= 4 and all(joined)


def _or_perhaps(core: str, words: LetterWords) -> bool:
    """Whether nothing but words such as "also", "perhaps" and "option" stand between, as in 也可能是."""
    joiners = (*words.also.plain, *words.and_or.plain)
    pieces = (*joiners, *words.perhaps.plain, *words.option.plain, *words.be.plain)
    first = True
    while core:
        piece = max((p for p in pieces if core.startswith(p)), key=len, default="")
        if not piece or (first and piece not in joiners):
            return False
        core, first = core[len(piece) :].strip(_JOINERS), False
    return not first
