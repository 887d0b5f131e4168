"""Is a text that is too long to hold read as a short one is, and does nothing of it stay behind?"""

import gc
import gzip
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal
from tests.readers.conftest import compress

import hatscore
from hatscore.attempts import files, long_texts, unpacking
from hatscore.errors import HatscoreError, UnreadableFile

HEADER = "system,benchmark,item,language,score,response\n"
ROWS = "".join(
    f"m,b,{number:03},{language},{score},{response}\n"
    for number in range(12)
    for language, score, response in (
        ("en", 1, '"18, or ""so"""'),
        ("sw", "0.5", '"line one\nline two\n\nlast"'),
        ("de", "true", "größer"),
    )
)
PLAIN = HEADER + ROWS
TEXTS = {
    "as it is": PLAIN.encode(),
    "byte order mark": b"\xef\xbb\xbf" + PLAIN.encode(),
    "CRLF": PLAIN.replace("\n", "\r\n").encode(),
    "UTF-16": PLAIN.encode("utf-16"),
    "UTF-16, big end first": b"\xfe\xff" + PLAIN.encode("utf-16-be"),
    "no line break at the end": PLAIN.rstrip().encode(),
    "blank lines at the end": (PLAIN + "\n\n\r\n" * 30).encode(),
    "quoted header": PLAIN.replace("system,benchmark", '"system","benchmark"').encode(),
    "a break in a name": PLAIN.replace("response", '"the\nresponse"').encode(),
    "gzip": gzip.compress(PLAIN.encode()),
    "Zstandard": compress(PLAIN.encode(), ".zst"),
}
SIZES = [(3, 1), (64, 50), (100, 1000)]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of temporary files; it must be empty in the end."""
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    yield place
    gc.collect()
    assert not list(place.iterdir())


def spill(monkeypatch: pytest.MonkeyPatch, piece: int = 64, chunk: int = 50) -> None:
    monkeypatch.setattr(files, "_MOST_HELD", 0)
    monkeypatch.setattr(unpacking, "_PIECE", piece)
    monkeypatch.setattr(long_texts, "_CHUNK", chunk)


def read(path: Path) -> pl.DataFrame:
    return hatscore.read(path).to_frame()


@pytest.mark.parametrize(("piece", "chunk"), SIZES)
@pytest.mark.parametrize("case", TEXTS)
def test_the_rows_are_the_same(
    case: str, piece: int, chunk: int, tmp_path: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(TEXTS[case])
    whole = read(path)
    assert whole.height == 36
    spill(monkeypatch, piece, chunk)
    attempts = hatscore.read(path)
    assert list(place.iterdir())
    assert_frame_equal(attempts.to_frame(), whole)
    some = attempts.lazy().filter(pl.col("language") == "sw").select("item", "score").head(5).collect()
    assert_frame_equal(some, whole.filter(pl.col("language") == "sw").select("item", "score").head(5))
    assert_frame_equal(attempts.lazy().head(20).collect(), attempts.lazy().collect().head(20))


FAULTS = {
    "not UTF-8": (".csv", PLAIN.encode() + b"m,b,0,en,1,\xff\n" + ROWS.encode()),
    "cut in a character": (".csv", PLAIN.encode() + "り".encode()[:2]),
    "half of UTF-16": (".csv", PLAIN.encode("utf-16")[:-1]),
    "a zero": (".csv", PLAIN.encode() + b"m,b,0,en,1,\0\n"),
    "a name twice": (".csv", PLAIN.replace("response", "score", 1).encode()),
    "a header alone": (".csv", (HEADER + "\n" * 500).encode()),
    "nothing": (".csv", b"\n" * 500),
    "a score that is none": (".csv", (PLAIN + "m,b,0,en,many,\n" + ROWS.replace(",0.5,", ",5,")).encode()),
    "a blank line": (".csv", PLAIN.encode() + b"\n" + ROWS.encode()),
    "a missing column": (".csv", PLAIN.replace("language", "tongue", 1).encode()),
    "packed and cut": (".csv.gz", gzip.compress(PLAIN.encode(), mtime=0)[:-9]),
    "no JSON": (".jsonl", b'{"system": "m"}\n' * 30 + b'{"system": \n' + b'{"system": "m"}\n' * 30),
    "no object": (".jsonl", b'{"system": "m"}\n' * 30 + b"[1]\n" + b'{"system": "m"}\n' * 30),
}


@pytest.mark.parametrize("case", FAULTS)
def test_faults_are_told_in_the_same_words(
    case: str, tmp_path: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ending, text = FAULTS[case]
    path = tmp_path / f"a{ending}"
    path.write_bytes(text)
    with pytest.raises(HatscoreError) as whole:
        hatscore.score(path)
    spill(monkeypatch)
    with pytest.raises(HatscoreError) as found:
        hatscore.score(path)
    assert str(found.value) == str(whole.value)


@pytest.mark.parametrize("row", ["m,b,0,en,1,2,3\n", 'm,b,0,en,1,"open\n'])
def test_rows_that_are_no_rows(
    row: str, tmp_path: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.csv"
    path.write_text(PLAIN + row + ROWS)
    spill(monkeypatch)
    monkeypatch.setattr(long_texts, "LONGEST_LINE", 1000)
    with pytest.raises(
        UnreadableFile, match=r"not a (CSV )?table \(.*look for a row with too many fields or an"
    ):
        hatscore.score(path)


def line(number: int, **more: object) -> str:
    fields = {"system": "m", "benchmark": "b", "item": number, "language": "en", "score": 1} | more
    return json.dumps(fields) + "\n"


KINDS: dict[str, list[object]] = {
    "numbers": [1, 0, 1],
    "whole numbers and fractions": [1, 0.5, 0],
    "none at first": [None, 0.5, 1],
    "text and numbers": [1, "0.5", 0.25],
    "truth and numbers": [1, True, 0.5],
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("ending", [".jsonl", ".jsonl.gz"])
def test_json_of_mixed_kinds(
    kind: str, ending: str, tmp_path: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scores = [score for score in KINDS[kind] for _ in range(20)]
    text = "".join(line(n, score=s, **({"note": "x"} if n > 40 else {})) for n, s in enumerate(scores))
    path = tmp_path / f"a{ending}"
    path.write_bytes(
        compress(text.encode(), Path(ending).suffix) if ending.endswith(".gz") else text.encode()
    )
    whole = read(path)
    spill(monkeypatch)
    assert_frame_equal(read(path), whole)


def test_scores_and_signature_are_the_same(
    tmp_path: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = hatscore.read(hatscore.demo_path())
    whole = hatscore.score(study, by="language").to_json()
    for name in ("a.csv", "a.tsv.zst", "a.jsonl.gz"):
        study.write(tmp_path / name)
        with monkeypatch.context() as patch:
            spill(patch, 4096, 20_000)
            assert hatscore.score(tmp_path / name, by="language").to_json() == whole


def test_the_rows_live_as_long_as_a_query_of_them(
    tmp_path: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.csv").write_text(PLAIN)
    spill(monkeypatch)
    query = hatscore.read(tmp_path / "a.csv").lazy().group_by("language").len()
    gc.collect()
    assert query.collect()["len"].to_list() == [12, 12, 12]
    assert len(list(place.iterdir())) == 1


def test_nothing_stays_behind_when_python_ends(tmp_path: Path, place: Path) -> None:
    (tmp_path / "a.csv").write_text(PLAIN)
    code = (
        "import hatscore, sys, tempfile; from hatscore.attempts import files; files._MOST_HELD = 0; "
        "tempfile.tempdir = sys.argv[2]; kept = hatscore.read(sys.argv[1])"
    )
    subprocess.run([sys.executable, "-c", code, str(tmp_path / "a.csv"), str(place)], check=True)


def test_where_there_is_no_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.csv").write_text(PLAIN)
    spill(monkeypatch)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "absent"))
    with pytest.raises(UnreadableFile, match=r"a\.csv is long.*TMPDIR"):
        hatscore.read(tmp_path / "a.csv")
