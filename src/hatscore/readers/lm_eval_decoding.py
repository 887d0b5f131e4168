"""Lines of a sample file into rows that hold only what scoring needs, one line in memory at a time."""

from pathlib import Path
from typing import Any

from hatscore.errors import UnreadableFile
from hatscore.readers.json_files import parsed_lines
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
    blanks: dict[int, dict[str, Any]] = {}
    for number, row in parsed_lines(path):
        if not is_sample_line(row) or not isinstance(row["resps"], list) or not row["resps"]:
            raise UnreadableFile(f"{path}, line {number} lacks doc_id or resps; is it a sample file?")
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
    return rows
