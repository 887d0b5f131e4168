"""Do intervals hold the truth as often as they say? The quick form; the full one: make coverage."""

import numpy as np
import pytest
from tests.coverage.regimes import Regime, evaluate

STUDIES = 6000

REGIMES = [
    (Regime("weak", 250, 10, 0.8), 0.94, 0.96),
    (Regime("very weak", 250, 10, 0.8), 0.94, 0.96),
    (Regime("uniform", 250, 2, 1.0), 0.94, 0.96),
    (Regime("strong", 588, 5, 0.3), 0.94, 0.96),
    (Regime("two-humped", 250, 32, 0.8), 0.94, 0.96),
    (Regime("weak", 100, 10, 0.3), 0.93, 0.97),
    (Regime("strong", 100, 5, 0.8), 0.93, 0.97),
]


@pytest.mark.parametrize(("regime", "low", "high"), REGIMES, ids=str)
def test_fieller_holds_the_truth_as_often_as_it_says(regime: Regime, low: float, high: float) -> None:
    result = evaluate(regime, STUDIES, np.random.default_rng(20260621))
    assert low <= result.coverage <= high
    assert result.estimable > 0.99


@pytest.mark.parametrize("regime", [r for r, *_ in REGIMES if r.items >= 250], ids=str)
def test_the_corrected_slope_is_unbiased(regime: Regime) -> None:
    assert abs(evaluate(regime, STUDIES, np.random.default_rng(1)).bias) < 0.01


@pytest.mark.parametrize(
    "regime",
    [
        Regime("uniform", 250, 10, 0.0, bend=0.9),
        Regime("two-humped", 250, 10, 0.8),
        Regime("strong", 588, 10, 1.4, bend=-0.6),
    ],
    ids=str,
)
def test_the_curve_is_right_for_bent_profiles(regime: Regime) -> None:
    result = evaluate(regime, STUDIES, np.random.default_rng(2), of_curve=True)
    assert 0.93 <= result.coverage <= 0.97
    assert abs(result.bias) < 0.01
