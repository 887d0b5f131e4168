"""Where option letters stand in a text, in Latin and native form, and what surrounds each."""

import re
from dataclasses import dataclass
from functools import lru_cache

from hatscore.answers.letters.view import View
from hatscore.answers.letters.words import LetterWords, is_word_character

LATIN = "A-Za-zÀ-ÖØ-öø-ɏḀ-ỿ"
_LOOK_ALIKES = dict(zip("АВСДЕФНЦГΑΒ", "ABCDEFHCGAB", strict=True))
_HANGUL = "\u3131-\u318e\uac00-\ud7a3"
_BLOCKS = (
    ("\u0370", "\u03ff", "\u0370-\u03ff"),
    ("\u0400", "\u052f", "\u0400-\u052fA-Za-z"),
    ("\u0590", "\u05ff", "\u05d0-\u05ea"),
    ("\u0600", "\u06ff", "\u0620-\u063f\u0641-\u0669\u066e-\u06d3\u06d5-\u06ff"),
    ("\u0900", "\u097f", "\u0900-\u0963\u0966-\u097f"),
    ("\u0980", "\u09ff", "\u0980-\u09ff"),
    ("\u0c00", "\u0c7f", "\u0c00-\u0c7f"),
    ("\u0e00", "\u0e7f", "\u0e01-\u0e3a\u0e40-\u0e4e"),
    ("\u3040", "\u30ff", "\u3041-\u3096\u30a1-\u30fa\u30fc\u4e00-\u9fff"),
    ("\u3130", "\u318f", "\u3131-\u318e"),
    ("\u4e00", "\u9fff", ""),
    ("\uac00", "\ud7a3", _HANGUL),
)
OPENING = frozenset("*_\"'“”„«‹「『【〈《〔([{<‘’$`~")
CLOSING = frozenset("*_\"'”’“»›」』】〉》〕)]}>$`~")
MARKING = frozenset('*"“”«「『【〈《〔([_')
LABELLING = frozenset(".):、．,：,，-–—")
_COMMAND = re.compile(r"\\(text(?:bf|rm|it|sf)?|math(?:bf|rm|it|sf)|f?boxed|bf|rm)\s{0,3}\Z")
_INITIALS = re.compile(r"\. ?[^\W\d_a-z]\. ?[^\W\d_a-z][^\W\d_A-Z]")
_FORMULA_SIDES = frozenset((a, b) for a in "=/" for b in "=^/")
_DASHES = (" - ", " – ", " — ")
_ENDERS = frozenset(".\n。।،,!;॥؟۔")
_STEM, _ENDING = 4, 4
_MOST_MENTIONS = 240
UNKNOWN = -2


@dataclass(frozen=True, slots=True)
class Alphabet:
    """The ways a language may write the option letters.

    Attributes
    ----------
    patterns : tuple of re.Pattern
        Find letters in Latin capitals, in tightly marked small letters, and in native forms, each
        with the borders its script needs. Every pattern begins with the letter itself: the engine
        then skips text without letters fast.
    schemes : tuple of dict
        Each a way to number the forms: form to place of the option.
    """

    patterns: tuple[re.Pattern[str], ...]
    schemes: tuple[dict[str, int], ...]


def _bordered(form: str, words: LetterWords) -> str:
    """A pattern for one native form that is not part of a longer word."""
    block = next((inner for first, last, inner in _BLOCKS if first <= form[0] <= last), None)
    if block is None:
        return re.escape(form)
    size = len(form)
    linked = _linked(words)
    before = "|".join(f"(?<={re.escape(word)}.{{{size}}})" for word in linked)
    # The small kana are words and endings themselves, so only the large ones stand without a space.
    glued = "|".join(map(re.escape, words.glued)) if not "\u3041" <= form[0] <= "\u3096" else ""
    if not block:  # Chinese: every neighbour is a letter, so only marked or linked forms count
        closed = r"(?=[.)：:、）\]】。\s]|\Z)"
        return rf"{form}(?:{closed}|(?={glued})(?:{before}))" if before and glued else form + closed
    left = f"(?<![{block}].{{{size}}})(?<![{block}]\\..{{{size}}})"
    if block == _HANGUL:
        # After a letter, a digit or a closing sign such a syllable is the particle of that word.
        left += rf"(?<![A-Za-z0-9\u2460-\u2473)\]】”’].{{{size}}})(?:(?<![*\"'].{{{size}}})|(?=[*\"')]))"
    elif before:
        left = f"(?:{left}|{before})"
    right = f"(?!\u0640?[{block}]|\\.[{block}]|-[A-Za-z])"
    return re.escape(form) + (f"(?:{right}|(?={glued}))" if glued else right) + left


def _linked(words: LetterWords) -> list[str]:
    """Words for "option" and "is" that a letter may follow without a space."""
    if words.spaced:
        return []
    return sorted({word for word in (*words.option.plain, *words.be.plain) if word[-1] > "\u0300"})


