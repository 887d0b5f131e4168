"""Are the many members of a large log the same, however they are unpacked?"""

import json
import sys
from pathlib import Path

import pytest

import hatscore
from hatscore.errors import UnreadableFile

from .inspect_archives import INSPECT, samples_of, write_zstandard

COUNT = 1300


@pytest.fixture(params=["zstandard", "python"], autouse=True)
def _backend(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "python":
        monkeypatch.setitem(sys.modules, "zstandard", None)
    else:
        pytest.importorskip("zstandard")


def contents() -> dict[str, bytes]:
    samples, header = samples_of(INSPECT / "0.3.285" / "sums_sw.eval")
    kinds = list(samples.values())
    found = {"header.json": json.dumps(header).encode()}
    for number in range(COUNT):
        sample = kinds[number % len(kinds)] | {"id": number, "epoch": 1}
        found[f"samples/{number}_epoch_1.json"] = json.dumps(sample).encode()
    return found


def test_every_member_is_read_once_and_in_order(tmp_path: Path) -> None:
    frame = hatscore.read(write_zstandard(tmp_path / "a.eval", contents())).to_frame()
    assert frame["item"].to_list() == [str(number) for number in range(COUNT)]
    wrong = _wrong()
    assert frame["score"].sum() == sum(number % 6 not in wrong for number in range(COUNT))


def test_a_large_member_among_small_ones(tmp_path: Path) -> None:
    found = contents()
    name = "samples/700_epoch_1.json"
    found[name] = json.dumps(json.loads(found[name]) | {"store": {"text": "abc " * 3_000_000}}).encode()
    assert hatscore.read(write_zstandard(tmp_path / "a.eval", found)).to_frame().height == COUNT


@pytest.mark.parametrize("change", [-1, 1])
def test_a_member_that_lies_about_its_size_is_named(change: int, tmp_path: Path) -> None:
    found = contents()
    name = "samples/900_epoch_1.json"
    path = write_zstandard(tmp_path / "a.eval", found, {name: len(found[name]) + change})
    with pytest.raises(UnreadableFile, match=rf"{name}' holds (more|less) than the"):
        hatscore.read(path)


def test_a_member_that_is_damaged_is_named(tmp_path: Path) -> None:
    path = write_zstandard(tmp_path / "a.eval", contents())
    raw = bytearray(path.read_bytes())
    place = raw.index(b"samples/900_epoch_1.json") + len("samples/900_epoch_1.json")
    raw[place : place + 4] = b"\0\0\0\0"
    path.write_bytes(raw)
    with pytest.raises(UnreadableFile, match=r"samples/900_epoch_1\.json' cannot be unpacked"):
        hatscore.read(path)


def _wrong() -> set[int]:
    samples, _ = samples_of(INSPECT / "0.3.285" / "sums_sw.eval")
    return {n for n, sample in enumerate(samples.values()) if sample["scores"]["includes"]["value"] == "I"}
