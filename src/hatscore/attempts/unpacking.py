"""Bytes of a file, unpacked piece by piece and within bounds: no bomb fills the memory."""

import gzip
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from hatscore.errors import UnreadableFile

COMPRESSIONS = (".gz", ".zst")
LONGEST_LINE = 64 * 2**20
"""Bytes of one line of a table or a log. An answer of a million tokens takes 4 MB."""
_GZIP, _ZSTD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
_PIECE = 4 * 2**20
_FREE = 256 * 2**20
_MOST_TIMES = 200
"""Tables and logs shrink 3 to 50 times; beyond this many times, and 256 MB, it is a bomb."""


def pieces(path: Path, *, longest_line: int | None = None) -> Iterator[bytes]:
    """Content of a file, unpacked by what it is and not by its name.

    Parameters
    ----------
    path : Path
        A file, plain, gzip or Zstandard.
    longest_line : int, optional
        Bytes that a line may have; None is any number.

    Yields
    ------
    bytes
        At most 4 MB at a time.

    Raises
    ------
    UnreadableFile
        If it is missing, a directory, damaged, a decompression bomb, or has a longer line.
    """
    with _opened(path) as (file, most):
        unpacked = since_break = 0
        while piece := file.read(_PIECE):
            unpacked += len(piece)
            if most is not None and unpacked > most:
                raise UnreadableFile(
                    f"{path} unpacks to more than {most // 2**20:,} MB, over {_MOST_TIMES} times its size, "
                    "as decompression bombs do; if it is what you mean to read, unpack it first."
                )
            if longest_line is not None:
                after = len(piece) - piece.rfind(b"\n") - 1
                since_break = after if after < len(piece) else since_break + len(piece)
                if since_break > longest_line:
                    raise UnreadableFile(
                        f"{path} has a line of more than {longest_line // 2**20} MB; tables and logs have a "
                        "line a row. Is it one line without breaks, or no text at all?"
                    )
            yield piece


def lines(path: Path) -> Iterator[bytes]:
    """Lines of a text file, one after the other, without holding the file.

    Parameters
    ----------
    path : Path
        UTF-8, with or without a byte order mark; plain, gzip or Zstandard.

    Yields
    ------
    bytes
        Without the line break; the last one only where it is not empty.

    Raises
    ------
    UnreadableFile
        As `pieces`, for lines of more than `LONGEST_LINE`.
    """
    rest: list[bytes] = []
    start = True
    for read in pieces(path, longest_line=LONGEST_LINE):
        piece = read.removeprefix(b"\xef\xbb\xbf") if start else read
        start = False
        whole, line_break, after = piece.rpartition(b"\n")
        if line_break:
            yield from (b"".join(rest) + whole).split(b"\n")
            rest = []
        rest.append(after)
    if last := b"".join(rest):
        yield last


def opening(path: Path, most: int = LONGEST_LINE) -> bytes:
    """First line of a file, unpacked.

    Parameters
    ----------
    path : Path
        A file, plain, gzip or Zstandard.
    most : int
        Bytes after which the line is cut.

    Returns
    -------
    bytes
        With its line break.

    Raises
    ------
    UnreadableFile
        If the file cannot be read, or is damaged at its start.
    """
    with _opened(path) as (file, _):
        return file.readline(most)


def start_of(path: Path, most: int) -> bytes:
    """The beginning of a file, unpacked.

    Parameters
    ----------
    path : Path
        A file, plain, gzip or Zstandard.
    most : int
        Bytes.

    Returns
    -------
    bytes

    Raises
    ------
    UnreadableFile
        As `opening`.
    """
    with _opened(path) as (file, _):
        return file.read(most)


def is_longer(path: Path, most: int) -> bool:
    """Whether the content of a file is longer than some bytes; no more of it is unpacked.

    Parameters
    ----------
    path : Path
        A file, plain, gzip or Zstandard.
    most : int
        Bytes.

    Returns
    -------
    bool

    Raises
    ------
    UnreadableFile
        If the file cannot be read, or is damaged at its start.
    """
    with _opened(path) as (file, packed):
        if packed is None:
            return path.stat().st_size > most
        seen = 0
        # What a packed file says of its length, if anything, need not be true.
        while seen <= most and (piece := file.read(_PIECE)):
            seen += len(piece)
        return seen > most


def zstd(name: str) -> Any:
    """A name of the standard library's module for Zstandard, or of its backport.

    Parameters
    ----------
    name : str
        Such as ``open``.

    Returns
    -------
    object
    """
    if sys.version_info >= (3, 14):
        from compression import zstd
    else:
        from backports import zstd
    return getattr(zstd, name)


@contextmanager
def _opened(path: Path) -> Iterator[tuple[IO[bytes], int | None]]:
    """The unpacked file, and how many bytes it may unpack to (None where it is not packed)."""
    try:
        with path.open("rb") as raw:
            head = raw.peek(4)[:4]  # type: ignore[attr-defined,unused-ignore]
            most = max(_FREE, _MOST_TIMES * path.stat().st_size)
            if head[:2] == _GZIP:
                with gzip.open(raw) as file:
                    yield file, most  # type: ignore[misc,unused-ignore]
            elif head == _ZSTD:
                with zstd("open")(raw) as file:
                    yield file, most
            elif head and path.suffix.lower() in COMPRESSIONS:
                raise UnreadableFile(
                    f"{path} is not {path.suffix[1:]} data, though its name says so; rename or compress it."
                )
            else:
                yield raw, None
    except IsADirectoryError:
        raise UnreadableFile(f"{path} is a directory; give a file.") from None
    except (EOFError, zlib.error, gzip.BadGzipFile, zstd("ZstdError")) as error:
        raise UnreadableFile(
            f"{path} is damaged or cut short ({error}); copy or make the file again."
        ) from None
    except OSError as error:
        raise UnreadableFile(f"{path} cannot be read: {error.strerror or error}.") from None
