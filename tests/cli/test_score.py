"""Does `hatscore score` print what was asked for, where it was asked for, and exit as it should?"""

import csv
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import hatscore as library

from .conftest import LM_EVAL, Hatscore, study

FORMATS = ("text", "json", "csv", "markdown", "latex")

FIELDS = [
    "system", "benchmark", "target",
    "hat", "hat_low", "hat_high",
    "hat_corrected", "hat_corrected_low", "hat_corrected_high",
    "hat_curve", "hat_curve_low", "hat_curve_high",
    "target_accuracy", "source_accuracy", "xlt_gap", "transfer_score",
    "n_items", "attempts_source", "attempts_target", "flags", "signature",
]  # fmt: skip
"""What issue 2 promises of every row."""

NUMBERS = [name for name in FIELDS if name not in ("system", "benchmark", "target", "flags", "signature")]


@pytest.fixture
def single(tmp_path: Path) -> Path:
    """One attempt per item, so that only the published slope exists."""
    path = tmp_path / "single.csv"
    study(attempts=1).write_csv(path)
    return path


def json_of(text: str) -> list[dict[str, Any]]:
    document = json.loads(text)
    assert document["schema"] == "hatscore.scores/1"
    rows: list[dict[str, Any]] = document["rows"]
    return rows


# JSON.


def test_json_has_the_promised_fields_in_their_types(tmp_path: Path, hatscore: Hatscore) -> None:
    path = tmp_path / "attempts.csv"
    study(items=200).write_csv(path)
    run = hatscore("score", path, "--by", "all", "--format", "json")
    assert run.code == 0
    for row in json_of(run.out):
        assert set(FIELDS) <= row.keys()
        assert all(isinstance(row[name], (int, float)) for name in NUMBERS), row
        assert all(isinstance(row[name], str) for name in ("system", "benchmark", "target", "signature"))
        assert row["hat_low"] < row["hat"] < row["hat_high"]
        assert isinstance(row["flags"], list)
        assert row["signature"].startswith("HAT|bench:mgsm|")
        assert isinstance(row["n_items"], int)


def test_json_equals_what_python_gives(attempts_file: Path, hatscore: Hatscore) -> None:
    run = hatscore("score", attempts_file, "--format", "json")
    assert json.loads(run.out) == library.score(attempts_file).to_dict()


def test_json_is_null_where_nothing_is_estimable(single: Path, hatscore: Hatscore) -> None:
    run = hatscore("score", single, "--format", "json")
    assert run.code == 0
    for row in json_of(run.out):
        for name in ("hat_corrected", "hat_curve"):
            assert [row[name + end] for end in ("", "_low", "_high")] == [None] * 3
        assert row["hat"] == pytest.approx(row["transfer_score"], abs=1e-12)
        assert "SINGLE_ATTEMPT" in row["flags"]
        assert (row["attempts_source"], row["attempts_target"]) == (1, 1)


def test_numbers_are_those_of_the_table(tmp_path: Path, hatscore: Hatscore) -> None:
    """Ten items at s = 1, 1/2 and 0 each; t = 1/2, 1/2, 0: (1/2 + 1/4) / (1 + 1/4)."""
    rights = [{"en": 2, "sw": 1}, {"en": 1, "sw": 1}, {"en": 0, "sw": 0}]
    rows = [
        ("m", "b", 3 * copy + kind, language, attempt, int(attempt < right))
        for copy in range(10)
        for kind, counts in enumerate(rights)
        for language, right in counts.items()
        for attempt in range(2)
    ]
    names = ["system", "benchmark", "item", "language", "attempt", "score"]
    pl.DataFrame(rows, schema=names, orient="row").write_csv(tmp_path / "a.csv")
    (row,) = json_of(hatscore("score", tmp_path / "a.csv", "--format", "json").out)
    expected = {
        "hat": 0.6,
        "source_accuracy": 0.5,
        "target_accuracy": 1 / 3,
        "xlt_gap": 1 / 6,
        "n_items": 30,
        "attempts_source": 2,
        "attempts_target": 2,
    }
    assert {name: row[name] for name in expected} == pytest.approx(expected, abs=1e-12)


def test_json_on_standard_output_is_clean_while_notes_go_elsewhere(
    tmp_path: Path, hatscore: Hatscore
) -> None:
    study().write_csv(tmp_path / "a.csv")
    (tmp_path / "readme.txt").write_text("left out")
    run = hatscore("score", tmp_path, "--format", "json")
    assert json_of(run.out)
    assert "note: 1 file" in run.err
    assert "readme.txt" in run.err


# Other forms.


@pytest.mark.parametrize("form", FORMATS)
def test_every_form_names_every_row(form: str, attempts_file: Path, hatscore: Hatscore) -> None:
    run = hatscore("score", attempts_file, "--by", "language", "--format", form)
    assert (run.code, run.err) == (0, "")
    for name in ("large", "small", "de", "sw"):
        assert name in run.out
    assert run.out.endswith("\n")


