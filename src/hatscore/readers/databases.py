"""Tables of attempts in SQLite and DuckDB files, by a query whose columns are those of the attempts table."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import polars as pl

from hatscore.attempts.table import Attempts
from hatscore.errors import InputError, InvalidArgument, MissingExtra, UnreadableFile
from hatscore.readers.choices import ReadChoices
from hatscore.readers.explanation import FieldUse
from hatscore.wording import listing

ENDINGS = (".db", ".sqlite", ".sqlite3", ".duckdb", ".ddb")
_SQLITE = b"SQLite format 3\x00"
_DUCKDB = b"DUCK"
_RUN_STORE = {"meta", "systems", "sessions", "prompts", "requests", "attempts"}
_BATCH = 100_000
_BROKEN = ("IOException", "SerializationException", "FatalException", "InternalException")
_SQLITE_BROKEN = ("malformed", "not a database", "disk I/O error", "unable to open", "database is locked")


def claims_database(path: Path) -> bool:
    """Whether a file is a DuckDB database, or an SQLite database that is no run store.

    Parameters
    ----------
    path : Path
        The file.

    Returns
    -------
    bool
    """
    kind = _kind(path)
    if kind != "SQLite":
        return kind == "DuckDB"
    try:
        return not set(_tables(path, kind)) >= _RUN_STORE
    except InputError:
        return False


def read_databases(paths: Sequence[Path], choices: ReadChoices) -> list[Attempts]:
    """Read databases by the query of the choices.

    Parameters
    ----------
    paths : sequence of Path
        SQLite or DuckDB files, run stores too.
    choices : ReadChoices
        ``query``, ``rename`` and ``fixed`` are used.

    Returns
    -------
    list of Attempts
        One a file.

    Raises
    ------
    InvalidArgument
        If there is no query, or the database does not take it.
    UnreadableFile
        If a file is no database or damaged, or the query gives no rows.
    MissingExtra
        If a DuckDB file is read without the package.
    """
    return [_read(path, choices) for path in paths]


def explain_database(path: Path, choices: ReadChoices, attempts: Attempts) -> FieldUse:
    """Where the columns of a database's attempts come from.

    Parameters
    ----------
    path : Path
        The database.
    choices : ReadChoices
        ``query``, ``rename`` and ``fixed`` are told.
    attempts : Attempts
        What was read from it.

    Returns
    -------
    FieldUse
    """
    columns = [name for name in attempts.lazy().collect_schema().names() if not name.startswith("_")]
    fields = {name: f"column {choices.rename.get(name, name)} of the query" for name in columns}
    fields |= {name: f"--set {name}={value}" for name, value in choices.fixed.items()}
    tables = _tables(path, _kind(path) or "SQLite")
    return FieldUse(fields, {f"tables {listing(tables, most=9)}": "only what the query takes is read"})


def _kind(path: Path) -> str | None:
    try:
        with path.open("rb") as file:
            start = file.read(16)
    except OSError:
        return None
    if start == _SQLITE:
        return "SQLite"
    return "DuckDB" if start[8:12] == _DUCKDB else None


def _read(path: Path, choices: ReadChoices) -> Attempts:
    kind = _kind(path)
    if kind is None:
        raise UnreadableFile(f"{path} is no SQLite or DuckDB database, so --query cannot be asked of it.")
    if not choices.query:
        raise InvalidArgument(
            f"{path} is a {kind} database with the tables {listing(_tables(path, kind), most=9)}; say what "
            "to read with --query 'SELECT ... AS system, ... AS benchmark, ... AS item, ... AS language, "
            "... AS score FROM ...'."
        )
    names, rows = _ask(path, kind, choices.query)
    repeated = sorted({name for name in names if names.count(name) > 1})
    if repeated:
        raise InvalidArgument(
            f"the query gives the column {listing(repeated)} twice; name one of them with AS."
        )
    if not rows:
        raise UnreadableFile(f"{path}: the query gives no rows; there is nothing to score.")
    columns = {
        name: _column(name, values) for name, values in zip(names, zip(*rows, strict=True), strict=True)
    }
    rename = {
        wanted: there for wanted, there in choices.rename.items() if there in names or wanted not in names
    }
    return Attempts.from_frame(pl.DataFrame(columns), name=str(path), rename=rename, fixed=choices.fixed)


def _column(name: str, values: tuple[Any, ...]) -> pl.Series:
    """SQLite's columns may hold values of several types, which are text then."""
    kinds = {type(value) for value in values if value is not None}
    if len(kinds) > 1 and not kinds <= {int, float, bool}:
        return pl.Series(name, [None if value is None else str(value) for value in values], dtype=pl.String)
    return pl.Series(name, values, strict=False)


def _ask(path: Path, kind: str, query: str) -> tuple[list[str], list[tuple[Any, ...]]]:
    connect = _sqlite if kind == "SQLite" else _duckdb
    with connect(path) as database:
        cursor = database.execute(query)
        if cursor is None or not cursor.description:
            raise InvalidArgument(f"the query gives no columns; start it with SELECT. Got {query!r}.")
        names = [column[0] for column in cursor.description]
        rows: list[tuple[Any, ...]] = []
        while batch := cursor.fetchmany(_BATCH):
            rows += batch
    return names, rows


def _tables(path: Path, kind: str) -> list[str]:
    query = "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY name"
    if kind == "DuckDB":
        query = "SELECT table_name FROM information_schema.tables ORDER BY table_name"
    return [str(row[0]) for row in _ask(path, kind, query)[1]]


@contextmanager
def _sqlite(path: Path) -> Iterator[Any]:
    """A connection that can read this file and nothing else."""
    allowed = (
        *(sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE),
    )

    def may(action: int, *_: str | None) -> int:
        return sqlite3.SQLITE_OK if action in allowed else sqlite3.SQLITE_DENY

    address = f"file:{quote(str(path.resolve()))}?mode=ro"
    try:
        with closing(sqlite3.connect(address, uri=True)) as database:
            database.set_authorizer(may)
            yield database
    except sqlite3.Error as error:
        raise _failure(path, error) from None
    except UnicodeDecodeError as error:
        raise UnreadableFile(
            f"{path} cannot be read (a name or a text is not UTF-8: {error}); is it damaged?"
        ) from None


@contextmanager
def _duckdb(path: Path) -> Iterator[Any]:
    """A connection that can read this file and nothing else: no other files, no network, no extensions."""
    try:
        import duckdb
    except ImportError:
        raise MissingExtra(f"reading the DuckDB database {path}", "duckdb") from None
    settings: dict[str, Any] = {
        "enable_external_access": "false",
        "autoinstall_known_extensions": "false",
        "autoload_known_extensions": "false",
        "lock_configuration": "true",
    }
    try:
        with closing(duckdb.connect(str(path), read_only=True, config=settings)) as database:
            yield database
    except duckdb.Error as error:
        raise _failure(path, error) from None


def _failure(path: Path, error: Exception) -> InputError | InvalidArgument:
    """A database that is damaged or in use, or a query that it does not take."""
    reason = str(error).strip().split("\n")[0].rstrip(".")
    if type(error).__name__ in _BROKEN or any(sign in reason for sign in _SQLITE_BROKEN):
        return UnreadableFile(f"{path} cannot be read ({reason}); is it damaged, or in use?")
    return InvalidArgument(
        f"{path} does not take the query ({reason}); a query is one SELECT that reads this database only."
    )
