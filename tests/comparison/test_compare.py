"""Does a comparison say what the data say, and no more?"""

import json
import re
from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from tests.scoring.studies import study
from tests.simulated import SIMULATED

import hatscore
from hatscore import Comparison, InvalidArgument, NotEstimable
from hatscore.comparison.groups import unseparated_groups
from hatscore.comparison.ranks import _shares

BANNED = re.compile(r"\b(equals?|no difference|significant(ly)?|same score)\b", re.IGNORECASE)


@pytest.fixture(scope="module")
def four() -> Comparison:
    return hatscore.compare(SIMULATED, by="language")


def test_every_pair_every_language_and_the_mean(four: Comparison) -> None:
    assert len(four) == 6 * 11
    assert {row.target for row in four} >= {"bn", "zh", "macro"}
    macro = [row for row in four if row.target == "macro"]
    assert [row.verdict for row in macro].count("worse") == 3


def test_difference_is_between_the_scores() -> None:
    scores = {(row.system, row.target): row for row in hatscore.score(SIMULATED, by="all")}
    for row in hatscore.compare(SIMULATED, by="language"):
        a, b = scores[row.system_a, row.target], scores[row.system_b, row.target]
        for name, found in (("hat_corrected", row.difference), ("hat", row.difference_published)):
            values = [getattr(one, name).value for one in (a, b)]
            assert found.value == pytest.approx(values[1] - values[0], abs=1e-12)


def test_interval_and_p_value_agree(four: Comparison) -> None:
    for row in four:
        ends = row.difference.interval
        assert ends is not None
        assert row.p_value is not None
        assert (ends.low > 0 or ends.high < 0) == (row.p_value < 0.05)
        assert row.p_adjusted is not None
        assert row.p_adjusted >= row.p_value


def test_swapping_the_systems_flips_the_signs() -> None:
    names = ["demo-small", "demo-large"]
    (forth,), (back,) = (
        hatscore.compare(SIMULATED, systems=order) for order in (names, list(reversed(names)))
    )
    assert forth.difference.value == pytest.approx(-(back.difference.value or 0))
    assert forth.difference.interval is not None
    assert back.difference.interval is not None
    assert forth.difference.interval.low == pytest.approx(-back.difference.interval.high)
    assert forth.p_value == pytest.approx(back.p_value)
    assert {forth.verdict, back.verdict} == {"better", "worse"}


def test_a_system_against_itself_is_0_and_says_so() -> None:
    (row,) = hatscore.compare(SIMULATED, systems=["demo-small", "demo-small"])
    assert row.difference.value == 0
    assert row.difference.interval is None
    assert row.verdict == "undecided"
    assert [flag.code for flag in row.flags] == ["DUPLICATE_RUNS"]
    assert "0 by identity" in hatscore.compare(SIMULATED, systems=["demo-small", "demo-small"]).explain()


def test_a_copy_under_another_name_is_told() -> None:
    table = study()
    both = pl.concat([table, table.with_columns(system=pl.lit("B"))])
    (row,) = hatscore.compare(both)
    assert row.same_answers
    assert (row.difference.value, row.p_value) == (0, 1.0)


def test_bootstrap_intervals_are_near_the_closed_form() -> None:
    (closed,) = hatscore.compare(SIMULATED, systems=["demo-small", "demo-large"])
    (drawn,) = hatscore.compare(SIMULATED, systems=["demo-small", "demo-large"], intervals="bootstrap")
    assert closed.difference.value == drawn.difference.value
    assert closed.difference.interval is not None
    assert drawn.difference.interval is not None
    assert drawn.difference.interval.method == "bca"
    assert drawn.difference.interval.low == pytest.approx(closed.difference.interval.low, abs=0.025)
    assert drawn.difference.interval.high == pytest.approx(closed.difference.interval.high, abs=0.025)
    assert "boot:10000/" in drawn.signature
    assert "fieller95" in closed.signature


def test_only_common_items_are_compared() -> None:
    table = study(systems={"A": 0.8, "B": 0.6}, items=60)
    short = table.filter((pl.col("system") == "A") | (pl.col("item") < "q040"))
    (row,) = hatscore.compare(short)
    (alone,) = hatscore.compare(table.filter(pl.col("item") < "q040"))
    assert row.difference.value == pytest.approx(alone.difference.value)
    assert row.n_items == 40
    assert "ITEMS_MISSING" in [flag.code for flag in row.flags]
    assert "ITEMS_MISSING" not in [flag.code for flag in alone.flags]


def test_one_attempt_leaves_the_published_difference() -> None:
    table = study(systems={"A": 0.9, "B": 0.3}, attempts=1, items=200)
    corrected, published = (hatscore.compare(table, estimator=name)[0] for name in ("corrected", "published"))
    assert corrected.difference.value is None
    assert "2 source attempts" in (corrected.difference.reason or "")
    assert corrected.verdict == "undecided"
    assert published.verdict == "worse"
    assert published.difference_published.interval is not None


def test_a_hopeless_source_is_not_estimable() -> None:
    table = study(systems={"A": 0.8}, mix=(0.02, 20.0), items=40)
    good = study(systems={"B": 0.8}, items=40)
    (row,) = hatscore.compare(pl.concat([table, good]))
    assert row.difference.value is None
    assert row.p_value is None
    assert "NOT_ESTIMABLE" in [flag.code for flag in row.flags]


