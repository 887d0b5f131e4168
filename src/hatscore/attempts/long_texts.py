"""Texts that are too long to hold, as tables: piece by piece into a temporary folder of Parquet files."""

import codecs
import shutil
import tempfile
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path

import polars as pl
from polars.io.plugins import register_io_source

from hatscore.attempts.texts import check_header, check_text, csv_rows, lines_as_text, parse_lines, reason
from hatscore.attempts.unpacking import LONGEST_LINE, pieces
from hatscore.errors import UnreadableFile

_CHUNK = 16 * 2**20
"""Bytes of text that are parsed at a time."""
_MARKS = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
_NUMBERS = {pl.Int64, pl.Float64}

Chunk = tuple[bytes, int]
"""Whole rows, and the number of their first line."""


def long_table(path: Path, ending: str) -> pl.LazyFrame:
    """Rows of a long text.

    Parameters
    ----------
    path : Path
        CSV, TSV or JSON Lines, plain or compressed.
    ending : str
        Which of them.

    Returns
    -------
    polars.LazyFrame
        Its rows lie in a temporary folder, which is removed with the last query that needs it, or when
        Python ends.

    Raises
    ------
    UnreadableFile
        If it is damaged, is not what its ending says, or there is no room for its rows.
    """
    try:
        return _spilled_lines(path) if ending in (".jsonl", ".ndjson") else _spilled_csv(path, ending)
    except OSError as error:
        raise UnreadableFile(
            f"{path} is long, and its rows could not be put into {tempfile.gettempdir()} ({reason(error)}); "
            "set TMPDIR to a folder with room, or make the file Parquet."
        ) from None


def _spilled_csv(path: Path, ending: str) -> pl.LazyFrame:
    folder = _Folder()
    header = b""
    for chunk, first in _chunks(path, quoted=True):
        if first == 1:
            check_header(chunk, path, ending)
            header = chunk[: _end_of_first_row(chunk)]
            folder.write(csv_rows(chunk, path, ending))
        else:
            # Each piece is parsed as a table of its own, under the header of the first.
            folder.write(csv_rows(header + chunk, path, ending))
    if not folder.height:
        raise UnreadableFile(f"{path} has a header and no rows; there is nothing to score in it.")
    return folder.scan()


def _spilled_lines(path: Path) -> pl.LazyFrame:
    # What a column holds is known at the end only: where its kind changes, all is read again as text.
    for parse in (parse_lines, lines_as_text):
        folder = _Folder()
        for chunk, first in _chunks(path, quoted=False):
            folder.write(parse(chunk, path, first=first))
        if folder.of_one_kind():
            break
    return folder.scan()


class _Folder:
    """Parquet files in a temporary folder that lives as long as this object."""

    def __init__(self) -> None:
        self._place = Path(tempfile.mkdtemp(prefix="hatscore-"))
        self._schemas: list[pl.Schema] = []
        self.height = 0
        weakref.finalize(self, shutil.rmtree, self._place, ignore_errors=True)

    def write(self, rows: pl.DataFrame) -> None:
        rows.write_parquet(self._file(len(self._schemas)), compression="lz4")
        self._schemas.append(rows.schema)
        self.height += rows.height

    def of_one_kind(self) -> bool:
        """Whether no column is of different kinds in different files; whole numbers may be fractions."""
        kinds: dict[str, set[pl.DataType]] = {}
        for schema in self._schemas:
            for name, dtype in schema.items():
                kinds.setdefault(name, set()).add(dtype)
        return all(
            len(found - {pl.Null()}) <= 1 or found - {pl.Null()} == _NUMBERS for found in kinds.values()
        )

    def scan(self) -> pl.LazyFrame:
        """The rows, in order. The query holds this object, and so the folder."""
        schema = pl.concat([pl.LazyFrame(schema=s) for s in self._schemas], how="diagonal_relaxed")
        types = schema.collect_schema()

        def rows(
            columns: list[str] | None, predicate: pl.Expr | None, most: int | None, _: int | None
        ) -> Iterator[pl.DataFrame]:
            wanted = {name: types[name] for name in columns or types}
            for index, schema in enumerate(self._schemas):
                frame = pl.read_parquet(
                    self._file(index), columns=[name for name in wanted if name in schema]
                )
                lacking = [pl.lit(None).alias(name) for name in wanted if name not in schema]
                frame = frame.with_columns(lacking).select(pl.col(n).cast(t) for n, t in wanted.items())
                if most is not None:
                    frame = frame.head(most)
                    most -= frame.height
                yield frame if predicate is None else frame.filter(predicate)
                if most == 0:
                    return

        return register_io_source(rows, schema=types, is_pure=True)

    def _file(self, index: int) -> Path:
        return self._place / f"{index:06}.parquet"


