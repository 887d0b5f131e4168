"""Tables of attempts in files: CSV, TSV, JSON Lines, Parquet, Arrow."""

from pathlib import Path

from hatscore.attempts.files import read_table
from hatscore.attempts.table import Attempts
from hatscore.readers.choices import ReadChoices


def read_plain(path: Path, choices: ReadChoices) -> Attempts:
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
    return Attempts.from_frame(rows, name=str(path), rename=rename, fixed=choices.fixed)
