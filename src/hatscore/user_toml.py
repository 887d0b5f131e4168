"""TOML files that users write: metadata of their systems and languages."""

import tomllib
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from hatscore.errors import InvalidArgument, UnreadableFile


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


def known_fields(row: Mapping[str, Any], kind: type, *, what: str, key: str, file: str) -> dict[str, Any]:
    """Facts of one row; its sources are for people and left out.

    Parameters
    ----------
    row : mapping
        A table of the file.
    kind : type
        Dataclass of the facts.
    what : str
        What has such facts, for messages.
    key : str
        Field that names it, which every row needs.
    file : str
        For messages.

    Returns
    -------
    dict
        By field.

    Raises
    ------
    InvalidArgument
        If the row does not say what it is of, or has an unknown key.
    """
    allowed = [field.name for field in fields(kind)]
    unknown = sorted(set(row) - {*allowed, "source", "sources"})
    if not isinstance(row.get(key), str) or unknown:
        wrong = f"has no key {unknown[0]!r}" if unknown else f"needs a {key}"
        raise InvalidArgument(
            f"{file}: a {what} {wrong}; its keys are {', '.join(allowed)}; got {dict(row)!r}."
        )
    return {name: value for name, value in row.items() if name in allowed}
