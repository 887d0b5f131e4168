"""Do the loaders read every layout, and say what is wrong with others?"""

from collections.abc import Callable
from pathlib import Path

import pytest

from hatscore.benchmarks import eclektic, mgsm_rev2, mmlu_prox_lite
from hatscore.benchmarks.contract import BenchmarkMismatch, Manifest
from hatscore.benchmarks.registry import load
from hatscore.benchmarks.rows import read_rows
from hatscore.errors import UnknownFormat, UnreadableFile

from .conftest import FACTS, gz_files, jsonl, parquet_files, tsv_files

Small = dict[str, Manifest]


def save(folder: Path, files: dict[str, bytes]) -> Path:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return folder


def test_sums(small: Small, tmp_path: Path) -> None:
    found = load("mgsm_rev2", data=save(tmp_path, tsv_files()))
    first = found.items["en"][0]
    assert (first.item, first.gold, first.source_language) == ("1", "2003", "en")
    assert first.question == 'Ada says "five" and adds 1,998. What is the sum?'
    assert found.item_names == ("1", "2")


def test_a_copy_in_a_folder_of_its_name_is_found_beside_others(small: Small, tmp_path: Path) -> None:
    save(tmp_path / "mgsm_rev2", tsv_files())
    save(tmp_path / "mgsm_original", dict.fromkeys(tsv_files(), b"x\t1\n"))
    assert load("mgsm_rev2", data=tmp_path).languages == ("de", "en")


@pytest.mark.parametrize("files", [parquet_files, gz_files])
def test_letters_in_both_layouts(files: Callable[[], dict[str, bytes]], small: Small, tmp_path: Path) -> None:
    found = load("mmlu_prox_lite", data=save(tmp_path, files()))
    item = found.items["sw"][0]
    assert (item.item, item.gold, item.options) == ("70", "B", ("jiwe", "tufaa", "kiti"))
    assert found.item_names == ("70", "71")
    assert len(found.examples["en"]) == 2


def test_letters_without_examples_can_be_read(small: Small, tmp_path: Path) -> None:
    files = {name: content for name, content in gz_files().items() if "validation" not in name}
    assert load("mmlu_prox_lite", data=save(tmp_path, files)).examples == {}


def test_judged_facts_and_their_known_excerpt(small: Small, tmp_path: Path) -> None:
    whole = load("eclektic", data=save(tmp_path / "a", {"eclektic_main.jsonl": jsonl(FACTS)}))
    assert [item.source_language for item in whole.items["en"]] == ["de", "en"]
    assert whole.items["de"][0].passage == "Ida Korn war es."
    part = load("eclektic", data=save(tmp_path / "b", {"eclektic_main_1of2.jsonl": jsonl(FACTS[:1])}))
    assert part.notes == ("an excerpt of 1 of 2 items",)
    assert "note: an excerpt of 1 of 2 items" in repr(part)
    with pytest.raises(BenchmarkMismatch, match="fingerprint"):
        load("eclektic", data=save(tmp_path / "c", {"eclektic_main.jsonl": jsonl(FACTS[1:])}))
    with pytest.raises(BenchmarkMismatch, match="there must be 2, or the known 1"):
        load("eclektic", data=save(tmp_path / "d", {"eclektic_main.jsonl": jsonl([*FACTS, FACTS[0]])}))


def test_a_local_copy_is_verified_every_time(small: Small, tmp_path: Path) -> None:
    files = tsv_files()
    save(tmp_path, {**files, "mgsm_de.tsv": files["mgsm_de.tsv"].replace(b"42", b"43")})
    for _ in range(2):
        with pytest.raises(BenchmarkMismatch, match="mgsm_rev2, de"):
            load("mgsm_rev2", data=tmp_path)
    assert load("mgsm_rev2", data=tmp_path, languages=["en"]).languages == ("en",)


def test_a_missing_or_doubled_file_is_named(small: Small, tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match=r"mgsm_de.tsv or de/test-\*.parquet .* found none"):
        load("mgsm_rev2", data=tmp_path)
    save(tmp_path / "one", tsv_files())
    save(tmp_path / "two", tsv_files())
    with pytest.raises(UnreadableFile, match=r"found one/mgsm_de.tsv, two/mgsm_de.tsv"):
        load("mgsm_rev2", data=tmp_path)
    with pytest.raises(UnreadableFile, match="is no folder"):
        load("mgsm_rev2", data=tmp_path / "none")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"Two and two? 4\n", "line 1: expected question, one tab, answer"),
        (b"Two\tand two?\t4\n", "line 1"),
        (b"Two and two?\tfour\n", "row 1: the right answer 'four' is no number"),
        (b"\xff\t4\n", "not UTF-8"),
    ],
)
def test_sums_say_what_is_wrong(content: bytes, words: str) -> None:
    with pytest.raises(UnreadableFile, match=words):
        mgsm_rev2.items(content, "mgsm_en.tsv", ["en"])


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ({"question": "?", "options": ["x"], "answer": "A"}, "has no 'question_id_inferred'"),
        ({"question_id": 1, "question": "?", "options": ["x"], "answer": "B"}, "no letter of 1 options"),
        (
            {"question_id": 1, "question": "?", "options": ["x", "y"], "answer": "B", "answer_index": 0},
            "answer 'B' and answer_index 0 disagree",
        ),
        (
            {"question_id": 1, "question": "?", "option_0": "x", "option_2": "y", "answer": "A"},
            "option_1 is missing and a later one is there",
        ),
    ],
)
def test_letters_say_what_is_wrong(row: dict[str, object], words: str) -> None:
    with pytest.raises(UnreadableFile, match=words):
        mmlu_prox_lite.items(jsonl([row]), "en.jsonl", ["en"])


def test_judged_facts_say_what_is_wrong() -> None:
    with pytest.raises(UnreadableFile, match="row 1: expected q_id, original_lang, fr_q"):
        eclektic.items(jsonl(FACTS), "e.jsonl", ["en", "fr"])


@pytest.mark.parametrize(
    ("name", "content", "error"),
    [
        ("x.txt", b"", UnknownFormat),
        ("x.parquet", b"no", UnreadableFile),
        ("x.jsonl.gz", b"no", UnreadableFile),
        ("x.jsonl", b"{", UnreadableFile),
        ("x.jsonl", b"[1]", UnreadableFile),
        ("x.csv", b"a,b\n1\n", UnreadableFile),
        ("x.csv", b'a,b\n1,"2\n', UnreadableFile),
        ("x.tsv", b"a\tb\n1\t2\t3\n", UnreadableFile),
        ("x.csv", b"a\n\xff\n", UnreadableFile),
    ],
)
def test_damaged_files_are_named(name: str, content: bytes, error: type[Exception]) -> None:
    with pytest.raises(error, match="x"):
        read_rows(content, name)
