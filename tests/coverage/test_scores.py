"""Do intervals of scores hold the truth as often as they say? All regimes: make coverage."""

import numpy as np
import pytest

from hatscore.options import Options
from hatscore.scoring.rows import score_panels
from hatscore.scoring.views import ESTIMATORS, PanelViews
from hatscore.validation.counting import count, printed
from hatscore.validation.intervals import compared
from hatscore.validation.known import sorted_misses
from hatscore.validation.regimes import SETTINGS, Regime

STUDIES = 3_000

REGIMES = [
    (Regime("weak", 250, 10, 0.8), 0.94, 0.96),
    (Regime("very weak", 250, 10, 0.8), 0.94, 0.96),
    (Regime("uniform", 250, 2, 1.0), 0.94, 0.96),
    (Regime("two-humped", 250, 32, 0.8), 0.94, 0.96),
    (Regime("weak", 100, 10, 0.3), 0.93, 0.97),
    (Regime("strong", 100, 5, 0.8, "chance floor"), 0.93, 0.97),
]


@pytest.mark.parametrize(("regime", "low", "high"), REGIMES, ids=str)
def test_slopes_hold_the_truth_as_often_as_they_say(regime: Regime, low: float, high: float) -> None:
    for row in count(regime, STUDIES, np.random.default_rng(20260621), estimators=("hat", "hat_corrected")):
        assert low <= row["coverage"] <= high, row
        assert row["estimable"] > 0.99
        assert row["standing"] == "inside"
        if regime.items >= 250:
            assert abs(row["bias"]) < 0.01


@pytest.mark.parametrize(
    "regime",
    [
        Regime("uniform", 250, 10, 0.9, "bent"),
        Regime("two-humped", 250, 10, 0.8),
        Regime("strong", 588, 10, 0.8, "bent"),
    ],
    ids=str,
)
def test_the_curve_is_right_whether_profiles_bend_or_not(regime: Regime) -> None:
    for row in count(regime, 2_000, np.random.default_rng(2), estimators=("hat_curve", "bend")):
        assert 0.93 <= row["coverage"] <= 0.97, row
        if row["interval"] == "hat_curve":
            assert abs(row["bias"]) < 0.01


def test_a_mean_over_unlike_languages_holds_the_truth() -> None:
    regime = Regime("uniform", 100, 10, 0.8, "items missing")
    rows = count(regime, 200, np.random.default_rng(3), estimators=("hat_corrected",))
    assert {(row["target"], row["method"]) for row in rows} == {
        ("language", "fieller"),
        ("macro", "bca"),
        ("pooled", "fieller"),
    }
    assert all(row["standing"] != "outside" for row in rows)


@pytest.mark.parametrize("setting", ["straight", "chance floor", "items missing"])
def test_what_is_counted_is_what_scores_print(setting: str) -> None:
    regime = Regime("very weak", 60, 5, 0.8, setting)
    panel = regime.panel(12, np.random.default_rng(4))
    options = regime.options.change(by="all")
    rows = {(row.system, row.target): row for row in score_panels([panel], options)}
    views = PanelViews(panel, options)
    by_language = views.by_language()
    shown = 0
    for view in (by_language, views.macro(by_language), views.pooled()):
        for name in ESTIMATORS:
            found = printed(view, name)
            for study, system in enumerate(panel.systems):
                for place, target in enumerate(view.targets):
                    ends = getattr(rows[system, target], name).interval
                    assert found.printed[study, place] == (ends is not None)
                    if ends is not None:
                        shown += 1
                        assert (ends.low, ends.high) == (found.low[study, place], found.high[study, place])
    assert 0 < shown < 12 * len(ESTIMATORS) * 4


def test_every_estimator_tends_to_what_its_interval_is_held_to() -> None:
    for setting in SETTINGS:
        if setting == "bootstrap":
            continue  # the same estimates, by other intervals
        regime = Regime("uniform", 20_000, 10, 0.8, setting)
        views = PanelViews(regime.panel(4, np.random.default_rng(5)), Options(floor=regime.options.floor))
        found = views.by_language()
        for name, value in regime.values.items():
            assert found.values[name].mean() == pytest.approx(value, abs=0.01 if name != "bend" else 0.04)


def test_pairs_of_an_item_are_not_independent() -> None:
    rows = compared(Regime("uniform", 100, 10, 0.8, "shared luck"), 400, np.random.default_rng(6))
    by = {row["method"]: row for row in rows}
    assert by["printed"]["standing"] in ("inside", "by chance")
    assert by["rows"]["coverage"] < 0.9 < by["printed"]["coverage"]
    assert by["rows"]["relative_width"] < 0.85
    assert by["least_squares"]["coverage"] < by["rows"]["coverage"]
    assert by["percentile"]["relative_width"] == pytest.approx(1, abs=0.1)


def test_a_miss_that_nobody_knows_of_breaks_a_claim() -> None:
    narrow = Regime("uniform", 100, 10, 0.8)
    rows = count(narrow, 2_000, np.random.default_rng(7), estimators=("hat_corrected",))
    assert sorted_misses(rows, (), str) == ([], ())
    # Held to the value of another slope, the same intervals miss.
    panel = narrow.panel(200, np.random.default_rng(8))
    off = printed(PanelViews(panel, narrow.options).by_language(), "hat_corrected").row(0.9, 100)
    assert off["standing"] == "outside"
    assert off["below"] > 0.5 > off["above"]
    assert sorted_misses([off], (), lambda _: "x") == (["x"], ())
    assert sorted_misses([off], [{"standing": "outside"}], lambda _: "x") == ([], ("x",))
    assert sorted_misses([off], [{"standing": "inside"}], lambda _: "x") == (["x"], ())
