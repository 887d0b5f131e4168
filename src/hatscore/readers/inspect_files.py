"""Inspect AI logs in files: ``.eval`` archives and ``.json``, sample by sample."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import msgspec

from hatscore.errors import UnreadableFile
from hatscore.readers.archives import Archive, open_archive
from hatscore.readers.inspect_samples import Header, parse_header, parse_whole
from hatscore.readers.unpacking import unpacked

MOST_JSON = 2**30
"""Largest log in one JSON file, which has to be held as a whole."""


@dataclass(frozen=True, slots=True)
class OpenLog:
    """A log whose samples can be gone through once.

    Attributes
    ----------
    header : Header
        What it says of its run.
    count : int
        How many samples it has.
    samples : iterator
        Name and JSON of each sample.
    """

    header: Header
    count: int
    samples: Iterator[tuple[str, bytes | memoryview | msgspec.Raw]]


@contextmanager
def open_log(path: Path) -> Iterator[OpenLog]:
    """Open a log.

    Parameters
    ----------
    path : Path
        A file that `claims_inspect_log`.

    Yields
    ------
    OpenLog

    Raises
    ------
    UnreadableFile
        If it is damaged, too large for its form, or has no samples.
    """
    if path.suffix.lower() == ".json":
        yield _whole(path)
        return
    with open_archive(path) as archive:
        yield _of_archive(archive)


def _of_archive(archive: Archive) -> OpenLog:
    members = archive.members
    # A run that was stopped has no header yet.
    name = next((name for name in ("header.json", "_journal/start.json") if name in members), None)
    if name is None:
        raise UnreadableFile(
            f"{archive.path} has no header.json, so it is no Inspect AI log; it has "
            f"{', '.join(list(members)[:5]) or 'no members'}."
        )
    try:
        header = parse_header(archive.read(members[name]))
    except ValueError as error:
        raise UnreadableFile(f"{archive.path}, {name} cannot be read: {error}.") from None
    samples = [m for m in members.values() if m.name.startswith("samples/") and m.name.endswith(".json")]
    if not samples:
        raise _without_samples(archive.path, header)
    return OpenLog(header, len(samples), unpacked(archive, samples))


def _whole(path: Path) -> OpenLog:
    size = path.stat().st_size
    if size > MOST_JSON:
        raise UnreadableFile(
            f"{path} has {size:,} bytes, and a log in one JSON file is read up to {MOST_JSON:,}; turn it "
            "into an archive with 'inspect log convert --to eval'."
        )
    try:
        log = parse_whole(path.read_bytes().removeprefix(b"\xef\xbb\xbf"))
    except (ValueError, OSError) as error:
        raise UnreadableFile(f"{path} cannot be read: {error}; is the file cut short?") from None
    if not log.samples:
        raise _without_samples(path, log)
    named = ((f"samples[{place}]", raw) for place, raw in enumerate(log.samples))
    return OpenLog(log, len(log.samples), named)


def _without_samples(path: Path, header: Header) -> UnreadableFile:
    return UnreadableFile(
        f"{path} holds no samples (status {header.status}); run inspect without --no-log-samples, and read "
        "the log that holds them."
    )
