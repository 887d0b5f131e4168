"""How an item is asked: instruction and answer line in the language of the item."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from hatscore.benchmarks.contract import Item, Kind, Message
from hatscore.errors import InvalidArgument

_FOLDER = Path(__file__).parent / "prompts"


@dataclass(frozen=True, slots=True)
class Prompt:
    """Wording around an item, in one language and for one kind of answer.

    Attributes
    ----------
    instruction : str
        What to do, and where to write the answer.
    answer : str
        The word that announces the answer, without a colon.
    options : str
        The words that announce options listed as text, without a colon.
    """

    instruction: str
    answer: str
    options: str


@cache
def prompt_languages() -> tuple[str, ...]:
    """Languages that prompts are written in, in alphabetical order.

    Returns
    -------
    tuple of str

    Examples
    --------
    >>> len(prompt_languages())
    30
    """
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))


@cache
def read_prompt(language: str, kind: Kind) -> Prompt:
    """The wording for a language and a kind of answer.

    Parameters
    ----------
    language : str
        One of `prompt_languages`.
    kind : {'number', 'letter', 'text'}
        What is asked for.

    Returns
    -------
    Prompt

    Raises
    ------
    InvalidArgument
        If there is none in this language.

    Examples
    --------
    >>> read_prompt("de", "text").answer
    'Antwort'
    """
    if language not in prompt_languages():
        raise InvalidArgument(
            f"there is no prompt in {language!r}. There are prompts in {', '.join(prompt_languages())}; "
            f"a benchmark of your own brings others in its table [prompts.{language}]."
        )
    table = tomllib.loads((_FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
    return Prompt(table[kind]["instruction"], table["answer"]["text"], table["options"]["text"])


def built_in_prompts(languages: Sequence[str], kind: Kind) -> Mapping[str, Prompt]:
    """The wording for several languages.

    Parameters
    ----------
    languages : sequence of str
        Each one of `prompt_languages`.
    kind : {'number', 'letter', 'text'}
        What is asked for.

    Returns
    -------
    mapping of str to Prompt

    Examples
    --------
    >>> sorted(built_in_prompts(("sw", "en"), "number"))
    ['en', 'sw']
    """
    return {language: read_prompt(language, kind) for language in languages}


def ask(item: Item, prompt: Prompt, kind: Kind) -> str:
    r"""The text of the turn that asks an item.

    Parameters
    ----------
    item : Item
        What is asked.
    prompt : Prompt
        Wording in its language.
    kind : {'number', 'letter', 'text'}
        Options stand under letters for ``letter``, else in one line.

    Returns
    -------
    str

    Examples
    --------
    >>> item = Item("1", "en", "en", "Which is a fruit?", "B", ("stone", "apple"))
    >>> print(ask(item, Prompt("Choose.", "Answer", "Possible answers"), "letter"))
    Choose.
    <BLANKLINE>
    Which is a fruit?
    A. stone
    B. apple
    """
    lines = [prompt.instruction, "", item.question]
    if kind == "letter":
        lines += [f"{chr(65 + place)}. {option}" for place, option in enumerate(item.options)]
    elif item.options:
        lines.append(f"{prompt.options}: {' / '.join(item.options)}")
    return "\n".join(lines)


def shown_answer(item: Item, prompt: Prompt) -> str:
    r"""The text of the turn that answers an example.

    Parameters
    ----------
    item : Item
        The example.
    prompt : Prompt
        Wording in its language.

    Returns
    -------
    str

    Examples
    --------
    >>> shown_answer(Item("1", "de", "de", "2 + 3?", "5"), Prompt("", "Antwort", ""))
    'Antwort: 5'
    """
    line = f"{prompt.answer}: {item.gold}"
    return f"{item.worked}\n{line}" if item.worked else line


def conversation(item: Item, examples: Sequence[Item], prompt: Prompt, kind: Kind) -> tuple[Message, ...]:
    """Turns that show examples and then ask an item.

    Parameters
    ----------
    item : Item
        What is asked.
    examples : sequence of Item
        Shown before it, with their answers.
    prompt : Prompt
        Wording in the language of all of them.
    kind : {'number', 'letter', 'text'}
        What is asked for.

    Returns
    -------
    tuple of Message
        The last is the user's.

    Examples
    --------
    >>> item = Item("1", "en", "en", "Two and three?", "5")
    >>> [turn.role for turn in conversation(item, [item], Prompt("Add.", "Answer", ""), "number")]
    ['user', 'assistant', 'user']
    """
    turns: list[Message] = []
    for example in examples:
        turns.append(Message("user", ask(example, prompt, kind)))
        turns.append(Message("assistant", shown_answer(example, prompt)))
    return (*turns, Message("user", ask(item, prompt, kind)))
