"""Are power, items and detectable differences those of the noncentral t, and of simulated studies?"""

import numpy as np
import pytest
from scipy.stats import nct, t
from tests.coverage.plans import ALONE, PAIRS, Setting, from_pilots, planned, simulated

from hatscore.planning.power import Criterion, about_noncentrality, items_needed, noncentrality, power_of


@pytest.mark.parametrize("items", [3, 30, 250, 99_000])
@pytest.mark.parametrize("difference", [0.0, 0.5, 3.0, 12.0])
def test_power_is_that_of_the_noncentral_t(items: int, difference: float) -> None:
    critical = t.ppf(0.975, items - 1)
    expected = nct.sf(critical, items - 1, difference) + np.nan_to_num(
        nct.cdf(-critical, items - 1, difference)
    )
    assert float(power_of(difference, 1.0, items, Criterion(0.95))) == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("power", [0.2, 0.8, 0.95])
def test_what_is_detectable_has_that_power(power: float) -> None:
    items, test = np.array([5, 30, 31, 588, 200_000]), Criterion(0.9, 1.5)
    center = noncentrality(items, power, test)
    assert power_of(center, 1.0, items, test) == pytest.approx(power, abs=1e-6)
    assert about_noncentrality(items, power, test) == pytest.approx(center, rel=0.02)


def test_items_needed_are_the_fewest() -> None:
    items = items_needed(0.04, 0.11, 0.8, Criterion(0.95))
    assert items is not None
    reached = [
        float(power_of(0.04, (0.11 / n) ** 0.5, n, Criterion(0.95))) >= 0.8 for n in (items - 1, items)
    ]
    assert reached == [False, True]
    assert items_needed(1e-6, 1.0, 0.8, Criterion(0.95)) is None


@pytest.mark.parametrize("setting", [PAIRS[1], PAIRS[6], ALONE[0]], ids=["uniform", "strong", "alone"])
def test_planned_power_is_the_power_of_simulated_studies(setting: Setting) -> None:
    """The full form has 26 settings and 2,000 studies each."""
    studies = 300
    found = simulated(setting, studies, np.random.default_rng(20260622))
    assert found == pytest.approx(planned(setting), abs=0.03 + 2 * (0.25 / studies) ** 0.5)


def test_pilots_plan_what_the_truth_needs() -> None:
    mean, _, held = from_pilots(PAIRS[1], 150, 25, np.random.default_rng(9))
    assert mean == pytest.approx(planned(PAIRS[1]), abs=0.04)
    assert held >= 0.8
