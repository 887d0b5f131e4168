"""Do comparisons err as rarely as they say, and do analyses find what is there? The quick form.

The full forms are part of `make coverage`.
"""

import numpy as np
import pytest
from tests.coverage.comparisons import SAME, rejections, transfer_covers, world
from tests.coverage.findings import CHECKS, check

STUDIES = 2_000


@pytest.mark.parametrize(("mix_a", "mix_b", "items", "attempts"), [SAME[1], SAME[3], SAME[4]])
def test_systems_that_transfer_alike_are_rarely_told_apart(
    mix_a: str, mix_b: str, items: int, attempts: int
) -> None:
    shares = rejections(world(mix_a, mix_b, items, attempts), STUDIES, np.random.default_rng(20260621))
    assert 0.037 <= shares["language"] <= 0.063
    assert 0.037 <= shares["macro"] <= 0.063


def test_power_is_what_the_standard_errors_predict() -> None:
    truth = world("uniform", "uniform", 250, 10, better=0.06)
    shares = rejections(truth, 1_000, np.random.default_rng(1))
    assert shares["macro"] == pytest.approx(shares["predicted"], abs=0.05)
    assert shares["macro"] > 0.5


def test_a_better_source_is_not_taken_for_better_transfer() -> None:
    held = transfer_covers(world("weak", "strong", 250, 10), 600, np.random.default_rng(2))
    assert 0.93 <= held <= 0.97


@pytest.mark.parametrize("name", CHECKS)
def test_analyses_find_what_is_there_and_nothing_else(name: str) -> None:
    outcome = check(name, 16, np.random.default_rng(20260621))
    if outcome.found is not None:
        assert outcome.found >= 0.75
    if outcome.held is not None:
        assert outcome.held >= 0.75
    if outcome.false_alarms is not None:
        assert outcome.false_alarms <= 0.2
