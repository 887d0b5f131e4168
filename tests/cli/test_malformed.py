"""Does every input that cannot be scored end in one clear message and exit code 3?"""

import gzip
import io
import json
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from .conftest import LM_EVAL, Hatscore, Run, zstd_compress

HEADER = "system,benchmark,item,language,attempt,score\n"
GOOD = HEADER + "".join(f"m,mgsm,{i},{lang},0,{i % 2}\n" for i in range(4) for lang in ("en", "sw"))
SAMPLES = LM_EVAL / "v_new_repeats1" / "acme__tiny-1b"


@dataclass(frozen=True)
class Case:
    """One malformed input: how it is made, and what the message must say."""

    name: str
    make: Callable[[Path], Path]
    wrong: str
    advice: str = ""


CASES: list[Case] = []


def content(name: str, file: str, data: str | bytes, wrong: str, advice: str = "") -> None:
    """A case whose input is one file with this content."""

    def make(folder: Path) -> Path:
        path = folder / file
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        return path

    CASES.append(Case(name, make, wrong, advice))


def row(score: object, *, language: str = "sw", attempt: int = 1) -> str:
    """One more row for the good table."""
    return f"m,mgsm,0,{language},{attempt},{score}\n"


def lines(*rows: Any) -> str:
    """JSON Lines."""
    return "".join(json.dumps(row) + "\n" for row in rows)


def parquet(**columns: list[Any]) -> bytes:
    """A Parquet file with these columns beside the good ones."""
    buffer = io.BytesIO()
    pl.read_csv(GOOD.encode()).with_columns(pl.Series(k, v) for k, v in columns.items()).write_parquet(buffer)
    return buffer.getvalue()


def arrow() -> bytes:
    """An Arrow file with the good rows."""
    buffer = io.BytesIO()
    pl.read_csv(GOOD.encode()).write_ipc(buffer)
    return buffer.getvalue()


KEYS = {"system": "m", "benchmark": "mgsm", "item": "0", "language": "en", "attempt": 0}
JUNK = bytes(range(256)) * 8

# Compression.
content(
    "truncated gzip", "a.csv.gz", gzip.compress(GOOD.encode() * 99)[:-20], "cut short", "make the file again"
)
content(
    "truncated zst", "a.csv.zst", zstd_compress(GOOD.encode() * 99)[:-20], "cut short", "make the file again"
)
content(
    "damaged gzip", "a.jsonl.gz", gzip.compress(JUNK)[:40] + b"\x00" * 99, "damaged", "make the file again"
)
content("not gzip", "a.csv.gz", GOOD, "not gz data", "rename or compress")
content("gzip of nothing", "a.csv.gz", gzip.compress(b""), "empty")

# Nothing there.
content("empty csv", "a.csv", "", "is empty", "nothing to score")
content("empty jsonl", "a.jsonl", "", "is empty", "nothing to score")
content("empty parquet", "a.parquet", "", "is empty", "nothing to score")
content("only white space", "a.csv", " \n\n \t\n", "is empty", "nothing to score")
content("only a byte order mark", "a.csv", b"\xef\xbb\xbf", "is empty", "nothing to score")
content("only a header", "a.csv", HEADER, "no rows", "nothing to score")
content("only commas", "a.csv", ",,,\n,,,\n", "column")

