"""Do the other commands, and everything that help promises, work?"""

import json
import re
import shlex
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal
from tests.sampling.servers import FakeServer

import hatscore as library
from hatscore.cli.main import COMMANDS
from hatscore.running.run import run_study
from hatscore.running.study import Study, choose

from .conftest import LM_EVAL, Hatscore, study

FORMS = (".csv", ".tsv", ".jsonl", ".parquet", ".arrow", ".csv.gz", ".tsv.zst", ".jsonl.gz")


# Read.


@pytest.mark.parametrize("form", FORMS)
def test_read_writes_every_form(form: str, tmp_path: Path, hatscore: Hatscore) -> None:
    out = tmp_path / f"attempts{form}"
    run = hatscore("read", LM_EVAL / "v_new_repeats4", "-o", out)
    assert (run.code, run.out) == (0, "")
    assert f"Wrote {out}" in run.err
    assert "72 rows" in run.err
    expected = library.read(LM_EVAL / "v_new_repeats4").to_frame()
    assert_frame_equal(library.read(out).to_frame(), expected, check_column_order=False)


def test_what_read_writes_is_scored_as_the_logs_are(tmp_path: Path, hatscore: Hatscore) -> None:
    hatscore("read", LM_EVAL / "v_old_repeats4", "-o", tmp_path / "a.jsonl.gz")
    logs, table = (
        hatscore("score", path, "--format", "json").out
        for path in (LM_EVAL / "v_old_repeats4", tmp_path / "a.jsonl.gz")
    )
    assert table == logs


def test_read_joins_renames_and_sets(tmp_path: Path, hatscore: Hatscore) -> None:
    frame = study().drop("benchmark").rename({"system": "model"})
    for name in ("large", "small"):
        frame.filter(pl.col("model") == name).write_csv(tmp_path / f"{name}.csv")
    run = hatscore(
        "read", tmp_path / "large.csv", tmp_path / "small.csv",
        "--map", "system=model", "--set", "benchmark=mgsm", "-o", tmp_path / "all.parquet",
    )  # fmt: skip
    assert run.code == 0
    read = pl.read_parquet(tmp_path / "all.parquet")
    assert_frame_equal(read, study(), check_column_order=False, check_row_order=False)


def test_read_tells_what_it_noticed(tmp_path: Path, hatscore: Hatscore) -> None:
    shutil.copytree(LM_EVAL / "v_new_choice", tmp_path / "logs")
    (tmp_path / "logs" / "readme.txt").write_text("left out")
    run = hatscore("read", tmp_path / "logs", "-o", tmp_path / "a.csv")
    assert run.code == 0
    assert "note: 1 file" in run.err


@pytest.mark.parametrize("out", ["a.xlsx", "gone/a.csv", "a"])
def test_read_refuses_a_place_it_cannot_write_to(out: str, attempts_file: Path, hatscore: Hatscore) -> None:
    run = hatscore("read", attempts_file, "-o", attempts_file.parent / out)
    assert (run.code, run.out) == (2, "")
    assert out in run.err


def test_read_needs_a_place(attempts_file: Path, hatscore: Hatscore) -> None:
    run = hatscore("read", attempts_file)
    assert run.code == 2
    assert "--out" in run.err


# Check.


def test_check_is_content_with_good_attempts(attempts_file: Path, hatscore: Hatscore) -> None:
    run = hatscore("check", attempts_file)
    assert (run.code, run.err) == (0, "")
    assert run.out.startswith("No problems.")
    assert f"{study().height:,} rows" in run.out


def test_check_prints_every_problem_with_its_code(tmp_path: Path, hatscore: Hatscore) -> None:
    bad = pl.DataFrame(
        {
            "system": "large",
            "benchmark": "mgsm",
            "item": ["000"] * 2,
            "language": ["sw", "klingonish"],
            "attempt": [99] * 2,
            "score": [40.0, 1.0],
        }
    )
    pl.concat([study(), bad]).write_csv(tmp_path / "a.csv")
    run = hatscore("check", tmp_path / "a.csv")
    assert run.code == 3
    assert {line.split(": ")[0] for line in run.out.splitlines()} == {
        "score_out_of_range",
        "unknown_language",
    }
    assert f"row {study().height + 1}" in run.out
    assert "No problems" not in run.out


