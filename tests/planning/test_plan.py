"""Does a plan answer what was asked, keep its contract, and say what it cannot tell?"""

import json
from importlib.resources import files
from itertools import product
from pathlib import Path

import jsonschema
import numpy as np
import polars as pl
import pytest

import hatscore
from hatscore.charts.files import chart_bytes
from hatscore.core.design_variance import VarianceParts
from hatscore.core.item_moments import DenominatorParts
from hatscore.errors import InvalidArgument, NotEstimable
from hatscore.planning.designs import Design, Planner
from hatscore.planning.power import Criterion
from hatscore.planning.question import Question
from hatscore.results.plan import Plan

PARTS = VarianceParts(0.01, 0.06, 0.5, 0.05, 0.6, 1.2, 0.5)
STATED = {"profiles": 0.8, "mixes": "uniform"}


@pytest.fixture(scope="module")
def pilot() -> pl.DataFrame:
    made = hatscore.simulate(profiles=["0.7", "0.85"], names=("old", "new"), items=80, attempts=8, rng=1)
    return made.attempts.to_frame()


@pytest.fixture(scope="module")
def plan(pilot: pl.DataFrame) -> Plan:
    return hatscore.plan(
        pilot, systems=["old", "new"], detect=0.05, items=250, attempts=(5, 10), budget=40_000, by="language"
    )


def planner(**asked: object) -> Planner:
    certain = DenominatorParts(0.3, 0.3, 0.1)
    return Planner(PARTS, (certain, certain), Question(**asked), Criterion(0.95, 0.5))  # type: ignore[arg-type]


def test_the_cheapest_mix_is_the_cheapest_of_all() -> None:
    mine = planner(detect=0.06, cost_per_item=20.0, cost_per_attempt=(1.0, 1.5), max_items=300)
    found = mine.cheapest(3)
    assert found is not None
    costs = []
    for n, m in product(range(2, 40, 2), range(1, 30, 2)):
        design = mine.needed(n, m, 3)
        if design and design.items <= 300:
            costs.append(mine.cost(design))
    assert mine.cost(found) <= min(costs)