# Not what the name says.
content("binary named csv", "a.csv", JUNK, "not UTF-8 text", "save it as UTF-8")
content("NUL bytes in csv", "a.csv", GOOD.encode() + b"\x00\x00", "binary", "check its ending")
content("binary named parquet", "a.parquet", JUNK, "not a whole Parquet")
content("csv named parquet", "a.parquet", GOOD, "not a whole Parquet")
content("parquet named csv", "a.csv", parquet(), "not", "ending")
content("truncated parquet", "a.parquet", parquet()[:-50], "not a whole Parquet")
content(
    "hole in parquet",
    "a.parquet",
    parquet()[:10] + b"\x00" * 200 + parquet()[210:],
    "cannot be read|not a whole Parquet",
)
content("truncated arrow", "a.arrow", arrow()[:-80], "not a whole Arrow")
content("binary named arrow", "a.arrow", JUNK, "not a whole Arrow")
content("UTF-16 garbage", "a.csv", b"\xff\xfe" + b"\x00\xd8" * 9 + b"\x01", "not text")
content(
    "Latin-1 text",
    "a.csv",
    (GOOD + "é,mgsm,0,en,1,1\n").encode("latin-1"),
    "not UTF-8 text",
    "save it as UTF-8",
)
content("unknown ending", "a.xlsx", GOOD, "no known form", "expected a file ending in")
content("no ending", "answers", GOOD, "no known form", "expected a file ending in")

# The wrong columns.
content("wrong columns", "a.csv", "model,task,acc\nm,mgsm,1\n", "lacks the columns", "--map")
content(
    "BOM and wrong columns",
    "a.csv",
    b"\xef\xbb\xbfmodel,task,acc\nm,mgsm,1\n",
    "it has model, task, acc",
    "--map",
)
content(
    "no score", "a.csv", "system,benchmark,item,language\nm,mgsm,0,en\n", r"score \(or outcome\)", "--map"
)
content(
    "duplicate column names", "a.csv", GOOD.replace("attempt", "score", 1), "column score twice", "rename"
)
content("wrong delimiter", "a.csv", GOOD.replace(",", ";"), "lacks the columns", "--map")
content("commas named tsv", "a.tsv", GOOD, "lacks the columns", "--map")
content("ragged csv", "a.csv", GOOD + "m,mgsm,0,sw,1,1,9,9\n", "not a CSV table")
content("unclosed quote", "a.csv", GOOD + 'm,mgsm,0,sw,1,"1\nm,mgsm,1,sw,1,1\n', "not a CSV table")

# JSON Lines.
content("JSON array", "a.jsonl", json.dumps([KEYS]), "holds a list")
content("JSON cut mid-line", "a.jsonl", lines(KEYS | {"score": 1})[:-20], "line 1 is not JSON", "cut short")
content(
    "second line cut", "a.jsonl", lines(KEYS | {"score": 1}, KEYS)[:-9], "line 2 is not JSON", "cut short"
)
content("scalar lines", "a.jsonl", "1\n2\n", "holds a int")
content("null lines", "a.jsonl", "null\n", "line 1")
content("empty objects", "a.jsonl", "{}\n{}\n", "lacks the columns", "--map")
content("deeply nested", "a.jsonl", "[" * 100_000 + "\n", "line 1 is not JSON")
content("deep inside an object", "a.jsonl", '{"item": ' + "[" * 100_000 + "]" * 100_000 + "}\n", "line 1")
content("huge integers", "a.jsonl", lines(KEYS | {"score": 10**400}), "score")
content("endless integer", "a.jsonl", '{"score": ' + "9" * 5000 + "}\n", "line 1")
content("objects for numbers", "a.jsonl", lines(KEYS | {"score": {"value": 1}}), "score must be a number")
content(
    "mixed types",
    "a.jsonl",
    lines(KEYS | {"score": 1}, KEYS | {"attempt": 1, "score": "yes"}),
    "row 2",
    "number",
)
content("NaN in JSON", "a.jsonl", lines(KEYS | {"score": float("nan")}), "NaN", "outcome 'error'")

