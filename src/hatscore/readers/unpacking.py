"""Many members of an archive one after the other, the next ones unpacked while the last ones are used."""

from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from struct import pack
from typing import Any

from hatscore.readers.archives import ZSTANDARD, Archive, Member

_FEW = 500
_BATCH_MEMBERS, _BATCH_BYTES = 256, 4 * 2**20


def unpacked(archive: Archive, members: Sequence[Member]) -> Iterator[tuple[str, bytes | memoryview]]:
    """Unpack members in their order.

    Parameters
    ----------
    archive : Archive
        Open as long as this is used.
    members : sequence of Member
        Of the archive.

    Yields
    ------
    name : str
    content : bytes or memoryview

    Raises
    ------
    UnreadableFile
        At the first member that is damaged.

    Notes
    -----
    Python's own Zstandard makes a context a member, which costs more than unpacking it. The package
    zstandard, which inspect-ai brings along, unpacks many with one, and lets Python go on meanwhile; it is
    used where it is installed.
    """
    backend = _many_at_once() if len(members) > _FEW else None
    if backend is None or any(member.method != ZSTANDARD for member in members):
        for member in members:
            yield member.name, archive.read(member)
        return
    waiting: tuple[list[Member], Future[list[memoryview]]] | None = None
    with ThreadPoolExecutor(1) as pool:
        for batch in _batches(members):
            if len(batch) == 1:
                unpacking = None
            else:
                unpacking = pool.submit(_unpack, backend, archive.packed(batch), batch)
            if waiting:
                yield from _results(archive, *waiting)
            waiting = (batch, unpacking) if unpacking else None
            if not unpacking:
                yield batch[0].name, archive.read(batch[0])
        if waiting:
            yield from _results(archive, *waiting)


def _results(
    archive: Archive, batch: list[Member], unpacking: "Future[list[memoryview]]"
) -> Iterator[tuple[str, bytes | memoryview]]:
    try:
        contents: list[memoryview] = unpacking.result()
    except Exception as error:
        if type(error).__name__ != "ZstdError":
            raise
        # One by one, which names the member that is damaged or lies about its size.
        for member in batch:
            yield member.name, archive.read(member)
        return
    for member, content in zip(batch, contents, strict=True):
        yield member.name, content


def _unpack(backend: Any, packed: list[bytes], batch: list[Member]) -> list[memoryview]:
    sizes = pack(f"={len(batch)}Q", *(member.size for member in batch))
    found = backend.ZstdDecompressor().multi_decompress_to_buffer(packed, decompressed_sizes=sizes)
    return [memoryview(part) for part in found]


def _batches(members: Sequence[Member]) -> Iterator[list[Member]]:
    batch: list[Member] = []
    size = 0
    for member in members:
        if batch and (len(batch) == _BATCH_MEMBERS or size + member.size > _BATCH_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(member)
        size += member.size
    if batch:
        yield batch


def _many_at_once() -> Any:
    try:
        import zstandard
    except ImportError:
        return None
    return zstandard if "multi_decompress_to_buffer" in zstandard.backend_features else None
