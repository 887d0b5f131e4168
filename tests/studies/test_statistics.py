"""Do the statistics of the analyses agree with outside references?"""

from itertools import combinations
from math import comb

import numpy as np
import pytest
import statsmodels.api as sm
from scipy.stats import linregress

from hatscore.core.mixed_model import fit_mixed, group_test
from hatscore.core.regression import correlation, slope
from hatscore.core.source_mix import split_moments, to_mix
from hatscore.core.two_way import two_way


@pytest.mark.parametrize("seed", range(4))
def test_mixed_model_is_that_of_statsmodels(seed: int) -> None:
    rng = np.random.default_rng(seed)
    groups = np.repeat(np.arange(5), 4)
    x = rng.normal(size=20)
    y = 0.3 * x + 0.5 * rng.normal(size=5)[groups] + 0.3 * rng.normal(size=20)
    ours = fit_mixed(x, y, groups)
    theirs = sm.MixedLM(y, sm.add_constant(x), groups).fit(reml=True)
    assert float(ours.slope) == pytest.approx(theirs.params[1], abs=1e-4)
    assert float(ours.group_variance) == pytest.approx(float(theirs.cov_re[0, 0]), rel=1e-2)
    assert float(ours.residual_variance) == pytest.approx(float(theirs.scale), rel=1e-3)


def test_many_rows_at_once_are_near_one_by_one() -> None:
    rng = np.random.default_rng(8)
    groups = np.arange(12) % 4
    x, rows = rng.normal(size=12), rng.normal(size=(5, 12))
    together = fit_mixed(x, rows, groups)
    for place, row in enumerate(rows):
        assert float(fit_mixed(x, row, groups).group_share) == pytest.approx(
            float(together.group_share[place]), abs=0.02
        )


def test_group_test_is_the_f_test_of_nested_models() -> None:
    rng = np.random.default_rng(2)
    groups = np.arange(14) % 4
    x, y = rng.normal(size=14), rng.normal(size=14)
    dummies = np.eye(4)[groups][:, 1:]
    small = sm.OLS(y, sm.add_constant(x)).fit()
    large = sm.OLS(y, np.column_stack([sm.add_constant(x), dummies])).fit()
    statistic, _, between = large.compare_f_test(small)
    ours = group_test(x, y, groups)
    assert ours[0] == pytest.approx(statistic)
    assert ours[1:] == (int(between), int(large.df_resid))


def test_lines_are_those_of_scipy() -> None:
    rng = np.random.default_rng(3)
    x, y = rng.normal(size=(2, 9))
    reference = linregress(x, y)
    assert float(slope(x, y)) == pytest.approx(reference.slope)
    assert float(correlation(x, y)) == pytest.approx(reference.rvalue)


@pytest.mark.parametrize(("right", "attempts", "choosing"), [(3, 6, 2), (0, 4, 2), (6, 6, 3), (4, 9, 4)])
def test_split_is_the_average_over_all_splits(right: int, attempts: int, choosing: int) -> None:
    outcomes = [1] * right + [0] * (attempts - right)
    expected = np.zeros((choosing + 1, 5))
    for chosen in combinations(range(attempts), choosing):
        rest = [outcomes[k] for k in range(attempts) if k not in chosen]
        s, n = sum(rest) / len(rest), len(rest)
        u = sum(rest) * (sum(rest) - 1) / (n * (n - 1))
        expected[sum(outcomes[k] for k in chosen)] += np.array([1, s, 0.3, 0.3 * s, u])
    expected /= comb(attempts, choosing)
    found = split_moments([right], [attempts], [0.3], choosing=choosing).moments[0]
    assert found == pytest.approx(expected)


def test_a_system_at_its_own_mix_stays() -> None:
    rng = np.random.default_rng(4)
    moments = split_moments(rng.integers(0, 11, 50), np.full(50, 10), rng.uniform(size=50), choosing=4)
    total = moments.moments.sum(axis=0)
    assert to_mix(total, total[:, 0]) == pytest.approx(total.sum(axis=0) / 50)


def test_two_way_error_of_a_mean() -> None:
    """On average it is the truth: of luck of single answers, of systems, and of items that all share."""
    rng = np.random.default_rng(5)
    cases = {"answers": (1.0, 0.0, 0.0), "systems": (1.0, 0.3, 0.0), "items": (1.0, 0.0, 1.0)}
    for own, systems, items in cases.values():
        variances = []
        for _ in range(200):
            data = (
                own * rng.normal(size=(40, 8))
                + systems * rng.normal(size=8)
                + items * rng.normal(size=(40, 1))
            )
            left_out = (data.sum(axis=0) - data) / 39
            found = two_way(
                lambda c: c["x"].mean(axis=-1)[..., np.newaxis],
                {"x": data.mean(axis=0)},
                {"x": left_out},
                np.ones((40, 8), bool),
                range(8),
            )
            variances.append(float(found.error[0]) ** 2)
        truth = own**2 / 320 + systems**2 / 8 + items**2 / 40
        # Taking no less than the systems' part makes it a little too careful where items share nothing.
        assert truth * 0.93 < np.mean(variances) < truth * 1.25


def test_few_clusters_leave_items_only() -> None:
    data = np.random.default_rng(6).normal(size=(30, 4))
    left_out = (data.sum(axis=0) - data) / 29
    found = two_way(
        lambda c: c["x"].mean(axis=-1)[..., np.newaxis],
        {"x": data.mean(axis=0)},
        {"x": left_out},
        np.ones((30, 4), bool),
        "aabb",
    )
    assert found.clusters == 0
    assert float(found.error[0]) == pytest.approx(data.mean(axis=1).std(ddof=1) / np.sqrt(30))
