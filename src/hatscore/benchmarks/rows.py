"""Bytes of a data file into rows, by the ending of its name."""

import csv
import gzip
import io
import json
import zlib
from typing import Any

import polars as pl

from hatscore.errors import UnknownFormat, UnreadableFile

Row = dict[str, Any]


def read_rows(content: bytes, name: str) -> list[Row]:
    r"""Rows of a Parquet, JSON Lines, CSV or TSV file; the last three may be compressed with gzip.

    Parameters
    ----------
    content : bytes
        The whole file.
    name : str
        Its name, for the ending and for messages.

    Returns
    -------
    list of dict

    Raises
    ------
    UnknownFormat
        If the ending is another.
    UnreadableFile
        If the content is damaged or not what the ending says.

    Examples
    --------
    >>> read_rows(b'{"item": "1", "answer": 4}\n', "items.jsonl")
    [{'item': '1', 'answer': 4}]
    >>> read_rows(b"item,answer\n1,4\n", "items.csv")
    [{'item': '1', 'answer': '4'}]
    """
    try:
        if name.endswith(".gz"):
            content, name = gzip.decompress(content), name.removesuffix(".gz")
        if name.endswith(".parquet"):
            return pl.read_parquet(io.BytesIO(content)).to_dicts()
        if name.endswith(".jsonl"):
            return _json_lines(_text(content), name)
        if name.endswith(".csv"):
            return _table(csv.DictReader(io.StringIO(_text(content), newline=""), strict=True), name)
        if name.endswith(".tsv"):
            return _table(_unquoted(_text(content)), name)
    except (OSError, EOFError, zlib.error, UnicodeDecodeError, csv.Error, pl.exceptions.PolarsError) as error:
        raise UnreadableFile(f"{name} is damaged or not what its name says: {error}.") from None
    raise UnknownFormat(f"{name} is none of .parquet, .jsonl, .csv, .tsv (or .gz of the last three).")


def read_pairs(content: bytes, name: str) -> list[tuple[str, str]]:
    r"""Pairs from a file without header or quoting, one pair a line, with one tab between.

    Parameters
    ----------
    content : bytes
        The whole file.
    name : str
        Its name, for messages.

    Returns
    -------
    list of tuple of str

    Raises
    ------
    UnreadableFile
        If a line has not exactly one tab, or the content is no UTF-8.

    Examples
    --------
    >>> read_pairs(b'Say "two".\t2\n', "mgsm_en.tsv")
    [('Say "two".', '2')]
    """
    try:
        lines = _lines(_text(content))
    except UnicodeDecodeError as error:
        raise UnreadableFile(f"{name} is not UTF-8 text: {error}.") from None
    pairs = []
    for number, line in lines:
        left, tab, right = line.partition("\t")
        if not tab or "\t" in right:
            raise UnreadableFile(f"{name}, line {number}: expected question, one tab, answer.")
        pairs.append((left, right))
    return pairs


def _text(content: bytes) -> str:
    return content.decode("utf-8-sig")


def _lines(text: str) -> list[tuple[int, str]]:
    """Lines that hold something; str.splitlines would also split at rare characters inside a text."""
    lines = text.replace("\r\n", "\n").split("\n")
    return [(number, line) for number, line in enumerate(lines, 1) if line.strip()]


def _json_lines(text: str, name: str) -> list[Row]:
    rows = []
    for number, line in _lines(text):
        try:
            row = json.loads(line)
        except ValueError as error:
            raise UnreadableFile(f"{name}, line {number} is no JSON: {error}.") from None
        if not isinstance(row, dict):
            raise UnreadableFile(f"{name}, line {number} is no JSON object.")
        rows.append(row)
    return rows


def _unquoted(text: str) -> Any:
    return csv.DictReader((line for _, line in _lines(text)), delimiter="\t", quoting=csv.QUOTE_NONE)


def _table(reader: Any, name: str) -> list[Row]:
    rows = []
    for number, row in enumerate(reader, 1):
        if None in row or None in row.values():
            columns = len(reader.fieldnames)
            raise UnreadableFile(f"{name}, row {number}: expected {columns} cells, as in the header.")
        rows.append(row)
    return rows
