"""Does a table survive being written and read, in every form?"""

import gzip
from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

import hatscore
from hatscore.errors import InvalidArgument

ENDINGS = (
    ".csv", ".csv.gz", ".csv.zst", ".tsv", ".tsv.gz", ".tsv.zst", ".jsonl", ".jsonl.gz", ".jsonl.zst",
    ".parquet", ".arrow",
)  # fmt: skip

TABLE = pl.DataFrame(
    {
        "system": ["größer", "größer", "m, 2", 'say "x"'],
        "benchmark": ["mgsm"] * 4,
        "item": ["007", "7", "law/3", "1e3"],
        "language": ["en", "sw", "zh-Hans", "en"],
        "source_language": ["en", "en", "en", "en"],
        "attempt": [0, 0, 1, 63],
        "score": [1.0, 0.0, 1 / 3, None],
        "outcome": ["right", "wrong", None, "error"],
        "n_options": [4, 4, None, 10],
        "floor": [0.25, 0.25, None, 0.1],
        "response": ["18", "line one\nline two", "答えは 18 です", "tab\there"],
        "answer_tokens": [3, 0, None, 12_345_678_901],
        "annotator": ["Ada", "Bo", None, "Cy"],
    }
)


def read(path: Path) -> pl.DataFrame:
    return hatscore.read(path).to_frame()


