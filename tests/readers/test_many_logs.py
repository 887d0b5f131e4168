"""Are many logs read by several processes, kept without their texts, and the same for it?"""

import os
import pickle
import pty
import shutil
import subprocess
import sys
import threading
import zipfile
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import hatscore
from hatscore.attempts.copies import copied_attempts
from hatscore.attempts.unpacking import pieces
from hatscore.errors import (
    HatscoreError,
    InvalidArgument,
    InvalidAttempts,
    MissingExtra,
    Problem,
    UnreadableFile,
    UnreadableFiles,
)
from hatscore.readers import lm_eval_decoding, lm_eval_table, narrow_rows, parallel
from hatscore.readers.alignment import misaligned_items
from hatscore.readers.parallel import read_each

from .conftest import FIRST_TIME, LM_EVAL, SECOND_TIME, Tables, lines_of, sample_file, write_lines

FOLDERS = sorted(path.name for path in LM_EVAL.glob("v_*") if path.name != "v_new_maj")


@pytest.fixture
def two_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "_WORTHWHILE", 0)
    monkeypatch.setattr(parallel, "_cores", lambda: 2)


def square(number: int) -> int:
    """A job for the workers."""
    if number == 3:
        raise UnreadableFile("three cannot be read.")
    if number == 13:
        os._exit(1)
    if number == 23:
        raise Odd(lambda: 0)
    return number * number


class Odd(Exception):
    """Cannot be sent from process to process."""


def squares(*numbers: int) -> list[int]:
    return list(read_each(square, numbers, [Path(__file__)] * len(numbers)))


@pytest.mark.usefixtures("two_workers")
def test_results_come_in_order() -> None:
    numbers = [n for n in range(40) if n not in (3, 13, 23)]
    assert squares(*numbers) == [n * n for n in numbers]


@pytest.mark.usefixtures("two_workers")
def test_an_error_is_the_one_that_was_raised() -> None:
    with pytest.raises(UnreadableFile, match=r"^three cannot be read\.$"):
        squares(1, 2, 3, 4)
    with pytest.raises(RuntimeError, match="Odd"):
        squares(1, 23)


@pytest.mark.usefixtures("two_workers")
def test_a_process_that_dies_is_named() -> None:
    with pytest.raises(UnreadableFile, match=r"test_many_logs\.py: the process that read it ended"):
        squares(1, 2, 13, 4)


@pytest.mark.usefixtures("two_workers")
def test_no_process_is_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[subprocess.Popen[bytes]] = []
    start = parallel._start

    def noted() -> subprocess.Popen[bytes]:
        started.append(start())
        return started[-1]

    monkeypatch.setattr(parallel, "_start", noted)
    squares(1, 2)
    with pytest.raises(UnreadableFile):
        squares(3, 1, 2, 4)
    results = read_each(square, [1, 2, 4, 5], [Path(__file__)] * 4)
    assert next(results) == 1
    results.close()
    assert len(started) == 6
    assert all(process.poll() is not None for process in started)


def test_few_and_small_files_start_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "_start", lambda: pytest.fail("a process was started"))
    assert squares(1, 2) == [1, 4]


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_rows_are_the_same(folder: str, two_workers: None, monkeypatch: pytest.MonkeyPatch) -> None:
    found = hatscore.read(LM_EVAL / folder)
    monkeypatch.undo()
    alone = hatscore.read(LM_EVAL / folder)
    assert found.to_frame().equals(alone.to_frame())
    assert found.notes == alone.notes
    assert hatscore.score(found).to_json() == hatscore.score(alone).to_json()


def test_a_script_without_a_guard(tmp_path: Path) -> None:
    """Where `multiprocessing` would start the script again."""
    script = tmp_path / "score.py"
    script.write_text(
        "import hatscore\nfrom hatscore.readers import parallel\n"
        "parallel._WORTHWHILE, parallel._cores = 0, lambda: 2\nprint('started')\n"
        f"print(hatscore.read({str(LM_EVAL / 'v_new_repeats1')!r}).to_frame().height)\n"
    )
    run = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True, timeout=100)
    assert run.stdout == "started\n30\n"
    assert run.stderr == ""


