"""The file below a run store: opened, locked, checked, and written in whole transactions."""

import contextlib
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import quote

from hatscore._version import __version__
from hatscore.sampling import store_tables as sql
from hatscore.sampling.errors import StoreError, StoreFull
from hatscore.sampling.store_lock import StoreLock

RESERVE_BYTES = 4 << 20
"""Set aside while a run is on, and given back when the disk is full, to write what is under way."""


class StoreFile:
    """A SQLite file that is open.

    Parameters
    ----------
    path : Path
        Created where it does not exist.
    write : bool
        False opens an existing store for reading, also while a run writes to it.

    Raises
    ------
    StoreError
        If the file is none, is of another version, is locked, or cannot be written.
    """

    def __init__(self, path: Path | str, *, write: bool = True) -> None:
        self.path = Path(path)
        self._lock: StoreLock | None = None
        self._reserve = self.path.with_name(self.path.name + ".reserve")
        if not write and not self.path.is_file():
            raise StoreError(f"there is no run store {self.path}.")
        try:
            if write:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                self._lock = StoreLock(self.path.resolve())  # One lock, by whatever name.
            self._connection = self._connect(write)
        except OSError as error:
            self._unlock()
            raise StoreError(f"cannot open run store {self.path}: {error.strerror or error}.") from None
        except BaseException:
            self._unlock()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file and let others write."""
        self._connection.close()
        self._unlock()

    def give_back_reserve(self) -> bool:
        """Free the space set aside, to write what is under way on a full disk.

        Returns
        -------
        bool
            Whether there was any.
        """
        try:
            self._reserve.unlink()
        except OSError:
            return False
        return True

    def set_reserve(self) -> None:
        """Set space aside for answers that are under way when the disk fills up.

        Raises
        ------
        StoreFull
            If there is not even that much.
        """
        try:
            self._reserve.write_bytes(os.urandom(RESERVE_BYTES))  # Zeros might be packed to nothing.
        except OSError as error:
            self.give_back_reserve()
            raise StoreFull(
                f"no space for {RESERVE_BYTES >> 20} MB beside {self.path} ({error.strerror}); "
                "nothing was asked. Free some space and start again."
            ) from None

    def rows(self, query: str, arguments: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Rows of a query, for the reading side.

        Parameters
        ----------
        query : str
            SQL.
        arguments : sequence
            Its arguments.

        Returns
        -------
        list of tuple
        """
        return self._connection.execute(query, arguments).fetchall()

    def run(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        """Write rows in one transaction.

        Parameters
        ----------
        statement : str
            SQL.
        rows : iterable of sequence
            Its arguments.

        Raises
        ------
        StoreFull
            If there is no space.
        """
        with self.transaction():
            self._connection.executemany(statement, rows)

    def _connect(self, write: bool) -> sqlite3.Connection:
        name = self._address(write)
        connection = sqlite3.connect(
            name, uri=True, isolation_level=None, check_same_thread=False, timeout=30
        )
        try:
            if write:
                connection.execute("PRAGMA journal_mode=WAL")
                connection.execute("PRAGMA synchronous=FULL")
            else:
                connection.execute("PRAGMA query_only=ON")
            self._check_version(connection, write)
        except sqlite3.Error as error:
            connection.close()
            if _is_full(error):
                raise StoreFull(f"no space to open run store {self.path} ({error}).") from None
            raise StoreError(f"{self.path} is no run store of hatscore, or is damaged ({error}).") from None
        except BaseException:
            connection.close()
            raise
        return connection

    def _address(self, write: bool) -> str:
        """Readers who may write leave no files behind; on a medium without writing nothing can change."""
        address = f"file:{quote(self.path.absolute().as_posix())}"
        if write or (os.access(self.path, os.W_OK) and os.access(self.path.absolute().parent, os.W_OK)):
            return address
        under_way = self.path.with_name(self.path.name + "-wal").exists()
        return f"{address}?mode=ro" + ("" if under_way else "&immutable=1")

    def _check_version(self, connection: sqlite3.Connection, write: bool) -> None:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        if not tables and write:
            connection.executescript("BEGIN;" + sql.CREATE)
            created = [("schema", str(sql.SCHEMA_VERSION)), ("created", utc_now()), ("hatscore", __version__)]
            connection.executemany("INSERT INTO meta VALUES (?, ?)", created)
            connection.execute("COMMIT")
            return
        if "meta" not in tables or "attempts" not in tables:
            raise StoreError(f"{self.path} is a database, but no run store of hatscore.")
        (version,) = connection.execute("SELECT value FROM meta WHERE name = 'schema'").fetchone()
        if version != str(sql.SCHEMA_VERSION):
            raise StoreError(
                f"{self.path} has version {version} of the run store; this hatscore ({__version__}) reads "
                f"version {sql.SCHEMA_VERSION}. Use the hatscore that wrote it."
            )

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """One transaction: all of it is on the disk at the end, or nothing.

        Yields
        ------
        None

        Raises
        ------
        StoreFull
            If there is no space; the store is as before.
        """
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            yield
            self._connection.execute("COMMIT")
        except BaseException as error:
            with contextlib.suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")
            if isinstance(error, sqlite3.Error):
                raise self._write_error(error) from None
            raise

    def _write_error(self, error: sqlite3.Error) -> StoreError:
        if _is_full(error):
            return StoreFull(f"no space left to write {self.path} ({error}).")
        return StoreError(f"cannot write {self.path} ({error}).")

    def _unlock(self) -> None:
        if self._lock is not None:
            self.give_back_reserve()
            self._lock.release()
            self._lock = None


def utc_now() -> str:
    """The time, as it is kept.

    Returns
    -------
    str
    """
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _is_full(error: sqlite3.Error) -> bool:
    """SQLite says "disk I/O error" where a limit or a quota ends the write."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)
