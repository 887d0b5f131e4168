"""Tables in files: decompress, parse, write; with one clear sentence when a file is damaged."""

import codecs
import gzip
import io
import json
from pathlib import Path
from typing import Any

import polars as pl

from hatscore.attempts.unpacking import COMPRESSIONS, LONGEST_LINE, opening, pieces, zstd
from hatscore.errors import InvalidArgument, UnreadableFile
from hatscore.wording import listing

TABLE_ENDINGS = (".csv", ".tsv", ".jsonl", ".ndjson", ".parquet", ".arrow", ".feather", ".ipc")
_WINDOW = 16 * 2**20
_BINARY = (".parquet", ".arrow", ".feather", ".ipc")


def table_ending(path: Path) -> str:
    """The ending that says what a file holds, without a compression's.

    Parameters
    ----------
    path : Path
        Name of the file.

    Returns
    -------
    str
        Lower case, with the dot; empty when there is none.

    Examples
    --------
    >>> table_ending(Path("runs/a.JSONL.gz"))
    '.jsonl'
    """
    endings = [suffix.lower() for suffix in path.suffixes]
    if endings and endings[-1] in COMPRESSIONS:
        endings.pop()
    return endings[-1] if endings else ""


def read_bytes(path: Path, *, longest_line: int | None = None) -> bytes:
    """Content of a file, decompressed by what it is and not by its name.

    Parameters
    ----------
    path : Path
        A file, plain, gzip or Zstandard.
    longest_line : int, optional
        Bytes that a line may have; None is any number.

    Returns
    -------
    bytes

    Raises
    ------
    UnreadableFile
        If it is missing, empty, a directory, its compression is damaged or a bomb, or a line is too long.
    """
    raw = b"".join(pieces(path, longest_line=longest_line))
    if not raw or raw.isspace():
        raise UnreadableFile(f"{path} is empty; there is nothing to score in it.")
    return raw


def read_text(path: Path, *, longest_line: int | None = None) -> bytes:
    """Content of a text file as UTF-8 without a byte order mark.

    Parameters
    ----------
    path : Path
        A file, plain or compressed.
    longest_line : int, optional
        Bytes that a line may have; None is any number.

    Returns
    -------
    bytes
        Valid UTF-8, no byte order mark.

    Raises
    ------
    UnreadableFile
        If it is not text.
    """
    raw = read_bytes(path, longest_line=longest_line)
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            raw = raw.decode("utf-16").encode()
        except UnicodeDecodeError:
            raise UnreadableFile(f"{path} is not text; give CSV, JSONL, Parquet or Arrow.") from None
    raw = raw.removeprefix(b"\xef\xbb\xbf")
    if not raw or raw.isspace():
        raise UnreadableFile(f"{path} is empty; there is nothing to score in it.")
    fault = _first_fault(raw)
    if fault is not None:
        line = raw.count(b"\n", 0, fault) + 1
        raise UnreadableFile(
            f"{path} is not UTF-8 text (byte {fault}, line {line}); save it as UTF-8, or give it "
            "its right ending if it is Parquet or Arrow."
        )
    if b"\x00" in raw:
        raise UnreadableFile(f"{path} holds binary data, not text; check its ending.")
    return raw


