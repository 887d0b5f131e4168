"""Files made to harm, or harmed: is the answer one clear error, soon, and in little memory?"""

import gzip
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.readers.conftest import compress

import hatscore
from hatscore.attempts import texts, unpacking
from hatscore.attempts.unpacking import lines, pieces
from hatscore.errors import InputError, UnreadableFile

HEADER = b"system,benchmark,item,language,score\n"
LINE = b'{"doc_id": 0, "doc": {}, "resps": [["1"]], "filtered_resps": ["1"], "filter": "none", '
LINE += b'"metrics": ["exact_match"], "exact_match": 1.0, "target": "1"}\n'
ROW = b'{"system": "m", "benchmark": "b", "item": "0", "language": "en", "score": 1}\n'
LOG = "samples_mgsm_direct_en_2026-01-01T00-00-00.000001.jsonl"
MEGABYTE = 2**20

MEASURE = """
import resource, sys, time
import hatscore
import polars
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
start = time.perf_counter()
try:
    hatscore.score(sys.argv[1])
except hatscore.HatscoreError as error:
    print(error)
seconds = time.perf_counter() - start
grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
print(f"{seconds:.2f} {grown / 1024:.0f}")
"""


def refused(path: Path, match: str) -> None:
    with pytest.raises(UnreadableFile, match=match) as caught:
        hatscore.score(path)
    assert path.name in str(caught.value)
    assert len(str(caught.value)) < 1000


def measured(path: Path) -> tuple[str, float, float]:
    """The message, seconds, and megabytes that reading took in a fresh process."""
    run = subprocess.run(
        [sys.executable, "-c", MEASURE, str(path)], check=True, capture_output=True, text=True, timeout=100
    )
    message, _, figures = run.stdout.strip().rpartition("\n")
    seconds, grown = figures.split()
    assert not run.stderr
    return message, float(seconds), float(grown)


