"""Do comparisons, parts of gains and analyses err as rarely as they say? All regimes: make coverage."""

import numpy as np
import pytest
from tests.coverage.gate import MARGIN, Release, said

from hatscore.validation.comparisons import CHEAP, false_differences, seen
from hatscore.validation.decompositions import QUICK, Gain, counted
from hatscore.validation.findings import PLANTED, checked
from hatscore.validation.telling_apart import Duel


@pytest.mark.parametrize(
    "duel", [Duel("uniform", "uniform", 100, 10), Duel("weak", "strong", 250, 10)], ids=str
)
def test_systems_that_transfer_alike_are_rarely_told_apart(duel: Duel) -> None:
    rows = false_differences(duel, 600, np.random.default_rng(20260621), again=0, tests=CHEAP)
    told = {row["test"]: row["told"] for row in rows}
    assert 0.035 <= told["compare_language"] <= 0.065
    assert 0.035 <= told["compare"] <= 0.065
    assert told["no_overlap"] < 0.03
    other_source = duel.mix_a != duel.mix_b
    assert (told["accuracy_rows"] > 0.9) == (told["accuracy_attempts"] > 0.9) == other_source


def test_power_is_what_the_standard_errors_predict() -> None:
    rows = {row["test"]: row for row in seen(Duel("uniform", "uniform", 250, 10, better=0.06), 500, _rng(1))}
    own = rows["compare"]
    assert own["told"] == pytest.approx(own["predicted"], abs=0.06)
    assert own["told"] > 0.5 > rows["no_overlap"]["told"]
    assert 0.92 <= own["held"] <= 0.98


def test_the_bootstrap_of_differences_is_close_to_the_closed_form() -> None:
    duel = Duel("uniform", "strong", 60, 10)
    (row,) = false_differences(duel, 150, _rng(2), again=0, tests=("compare_bootstrap",))
    assert row["estimable"] == 1
    assert row["told"] < 0.12


@pytest.mark.parametrize("gain", QUICK, ids=str)
def test_parts_of_a_gain_lie_where_their_intervals_say(gain: Gain) -> None:
    for row in counted(gain, 500, _rng(3), again=0):
        assert row["standing"] in ("inside", "by chance"), row
        assert abs(row["bias"]) < 0.01


def test_a_better_source_is_no_better_transfer() -> None:
    parts = Gain("0.8", "0.8", "weak", "strong", 100, 10).parts
    assert parts["source"] == pytest.approx(parts["total"])
    assert parts["transfer"] == pytest.approx(0)
    bent = Gain("bent:0.3,0.5", "bent:0.7,0.2", "uniform", "strong", 100, 10).parts
    assert abs(bent["shape"]) > 0.01


@pytest.mark.parametrize("name", PLANTED)
def test_analyses_find_what_is_there_and_nothing_else(name: str) -> None:
    rows = checked(name, 16, _rng(20260621))
    heads = {row["case"]: row for row in rows if row["headline"]}
    if "planted" in heads:
        assert heads["planted"]["told"] >= 0.7
    if "nothing" in heads:
        assert heads["nothing"]["told"] <= 0.2
    for row in rows:
        if row["coverage"] is not None:
            assert row["coverage"] >= 0.7, row


def _rng(seed: int) -> np.random.Generator:
    return np.random.default_rng(seed)


@pytest.mark.parametrize("loss", [0.0, MARGIN])
def test_the_gate_errs_as_rarely_as_it_says(loss: float) -> None:
    found = said(Release("uniform", "uniform", 100, 10, loss), 300, _rng(4))
    assert found.estimable == 1
    assert max(found.worse, 0.0 if loss else found.better, found.held if loss else 0.0) < 0.09
    # A power that is nothing would pass too.
    assert found.held > 0.15 or loss
