"""Inspect AI logs taken apart and put together again, changed."""

import json
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hatscore.readers.archives import open_archive

from .conftest import compress

INSPECT = Path(__file__).parents[1] / "fixtures" / "inspect_ai"

Sample = dict[str, Any]


def samples_of(path: Path) -> tuple[dict[str, Sample], dict[str, Any]]:
    """Samples of a log by name, and its header."""
    with open_archive(path) as archive:
        contents = {name: json.loads(archive.read(member)) for name, member in archive.members.items()}
    return {n: c for n, c in contents.items() if n.startswith("samples/")}, contents["header.json"]


def write_archive(
    path: Path,
    samples: dict[str, Sample],
    header: dict[str, Any],
    *,
    header_name: str = "header.json",
    method: int = zipfile.ZIP_DEFLATED,
) -> Path:
    """Write a log."""
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, sample in samples.items():
            archive.writestr(name, json.dumps(sample))
        archive.writestr(header_name, json.dumps(header))
    return path


def change_samples(
    source: Path,
    target: Path,
    change: Callable[[Sample], None] = lambda _: None,
    *,
    header: Callable[[dict[str, Any]], None] = lambda _: None,
) -> Path:
    """Copy a log with every sample, and its header, changed."""
    samples, head = samples_of(source)
    for sample in samples.values():
        change(sample)
    header(head)
    return write_archive(target, samples, head)


def write_zstandard(path: Path, contents: dict[str, bytes], lies: dict[str, int] | None = None) -> Path:
    """Write an archive as Inspect does by now; ``lies`` are sizes that are declared instead."""
    body = entries = b""
    for name, content in contents.items():
        packed, size = compress(content, ".zst"), (lies or {}).get(name, len(content))
        entries += struct.pack(
            "<4s6H3L5H2L",
            *(b"PK\1\2", 63, 63, 0, 93, 0, 0, 0, len(packed), size, len(name), 0, 0, 0, 0, 0, len(body)),
        )
        entries += name.encode()
        body += struct.pack("<4s5H3L2H", b"PK\3\4", 63, 0, 93, 0, 0, 0, len(packed), size, len(name), 0)
        body += name.encode() + packed
    count = len(contents)
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, count, count, len(entries), len(body), 0)
    path.write_bytes(body + entries + end)
    return path