def test_check_looks_at_the_source_that_is_named(attempts_file: Path, hatscore: Hatscore) -> None:
    assert hatscore("check", attempts_file, "--source", "de").code == 0
    run = hatscore("check", attempts_file, "--source", "ja")
    assert run.code == 3
    assert run.out.startswith("source_missing: ")


def test_check_is_not_content_where_there_is_nothing_to_score(tmp_path: Path, hatscore: Hatscore) -> None:
    """Score would exit 4."""
    study().filter(pl.col("language") == "en").write_csv(tmp_path / "a.csv")
    run = hatscore("check", tmp_path / "a.csv")
    assert run.code in (3, 4)
    assert "No problems" not in run.out


# Cite and demo.


def test_cite_names_paper_and_tool_in_bibtex(hatscore: Hatscore) -> None:
    run = hatscore("cite")
    assert (run.code, run.err) == (0, "")
    assert "2606.21954" in run.out
    assert "Isolating True Cross-Lingual Transfer" in run.out
    assert library.__version__ in run.out
    entries = re.findall(r"^@(\w+)\{(\w+),$", run.out, re.MULTILINE)
    assert [kind for kind, _ in entries] == ["misc", "software"]
    assert run.out.count("{") == run.out.count("}")


def test_demo_says_what_it_shows_and_how_to_read_it(hatscore: Hatscore) -> None:
    run = hatscore("demo")
    assert (run.code, run.err) == (0, "")
    assert run.out.startswith("Real answers of two tiny models")
    for said in ("HAT says", "qwen2.5-coder-0.5b", "% intervals", "Signature", "floor:options"):
        assert said in run.out


def test_demo_gives_the_scores_of_the_recorded_answers(hatscore: Hatscore) -> None:
    run = hatscore("demo", "--format", "json")
    assert run.out == library.score(library.demo_path(), floor="options").to_json()


def test_version(hatscore: Hatscore) -> None:
    run = hatscore("--version")
    assert (run.code, run.err) == (0, "")
    assert library.__version__ in run.out


# Help.


def help_of(hatscore: Hatscore, command: str) -> str:
    run = hatscore(*command.split(), "--help")
    assert (run.code, run.err) == (0, "")
    return run.out


def examples(text: str) -> list[str]:
    """The lines under `Example:` or `Examples:`."""
    block = re.search(r"^ *Examples?[^\n]*:\n((?: +hatscore .*\n)+)", text, re.MULTILINE)
    return [line.strip() for line in block.group(1).splitlines()] if block else []


STUDY = """
store = "y.db"
[[systems]]
system = "openai:tiny"
base_url = "http://127.0.0.1:8000/v1"
[[benchmarks]]
name = "starter"
languages = ["en", "sw"]
items = 2
"""


