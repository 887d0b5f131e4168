"""Is everything that is wrong with a table named, with its rows and what to do?"""

import re
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import hatscore
from hatscore.errors import InvalidArgument, InvalidAttempts, Problem, SourceMissing

Row = dict[str, Any]


def row(language: str | None = "sw", item: str = "0", attempt: int | None = 0, **more: Any) -> Row:
    keys = {"system": "m", "benchmark": "mgsm", "item": item, "language": language, "attempt": attempt}
    return keys | {"score": 1.0} | more


GOOD = [row(language, item, attempt) for language in ("en", "sw") for item in "01" for attempt in (0, 1)]
"""Eight rows without a problem; what a test adds is row 9."""


def problems(*added: Row, good: list[Row] = GOOD, **options: Any) -> list[Problem]:
    frame = pl.DataFrame([*good, *added], infer_schema_length=None)
    return hatscore.check(frame, **options)


def only(found: list[Problem]) -> Problem:
    assert len(found) == 1, found
    return found[0]


def test_the_good_rows_have_no_problem() -> None:
    assert problems() == []
    assert len(hatscore.score(pl.DataFrame(GOOD))) == 1


BAD_ROWS: list[tuple[Row, str, str]] = [
    # Score.
    (row(attempt=2, score=-0.5), "score_out_of_range", r"score must lie in \[0, 1\]; got -0.5\."),
    (row(attempt=2, score=1.0001), "score_out_of_range", r"score must lie in \[0, 1\]; got 1.0001"),
    (row(attempt=2, score=87.5), "score_out_of_range", "got 87.5, which looks like a percent: divide"),
    (row(attempt=2, score=999.0), "score_out_of_range", r"got 999\.$"),
    (row(attempt=2, score=float("nan")), "score_out_of_range", r"not a number \(NaN\); .*outcome 'error'"),
    (row(attempt=2, score=float("inf")), "score_out_of_range", "got inf"),
    (row(attempt=2, score=float("-inf")), "score_out_of_range", "got -inf"),
    (row(attempt=2, score=None), "no_score", "neither a score nor an outcome; give outcome 'error'"),
    # Outcome.
    (row(attempt=2, outcome="rihgt"), "unknown_outcome", "must be one of right, wrong, .*; got 'rihgt'"),
    (row(attempt=2, outcome=""), "unknown_outcome", "got ''"),
    (row(attempt=2, outcome="wrong"), "outcome_contradicts_score", "'wrong' contradicts the score"),
    (row(attempt=2, outcome="error"), "outcome_contradicts_score", "'error' contradicts the score"),
    (row(attempt=2, outcome="right", score=0.0), "outcome_contradicts_score", "'right' contradicts"),
    (row(attempt=2, outcome=None, score=None), "no_score", "neither a score nor an outcome"),
    # Keys.
    (row(attempt=2, system=None), "no_value", "system has no value; every attempt needs one"),
    (row(attempt=2, benchmark=""), "no_value", "benchmark has no value"),
    (row(attempt=2, item=""), "no_value", "item has no value"),
    (row(attempt=2, language=""), "no_value", "language has no value"),
    (row(attempt=2, language=None), "no_value", "language has no value"),
    (row(attempt=None), "no_value", "attempt has no value"),
    # Chance.
    (row(attempt=2, floor=1.0), "floor_out_of_range", "floor is a chance from 0 to below 1; got 1"),
    (row(attempt=2, floor=-0.1), "floor_out_of_range", "got -0.1"),
    (row(attempt=2, floor=float("nan")), "floor_out_of_range", "got nan"),
    (row(attempt=2, n_options=1), "too_few_options", "n_options must be at least 2; got 1"),
    (row(attempt=2, n_options=0), "too_few_options", "got 0"),
]


def name_of(case: object) -> str:
    return re.sub(r"\W+", " ", case) if isinstance(case, str) else ""


