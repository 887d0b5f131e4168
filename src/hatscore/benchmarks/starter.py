"""The starter: 40 sums and 40 everyday facts in 12 languages, written for hatscore and shipped with it.

Two benchmarks, because a benchmark asks for one kind of answer: ``starter_sums`` for a number,
``starter_facts`` for a short text with options to choose from. Each has three more items, shown as
examples. The sums are written by ``scripts/make_starter.py``, the facts by hand.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from hatscore.benchmarks.contract import Item, Manifest
from hatscore.benchmarks.rows import read_rows

_FOLDER = Path(__file__).parent / "starter"
_EXAMPLE = "example"


def starter_file(name: str, language: str) -> Path:
    """The file that holds a part of the starter in one language.

    Parameters
    ----------
    name : str
        ``starter_sums`` or ``starter_facts``.
    language : str
        One of its languages.

    Returns
    -------
    Path

    Examples
    --------
    >>> starter_file("starter_sums", "sw").name
    'sw.tsv'
    """
    return _FOLDER / name.removeprefix("starter_") / f"{language}.tsv"


def items(content: bytes, name: str, languages: Sequence[str]) -> Mapping[str, tuple[Item, ...]]:
    r"""Items and examples of one file.

    Parameters
    ----------
    content : bytes
        The file: item, question, answer and, for facts, accepted and wrong answers.
    name : str
        Its name.
    languages : sequence of str
        The one language of the file.

    Returns
    -------
    mapping of str to tuple of Item

    Examples
    --------
    >>> fact = b"item\tquestion\tanswer\taccepted\twrong\nfact02\tDays?\t7\tseven\t5|6|8\n"
    >>> items(fact, "en.tsv", ["en"])["en"][0].options
    ('5', '6', '7', '8')
    """
    (language,) = languages
    found = []
    for row in read_rows(content, name):
        wrong = _parts(row.get("wrong", ""))
        # The same place in every language, and every place equally often.
        place = int(row["item"][-2:]) % 4
        found.append(
            Item(
                item=row["item"],
                language=language,
                source_language="en",
                question=row["question"],
                gold=row["answer"],
                options=(*wrong[:place], row["answer"], *wrong[place:]) if wrong else (),
                accepted=_parts(row.get("accepted", "")),
            )
        )
    return {language: tuple(found)}


def is_example(item: Item) -> bool:
    """Whether an item is shown as an example and not scored.

    Parameters
    ----------
    item : Item
        Of the starter.

    Returns
    -------
    bool

    Examples
    --------
    >>> is_example(Item("example01", "en", "en", "?", "1"))
    True
    """
    return item.item.startswith(_EXAMPLE)


def read_starter(manifest: Manifest, language: str) -> tuple[Item, ...]:
    """All items of a part of the starter, examples last.

    Parameters
    ----------
    manifest : Manifest
        Of ``starter_sums`` or ``starter_facts``.
    language : str
        One of its languages.

    Returns
    -------
    tuple of Item

    Examples
    --------
    >>> from hatscore.benchmarks.manifest_files import read_manifest
    >>> len(read_starter(read_manifest("starter_sums"), "th"))
    43
    """
    path = starter_file(manifest.name, language)
    return items(path.read_bytes(), path.name, [language])[language]


def _parts(cell: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in cell.split("|") if part.strip())
