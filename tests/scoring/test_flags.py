"""Is every doubt raised when there is reason, and only then?"""

import numpy as np
import polars as pl
import pytest
from tests.scoring.studies import study

import hatscore
from hatscore.flags import ADVICE, Flag

CALM = study(items=250, attempts=40, mix=(1.0, 1.0), seed=8)


def codes(table: pl.DataFrame, target: str = "de", **options: object) -> list[str]:
    rows = hatscore.score(table, by="all", **options)  # type: ignore[arg-type]
    return [flag.code for row in rows if row.target == target for flag in row.flags]


def outcomes(table: pl.DataFrame) -> pl.DataFrame:
    return table.with_columns(
        outcome=pl.when(pl.col("score") == 1).then(pl.lit("right")).otherwise(pl.lit("wrong"))
    ).drop("score")


def test_a_calm_study_has_no_flags() -> None:
    for target in ("de", "sw", "macro", "pooled"):
        assert codes(CALM, target) == []


def test_few_items() -> None:
    assert "FEW_ITEMS" in codes(study(items=29))
    assert "FEW_ITEMS" not in codes(study(items=30))


def test_single_attempt() -> None:
    assert "SINGLE_ATTEMPT" in codes(study(attempts=1))
    assert "SINGLE_ATTEMPT" not in codes(study(attempts=2))


def test_near_floor() -> None:
    guessing = study(mix=(20.0, 50.0), systems={"A": 1.0}).with_columns(n_options=pl.lit(4))
    assert "NEAR_FLOOR" in codes(guessing)
    assert "NEAR_FLOOR" in codes(guessing, floor="options")
    assert "NEAR_FLOOR" not in codes(guessing.drop("n_options"))


def test_saturated_and_no_variation() -> None:
    assert "SATURATED" in codes(study(mix=(60.0, 0.5)))
    perfect = study().with_columns(score=pl.lit(1.0))
    row = hatscore.score(perfect, by="language")[0]
    assert row.hat.value == 1.0
    assert row.hat.interval is None
    assert {"SATURATED", "NO_VARIATION"} <= {flag.code for flag in row.flags}


def test_nothing_right_is_not_estimable() -> None:
    row = hatscore.score(study().with_columns(score=pl.lit(0.0)), by="language")[0]
    assert row.hat.value is None
    assert row.hat.reason is not None
    assert "NOT_ESTIMABLE" in [flag.code for flag in row.flags]


def test_bent_profile() -> None:
    rng = np.random.default_rng(2)
    items, attempts = 250, 20
    source = rng.uniform(size=items)
    frames = []
    for language, rate in (("en", source), ("sw", 0.95 * source**3)):
        right = rng.random((items, attempts)) < rate[:, None]
        item, attempt = np.indices(right.shape).reshape(2, -1)
        frames.append(
            pl.DataFrame(
                {"item": item, "attempt": attempt, "score": right.ravel().astype(float)}
            ).with_columns(system=pl.lit("A"), benchmark=pl.lit("b"), language=pl.lit(language))
        )
    assert "BENT_PROFILE" in codes(pl.concat(frames), "sw")


def test_source_too_low() -> None:
    low = study(mix=(20.0, 30.0), items=100)
    assert "SOURCE_TOO_LOW" in codes(low)
    row = hatscore.score(low, by="language")[0]
    assert row.hat_curve.value is None
    assert row.hat_curve.reason is not None
    assert "not supported" in row.hat_curve.reason


def test_attempt_noise() -> None:
    assert "ATTEMPT_NOISE" in codes(study(attempts=3))


def test_unequal_attempts_and_errors_are_missing_data() -> None:
    table = outcomes(study())
    failed = table.with_columns(
        outcome=pl.when((pl.col("language") == "de") & (pl.col("item") == "q004") & (pl.col("attempt") < 3))
        .then(pl.lit("error"))
        .otherwise(pl.col("outcome"))
    )
    assert "UNEQUAL_ATTEMPTS" in codes(failed)
    assert "UNEQUAL_ATTEMPTS" not in codes(failed, "sw")


def test_unparsed_share_differs() -> None:
    table = outcomes(study())
    wrong = (pl.col("outcome") == "wrong") & (pl.col("language") == "sw")
    unread = table.with_columns(
        outcome=pl.when(wrong & (pl.col("attempt") < 2)).then(pl.lit("unparsed")).otherwise(pl.col("outcome"))
    )
    assert "UNPARSED_DIFFERS" in codes(unread, "sw")
    assert "UNPARSED_DIFFERS" in codes(unread, "macro")
    assert "UNPARSED_DIFFERS" not in codes(unread, "de")


def test_duplicate_runs() -> None:
    table = study(systems={"A": 0.8})
    twin = table.with_columns(system=pl.lit("B"))
    rows = hatscore.score(pl.concat([table, twin]))
    flags = {row.system: [flag.code for flag in row.flags] for row in rows}
    assert "DUPLICATE_RUNS" in flags["B"]
    first = table.filter(pl.col("attempt") == 0)
    copies = pl.concat([first, first.with_columns(attempt=pl.lit(1, pl.Int64))])
    assert "DUPLICATE_RUNS" in codes(copies)
    assert "DUPLICATE_RUNS" not in codes(table)


def test_flags_are_a_closed_set_with_advice() -> None:
    with pytest.raises(ValueError, match="unknown flag"):
        Flag("SURPRISE", "?")
    for code, advice in ADVICE.items():
        assert code == code.upper()
        assert advice.endswith(".")
        assert str(Flag(code, "Seen.")) == f"{code}: Seen. {advice}"
