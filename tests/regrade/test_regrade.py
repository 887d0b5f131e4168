"""Does regrading real logs keep the rows, change what it should, and show before and after?"""

import json
from pathlib import Path

import polars as pl
import pytest

import hatscore
from hatscore import Attempts, Regrade

LOGS = Path(__file__).parents[1] / "fixtures" / "lm_eval"


@pytest.fixture(scope="module")
def regrade() -> Regrade:
    return hatscore.regrade(LOGS / "v_new_repeats4")


def test_every_row_is_kept_with_its_old_outcome(regrade: Regrade) -> None:
    old = hatscore.read(LOGS / "v_new_repeats4").to_frame()
    new = regrade.attempts.to_frame()
    keys = ["system", "benchmark", "item", "language", "attempt"]
    joined = old.join(new, on=keys, suffix="_new")
    assert joined.height == old.height == new.height
    assert joined["outcome"].to_list() == joined["recorded_outcome"].to_list()
    assert joined["score"].to_list() == joined["recorded_score"].to_list()
    assert set(new["filter"]) == {"hatscore"}


def test_a_second_regrade_keeps_what_was_recorded_first(regrade: Regrade, tmp_path: Path) -> None:
    regrade.attempts.write(tmp_path / "once.parquet")
    twice = hatscore.regrade(tmp_path / "once.parquet").attempts.to_frame()
    once = regrade.attempts.to_frame()
    for name in ("score", "outcome", "recorded_score", "recorded_outcome"):
        assert twice[name].to_list() == once[name].to_list()


def test_reading_as_lm_eval_does_gives_back_its_scores() -> None:
    """The official way of reading is the one that made the log, for every repeat."""
    again = hatscore.regrade(LOGS / "v_new_repeats1", method="lm-eval-flexible").attempts.to_frame()
    assert again["score"].to_list() == again["recorded_score"].to_list()


def test_a_sign_is_not_lost(regrade: Regrade) -> None:
    """lm-eval drops punctuation, and so calls 4 right where -4 is."""
    frame = regrade.attempts.to_frame().filter(pl.col("gold") == "-4")
    lost = frame.filter(pl.col("final_answer") == "4")
    assert set(lost["recorded_outcome"]) == {"right"}
    assert set(lost["outcome"]) == {"wrong"}
    assert set(frame.filter(pl.col("final_answer") == "-4")["outcome"]) == {"right"}


def test_rows_are_before_and_after(regrade: Regrade) -> None:
    assert [row.language for row in regrade.rows] == ["de", "en", "sw", "macro"]
    for row in regrade.rows:
        assert row.is_source == (row.language == "en")
        assert (row.hat_after.value is None) == row.is_source or row.hat_after.reason is not None
        assert row.accuracy_before is not None
    macro = regrade.rows[-1]
    targets = [row for row in regrade.rows if row.language in ("de", "sw")]
    assert macro.accuracy_after == pytest.approx(sum(r.accuracy_after for r in targets) / 2)


def test_results_show_themselves(regrade: Regrade, tmp_path: Path) -> None:
    assert 3 <= len(repr(regrade).split("\n")) <= 8
    assert json.loads(regrade.to_json(tmp_path / "r.json"))["schema"] == "hatscore.regrade/1"
    assert regrade.to_frame().height == len(regrade) == len(list(regrade))
    source = next(row for row in regrade if row.is_source)
    assert "source language" in source.to_dict()["reasons"]["hat_after"]
    assert "acme/tiny-1b" in regrade.explain()
    assert regrade.plot().to_dict()["title"]["subtitle"] == "Read by hatscore."


def responses(**changes: object) -> pl.DataFrame:
    rows = [
        {"item": item, "language": language, "response": text, "gold": gold}
        for item, gold, texts in (
            ("a", "12", {"en": "The answer is 12.", "bn": "উত্তর: ১২"}),
            ("b", "2,500", {"en": "So $2,500.", "bn": "মোট ২,৫০০ টাকা"}),
            ("c", "7", {"en": "It is 8.", "bn": "উত্তর: ৮"}),
        )
        for language, text in texts.items()
    ]
    frame = pl.DataFrame(rows).with_columns(
        system=pl.lit("A"), benchmark=pl.lit("b"), outcome=pl.lit("wrong")
    )
    return frame.with_columns(**{name: pl.lit(value) for name, value in changes.items()})


def test_a_log_without_usable_scores_becomes_usable() -> None:
    found = hatscore.regrade(responses())
    assert {row.language: row.accuracy_before for row in found.rows} == {"bn": 0, "en": 0, "macro": 0}
    assert {row.language: row.accuracy_after for row in found.rows} == pytest.approx(
        {"bn": 2 / 3, "en": 2 / 3, "macro": 2 / 3}
    )


def test_letters_use_the_options() -> None:
    table = responses(options=json.dumps(["one", "two", "three", "One"]), n_options=4, gold="A")
    table = table.with_columns(response=pl.lit("The answer is (D)."))
    frame = hatscore.regrade(table).attempts.to_frame()
    assert set(frame["outcome"]) == {"right"}
    assert frame["duplicate_options"].all()


def test_failed_calls_stay_missing_data() -> None:
    table = responses().with_columns(
        response=pl.when(pl.col("item") == "c").then(None).otherwise(pl.col("response"))
    )
    frame = hatscore.regrade(table).attempts.to_frame()
    assert frame.filter(pl.col("item") == "c")["outcome"].to_list() == ["error", "error"]


def test_truncation_is_an_outcome_of_its_own() -> None:
    table = responses(finish_reason="length").with_columns(response=pl.lit("<think>and then 3"))
    assert set(hatscore.regrade(table).attempts.to_frame()["outcome"]) == {"truncated"}


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (responses().drop("response"), "needs the column response"),
        (responses().drop("gold", "response"), "needs the columns response, gold"),
    ],
)
def test_what_is_lacking_is_named(table: pl.DataFrame, message: str) -> None:
    with pytest.raises(hatscore.InvalidAttempts, match=message):
        hatscore.regrade(table)


def test_answers_that_are_neither_numbers_nor_letters_are_refused() -> None:
    with pytest.raises(hatscore.InvalidArgument, match="neither all numbers nor all letters"):
        hatscore.regrade(responses(gold="Paris"))
    assert isinstance(hatscore.read(LOGS / "v_old"), Attempts)