@pytest.mark.parametrize(("bad", "code", "sentence"), BAD_ROWS, ids=name_of)
def test_a_bad_row_is_named(bad: Row, code: str, sentence: str) -> None:
    problem = only(problems(bad))
    assert problem.code == code
    assert problem.sentence.startswith("the frame, row 9: ")
    assert re.search(sentence, problem.sentence)


@pytest.mark.parametrize(
    ("attempts", "numbers"),
    [
        (range(2, 3), "row 9: "),
        (range(2, 4), "rows 9, 10: "),
        (range(2, 5), "rows 9, 10, 11: "),
        (range(2, 9), "rows 9, 10, 11 and 4 more: "),
    ],
)
def test_the_first_rows_are_listed_and_the_others_counted(attempts: range, numbers: str) -> None:
    bad = [row(attempt=attempt, score=-1.0) for attempt in attempts]
    assert only(problems(*bad)).sentence.startswith(f"the frame, {numbers}")


@pytest.mark.parametrize("scale", [1, 100])
def test_a_whole_column_of_percents_is_named(scale: int) -> None:
    frame = pl.DataFrame(GOOD).with_columns(score=pl.int_range(pl.len()) % 3 * 0.4 * scale)
    found = hatscore.check(frame)
    assert [problem.code for problem in found] == ["score_out_of_range"] * (scale > 1)
    assert all("divide the column by 100" in problem.sentence for problem in found)


def test_percents_and_fractions_in_one_column_are_named() -> None:
    problem = only(problems(row(attempt=2, score=0.4), row(attempt=3, score=40.0)))
    assert "row 10" in problem.sentence
    assert "mix percents and fractions" in problem.sentence


@pytest.mark.parametrize("missing", ["system", "benchmark", "item", "language"])
def test_a_missing_column_is_named_with_those_there_are(missing: str) -> None:
    problem = only(hatscore.check(pl.DataFrame(GOOD).drop(missing)))
    assert problem.code == "missing_column"
    assert f"the frame lacks the column {missing}; it has " in problem.sentence
    assert f"--map {missing}=COLUMN" in problem.sentence
    assert f"--set {missing}=VALUE" in problem.sentence


def test_all_missing_columns_are_named_at_once() -> None:
    problem = only(hatscore.check(pl.DataFrame({"system": ["m"], "text": ["x"]})))
    assert "lacks the columns benchmark, item, language, score (or outcome)" in problem.sentence


NUMBERS = {
    "score": "a number",
    "floor": "a number",
    "attempt": "a whole number",
    "n_options": "a whole number",
}