def _first_fault(raw: bytes) -> int | None:
    """Place of the first byte that is not UTF-8; by windows, as decoded text may be four times as large."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    for start in range(0, len(raw), _WINDOW):
        window = raw[start : start + _WINDOW]
        try:
            decoder.decode(window, final=start + _WINDOW >= len(raw))
        except UnicodeDecodeError as error:
            return start - (len(error.object) - len(window)) + error.start
    return None


def first_line(path: Path) -> bytes:
    """First line of a text file, without reading the rest where that can be helped.

    Parameters
    ----------
    path : Path
        A file, plain or compressed.

    Returns
    -------
    bytes
        Empty where the file is damaged at its start.
    """
    try:
        line = opening(path)
    except UnreadableFile:
        return b""
    if line.startswith((b"\xff\xfe", b"\xfe\xff")):
        return read_text(path, longest_line=LONGEST_LINE).split(b"\n", 1)[0]
    return line.removeprefix(b"\xef\xbb\xbf")


def read_table(path: Path) -> pl.LazyFrame:
    """Rows of a table file; Parquet and Arrow are not read before they are needed.

    Parameters
    ----------
    path : Path
        Ends in one of `TABLE_ENDINGS`, possibly with a compression's ending after it.

    Returns
    -------
    polars.LazyFrame
        CSV columns are text, so that no item number loses its zeros.

    Raises
    ------
    UnreadableFile
        If it is damaged, or is not what its ending says.
    """
    ending = table_ending(path)
    if ending in (".parquet", ".arrow", ".feather", ".ipc"):
        return _scan(path, ending)
    text = read_text(path, longest_line=LONGEST_LINE)
    return _parse_lines(text, path) if ending in (".jsonl", ".ndjson") else _parse_csv(text, path, ending)


def json_lines(text: bytes, path: Path) -> list[dict[str, Any]]:
    """Objects of a JSON Lines file.

    Parameters
    ----------
    text : bytes
        From `read_text`.
    path : Path
        For messages.

    Returns
    -------
    list of dict

    Raises
    ------
    UnreadableFile
        Naming the first line that is not a JSON object.
    """
    rows = []
    for number, line in enumerate(text.split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise UnreadableFile(
                f"{path}, line {number} is not JSON ({error}); is the file cut short?"
            ) from None
        if not isinstance(row, dict):
            raise UnreadableFile(
                f"{path}, line {number} holds a {type(row).__name__}, not an object with named "
                "fields; write one JSON object a line."
            )
        rows.append(row)
    return rows


def write_table(frame: pl.DataFrame, path: Path) -> None:
    """Write a table; the name's ending chooses the form.

    Parameters
    ----------
    frame : polars.DataFrame
        The rows.
    path : Path
        Ends in .parquet, .arrow, .csv, .tsv or .jsonl, the last three also with .gz or .zst.

    Raises
    ------
    InvalidArgument
        If the ending is another, or the place cannot be written to.
    """
    ending = table_ending(path)
    if ending not in TABLE_ENDINGS:
        raise InvalidArgument(
            f"cannot tell the form of {path} from its name; end it in {', '.join(TABLE_ENDINGS)}."
        )
    if ending in _BINARY and path.suffix.lower() in COMPRESSIONS:
        raise InvalidArgument(
            f"cannot compress {path} as a whole, {ending} is compressed inside; leave out {path.suffix}."
        )
    buffer = io.BytesIO()
    if ending == ".parquet":
        frame.write_parquet(buffer)
    elif ending in (".arrow", ".feather", ".ipc"):
        frame.write_ipc(buffer)
    elif ending in (".jsonl", ".ndjson"):
        frame.write_ndjson(buffer)
    else:
        frame.write_csv(buffer, separator="\t" if ending == ".tsv" else ",")
    write_bytes(buffer.getvalue(), path)


def write_bytes(data: bytes, path: Path) -> None:
    """Write a file, compressed as its name says.

    Parameters
    ----------
    data : bytes
        Its content.
    path : Path
        May end in .gz or .zst.

    Raises
    ------
    InvalidArgument
        If the place cannot be written to.
    """
    if path.suffix.lower() == ".gz":
        data = gzip.compress(data, mtime=0)
    elif path.suffix.lower() == ".zst":
        data = zstd("compress")(data)
    try:
        path.write_bytes(data)
    except OSError as error:
        raise InvalidArgument(f"cannot write {path}: {error.strerror or error}.") from None


def _scan(path: Path, ending: str) -> pl.LazyFrame:
    try:
        if not path.stat().st_size:
            raise UnreadableFile(f"{path} is empty; there is nothing to score in it.")
        scan = pl.scan_parquet if ending == ".parquet" else pl.scan_ipc
        frame = scan(path)
        frame.collect_schema()
    except (OSError, pl.exceptions.PolarsError) as error:
        kind = "Parquet" if ending == ".parquet" else "Arrow"
        raise UnreadableFile(
            f"{path} is not a whole {kind} file ({_reason(error)}); copy or make the file again."
        ) from None
    return frame


def _parse_csv(text: bytes, path: Path, ending: str) -> pl.LazyFrame:
    separator = "\t" if ending == ".tsv" else ","
    header = text.split(b"\n", 1)[0].decode().rstrip("\r")
    names = [name.strip().strip('"') for name in header.split(separator)]
    repeated = sorted({name for name in names if names.count(name) > 1})
    if repeated:
        raise UnreadableFile(f"{path} has the column {listing(repeated)} twice; rename one of them.")
    try:
        # infer_schema=False: the table's own types are set, and failures named, in `conform`.
        frame = pl.read_csv(text.rstrip(b"\r\n") + b"\n", separator=separator, infer_schema=False)
    except pl.exceptions.PolarsError as error:
        raise UnreadableFile(
            f"{path} is not a {ending[1:].upper()} table ({_reason(error)}); look for a row with too "
            "many fields or an open quotation mark."
        ) from None
    if frame.height == 0:
        raise UnreadableFile(f"{path} has a header and no rows; there is nothing to score in it.")
    return frame.lazy()


def _parse_lines(text: bytes, path: Path) -> pl.LazyFrame:
    try:
        frame = pl.read_ndjson(io.BytesIO(text), infer_schema_length=None)
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException):
        # Slower, and says which line is wrong; columns of mixed types become text.
        frame = _columns_as_text(json_lines(text, path))
    return frame.lazy()


def _columns_as_text(rows: list[dict[str, Any]]) -> pl.DataFrame:
    names = list(dict.fromkeys(name for row in rows for name in row))
    columns = {name: [_as_text(row.get(name)) for row in rows] for name in names}
    return pl.DataFrame(columns, schema=dict.fromkeys(names, pl.String))


def _as_text(value: object) -> str | None:
    if value is None or isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False)


def _reason(error: BaseException) -> str:
    return str(error).strip().split("\n")[0].rstrip(".")
