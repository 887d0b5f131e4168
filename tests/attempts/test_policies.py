"""What counts as an attempt, and as right? All numbers are worked by hand."""

from typing import Any

import polars as pl
import pytest

import hatscore
from hatscore.errors import SourceMissing
from hatscore.options import Counting

PATTERNS: list[dict[str, list[str]]] = [
    # Item a: right twice in English; in Swahili once right, once not readable.
    {"en": ["right", "right"], "sw": ["right", "unparsed"]},
    # Item b: right once in English, cut once by the token cap; in Swahili once right.
    {"en": ["right", "truncated"], "sw": ["right", "wrong"]},
    # Item c: never right in English; in Swahili one call failed, the other was refused.
    {"en": ["wrong", "wrong"], "sw": ["error", "refused"]},
]
COPIES = 20
"""Every pattern stands for this many items, so that intervals exist; no rate or slope changes."""


def attempts(patterns: list[dict[str, list[str]]], **more: Any) -> pl.DataFrame:
    rows = [
        {
            "system": "m",
            "benchmark": "b",
            "item": f"{copy}-{number}",
            "language": language,
            "attempt": attempt,
            "outcome": outcome,
        }
        for copy in range(COPIES)
        for number, pattern in enumerate(patterns)
        for language, outcomes in pattern.items()
        for attempt, outcome in enumerate(outcomes)
    ]
    return pl.DataFrame(rows).with_columns(**more)


def score(frame: pl.DataFrame, **options: Any) -> hatscore.Score:
    (row,) = hatscore.score(frame, **options)
    return row


@pytest.mark.parametrize(
    ("unparsed", "truncated", "source", "target", "hat"),
    [
        # s = 1, 1/2, 0 and t = 1/2, 1/2, 0: (1/2 + 1/4) / (1 + 1/4).
        ("wrong", "wrong", 1.5 / 3, 1 / 3, 0.6),
        # The unreadable answer is missing: t of a is 1: (1 + 1/4) / (1 + 1/4).
        ("drop", "wrong", 1.5 / 3, 1.5 / 3, 1.0),
        # The cut answer is missing: s of b is 1: (1/2 + 1/2) / (1 + 1).
        ("wrong", "drop", 2 / 3, 1 / 3, 0.5),
        # Both: (1 + 1/2) / (1 + 1).
        ("drop", "drop", 2 / 3, 1.5 / 3, 0.75),
    ],
)
def test_answers_not_read_count_as_wrong_or_as_missing(
    unparsed: Counting, truncated: Counting, source: float, target: float, hat: float
) -> None:
    row = score(attempts(PATTERNS), unparsed=unparsed, truncated=truncated)
    assert row.source_accuracy == pytest.approx(source, abs=1e-12)
    assert row.target_accuracy == pytest.approx(target, abs=1e-12)
    assert row.hat.value == pytest.approx(hat, abs=1e-12)


def test_wrong_is_the_default() -> None:
    assert score(attempts(PATTERNS)).hat.value == pytest.approx(0.6, abs=1e-12)


@pytest.mark.parametrize(
    ("outcomes", "target"),
    [
        (["right", "wrong"], 1 / 2),
        (["right", "refused"], 1 / 2),
        (["right", "error"], 1),
        (["right", "error", "refused"], 1 / 2),
        (["error", "refused"], 0),
    ],
)
def test_a_failed_call_is_missing_and_a_refusal_is_wrong(outcomes: list[str], target: float) -> None:
    row = score(attempts([{"en": ["right", "right"], "sw": outcomes}]))
    assert row.target_accuracy == pytest.approx(target, abs=1e-12)


def test_an_item_whose_calls_all_failed_is_no_pair() -> None:
    lost = [{"en": ["right", "right"], "sw": ["error", "error"]}]
    assert score(attempts(PATTERNS)).n_items == 3 * COPIES
    row = score(attempts(PATTERNS + lost))
    assert row.n_items == 3 * COPIES
    assert row.hat.value == pytest.approx(0.6, abs=1e-12)


def test_a_source_whose_calls_all_failed_is_missing() -> None:
    lost = [{"en": ["error", "error"], "sw": ["right", "right"]}]
    with pytest.raises(SourceMissing, match="20 of 80 items of b"):
        score(attempts(PATTERNS + lost))


LACKING: list[dict[str, list[str]]] = [*PATTERNS, {"sw": ["right", "right"]}]


def test_an_item_without_source_attempts_is_an_error() -> None:
    with pytest.raises(SourceMissing, match=r"'en' for 20 of 80 items of b .*--missing drop"):
        score(attempts(LACKING))


def test_an_item_without_source_attempts_can_be_dropped() -> None:
    row = score(attempts(LACKING), missing="drop")
    assert row.n_items == 3 * COPIES
    assert row.hat.value == pytest.approx(0.6, abs=1e-12)
    (flag,) = (flag for flag in row.flags if flag.code == "ITEMS_MISSING")
    assert "20 items without source attempts" in flag.sentence


def test_a_score_goes_before_its_outcome() -> None:
    """A judge may give half a point to an answer that is called wrong."""
    frame = attempts([{"en": ["right", "right"], "sw": ["right", "wrong"]}])
    half = pl.when(pl.col("outcome") == "wrong").then(0.5)
    assert score(frame.with_columns(score=half)).target_accuracy == pytest.approx(0.75, abs=1e-12)


def test_a_dropped_outcome_drops_its_score() -> None:
    frame = attempts([{"en": ["right", "right"], "sw": ["right", "error"]}])
    zero = pl.when(pl.col("outcome") == "error").then(0.0)
    assert score(frame.with_columns(score=zero)).target_accuracy == 1


def test_an_answer_without_outcome_counts_by_its_score() -> None:
    frame = attempts([{"en": ["right", "right"], "sw": ["right", "wrong"]}])
    scored = frame.select(
        pl.exclude("outcome"),
        score=(pl.col("outcome") == "right").cast(float),
        outcome=pl.lit(None, pl.String),
    )
    assert score(scored).target_accuracy == pytest.approx(0.5, abs=1e-12)


@pytest.mark.parametrize("spelling", ["Unparsed", " UNPARSED "])
def test_the_spelling_of_outcomes_does_not_matter(spelling: str) -> None:
    frame = attempts(PATTERNS).with_columns(pl.col("outcome").replace("unparsed", spelling))
    assert score(frame, unparsed="drop").hat.value == pytest.approx(1.0, abs=1e-12)


@pytest.mark.parametrize("option", ["unparsed", "truncated", "missing"])
def test_policies_are_in_the_signature(option: str) -> None:
    options: dict[str, Any] = {option: "drop"}
    assert f"|{option}:drop|" in score(attempts(PATTERNS), **options).signature
    assert f"|{option}:drop|" not in score(attempts(PATTERNS)).signature


def test_several_spellings_of_a_language_are_one_language() -> None:
    """Rows under `sw`, `swa` and `SW` are attempts at the same item in the same language."""
    frame = attempts([{"en": ["right", "right"], "sw": ["right", "wrong", "wrong", "wrong"]}])
    spelt = pl.when(pl.col("language") == "sw").then(
        pl.col("attempt").replace_strict({0: "sw", 1: "swa", 2: "SW", 3: "sw"}, return_dtype=pl.String)
    )
    row = score(frame.with_columns(language=pl.coalesce(spelt, "language")))
    assert row.attempts_target == 4
    assert row.target_accuracy == pytest.approx(0.25, abs=1e-12)
