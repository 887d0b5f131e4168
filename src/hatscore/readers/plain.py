"""Tables of attempts in files: CSV, TSV, JSON Lines, Parquet, Arrow."""

from collections.abc import Sequence
from pathlib import Path

from hatscore.attempts.files import read_table
from hatscore.attempts.schema import RAW, TYPES
from hatscore.attempts.table import Attempts
from hatscore.errors import InvalidArgument
from hatscore.readers.choices import ReadChoices
from hatscore.readers.explanation import FieldUse


def claims_table(path: Path) -> bool:
    """Whether a file is a table: any with a table's ending that no other format claims.

    Parameters
    ----------
    path : Path
        With a table's ending.

    Returns
    -------
    bool
    """
    return bool(path.name)


def read_tables(paths: Sequence[Path], choices: ReadChoices) -> list[Attempts]:
    """Read several tables.

    Parameters
    ----------
    paths : sequence of Path
        The files.
    choices : ReadChoices
        ``rename`` and ``fixed`` are used.

    Returns
    -------
    list of Attempts
        One a file.

    Raises
    ------
    UnreadableFile
        If a file is damaged.
    InvalidAttempts
        If a needed column is missing.
    InvalidArgument
        If no file has a column that is renamed.
    """
    read = [read_plain(path, choices) for path in paths]
    for wanted, present in choices.rename.items():
        if read and all(wanted in unused for _, unused in read):
            raise InvalidArgument(f"cannot map {wanted!r} to column {present!r}: no file has it; see --map.")
    return [table for table, _ in read]


def explain_plain(path: Path, choices: ReadChoices, attempts: Attempts) -> FieldUse:  # noqa: ARG001
    """Where the columns of a table come from.

    Parameters
    ----------
    path : Path
        The file.
    choices : ReadChoices
        ``rename`` and ``fixed`` are told.
    attempts : Attempts
        What was read from it.

    Returns
    -------
    FieldUse
    """
    columns = [name for name in attempts.lazy().collect_schema().names() if not name.startswith(RAW)]
    fields = {
        name: f"--set {name}={choices.fixed[name]}"
        if name in choices.fixed
        else f"column {choices.rename.get(name, name)}"
        for name in columns
        if name in TYPES or name in choices.fixed
    }
    others = [name for name in columns if name not in fields]
    return FieldUse(fields, {f"column {name}": "no column that scores use; kept as it is" for name in others})


def read_plain(path: Path, choices: ReadChoices) -> tuple[Attempts, set[str]]:
    """Read one table.

    Parameters
    ----------
    path : Path
        The file.
    choices : ReadChoices
        ``rename`` and ``fixed`` are used.

    Returns
    -------
    Attempts
    set of str
        Keys of ``rename`` that this file had no use for.

    Raises
    ------
    UnreadableFile
        If the file is damaged.
    InvalidAttempts
        If a needed column is missing.
    """
    rows = read_table(path)
    columns = rows.collect_schema().names()
    # A folder of tables need not all have the column that is renamed.
    rename = {
        wanted: present
        for wanted, present in choices.rename.items()
        if present in columns or wanted not in columns
    }
    table = Attempts.from_frame(rows, name=str(path), rename=rename, fixed=choices.fixed)
    return table, choices.rename.keys() - rename.keys()