def test_unparsed_shares_that_differ_are_flagged() -> None:
    table = study(systems={"A": 0.8, "B": 0.8}).with_columns(
        outcome=pl.when(pl.col("score") == 1).then(pl.lit("right")).otherwise(pl.lit("wrong"))
    )
    broken = (pl.col("system") == "B") & (pl.col("language") == "sw") & (pl.col("attempt") < 3)
    table = table.with_columns(
        outcome=pl.when(broken).then(pl.lit("unparsed")).otherwise("outcome"),
        score=pl.when(broken).then(0.0).otherwise("score"),
    )
    rows = {row.target: row for row in hatscore.compare(table, by="language")}
    assert "UNPARSED_DIFFERS" in [flag.code for flag in rows["sw"].flags]
    assert "UNPARSED_DIFFERS" not in [flag.code for flag in rows["de"].flags]


def test_ranks_and_groups(four: Comparison) -> None:
    (ranking,) = four.rankings
    assert ranking.systems[0] == "demo-large-x"
    assert ranking.systems[-1] == "demo-small"
    assert ranking.probabilities is not None
    table = np.array(ranking.probabilities)
    assert table.sum(axis=0) == pytest.approx(np.ones(4))
    assert table.sum(axis=1) == pytest.approx(np.ones(4))
    assert table[-1, -1] > 0.99
    assert ranking.groups == (("demo-large-x", "demo-large-v2", "demo-large"), ("demo-small",))


def test_ties_share_their_ranks() -> None:
    shares = _shares(np.array([[1.0, 1.0, 0.5], [0.2, 0.9, 0.9]]))
    assert shares == pytest.approx(np.array([[0.25, 0.25, 0.5], [0.5, 0.5, 0.0], [0.25, 0.25, 0.5]]))


def test_groups_are_the_largest_and_may_overlap() -> None:
    apart = np.zeros((4, 4), bool)
    apart[0, 2] = apart[2, 0] = apart[0, 3] = apart[3, 0] = apart[1, 3] = apart[3, 1] = True
    assert unseparated_groups(apart) == [[0, 1], [1, 2], [2, 3]]
    assert unseparated_groups(~np.eye(3, dtype=bool)) == [[0], [1], [2]]
    assert unseparated_groups(np.zeros((3, 3), bool)) == [[0, 1, 2]]


def test_adjustment_counts_every_comparison_of_a_family(four: Comparison) -> None:
    plain = hatscore.compare(SIMULATED, by="language", adjust="none")
    milder = hatscore.compare(SIMULATED, by="language", adjust="bh")
    for kind in (True, False):
        rows = [
            (a.p_value, a.p_adjusted, b.p_adjusted, c.p_adjusted)
            for a, b, c in zip(plain, four, milder, strict=True)
            if (a.target == "macro") == kind
        ]
        least = min(rows, key=lambda row: row[0] or 1)
        assert least[1] == least[0]
        assert least[2] == pytest.approx((least[0] or 0) * len(rows))
        assert all(c is not None and b is not None and c <= b for _, _, b, c in rows)
    assert "adjust:bh" in milder[0].signature


def test_sentences_have_fixed_wording(four: Comparison) -> None:
    text = four.explain()
    assert not BANNED.search(text)
    assert "the data do not separate demo-large and demo-large-v2 (difference" in text
    assert "demo-small transfers worse than demo-large (difference -0.16 [" in text
    assert "demo-large-x has the highest HAT with probability 0.8" in text


def test_results_show_themselves(four: Comparison) -> None:
    assert 3 <= len(repr(four).splitlines()) <= 8
    frame = four.to_frame()
    assert frame.height == len(four)
    assert frame["difference"].to_list() == [row.difference.value for row in four]
    assert json.loads(four.to_json())["rows"][0]["system_a"] == "demo-large"
    assert replace(four, rows=four.rows[:1])[0] == next(iter(four))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"systems": ["demo-small", "no-such"]}, "no system no-such; there are demo-large"),
        ({"systems": ["demo-small"]}, "it takes two systems"),
        ({"systems": "demo-small"}, "must be a list"),
        ({"adjust": "tukey"}, "adjust must be 'holm', 'bh' or 'none'; got 'tukey'"),
        ({"estimator": "curve"}, "'corrected' or 'published'"),
        ({"by": "pooled"}, "'macro' or 'language'"),
        ({"fail_if_worse": 0.02}, "a gate is between two systems"),
        ({"fail_if_worse": 2.0, "systems": ["demo-small", "demo-large"]}, "from 0 to below 1"),
    ],
)
def test_bad_arguments_are_told(arguments: dict[str, object], said: str) -> None:
    with pytest.raises(InvalidArgument, match=re.escape(said)):
        hatscore.compare(SIMULATED, **arguments)  # type: ignore[arg-type]


def test_systems_without_a_common_benchmark() -> None:
    table = pl.concat([study(), study(systems={"B": 0.5}).with_columns(benchmark=pl.lit("other"))])
    with pytest.raises(NotEstimable, match="no benchmark holds two of the systems"):
        hatscore.compare(table)
