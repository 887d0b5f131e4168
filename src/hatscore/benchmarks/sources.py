"""Files of a benchmark: fetched from its home into a cache and locked there, or from a local copy."""

import json
import os
import re
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

from hatscore.benchmarks.contract import BenchmarkMismatch, Home, Manifest
from hatscore.benchmarks.hub import Hub, Listed
from hatscore.errors import InvalidArgument, UnreadableFile

Read = TypeVar("Read")
Parse = Callable[[bytes, str], Read]
"""From the content of a file and its name to what it holds; raises where that is not as it must be."""


def cache_folder() -> Path:
    """Where fetched files are kept.

    Returns
    -------
    Path
        ``HATSCORE_CACHE``, else ``hatscore`` in ``XDG_CACHE_HOME``, else ``~/.cache/hatscore``.
    """
    if own := os.environ.get("HATSCORE_CACHE"):
        return Path(own).expanduser()
    shared = os.environ.get("XDG_CACHE_HOME")
    return (Path(shared) if shared else Path.home() / ".cache") / "hatscore"


class LocalCopy:
    """A folder that holds the files of a benchmark as they are published.

    Parameters
    ----------
    folder : Path
        Searched with its subfolders, so that one folder can hold several benchmarks.
    """

    def __init__(self, folder: Path) -> None:
        if not folder.is_dir():
            raise UnreadableFile(f"{folder} is no folder; --data wants one with the files of the benchmark.")
        self._folder = folder

    def read(self, manifest: Manifest, split: str, language: str, parse: Parse[Read]) -> Read | None:
        """Read one file.

        Parameters
        ----------
        manifest : Manifest
            Says how the file may be called.
        split : str
            ``test`` or ``examples``.
        language : str
            Of the file; any where one file has all.
        parse : callable
            Gets content and path.

        Returns
        -------
        what `parse` returns
            None where examples are not in the copy, which may hold the test items alone.

        Raises
        ------
        UnreadableFile
            If it is not there, or more than one file could be meant.
        """
        patterns = [pattern.replace("{language}", language) for pattern in manifest.local[split]]
        found = self._find(manifest.name, patterns)
        if not found and split == "examples":
            return None
        if len(found) != 1:
            named = ", ".join(str(path.relative_to(self._folder)) for path in found[:4]) or "none"
            raise UnreadableFile(
                f"{self._folder} must hold one file called {' or '.join(patterns)} for {manifest.name}, "
                f"{language}; found {named}."
            )
        try:
            content = found[0].read_bytes()
        except OSError as error:
            raise UnreadableFile(f"{found[0]} cannot be read: {error.strerror or error}.") from None
        return parse(content, str(found[0]))

    def _find(self, name: str, patterns: list[str]) -> list[Path]:
        """The folder itself comes first, then one called as the benchmark, then all below it."""
        for search in (self._folder.glob, (self._folder / name).glob, self._folder.rglob):
            if found := sorted({path for pattern in patterns for path in search(pattern) if path.is_file()}):
                return found
        return []


class HubCache:
    """Files fetched once from a hub; their SHA-256 is locked then and checked at every read.

    Parameters
    ----------
    root : Path, optional
        Folder of the cache; `cache_folder` by default.
    hub : str, optional
        Address of the hub; see `hatscore.benchmarks.hub.Hub`.

    Notes
    -----
    A file is fetched into memory, parsed, compared with the manifest, and only then written under a
    temporary name and renamed; a download that stops halfway leaves nothing. The lock stays when the
    file is deleted, so that a home that changed is noticed.
    """

    def __init__(self, root: Path | None = None, hub: str | None = None) -> None:
        self._root = (root or cache_folder()) / "benchmarks"
        self._hub = Hub(hub)

    def read(self, manifest: Manifest, split: str, language: str, parse: Parse[Read]) -> Read | None:
        """Read one file, fetching it where it is not in the cache.

        Parameters
        ----------
        manifest : Manifest
            Says where the file is.
        split : str
            ``test`` or ``examples``.
        language : str
            Of the file; any where one file has all.
        parse : callable
            Gets content and name; raises where the content is wrong, and then nothing is kept.

        Returns
        -------
        what `parse` returns

        Raises
        ------
        BenchmarkMismatch
            If the content is not what was locked.
        """
        home = next((home for home in manifest.homes if home.repo), None)
        if home is None:
            raise InvalidArgument(f"{manifest.name} is not fetched from anywhere; give its folder as data.")
        pattern = home.files[split]
        key = f"{split}_{language}" if "{language}" in pattern else split
        folder = self._root / manifest.name / home.revision
        lock_file = folder / f"{key}.lock.json"
        lock = _read_lock(lock_file)
        if lock is not None and (folder / lock["file"]).is_file():
            content = (folder / lock["file"]).read_bytes()
            _compare(content, lock, f"{folder / lock['file']} was changed after it was locked", folder)
            return parse(content, str(folder / lock["file"]))
        return self._fetch(home, pattern.replace("{language}", re.escape(language)), lock_file, lock, parse)

    def _fetch(
        self, home: Home, pattern: str, lock_file: Path, lock: dict[str, Any] | None, parse: Parse[Read]
    ) -> Read:
        listed = self._choose(home, pattern)
        address = self._hub.address(home, listed.path)
        content = self._hub.download(home, listed)
        if lock is not None:
            _compare(content, lock, f"{address} is not what it was when first fetched", lock_file.parent)
        read = parse(content, address)
        name = lock_file.name.removesuffix(".lock.json") + "".join(Path(listed.path).suffixes[-2:])
        record: dict[str, Any] = lock or {
            "file": name,
            "address": address,
            "bytes": len(content),
            "sha256": sha256(content).hexdigest(),
            "locked": datetime.now(UTC).isoformat(timespec="seconds"),
        }
        _write(lock_file, (json.dumps(record, indent=1) + "\n").encode())
        _write(lock_file.parent / record["file"], content)
        return read

    def _choose(self, home: Home, pattern: str) -> Listed:
        listing = self._hub.listing(home)
        found = [listed for listed in listing if re.fullmatch(pattern, listed.path)]
        if len(found) != 1:
            names = ", ".join(listed.path for listed in (found or listing)[:6]) or "nothing"
            raise UnreadableFile(
                f"{home.address} at revision {home.revision[:12]} must have one file that matches "
                f"{pattern!r}; it has {names}. Pass a local copy with --data DIR."
            )
        return found[0]


def _read_lock(path: Path) -> dict[str, Any] | None:
    try:
        lock = json.loads(path.read_text(encoding="utf-8"))
        return {"file": str(lock["file"]), "sha256": str(lock["sha256"]), **lock}
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError, KeyError):
        raise BenchmarkMismatch(
            f"{path} is damaged, so its file cannot be verified. Delete {path.parent} to fetch it again."
        ) from None


def _compare(content: bytes, lock: dict[str, Any], what: str, folder: Path) -> None:
    found = sha256(content).hexdigest()
    if found != lock["sha256"]:
        raise BenchmarkMismatch(
            f"{what}: SHA-256 {found[:12]}, locked {lock['sha256'][:12]}. It is refused; if you trust the "
            f"home, delete {folder} to fetch and lock it again."
        )


def _write(path: Path, content: bytes) -> None:
    """Write under a temporary name in the same folder, then rename."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise InvalidArgument(
            f"cannot write to the cache {path.parent}: {error.strerror or error}. "
            "Set HATSCORE_CACHE to a folder that can be written."
        ) from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except OSError as error:
        raise InvalidArgument(f"cannot write {path}: {error.strerror or error}.") from None
    finally:
        Path(name).unlink(missing_ok=True)
