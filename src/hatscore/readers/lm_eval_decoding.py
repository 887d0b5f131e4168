"""Lines of a sample file into rows that hold only what scoring needs, one line in memory at a time."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from hatscore.attempts.files import read_text
from hatscore.attempts.unpacking import lines, opening
from hatscore.errors import UnreadableFile
from hatscore.readers.lm_eval_lines import Row, is_sample_line, option_texts

_NOT_NEEDED = ("arguments", "doc_hash", "target_hash", "system_prompt", "metadata")


def read_rows(path: Path, *, texts: bool) -> list[Row]:
    """Parse a sample file.

    Parameters
    ----------
    path : Path
        The file.
    texts : bool
        Whether the texts of the options are kept, and not only their number.

    Returns
    -------
    list of dict
        Lines without the prompts, and of ``doc`` only the options.

    Raises
    ------
    UnreadableFile
        If the file is damaged, naming the line; or is no sample file.
    """
    rows = []
    decode = msgspec.json.Decoder().decode
    blanks: dict[int, dict[str, Any]] = {}
    for number, line in enumerate(_lines(path), 1):
        try:
            row = decode(line)
        except (msgspec.MsgspecError, RecursionError):
            if not line.strip():
                continue
            row = _slowly(line, path, number)
        if not is_sample_line(row) or not isinstance(row["resps"], list) or not row["resps"]:
            _refuse(row, path, number)
        if not isinstance(row["doc_id"], (str, int)):
            raise UnreadableFile(
                f"{path}, line {number}: doc_id must be a number or a text, got {row['doc_id']!r}; is it a "
                "sample file?"
            )
        for name in _NOT_NEEDED:
            row.pop(name, None)
        options = option_texts(row)
        if options is None:
            row["doc"] = None
        elif texts:
            row["doc"] = {"options": options}
        else:
            row["doc"] = blanks.setdefault(len(options), {"options": [""] * len(options)})
        rows.append(row)
    if not rows:
        raise UnreadableFile(f"{path} is empty; there is nothing to score in it.")
    return rows


def _lines(path: Path) -> Iterator[bytes]:
    if opening(path, 2) in (b"\xff\xfe", b"\xfe\xff"):
        return iter(read_text(path).split(b"\n"))
    return lines(path)


def _slowly(line: bytes, path: Path, number: int) -> Any:
    """What the fast parser refuses: NaN and halves of characters are read, and faults named."""
    try:
        return _whole_characters(json.loads(line.decode()))
    except UnicodeDecodeError as error:
        raise UnreadableFile(
            f"{path} is not UTF-8 text (line {number}, byte {error.start} of it); save it as UTF-8."
        ) from None
    except (ValueError, RecursionError) as error:
        raise UnreadableFile(f"{path}, line {number} is not JSON ({error}); is the file cut short?") from None


def _whole_characters(value: Any) -> Any:
    """Half a character (a surrogate whose other half the token cap cut off) is no text: U+FFFD."""
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, list):
        return [_whole_characters(entry) for entry in value]
    if isinstance(value, dict):
        return {key: _whole_characters(entry) for key, entry in value.items()}
    return value


def _refuse(row: object, path: Path, number: int) -> None:
    if not isinstance(row, dict):
        raise UnreadableFile(
            f"{path}, line {number} holds a {type(row).__name__}, not an object with named fields; write one "
            "JSON object a line."
        )
    raise UnreadableFile(f"{path}, line {number} lacks doc_id or resps; is it a sample file?")
