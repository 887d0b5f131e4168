"""Are generalised intervals of variance shares those of exact tests, where there are some?"""

import numpy as np
import pytest
from scipy.stats import f, linregress, t

from hatscore.studies.variance_shares import ShareDraws, share_draws

GROUPS = np.repeat(np.arange(6), 4)
X = np.tile([-3.0, -1.0, 1.0, 3.0], 6)
"""Balanced within groups, so that slope and groups do not touch each other."""


def drawn(y: np.ndarray) -> ShareDraws:
    found = share_draws(X, y, GROUPS, 40_000, np.random.default_rng(1))
    assert found is not None
    return found


def simulated(seed: int, spread: float, slope: float) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return np.asarray(spread * rng.normal(size=6)[GROUPS] + slope * X + rng.normal(size=24))


@pytest.mark.parametrize("spread", [0.3, 1.0, 3.0])
def test_the_ratio_of_variances_has_the_interval_of_the_f_test(spread: float) -> None:
    y = simulated(3, spread, 0.1)
    found = drawn(y)
    within = y - np.array([y[group == GROUPS].mean() for group in GROUPS])
    error = ((within - linregress(X, within).slope * X) ** 2).sum() / 17
    statistic = 4 * np.var([y[group == GROUPS].mean() for group in range(6)], ddof=1) / error
    exact = [max(0.0, (statistic / f.ppf(share, 5, 17) - 1) / 4) for share in (0.975, 0.025)]
    ratio = found.group / (1 - found.group - found.line)
    assert np.quantile(ratio, [0.025, 0.975]) == pytest.approx(exact, rel=0.08, abs=0.01)


def test_no_slope_is_as_likely_as_its_t_test_says() -> None:
    y = simulated(4, 1.0, 0.0)
    found = drawn(y)
    within = y - np.array([y[group == GROUPS].mean() for group in GROUPS])
    slope = linregress(X, within).slope
    error = np.sqrt(((within - slope * X) ** 2).sum() / 17 / (X**2).sum())
    assert np.mean(found.line == 0) == pytest.approx(2 * t.sf(abs(slope) / error, 17), abs=0.01)


def test_shares_of_five_families_are_held_as_often_as_said() -> None:
    rng = np.random.default_rng(7)
    groups = np.arange(16) % 5
    truth = {"group": 1 / (1 + 0.25 / 3 + 0.25), "line": 0.25 / 3 / (1 + 0.25 / 3 + 0.25)}
    held = dict.fromkeys(truth, 0)
    for _ in range(600):
        x = rng.uniform(0, 2, size=16)
        y = rng.normal(size=5)[groups] + 0.5 * x + 0.5 * rng.normal(size=16)
        found = share_draws(x, y, groups, 500, rng)
        assert found is not None
        for name, value in truth.items():
            low, high = np.quantile(getattr(found, name), [0.025, 0.975])
            held[name] += low <= value <= high
    assert [count / 600 for count in held.values()] == pytest.approx([0.95, 0.95], abs=0.03)


def test_without_freedom_there_are_no_draws() -> None:
    rng = np.random.default_rng(1)
    # Four groups and a line leave nothing of five units; groups that do not differ in number leave no groups.
    assert share_draws([0.0, 1, 2, 3, 4], [1.0, 2, 0, 1, 1], [0, 0, 1, 2, 3], 10, rng) is None
    assert share_draws([0.0, 1, 2, 3, 4], [1.0, 2, 0, 1, 1], [0] * 5, 10, rng) is None