def test_progress_is_drawn_on_a_terminal_only() -> None:
    code = (
        "import hatscore; from hatscore.readers import parallel; parallel._WORTHWHILE = 0; "
        f"print(hatscore.read({str(LM_EVAL / 'v_new_repeats1')!r}).to_frame().height)"
    )
    terminal, end = pty.openpty()
    drawn: list[bytes] = []

    def watch() -> None:
        try:
            while piece := os.read(terminal, 4096):
                drawn.append(piece)
        except OSError:
            return

    watcher = threading.Thread(target=watch)
    watcher.start()
    run = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=end, check=True)
    os.close(end)
    watcher.join()
    os.close(terminal)
    assert b"reading" in b"".join(drawn)
    assert run.stdout == b"30\n"


def test_scoring_parses_a_file_once_and_rows_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[Path] = []

    def counting(path: Path, **more: Any) -> Any:
        parsed.append(path)
        return lm_eval_decoding.read_rows(path, **more)

    monkeypatch.setattr(lm_eval_table, "read_rows", counting)
    monkeypatch.setattr(narrow_rows, "_MOST_HELD", 0)
    attempts = hatscore.read(LM_EVAL / "v_new_prox")
    files = len(parsed)
    assert files == len(set(parsed))
    hatscore.score(attempts)
    assert hatscore.check(attempts) == []
    repr(attempts)
    assert len(parsed) == files
    attempts.to_frame()
    assert len(parsed) == 2 * files
    attempts.lazy().filter(pl.col("response").str.len_chars() > 3).select("item").collect()
    assert len(parsed) == 3 * files


def test_parts_of_the_rows_are_those_of_all() -> None:
    attempts = hatscore.read(LM_EVAL / "v_new_repeats4")
    rows = attempts.to_frame()
    lazy = attempts.lazy()
    right = pl.col("outcome") == "right"
    assert lazy.filter(right).select(rows.columns).collect().equals(rows.filter(right))
    long = pl.col("response").str.len_chars() > 20
    assert (
        lazy.filter(long).select("item", "score").collect().equals(rows.filter(long).select("item", "score"))
    )
    assert lazy.select(rows.columns).head(7).collect().equals(rows.head(7))
    assert lazy.select("gold").collect().equals(rows.select("gold"))
    assert lazy.select(pl.len()).collect().item() == rows.height
    first = rows["system"][0]
    assert attempts.only(systems=[first]).to_frame().equals(rows.filter(pl.col("system") == first))


