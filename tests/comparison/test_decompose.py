"""Do the parts of a gain add up, and mean what they say?"""

import re
from itertools import pairwise

import polars as pl
import pytest
from tests.scoring.studies import study
from tests.simulated import SIMULATED

import hatscore
from hatscore import InvalidArgument, NotEstimable
from hatscore.results.decomposition import PARTS, Step


def value(step: Step, part: str) -> float:
    found = getattr(step, part).value
    assert isinstance(found, float)
    return found


def test_parts_add_up_in_every_language_and_overall() -> None:
    for step in hatscore.decompose(SIMULATED, systems=["demo-small", "demo-large"], by="language"):
        parts = sum(value(step, part) for part in PARTS[1:])
        assert parts == pytest.approx(value(step, "total"), abs=1e-14)
        assert value(step, "total") == pytest.approx(step.target_accuracy_b - step.target_accuracy_a)


def test_a_better_source_is_not_better_transfer() -> None:
    (step,) = hatscore.decompose(SIMULATED, systems=["demo-large", "demo-large-v2"])
    assert value(step, "source") > 0.1
    assert step.transfer.interval is not None
    assert step.transfer.interval.low < 0 < step.transfer.interval.high
    assert (
        "come from a better source"
        in hatscore.decompose(SIMULATED, systems=["demo-large", "demo-large-v2"]).explain()
    )


def test_swapping_flips_every_part() -> None:
    names = ["demo-small", "demo-large"]
    (forth,), (back,) = (
        hatscore.decompose(SIMULATED, systems=order) for order in (names, list(reversed(names)))
    )
    for part in PARTS:
        assert value(forth, part) == pytest.approx(-value(back, part), abs=1e-14)


def test_a_chain_adds_up_to_the_whole() -> None:
    chain = ["demo-small", "demo-large", "demo-large-v2", "demo-large-x"]
    rows = hatscore.decompose(SIMULATED, systems=chain)
    assert [(row.system_a, row.system_b) for row in rows] == [
        *pairwise(chain),
        (chain[0], chain[-1]),
    ]
    assert sum(value(row, "total") for row in list(rows)[:-1]) == pytest.approx(value(rows[3], "total"))


def test_a_system_against_itself_is_nothing_and_says_so() -> None:
    found = hatscore.decompose(SIMULATED, systems=["demo-small", "demo-small"])
    assert [value(found[0], part) for part in PARTS] == [0.0] * 4
    assert "every part is 0 by identity" in found.explain()


def test_a_chance_floor_is_taken_off_all_rates() -> None:
    table = study(systems={"A": 0.6, "B": 0.9}, items=120)
    plain, above = (hatscore.decompose(table, floor=floor)[0] for floor in ("none", 0.25))
    assert value(above, "total") == pytest.approx(value(plain, "total") / 0.75)
    assert above.above_floor
    assert not plain.above_floor


def test_items_that_one_system_lacks_are_left_out_and_told() -> None:
    table = study(systems={"A": 0.6, "B": 0.9}, items=60)
    short = table.filter((pl.col("system") == "A") | (pl.col("item") < "q040"))
    (row,) = hatscore.decompose(short)
    (alone,) = hatscore.decompose(table.filter(pl.col("item") < "q040"))
    assert value(row, "transfer") == pytest.approx(value(alone, "transfer"))
    assert "ITEMS_MISSING" in [flag.code for flag in row.flags]


def test_many_systems_need_an_order() -> None:
    with pytest.raises(InvalidArgument, match="name the systems in order, oldest first"):
        hatscore.decompose(SIMULATED)


def test_one_attempt_is_not_enough() -> None:
    with pytest.raises(NotEstimable, match="2 source attempts"):
        hatscore.decompose(study(systems={"A": 0.6, "B": 0.9}, attempts=1))


def test_results_show_themselves() -> None:
    found = hatscore.decompose(SIMULATED, systems=["demo-small", "demo-large"], by="language")
    assert 3 <= len(repr(found).splitlines()) <= 8
    assert found.to_frame().height == len(found) == 11
    assert re.search(
        r"of \+17\.0 points from demo-small to demo-large, \+8\.2 come from a better", found.explain()
    )
