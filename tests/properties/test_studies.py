"""What holds for the studies and pages of any attempts?"""

import html
import json
import re
from math import isfinite
from typing import Any

import polars as pl
from hypothesis import given
from hypothesis import strategies as st
from tests.budget import examples
from tests.properties.tables import SEEDS, numbers, tables

import hatscore


@given(tables(items=(4, 15)), SEEDS)
@examples(6)
def test_findings_are_whole_and_do_not_depend_on_the_order_of_rows(table: pl.DataFrame, seed: int) -> None:
    found = hatscore.study(table)
    shuffled = hatscore.study(table.sample(fraction=1.0, shuffle=True, seed=seed))
    assert shuffled.to_json() == found.to_json()
    assert all(isfinite(number) for number in numbers(found.to_dict()))
    assert json.loads(found.to_json()) == json.loads(json.dumps(found.to_dict()))
    for finding in found:
        assert finding.sentence
        for estimate in finding.estimates.values():
            assert estimate.value is not None or estimate.reason
            assert estimate.interval is None or estimate.interval.low < estimate.interval.high
        assert finding.n_systems <= table["system"].n_unique()


@given(tables(systems=4, complete=True, items=(8, 15)))
@examples(3)
def test_names_of_systems_change_no_figure(table: pl.DataFrame) -> None:
    """Names that keep their order, of which nothing is known."""
    renamed = table.with_columns(system="my-" + pl.col("system"))
    for one, other in zip(hatscore.study(table), hatscore.study(renamed), strict=True):
        assert one.estimates == other.estimates


@given(st.integers(0, 10_000), st.integers(2, 12), st.integers(1, 5), st.integers(1, 3))
@examples(8)
def test_simulated_attempts_are_whole_and_repeatable(
    seed: int, items: int, attempts: int, systems: int
) -> None:
    fields = {
        "profiles": "straight:0.8",
        "mixes": ["weak", "uniform", "strong"][:systems],
        "languages": ["de", "sw"],
    }
    made = hatscore.simulate(rng=seed, items=items, attempts=attempts, **fields)  # type: ignore[arg-type]
    again = hatscore.simulate(rng=seed, items=items, attempts=attempts, **fields)  # type: ignore[arg-type]
    frame = made.attempts.to_frame()
    assert frame.equals(again.attempts.to_frame())
    assert frame.height == systems * items * 3 * attempts
    assert hatscore.check(made.attempts) == []
    assert {row.system for row in hatscore.score(made.attempts)} == set(frame["system"])
    other = hatscore.simulate(rng=seed + 1, items=items, attempts=attempts, **fields)  # type: ignore[arg-type]
    assert made.truth.columns == other.truth.columns


@given(
    st.floats(0.3, 1.0),
    st.floats(0.03, 0.15),
    st.sampled_from(["weak", "uniform", "strong"]),
    st.integers(4, 12),
)
@examples(2)
def test_plans_ask_for_more_where_less_is_seen(slope: float, detect: float, mix: str, attempts: int) -> None:
    truth = {"profiles": f"straight:{slope:.3f}", "mixes": mix}

    def needed(**asked: float) -> int:
        fields: Any = {"attempts": attempts, "max_items": 10**7, "detect": detect} | asked
        found = hatscore.plan(truth=truth, **fields)
        (row,) = (row for row in found if row.answer == "needed")
        assert all(isfinite(number) for number in numbers(found.to_dict()))
        assert json.loads(found.to_json()) == json.loads(json.dumps(found.to_dict()))
        assert row.items is not None
        return row.items

    plain = needed()
    assert needed(detect=detect / 2) > plain
    assert needed(power=0.95) > plain
    assert needed(level=0.99) > plain


@given(st.integers(0, 1000))
@examples(1)
def test_a_claim_is_the_same_with_the_same_seed(seed: int) -> None:
    found, again = (hatscore.validate(only=["better_profile"], rng=seed) for _ in range(2))
    assert found.find("better_profile") == again.find("better_profile")
    assert found.seed == seed
    assert json.loads(found.to_json()) == json.loads(json.dumps(found.to_dict()))


NAMES = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), min_size=1, max_size=12)


@given(tables(systems=1, targets=1, items=(4, 8)), NAMES.filter(lambda name: name.strip() == name), NAMES)
@examples(2)
def test_a_page_shows_its_names_as_text_and_is_the_same_again(
    table: pl.DataFrame, name: str, title: str
) -> None:
    named = table.with_columns(system=pl.lit("<b>" + name))
    page = hatscore.report(named, title=title)
    assert "<b>" + name not in page.html
    assert html.escape("<b>" + name, quote=False) in page.html or html.escape("<b>" + name) in page.html
    # What a browser would fetch; versions of Vega name addresses in their code.
    assert re.search(r"""(?:src|url\(|<link[^>]*href)\s*=?\s*["']?https?:""", page.html) is None
    assert page.scores.to_json() == hatscore.score(named, by="all").to_json()
    assert hatscore.report(named, title=title).html == page.html
