"""Are files found, told apart, and read together?"""

import shutil
from pathlib import Path

import polars as pl
import pytest

import hatscore
from hatscore.errors import InputError, InvalidAttempts, UnknownFormat, UnreadableFile

from .conftest import LM_EVAL, Tables, lines_of, rows_of, sample_file, write_lines

TABLE = "system,benchmark,item,language,score\nlocal,mgsm_direct,0,en,1\nlocal,mgsm_direct,0,sw,0\n"


def table(path: Path, text: str = TABLE) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_a_single_file(tmp_path: Path) -> None:
    assert hatscore.read(table(tmp_path / "a.csv")).to_frame().height == 2


def test_text_and_path_are_the_same(tmp_path: Path) -> None:
    path = table(tmp_path / "a.csv")
    assert hatscore.read(str(path)).to_frame().equals(hatscore.read(path).to_frame())


def test_a_folder_is_searched_through(tmp_path: Path) -> None:
    table(tmp_path / "a.csv")
    table(tmp_path / "deep" / "er" / "b.csv", TABLE.replace("local", "other"))
    assert set(hatscore.read(tmp_path).to_frame()["system"]) == {"local", "other"}


def test_hidden_files_are_not_read(tmp_path: Path) -> None:
    table(tmp_path / "a.csv")
    table(tmp_path / ".b.csv", "not a table")
    assert hatscore.read(tmp_path).to_frame().height == 2


@pytest.mark.parametrize(("pattern", "systems"), [("*.csv", {"a", "b"}), ("a.*", {"a"}), ("**/c.csv", {"c"})])
def test_a_glob(pattern: str, systems: set[str], tmp_path: Path) -> None:
    for name in ("a", "b", "deep/c"):
        table(tmp_path / f"{name}.csv", TABLE.replace("local", name[-1]))
    assert set(hatscore.read(str(tmp_path / pattern)).to_frame()["system"]) == systems


def test_a_glob_that_matches_folders(tmp_path: Path) -> None:
    table(tmp_path / "run-1" / "a.csv", TABLE.replace("local", "one"))
    table(tmp_path / "run-2" / "a.csv", TABLE.replace("local", "two"))
    assert set(hatscore.read(str(tmp_path / "run-*")).to_frame()["system"]) == {"one", "two"}


def test_a_name_with_the_signs_of_a_glob(tmp_path: Path) -> None:
    assert hatscore.read(table(tmp_path / "a[1].csv")).to_frame().height == 2


def test_a_file_that_is_named_twice_is_read_once(tmp_path: Path) -> None:
    path = table(tmp_path / "a.csv")
    assert hatscore.read([path, tmp_path, str(tmp_path / "*.csv")]).to_frame().height == 2


def test_a_folder_of_tables_and_logs(tmp_path: Path, copy_of: Tables) -> None:
    copy_of("v_new_repeats1")
    table(tmp_path / "a.csv")
    frame = hatscore.read(tmp_path).to_frame()
    assert frame.group_by("system").len().sort("system").rows() == [("acme/tiny-1b", 30), ("local", 2)]


def test_a_column_of_the_tables_can_be_renamed_beside_logs(tmp_path: Path, copy_of: Tables) -> None:
    copy_of("v_new_repeats1")
    table(tmp_path / "a.csv", TABLE.replace("system", "model", 1))
    frame = hatscore.read(tmp_path, rename={"system": "model"}).to_frame()
    assert set(frame["system"]) == {"acme/tiny-1b", "local"}


def test_tables_with_different_columns_are_put_together(tmp_path: Path) -> None:
    table(tmp_path / "a.csv", "system,benchmark,item,language,outcome,note\nm,b,0,sw,wrong,x\n")
    table(tmp_path / "b.csv", "system,benchmark,item,language,score\nm,b,0,en,0.5\n")
    frame = hatscore.read(tmp_path).to_frame().sort("language")
    assert frame.select("language", "score", "outcome", "note").rows() == [
        ("en", 0.5, None, None),
        ("sw", None, "wrong", "x"),
    ]


def with_column(text: str, column: str, *values: str) -> str:
    head, *rows = text.splitlines()
    lines = [f"{head},{column}", *(f"{row},{value}" for row, value in zip(rows, values, strict=True))]
    return "\n".join(lines) + "\n"


def test_a_table_without_source_language_beside_one_with_it_has_english_sources(tmp_path: Path) -> None:
    """As it has when it is read alone."""
    swahili = with_column(TABLE.replace("mgsm_direct", "facts"), "source_language", "sw", "sw")
    table(tmp_path / "a.csv", swahili)
    table(tmp_path / "b.csv")
    scores = hatscore.score(tmp_path, by="language")
    assert [(row.benchmark, row.target) for row in scores] == [("facts", "en"), ("mgsm_direct", "sw")]
    assert [row.source_accuracy for row in scores] == [0, 1]