@pytest.mark.parametrize("ending", ENDINGS)
def test_round_trip_keeps_every_column(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"attempts{ending}"
    hatscore.Attempts.from_frame(TABLE).write(path)
    assert_frame_equal(read(path), TABLE, check_column_order=False)


@pytest.mark.parametrize("ending", [".csv", ".tsv", ".jsonl"])
def test_an_extra_column_of_numbers_keeps_its_text(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"attempts{ending}"
    hatscore.Attempts.from_frame(TABLE.with_columns(temperature=0.5)).write(path)
    assert read(path)["temperature"].cast(pl.Float64).to_list() == [0.5] * 4


@pytest.mark.parametrize("ending", [".csv.gz", ".csv.zst"])
def test_compressed_files_are_compressed(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"attempts{ending}"
    hatscore.Attempts.from_frame(TABLE).write(path)
    magic = {".csv.gz": b"\x1f\x8b", ".csv.zst": b"\x28\xb5\x2f\xfd"}[ending]
    assert path.read_bytes().startswith(magic)


def test_writing_twice_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in ("a.csv.gz", "b.csv.gz"):
        hatscore.Attempts.from_frame(TABLE).write(tmp_path / name)
    assert (tmp_path / "a.csv.gz").read_bytes() == (tmp_path / "b.csv.gz").read_bytes()


@pytest.mark.parametrize("name", ["a.xlsx", "a", "a.gz", "a.json", "a.parquet.xz"])
def test_a_name_that_says_no_form_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidArgument, match=r"cannot tell the form .*end it in \.csv"):
        hatscore.Attempts.from_frame(TABLE).write(tmp_path / name)


@pytest.mark.parametrize("name", ["a.parquet.gz", "a.arrow.zst"])
def test_binary_forms_are_compressed_inside_and_not_again(name: str, tmp_path: Path) -> None:
    """They could not be read back."""
    with pytest.raises(InvalidArgument, match=name):
        hatscore.Attempts.from_frame(TABLE).write(tmp_path / name)
    assert not (tmp_path / name).exists()


def test_a_place_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidArgument, match="cannot write"):
        hatscore.Attempts.from_frame(TABLE).write(tmp_path / "gone" / "a.csv")


PLAIN = "system,benchmark,item,language,score\nm,mgsm,007,en,1\nm,mgsm,1e3,sw,0.5\nm,mgsm,0,en,0\n"
ITEMS = ["007", "1e3", "0"]

ENCODINGS = {
    "as it is": PLAIN.encode(),
    "byte order mark": b"\xef\xbb\xbf" + PLAIN.encode(),
    "CRLF": PLAIN.replace("\n", "\r\n").encode(),
    "BOM and CRLF": b"\xef\xbb\xbf" + PLAIN.replace("\n", "\r\n").encode(),
    "UTF-16": PLAIN.encode("utf-16"),
    "UTF-16, big end first": b"\xfe\xff" + PLAIN.encode("utf-16-be"),
    "no line break at the end": PLAIN.rstrip().encode(),
    "quoted header": PLAIN.replace("system,benchmark", '"system","benchmark"').encode(),
    "gzip under a plain name": gzip.compress(PLAIN.encode()),
    "capital ending": PLAIN.encode(),
    "blank lines at the end": (PLAIN + "\n\n").encode(),
}


@pytest.mark.parametrize("case", ENCODINGS)
def test_text_of_every_origin(case: str, tmp_path: Path) -> None:
    path = tmp_path / ("a.CSV" if case == "capital ending" else "a.csv")
    path.write_bytes(ENCODINGS[case])
    frame = read(path)
    assert frame["item"].to_list() == ITEMS
    assert frame["score"].to_list() == [1, 0.5, 0]
    assert frame.columns == ["system", "benchmark", "item", "language", "score"]


@pytest.mark.parametrize(
    ("written", "score"),
    [("1", 1), ("1.0", 1), (" 0.5 ", 0.5), ("true", 1), ("False", 0), ("5e-1", 0.5), ("", None)],
)
def test_scores_as_they_are_written_in_text(written: str, score: float | None, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text(f"system,benchmark,item,language,score,outcome\nm,b,0,en,{written},\n")
    assert read(path)["score"].to_list() == [score]


@pytest.mark.parametrize(("number", "name"), [("7", "7"), ("7.0", "7"), ('"007"', "007"), ('"7"', "7")])
def test_item_numbers_in_json(number: str, name: str, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(f'{{"system": "m", "benchmark": "b", "item": {number}, "language": "en", "score": 1}}\n')
    assert read(path)["item"].to_list() == [name]


def test_json_lines_may_lack_a_key_and_be_blank(tmp_path: Path) -> None:
    row = '{"system": "m", "benchmark": "b", "item": "0", "language": "en", "score": true'
    path = tmp_path / "a.jsonl"
    path.write_text(f'{row}}}\n\n{row}, "note": "second"}}\n')
    frame = read(path)
    assert frame["score"].to_list() == [1, 1]
    assert frame["note"].to_list() == [None, "second"]


def test_scores_of_mixed_types_in_json(tmp_path: Path) -> None:
    row = '{"system": "m", "benchmark": "b", "item": "0", "language": "en", "score": '
    path = tmp_path / "a.jsonl"
    path.write_text("".join(f"{row}{score}}}\n" for score in ("1", "0.5", "true", '"0.25"', "null")))
    assert read(path)["score"].to_list() == [1, 0.5, 1, 0.25, None]


def test_columns_can_be_renamed_and_set(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("model_name,item,language,score\nm,0,en,1\n")
    frame = hatscore.read(path, rename={"system": "model_name"}, fixed={"benchmark": "mgsm"}).to_frame()
    assert frame.select("system", "benchmark").rows() == [("m", "mgsm")]
    assert "model_name" not in frame.columns


def test_renaming_takes_the_place_of_a_column(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("system,model,benchmark,item,language,score\nrun 1,m,b,0,en,1\n")
    assert hatscore.read(path, rename={"system": "model"}).to_frame()["system"].to_list() == ["m"]


def test_two_columns_can_change_places(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("system,benchmark,item,language,score\nb,m,0,en,1\n")
    frame = hatscore.read(path, rename={"system": "benchmark", "benchmark": "system"}).to_frame()
    assert frame.select("system", "benchmark").rows() == [("m", "b")]


def test_renaming_from_a_column_that_is_not_there_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("model,benchmark,item,language,score\nm,b,0,en,1\n")
    with pytest.raises(
        InvalidArgument, match=r"cannot map 'system' to column 'name': .*a\.csv has the columns model"
    ):
        hatscore.read(path, rename={"system": "name"})


@pytest.mark.parametrize("ending", [".parquet", ".arrow"])
def test_binary_tables_are_read_when_needed(ending: str, tmp_path: Path) -> None:
    """A large file is not in memory before it is summed up."""
    path = tmp_path / f"a{ending}"
    hatscore.Attempts.from_frame(TABLE).write(path)
    (part,) = hatscore.read(path).parts
    assert "SCAN" in part.frame.explain()
