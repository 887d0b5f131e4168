"""Do the estimators give the values that can be worked out by hand?

Items of the table, four attempts each. Right answers: source k, target j.

    item      k  j    s     t     u = k(k-1)/12   k(k-1)(k-2)/24   k(k-1)(k-2)(k-3)/24
    q1        4  3    1     3/4   1               1                1
    q2        3  2    3/4   1/2   1/2             1/4              0
    q3        2  2    1/2   1/2   1/6             0                0
    q4        1  1    1/4   1/4   0               0                0
    q5        0  1    0     1/4   0               0                0
    q6        4  4    1     1     1               1                1
"""

from fractions import Fraction as F

import numpy as np
import polars as pl
import pytest

import hatscore
from hatscore.core import curve, slopes
from hatscore.core.decomposition import decompose
from hatscore.core.earlier_measures import eclektic_transfer
from hatscore.core.floor import powers_above_floor
from hatscore.core.pass_rates import pass_rate_powers

K, J, N = np.array([4, 3, 2, 1, 0, 4]), np.array([3, 2, 2, 1, 1, 4]), 4
S, T, U = K / N, J / N, K * (K - 1) / 12


def attempts(right: int) -> list[int]:
    return [1] * right + [0] * (N - right)


@pytest.fixture(scope="module")
def table() -> pl.DataFrame:
    rows = [
        {"system": "A", "benchmark": "b", "item": f"q{i}", "language": language, "attempt": a, "score": x}
        for i, pair in enumerate(zip(K, J, strict=True))
        for language, right in zip(("en", "sw"), pair, strict=True)
        for a, x in enumerate(attempts(int(right)))
    ]
    return pl.DataFrame(rows)


def test_published() -> None:
    # sum s t = 3/4 + 3/8 + 1/4 + 1/16 + 0 + 1 = 39/16; sum s^2 = 1 + 9/16 + 1/4 + 1/16 + 1 = 23/8
    assert float(slopes.ratio(slopes.published_terms(S, T))) == pytest.approx(float(F(39, 46)), abs=1e-15)


def test_corrected() -> None:
    # sum u = 1 + 1/2 + 1/6 + 1 = 8/3
    assert float(slopes.ratio(slopes.corrected_terms(S, U, T))) == pytest.approx(
        float(F(39, 16) / F(8, 3)), abs=1e-15
    )


def test_curve() -> None:
    # y1 = 39/16, y2 = 3/4 + 1/4 + 1/12 + 1 = 25/12, m2 = 8/3, m3 = 9/4, m4 = 2 (sums over items)
    determinant = F(8, 3) * 2 - F(9, 4) ** 2
    a1 = (F(39, 16) * 2 - F(25, 12) * F(9, 4)) / determinant
    a2 = (F(25, 12) * F(8, 3) - F(39, 16) * F(9, 4)) / determinant
    fit = curve.coefficients(curve.Moments(*(m.sum() for m in curve.item_moments(pass_rate_powers(K, N), T))))
    assert float(fit.a1) == pytest.approx(float(a1), rel=1e-12)
    assert float(fit.a2) == pytest.approx(float(a2), rel=1e-12)
    assert float(curve.hat(fit)) == pytest.approx(float(a1 + F(2, 3) * a2), rel=1e-12)


def test_floor() -> None:
    # One item with s = 3/4, u = 1/2 and floor 1/4: (1/2 - 3/8 + 1/16) / (9/16) = 1/3
    above = powers_above_floor([[0.75], [0.5]], 0.25)
    assert above[:, 0] == pytest.approx([2 / 3, 1 / 3], abs=1e-15)


def test_earlier_measures(table: pl.DataFrame) -> None:
    row = hatscore.score(table, by="all")[0]
    assert row.source_accuracy == pytest.approx(float(F(14, 24)), abs=1e-15)
    assert row.target_accuracy == pytest.approx(float(F(13, 24)), abs=1e-15)
    assert row.xlt_gap == pytest.approx(float(F(1, 24)), abs=1e-15)
    assert row.transfer_score == pytest.approx(float(F(39, 16) / F(7, 2)), abs=1e-15)
    assert row.overall_success == pytest.approx(float(F(39, 16) / 6), abs=1e-15)


def test_eclektic_counts_the_source_row_as_a_language() -> None:
    assert float(eclektic_transfer(0.4, 11)) == pytest.approx(5.4 / 12, abs=1e-15)


def test_decomposition_parts_add_up() -> None:
    parts = decompose(source=(0.5, 0.7), target=(0.3, 0.56), slope=(0.6, 0.8))
    assert float(parts.source) == pytest.approx(0.2 * 0.7, abs=1e-15)
    assert float(parts.transfer) == pytest.approx(0.2 * 0.6, abs=1e-15)
    assert float(parts.shape) == pytest.approx(0.26 - 0.14 - 0.12, abs=1e-15)
    assert float(parts.source + parts.transfer + parts.shape) == float(parts.total)


def test_single_attempt_slope_is_the_transfer_score(table: pl.DataFrame) -> None:
    row = hatscore.score(table.filter(pl.col("attempt") == 0), by="language")[0]
    assert row.hat.value == pytest.approx(row.transfer_score, abs=1e-15)
    assert row.hat_corrected.value is None
    assert "SINGLE_ATTEMPT" in [flag.code for flag in row.flags]
