"""Do hostile and damaged Inspect AI logs end in one clear error, soon and in little memory?"""

import json
import os
import resource
import struct
import sys
import time
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import hatscore
from hatscore.errors import InputError, InvalidArgument, InvalidAttempts, UnreadableFile
from hatscore.readers.archives import MOST_BYTES

from .conftest import compress
from .inspect_archives import INSPECT, change_samples, samples_of, write_archive

LOG = INSPECT / "0.3.285" / "sums_sw.eval"
NAME = "samples/1_epoch_1.json"


@pytest.fixture(autouse=True)
def _soon_and_in_little_memory() -> Iterator[None]:
    start = time.perf_counter()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    yield
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    assert grown < 200
    assert time.perf_counter() - start < 20


def with_member(path: Path, name: str, content: bytes, attributes: int = 0) -> Path:
    """A real log with one more member."""
    samples, header = samples_of(LOG)
    write_archive(path, samples, header)
    info = zipfile.ZipInfo(name)
    info.external_attr = attributes
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(info, content, zipfile.ZIP_DEFLATED)
    return path


def patched(path: Path, old: bytes, new: bytes) -> Path:
    raw = path.read_bytes()
    assert old in raw
    path.write_bytes(raw.replace(old, new))
    return path


def hand_made(path: Path, content: bytes, *, method: int, size: int, copies: int = 1) -> Path:
    """An archive whose list may lie: ``copies`` entries that share the bytes of one member."""
    local = struct.pack("<4s5H3L2H", b"PK\3\4", 63, 0, method, 0, 0, 0, len(content), size, len(NAME), 0)
    body = local + NAME.encode() + content
    entries = b""
    for number in range(copies):
        name = NAME.replace("1_", f"{number + 1}_", 1).encode()
        entries += struct.pack(
            "<4s6H3L5H2L",
            *(b"PK\1\2", 63, 63, 0, method, 0, 0, 0, len(content), size, len(name), 0, 0, 0, 0, 0, 0),
        )
        entries += name
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, copies, copies, len(entries), len(body), 0)
    path.write_bytes(body + entries + end)
    return path


def refuses(path: Path, message: str) -> None:
    with pytest.raises(UnreadableFile, match=message) as caught:
        hatscore.read(path)
    assert len(str(caught.value)) < 600


def test_a_bomb_that_says_its_size(tmp_path: Path) -> None:
    bomb = zlib.compressobj(9, zlib.DEFLATED, -15)
    zeros = bytes(2**20)
    content = b"".join(bomb.compress(zeros) for _ in range(300)) + bomb.flush()
    path = hand_made(tmp_path / "a.eval", content, method=8, size=300 * 2**20)
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("header.json", json.dumps(samples_of(LOG)[1]))
    refuses(path, "unpacks from .* as in a zip bomb")


@pytest.mark.parametrize("method", [8, 93])
def test_a_bomb_that_hides_its_size(method: int, tmp_path: Path) -> None:
    content = bytes(100 * 2**20)
    packed = zlib.compress(content)[2:-4] if method == 8 else compress(content, ".zst")
    path = hand_made(tmp_path / "a.eval", packed, method=method, size=1000)
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("header.json", json.dumps(samples_of(LOG)[1]))
    refuses(path, "holds more than the 1,000 bytes it declares")


def test_a_member_larger_than_any_is_read(tmp_path: Path) -> None:
    path = hand_made(tmp_path / "a.eval", b"x" * 100, method=0, size=MOST_BYTES + 1)
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("header.json", json.dumps(samples_of(LOG)[1]))
    refuses(path, "as in a zip bomb")


def test_members_that_share_their_bytes(tmp_path: Path) -> None:
    path = hand_made(tmp_path / "a.eval", b"{}" * 5000, method=0, size=10_000, copies=500)
    refuses(path, "members overlap")


@pytest.mark.parametrize(
    "name", ["../../etc/x.json", "/etc/x.json", "samples/../../x.json", "..\\x.json", "C:\\x.json"]
)
def test_names_that_lead_outside(name: str, tmp_path: Path) -> None:
    refuses(with_member(tmp_path / "a.eval", name, b"{}"), "leads outside it")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.eval"]


def test_a_member_that_is_a_link(tmp_path: Path) -> None:
    refuses(with_member(tmp_path / "a.eval", "samples/9_epoch_1.json", b"/etc", 0xA1FF << 16), "is a link")


@pytest.mark.parametrize("share", [0.0, 0.01, 0.3, 0.7, 0.95, 0.999])
@pytest.mark.parametrize("name", ["sums_sw.eval", "sums_sw.json"])
def test_a_log_that_is_cut_short(name: str, share: float, tmp_path: Path) -> None:
    raw = (INSPECT / "0.3.285" / name).read_bytes()
    (tmp_path / name).write_bytes(raw[: int(len(raw) * share)])
    with pytest.raises(InputError, match=r"cut short|empty|no known form"):
        hatscore.read(tmp_path / name)


