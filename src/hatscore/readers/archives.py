"""Members of a zip archive, one by one, without believing what the archive says of itself.

Python's own reader makes an object a member and knows no Zstandard before 3.14; logs have tens of thousands
of members. Nothing is ever written, and no member is unpacked beyond the size that it declares.
"""

import io
import struct
import sys
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from hatscore.errors import UnreadableFile

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

MOST_BYTES = 256 * 2**20
"""Largest member that is unpacked."""

MOST_MEMBERS = 1_000_000
"""Most members that an archive may have."""

_MOST_RATIO = 2_000
_SMALL = 16 * 2**20  # below it a ratio says nothing: logs repeat themselves
_AT_ONCE = 8 * 2**20
_STORED, _DEFLATED, ZSTANDARD = 0, 8, 93
_END = struct.Struct("<4s4H2LH")
_END64_PLACE = struct.Struct("<4sLQL")
_END64 = struct.Struct("<4sQ2H2L4Q")
_ENTRY = struct.Struct("<4s6H3L5H2L")
_LOCAL = struct.Struct("<4s5H3L2H")
_LENGTHS = struct.Struct("<2H")  # the last of _LOCAL
_FULL = 0xFFFFFFFF


class Member(NamedTuple):
    """What the archive says of a member.

    Attributes
    ----------
    name : str
        Its path in the archive.
    method : int
        How it is compressed.
    packed, size : int
        Bytes in the archive, and unpacked.
    start : int
        Where its own header begins.
    """

    name: str
    method: int
    packed: int
    size: int
    start: int


class Archive:
    """An open archive; made by `open_archive`."""

    def __init__(self, path: Path, file: io.FileIO, length: int) -> None:
        self.path = path
        self._file = file
        self._length = length
        self.members = {member.name: member for member in self._directory()}
        if sum(member.packed for member in self.members.values()) > length:
            raise self._refused(
                "its members overlap: together they are larger than the file, as in a zip bomb"
            )

    def read(self, member: Member) -> bytes:
        """Unpack a member.

        Parameters
        ----------
        member : Member
            One of `members`.

        Returns
        -------
        bytes

        Raises
        ------
        UnreadableFile
            If it is damaged, larger than it says, or larger than `MOST_BYTES`.
        """
        (packed,) = self.packed([member])
        try:
            content = _unpack(packed, member)
        except (zlib.error, EOFError, ValueError, zstd.ZstdError) as error:
            raise self._damaged(f"{member.name!r} cannot be unpacked: {error}") from None
        if len(content) != member.size:
            more = "more" if len(content) > member.size else "less"
            raise self._refused(f"{member.name!r} holds {more} than the {member.size:,} bytes it declares")
        return content

    def packed(self, members: Sequence[Member]) -> list[bytes]:
        """Members as they are in the file, those that are neighbours read at once.

        Parameters
        ----------
        members : sequence of Member
            Some of `members`.

        Returns
        -------
        list of bytes

        Raises
        ------
        UnreadableFile
            If one declares a size that no log has, or is not where the archive says.
        """
        start = min(member.start for member in members)
        # A member's own header has a name and, mostly, no fields; where it has, the bytes are read again.
        end = max(member.start + _LOCAL.size + len(member.name) + member.packed for member in members)
        together = end - start <= _AT_ONCE
        near = self._bytes(start, end - start) if together else b""
        return [self._one_packed(member, near, start) for member in members]

    def _one_packed(self, member: Member, near: bytes, start: int) -> bytes:
        if member.size > MOST_BYTES or (
            member.size > _SMALL and member.size > _MOST_RATIO * max(member.packed, 1)
        ):
            raise self._refused(
                f"{member.name!r} unpacks from {member.packed:,} to {member.size:,} bytes, as in a zip bomb"
            )
        place = member.start - start
        if place + _LOCAL.size > len(near):
            near, place = self._bytes(member.start, _LOCAL.size), 0
        signature, lengths = near[place : place + 4], near[place + 26 : place + 30]
        name, extra = _LENGTHS.unpack(lengths) if len(lengths) == 4 else (0, 0)
        begin = place + _LOCAL.size + name + extra
        packed = near[begin : begin + member.packed]
        if len(packed) != member.packed:
            packed = self._bytes(member.start + _LOCAL.size + name + extra, member.packed)
        if signature != b"PK\x03\x04" or len(packed) != member.packed:
            raise self._damaged(f"{member.name!r} is not where the archive says")
        return packed

    def _bytes(self, start: int, count: int) -> bytes:
        self._file.seek(start)
        return self._file.read(count)

    def _directory(self) -> Iterator[Member]:
        data, count = self._list_of_members()
        place = 0
        for _ in range(count):
            try:
                entry = _ENTRY.unpack_from(data, place)
            except struct.error:
                raise self._damaged("its list of members is cut short") from None
            signature, _, _, flags, method, _, _, _, packed, size = entry[:10]
            name_length, extra_length, comment_length, _, _, attributes, start = entry[10:]
            if signature != b"PK\x01\x02":
                raise self._damaged("its list of members is damaged")
            begin = place + _ENTRY.size
            name = data[begin : begin + name_length].decode("utf-8", "replace")
            if _FULL in (packed, size, start):
                extra = data[begin + name_length : begin + name_length + extra_length]
                packed, size, start = _large(extra, packed, size, start)
            place = begin + name_length + extra_length + comment_length
            if flags & 1:
                raise self._refused(f"{name[:80]!r} is encrypted")
            if attributes >> 28 == 0xA:
                raise self._refused(f"{name[:80]!r} is a link")
            if name.startswith(("/", "\\")) or name[1:2] == ":" or (".." in name and _climbs(name)):
                raise self._refused(f"the member name {name[:80]!r} leads outside it")
            yield Member(name, method, packed, size, start)

    def _list_of_members(self) -> tuple[bytes, int]:
        tail_start = max(0, self._length - _END.size - 0xFFFF - _END64_PLACE.size)
        tail = self._bytes(tail_start, self._length - tail_start)
        at = tail.rfind(b"PK\x05\x06")
        if at < 0 or at + _END.size > len(tail):
            is_zip = self._bytes(0, 2) == b"PK"
            raise self._damaged("it is cut short" if is_zip else "it is no zip archive")
        *_, count, size, place, _ = _END.unpack_from(tail, at)
        locator = at - _END64_PLACE.size
        if locator >= 0 and tail[locator : locator + 4] == b"PK\x06\x07":
            end = self._bytes(_END64_PLACE.unpack_from(tail, locator)[2], _END64.size)
            if len(end) < _END64.size or end[:4] != b"PK\x06\x06":
                raise self._damaged("its list of members is damaged")
            *_, count, size, place = _END64.unpack(end)
        if count > MOST_MEMBERS:
            raise self._refused(f"it has {count:,} members, and logs up to {MOST_MEMBERS:,} are read")
        if place + size > self._length or count * _ENTRY.size > size:
            raise self._damaged("its list of members is cut short")
        return self._bytes(place, min(size, self._length)), count

    def _damaged(self, what: str) -> UnreadableFile:
        return UnreadableFile(f"{self.path} is damaged or cut short ({what}); copy or make the file again.")

    def _refused(self, what: str) -> UnreadableFile:
        return UnreadableFile(
            f"{self.path} is not read: {what}; no tool writes such a log, take it from its source again."
        )


