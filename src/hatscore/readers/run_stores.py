"""Run stores of hatscore as a format."""

from collections.abc import Sequence
from pathlib import Path

from hatscore.attempts.table import Attempts
from hatscore.readers.choices import ReadChoices
from hatscore.readers.explanation import FieldUse


def claims_store(path: Path) -> bool:
    """Whether a file is taken for a run store: any with the ending of one.

    Parameters
    ----------
    path : Path
        Ends in .db, .sqlite or .sqlite3; what is no store is said when it is read.

    Returns
    -------
    bool
    """
    return bool(path.name)


def read_stores(paths: Sequence[Path], choices: ReadChoices) -> list[Attempts]:  # noqa: ARG001
    """Read run stores.

    Parameters
    ----------
    paths : sequence of Path
        The stores.
    choices : ReadChoices
        Not used: a store names its columns itself.

    Returns
    -------
    list of Attempts
        One a store.

    Raises
    ------
    InputError
        If one is damaged or holds no answers.
    """
    from hatscore.running.stored import read_store  # imported late: only run stores need it

    return [read_store(path) for path in paths]


def explain_store(path: Path, choices: ReadChoices, attempts: Attempts) -> FieldUse:  # noqa: ARG001
    """Where the columns of a run store come from.

    Parameters
    ----------
    path : Path
        The store.
    choices : ReadChoices
        Not used.
    attempts : Attempts
        What was read from it.

    Returns
    -------
    FieldUse
    """
    graded = ("outcome", "score", "final_answer", "rule", "gold")
    columns = attempts.lazy().collect_schema().names()
    fields = {
        name: "graded now, from the response" if name in graded else "the store's table of attempts"
        for name in columns
        if not name.startswith("_")
    }
    ignored = {"options of reading": "a store names its columns itself"} if choices != ReadChoices() else {}
    return FieldUse(fields, ignored)
