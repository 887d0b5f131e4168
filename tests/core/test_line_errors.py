"""Is the jackknife variance of a slope as much too large, and as uncertain, as is said?"""

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hatscore.core.jackknife import deviations
from hatscore.core.line_errors import line_errors
from hatscore.core.regression import slope

X = np.array([0.0, 0.3, 0.4, 0.9, 1.2, 1.3, 1.9, 2.5, 2.6, 4.0])


@pytest.mark.parametrize("labels", ["abcdefghij", "aabbcdefgg"])
def test_mean_and_spread_of_the_jackknife_variance(labels: str) -> None:
    groups = [np.flatnonzero([label == own for label in labels]) for own in dict.fromkeys(labels)]
    y = np.random.default_rng(1).normal(size=(20_000, len(X)))
    kept = [np.setdiff1d(np.arange(len(X)), group) for group in groups]
    without = np.stack([slope(X[some], y[:, some]) for some in kept])
    variance = (deviations(without, np.ones((len(groups), 1), bool))[0] ** 2).sum(axis=0)
    found = line_errors(X, labels)
    assert variance.mean() / slope(X, y).var() == pytest.approx(found.inflation, rel=0.04)
    assert 2 * variance.mean() ** 2 / variance.var() == pytest.approx(found.freedom, rel=0.1)


def test_units_of_equal_weight_have_nearly_all_degrees_of_freedom() -> None:
    found = line_errors(np.tile([-1.0, 1.0], 20), range(40))
    assert found.freedom == pytest.approx(38, abs=1)
    assert found.inflation == pytest.approx(1, abs=0.06)


def test_a_unit_far_out_leaves_few() -> None:
    assert line_errors([0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 9.0], range(7)).freedom < 1.5


@given(st.lists(st.integers(-50, 50), min_size=4, max_size=12, unique=True), st.integers(1, 9), st.randoms())
def test_the_unit_of_the_covariate_and_the_order_do_not_matter(
    places: list[int], scale: int, rng: Random
) -> None:
    found = line_errors(places, range(len(places)))
    mixed = list(places)
    rng.shuffle(mixed)
    other = line_errors([scale * one - 3 for one in mixed], range(len(places)))
    assert other == pytest.approx(found, rel=1e-6)
    # The jackknife is too large on a line, never too small; and has no more freedom than clusters.
    assert found.inflation >= 1 - 1e-9
    assert 1 - 1e-9 <= found.freedom <= len(places) - 1 + 1e-9