def _chunks(path: Path, *, quoted: bool) -> Iterator[Chunk]:
    """Whole rows at a time, checked; blank lines at the end are left out."""
    start, first = 0, 1
    waiting = b""
    for chunk in _rows_of(_utf8(path), path, quoted=quoted):
        # What is blank may be the end.
        if waiting and not chunk.isspace():
            yield waiting, first
            first += waiting.count(b"\n")
            waiting = b""
        check_text(chunk, path, start=start, first=first + waiting.count(b"\n"))
        start += len(chunk)
        waiting += chunk
    if not waiting or waiting.isspace():
        raise UnreadableFile(f"{path} is empty; there is nothing to score in it.")
    yield waiting.rstrip(b"\r\n") + b"\n", first


def _rows_of(read: Iterator[bytes], path: Path, *, quoted: bool) -> Iterator[bytes]:
    rest = b""
    for piece in read:
        rest += piece
        if len(rest) < _CHUNK:
            continue
        end = _end_of_rows(rest, quoted=quoted)
        if end:
            yield rest[:end]
            rest = rest[end:]
        elif len(rest) > LONGEST_LINE + _CHUNK:
            raise UnreadableFile(
                f"{path} is not a table (a row of more than {LONGEST_LINE // 2**20} MB); look for a row with "
                "too many fields or an open quotation mark."
            )
    if rest:
        yield rest


def _end_of_rows(text: bytes, *, quoted: bool) -> int:
    """Where the last whole row ends: at a line break outside of quotation marks."""
    end = text.rfind(b"\n") + 1
    if not quoted:
        return end
    marks = text.count(b'"', 0, end)
    while end and marks % 2:
        before = text.rfind(b"\n", 0, end - 1) + 1
        marks -= text.count(b'"', before, end)
        end = before
    return end


def _end_of_first_row(text: bytes) -> int:
    end = text.find(b"\n") + 1
    while end and text.count(b'"', 0, end) % 2:
        end = text.find(b"\n", end) + 1
    return end or len(text)


def _utf8(path: Path) -> Iterator[bytes]:
    """Pieces of a text as UTF-8 without a byte order mark."""
    decode: Callable[[bytes, bool], str] | None = None
    for index, piece in enumerate(pieces(path, longest_line=LONGEST_LINE)):
        if index == 0 and piece[:2] in _MARKS:
            decode = codecs.getincrementaldecoder(_MARKS[piece[:2]])().decode
            yield _decoded(decode, piece[2:], path)
        elif index == 0:
            yield piece.removeprefix(b"\xef\xbb\xbf")
        else:
            yield piece if decode is None else _decoded(decode, piece, path)
    if decode is not None:
        _decoded(decode, b"", path, last=True)


def _decoded(decode: Callable[[bytes, bool], str], piece: bytes, path: Path, *, last: bool = False) -> bytes:
    try:
        return decode(piece, last).encode()
    except UnicodeError:
        raise UnreadableFile(f"{path} is not text; give CSV, JSONL, Parquet or Arrow.") from None
