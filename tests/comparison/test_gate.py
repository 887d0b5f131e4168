"""Does the release gate stop what is worse, and only that?"""

import polars as pl
import pytest
from tests.scoring.studies import study

import hatscore
from hatscore.results.comparison import Gate


def gate(old: float, new: float, *, margin: float = 0.02, items: int = 250, seed: int = 5) -> Gate:
    baseline = study(systems={"old": old}, items=items, seed=seed)
    candidate = study(systems={"new": new}, items=items, seed=seed)
    found = hatscore.compare(
        pl.concat([baseline, candidate]), systems=["old", "new"], fail_if_worse=margin
    ).gate
    assert found is not None
    return found


def test_a_clear_loss_fails_in_every_language() -> None:
    found = gate(0.9, 0.6)
    assert not found.passed
    assert {cell.target for cell in found.of("worse")} == {"de", "sw"}
    assert all(cell.p_worse is not None and cell.p_worse < 0.05 for cell in found.cells)


def test_a_clear_gain_passes_and_is_listed() -> None:
    found = gate(0.6, 0.9)
    assert found.passed
    assert len(found.of("better")) == 2
    assert all(cell.held for cell in found.cells)


def test_a_loss_within_the_margin_passes() -> None:
    found = gate(0.9, 0.88, margin=0.2)
    assert found.passed
    assert all(cell.held and cell.verdict == "undecided" for cell in found.cells)


def test_what_few_items_cannot_tell_is_undecided_and_not_held() -> None:
    found = gate(0.8, 0.78, items=40)
    assert found.passed
    assert len(found.of("undecided")) == 2
    assert not any(cell.held for cell in found.cells)


def test_one_bad_language_is_enough() -> None:
    table = pl.concat(
        [study(systems={"old": 0.9}, items=250), study(systems={"new": 0.9}, items=250, seed=9)]
    )
    ruined = (pl.col("system") == "new") & (pl.col("language") == "sw") & (pl.col("attempt") < 4)
    table = table.with_columns(score=pl.when(ruined).then(0.0).otherwise("score"))
    found = hatscore.compare(table, systems=["old", "new"], fail_if_worse=0.05)
    assert found.gate is not None
    assert [cell.target for cell in found.gate.of("worse")] == ["sw"]
    text = found.explain()
    assert "Gate NOT met: new is worse than old by more than 0.050 at 95 % confidence" in text


def test_copies_pass_exactly() -> None:
    table = study(systems={"old": 0.8})
    both = pl.concat([table, table.with_columns(system=pl.lit("new"))])
    found = hatscore.compare(both, systems=["old", "new"], fail_if_worse=0.0).gate
    assert found is not None
    assert found.passed
    assert {cell.verdict for cell in found.cells} == {"undecided"}


@pytest.mark.parametrize("margin", [0.0, 0.1])
def test_the_margin_moves_the_verdict(margin: float) -> None:
    found = gate(0.85, 0.78, margin=margin, items=588)
    assert found.passed == (margin == 0.1)
