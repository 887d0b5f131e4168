"""MMLU-ProX-Lite: examination questions with up to 10 options, a letter to choose."""

from collections.abc import Mapping, Sequence
from typing import Any

from hatscore.benchmarks.contract import Item
from hatscore.benchmarks.rows import read_rows
from hatscore.errors import UnreadableFile

_MOST_OPTIONS = 10


def items(content: bytes, name: str, languages: Sequence[str]) -> Mapping[str, tuple[Item, ...]]:
    r"""Items of one file, with option_0 to option_9 as upstream, or with a list of options.

    Parameters
    ----------
    content : bytes
        The file.
    name : str
        Its name.
    languages : sequence of str
        The one language of the file.

    Returns
    -------
    mapping of str to tuple of Item
        Named by question_id.

    Raises
    ------
    UnreadableFile
        If a row lacks something, or its letter and its index disagree.

    Examples
    --------
    >>> row = b'{"question_id": 70, "question": "?", "option_0": "x", "option_1": "y", "answer": "B"}'
    >>> items(row, "en.jsonl", ["en"])["en"][0].options
    ('x', 'y')
    """
    (language,) = languages
    found = []
    for number, row in enumerate(read_rows(content, name), 1):
        try:
            found.append(_item(row, language))
        except (KeyError, ValueError) as error:
            what = f"it has no {error}" if isinstance(error, KeyError) else str(error)
            raise UnreadableFile(f"{name}, row {number}: {what}.") from None
    return {language: tuple(found)}


def _item(row: Mapping[str, Any], language: str) -> Item:
    options = row["options"] if "options" in row else _numbered(row)
    gold = str(row["answer"]).strip().upper()
    place = ord(gold) - 65 if len(gold) == 1 else -1
    if not 0 <= place < len(options) <= _MOST_OPTIONS:
        raise ValueError(f"the answer {gold!r} is no letter of {len(options)} options")
    if row.get("answer_index") not in (None, place):
        raise ValueError(f"answer {gold!r} and answer_index {row['answer_index']} disagree")
    name = row["question_id"] if "question_id" in row else row["question_id_inferred"]
    return Item(
        item=str(name),
        language=language,
        source_language="en",
        question=str(row["question"]).strip(),
        gold=gold,
        options=tuple(str(option).strip() for option in options),
        subset=str(row.get("category") or ""),
        worked=str(row.get("cot_content") or "").strip(),
    )


def _numbered(row: Mapping[str, Any]) -> list[Any]:
    options = [row.get(f"option_{place}") for place in range(_MOST_OPTIONS)]
    count = next((place for place, option in enumerate(options) if option is None), _MOST_OPTIONS)
    if any(option is not None for option in options[count:]):
        raise ValueError(f"option_{count} is missing and a later one is there")
    return options[:count]
