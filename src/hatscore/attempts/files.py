"""Tables in files: decompress, parse, write; with one clear sentence when a file is damaged."""

import gzip
import io
from pathlib import Path

import polars as pl

from hatscore.attempts.long_texts import long_table
from hatscore.attempts.texts import check_text, parse_csv, parse_lines, reason
from hatscore.attempts.unpacking import COMPRESSIONS, LONGEST_LINE, is_longer, opening, pieces, zstd
from hatscore.errors import InvalidArgument, UnreadableFile

_BINARY = (".parquet", ".arrow", ".feather", ".ipc")
TABLE_ENDINGS = (".csv", ".tsv", ".jsonl", ".ndjson", *_BINARY)
_MOST_HELD = 64 * 2**20
"""Longer texts are not held, but laid out in a temporary folder."""


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
        If it is missing, empty, a directory, no text, its compression is damaged or a bomb, or a line is
        too long.
    """
    raw = b"".join(pieces(path, longest_line=longest_line))
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            raw = raw.decode("utf-16").encode()
        except UnicodeDecodeError:
            raise UnreadableFile(f"{path} is not text; give CSV, JSONL, Parquet or Arrow.") from None
    raw = raw.removeprefix(b"\xef\xbb\xbf")
    if not raw or raw.isspace():
        raise UnreadableFile(f"{path} is empty; there is nothing to score in it.")
    check_text(raw, path)
    return raw


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
    """Rows of a table file; Parquet and Arrow are not read before they are needed, long texts not held.

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
    if ending in _BINARY:
        return _scan(path, ending)
    if is_longer(path, _MOST_HELD):
        return long_table(path, ending)
    text = read_text(path, longest_line=LONGEST_LINE)
    parsed = parse_lines(text, path) if ending in (".jsonl", ".ndjson") else parse_csv(text, path, ending)
    return parsed.lazy()


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
    # In memory first, so that rows that cannot be written leave no half of a file.
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
        # Without the time, the same table is the same bytes.
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
        # A scan is lazy: a damaged file comes to light here or in the middle of a query.
        frame.collect_schema()
    except (OSError, pl.exceptions.PolarsError) as error:
        kind = "Parquet" if ending == ".parquet" else "Arrow"
        raise UnreadableFile(
            f"{path} is not a whole {kind} file ({reason(error)}); copy or make the file again."
        ) from None
    return frame