def test_csv_parses_back_to_the_json(attempts_file: Path, single: Path, hatscore: Hatscore) -> None:
    for path in (attempts_file, single):
        expected = json_of(hatscore("score", path, "--by", "all", "--format", "json").out)
        text = hatscore("score", path, "--by", "all", "--format", "csv").out
        found = list(csv.DictReader(io.StringIO(text)))
        assert len(found) == len(expected)
        for row, promised in zip(found, expected, strict=True):
            assert set(FIELDS) <= row.keys()
            for name in NUMBERS:
                assert (float(row[name]) if row[name] else None) == promised[name]
            assert row["flags"].split() == promised["flags"]
            assert row["signature"] == promised["signature"]


def test_markdown_is_a_table(attempts_file: Path, hatscore: Hatscore) -> None:
    lines = hatscore("score", attempts_file, "--format", "markdown").out.splitlines()
    table = [line for line in lines if line.startswith("|")]
    assert len(table) == 2 + 2
    assert {line.count("|") for line in table} == {table[0].count("|")}
    assert set(table[1]) == set("|-:")
    assert table[2].startswith("| large | mgsm | macro | ")


def test_a_pipe_in_a_name_does_not_break_the_markdown(tmp_path: Path, hatscore: Hatscore) -> None:
    study(systems=("a|b",)).write_csv(tmp_path / "a.csv")
    lines = hatscore("score", tmp_path / "a.csv", "--format", "markdown").out.splitlines()
    assert lines[2].startswith(r"| a\|b | mgsm |")


def test_latex_uses_booktabs_and_escapes_names(tmp_path: Path, hatscore: Hatscore) -> None:
    study(systems=("a_b & 50%",)).write_csv(tmp_path / "a.csv")
    text = hatscore("score", tmp_path / "a.csv", "--format", "latex").out
    for mark in (r"\usepackage{booktabs}", r"\begin{tabular}", r"\toprule", r"\midrule", r"\bottomrule"):
        assert mark in text
    (row,) = (line for line in text.splitlines() if line.startswith("a"))
    assert row.startswith(r"a\_b \& 50\% & mgsm & macro & ")
    assert row.endswith(r"\\")
    header = next(line for line in text.splitlines() if line.startswith("system"))
    assert row.replace(r"\&", "").count("&") == header.count("&")


def test_text_says_how_to_read_it(attempts_file: Path, hatscore: Hatscore) -> None:
    text = hatscore("score", attempts_file).out
    for said in ("HAT says", "95 % intervals over items", "HAT|bench:mgsm", "Headline: HAT corrected"):
        assert said in text


def test_text_explains_flags_with_advice(single: Path, hatscore: Hatscore) -> None:
    text = hatscore("score", single).out
    assert "SINGLE_ATTEMPT: " in text
    assert "n.e." in text
    assert "better 10" in text


@pytest.mark.parametrize("form", FORMATS)
def test_out_writes_what_would_be_printed(
    form: str, attempts_file: Path, tmp_path: Path, hatscore: Hatscore
) -> None:
    printed = hatscore("score", attempts_file, "--format", form).out
    out = tmp_path / "scores.out"
    run = hatscore("score", attempts_file, "--format", form, "--out", out)
    assert (run.code, run.out) == (0, "")
    assert out.read_text(encoding="utf-8") == printed
    assert "scores.out" in run.err


# Rows.


@pytest.mark.parametrize(
    ("by", "targets"),
    [
        ("macro", ["macro"]),
        ("language", ["de", "sw"]),
        ("pooled", ["pooled"]),
        ("all", ["de", "sw", "macro", "pooled"]),
    ],
)
def test_rows(by: str, targets: list[str], attempts_file: Path, hatscore: Hatscore) -> None:
    rows = json_of(hatscore("score", attempts_file, "--by", by, "--format", "json").out)
    assert [(row["system"], row["target"]) for row in rows] == [
        (s, t) for s in ("large", "small") for t in targets
    ]


def test_macro_is_the_mean_of_the_languages(attempts_file: Path, hatscore: Hatscore) -> None:
    rows = json_of(hatscore("score", attempts_file, "--by", "all", "--format", "json").out)
    large = {row["target"]: row for row in rows if row["system"] == "large"}
    for name in ("hat", "hat_corrected", "target_accuracy"):
        mean = (large["de"][name] + large["sw"][name]) / 2
        assert large["macro"][name] == pytest.approx(mean, abs=1e-12)


# Options.


