"""Tables of attempts in files: CSV, TSV, JSON Lines, Parquet, Arrow."""

from pathlib import Path

from hatscore.attempts.files import read_table
from hatscore.attempts.table import Attempts
from hatscore.readers.choices import ReadChoices


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