# Values.
content("NaN scores", "a.csv", GOOD + row("NaN"), r"row 9: score is not a number \(NaN\)", "outcome 'error'")
content("text scores", "a.csv", GOOD + row("good"), "row 9: score must be a number; got 'good'")
content("infinite score", "a.csv", GOOD + row("inf"), "row 9: score must lie")
content("CRLF and negative scores", "a.csv", (GOOD + row(-0.5)).replace("\n", "\r\n"), "row 9: .*got -0.5")
content("percent scores", "a.csv", GOOD + row(87.5), "looks like a percent", "divide the column by 100")
content("mixed percent", "a.csv", GOOD + row(0.4) + row(40, attempt=2), "row 10: .*percent", "divide")
content("score above 100", "a.csv", GOOD + row(900), "row 9: score must lie")
content("duplicate keys", "a.csv", GOOD + row(1, attempt=0), "more than once", "0, 1, 2")
content(
    "unknown tag", "a.csv", GOOD + row(1, language="klingonish"), "not a known language tag", "use BCP 47"
)
content("empty language", "a.csv", GOOD + row(1, language=""), "row 9: language has no value", "needs one")
content("fraction of an attempt", "a.csv", GOOD + "m,mgsm,0,sw,1.5,1\n", "attempt must be a whole number")
content("no source", "a.csv", GOOD.replace(",en,", ",de,"), "no attempts in source language 'en'", "--source")
content(
    "outcome typo",
    "a.csv",
    "system,benchmark,item,language,outcome\nm,mgsm,0,en,rihgt\nm,mgsm,0,sw,wrong\n",
    "row 1: outcome must be one of .*got 'rihgt'",
    "right, wrong, unparsed",
)
content(
    "fractional floor",
    "a.parquet",
    parquet(floor=[1.0] * 8),
    "floor is a chance from 0 to below 1",
    "below 1",
)
content("one option", "a.parquet", parquet(n_options=[1] * 8), "n_options must be at least 2", "at least 2")


def others(name: str, wrong: str, advice: str = "") -> Callable[[Callable[[Path], Path]], None]:
    """A case that is more than one file with some content."""
    return lambda make: CASES.append(Case(name, make, wrong, advice))


@others("missing file", "does not exist", "give a file, a folder or a glob")
def _(folder: Path) -> Path:
    return folder / "a.csv"


@others("name too long for a file", "does not exist|cannot be read|too long")
def _(folder: Path) -> Path:
    return folder / ("a" * 300 + ".csv")


@others("glob without match", "does not exist", "a glob that matches")
def _(folder: Path) -> Path:
    return folder / "*.parquet"


@others("directory without answers", "directory without files of answers", "expected samples_")
def _(folder: Path) -> Path:
    (folder / "notes.txt").write_text("nothing here")
    return folder


@others("directory named csv", "directory without files of answers", "expected samples_")
def _(folder: Path) -> Path:
    (folder / "a.csv").mkdir()
    return folder / "a.csv"


@others("percent in one file of two", "b.csv, row 1: .*percent", "divide the column by 100")
def _(folder: Path) -> Path:
    (folder / "a.csv").write_text(GOOD)
    (folder / "b.csv").write_text(HEADER + row(40))
    return folder


@others("broken link", "does not exist|cannot be read")
def _(folder: Path) -> Path:
    (folder / "a.csv").symlink_to(folder / "gone.csv")
    return folder / "a.csv"


def samples(name: str, wrong: str, advice: str = "", *, task: str = "mgsm_direct_sw", **changes: Any) -> None:
    """A case that is a sample file of lm-eval whose lines were changed; None takes a key away."""

    def make(folder: Path) -> Path:
        (original,) = SAMPLES.glob("samples_mgsm_direct_sw_*")
        rows = [json.loads(line) for line in original.read_text().splitlines()]
        for line in rows:
            line.update(changes)
        path = folder / f"samples_{task}_2026-01-01T00-00-00.jsonl"
        path.write_text(lines(*({k: v for k, v in line.items() if v != "gone"} for line in rows)))
        return path

    CASES.append(Case(name, make, wrong, advice))


samples("lm-eval without resps", "lacks .*resps", "is it a sample file", resps="gone")
samples("lm-eval with empty resps", "lacks .*resps", "is it a sample file", resps=[])
samples("lm-eval with resps that are no list", "lacks .*resps", "is it a sample file", resps="5")
samples("lm-eval without doc_id", "lacks doc_id", "is it a sample file", doc_id="gone")
samples(
    "lm-eval predict_only", "no numbers for the metric 'bypass'", "without --predict_only",
    metrics=["bypass"], bypass=None, exact_match="gone",
)  # fmt: skip
samples("lm-eval unknown task", "cannot tell benchmark and language", "--pattern", task="my_own_task")
samples("lm-eval without metrics", "no metric|no score", metrics="gone", exact_match="gone")
samples("lm-eval score as text", "no numbers for the metric", exact_match="right")
samples("lm-eval NaN score", "NaN|no numbers", exact_match=float("nan"))