def test_columns_are_mapped_and_set(tmp_path: Path, hatscore: Hatscore) -> None:
    frame = study().rename({"system": "model_name"}).drop("benchmark")
    frame.write_csv(tmp_path / "a.csv")
    arguments = ("--map", "system=model_name", "--set", "benchmark=maths", "--format", "json")
    rows = json_of(hatscore("score", tmp_path / "a.csv", *arguments).out)
    assert [(row["system"], row["benchmark"]) for row in rows] == [("large", "maths"), ("small", "maths")]


def test_the_source_is_named(attempts_file: Path, hatscore: Hatscore) -> None:
    run = hatscore("score", attempts_file, "--source", "de", "--by", "language", "--format", "json")
    rows = json_of(run.out)
    assert [row["target"] for row in rows[:2]] == ["en", "sw"]
    assert all("|src:de|" in row["signature"] for row in rows)


@pytest.mark.parametrize(
    ("estimator", "headline"), [(None, "hat_corrected"), ("published", "hat"), ("curve", "hat_curve")]
)
def test_the_headline_comes_first(
    estimator: str | None, headline: str, attempts_file: Path, hatscore: Hatscore
) -> None:
    chosen = ("--estimator", estimator) if estimator else ()
    header = hatscore("score", attempts_file, "--format", "markdown", *chosen).out.splitlines()[0]
    titles = [cell.strip().lower() for cell in header.split("|")]
    first = next(title for title in titles if title.startswith("hat"))
    assert (
        first
        == {"hat": "hat published", "hat_corrected": "hat corrected", "hat_curve": "hat curve"}[headline]
    )


def test_a_lower_level_gives_narrower_intervals(attempts_file: Path, hatscore: Hatscore) -> None:
    def width(level: str) -> float:
        row = json_of(hatscore("score", attempts_file, "--level", level, "--format", "json").out)[0]
        assert f"ci:fieller{float(level) * 100:g}/" in row["signature"]
        return float(row["hat_high"] - row["hat_low"])

    assert width("0.5") < width("0.9") < width("0.99")


def test_a_floor_is_subtracted(tmp_path: Path, hatscore: Hatscore) -> None:
    study().with_columns(n_options=4).write_csv(tmp_path / "a.csv")

    def hat(*arguments: str) -> float:
        rows = json_of(hatscore("score", tmp_path / "a.csv", "--format", "json", *arguments).out)
        return float(rows[0]["hat"])

    assert hat("--floor", "options") == pytest.approx(hat("--floor", "0.25"), abs=1e-12)
    assert hat("--floor", "0") == hat("--floor", "none") == hat()
    assert hat("--floor", "options") != pytest.approx(hat(), abs=1e-3)


def test_the_bootstrap_is_reproducible_by_its_seed(attempts_file: Path, hatscore: Hatscore) -> None:
    def scores(seed: str) -> list[dict[str, Any]]:
        arguments = ("--intervals", "bootstrap", "--draws", "200", "--seed", seed, "--format", "json")
        return json_of(hatscore("score", attempts_file, *arguments).out)

    assert scores("1") == scores("1")
    assert scores("1")[0]["hat_low"] != scores("2")[0]["hat_low"]
    assert "boot:200/1" in scores("1")[0]["signature"]


@pytest.mark.parametrize("policy", ["unparsed", "truncated"])
def test_policies_change_the_numbers(policy: str, tmp_path: Path, hatscore: Hatscore) -> None:
    wrong = pl.when(pl.col("score") == 0).then(pl.lit(policy)).otherwise(pl.lit("right"))
    study().select(pl.exclude("score"), outcome=wrong).write_csv(tmp_path / "a.csv")

    def accuracy(*arguments: str) -> float:
        rows = json_of(
            hatscore("score", tmp_path / "a.csv", "--format", "json", "--missing", "drop", *arguments).out
        )
        return float(rows[0]["target_accuracy"])

    assert accuracy() == accuracy(f"--{policy}", "wrong") < 1
    assert accuracy(f"--{policy}", "drop") == 1


def test_logs_of_lm_eval(hatscore: Hatscore) -> None:
    logs = LM_EVAL / "v_new_repeats4"
    for filter in ("remove_whitespace", "flexible-extract"):
        (row,) = json_of(hatscore("score", logs, "--filter", filter, "--format", "json").out)
        assert (row["system"], row["benchmark"], row["n_items"]) == ("acme/tiny-1b", "mgsm_direct", 6)
        assert (row["attempts_source"], row["attempts_target"]) == (4, 4)
        assert f"|filter:{filter}|" in row["signature"]
        assert "FEW_ITEMS" in row["flags"]


def test_the_metric_is_chosen(hatscore: Hatscore) -> None:
    rows = json_of(
        hatscore("score", LM_EVAL / "v_new_choice", "--metric", "acc_norm", "--format", "json").out
    )
    assert "|metric:acc_norm|" in rows[0]["signature"]


# Exit codes.

