"""Do rows say what the estimators say, for complete and incomplete grids and several sources?"""

import numpy as np
import numpy.typing as npt
import polars as pl
import pytest
from tests.scoring.studies import study

import hatscore
from hatscore import Estimate, Score
from hatscore.core.pass_rates import pass_rate_powers
from hatscore.core.resampling import item_counts
from hatscore.core.variance_parts import attempts_share

Array = npt.NDArray[np.float64]


def rows(table: pl.DataFrame, **options: object) -> dict[str, Score]:
    return {row.target: row for row in hatscore.score(table, by="all", **options)}  # type: ignore[arg-type]


def ends(estimate: Estimate) -> tuple[float, float]:
    assert estimate.interval is not None
    return estimate.interval.low, estimate.interval.high


def test_macro_is_the_mean_over_languages_and_equals_pooled_on_a_complete_grid() -> None:
    found = rows(study(targets=("de", "sw", "zh"), items=200))
    for name in ("hat", "hat_corrected", "hat_curve"):
        values = [getattr(found[language], name).value for language in ("de", "sw", "zh")]
        assert getattr(found["macro"], name).value == pytest.approx(np.mean(values), abs=1e-12)
        assert getattr(found["pooled"], name).value == pytest.approx(np.mean(values), abs=1e-10)
        assert ends(getattr(found["macro"], name)) == ends(getattr(found["pooled"], name))


def test_an_incomplete_grid_takes_macro_intervals_from_the_bootstrap() -> None:
    table = study(targets=("de", "sw"))
    lacking = table.filter(~((pl.col("language") == "sw") & pl.col("item").is_in(["q000", "q001"])))
    found = rows(lacking)
    assert found["macro"].hat_corrected.interval is not None
    assert found["macro"].hat_corrected.interval.method == "bca"
    assert "boot:10000/" in found["macro"].signature
    assert found["sw"].n_items == 58
    for target in ("sw", "macro"):
        assert "ITEMS_MISSING" in [flag.code for flag in found[target].flags]
    complete = rows(table)["macro"].hat_corrected
    assert ends(found["macro"].hat_corrected) == pytest.approx(ends(complete), abs=0.03)


def test_several_source_languages() -> None:
    """Half of the items come from German; German is a target of the others only."""
    table = study(targets=("de", "sw"), items=80)
    german = [f"q{i:03d}" for i in range(40)]
    table = table.with_columns(
        source_language=pl.when(pl.col("item").is_in(german)).then(pl.lit("de")).otherwise(pl.lit("en"))
    )
    found = rows(table)
    assert {name: row.n_items for name, row in found.items()} == {
        "de": 40,
        "en": 40,
        "sw": 80,
        "macro": 80,
        "pooled": 80,
    }
    assert "src:de+en" in found["macro"].signature
    assert "ITEMS_MISSING" not in [flag.code for flag in found["macro"].flags]
    assert found["macro"].hat_corrected.interval is not None
    by_hand = np.mean([found[t].hat_corrected.value or np.nan for t in ("de", "en", "sw")])
    assert found["macro"].hat_corrected.value == pytest.approx(by_hand, abs=1e-12)


def test_bootstrap_and_fieller_agree_where_both_apply() -> None:
    table = study(items=250, attempts=10)
    closed, drawn = rows(table), rows(table, intervals="bootstrap", draws=4000)
    for target in ("de", "macro"):
        for name in ("hat", "hat_corrected", "hat_curve", "bend"):
            first, second = (getattr(r[target], name) for r in (closed, drawn))
            width = ends(first)[1] - ends(first)[0]
            assert first.value == second.value
            assert ends(first) == pytest.approx(ends(second), abs=0.12 * width)
            assert second.interval.method == "bca"


def test_the_seed_is_fixed_and_can_be_changed() -> None:
    table = study(items=40)

    def drawn(rng: object) -> tuple[float, float]:
        return ends(rows(table, intervals="bootstrap", draws=500, rng=rng)["de"].hat)

    before = np.random.get_state(legacy=False)["state"]["key"].tolist()
    assert drawn(None) == drawn(None) == drawn(260621954)
    assert drawn(7) == drawn(np.random.default_rng(7)) != drawn(None)
    assert np.random.get_state(legacy=False)["state"]["key"].tolist() == before


