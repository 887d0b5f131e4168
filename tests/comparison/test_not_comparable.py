"""Is a comparison left out where it would err more, or less, often than it says, and only there?"""

import numpy as np
import polars as pl
import pytest
from tests.scoring.studies import study

import hatscore
from hatscore.comparison.compare import compare_panels
from hatscore.comparison.decomposition import decompose_panels
from hatscore.options import Options
from hatscore.results.comparison import Difference
from hatscore.simulation.tables import draw_panel
from hatscore.simulation.truth import Truth

PAIR = study(systems={"A": 0.8, "B": 0.8}, items=250, attempts=10, seed=8)


def right_in(table: pl.DataFrame, system: str, number: int) -> pl.DataFrame:
    """In German the system is right in so many items alone, always."""
    here = (pl.col("system") == system) & (pl.col("language") == "de")
    kept = [f"q{place:03d}" for place in range(number)]
    return table.with_columns(
        score=pl.when(here).then(pl.col("item").is_in(kept).cast(float)).otherwise(pl.col("score"))
    )


def german(table: pl.DataFrame) -> Difference:
    found = hatscore.compare(table, by="language", systems=["A", "B"])
    return next(row for row in found if row.target == "de")


def test_a_hardly_known_slope_is_not_compared() -> None:
    truth = Truth(mixes=("very weak", "uniform"), items=250, attempts=2)  # type: ignore[arg-type]
    rng = np.random.default_rng(3)
    seen = 0
    for _ in range(25):
        panel = draw_panel(truth, rng)
        (row,) = compare_panels([panel], Options())
        (step,) = decompose_panels([panel], Options())
        if row.difference.value is None:
            seen += 1
            reason = "a slope is too uncertain to compare: its source is hardly ever right"
            assert row.difference.reason == step.transfer.reason == reason
            assert (row.p_value, row.verdict, row.hat_a) == (None, "undecided", None)
            # The gain in accuracy needs no slope.
            assert step.total.value is not None
            for flags in (row.flags, step.flags):
                assert "NOT_ESTIMABLE" in {flag.code for flag in flags}
    assert seen > 20


def test_a_language_that_a_system_cannot_do_is_compared() -> None:
    for number in (0, 1, 2):
        assert german(right_in(PAIR, "A", number)).verdict == "better"


def test_systems_that_differ_in_one_item_are_compared() -> None:
    a = PAIR.filter(pl.col("system") == "A")
    other = pl.when((pl.col("item") == "q007") & (pl.col("language") == "de")).then(1 - pl.col("score"))
    b = a.with_columns(system=pl.lit("B"), score=other.otherwise(pl.col("score")))
    found = hatscore.compare(pl.concat([a, b]), by="language", fail_if_worse=0.02)
    row = next(row for row in found if row.target == "de")
    assert row.difference.interval is not None
    assert found.gate is not None
    cell = next(cell for cell in found.gate.cells if cell.target == "de")
    assert cell.held


@pytest.mark.parametrize("number", [1, 40])
def test_two_slopes_that_one_item_carries_are_not_compared(number: int) -> None:
    row = german(right_in(right_in(PAIR, "A", 0), "B", number))
    if number == 1:
        assert row.difference.reason == "fewer than three items carry it"
        assert [flag.sentence for flag in row.flags if flag.code == "NOT_ESTIMABLE"] == [
            "right answers are so rare that fewer than three items carry a slope."
        ]
    else:
        assert row.verdict == "better"