USAGE = [
    ("--level", "1.5"),
    ("--level", "0"),
    ("--level", "high"),
    ("--floor", "guess"),
    ("--floor", "1"),
    ("--floor", "-0.1"),
    ("--floor", "nan"),
    ("--floor", "options"),
    ("--estimator", "best"),
    ("--by", "system"),
    ("--format", "xml"),
    ("--unparsed", "right"),
    ("--missing", "ignore"),
    ("--draws", "1"),
    ("--draws", "1000000000000"),
    ("--seed", "-1"),
    ("--set", "benchmark"),
    ("--set", "=mgsm"),
    ("--map", "system=nowhere"),
    ("--pattern", "("),
    ("--out", "gone/scores.json"),
    ("--unknown", "option"),
]


@pytest.mark.parametrize("arguments", USAGE, ids=" ".join)
def test_usage_errors_exit_2_with_a_message(
    arguments: tuple[str, str], attempts_file: Path, hatscore: Hatscore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(attempts_file.parent)
    run = hatscore("score", attempts_file, *arguments)
    assert (run.code, run.out) == (2, ""), run
    assert "Traceback" not in run.err
    assert run.err.strip()


def test_no_path_is_a_usage_error(hatscore: Hatscore) -> None:
    run = hatscore("score")
    assert (run.code, run.out) == (2, "")
    assert "PATHS" in run.err


def test_an_unknown_command_is_a_usage_error(hatscore: Hatscore) -> None:
    run = hatscore("scroe")
    assert run.code == 2
    assert "scroe" in run.err


def test_problems_with_the_input_exit_3(tmp_path: Path, hatscore: Hatscore) -> None:
    run = hatscore("score", tmp_path / "gone.csv", "--format", "json")
    assert (run.code, run.out) == (3, "")


@pytest.mark.parametrize("estimator", ["corrected", "curve"])
def test_a_headline_that_is_not_estimable_exits_4(estimator: str, single: Path, hatscore: Hatscore) -> None:
    run = hatscore("score", single, "--estimator", estimator, "--format", "json")
    assert run.code == 4
    assert [row["hat_corrected"] for row in json_of(run.out)] == [None, None]
    assert "not" in run.err
    assert "estimable" in run.err


def test_the_default_headline_need_not_be_estimable(single: Path, hatscore: Hatscore) -> None:
    assert hatscore("score", single).code == 0
    assert hatscore("score", single, "--estimator", "published").code == 0


def test_nothing_right_in_the_source_exits_4(tmp_path: Path, hatscore: Hatscore) -> None:
    study().with_columns(score=pl.lit(0.0)).write_csv(tmp_path / "a.csv")
    run = hatscore("score", tmp_path / "a.csv", "--format", "json")
    assert run.code == 4
    for row in json_of(run.out):
        assert [row["hat"], row["hat_corrected"], row["hat_curve"], row["transfer_score"]] == [None] * 4
        assert {"NOT_ESTIMABLE", "NEAR_FLOOR"} <= set(row["flags"])


def test_only_source_attempts_exit_4(tmp_path: Path, hatscore: Hatscore) -> None:
    study().filter(pl.col("language") == "en").write_csv(tmp_path / "a.csv")
    run = hatscore("score", tmp_path / "a.csv")
    assert (run.code, run.out) == (4, "")
    assert "nothing to score" in run.err


def test_no_attempts_at_all_do_not_exit_0(tmp_path: Path, hatscore: Hatscore) -> None:
    study().head(0).write_parquet(tmp_path / "a.parquet")
    run = hatscore("score", tmp_path / "a.parquet")
    assert run.code in (3, 4)
    assert "Traceback" not in run.err


def test_all_calls_failed_exits_3_or_4(tmp_path: Path, hatscore: Hatscore) -> None:
    frame = study().select(pl.exclude("score"), outcome=pl.lit("error"))
    frame.write_csv(tmp_path / "a.csv")
    run = hatscore("score", tmp_path / "a.csv")
    assert run.code in (3, 4)
    assert run.out == ""
    assert run.err.startswith("hatscore: ")


@pytest.mark.parametrize("form", FORMATS)
def test_the_installed_command_prints_the_same(form: str, attempts_file: Path, hatscore: Hatscore) -> None:
    command = [str(Path(sys.executable).with_name("hatscore")), "score", str(attempts_file), "--format", form]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == hatscore("score", attempts_file, "--format", form).out


def test_a_reader_that_stops_early_sees_no_traceback(attempts_file: Path) -> None:
    """As in `hatscore score ... | head -1`."""
    program = "from hatscore.cli.main import main; main()"
    command = [sys.executable, "-c", program, "score", str(attempts_file), "--format", "csv"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    err = process.stderr.read()
    process.stderr.close()
    process.wait()
    assert err == ""