def test_results_do_not_depend_on_the_order_of_rows_or_on_other_systems() -> None:
    table = study(systems={"A": 0.8, "B": 0.5})
    alone = rows(table.filter(pl.col("system") == "A"))
    shuffled = hatscore.score(table.sample(fraction=1.0, shuffle=True, seed=4), by="all")
    for row in shuffled:
        if row.system == "A":
            other = alone[row.target].to_dict()
            assert row.to_dict() == {
                key: pytest.approx(value, rel=1e-12) if isinstance(value, float) else value
                for key, value in other.items()
            }


def test_resamples_draw_every_item_equally_often() -> None:
    counts = item_counts(50, 2000, np.random.default_rng(0))
    assert counts.sum() == 50 * 2000
    assert abs(counts.mean(axis=0) - 1).max() < 0.12
    assert counts.var() == pytest.approx(1 - 1 / 50, abs=0.02)


@pytest.mark.parametrize("attempts", [4, 12])
def test_attempts_share_is_the_share_that_repeating_the_attempts_explains(attempts: int) -> None:
    """Against brute force: fix the items, sample their attempts again, see how the slope varies."""
    rng = np.random.default_rng(5)
    items, studies = 300, 40

    def rates(size: tuple[int, ...]) -> tuple[Array, Array]:
        source = rng.beta(1.0, 1.0, size=size)
        return source, rng.beta(6 * 0.8 * source + 1e-9, 6 * (1 - 0.8 * source) + 1e-9)

    def slopes(source: Array, target: Array, size: tuple[int, ...]) -> Array:
        k, j = (rng.binomial(attempts, rate, size=size) for rate in (source, target))
        squared = k * (k - 1) / (attempts * (attempts - 1))
        return np.asarray((k * j / attempts**2).sum(-1) / squared.sum(-1))

    within = np.mean([slopes(*rates((items,)), (400, items)).var() for _ in range(20)])
    total = slopes(*rates((4000, items)), (4000, items)).var()

    shares = []
    for _ in range(studies):
        k, j = (rng.binomial(attempts, rate) for rate in rates((items,)))
        powers, target_powers = pass_rate_powers(k, attempts), pass_rate_powers(j, attempts)
        slope = (k * j / attempts**2).sum() / powers[1].sum()
        present = np.ones(items, bool)
        s, t = k / attempts, j / attempts
        shares.append(attempts_share(powers, s, powers[1], t, target_powers[1], slope, present))
    assert np.mean(shares) == pytest.approx(within / total, abs=0.05)


def test_fractional_scores_have_slopes_and_no_curve() -> None:
    table = study().with_columns(pl.when(pl.col("score") == 1).then(0.9).otherwise(0.1).alias("score"))
    row = rows(table)["de"]
    assert row.hat_corrected.value is not None
    assert row.hat_curve.value is None
    assert "FRACTIONAL_SCORES" in [flag.code for flag in row.flags]


def test_target_better_than_source_is_not_clipped() -> None:
    table = study()
    swapped = table.with_columns(pl.col("language").replace({"en": "de", "de": "en"}))
    value = rows(swapped.filter(pl.col("language") != "sw"))["de"].hat_corrected.value
    assert value is not None
    assert value > 1.05


def test_a_system_without_any_right_source_answer_is_not_estimable_on_unequal_grids() -> None:
    """The mean over languages with other items needs draws, and there is nothing to draw from."""
    rows = [
        *(("3", "sw", 0, 1.0), ("1", "en", 0, 0.0), ("0", "en", 2, 1.0), ("1", "sw", 1, 0.0)),
        *(("3", "de", 2, 0.0), ("3", "en", 0, 0.0), ("2", "sw", 0, 0.0)),
    ]
    names = ["item", "language", "attempt", "score"]
    table = pl.DataFrame(rows, schema=names, orient="row").with_columns(
        system=pl.lit("A"), benchmark=pl.lit("b")
    )
    (row,) = hatscore.score(table, missing="drop")
    assert row.hat.value is None
    assert row.hat_corrected.value is None
    assert row.hat.reason