@lru_cache(maxsize=512)
def alphabet(words: LetterWords, count: int) -> Alphabet:
    """The letter forms for a language and a number of options.

    Parameters
    ----------
    words : LetterWords
        Data of the language.
    count : int
        Number of options.

    Returns
    -------
    Alphabet
    """
    last = chr(64 + count)
    left = rf"(?<![{LATIN}0-9_°^&@#\\].)(?<![{LATIN}][.'’].)"
    right = rf"(?![{LATIN}0-9_+#]|['’][{LATIN}]|\.[A-Za-z](?![A-Za-z]))"
    if not words.hyphen_left:
        left += rf"(?<![{LATIN}0-9]-.)"
    if not words.hyphen_right:
        right += rf"(?!-[{LATIN}0-9])"
    look_alike = {form: ord(letter) - 65 for form, letter in _LOOK_ALIKES.items() if ord(letter) - 65 < count}
    schemes = [look_alike, {chr(0x2460 + place): place for place in range(min(count, 20))}]
    schemes += [dict(zip(row, range(count), strict=False)) for row in words.native]
    forms = sorted({form for scheme in schemes for form in scheme}, key=lambda form: (-len(form), form))
    lower = last.lower()
    opened = r"(?<=[(\[{*\"「『:：\s].)(?=[)\]}*\"」』]|[.]?[ \t]{0,9}(?:\n|\Z))"
    headed = r"(?:(?<=\n.)|(?<![\s\S][\s\S]))(?=[.):]|[ \t\n]{0,9}\Z)"
    sources = [f"[A-{last}]{left}{right}", f"[a-{lower}](?![A-Za-z])(?:{opened}|{headed})"]
    grouped: dict[str, list[str]] = {}
    for form in forms:
        grouped.setdefault(form[0], []).append(_bordered(form, words)[len(re.escape(form[0])) :])
    alike: dict[str, list[str]] = {}
    for first, rest in grouped.items():
        alike.setdefault("|".join(rest), []).append(first)
    sources += [f"[{''.join(map(re.escape, firsts))}](?:{rest})" for rest, firsts in alike.items()]
    return Alphabet(tuple(re.compile(source, re.DOTALL) for source in sources), tuple(schemes))


@dataclass(slots=True)
class Mention:
    r"""An option letter in the text.

    Attributes
    ----------
    start, end : int
        The letter itself.
    left, right : int
        The same with the brackets, bold marks and LaTeX commands around it.
    form : str
        As written.
    letter : str
        The Latin letter it stands for; empty when it stands for none.
    outer : int
        Like `left`, with the word for "option" before it.
    boxed, marked, optional, answering, labelled, itemised, initial : bool
        In \boxed{}; in brackets, quotes or bold; beside the word for "option"; right after the
        word for "answer"; followed by a label sign as in "C."; the same but by no comma; first on
        its line.
    ended : bool
        Whether nothing, a line end, a sentence end, a remark in brackets or a reason follows.
    closing : bool
        Whether the clause ends within a few characters.
    listed : bool
        Part of a list of the options.
    heads_list : bool
        Whether the next letter of that list stands on the same line.
    extra : bool
        Alone at the start of its line, while other letters start other lines.
    body : int
        Where the text after the label sign begins.
    text_end : int
        Where the option's own text after the letter ends; -1 when another text follows, -2 when
        the options are not known.
    group : int
        Number of the group of letters joined by "and", "or" and commas.
    ranged : bool
        Whether all letters from the one before to this one are meant, as in "A to D".
    """

    start: int
    end: int
    left: int
    right: int
    form: str
    letter: str = ""
    outer: int = 0
    boxed: bool = False
    marked: bool = False
    optional: bool = False
    answering: bool = False
    labelled: bool = False
    itemised: bool = False
    initial: bool = False
    ended: bool = False
    closing: bool = False
    listed: bool = False
    heads_list: bool = False
    extra: bool = False
    body: int = 0
    text_end: int = UNKNOWN
    group: int = 0
    ranged: bool = False


def find_mentions(seen: View, words: LetterWords, count: int) -> list[Mention]:
    """All letter forms of a text, with what surrounds each.

    Parameters
    ----------
    seen : View
        The text.
    words : LetterWords
        Data of the language.
    count : int
        Number of options.

    Returns
    -------
    list of Mention
        At most the first 60 and the last 180, so that time stays linear with a small factor.
    """
    patterns = alphabet(words, count).patterns
    if seen.text.isascii():
        patterns = patterns[:2]
    matches = [match for pattern in patterns for match in pattern.finditer(seen.text)]
    matches.sort(key=re.Match.start)
    if len(matches) > _MOST_MENTIONS:
        matches = matches[:60] + matches[60 - _MOST_MENTIONS :]
    found = [_mention(seen, match.start(), match.end(), words) for match in matches]
    return [mention for mention in found if mention is not None]