@others("lm-eval cut mid-line", "line 12 is not JSON", "cut short")
def _(folder: Path) -> Path:
    (original,) = SAMPLES.glob("samples_mgsm_direct_sw_*")
    path = folder / original.name
    path.write_bytes(original.read_bytes()[:-100])
    return path


@others("lm-eval damaged gzip", "damaged or cut short", "make the file again")
def _(folder: Path) -> Path:
    (original,) = SAMPLES.glob("samples_mgsm_direct_sw_*")
    path = folder / (original.name + ".gz")
    path.write_bytes(gzip.compress(original.read_bytes())[:-300])
    return path


ADVICE = re.compile(r"; \w|\?|must |expected |Rename ")
"""What to do, or what is allowed, follows one of these."""


def check_refusal(run: Run, case: Case, path: Path) -> None:
    assert run.code == 3, run
    assert run.out == ""
    assert "Traceback" not in run.err
    assert run.err.startswith("hatscore: ")
    assert run.err.count("\n") == 1, "one problem is one line"
    assert run.err.rstrip()[-1] in ".?"
    assert path.name in run.err or "of mgsm" in run.err, "the message names the file, or the benchmark"
    assert re.search(case.wrong, run.err), run.err
    assert re.search(case.advice, run.err), run.err
    assert ADVICE.search(run.err), run.err


EACH_CASE = pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in CASES])


@EACH_CASE
def test_malformed_input_is_refused(case: Case, tmp_path: Path, hatscore: Hatscore) -> None:
    path = case.make(tmp_path)
    check_refusal(hatscore("score", path), case, path)


@EACH_CASE
def test_check_finds_the_same(case: Case, tmp_path: Path, hatscore: Hatscore) -> None:
    run = hatscore("check", case.make(tmp_path))
    assert run.code == 3, run
    assert re.search(case.wrong, run.out + run.err)
    assert "No problems" not in run.out


@pytest.mark.parametrize("name", ["truncated gzip", "deeply nested", "hole in parquet", "NaN scores"])
def test_malformed_input_is_refused_in_a_process_of_its_own(name: str, tmp_path: Path) -> None:
    (case,) = (case for case in CASES if case.name == name)
    path = case.make(tmp_path)
    program = "from hatscore.cli.main import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", program, "score", str(path)], capture_output=True, text=True, check=False
    )
    check_refusal(Run(done.returncode, done.stdout, done.stderr), case, path)


def test_the_good_table_is_not_refused(tmp_path: Path, hatscore: Hatscore) -> None:
    """Else the cases made from it would prove nothing."""
    (tmp_path / "a.csv").write_bytes(GOOD.encode())
    (tmp_path / "a.parquet").write_bytes(parquet())
    (tmp_path / "a.arrow").write_bytes(arrow())
    (tmp_path / "b.csv").write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    for name in ("a.csv", "a.parquet", "a.arrow", "b.csv"):
        assert hatscore("check", tmp_path / name).code == 0


def test_several_problems_are_all_listed(tmp_path: Path, hatscore: Hatscore) -> None:
    path = tmp_path / "a.csv"
    path.write_text(GOOD + row("NaN") + row(1, language="klingonish") + row("x", attempt=2))
    run = hatscore("score", path)
    assert run.code == 3
    assert run.out == ""
    head, *problems = run.err.splitlines()
    assert head == "hatscore: 3 problems with the attempts:"
    assert [line[:5] for line in problems] == ["  1. ", "  2. ", "  3. "]
    for said in ("klingonish", "NaN", "got 'x'"):
        assert said in run.err
