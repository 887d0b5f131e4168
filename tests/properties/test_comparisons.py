"""What holds for comparisons and decompositions of any two systems?"""

import json
from math import isfinite

import numpy as np
import polars as pl
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.budget import examples
from tests.properties.tables import SEEDS, Plain, near, numbers, tables

import hatscore
from hatscore import Comparison, NotEstimable
from hatscore.results.decomposition import PARTS

BOTH = st.sampled_from(["fieller", "bootstrap"])


def compared(table: pl.DataFrame, **options: object) -> Comparison:
    return hatscore.compare(table, by="language", draws=200, **options)  # type: ignore[arg-type]


@given(tables(systems=2), BOTH)
@examples(12)
def test_swapping_flips_differences_and_verdicts(table: pl.DataFrame, intervals: str) -> None:
    forth, back = (compared(table, systems=order, intervals=intervals) for order in (["A", "B"], ["B", "A"]))
    opposite = {"better": "worse", "worse": "better", "undecided": "undecided"}
    for one, other in zip(forth, back, strict=True):
        assert one.target == other.target
        assert one.verdict == opposite[other.verdict]
        assert (one.hat_a, one.hat_b) == (other.hat_b, other.hat_a)
        assert near(one.p_value, other.p_value)
        for name in ("difference", "difference_published"):
            a, b = getattr(one, name), getattr(other, name)
            assert (a.value is None) == (b.value is None)
            if a.value is not None:
                assert a.value == pytest.approx(-b.value, abs=1e-12)
            assert (a.interval is None) == (b.interval is None)
            if a.interval is not None:
                assert (a.interval.low, a.interval.high) == pytest.approx((-b.interval.high, -b.interval.low))


@given(tables(), BOTH)
@examples(12)
def test_p_values_are_chances_agree_with_intervals_and_nothing_has_zero_width(
    table: pl.DataFrame, intervals: str
) -> None:
    if table["system"].n_unique() < 2:
        with pytest.raises(hatscore.HatscoreError, match="two systems"):
            compared(table)
        return
    found = compared(table, intervals=intervals)
    assert all(isfinite(number) for number in numbers(found.to_dict()))
    for row in found:
        assert row.p_value is None or 0 <= row.p_value <= row.p_adjusted <= 1  # type: ignore[operator]
        if (ends := row.difference.interval) is not None and row.p_value is not None:
            assert ends.high - ends.low > 1e-9
            if intervals == "fieller":
                assert (ends.low > 0 or ends.high < 0) == (row.p_value < 0.05)
            elif ends.low > 1e-12 or ends.high < -1e-12:
                assert row.p_value <= 0.06, "the draws are few, so the two agree only nearly"
    for ranking in found.rankings:
        if ranking.probabilities is not None:
            table_of_ranks = np.array(ranking.probabilities)
            assert table_of_ranks.sum(axis=0) == pytest.approx(np.ones(len(table_of_ranks)))
            assert table_of_ranks.sum(axis=1) == pytest.approx(np.ones(len(table_of_ranks)))
        assert {name for group in ranking.groups for name in group} <= set(ranking.systems)


@given(tables(systems=3, complete=True))
@examples(8)
def test_a_third_system_changes_no_difference_of_two(table: pl.DataFrame) -> None:
    pair = compared(table.filter(pl.col("system") != "C"), adjust="none")
    all_three = {
        (row.system_a, row.system_b, row.target): row.to_dict() for row in compared(table, adjust="none")
    }
    for row in pair:
        other = all_three["A", "B", row.target]
        assert near(other, row.to_dict())


@given(tables(systems=3, complete=True), SEEDS)
@examples(8)
def test_differences_add_up_along_a_chain_and_order_does_not_matter(table: pl.DataFrame, seed: int) -> None:
    found = {(row.system_a, row.system_b, row.target): row.difference.value for row in compared(table)}
    shuffled = compared(table.sample(fraction=1.0, shuffle=True, seed=seed))
    assert shuffled.to_json() == compared(table).to_json()
    for (a, b, target), value in found.items():
        if (a, b) == ("A", "C") and None not in (steps := [found["A", "B", target], found["B", "C", target]]):
            assert value is None or value == pytest.approx(sum(x for x in steps if x), abs=1e-12)


@given(tables(systems=2))
@examples(8)
def test_adjusting_raises_p_values_and_json_holds_everything(table: pl.DataFrame) -> None:
    answered = (
        table.filter(pl.col("language") != "en").group_by("language", "item").agg(pl.col("system").n_unique())
    )
    assume((answered["system"] == 2).any())
    by_kind = {kind: compared(table, adjust=kind) for kind in ("none", "bh", "holm")}
    for none, bh, holm in zip(*by_kind.values(), strict=True):
        if none.p_value is not None:
            assert none.p_value == none.p_adjusted
            assert none.p_adjusted <= (bh.p_adjusted or 0) + 1e-15
            assert (bh.p_adjusted or 0) <= (holm.p_adjusted or 0) + 1e-15
    plain: Plain = by_kind["holm"].to_dict()
    assert json.loads(by_kind["holm"].to_json()) == json.loads(json.dumps(plain))


@given(tables(systems=2))
@examples(12)
def test_parts_add_up_and_flip(table: pl.DataFrame) -> None:
    try:
        forth, back = (
            hatscore.decompose(table, systems=order, by="language") for order in (["A", "B"], ["B", "A"])
        )
    except NotEstimable as reason:
        assert "2 source attempts" in str(reason)  # noqa: PT017
        return
    assert all(isfinite(number) for number in numbers(forth.to_dict()))
    for one, other in zip(forth, back, strict=True):
        values = {part: getattr(one, part).value for part in PARTS}
        for part in PARTS:
            flipped = getattr(other, part)
            assert (values[part] is None) == (flipped.value is None)
            if values[part] is not None:
                assert values[part] == pytest.approx(-flipped.value, abs=1e-12)
            ends = getattr(one, part).interval
            assert ends is None or ends.high - ends.low > 1e-9
        if None not in values.values():
            parts = values["source"] + values["transfer"] + values["shape"]
            assert parts == pytest.approx(values["total"], abs=1e-12)
            assert values["total"] == pytest.approx(one.target_accuracy_b - one.target_accuracy_a, abs=1e-12)
    assert json.loads(forth.to_json()) == json.loads(json.dumps(forth.to_dict()))


@given(tables(systems=3, complete=True))
@examples(8)
def test_a_chain_of_gains_is_the_gain_of_the_whole(table: pl.DataFrame) -> None:
    try:
        steps = list(hatscore.decompose(table, systems=["C", "A", "B"]))
    except NotEstimable:
        return
    whole = steps.pop()
    for part in PARTS:
        values = [getattr(step, part).value for step in steps]
        if None not in values and part == "total":
            assert sum(values) == pytest.approx(getattr(whole, part).value, abs=1e-12)