@contextmanager
def open_archive(path: Path) -> Iterator[Archive]:
    """Open a zip archive.

    Parameters
    ----------
    path : Path
        The file.

    Yields
    ------
    Archive

    Raises
    ------
    UnreadableFile
        If it is missing, empty, cut short, no archive, or hostile.
    """
    try:
        if not path.is_file():
            raise UnreadableFile(f"{path} is no regular file; give the log itself.")
        length = path.stat().st_size
        if not length:
            raise UnreadableFile(f"{path} is empty; there is nothing to score in it.")
        with path.open("rb", buffering=0) as file:
            yield Archive(path, file, length)
    except OSError as error:
        raise UnreadableFile(f"{path} cannot be read: {error.strerror or error}.") from None


def _unpack(packed: bytes, member: Member) -> bytes:
    # One byte more than declared is enough to see that there is more.
    most = member.size + 1
    if member.method == _STORED:
        return packed
    if member.method == _DEFLATED:
        return zlib.decompressobj(-15).decompress(packed, most)
    if member.method == ZSTANDARD:
        return _unpack_zstandard(packed, most)
    raise ValueError(f"compression method {member.method} is not known")


def _unpack_zstandard(packed: bytes, most: int) -> bytes:
    """Large members have several frames, one after the other."""
    frame = zstd.ZstdDecompressor()
    content = frame.decompress(packed, most)
    while frame.eof and frame.unused_data and len(content) < most:
        packed = frame.unused_data
        frame = zstd.ZstdDecompressor()
        content += frame.decompress(packed, most - len(content))
    return content


def _climbs(name: str) -> bool:
    return ".." in name.replace("\\", "/").split("/")


def _large(extra: bytes, packed: int, size: int, start: int) -> tuple[int, int, int]:
    """Sizes of members beyond 4 GB are in an extra field, in this order, those that do not fit."""
    place = 0
    while place + 4 <= len(extra):
        kind, length = struct.unpack_from("<2H", extra, place)
        if kind == 1:
            count = min(length, len(extra) - place - 4) // 8
            found = iter(struct.unpack_from(f"<{count}Q", extra, place + 4))
            size = next(found, size) if size == _FULL else size
            packed = next(found, packed) if packed == _FULL else packed
            start = next(found, start) if start == _FULL else start
        place += 4 + length
    return packed, size, start
