"""JSON files of other tools: a look at the beginning, and the whole with clear errors."""

import json
from pathlib import Path
from typing import Any

import msgspec

from hatscore.attempts.files import read_text
from hatscore.attempts.unpacking import start_of
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


def parse_json(path: Path) -> Any:
    """Content of a JSON file.

    Parameters
    ----------
    path : Path
        The file.

    Returns
    -------
    Any
        What it holds.

    Raises
    ------
    UnreadableFile
        If it is missing, not text, not JSON, or nested too deeply.
    """
    text = read_text(path)
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        # Python's tools write NaN and Infinity, which the fast parser refuses.
        pass
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UnreadableFile(f"{path} is not JSON ({error}); is the file cut short?") from None


def json_beside(path: Path) -> dict[str, Any]:
    """An object in a JSON file that may be absent.

    Parameters
    ----------
    path : Path
        The file.

    Returns
    -------
    dict
        Empty where there is none that can be read.
    """
    try:
        content = parse_json(path)
    except UnreadableFile:
        return {}
    return content if isinstance(content, dict) else {}
