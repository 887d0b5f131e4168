"""Texts of tables: checked, and parsed as CSV, TSV or JSON Lines."""

import codecs
import io
import json
from pathlib import Path
from typing import Any

import polars as pl

from hatscore.errors import UnreadableFile
from hatscore.wording import listing

_WINDOW = 16 * 2**20
_DEEPEST = 1000


def check_text(raw: bytes, path: Path, *, start: int = 0, first: int = 1) -> None:
    """See that bytes are text.

    Parameters
    ----------
    raw : bytes
        A text or a piece of it, from the beginning of a line.
    path : Path
        For messages.
    start, first : int
        Place of the first byte, and number of the first line.

    Raises
    ------
    UnreadableFile
        If they are not UTF-8, or hold zeros.
    """
    fault = _first_fault(raw)
    if fault is not None:
        line = raw.count(b"\n", 0, fault) + first
        raise UnreadableFile(
            f"{path} is not UTF-8 text (byte {start + fault}, line {line}); save it as UTF-8, or give it "
            "its right ending if it is Parquet or Arrow."
        )
    if b"\x00" in raw:
        raise UnreadableFile(f"{path} holds binary data, not text; check its ending.")


def _first_fault(raw: bytes) -> int | None:
    """Place of the first byte that is not UTF-8; by windows, as decoded text may be four times as large."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    for start in range(0, len(raw), _WINDOW):
        window = raw[start : start + _WINDOW]
        try:
            decoder.decode(window, final=start + _WINDOW >= len(raw))
        except UnicodeDecodeError as error:
            # The decoder's bytes include those of a character that began in the window before.
            return start - (len(error.object) - len(window)) + error.start
    return None


def check_header(text: bytes, path: Path, ending: str) -> None:
    """See that each column of a CSV or TSV text has a name of its own.

    Parameters
    ----------
    text : bytes
        UTF-8.
    path : Path
        For messages.
    ending : {'.csv', '.tsv'}
        What it is.

    Raises
    ------
    UnreadableFile
        If a name occurs twice.
    """
    header = text.split(b"\n", 1)[0].decode().rstrip("\r")
    names = [name.strip().strip('"') for name in header.split("\t" if ending == ".tsv" else ",")]
    repeated = sorted({name for name in names if names.count(name) > 1})
    if repeated:
        raise UnreadableFile(f"{path} has the column {listing(repeated)} twice; rename one of them.")


def parse_csv(text: bytes, path: Path, ending: str) -> pl.DataFrame:
    """Rows of a CSV or TSV text.

    Parameters
    ----------
    text : bytes
        UTF-8.
    path : Path
        For messages.
    ending : {'.csv', '.tsv'}
        What it is.

    Returns
    -------
    polars.DataFrame
        Text columns.

    Raises
    ------
    UnreadableFile
        If it is no such table, or has no rows.
    """
    check_header(text, path, ending)
    frame = csv_rows(text.rstrip(b"\r\n") + b"\n", path, ending)
    if frame.height == 0:
        raise UnreadableFile(f"{path} has a header and no rows; there is nothing to score in it.")
    return frame


def csv_rows(text: bytes, path: Path, ending: str) -> pl.DataFrame:
    """Rows under a header; a blank line is a row without values.

    Parameters
    ----------
    text : bytes
        UTF-8.
    path : Path
        For messages.
    ending : {'.csv', '.tsv'}
        What it is.

    Returns
    -------
    polars.DataFrame
        Text columns.

    Raises
    ------
    UnreadableFile
        If it is no such table.
    """
    try:
        # infer_schema=False: the table's own types are set, and failures named, in `conform`.
        return pl.read_csv(text, separator="\t" if ending == ".tsv" else ",", infer_schema=False)
    except pl.exceptions.PolarsError as error:
        raise UnreadableFile(
            f"{path} is not a {ending[1:].upper()} table ({reason(error)}); look for a row with too "
            "many fields or an open quotation mark."
        ) from None


def parse_lines(text: bytes, path: Path, *, first: int = 1) -> pl.DataFrame:
    """Rows of a JSON Lines text.

    Parameters
    ----------
    text : bytes
        UTF-8.
    path : Path
        For messages.
    first : int
        Number of the first line.

    Returns
    -------
    polars.DataFrame

    Raises
    ------
    UnreadableFile
        Naming the first line that is not a JSON object.
    """
    if _too_deep(text):
        return lines_as_text(text, path, first=first)
    try:
        return pl.read_ndjson(io.BytesIO(text), infer_schema_length=None)
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException):
        # Slower, and says which line is wrong; columns of mixed types become text.
        return lines_as_text(text, path, first=first)


def _too_deep(text: bytes) -> bool:
    """Whether Polars might end the process: before 2.1 nesting has no bound, and the stack runs over."""
    if tuple(map(int, pl.__version__.split(".")[:2])) >= (2, 1):
        return False
    return any(line.count(b"[") + line.count(b"{") > _DEEPEST for line in io.BytesIO(text))


def lines_as_text(text: bytes, path: Path, *, first: int = 1) -> pl.DataFrame:
    """Rows of a JSON Lines text, every value as text.

    Parameters
    ----------
    text : bytes
        UTF-8.
    path : Path
        For messages.
    first : int
        Number of the first line.

    Returns
    -------
    polars.DataFrame

    Raises
    ------
    UnreadableFile
        Naming the first line that is not a JSON object.
    """
    rows = json_lines(text, path, first=first)
    names = list(dict.fromkeys(name for row in rows for name in row))
    columns = {name: [_as_text(row.get(name)) for row in rows] for name in names}
    return pl.DataFrame(columns, schema=dict.fromkeys(names, pl.String))


def json_lines(text: bytes, path: Path, *, first: int = 1) -> list[dict[str, Any]]:
    """Objects of a JSON Lines file.

    Parameters
    ----------
    text : bytes
        From `hatscore.attempts.files.read_text`.
    path : Path
        For messages.
    first : int
        Number of the first line.

    Returns
    -------
    list of dict

    Raises
    ------
    UnreadableFile
        Naming the first line that is not a JSON object.
    """
    rows = []
    for number, line in enumerate(text.split(b"\n"), first):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise no_json(path, number, error) from None
        if not isinstance(row, dict):
            raise no_object(path, number, row)
        rows.append(whole_characters(row))
    return rows


def no_json(path: Path, number: int, error: Exception) -> UnreadableFile:
    """What is wrong with a line that cannot be parsed.

    Parameters
    ----------
    path : Path
        The file.
    number : int
        Of the line.
    error : Exception
        Of the parser.

    Returns
    -------
    UnreadableFile
    """
    return UnreadableFile(f"{path}, line {number} is not JSON ({error}); is the file cut short?")


def no_object(path: Path, number: int, value: object) -> UnreadableFile:
    """What is wrong with a line that holds something else.

    Parameters
    ----------
    path : Path
        The file.
    number : int
        Of the line.
    value : object
        What it holds.

    Returns
    -------
    UnreadableFile
    """
    return UnreadableFile(
        f"{path}, line {number} holds a {type(value).__name__}, not an object with named fields; write one "
        "JSON object a line."
    )


def whole_characters(value: Any) -> Any:
    """A JSON value without halves of characters.

    Parameters
    ----------
    value : Any
        As parsed; Python's reader lets a surrogate pass whose other half a token cap cut off.

    Returns
    -------
    Any
        With U+FFFD in place of each, since half a character is no text.
    """
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, list):
        return [whole_characters(entry) for entry in value]
    if isinstance(value, dict):
        return {whole_characters(key): whole_characters(entry) for key, entry in value.items()}
    return value


def _as_text(value: object) -> str | None:
    if value is None or isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False)


def reason(error: BaseException) -> str:
    """First line of an error, to stand inside a sentence.

    Parameters
    ----------
    error : BaseException
        Of another library.

    Returns
    -------
    str
    """
    return str(error).strip().split("\n")[0].rstrip(".")
