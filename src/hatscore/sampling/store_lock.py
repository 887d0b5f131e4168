"""One writer at a time: a lock that the operating system gives back when a process dies."""

import os
import sys
from pathlib import Path
from typing import IO

from hatscore.sampling.errors import StoreLocked


class StoreLock:
    """A lock beside a run store.

    A file of its own, so that others may read the store meanwhile.

    Parameters
    ----------
    path : Path
        The run store.

    Raises
    ------
    StoreLocked
        Naming the process that holds it.
    """

    def __init__(self, path: Path) -> None:
        self._path = path.with_name(path.name + ".lock")
        self._file: IO[str] | None = self._path.open("a+", encoding="utf-8")
        if not _try_lock(self._file):
            self._file.seek(0)
            holder = self._file.read().strip() or "unknown"
            self._file.close()
            self._file = None
            raise StoreLocked(
                f"another process (id {holder}) is writing to {path}. Wait until it is done, stop it, "
                "or give this run a store of its own. `hatscore status` may be used meanwhile."
            )
        self._file.seek(0)
        self._file.truncate()
        self._file.write(str(os.getpid()))
        self._file.flush()

    def release(self) -> None:
        """Give the lock back; the file stays, since removing it would let two processes in."""
        if self._file is not None:
            self._file.close()
            self._file = None


def _try_lock(file: IO[str]) -> bool:
    try:
        if sys.platform == "win32":  # pragma: no cover
            import msvcrt

            file.seek(1 << 20)  # Beyond the text, which others may then read.
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