def bomb(path: Path, content: bytes, megabytes: int, first: bytes = b"") -> Path:
    """Much of the same, packed; made without holding it."""
    block = content * (MEGABYTE // len(content))
    if path.suffix == ".gz":
        with gzip.open(path, "wb") as file:
            file.write(first)
            for _ in range(megabytes):
                file.write(block)
    else:
        with unpacking.zstd("open")(path, "wb") as file:
            file.write(first)
            for _ in range(megabytes):
                file.write(block)
    return path


@pytest.mark.parametrize("name", ["a.csv", "a.tsv", "a.jsonl", LOG])
@pytest.mark.parametrize("ending", [".gz", ".zst"])
def test_a_bomb_of_one_endless_line(name: str, ending: str, tmp_path: Path) -> None:
    path = bomb(tmp_path / (name + ending), b"\0", 300)
    message, seconds, grown = measured(path)
    assert path.name in message
    assert "line of more than 64 MB" in message
    assert seconds < 20
    assert grown < 500


@pytest.mark.parametrize(("name", "content"), [("a.csv", b"m,b,0,en,1\n"), (LOG, LINE), (LOG, b"\n")])
@pytest.mark.parametrize("ending", [".gz", ".zst"])
def test_a_bomb_of_many_lines(
    name: str, content: bytes, ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unpacking, "_FREE", 4 * MEGABYTE)
    monkeypatch.setattr(unpacking, "_MOST_TIMES", 30)
    path = bomb(tmp_path / (name + ending), content, 12, HEADER if name == "a.csv" else b"")
    refused(
        path, "unpacks to more than .*, over 30 times its size, as decompression bombs do; .*unpack it first"
    )


def test_what_shrinks_well_and_is_small_is_no_bomb(tmp_path: Path) -> None:
    path = bomb(tmp_path / "a.csv.gz", b"m,b,0,en,1\n", 2, HEADER)
    assert path.stat().st_size * 200 < 2 * MEGABYTE
    assert hatscore.read(path).to_frame().height > 100_000


@pytest.mark.parametrize("name", ["a.csv", "a.jsonl", LOG])
def test_a_line_of_a_gigabyte(name: str, tmp_path: Path) -> None:
    """Written with holes: it takes no space, and reads as zeros."""
    path = tmp_path / name
    with path.open("wb") as file:
        file.write({"a.csv": HEADER, "a.jsonl": ROW, LOG: LINE}[name])
        os.truncate(path, 2**30)
    message, seconds, grown = measured(path)
    assert path.name in message
    assert "line of more than 64 MB" in message
    assert seconds < 20
    assert grown < 500


@pytest.mark.parametrize("name", ["a.jsonl", LOG])
@pytest.mark.parametrize("brackets", [b"[", b'{"a":', b'{"doc_id": 0, "resps": ['])
@pytest.mark.parametrize("depth", [2_000, 1_000_000])
def test_deep_nesting(name: str, brackets: bytes, depth: int, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes((LINE if name == LOG else ROW) + brackets * depth + b"\n")
    start = time.perf_counter()
    refused(path, r"line 2 is not JSON \(.*\); is the file cut short\?")
    assert time.perf_counter() - start < 20


@pytest.mark.parametrize("ending", [".gz", ".zst"])
@pytest.mark.parametrize("name", ["a.csv", "a.jsonl", LOG])
def test_a_packed_file_cut_short_anywhere(name: str, ending: str, tmp_path: Path) -> None:
    content = {"a.csv": HEADER + b"m,b,0,en,1\n" * 50, "a.jsonl": ROW * 50, LOG: LINE * 50}[name]
    packed = compress(content, ending)
    path = tmp_path / (name + ending)
    for kept in (len(packed) - 1, len(packed) // 2, 14, 5):
        path.write_bytes(packed[:kept])
        refused(path, "is damaged or cut short .*; copy or make the file again")


@pytest.mark.parametrize("ending", [".gz", ".zst"])
def test_a_packed_file_with_other_bytes_inside(ending: str, tmp_path: Path) -> None:
    packed = bytearray(compress(HEADER + os.urandom(5000).hex().encode(), ending))
    packed[200:260] = bytes(60)
    path = tmp_path / f"a.csv{ending}"
    path.write_bytes(packed)
    # Zstandard may be written without a checksum; what comes out is then no table.
    with pytest.raises(InputError, match=path.name):
        hatscore.score(path)


@pytest.mark.parametrize("ending", [".gz", ".zst"])
def test_a_name_that_lies(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"a.csv{ending}"
    path.write_bytes(HEADER + b"m,b,0,en,1\n")
    refused(path, f"is not {ending[1:]} data, though its name says so")


ENCODINGS = {
    "Latin-1": "größer".encode("latin-1"),
    "Windows-1252": "“quoted”".encode("cp1252"),
    "Shift JIS": "りんご".encode("shift_jis"),
    "cut in a character": "り".encode()[:2],
    "overlong": b"\xc0\xaf",
    "a surrogate": b"\xed\xa0\x80",
}


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("name", ["a.csv", "a.jsonl", LOG])
def test_text_that_is_not_utf8(name: str, encoding: str, tmp_path: Path) -> None:
    text = ENCODINGS[encoding]
    row = {
        "a.csv": HEADER + text + b",b,0,en,1\n",
        "a.jsonl": b'{"a": 1}\n{"system": "' + text + b'"}\n',
        LOG: LINE + LINE.replace(b'[["1"]]', b'[["' + text + b'"]]'),
    }[name]
    path = tmp_path / name
    path.write_bytes(row)
    refused(path, "is not UTF-8 text .*line 2.*save it as UTF-8")


def test_the_place_of_a_fault_in_a_long_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for window in (1, 2, 3, 7, 1000):
        monkeypatch.setattr(texts, "_WINDOW", window)
        for before in ("", "ab", "りんご\nんご", "x" * 50):
            path = tmp_path / "a.csv"
            path.write_bytes(before.encode() + b"\xff")
            refused(path, rf"byte {len(before.encode())}, line {before.count(chr(10)) + 1}\)")
            path.write_bytes(before.encode() + "り".encode()[:2])
            refused(path, rf"byte {len(before.encode())}, line {before.count(chr(10)) + 1}\)")


def test_half_a_character_in_an_answer(tmp_path: Path) -> None:
    """An emoji that the token cap cut, as JSON with escapes writes it."""
    (tmp_path / LOG).write_bytes(LINE.replace(b'[["1"]]', b'[["1 \\ud83d"]]'))
    frame = hatscore.read(tmp_path / LOG).to_frame()
    assert frame["response"].to_list() == ["1 \ufffd"]


def test_a_log_in_utf16_is_read(tmp_path: Path) -> None:
    for encoding in ("utf-16", "utf-16-be"):
        mark = b"\xfe\xff" if encoding == "utf-16-be" else b""
        (tmp_path / LOG).write_bytes(mark + (LINE * 3).decode().encode(encoding))
        assert hatscore.read(tmp_path / LOG).to_frame().height == 3


def test_nothing_is_written_beside_what_is_read(tmp_path: Path) -> None:
    place = tmp_path / "logs"
    place.mkdir()
    (place / LOG).write_bytes(LINE * 3)
    bomb(place / "b.csv.gz", b"\0", 100)
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(UnreadableFile):
        hatscore.score(place)
    assert sorted(tmp_path.rglob("*")) == before


MARK = b"\xef\xbb\xbf"
PIECES = [*((size, b"") for size in (1, 2, 3, 5, 64, 1000)), *((size, MARK) for size in (3, 5, 64, 1000))]


@pytest.mark.parametrize(("size", "mark"), PIECES)
def test_lines_are_those_of_the_whole(
    size: int, mark: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unpacking, "_PIECE", size)
    path = tmp_path / "a.txt"
    for text in (b"a\nbb\n\nccc", b"a\n", b"\n\n", b"no break", "りんご\nんご\n".encode()):
        path.write_bytes(mark + text)
        assert b"\n".join(lines(path)) == text.removesuffix(b"\n")


def test_long_lines_are_told_across_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpacking, "_PIECE", 10)
    path = tmp_path / "a.txt"
    path.write_bytes(b"x" * 45 + b"\n" + b"y" * 45)
    assert b"".join(pieces(path, longest_line=50)) == path.read_bytes()
    path.write_bytes(b"x" * 45 + b"\n" + b"y" * 75)
    with pytest.raises(UnreadableFile, match="line of more than"):
        list(pieces(path, longest_line=50))
