"""Are runs that are copies of each other found by what the system answered?"""

from collections.abc import Callable

import polars as pl
import pytest

import hatscore
from hatscore.attempts.copies import copied_attempts
from hatscore.attempts.table import Note

Answer = Callable[[int, int], str | None]


def notes(answer: Answer, *, items: int = 12, attempts: int = 3, system: str = "m") -> list[Note]:
    return copied_attempts(hatscore.Attempts.from_frame(frame(answer, items, attempts, system)))


def frame(answer: Answer, items: int = 12, attempts: int = 3, system: str = "m") -> pl.DataFrame:
    rows = [
        (system, "b", str(item), language, attempt, (item + attempt) % 2, answer(item, attempt))
        for language in ("en", "sw")
        for item in range(items)
        for attempt in range(attempts)
    ]
    names = ["system", "benchmark", "item", "language", "attempt", "score", "response"]
    return pl.DataFrame(rows, schema=names, orient="row")


def own(item: int, attempt: int) -> str:
    return f"answer {item} of run {attempt}: " + "its working, written out at some length; " * 3


def copied(item: int, attempt: int) -> str:
    """The last run is a copy of the first."""
    return own(item, attempt % 2)


def test_a_copied_run_is_named_with_its_original() -> None:
    (note,) = notes(copied)
    assert note.code == "DUPLICATE_RUNS"
    assert (note.system, note.benchmark) == ("m", "b")
    assert "attempts 0, 2" in note.sentence
    assert "en, sw" in note.sentence


def test_short_answers_may_coincide_by_chance() -> None:
    assert notes(lambda item, _: str(item % 7)) == []


def test_runs_of_their_own_are_not() -> None:
    assert notes(own) == []


@pytest.mark.parametrize("differs", [0, 5, 11])
def test_one_answer_of_its_own_clears_a_run(differs: int) -> None:
    assert notes(lambda item, attempt: own(item, attempt if item == differs else 0)) == []


def test_the_order_of_the_rows_does_not_matter() -> None:
    shuffled = frame(copied).sample(fraction=1, shuffle=True, seed=1)
    assert len(copied_attempts(hatscore.Attempts.from_frame(shuffled))) == 1


def test_answers_at_other_items_are_no_copy() -> None:
    """The same answers in another order of the items."""
    assert notes(lambda item, attempt: own((item + attempt) % 12, 0)) == []


@pytest.mark.parametrize("items", [2, 9])
def test_few_items_prove_nothing(items: int) -> None:
    assert notes(copied, items=items) == []


def test_one_answer_to_everything_proves_nothing() -> None:
    assert notes(lambda _item, _attempt: "I cannot answer.") == []


def test_missing_responses_prove_nothing() -> None:
    assert notes(lambda _item, _attempt: None) == []


@pytest.mark.parametrize("column", ["response", "attempt"])
def test_tables_without_responses_have_nothing_to_compare(column: str) -> None:
    assert copied_attempts(hatscore.Attempts.from_frame(frame(copied).drop(column))) == []


def test_two_systems_may_answer_alike() -> None:
    both = pl.concat([frame(own), frame(own, system="n")])
    assert copied_attempts(hatscore.Attempts.from_frame(both)) == []


def test_only_the_system_that_has_copies_is_flagged() -> None:
    others = frame(own, system="n").with_columns(score=1 - pl.col("score"))
    scores = hatscore.score(pl.concat([frame(copied), others]))
    flagged = {row.system: "DUPLICATE_RUNS" in [flag.code for flag in row.flags] for row in scores}
    assert flagged == {"m": True, "n": False}
    assert any("attempts 0, 2" in note for note in scores.notes)
