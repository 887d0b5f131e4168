"""MGSM-Rev2: grade-school word problems, an integer to find."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from hatscore.answers.grading import as_text, gold_number
from hatscore.benchmarks.contract import Item
from hatscore.benchmarks.rows import read_pairs, read_rows
from hatscore.errors import InvalidArgument, UnreadableFile


def items(content: bytes, name: str, languages: Sequence[str]) -> Mapping[str, tuple[Item, ...]]:
    r"""Items of one file: upstream TSV, or Parquet or JSON Lines with question and answer_number.

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
        Named by row, from 1, as in other harnesses and in the list of replaced questions.

    Raises
    ------
    UnreadableFile
        If a row has no question or no number.

    Examples
    --------
    >>> items(b"Two and 1,998?\t2,000\n", "mgsm_en.tsv", ["en"])["en"][0].gold
    '2000'
    """
    (language,) = languages
    pairs = read_pairs(content, name) if name.endswith(".tsv") else _pairs(read_rows(content, name), name)
    found = []
    for row, (question, answer) in enumerate(pairs, 1):
        try:
            gold = as_text(gold_number(answer)) or ""
        except InvalidArgument as error:
            raise UnreadableFile(f"{name}, row {row}: {error}") from None
        found.append(Item(str(row), language, "en", question.strip(), gold))
    return {language: tuple(found)}


def _pairs(rows: Sequence[Mapping[str, Any]], name: str) -> list[tuple[str, str]]:
    """The column answer holds a worked solution, or nothing, where there is answer_number."""
    pairs = []
    for number, row in enumerate(rows, 1):
        answer = row.get("answer_number", row.get("answer"))
        if not row.get("question") or answer is None:
            raise UnreadableFile(f"{name}, row {number}: expected question and answer_number.")
        text = format(Decimal(str(answer)).normalize(), "f") if isinstance(answer, float) else str(answer)
        pairs.append((str(row["question"]), text))
    return pairs
