"""Is the error over items and systems what its formula says, part by part?"""

from collections.abc import Sequence
from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from scipy.stats import skew as scipy_skew
from tests.budget import examples
from tests.core.strategies import SEEDS, Array, Mask

from hatscore.core.two_way import Columns, two_way


def means(columns: Columns) -> Array:
    """Two figures: the mean of one column, and of its product with a fact."""
    x = columns["x"]
    return np.stack([x.mean(axis=-1), (x * columns["fact"]).sum(axis=-1) / columns["fact"].sum()], axis=-1)


def mean(columns: Columns) -> Array:
    return np.asarray(columns["x"].mean(axis=-1)[..., np.newaxis])


def left_out(data: Array, present: Mask) -> tuple[Array, Array]:
    """Means of each unit, and without each item (unchanged where the item is absent)."""
    counts = present.sum(axis=0)
    sums = np.where(present, data, 0.0).sum(axis=0)
    without = (sums - np.where(present, data, 0.0)) / np.where(present, counts - 1, counts)
    return sums / counts, without


def by_loops(data: Array, present: Mask, clusters: Sequence[object]) -> float:
    """Standard error of the mean over units of their means, written out."""
    items, units = data.shape
    value, without = left_out(data, present)

    def jackknife(values: Sequence[float]) -> float:
        middle = sum(values) / len(values)
        return sum((x - middle) ** 2 for x in values) * (len(values) - 1) / len(values)

    by_item = jackknife(
        [
            float(np.mean([without[i, u] if present[i, u] else value[u] for u in range(units)]))
            for i in range(items)
            if present[i].any()
        ]
    )
    names = list(dict.fromkeys(clusters))
    by_system = jackknife(
        [float(np.mean([value[u] for u in range(units) if clusters[u] != name])) for name in names]
    )
    own = np.zeros((items, units))
    for i in range(items):
        entering = [u for u in range(units) if present[i, u]]
        divisor = max(len(entering), 2)
        shared = sum(without[i, u] - value[u] for u in entering) / divisor
        for u in entering:
            own[i, u] = (without[i, u] - value[u] - shared) * sqrt(divisor / (divisor - 1))
    cells = 0.0
    for name in names:
        some = [u for u in range(units) if clusters[u] == name]
        kept = [i for i in range(items) if any(present[i, u] for u in some)]
        cells += jackknife([sum(own[i, u] for u in some) / units for i in kept])
    return sqrt(max(by_system + by_item - cells, by_system))


@given(SEEDS)
@examples(30)
def test_the_error_of_a_mean_is_its_formula(seed: int) -> None:
    rng = np.random.default_rng(seed)
    items, units = int(rng.integers(4, 9)), int(rng.integers(3, 7))
    data = rng.normal(size=(items, units)) + 2 * rng.normal(size=(items, 1))
    present = rng.uniform(size=data.shape) < 0.8
    present[:3] = True
    clusters = [u // 2 if seed % 2 and units > 5 else u for u in range(units)]
    value, without = left_out(data, present)
    found = two_way(mean, {"x": value}, {"x": without}, present, clusters)
    assert found.value == pytest.approx([value.mean()])
    assert found.clusters == len(set(clusters))
    assert float(found.error[0]) == pytest.approx(by_loops(data, present, clusters), rel=1e-6)


@given(SEEDS)
@examples(15)
def test_scaling_renaming_and_the_order_of_units_do_not_matter(seed: int) -> None:
    rng = np.random.default_rng(seed)
    data, fact = rng.normal(size=(9, 5)), rng.uniform(0.5, 2.0, size=5)
    every = np.ones((9, 5), bool)
    value, without = left_out(data, every)
    plain = two_way(means, {"x": value, "fact": fact}, {"x": without}, every, "aabcd")
    assert plain.value.shape == plain.error.shape == (2,)
    assert plain.clusters == 4
    scaled = two_way(means, {"x": 3 * value, "fact": fact}, {"x": 3 * without}, every, [0, 0, 7, 5, 6])
    assert scaled.error == pytest.approx(3 * plain.error, rel=1e-6)
    order = rng.permutation(5)
    moved = two_way(
        means,
        {"x": value[order], "fact": fact[order]},
        {"x": without[:, order]},
        every,
        ["aabcd"[place] for place in order],
    )
    assert moved.error == pytest.approx(plain.error, rel=1e-6)


def test_two_columns_add_their_moves() -> None:
    """x + y, where y is -x: nothing moves, and only rounding is left."""
    data = np.random.default_rng(3).normal(size=(9, 5))
    every = np.ones((9, 5), bool)
    value, without = left_out(data, every)

    def total(columns: Columns) -> Array:
        return np.asarray((columns["x"] + columns["y"]).mean(axis=-1)[..., np.newaxis])

    found = two_way(total, {"x": value, "y": -value}, {"x": without, "y": -without}, every, range(5))
    assert float(found.error[0]) == pytest.approx(0.0, abs=1e-9)
    twice = two_way(total, {"x": value, "y": value}, {"x": without, "y": without}, every, range(5))
    once = two_way(mean, {"x": value}, {"x": without}, every, range(5))
    assert float(twice.error[0]) == pytest.approx(2 * float(once.error[0]), rel=1e-6)


def test_figures_are_apart() -> None:
    rng = np.random.default_rng(8)
    data, fact = rng.normal(size=(9, 5)) + 2 * rng.normal(size=(9, 1)), rng.uniform(0.5, 2.0, size=5)
    every = np.ones((9, 5), bool)
    value, without = left_out(data, every)
    both = two_way(means, {"x": value, "fact": fact}, {"x": without}, every, range(5))
    for figure in range(2):
        alone = two_way(
            lambda c, figure=figure: means(c)[..., [figure]],  # type: ignore[misc]
            {"x": value, "fact": fact},
            {"x": without},
            every,
            range(5),
        )
        assert both.error[figure] == pytest.approx(float(alone.error[0]), rel=1e-9)
        assert both.value[figure] == pytest.approx(float(alone.value[0]))
    assert both.skew.tolist() == [0.0, 0.0]


def test_fewer_than_three_clusters_leave_the_items() -> None:
    data = np.random.default_rng(4).normal(size=(12, 4))
    every = np.ones((12, 4), bool)
    value, without = left_out(data, every)
    found = two_way(mean, {"x": value}, {"x": without}, every, "aabb")
    assert found.clusters == 0
    assert found.value == pytest.approx([data.mean()])
    assert float(found.error[0]) == pytest.approx(data.mean(axis=1).std(ddof=1) / sqrt(12))
    assert float(found.skew[0]) == pytest.approx(-scipy_skew(data.mean(axis=1)), rel=1e-6)
    assert two_way(mean, {"x": value}, {"x": without}, every, "aabc").clusters == 3
    fewer = every.copy()
    fewer[4] = False
    value, without = left_out(data, fewer)
    kept = np.delete(data, 4, axis=0).mean(axis=1)
    error = float(two_way(mean, {"x": value}, {"x": without}, fewer, "aabb").error[0])
    assert error == pytest.approx(kept.std(ddof=1) / sqrt(11)), "an item of no system is no item"


def test_no_error_falls_below_that_of_the_systems() -> None:
    value = np.array([0.2, 0.5, 0.9, 0.4])
    found = two_way(mean, {"x": value}, {"x": np.tile(value, (6, 1))}, np.ones((6, 4), bool), range(4))
    assert float(found.error[0]) == pytest.approx(value.std(ddof=1) / 2)
