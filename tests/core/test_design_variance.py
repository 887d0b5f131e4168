"""Is the variance of a design that of all outcomes of all attempts, written out?"""

from math import comb
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.budget import examples
from tests.core.strategies import SEEDS, Array

from hatscore.core.design_variance import (
    VarianceParts,
    pair_parts,
    slopes_if_alike,
    supported,
    system_parts,
    variance,
)
from hatscore.core.item_moments import (
    ItemMoments,
    denominator_parts,
    denominator_spread,
    mean_over,
    only,
    slopes_of,
)


class World(NamedTuple):
    """True pass rates of a system, and its floor."""

    source: Array
    target: Array
    floor: float


def world(seed: int, items: int, languages: int, floor: float) -> World:
    rng = np.random.default_rng(seed)
    source = floor + (1 - floor) * rng.uniform(0.1, 0.95, size=items)
    target = floor + (1 - floor) * rng.uniform(0.05, 0.95, size=(items, languages))
    return World(source, target, floor)


def above(rate: Array, floor: float) -> Array:
    return np.asarray((rate - floor) / (1 - floor))


def moments_of(w: World) -> ItemMoments:
    s, t = above(w.source, w.floor), above(w.target, w.floor)
    noise = w.target * (1 - w.target) / (1 - w.floor) ** 2
    powers = np.stack([s**p for p in range(1, 5)])
    return ItemMoments(powers, t, t**2, noise, np.full(len(s), w.floor), np.ones(t.shape, bool))


def by_outcomes(w: World, slopes: Array, n: int, m: int) -> tuple[Array, Array]:
    """Mean of each item's residual, and its variance over all outcomes of its attempts."""
    s, t = above(w.source, w.floor), above(w.target, w.floor)
    denominator = (s**2).mean()
    spread = w.target * (1 - w.target) / (1 - w.floor) ** 2 / m
    means, variances = np.zeros(len(s)), np.zeros(len(s))
    for i, rate in enumerate(w.source):
        first = second = 0.0
        for k in range(n + 1):
            chance = comb(n, k) * rate**k * (1 - rate) ** (n - k)
            shares = k / n, k * (k - 1) / (n * (n - 1))
            x = (shares[0] - w.floor) / (1 - w.floor)
            u = (shares[1] - 2 * w.floor * shares[0] + w.floor**2) / (1 - w.floor) ** 2
            given_k = float((x * t[i] - slopes * u).mean() / denominator)
            from_targets = x**2 * float(spread[i].sum()) / (t.shape[1] * denominator) ** 2
            first += chance * given_k
            second += chance * (given_k**2 + from_targets)
        means[i], variances[i] = first, second - first**2
    return means, variances


DESIGN = st.tuples(st.integers(3, 8), st.integers(1, 3), st.sampled_from([0.0, 0.25]))
ATTEMPTS = st.tuples(st.integers(2, 5), st.integers(1, 4))


@given(SEEDS, DESIGN, ATTEMPTS)
@examples(40)
def test_variance_of_one_system(seed: int, design: tuple[int, int, float], attempts: tuple[int, int]) -> None:
    w = world(seed, *design)
    moments = moments_of(w)
    s, t = above(w.source, w.floor), above(w.target, w.floor)
    own = slopes_of(moments)
    assert own.value == pytest.approx((s[:, np.newaxis] * t).sum(axis=0) / (s**2).sum())
    assert own.denominator == pytest.approx(np.full(design[1], (s**2).mean()))
    for against, slopes in ((None, own.value), (0.7, np.full(design[1], 0.7))):
        means, variances = by_outcomes(w, slopes, *attempts)
        expected = means.var(ddof=1) + variances.mean()
        found = variance(system_parts(moments, against), *attempts, design[1])
        assert float(found) == pytest.approx(expected, rel=1e-8)


