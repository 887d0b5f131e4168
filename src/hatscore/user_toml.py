"""TOML files that users write: metadata of their systems and languages."""

import tomllib
from pathlib import Path
from typing import Any

from hatscore.errors import UnreadableFile


def read_toml(path: str | Path) -> dict[str, Any]:
    """Read a TOML file of the user's.

    Parameters
    ----------
    path : str or Path
        The file.

    Returns
    -------
    dict

    Raises
    ------
    UnreadableFile
        If it cannot be read as TOML.
    """
    try:
        return tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise UnreadableFile(f"cannot read {path}: {error.strerror or error}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UnreadableFile(f"{path} is not TOML: {error}.") from None
