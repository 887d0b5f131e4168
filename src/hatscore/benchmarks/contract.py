"""What a benchmark is made of: items, messages, and the manifest that says what must be in it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from hatscore.errors import InputError

Kind = Literal["number", "letter", "text"]
"""What a benchmark asks for."""

Split = Literal["test", "examples"]
"""The items that are scored, and those that may be shown before them."""


class BenchmarkMismatch(InputError):
    """The text that was read is not the text of the benchmark; refused every time."""


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation.

    Attributes
    ----------
    role : {'user', 'assistant'}
        Who speaks.
    content : str
        What is said.
    """

    role: Literal["user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True)
class Item:
    """One item in one language.

    Attributes
    ----------
    item : str
        Name of the item, the same in every language.
    language, source_language : str
        Language of this text, and the language in which the item was first written.
    question : str
        What is asked.
    gold : str
        The right answer: a number with a point for decimals, a capital letter, or a text.
    options : tuple of str
        Texts to choose from; for letters the first is A.
    accepted : tuple of str
        Texts that are right besides `gold`.
    passage : str or None
        A text that holds the answer; for judges, never shown to the system.
    subset : str
        Part of the benchmark, such as a subject.
    worked : str
        A worked solution, in items that are shown as examples.

    Examples
    --------
    >>> Item("1", "de", "en", "Was ist 2 + 3?", "5").language
    'de'
    """

    item: str
    language: str
    source_language: str
    question: str
    gold: str
    options: tuple[str, ...] = ()
    accepted: tuple[str, ...] = ()
    passage: str | None = None
    subset: str = ""
    worked: str = ""


@dataclass(frozen=True, slots=True)
class Home:
    """Where a benchmark is published.

    Attributes
    ----------
    address : str
        For people.
    repo, revision : str
        Name of a data set on a hub and the commit that is read; empty where nothing is fetched.
    files : mapping of str to str
        By split, a regular expression that finds its file; ``{language}`` stands for the language.
    """

    address: str
    repo: str = ""
    revision: str = ""
    files: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a benchmark must hold, and what may be done with it.

    Attributes
    ----------
    name, title : str
        As written on the command line, and for people.
    kind : {'number', 'letter', 'text'}
        What is asked for.
    source : str
        Source language of all items, or ``item`` where each has its own.
    revision : str
        Of the text that the fingerprints belong to.
    languages : tuple of str
        In alphabetical order.
    rows, fingerprints : mapping of str to int, str
        By language, the number of items and the SHA-256 of their canonical text.
    example_rows, example_fingerprints : mapping of str to int, str
        The same for the items shown as examples; empty where there are none.
    known_items : tuple of str
        The items that the fingerprints cover; empty for all. Where some are named, data that holds
        just these is accepted as an excerpt.
    named_by_row : bool
        Whether items enter the fingerprint with their row instead of their name.
    homes : tuple of Home
        Where it is published, the one that is fetched first.
    local : mapping of str to tuple of str
        By split, patterns of file names in a local copy.
    licence, citation : str
        Of the text.
    redistributable : bool
        Whether its licence is known to allow passing it on.
    """

    name: str
    title: str
    kind: Kind
    source: str
    revision: str
    languages: tuple[str, ...]
    rows: Mapping[str, int]
    fingerprints: Mapping[str, str]
    licence: str
    citation: str
    redistributable: bool
    homes: tuple[Home, ...] = ()
    local: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    example_rows: Mapping[str, int] = field(default_factory=dict)
    example_fingerprints: Mapping[str, str] = field(default_factory=dict)
    known_items: tuple[str, ...] = ()
    named_by_row: bool = False