def test_a_table_without_attempt_numbers_beside_one_with_them(tmp_path: Path) -> None:
    table(tmp_path / "a.csv", with_column(TABLE, "attempt", "0", "0"))
    table(tmp_path / "b.csv", TABLE.replace("local", "other"))
    assert [row.system for row in hatscore.score(tmp_path)] == ["local", "other"]


def test_a_table_without_attempt_numbers_does_not_hide_anothers_copies(tmp_path: Path) -> None:
    doubled = TABLE + "local,mgsm_direct,0,en,1\n"
    table(tmp_path / "a.csv", with_column(doubled, "attempt", "0", "0", "0"))
    table(tmp_path / "b.csv", TABLE.replace("local", "other"))
    with pytest.raises(InvalidAttempts, match="more than once"):
        hatscore.score(tmp_path)


def test_files_left_out_of_a_folder_are_noted(tmp_path: Path) -> None:
    table(tmp_path / "a.csv")
    table(tmp_path / "readme.txt", "hello")
    table(tmp_path / "config.yaml", "a: 1")
    (note,) = hatscore.read(tmp_path).notes
    assert note.code == "INFO"
    assert "2 files" in note.sentence
    assert "readme.txt" in note.sentence
    assert "config.yaml" in note.sentence


def test_results_files_are_not_worth_a_note() -> None:
    assert hatscore.read(LM_EVAL / "v_new_repeats4").notes == ()


def test_a_log_under_another_name_is_known_by_its_content(tmp_path: Path) -> None:
    original = sample_file("v_new_repeats1", "mgsm_direct_sw")
    for name in ("mgsm_direct_sw.jsonl", "mgsm_direct_sw.ndjson"):
        shutil.copy(original, tmp_path / name)
        frame = hatscore.read(tmp_path / name, fixed={"system": "m"}, filter="first").to_frame()
        assert rows_of(frame, "benchmark", "language") == [("mgsm_direct", "sw")] * 6


def test_a_log_whose_name_says_nothing_is_refused(tmp_path: Path) -> None:
    shutil.copy(sample_file("v_new_repeats1", "mgsm_direct_sw"), tmp_path / "answers.jsonl")
    with pytest.raises(UnknownFormat, match=r"answers.*--pattern"):
        hatscore.read(tmp_path / "answers.jsonl")


def test_a_byte_order_mark_does_not_hide_a_log(tmp_path: Path) -> None:
    original = sample_file("v_new_repeats1", "mgsm_direct_sw")
    (tmp_path / original.name).write_bytes(b"\xef\xbb\xbf" + original.read_bytes())
    assert hatscore.read(tmp_path).to_frame().height == 6


def test_a_table_that_is_named_like_a_log_is_a_table(tmp_path: Path) -> None:
    rows = pl.read_csv(TABLE.encode()).to_dicts()
    path = write_lines(tmp_path / "samples_of_mine.jsonl", rows)
    assert hatscore.read(path).to_frame()["system"].unique().to_list() == ["local"]


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ("gone.csv", UnreadableFile, "gone.csv does not exist; give a file, a folder or a glob"),
        ("*.parquet", UnreadableFile, "does not exist; give a file, a folder or a glob"),
        ("empty", UnreadableFile, "directory without files of answers; expected"),
        ("a.docx", UnknownFormat, r"a\.docx has no known form; expected a file ending in \.csv"),
        ("*.docx", UnknownFormat, r"a\.docx has no known form"),
        ("noending", UnknownFormat, "no known form"),
    ],
)
def test_nothing_to_read(given: str, error: type[InputError], message: str, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    table(tmp_path / "a.docx")
    table(tmp_path / "noending")
    with pytest.raises(error, match=message):
        hatscore.read(str(tmp_path / given))


def test_one_of_several_paths_is_missing(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match=r"gone\.csv does not exist"):
        hatscore.read([table(tmp_path / "a.csv"), tmp_path / "gone.csv"])


def test_a_link_to_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.csv").symlink_to(tmp_path / "gone.csv")
    for given in (tmp_path / "a.csv", str(tmp_path / "*.csv")):
        with pytest.raises(UnreadableFile, match=r"a\.csv"):
            hatscore.read(given)


def test_no_paths_at_all() -> None:
    with pytest.raises((InputError, ValueError)):
        hatscore.read([])


def test_lines_of(tmp_path: Path) -> None:
    """The helper gives back what it wrote, so that tampered logs differ only where they should."""
    original = sample_file("v_old", "mgsm_direct_de")
    assert lines_of(write_lines(tmp_path / "a.jsonl", lines_of(original))) == lines_of(original)