def test_a_log_that_changes_after_it_was_read(copy_of: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(narrow_rows, "_MOST_HELD", 0)
    place = copy_of("v_new_repeats1")
    attempts = hatscore.read(place)
    path = next(place.glob("samples_*sw*.jsonl"))
    write_lines(path, lines_of(path)[:2])
    hatscore.score(attempts)
    with pytest.raises(UnreadableFile, match="was changed while it was read"):
        attempts.to_frame()
    path.unlink()
    with pytest.raises(UnreadableFile, match="cannot be read"):
        attempts.to_frame()


def test_copies_are_found_without_their_texts(tmp_path: Path) -> None:
    """As from a table that holds them, and between a log and a table."""
    lines = lines_of(sample_file("v_new_repeats1", "mgsm_direct_sw"))
    longer = [
        line | {"doc_id": number, "resps": [[f"{number} " + "words " * 30]]}
        for number in range(12)
        for line in lines[:1]
    ]
    for number, time in enumerate((FIRST_TIME, SECOND_TIME)):
        # Another finish makes another file, so that it is no exact copy.
        other = [
            line | {"resps": [[line["resps"][0][0] if i else f"{number}"]]} for i, line in enumerate(longer)
        ]
        write_lines(tmp_path / "m" / f"samples_mgsm_direct_sw_{time}.jsonl", other)
    logs = hatscore.read(tmp_path)
    kept = logs.lazy().filter(pl.col("item") != "0")
    of_logs = copied_attempts(hatscore.Attempts((hatscore.Attempts.from_frame(kept).parts[0],)))
    of_table = copied_attempts(hatscore.Attempts.from_frame(logs.to_frame().filter(pl.col("item") != "0")))
    assert [note.code for note in of_logs] == ["DUPLICATE_RUNS"]
    assert of_logs == of_table
    assert copied_attempts(logs) == copied_attempts(hatscore.Attempts.from_frame(logs.to_frame())) == []


def test_items_out_of_place_are_found_without_their_texts() -> None:
    logs = hatscore.read(LM_EVAL / "v_new_prox")
    assert misaligned_items(logs) == misaligned_items(hatscore.Attempts.from_frame(logs.to_frame()))


def test_a_large_file_is_not_held(tmp_path: Path) -> None:
    """40 MB of prompts, a megabyte of answers."""
    line = lines_of(sample_file("v_new_repeats1", "mgsm_direct_sw"))[0]
    prompt = {"gen_args_0": {"arg_0": "long " * 8000, "arg_1": {}}}
    rows = [line | {"doc_id": number, "arguments": prompt} for number in range(1000)]
    path = write_lines(tmp_path / f"samples_mgsm_direct_sw_{FIRST_TIME}.jsonl", rows)
    assert sum(map(len, pieces(path))) > 40_000_000
    code = (
        "import resource, sys, hatscore, polars; hatscore.read(sys.argv[2]);"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss; hatscore.read(sys.argv[1]);"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)"
    )
    small = str(sample_file("v_new_repeats1", "mgsm_direct_sw"))
    run = subprocess.run([sys.executable, "-c", code, path, small], capture_output=True, check=True)
    assert int(run.stdout) < 25_000


def test_inspect_logs_are_the_same_by_several_processes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    logs, fixtures = tmp_path / "logs", LM_EVAL.parent / "inspect_ai" / "0.3.285"
    logs.mkdir()
    for name in ("sums_en.eval", "sums_sw.eval"):
        shutil.copy(fixtures / name, logs)
    alone = hatscore.read(logs)
    monkeypatch.setattr(parallel, "_WORTHWHILE", 0)
    monkeypatch.setattr(parallel, "_cores", lambda: 2)
    started: list[subprocess.Popen[bytes]] = []
    start = parallel._start

    def starting() -> "subprocess.Popen[bytes]":
        started.append(start())
        return started[-1]

    monkeypatch.setattr(parallel, "_start", starting)
    found = hatscore.read(logs)
    assert len(started) == 2
    assert found.notes == alone.notes
    assert found.to_frame().equals(alone.to_frame())
    for name in ("sums_en.eval", "sums_sw.eval"):
        (logs / name).write_bytes((logs / name).read_bytes()[:-200])
    with pytest.raises(UnreadableFile, match=r"(?s)sums_en\.eval.*sums_sw\.eval"):
        hatscore.read(logs)


@pytest.mark.usefixtures("two_workers")
def test_damaged_inspect_logs_are_all_named_by_several_processes(tmp_path: Path) -> None:
    for name in ("sums_sw", "sums_en"):
        path = tmp_path / f"{name}.eval"
        shutil.copy(LM_EVAL.parent / "inspect_ai" / "0.3.285" / path.name, path)
        with zipfile.ZipFile(path, "a") as archive:
            archive.writestr("samples/8_epoch_1.json", b'{"id": 8, "epoch": "one"}')
            archive.writestr("samples/9_epoch_1.json", b'{"id": 9, "epoch"')
    with pytest.raises(UnreadableFiles, match=r"2 files[\s\S]*samples/8_[\s\S]*samples/9_") as caught:
        hatscore.read(tmp_path)
    assert len(caught.value.problems) == 4


ERRORS = [
    UnreadableFile("a.csv is empty."),
    InvalidAttempts([Problem("a", "One."), Problem("b", "Two.")]),
    UnreadableFiles([UnreadableFile("x"), InvalidAttempts([Problem("a", "One.")])]),
    MissingExtra("The page", "report"),
    InvalidArgument("no."),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_an_error_says_the_same_in_another_process(error: HatscoreError) -> None:
    sent = pickle.loads(pickle.dumps(error))
    assert (type(sent), str(sent)) == (type(error), str(error))
    assert getattr(sent, "problems", None) == getattr(error, "problems", None)
