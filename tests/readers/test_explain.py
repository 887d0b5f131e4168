"""Does `hatscore read --explain` say what is read, what is not, and what is wrong?"""

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from hatscore.api.explaining import explain_files
from hatscore.cli.main import group
from hatscore.readers.formats import FORMATS, format_of

from .conftest import LM_EVAL
from .inspect_archives import INSPECT

TABLE = "model,benchmark,item,language,score,mood\nm,b,0,en,1,good\nm,b,0,sw,0,bad\n"
LOG = INSPECT / "0.3.285" / "sums.eval"


def test_the_table_of_formats_is_in_order() -> None:
    names = [format.name for format in FORMATS]
    assert len(set(names)) == len(names)
    assert names[-1] == "table"
    assert all(ending.startswith(".") for format in FORMATS for ending in format.endings)


def test_a_table(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(TABLE)
    (found,) = explain_files(tmp_path / "a.csv", rename={"system": "model"}, fixed={"benchmark": "mine"})
    assert (found.format, found.rows, found.problems) == ("table of attempts", 2, ())
    assert found.contents == {"system": "m", "benchmark": "mine", "language": "en, sw"}
    assert found.use.fields["system"] == "column model"
    assert found.use.fields["benchmark"] == "--set benchmark=mine"
    assert list(found.use.ignored) == ["column mood"]


def test_a_log_of_lm_eval() -> None:
    path = next((LM_EVAL / "v_new_repeats4").rglob("samples_mgsm_direct_sw_*.jsonl"))
    (found,) = explain_files(path)
    assert found.format == "sample file of the LM Evaluation Harness"
    assert found.use.fields["score"].startswith("exact_match")
    assert any("--filter takes" in why for why in found.use.ignored.values())


def test_a_log_of_inspect() -> None:
    (found,) = explain_files(LOG, metric="letters")
    assert (found.format, found.rows) == ("Inspect AI log", 12)
    assert found.use.fields["language"] == "sample id"
    assert found.use.fields["score"] == "scores.letters"
    assert "as sent" in found.use.fields["system"]
    assert "max_output_tokens=64" in found.use.fields["system"]
    assert found.use.ignored["scores.parts/form"] == "the score is letters; see --metric"


def test_problems_of_many_files_are_told_together(tmp_path: Path) -> None:
    (tmp_path / "a.eval").write_bytes(b"no archive")
    (tmp_path / "b.csv").write_text("system,item\nm,0\n")
    (tmp_path / "c.txt").write_text("hello")
    shutil.copy(LOG, tmp_path / "d.eval")
    found = {e.path.name: e for e in explain_files([tmp_path, tmp_path / "gone.csv"])}
    assert {name: [p.code for p in e.problems] for name, e in found.items()} == {
        "a.eval": ["unreadable_file"],
        "b.csv": ["missing_column"],
        "c.txt": [],
        "d.eval": [],
        "gone.csv": ["unreadable_file"],
    }
    assert found["c.txt"].use.ignored == {"the whole file": "no format claims it"}
    assert str(tmp_path / "b.csv") in found["b.csv"].problems[0].sentence


def test_the_command(tmp_path: Path) -> None:
    done = CliRunner().invoke(group, ["read", str(LOG), "--explain"], standalone_mode=False)
    assert done.exit_code == 0
    assert "sums.eval: Inspect AI log\n  12 attempts\n" in done.output
    assert "    attempt          epoch\n" in done.output
    (tmp_path / "a.eval").write_bytes(b"no archive")
    bad = CliRunner().invoke(group, ["read", str(tmp_path), str(LOG), "--explain"])
    assert bad.exit_code == 3
    assert "problem: unreadable_file: " in bad.output
    assert "12 attempts" in bad.output


@pytest.mark.parametrize("arguments", [[], ["--explain", "-o", "a.csv"]])
def test_the_command_writes_or_explains(arguments: list[str]) -> None:
    done = CliRunner().invoke(group, ["read", str(LOG), *arguments])
    assert done.exit_code == 2
    assert "--out FILE" in done.output


def test_claims_read_little_and_never_raise(tmp_path: Path) -> None:
    contents = [b"", b"\0" * 100, b"[" * 100_000, b"{", b"\xff\xfe", b'{"doc_id": ', b"PK\3\4", b"PAR1"]
    endings = {ending for format in FORMATS for ending in format.endings}
    for ending in sorted(endings):
        for number, content in enumerate(contents):
            path = tmp_path / f"{number}{ending}"
            path.write_bytes(content)
            format_of(path)
