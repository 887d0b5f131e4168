"""Do the commands on answers read, grade, explain and regrade, and say what is wrong?"""

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from tests.cli.conftest import LM_EVAL, Hatscore

ROWS: list[dict[str, Any]] = [
    {"id": "x", "response": "Zusammen 3.400 €.", "language": "de", "gold": 3400, "more": {"a": [1]}},
    {"id": "y", "response": "The answer is 8.", "language": "en", "gold": "7"},
    {"id": "z", "response": "", "language": "bn", "gold": "7"},
]


def write(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_grade_keeps_every_field_and_adds_what_was_read(tmp_path: Path, hatscore: Hatscore) -> None:
    file, out = write(tmp_path / "r.jsonl", ROWS), tmp_path / "o.jsonl"
    run = hatscore("answers", "grade", file, "--kind", "number", "-o", out)
    assert (run.code, run.out) == (0, "")
    assert "1 right, 1 wrong, 1 unparsed" in run.err
    found = lines(out)
    assert [{key: row[key] for key in given} for row, given in zip(found, ROWS, strict=True)] == ROWS
    assert [row["outcome"] for row in found] == ["right", "wrong", "unparsed"]
    assert [row["final_answer"] for row in found] == ["3400", "8", None]
    assert all(row["rule"] for row in found)


def test_letters_take_options_or_their_number(tmp_path: Path, hatscore: Hatscore) -> None:
    rows: list[dict[str, Any]] = [
        {"response": "答えはCです", "language": "ja", "gold": "C", "n_options": 4},
        {"response": "(B)", "language": "en", "gold": "A", "options": ["Oslo", "oslo", "Rome"]},
    ]
    file, out = write(tmp_path / "r.jsonl", rows), tmp_path / "o.jsonl"
    assert hatscore("answers", "grade", file, "--kind", "letter", "-o", out).code == 0
    assert [row["outcome"] for row in lines(out)] == ["right", "right"]
    assert [row.get("duplicate_options") for row in lines(out)] == [None, True]


def test_a_published_way_of_reading_can_be_chosen(tmp_path: Path, hatscore: Hatscore) -> None:
    file, out = write(tmp_path / "r.jsonl", ROWS[:1]), tmp_path / "o.jsonl"
    for reading, answer in {"lm-eval-flexible": "3.400", "simple-evals": None}.items():
        run = hatscore("answers", "grade", file, "--kind", "number", "--reading", reading, "-o", out)
        assert run.code == 0
        assert lines(out)[0]["final_answer"] == answer


@pytest.mark.parametrize(
    ("rows", "arguments", "code", "message"),
    [
        ([{"response": "1", "language": "en"}], ["--kind", "number"], 3, "gold is missing in 1 of 1 rows"),
        (ROWS, ["--kind", "letter"], 3, "options (or n_options) is missing in 3 of 3 rows"),
        ([ROWS[0] | {"gold": "many"}], ["--kind", "number"], 2, "'many' is no number"),
        (ROWS, ["--kind", "number", "--reading", "lm-eval-mmlu-prox"], 2, "cannot read a number"),
    ],
)
def test_what_is_wrong_is_named(
    rows: list[dict[str, Any]],
    arguments: list[str],
    code: int,
    message: str,
    tmp_path: Path,
    hatscore: Hatscore,
) -> None:
    run = hatscore(
        "answers", "grade", write(tmp_path / "r.jsonl", rows), *arguments, "-o", tmp_path / "o.jsonl"
    )
    assert run.code == code
    assert message in run.err
    assert not (tmp_path / "o.jsonl").exists()


def test_explain_shows_what_won(tmp_path: Path, hatscore: Hatscore) -> None:
    file = write(tmp_path / "r.jsonl", ROWS)
    run = hatscore("answers", "explain", file, "--row", "1", "--kind", "number")
    assert run.code == 0
    assert "»3.400«" in run.out
    assert "outcome: right" in run.out
    assert hatscore("answers", "explain", file, "--row", "9", "--kind", "number").code == 2


@pytest.mark.parametrize("form", ["text", "json", "csv", "markdown", "latex"])
def test_regrade_prints_before_and_after(form: str, tmp_path: Path, hatscore: Hatscore) -> None:
    out = tmp_path / "attempts.parquet"
    run = hatscore("regrade", LM_EVAL / "v_new_repeats1", "--format", form, "-o", out)
    assert run.code == 0
    assert "mgsm_direct" in run.out.replace("\\", "")
    frame = pl.read_parquet(out)
    assert {"outcome", "recorded_outcome", "final_answer", "rule"} <= set(frame.columns)
    assert hatscore("score", out).code in (0, 4)


def test_regrade_needs_responses(tmp_path: Path, hatscore: Hatscore) -> None:
    table = tmp_path / "a.csv"
    table.write_text("system,benchmark,item,language,score\nA,b,1,en,1\nA,b,1,de,1\n")
    run = hatscore("regrade", table)
    assert run.code == 3
    assert "response, gold" in run.err