SYSTEMS = ("old", "new", "v1", "v2", "v3")


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that the examples read."""
    shutil.copytree(LM_EVAL / "v_new_repeats4", tmp_path / "logs")
    study(systems=SYSTEMS).write_csv(tmp_path / "attempts.csv")
    study(systems=SYSTEMS).write_parquet(tmp_path / "attempts.parquet")
    library.score(study(systems=SYSTEMS), by="all").to_json(tmp_path / "scores.json")
    (tmp_path / "systems.toml").write_text('[[system]]\nname = "old"\ntotal_billions = 4.0\n')
    study().with_columns(n_options=4).drop("benchmark").rename({"system": "model_name"}).write_csv(
        tmp_path / "runs.csv"
    )
    study(systems=("one",)).drop("benchmark").write_csv(tmp_path / "a.csv")
    study(systems=("two",)).drop("benchmark").write_csv(tmp_path / "b.csv")
    answers = [("12", "Jibu ni 12."), ("7", "I get 8."), ("2,500", "Das sind **2.500 €**.")]
    rows = [
        {"gold": gold, "response": text, "language": language}
        for (gold, text), language in zip(answers, ("sw", "en", "de"), strict=True)
    ]
    (tmp_path / "responses.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (tmp_path / "study.toml").write_text(STUDY)
    monkeypatch.chdir(tmp_path)
    with FakeServer() as server:
        asked = tuple(choose("starter_sums", languages=["en", "de"], items=2))
        system = {"system": "openai:toy", "base_url": server.openai}
        run_study(Study((system,), asked, 1, Path("runs/x.db")))
    return tmp_path


@pytest.mark.parametrize("command", ["", *COMMANDS, "answers grade", "answers explain"])
def test_every_example_of_the_help_runs(command: str, desk: Path, hatscore: Hatscore) -> None:
    found = examples(help_of(hatscore, command))
    assert found, "help has examples"
    for example in found:
        name, *arguments = shlex.split(example.split(">>")[0])
        assert name == "hatscore"
        run = hatscore(*arguments)
        assert run.code == 0, (example, run.err)
        written = [desk / value for option, value in pairwise(arguments) if option in ("-o", "--out")]
        assert all(any(path.iterdir()) if path.is_dir() else path.stat().st_size for path in written)
        assert written or run.out


@pytest.mark.parametrize("command", COMMANDS)
def test_h_is_help_and_the_list_of_commands_has_it(command: str, hatscore: Hatscore) -> None:
    assert hatscore(command, "-h").out == help_of(hatscore, command)
    assert re.search(rf"^  {command} +\w", help_of(hatscore, ""), re.MULTILINE)


def test_help_tells_the_exit_codes(hatscore: Hatscore) -> None:
    text = help_of(hatscore, "")
    for code in (
        "0 done",
        "2 usage",
        "3 input problems",
        "4 not estimable",
        "5 a gate not met",
        "130 interrupted",
    ):
        assert code in text


def test_no_command_shows_help_and_is_no_success(hatscore: Hatscore) -> None:
    run = hatscore()
    assert run.code == 2
    assert "Examples:" in run.out + run.err


def test_an_interrupt_exits_130(hatscore: Hatscore, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("hatscore.api.scoring.score", interrupt)
    run = hatscore("demo", "--format", "json")
    assert run.code == 130
    assert "interrupted" in run.err
    assert "Traceback" not in run.err


# What is loaded.


def modules_after(program: str) -> set[str]:
    """Third-party packages that a fresh process has loaded after this program."""
    report = (
        "import sys\n"
        "before = set(sys.modules)\n"
        f"{program}\n"
        "loaded = {name.split('.')[0] for name in set(sys.modules) - before}\n"
        "print(*sorted(loaded - set(sys.stdlib_module_names)), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", report], capture_output=True, text=True, check=True)
    return set(done.stderr.split())


def test_import_loads_no_third_party_package() -> None:
    assert modules_after("import hatscore") == {"hatscore"}


def test_a_public_name_loads_what_it_needs() -> None:
    """Else the test above could not fail."""
    assert {"hatscore", "polars"} <= modules_after("import hatscore; hatscore.read")


@pytest.mark.parametrize(
    "arguments", [["--help"], ["--version"], ["score", "--help"], ["cite"]], ids=" ".join
)
def test_help_loads_only_the_command_line_library(arguments: list[str]) -> None:
    program = (
        "from hatscore.cli.main import main\n"
        f"sys.argv = ['hatscore', *{arguments!r}]\n"
        "try: main()\n"
        "except SystemExit: pass"
    )
    assert modules_after(program) == {"hatscore", "click"}


@pytest.mark.parametrize(
    "start", [["-m", "hatscore"], ["-c", "from hatscore.cli.main import main; main()"]], ids=" ".join
)
def test_the_command_line_starts_in_every_way(start: list[str]) -> None:
    done = subprocess.run([sys.executable, *start, "cite"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "2606.21954" in done.stdout