@pytest.mark.parametrize(("column", "kind"), NUMBERS.items())
def test_text_for_a_number_is_named(column: str, kind: str, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    columns = {"system": "m", "benchmark": "b", "item": "0", "language": "en", "attempt": "0", "score": "1"}
    values = columns | {column: "many"}
    path.write_text(",".join(values) + "\n" + ",".join(values.values()) + "\n")
    problem = only(hatscore.check(path))
    assert problem.code == "not_a_number"
    assert problem.sentence == f"{path}, row 1: {column} must be {kind}; got 'many'."


# Attempts.


@pytest.mark.parametrize("number", [0, 1, 61, 62, 63, 64, 1000, 2**40, -1])
def test_a_repeated_attempt_is_named_whatever_its_number(number: int) -> None:
    problem = only(problems(row(item="1", attempt=number), good=[*GOOD[:6], row(item="1", attempt=number)]))
    assert problem.code == "duplicate_attempt"
    assert f"system m, benchmark mgsm, item 1, language sw, attempt {number}" in problem.sentence
    assert "(the frame rows 7, 8)" in problem.sentence
    assert "0, 1, 2" in problem.sentence


@pytest.mark.parametrize("first", [0, 61, 62, 63, 500])
def test_different_attempts_are_no_copies_whatever_their_numbers(first: int) -> None:
    added = [row(item="2", attempt=first + k, language=x) for k in range(70) for x in ("en", "sw")]
    assert problems(*added) == []


def test_attempts_repeated_in_another_file_are_named_with_both(tmp_path: Path) -> None:
    for name in ("a.csv", "b.csv"):
        pl.DataFrame(GOOD).write_csv(tmp_path / name)
    problem = only(hatscore.check(tmp_path))
    assert problem.code == "duplicate_attempt"
    assert problem.sentence.startswith("8 attempts")
    assert f"{tmp_path / 'a.csv'} row 1; {tmp_path / 'b.csv'} row 1" in problem.sentence


def test_an_attempt_under_two_spellings_of_its_language_is_repeated() -> None:
    assert only(problems(row("swa"))).code == "duplicate_attempt"


def test_without_attempt_numbers_nothing_is_repeated() -> None:
    assert hatscore.check(pl.DataFrame(GOOD).drop("attempt")) == []


@pytest.mark.parametrize("column", ["_row", "rows", "total", "broken", "unparsed", "print", "source"])
def test_further_columns_may_have_any_name(column: str) -> None:
    good = [r | {column: "x"} for r in GOOD]
    assert problems(good=good) == []
    assert only(problems(row(attempt=2, score=2.0), good=good)).code == "score_out_of_range"


@pytest.mark.parametrize(("column", "values"), [("n_options", (4, 2)), ("floor", (0.25, 0.5))])
def test_an_item_has_one_chance_of_guessing(column: str, values: tuple[float, float]) -> None:
    """Else the floor is that of whichever row came first."""
    good = [r | {column: values[r["language"] == "sw"]} for r in GOOD]
    problem = only(problems(good=good, floor="options"))
    assert column in problem.sentence
    assert "mgsm" in problem.sentence


# Languages and sources.


@pytest.mark.parametrize("tag", ["klingonish", "xx", "english", "en-", "12"])
def test_an_unknown_language_is_named_with_its_rows(tag: str) -> None:
    problem = only(problems(row(tag, attempt=2), row(tag, attempt=3)))
    assert problem.code == "unknown_language"
    assert f"'{tag}'" in problem.sentence
    assert "BCP 47" in problem.sentence
    assert "the frame, rows 9, 10" in problem.sentence


def test_an_unknown_source_language_is_named() -> None:
    assert only(problems(source="englisch")).code == "unknown_language"
    frame = pl.DataFrame([r | {"source_language": "englisch"} for r in GOOD])
    problem = only(hatscore.check(frame))
    assert problem.code == "unknown_language"
    assert problem.sentence.count("'englisch'") == 1


@pytest.mark.parametrize("tag", ["en", "EN", "eng", "eng_Latn", "en-Latn"])
def test_spellings_of_the_source_language(tag: str) -> None:
    assert problems(source=tag) == []
    respelt = pl.DataFrame(GOOD).with_columns(pl.col("language").replace("en", tag))
    assert [r.target for r in hatscore.score(respelt, by="language")] == ["sw"]


def test_items_without_source_attempts_are_named() -> None:
    problem = only(problems(*(row(item=item) for item in ("17", "40", "88", "99"))))
    assert problem.code == "source_missing"
    assert "no attempts in source language 'en' for 4 of 6 items of mgsm" in problem.sentence
    assert "(first: 17, 40, 88" in problem.sentence
    for advice in ("Read the source file too", "--source", "--missing drop"):
        assert advice in problem.sentence


def test_items_without_source_attempts_may_be_dropped() -> None:
    assert problems(row(item="17"), missing="drop") == []


def test_a_benchmark_without_its_source_language_says_which_it_has() -> None:
    problem = only(problems(source="ja"))
    assert problem.code == "source_missing"
    assert "'ja' for 2 of 2 items" in problem.sentence
    assert "its languages are en, sw" in problem.sentence


def test_every_benchmark_without_source_is_named() -> None:
    other = [r | {"benchmark": "other"} for r in GOOD]
    with pytest.raises(SourceMissing) as raised:
        hatscore.score(pl.DataFrame(GOOD + other), source="ja")
    assert [p.code for p in raised.value.problems] == ["source_missing"] * 2


def test_an_item_with_two_source_languages_is_named() -> None:
    good = [r | {"source_language": "en"} for r in GOOD]
    bad = [row("de", "1", attempt, source_language="sw") for attempt in (0, 1)]
    problem = only(problems(*bad, good=good))
    assert problem.code == "several_source_languages"
    assert "item 1 of mgsm: en, sw" in problem.sentence


def test_items_may_differ_in_their_source_language() -> None:
    good = [r | {"source_language": "en" if r["item"] == "0" else "sw"} for r in GOOD]
    assert problems(good=good) == []


def test_two_spellings_are_one_source_language() -> None:
    good = [r | {"source_language": "en" if r["attempt"] else "eng"} for r in GOOD]
    assert problems(good=good) == []
    assert hatscore.score(pl.DataFrame(good))[0].attempts_source == 2


# Revisions.


def test_mixed_revisions_are_named() -> None:
    good = [r | {"revision": "r1"} for r in GOOD]
    problem = only(problems(row(attempt=2, revision="r2"), good=good))
    assert problem.code == "mixed_revisions"
    assert "mgsm is mixed from the revisions r1, r2; score each revision apart" in problem.sentence


def test_benchmarks_may_have_revisions_of_their_own() -> None:
    good = [r | {"revision": "r1"} for r in GOOD]
    assert problems(*(r | {"benchmark": "other", "revision": "r2"} for r in GOOD), good=good) == []


# Several at once.


def test_several_problems_are_all_listed() -> None:
    good = [r | {"revision": "r1", "outcome": "right", "n_options": 4, "source_language": "en"} for r in GOOD]
    extra: Row = {"revision": "r1", "outcome": None, "n_options": 4, "source_language": "en"}
    bad = [
        row(attempt=2, **extra | {"score": float("nan")}),
        row(attempt=3, **extra | {"outcome": "rihgt"}),
        row(attempt=4, **extra | {"outcome": "wrong"}),
        row(attempt=5, **extra | {"n_options": 1}),
        row(attempt=6, **extra | {"system": ""}),
        row("klingonish", attempt=7, **extra),
        row(attempt=8, **extra | {"revision": "r2"}),
        row(attempt=9, **extra | {"source_language": "de"}),
        row(attempt=0, **extra),
    ]
    assert {problem.code for problem in problems(*bad, good=good)} == {
        "score_out_of_range",
        "unknown_outcome",
        "outcome_contradicts_score",
        "too_few_options",
        "mixed_chance",
        "no_value",
        "unknown_language",
        "mixed_revisions",
        "several_source_languages",
        "duplicate_attempt",
    }


def test_the_error_lists_what_check_finds() -> None:
    frame = pl.DataFrame([*GOOD, row(attempt=2, score=-1.0), row("klingonish", attempt=2)])
    with pytest.raises(InvalidAttempts) as raised:
        hatscore.score(frame)
    assert list(raised.value.problems) == hatscore.check(frame)
    listed = str(raised.value).splitlines()
    assert listed[0] == "2 problems with the attempts:"
    assert [line.split(". ", 1)[1] for line in listed[1:]] == [p.sentence for p in raised.value.problems]


def test_a_problem_is_named_in_the_file_that_has_it(tmp_path: Path) -> None:
    pl.DataFrame(GOOD).write_csv(tmp_path / "good.csv")
    pl.DataFrame([row(system="n", score=-1.0)]).write_csv(tmp_path / "bad.csv")
    assert only(hatscore.check(tmp_path)).sentence.startswith(f"{tmp_path / 'bad.csv'}, row 1: ")


def test_the_options_floor_needs_options_for_every_item() -> None:
    with pytest.raises(InvalidArgument, match=r"n_options .*every item of mgsm; 2 items have none.* 0\.25"):
        hatscore.score(pl.DataFrame(GOOD), floor="options")
    mixed = [r | {"n_options": 4 if r["item"] == "0" else None} for r in GOOD]
    with pytest.raises(InvalidArgument, match=r"1 items? ha(s|ve) none"):
        hatscore.score(pl.DataFrame(mixed), floor="options")