@given(SEEDS, DESIGN, ATTEMPTS)
@examples(30)
def test_variance_of_a_paired_difference(
    seed: int, design: tuple[int, int, float], attempts: tuple[int, int]
) -> None:
    worlds = world(seed, *design), world(seed + 1, *design)
    both = [moments_of(w) for w in worlds]
    own = slopes_of(both[0]).value, slopes_of(both[1]).value
    parts = pair_parts(both[0], both[1])
    for against in (None, (own[0] + 0.05, own[1] - 0.1), (np.array(0.4), np.array(0.7))):
        slopes = [one + 0 * own[0] for one in against or own]
        outcomes = [by_outcomes(w, h, *attempts) for w, h in zip(worlds, slopes, strict=True)]
        expected = (outcomes[1][0] - outcomes[0][0]).var(ddof=1) + sum(v.mean() for _, v in outcomes)
        found = pair_parts(both[0], both[1], against)
        assert float(variance(found, *attempts, design[1])) == pytest.approx(expected, rel=1e-8)
    assert tuple(pair_parts(both[1], both[0])) == pytest.approx(tuple(parts))
    same = pair_parts(both[0], both[0])
    assert (same.items, same.items_language) == pytest.approx((0.0, 0.0), abs=1e-9), (
        "no item tells them apart"
    )


@given(SEEDS, DESIGN, ATTEMPTS, st.floats(-0.3, 0.3))
@examples(20)
def test_slopes_if_alike_move_by_their_share_of_the_way(
    seed: int, design: tuple[int, int, float], attempts: tuple[int, int], difference: float
) -> None:
    worlds = world(seed, *design), world(seed + 1, *design)
    both = [moments_of(w) for w in worlds]
    own = [slopes_of(one).value for one in both]
    means, variances = zip(
        *(by_outcomes(w, h, *attempts) for w, h in zip(worlds, own, strict=True)), strict=True
    )
    off = means[1] - means[0]
    whole = off.var(ddof=1) + variances[0].mean() + variances[1].mean()
    by_b = (np.cov(means[1], off)[0, 1] + variances[1].mean()) / whole
    found = slopes_if_alike(both[0], both[1], difference, (*attempts, design[1]))
    assert found[1] == pytest.approx(own[1] - by_b * difference, abs=1e-8)
    assert found[0] == pytest.approx(own[0] + (1 - by_b) * difference, abs=1e-8)


def test_slopes_of_one_and_the_same_move_by_half() -> None:
    moments = moments_of(world(3, 8, 2, 0.0))._replace(target_noise=np.zeros((8, 2)))
    sure = moments._replace(powers=np.ones((4, 8)))
    low, high = slopes_if_alike(sure, sure, 0.2, (5, 5, 2))
    assert low - slopes_of(sure).value == pytest.approx([0.1, 0.1])
    assert high - slopes_of(sure).value == pytest.approx([-0.1, -0.1])


@given(SEEDS, DESIGN)
@examples(20)
def test_items_and_pairs_that_are_absent_do_not_count(seed: int, design: tuple[int, int, float]) -> None:
    moments = moments_of(world(seed, *design))
    kept = np.ones(design[0], bool)
    kept[seed % design[0]] = False
    shorter = only(moments, kept)
    absent = moments._replace(present=moments.present & kept[:, np.newaxis])
    # What is absent may hold anything.
    strange = absent._replace(target=np.where(absent.present, absent.target, 7.0))
    expected = system_parts(shorter)
    for some in (absent, strange):
        assert tuple(system_parts(some)) == pytest.approx(tuple(expected), rel=1e-9)
        assert tuple(denominator_parts(some)) == pytest.approx(tuple(denominator_parts(shorter)), rel=1e-9)
    assert shorter.powers.shape == (4, design[0] - 1)


def test_more_languages_share_what_is_their_own() -> None:
    moments = moments_of(world(5, 30, 3, 0.0))
    parts = system_parts(moments)
    found = variance(parts, 4, 5, [1, 3, 1e9])
    assert found[0] > found[1] > found[2]
    assert found[2] == pytest.approx(parts.items + parts.source / 4 + parts.source_pairs / 12, rel=1e-6)
    one_language = system_parts(moments_of(world(5, 30, 1, 0.0)))
    assert (one_language.items_language, one_language.source_language) == pytest.approx((0.0, 0.0), abs=1e-12)


