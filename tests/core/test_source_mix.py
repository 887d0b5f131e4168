"""Are the moments of split attempts averages over all splits, and reweighted without loss?"""

from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.strategies import SEEDS

from hatscore.core.source_mix import MOMENTS, split_moments, to_mix


@given(st.integers(0, 7), st.integers(0, 7), st.integers(1, 4), st.floats(0, 1))
def test_moments_are_averages_over_all_splits(right: int, wrong: int, choosing: int, target: float) -> None:
    n = right + wrong
    found = split_moments([right], [n], [target], choosing=choosing).moments[0]
    assert found.shape == (choosing + 1, len(MOMENTS))
    if n < choosing + 2:
        assert not found.any()
        return
    outcomes = [1] * right + [0] * wrong
    expected = np.zeros_like(found)
    for chosen in combinations(range(n), choosing):
        rest = [x for place, x in enumerate(outcomes) if place not in chosen]
        s = sum(rest) / len(rest)
        u = sum(rest) * (sum(rest) - 1) / (len(rest) * (len(rest) - 1))
        row = sum(outcomes[place] for place in chosen)
        expected[row] += np.array([1, s, target, s * target, u]) / comb(n, choosing)
    assert found == pytest.approx(expected, abs=1e-12)


def test_several_axes_and_one_count_for_all() -> None:
    found = split_moments(np.array([[1, 2], [3, 0]]), 5, np.full((2, 1), 0.4), choosing=2).moments
    assert found.shape == (2, 2, 3, 5)
    assert found[1, 0] == pytest.approx(split_moments([3], [5], [0.4], choosing=2).moments[0])


@given(SEEDS, st.floats(0.5, 9.0))
def test_the_own_mix_changes_nothing_and_only_shares_of_a_mix_matter(seed: int, factor: float) -> None:
    rng = np.random.default_rng(seed)
    items = int(rng.integers(5, 30))
    split = split_moments(rng.integers(0, 9, items), 8, rng.uniform(size=items), choosing=3).moments
    total = split.sum(axis=0)
    assert to_mix(total, total[:, 0]) == pytest.approx(total.sum(axis=0) / items)
    mix = rng.uniform(size=4) + 0.1
    assert to_mix(total, factor * mix) == pytest.approx(to_mix(total, mix))
    per_item = total[total[:, 0] > 0] / total[total[:, 0] > 0][:, :1]
    expected = np.average(per_item, axis=0, weights=mix[total[:, 0] > 0])
    assert to_mix(total, mix) == pytest.approx(expected)
    assert to_mix(np.stack([total, total]), np.stack([mix, total[:, 0]])).shape == (2, 5)


def test_a_mix_of_bins_that_a_system_lacks_is_nan() -> None:
    assert np.isnan(to_mix(np.zeros((2, 5)), np.ones(2))).all()
