"""Rows of a user's table into items that are parallel across languages."""

import json
from collections.abc import Mapping, Sequence

from hatscore.answers.grading import as_text, gold_letter, gold_number
from hatscore.benchmarks.contract import Item, Kind
from hatscore.benchmarks.rows import Row
from hatscore.errors import InputError, InvalidArgument

COLUMNS = (
    *("item", "language", "question", "answer", "options", "accepted"),
    *("source_language", "passage", "subset", "worked"),
)
"""Columns that mean something; others are kept out."""

Items = Mapping[str, tuple[Item, ...]]


class InvalidItems(InputError):
    """The items of a benchmark are not complete, not parallel, or have answers of another kind."""


def by_language(rows: Sequence[Row], kind: Kind, source: str, name: str) -> Items:
    """Items of each language, in the order of their rows.

    Parameters
    ----------
    rows : sequence of dict
        With item, language, question, answer, and whichever of the other `COLUMNS`.
    kind : {'number', 'letter', 'text'}
        What is asked for.
    source : str
        Source language of all items, or ``item`` to take it from the column source_language.
    name : str
        Of the file, for messages.

    Returns
    -------
    mapping of str to tuple of Item

    Raises
    ------
    InvalidItems
        Naming the row.

    Examples
    --------
    >>> row = {"item": 1, "language": "de", "question": "2 + 3?", "answer": "5"}
    >>> by_language([row], "number", "en", "items.csv")["de"][0].gold
    '5'
    """
    found: dict[str, list[Item]] = {}
    for number, row in enumerate(rows, 1):
        try:
            item = _item(row, kind, source)
        except InvalidArgument as error:
            raise InvalidItems(f"{name}, row {number}: {error}") from None
        found.setdefault(item.language, []).append(item)
    if not found:
        raise InvalidItems(f"{name} has no rows.")
    return {language: tuple(found[language]) for language in sorted(found)}


def check_parallel(items: Items, kind: Kind, name: str) -> None:
    """Complain where languages do not have the same items with the same answers.

    Parameters
    ----------
    items : mapping of str to tuple of Item
        By language.
    kind : {'number', 'letter', 'text'}
        Numbers, letters and the number of options must agree; texts cannot.
    name : str
        Of the file, for messages.

    Raises
    ------
    InvalidItems
        Naming the languages and items.
    """
    first, *others = items
    for language, listed in items.items():
        names = [item.item for item in listed]
        if twice := [one for one in dict.fromkeys(names) if names.count(one) > 1]:
            raise InvalidItems(f"{name}: items {_some(twice)} occur twice in {language}.")
    reference = {item.item: item for item in items[first]}
    for language in others:
        here = {item.item: item for item in items[language]}
        if apart := sorted(here.keys() ^ reference.keys()):
            raise InvalidItems(
                f"{name}: {first} and {language} do not have the same items; only one of them has "
                f"{_some(apart)}. Every item is needed in every language."
            )
        for one, item in here.items():
            _check_same(item, reference[one], kind, name)
        if list(here) != list(reference):
            raise InvalidItems(f"{name}: {first} and {language} have their items in another order.")


def _check_same(item: Item, other: Item, kind: Kind, name: str) -> None:
    pairs = {"source_language": (item.source_language, other.source_language)}
    if kind != "text":
        pairs["answer"] = (item.gold, other.gold)
    pairs["number of options"] = (str(len(item.options)), str(len(other.options)))
    for what, (here, there) in pairs.items():
        if here != there:
            raise InvalidItems(
                f"{name}, item {item.item}: the {what} is {here} in {item.language} and {there} in "
                f"{other.language}; it must be the same."
            )


def _item(row: Row, kind: Kind, source: str) -> Item:
    needed = ["item", "language", "question", "answer", *(["options"] if kind == "letter" else [])]
    needed += ["source_language"] if source == "item" else []
    cells = {key: row.get(key) for key in COLUMNS}
    if missing := [key for key in needed if cells[key] is None or not str(cells[key]).strip()]:
        raise InvalidArgument(f"{', '.join(missing)} must be there and not empty.")
    options = _parts(cells["options"])
    answer = str(cells["answer"]).strip()
    if kind == "number":
        answer = as_text(gold_number(answer)) or ""
    elif kind == "letter":
        answer = gold_letter(answer, options)
    elif options and answer not in options:
        raise InvalidArgument(f"the answer {answer!r} must be one of the options, letter for letter.")
    passage = cells["passage"]
    return Item(
        item=str(cells["item"]).strip(),
        language=str(cells["language"]).strip(),
        source_language=str(cells["source_language"]).strip() if source == "item" else source,
        question=str(cells["question"]).strip(),
        gold=answer,
        options=options,
        accepted=_parts(cells["accepted"]),
        passage=str(passage).strip() if passage else None,
        subset=str(cells["subset"] or "").strip(),
        worked=str(cells["worked"] or "").strip(),
    )


def _parts(cell: object) -> tuple[str, ...]:
    """A list from JSON Lines, a JSON list in a cell, or texts with | between them."""
    if isinstance(cell, str) and cell.lstrip().startswith("["):
        try:
            cell = json.loads(cell)
        except ValueError:
            raise InvalidArgument(f"{cell!r} starts like a JSON list and is none.") from None
    parts = cell if isinstance(cell, list) else str(cell or "").split("|")
    return tuple(text for part in parts if (text := str(part).strip()))


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")
