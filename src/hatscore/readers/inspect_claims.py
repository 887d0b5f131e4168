"""Which files are Inspect AI logs, told from their first bytes."""

import re
from pathlib import Path

_HEAD = re.compile(rb'\s*\{\s*"version"\s*:\s*\d+\s*,\s*"status"\s*:\s*"\w+"\s*,\s*"eval"\s*:\s*\{')
_OLD_HEAD = re.compile(rb'\s*\{\s*"(?:version|status)"\s*:[^{}]{1,80}"eval"\s*:\s*\{')
_FIRST_BYTES = 4096


def claims_inspect_log(path: Path) -> bool:
    """Whether a file is an Inspect AI log, by its ending and the first bytes of JSON.

    Parameters
    ----------
    path : Path
        Ends in .eval or .json.

    Returns
    -------
    bool
        True of every .eval file, so that a damaged one is named.
    """
    if path.suffix.lower() == ".eval":
        return True
    if path.suffix.lower() != ".json":
        return False
    try:
        if not path.is_file():
            return False
        with path.open("rb") as raw:
            head = raw.read(_FIRST_BYTES).removeprefix(b"\xef\xbb\xbf")
    except OSError:
        return False
    return bool(_HEAD.match(head) or _OLD_HEAD.match(head))