def _mention(seen: View, start: int, end: int, words: LetterWords) -> Mention | None:
    text = seen.text
    after = text[end : end + 3].lstrip(" ")
    sides = text[max(0, start - 1) : start], text[end : end + 1]
    if after[:1] == "=" or sides in _FORMULA_SIDES or (sides[1] == "." and _INITIALS.match(text, end)):
        return None
    left, marked, boxed = _left_edge(text, start)
    right, closes = _right_edge(text, end)
    mention = Mention(start, end, left, right, text[start:end], marked=marked and closes, boxed=boxed)
    mention.outer, mention.optional, mention.answering = _option_before(seen.low, left, words)
    if mention.optional:
        mention.outer, around, boxed = _left_edge(text, mention.outer)
        mention.boxed = mention.boxed or boxed
        mention.marked = mention.marked or (around and closes)
    mention.body = _label_end(text, mention)
    mention.ended = _ends(text, right) or _reason_follows(seen.low, right, words)
    mention.closing = len(text) - right <= 14 or not _ENDERS.isdisjoint(text[right : right + 14])
    mention.optional = mention.optional or _option_after(seen.low, mention, words)
    line = text.rfind("\n", max(0, mention.outer - 24), mention.outer) + 1
    if line == 0 and mention.outer > 24:
        return mention
    mention.initial = not text[line : mention.outer].strip(' \t-*#>•·–—+.0123456789)_"')
    return mention


def _ends(text: str, at: int) -> bool:
    """Whether a line or a sentence ends here, or a remark in brackets begins."""
    rest = text[at : at + 8].split("\n", maxsplit=1)[0]
    if rest[:1] == ".":
        return not rest[1:].strip(" \t*_") and (len(rest) < 8 or at + 8 >= len(text))
    return not rest.strip() or rest[0] in "。।！!۔;；؛" or rest.lstrip()[0] in "(（"


def _reason_follows(low: str, at: int, words: LetterWords) -> bool:
    """Whether a word such as "because" comes next."""
    while at < len(low) and low[at] in " ,،，":
        at += 1
    return low.startswith(words.because.plain, at)


def _left_edge(text: str, start: int) -> tuple[int, bool, bool]:
    at, marked, boxed = start, False, False
    while at > 0 and start - at < 60:
        character = text[at - 1]
        if character == "{":
            command = _COMMAND.search(text, max(0, at - 12), at - 1)
            if command is not None:
                at, marked = command.start(), True
                boxed = boxed or "boxed" in command[1]
                continue
        if character not in OPENING:
            break
        at -= 1
        marked = marked or character in MARKING
        if at > 0 and text[at - 1] == "\\":
            at -= 1
    return at, marked, boxed


def _right_edge(text: str, end: int) -> tuple[int, bool]:
    """Past the closing signs; whether the letter is closed, at once or with its text."""
    at = end
    while at < len(text) and at - end < 20:
        if text[at] in CLOSING:
            at += 1
        elif text[at] == "\\" and text[at + 1 : at + 2] in (")", "]"):
            at += 2
        else:
            break
    follows = text[end : end + 1]
    return at, at > end or follows in LABELLING or follows in ("", "\n")


def _option_before(low: str, left: int, words: LetterWords) -> tuple[int, bool, bool]:
    stop = left
    while stop > 0 and left - stop < 4 and low[stop - 1] in " \t#\u00a0":
        stop -= 1
    start = max(0, stop - 28)
    window = low[start:stop]
    if window.endswith(words.option.plain) or window.endswith(words.answer.plain):
        for source in (words.option, words.answer):
            for phrase, begins, _ in source.entries:
                at = stop - len(phrase)
                if window.endswith(phrase) and not (begins and at > 0 and is_word_character(low[at - 1])):
                    return at, True, words.answer.within(phrase)
    word = window[window.rfind(" ") + 1 :]
    if words.spaced and _inflected(word, words):
        return stop - len(word), True, False
    return left, False, False


def _inflected(word: str, words: LetterWords) -> bool:
    """Whether a word is one for "option" with an ending, as "pilihannya"."""
    return word.startswith(words.option.plain) and any(
        len(phrase) >= _STEM
        and word.startswith(phrase)
        and len(word) - len(phrase) <= _ENDING
        and all(map(is_word_character, word[len(phrase) :]))
        for phrase in words.option.plain
    )


def _option_after(low: str, mention: Mention, words: LetterWords) -> bool:
    if mention.labelled:
        return False
    follows = low[mention.right : mention.right + 24].lstrip(" -")
    return follows[1:2] != "" and follows.startswith(words.option.plain)


def _sets_off(text: str, at: int) -> bool:
    """Whether a comma or hyphen here separates; the scripts without spaces need none after it."""
    return text[at] not in ",，-" or text[at + 1 : at + 2] == " " or text[at + 1 : at + 2] >= "\u2e80"


def _label_end(text: str, mention: Mention) -> int:
    at = mention.right
    if text[at : at + 3] in _DASHES and not text[max(0, mention.left - 4) : mention.left].strip():
        mention.labelled = mention.itemised = True
        at += 3
    elif at < len(text) and text[at] in LABELLING and _sets_off(text, at):
        mention.labelled = True
        mention.itemised = text[at] not in ",，،"
        at += 1
    elif mention.right > mention.end and text[at - 1] in ")]":
        mention.labelled = mention.itemised = True
    while at < len(text) and at - mention.right < 12 and text[at] in " \t\"'“”«「『*_":
        at += 1
    return at