def test_every_byte_may_be_wrong(tmp_path: Path) -> None:
    """A log with one wrong byte is read or refused, and nothing else happens."""
    raw = LOG.read_bytes()
    path = tmp_path / "a.eval"
    for place in range(0, len(raw), 97):
        path.write_bytes(raw[:place] + bytes([raw[place] ^ 0xFF]) + raw[place + 1 :])
        try:
            hatscore.read(path)
        except (InputError, InvalidArgument) as error:
            assert str(error)  # noqa: PT017 (either end is right)


def test_an_encrypted_member(tmp_path: Path) -> None:
    path = with_member(tmp_path / "a.eval", "samples/9_epoch_1.json", b"{}")
    raw = bytearray(path.read_bytes())
    place = raw.rfind(b"PK\1\2")
    raw[place + 8] |= 1
    path.write_bytes(raw)
    refuses(path, "is encrypted")


def test_a_compression_that_is_not_known(tmp_path: Path) -> None:
    samples, header = samples_of(LOG)
    path = write_archive(tmp_path / "a.eval", samples, header, method=zipfile.ZIP_LZMA)
    refuses(path, "compression method 14 is not known")


@pytest.mark.parametrize("form", ["[", '{"a":'])
def test_json_that_is_nested_deeply(form: str, tmp_path: Path) -> None:
    deep = '{"id": 1, "epoch": 1, "store": ' + form * 500_000
    path = with_member(tmp_path / "a.eval", "samples/9_epoch_1.json", deep.encode())
    with pytest.raises(InvalidAttempts, match=r"samples/9_epoch_1\.json: it is nested too deeply"):
        hatscore.read(path)
    start = (INSPECT / "0.3.285" / "sums_sw.json").read_text()
    (tmp_path / "a.json").write_text(start.replace('"plan":', f'"deep": {form * 500_000}, "plan":', 1))
    refuses(tmp_path / "a.json", "nested too deeply")


@pytest.mark.parametrize("encoding", ["utf-16", "latin-1"])
def test_another_encoding(encoding: str, tmp_path: Path) -> None:
    text = (INSPECT / "0.3.285" / "sums_sw.json").read_text().replace("ni nini", "ni ñini")
    text = text.replace('"content": "4"', '"content": "ñ"').replace('"text": "4"', '"text": "ñ"')
    (tmp_path / "a.json").write_bytes(text.encode(encoding))
    with pytest.raises(InputError, match=r"no known form|not UTF-8|[Ii]nvalid"):
        hatscore.read(tmp_path / "a.json")


def test_every_damaged_sample_is_named(tmp_path: Path) -> None:
    path = with_member(tmp_path / "a.eval", "samples/8_epoch_1.json", b'{"id": 8, "epoch": "one"}')
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("samples/9_epoch_1.json", b'{"id": 9, "epoch"')
    with pytest.raises(
        InvalidAttempts, match=r"2 problems[\s\S]*samples/8_[\s\S]*\$\.epoch[\s\S]*samples/9_[\s\S]*truncated"
    ):
        hatscore.read(path)


def test_no_more_than_twenty_problems_of_a_log_are_listed(tmp_path: Path) -> None:
    samples, header = samples_of(LOG)
    bad: dict[str, dict[str, Any]] = {f"samples/{n}_epoch_1.json": {"id": n} for n in range(500)}
    with pytest.raises(InvalidAttempts, match="were not looked at") as caught:
        hatscore.read(write_archive(tmp_path / "a.eval", samples | bad, header))
    assert len(caught.value.problems) == 21


def test_an_archive_of_something_else(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.eval", "w") as archive:
        archive.writestr("word/document.xml", "x")
    refuses(tmp_path / "a.eval", r"no header\.json, so it is no Inspect AI log; it has word/document\.xml")


def test_a_link_is_followed_and_a_circle_is_not(tmp_path: Path) -> None:
    (tmp_path / "link.eval").symlink_to(LOG)
    assert hatscore.read(tmp_path / "link.eval").to_frame().height == 6
    (tmp_path / "circle.eval").symlink_to(tmp_path / "circle.eval")
    with pytest.raises(UnreadableFile, match=r"circle\.eval"):
        hatscore.read(tmp_path / "circle.eval")


@pytest.mark.skipif(sys.platform == "win32", reason="no pipes with names")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.eval")
    refuses(tmp_path / "a.eval", "no regular file")


def test_a_number_that_is_no_number(tmp_path: Path) -> None:
    def word(sample: dict[str, Any]) -> None:
        sample["scores"] = {"own": {"value": "maybe"}}

    with pytest.raises(InvalidAttempts, match=r"6 problems[\s\S]*'own' is 'maybe'; a score is a number"):
        hatscore.read(change_samples(LOG, tmp_path / "a.eval", word))


def test_a_large_log_with_nan_says_what_to_do(tmp_path: Path) -> None:
    text = (INSPECT / "0.3.285" / "sums_sw.json").read_text()
    filled = text.rstrip()[:-1]
    (tmp_path / "a.json").write_text(f'{filled}, "much": "{"x" * 70_000_000}", "nan": NaN}}')
    refuses(tmp_path / "a.json", "holds NaN.*inspect log convert")
    (tmp_path / "b.json").write_text(f'{filled}, "nan": NaN}}')
    assert hatscore.read(tmp_path / "b.json").to_frame().height == 2