def test_a_grid_with_gaps_takes_the_pairs_of_languages_that_exist() -> None:
    moments = moments_of(world(7, 12, 3, 0.0))
    present = moments.present.copy()
    present[:4, 1] = False
    present[4:6, 1:] = False
    found = system_parts(moments._replace(present=present))
    own = slopes_of(moments._replace(present=present))
    s, t = moments.powers[0], moments.target
    residual = np.where(present, (s[:, None] * t - own.value * s[:, None] ** 2) / own.denominator, np.nan)
    pairs = [
        residual[i, a] * residual[i, b]
        for i in range(12)
        for a in range(3)
        for b in range(3)
        if a != b and present[i, a] and present[i, b]
    ]
    same = float(np.nanmean(residual**2))
    assert found.items == pytest.approx(float(np.mean(pairs)) * 12 / 11, rel=1e-9)
    assert found.items_language == pytest.approx((same - float(np.mean(pairs))) * 12 / 11, rel=1e-9)


def test_a_pair_on_a_grid_with_gaps_takes_what_both_have() -> None:
    a, b = moments_of(world(7, 12, 3, 0.0)), moments_of(world(8, 12, 3, 0.0))
    present = a.present.copy()
    present[:4, 1] = False
    lacking = [m._replace(present=present) for m in (a, b)]
    strange = [m._replace(target=np.where(present, m.target, 7.0)) for m in lacking]
    assert tuple(pair_parts(strange[0], strange[1])) == pytest.approx(
        tuple(pair_parts(lacking[0], lacking[1])), rel=1e-9
    )


@given(SEEDS, st.integers(2, 8), st.integers(2, 5), st.sampled_from([0.0, 0.25]))
@examples(30)
def test_the_spread_of_a_denominator(seed: int, items: int, n: int, floor: float) -> None:
    w = world(seed, items, 1, floor)
    s = above(w.source, floor)
    within = 0.0
    for rate, true in zip(w.source, s, strict=True):
        for k in range(n + 1):
            shares = k / n, k * (k - 1) / (n * (n - 1))
            u = (shares[1] - 2 * floor * shares[0] + floor**2) / (1 - floor) ** 2
            within += comb(n, k) * rate**k * (1 - rate) ** (n - k) * (u - true**2) ** 2 / items
    expected = ((s**2).var() + within) / (s**2).mean() ** 2
    assert denominator_spread(denominator_parts(moments_of(w)), n) == pytest.approx(expected, rel=1e-8)


def test_parts_of_a_denominator_are_never_below_zero() -> None:
    moments = moments_of(world(3, 6, 1, 0.0))
    powers = moments.powers.copy()
    powers[3] = 0.0
    assert denominator_parts(moments._replace(powers=powers)).items == 0.0


VALUES = st.floats(-1, 1)


@given(st.tuples(*[VALUES] * 7), st.integers(1, 6))
def test_supported_parts_are_not_negative_and_keep_their_sums(
    values: tuple[float, ...], languages: int
) -> None:
    parts = VarianceParts(*values)
    found, cut = supported(parts, languages)
    assert cut == tuple(name for name, value in zip(parts._fields, parts, strict=True) if value < 0)
    assert min(found) >= 0
    for shared, own in (("items", "items_language"), ("source", "source_language")):
        before = getattr(parts, shared) + getattr(parts, own) / languages
        after = getattr(found, shared) + getattr(found, own) / languages
        assert after == pytest.approx(max(before, 0.0), abs=1e-12)
        if getattr(parts, shared) >= 0 and getattr(parts, own) >= 0:
            assert (getattr(found, shared), getattr(found, own)) == (
                getattr(parts, shared),
                getattr(parts, own),
            )
        assert (
            0.0 in (getattr(found, shared), getattr(found, own))
            or min(getattr(parts, shared), getattr(parts, own)) >= 0
        )
    for name in ("source_pairs", "target", "both"):
        assert getattr(found, name) == max(getattr(parts, name), 0.0)


@given(SEEDS, st.integers(1, 6))
def test_a_mean_over_pairs_leaves_out_what_is_absent(seed: int, items: int) -> None:
    rng = np.random.default_rng(seed)
    values, present = rng.normal(size=(items, 2)), rng.uniform(size=(items, 2)) < 0.6
    present[0, 0] = True
    assert mean_over(np.where(present, values, 1e9), present) == pytest.approx(values[present].mean())