def test_the_best_mix_for_a_budget_sees_the_least() -> None:
    mine = planner(budget=30_000.0, max_items=250)
    found = mine.best(3)
    assert found is not None
    assert mine.cost(found) <= 30_000
    least = min(
        mine.detectable(Design(items, n, m, 3))
        for n, m in product(range(2, 100, 4), range(1, 60, 3))
        if (items := min(30_000 // (2 * (n + 3 * m)), 250)) >= 30
    )
    assert mine.detectable(found) <= least * 1.001
    assert all(
        mine.cost(one) <= 30_000 and mine.detectable(one) >= mine.detectable(found)
        for one in mine.nearby(found)
    )


def test_prices_move_the_mix() -> None:
    dear = planner(detect=0.05, cost_per_item=500.0).cheapest(3)
    cheap = planner(detect=0.05).cheapest(3)
    assert dear is not None
    assert cheap is not None
    assert dear.items < cheap.items


def test_more_of_anything_shows_more() -> None:
    mine = planner()
    base = mine.error(Design(250, 5, 5, 3))
    assert all(
        mine.error(Design(*more)) < base
        for more in ((251, 5, 5, 3), (250, 6, 5, 3), (250, 5, 6, 3), (250, 5, 5, 4))
    )


def test_a_plan_has_rows_for_everything_that_was_asked(plan: Plan) -> None:
    assert {row.target for row in plan} == {"de", "ru", "sw", "macro"}
    macro = [row for row in plan if row.target == "macro"]
    answers = [row.answer for row in macro]
    assert answers[:6] == ["given", "given", "needed", "needed", "cheapest", "budget"]
    assert set(answers[6:]) == {"nearby"}
    needed = [row for row in macro if row.answer == "needed"]
    for row in needed:
        assert row.items_low is not None
        assert row.items_high is not None
        assert row.items is not None
        assert row.items_low < row.items < row.items_high
        assert row.power == pytest.approx(0.8, abs=0.01)
        assert row.detectable == pytest.approx(0.05, abs=0.001)
    single = [row for row in plan if row.target == "de" and row.answer == "needed"]
    assert [row.languages for row in single] == [1, 1]
    assert single[0].items is not None
    assert needed[0].items is not None
    assert single[0].items > needed[0].items


def test_given_its_own_design_a_pilot_promises_the_error_that_compare_sees(pilot: pl.DataFrame) -> None:
    planned = hatscore.plan(pilot, systems=["old", "new"], items=80, attempts=8)[0]
    seen = hatscore.plan(pilot, systems=["old", "new"], detectable=True, detect=0.17)[0]
    compared = hatscore.compare(pilot, systems=["old", "new"])[0].difference.interval
    assert seen.error is not None
    assert compared is not None
    from scipy.stats import t

    # The interval takes the error at its ends, where it is a little larger.
    assert seen.error == pytest.approx((compared.high - compared.low) / 2 / t.ppf(0.975, 79), rel=0.05)
    assert planned.error == pytest.approx(seen.error, rel=0.03)
    # What is shown depends on the error where there is no difference: that of a plan for this difference.
    there = hatscore.plan(pilot, systems=["old", "new"], items=80, attempts=8, detect=0.17)[0]
    assert there.detectable == pytest.approx(seen.detectable, rel=0.05)
    assert there.power == pytest.approx(seen.power, abs=0.03)


def test_what_a_run_could_have_shown(pilot: pl.DataFrame) -> None:
    pairs = hatscore.plan(pilot, detectable=True, by="language", detect=0.1, power=0.9)
    assert [(row.target, row.system_b) for row in pairs] == [(t, "old") for t in ("de", "ru", "sw", "macro")]
    assert all(row.answer == "run" and row.items == 80 and row.languages == 1 for row in pairs.rows[:3])
    assert pairs[3].attempts_in_all == 2 * 80 * 8 * 4
    alone = hatscore.plan(pilot, systems=["old"], detectable=True)[0]
    assert alone.system_b is None
    score = next(row for row in hatscore.score(pilot) if row.system == "old").hat_corrected.interval
    assert score is not None
    assert alone.error == pytest.approx((score.high - score.low) / 2 / 1.99, rel=0.05)
    with pytest.raises(NotEstimable, match="nothing to draw"):
        pairs.plot()


def test_one_attempt_says_what_is_needed(pilot: pl.DataFrame) -> None:
    few = pilot.filter(pl.col("attempt") < 3)
    with pytest.raises(NotEstimable, match="at least 4 source and 2 target attempts"):
        hatscore.plan(few, systems=["old", "new"], detect=0.05)
    assert hatscore.plan(few, systems=["old", "new"], detectable=True)[0].detectable is not None
    single = hatscore.plan(pilot.filter(pl.col("attempt") < 1), detectable=True)[0]
    assert single.detectable is None
    assert single.reason == "it needs at least 2 source attempts per item"


def test_a_small_pilot_and_parts_below_zero_are_told(pilot: pl.DataFrame) -> None:
    few = pilot.filter(pl.col("item") < "q15", pl.col("attempt") < 4)
    found = hatscore.plan(few, systems=["old", "new"], detect=0.1)
    assert any("the pilot is small (15 items)" in note for note in found.notes)
    assert any("estimated below zero" in note for note in found.notes)
    assert all(min(one.terms.values()) >= 0 for one in found.parts)


def test_items_that_are_not_there_and_rare_right_answers_are_told() -> None:
    found = hatscore.plan(truth={"mixes": "very weak"}, detect=0.1, attempts=2, max_items=250)
    assert found[0].reason is not None
    assert "there are only 250 items" in found[0].reason
    given = hatscore.plan(truth={"mixes": "very weak"}, detect=0.1, items=100, attempts=2)[0]
    assert given.power is given.detectable is None
    assert given.error is not None
    assert "denominator is known to" in str(given.reason)


@pytest.mark.parametrize("mixes", ["weak", "very weak", "uniform"])
def test_no_design_is_advised_whose_power_cannot_be_planned(mixes: str) -> None:
    """A large difference is seen with few items; a slope of rare right answers needs more."""
    found = hatscore.plan(
        truth={"mixes": mixes, "profiles": 0.5}, detect=0.45, budget=100_000, attempts=(2, 10)
    )
    advised = [row for row in found if row.items is not None]
    assert {row.answer for row in advised} >= {"needed", "cheapest", "budget"}
    assert all(row.denominator_error is not None and row.denominator_error <= 0.15 for row in advised)
    for row in advised[:2]:
        assert row.items is not None
        fewer = hatscore.plan(
            truth={"mixes": mixes, "profiles": 0.5},
            detect=0.45,
            items=row.items - 1,
            attempts=int(row.target_attempts or 0),
        )[0]
        enough = row.items == 30 or (row.power is not None and row.power < 0.81)
        assert enough or f"here from {row.items:,} items on" in str(fewer.reason)


def test_a_run_whose_right_answers_are_few_says_so() -> None:
    made = hatscore.simulate(profiles=["0.5", "0.9"], mixes=["weak", "weak"], items=200, attempts=5, rng=2)
    (row,) = hatscore.plan(made.attempts, detectable=True)
    assert row.detectable is not None
    assert row.denominator_error is not None
    assert row.denominator_error > 0.15
    assert "the figures may be off" in str(row.reason)


@pytest.mark.parametrize("one", [False, True])
def test_json_keeps_the_schema(one: bool, plan: Plan) -> None:
    found = hatscore.plan(truth=STATED, detect=0.05, paired=False) if one else plan
    schema = json.loads(files("hatscore").joinpath("schemas/plan-1.json").read_text(encoding="utf-8"))
    jsonschema.validate(json.loads(found.to_json()), schema)
    assert found.to_frame().height == len(found)
    assert all(row.system_b == (None if one else "new") for row in found)


def test_verbs_and_chart(plan: Plan, tmp_path: Path) -> None:
    assert 3 <= len(repr(plan).split("\n")) <= 8
    text = plan.explain()
    assert "% of the variance is the choice of items" in text
    assert "new against old, simulated, macro: items needed" in text
    assert chart_bytes(plan.plot(), "png", scale=1).startswith(b"\x89PNG")
    assert plan.plot().to_dict(validate=True)["description"]
    other = hatscore.plan(truth=STATED, items=(100, 250))
    assert {point.series for point in other.points} == {"100 items, 3 languages", "250 items, 3 languages"}
    assert other.plot().to_dict()["title"]["text"] == "Smallest difference of HAT that is seen"


def test_the_same_assumptions_give_the_same_plan() -> None:
    first, second = (hatscore.plan(truth=STATED, detect=0.05) for _ in range(2))
    assert first == second
    state = np.random.get_state()[1][:4].tolist()  # type: ignore[index]
    hatscore.plan(truth=STATED | {"mixes": "strong"}, detect=0.05)
    assert np.random.get_state()[1][:4].tolist() == state  # type: ignore[index]


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"truth": STATED}, "say what is asked"),
        ({"detect": 0.05}, "got neither"),
        ({"truth": STATED, "detect": 0.0}, "detect must be"),
        ({"truth": STATED, "detect": 0.05, "power": 1.0}, "power must lie"),
        ({"truth": STATED, "detect": 0.05, "attempts": 1}, "at least 2 source attempts"),
        ({"truth": STATED, "detect": 0.05, "attempts": 2.5}, "attempts must be whole numbers"),
        ({"truth": STATED, "budget": -1.0}, "budget must be"),
        ({"truth": STATED, "budget": 9.0, "cost_per_attempt": 0.0}, "cost_per_attempt must be"),
        ({"truth": STATED, "detect": 0.05, "by": "pooled"}, "by must be"),
        ({"truth": {"mixes": "guesser"}, "detect": 0.05}, "guesser knows no item"),
        ({"truth": {"profiles": ["0.1", "0.2", "0.3"]}, "detect": 0.05}, "one system or for a pair"),
        ({"truth": STATED, "detect": 0.05, "detectable": True}, "detectable is about a run"),
    ],
)
def test_what_cannot_be_planned_is_said(asked: dict[str, object], message: str) -> None:
    with pytest.raises(InvalidArgument, match=message):
        hatscore.plan(**asked)  # type: ignore[arg-type]


def test_systems_are_named(pilot: pl.DataFrame) -> None:
    with pytest.raises(InvalidArgument, match="no system nobody"):
        hatscore.plan(pilot, systems=["nobody"], detect=0.05)
    three = pl.concat([pilot, pilot.filter(pl.col("system") == "old").with_columns(system=pl.lit("third"))])
    with pytest.raises(InvalidArgument, match="Choose with --systems"):
        hatscore.plan(three, detect=0.05)


@pytest.mark.parametrize(("mixes", "items", "shown"), [("strong", 20, True), ("weak", 100, False)])
def test_the_chart_shows_what_the_rows_show(mixes: str, items: int, shown: bool) -> None:
    found = hatscore.plan(truth={"mixes": mixes}, items=items, attempts=5)
    assert (found[0].detectable is not None) == bool(found.points) == shown
