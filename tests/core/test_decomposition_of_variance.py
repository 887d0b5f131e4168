"""Is the share of the attempts what its formula says, with what is unknown left out?"""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.strategies import SEEDS, Array, Mask

from hatscore.core.pass_rates import pass_rate_powers
from hatscore.core.variance_parts import attempts_share


def by_loop(k: Array, j: Array, n: int, slope: float, present: Mask) -> float:
    """The share item by item."""
    total = fixed = 0.0
    known = 0
    for right, hits, counts in zip(k, j, present, strict=True):
        if not counts:
            continue
        powers, target = (pass_rate_powers(x, n) for x in (right, hits))
        residual = right / n * hits / n - slope * powers[1]
        total += residual**2
        fixed += powers[1] * target[1] - 2 * slope * powers[2] * hits / n + slope**2 * powers[3]
        known += 1
    share = (total - fixed) / total if total else np.nan
    return float(min(max(share, 0.0), 1.0)) if known >= 2 else np.nan


@given(SEEDS, st.integers(4, 9), st.floats(0.1, 1.2), st.integers(1, 9))
def test_share_is_its_formula(seed: int, n: int, slope: float, items: int) -> None:
    rng = np.random.default_rng(seed)
    rates = rng.uniform(size=items)
    k, j = rng.binomial(n, rates).astype(float), rng.binomial(n, 0.8 * rates).astype(float)
    present = rng.uniform(size=items) < 0.8
    powers, target = pass_rate_powers(k, n), pass_rate_powers(j, n)
    found = attempts_share(powers, k / n, powers[1], j / n, target[1], slope, present)
    assert float(found) == pytest.approx(by_loop(k, j, n, slope, present), abs=1e-10, nan_ok=True)


def test_cells_are_apart() -> None:
    rng = np.random.default_rng(3)
    k, j = rng.binomial(6, 0.6, size=(2, 8, 3)).astype(float)
    present = np.ones((8, 3), bool)
    present[1:, 2] = False
    powers, target = pass_rate_powers(k, 6), pass_rate_powers(j, 6)
    slope = np.array([0.7, 1.1, 0.9])
    found = attempts_share(powers, k / 6, powers[1], j / 6, target[1], slope, present)
    assert np.isnan(found[2])
    for cell in range(2):
        expected = by_loop(k[:, cell], j[:, cell], 6, float(slope[cell]), present[:, cell])
        assert found[cell] == pytest.approx(expected, abs=1e-12)


def test_items_with_too_few_attempts_are_left_out() -> None:
    k, n = np.array([2.0, 3.0, 1.0]), np.array([4.0, 4.0, 3.0])
    powers = pass_rate_powers(k, n)
    every = np.ones(3, bool)
    share = attempts_share(powers, k / n, powers[1], k / n, powers[1], 0.9, every)
    fewer = attempts_share(
        powers[:, :2], (k / n)[:2], powers[1, :2], (k / n)[:2], powers[1, :2], 0.9, every[:2]
    )
    assert float(share) == float(fewer)
    assert 0 < float(share) <= 1
    one = attempts_share(powers, k / n, powers[1], k / n, powers[1], 0.9, [True, False, True])
    assert np.isnan(one), "a single item that is known says nothing"


def test_an_unknown_residual_is_left_out_as_well() -> None:
    k, n = np.array([2.0, 3.0, 1.0]), np.full(3, 4.0)
    powers = pass_rate_powers(k, n)
    s = k / n
    target = np.array([0.5, 0.75, np.nan])
    found = attempts_share(powers, s, powers[1], target, powers[1], 0.9, [True, True, True])
    alone = attempts_share(powers[:, :2], s[:2], powers[1, :2], target[:2], powers[1, :2], 0.9, [True, True])
    assert float(found) == float(alone)


def test_perfect_answers_leave_nothing_to_explain() -> None:
    ones = np.ones(5)
    powers = pass_rate_powers(4 * ones, 4 * ones)
    assert np.isnan(attempts_share(powers, ones, ones, ones, ones, 1.0, ones.astype(bool)))


def test_rounding_has_no_parts() -> None:
    """Only one item is ever right, so that all items give the slope; its last digit does not matter."""
    k, j = np.array([0.0, 3.0]), np.array([0.0, 2.0])
    powers, target = pass_rate_powers(k, 5), pass_rate_powers(j, 5)
    slope = 0.6 * 0.4 / powers[1, 1]
    for near in (slope, np.nextafter(slope, 2.0), slope * (1 + 1e-14), slope * (1 - 1e-14)):
        assert np.isnan(attempts_share(powers, k / 5, powers[1], j / 5, target[1], near, [True, True]))
    off = attempts_share(powers, k / 5, powers[1], j / 5, target[1], slope * (1 + 1e-9), [True, True])
    assert float(off) == 1
