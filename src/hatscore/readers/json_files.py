"""JSON files of other tools: a look at the beginning, and the whole or its parts with clear errors."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from hatscore.attempts.files import read_text
from hatscore.attempts.texts import no_json, no_object, whole_characters
from hatscore.attempts.unpacking import lines, opening, start_of
from hatscore.errors import UnreadableFile

_HEAD = 65536


def head(path: Path) -> bytes:
    """The beginning of a text file, to tell what it is.

    Parameters
    ----------
    path : Path
        A file, plain or compressed.

    Returns
    -------
    bytes
        At most 64 KiB, without a byte order mark; empty where it cannot be read.
    """
    try:
        return start_of(path, _HEAD).removeprefix(b"\xef\xbb\xbf")
    except UnreadableFile:
        return b""


def parse_json(path: Path, shape: Any = Any) -> Any:
    """Content of a JSON file.

    Parameters
    ----------
    path : Path
        The file.
    shape : type
        What msgspec makes of it, such as ``list[msgspec.Raw]``: a list of parts that `parsed` parses one by
        one. Content of another shape is given in full.

    Returns
    -------
    Any
        What it holds.

    Raises
    ------
    UnreadableFile
        If it is missing, not text, not JSON, or nested too deeply.
    """
    try:
        return _decoded(read_text(path), shape)
    except (ValueError, RecursionError) as error:
        raise UnreadableFile(f"{path} is not JSON ({error}); is the file cut short?") from None


def parsed(part: Any, shape: Any = Any) -> Any:
    """A part of a JSON file that was left as text.

    Parameters
    ----------
    part : msgspec.Raw or Any
        Of what `parse_json` gives; what is parsed already stays as it is.
    shape : type
        As for `parse_json`.

    Returns
    -------
    Any

    Raises
    ------
    ValueError
        If it is damaged.
    """
    if not isinstance(part, msgspec.Raw):
        return part
    try:
        return _decoded(bytes(part), shape)
    except RecursionError as error:
        raise ValueError(str(error)) from None


def _decoded(text: bytes, shape: Any) -> Any:
    for form in (shape, Any):
        try:
            return msgspec.json.decode(text, type=form)
        except (msgspec.MsgspecError, RecursionError):
            continue
    # Python's tools write NaN and Infinity, which the fast parser refuses.
    return json.loads(text)


def json_beside(path: Path, shape: Any = Any) -> dict[str, Any]:
    """An object in a JSON file that may be absent.

    Parameters
    ----------
    path : Path
        The file.
    shape : type
        As for `parse_json`.

    Returns
    -------
    dict
        Empty where there is none that can be read.
    """
    try:
        content = parse_json(path, shape)
    except UnreadableFile:
        return {}
    return content if isinstance(content, dict) else {}


def parsed_lines(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Objects of a JSON Lines file, one in memory at a time.

    Parameters
    ----------
    path : Path
        The file.

    Yields
    ------
    int, dict
        Number of the line, and what it holds.

    Raises
    ------
    UnreadableFile
        If the file is damaged or holds something else, naming the line; or is empty.
    """
    decode = msgspec.json.Decoder().decode
    empty = True
    for number, line in enumerate(_lines(path), 1):
        try:
            row = decode(line)
        except (msgspec.MsgspecError, RecursionError):
            if not line.strip():
                continue
            row = _slowly(line, path, number)
        if not isinstance(row, dict):
            raise no_object(path, number, row)
        empty = False
        yield number, row
    if empty:
        raise UnreadableFile(f"{path} is empty; there is nothing to score in it.")


def _lines(path: Path) -> Iterator[bytes]:
    if opening(path, 2) in (b"\xff\xfe", b"\xfe\xff"):
        return iter(read_text(path).split(b"\n"))
    return lines(path)


def _slowly(line: bytes, path: Path, number: int) -> Any:
    """What the fast parser refuses: NaN and halves of characters are read, and faults named."""
    try:
        return whole_characters(json.loads(line.decode()))
    except UnicodeDecodeError as error:
        raise UnreadableFile(
            f"{path} is not UTF-8 text (line {number}, byte {error.start} of it); save it as UTF-8."
        ) from None
    except (ValueError, RecursionError) as error:
        raise no_json(path, number, error) from None
