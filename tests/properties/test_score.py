"""What holds for scores of any attempts at all, good or hopeless?"""

import json
from math import isfinite

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.budget import examples
from tests.properties.tables import SEEDS, Plain, near, numbers, tables

import hatscore
from hatscore.results.saved import load_scores

ESTIMATES = ("hat", "hat_corrected", "hat_curve", "bend")


def rows(table: pl.DataFrame, **options: object) -> dict[tuple[str, str], Plain]:
    found = hatscore.score(table, by="all", **options)  # type: ignore[arg-type]
    return {(row.system, row.target): row.to_dict() for row in found}


def without(row: Plain, *names: str) -> Plain:
    return {name: value for name, value in row.items() if name not in names}


@given(tables())
@examples(15)
def test_rows_are_whole_finite_and_never_of_zero_width(table: pl.DataFrame) -> None:
    for row in hatscore.score(table, by="all"):
        assert all(isfinite(number) for number in numbers(row.to_dict()))
        for name in ("source_accuracy", "target_accuracy", "overall_success"):
            assert 0 <= getattr(row, name) <= 1
        assert row.xlt_gap == pytest.approx(row.source_accuracy - row.target_accuracy)
        assert 0 < row.n_items <= table["item"].n_unique()
        for name in ESTIMATES:
            estimate = getattr(row, name)
            if estimate.interval:
                assert estimate.interval.low < estimate.interval.high
                assert estimate.interval.high - estimate.interval.low > 1e-9
            else:
                assert estimate.reason, "no interval is not silent"
        if row.hat.value is not None and row.hat.interval and row.hat.interval.method == "fieller":
            assert row.hat.interval.low <= row.hat.value <= row.hat.interval.high


@given(tables(), SEEDS)
@examples(10)
def test_the_order_of_rows_does_not_change_a_bit(table: pl.DataFrame, seed: int) -> None:
    shuffled = table.sample(fraction=1.0, shuffle=True, seed=seed)
    assert hatscore.score(shuffled, by="all").to_json() == hatscore.score(table, by="all").to_json()


@given(tables(systems=2, complete=True))
@examples(10)
def test_names_of_systems_items_and_benchmarks_are_only_names(table: pl.DataFrame) -> None:
    renamed = table.with_columns(
        system=pl.col("system").replace({"A": "ü/2 | x", "B": "a"}),
        item="z" + pl.col("item").str.reverse(),
        benchmark=pl.lit("other"),
        attempt=100 - 3 * pl.col("attempt"),
    )
    plain, other = rows(table), rows(renamed)
    for (system, target), row in plain.items():
        found = other[{"A": "ü/2 | x", "B": "a"}[system], target]
        names = ("system", "benchmark", "signature", "flags")
        assert near(without(found, *names), without(row, *names))
        # Of two systems with the same counts it is the later that is called a copy, by its name.
        other_codes, codes = (set(one["flags"]) - {"DUPLICATE_RUNS"} for one in (found, row))
        assert other_codes == codes


@given(tables(targets=3, complete=True))
@examples(8)
def test_names_of_target_languages_are_only_names(table: pl.DataFrame) -> None:
    swapped = {"de": "sw", "ja": "de", "sw": "ja"}
    plain, other = rows(table), rows(table.with_columns(pl.col("language").replace(swapped)))
    for (system, target), row in plain.items():
        found = other[system, swapped.get(target, target)]
        assert near(
            without(found, "target", "signature", "flags", "reasons"),
            without(row, "target", "signature", "flags", "reasons"),
        )


@given(tables(systems=3))
@examples(10)
def test_a_further_system_changes_no_other(table: pl.DataFrame) -> None:
    alone, together = rows(table.filter(pl.col("system") == "B")), rows(table)
    for key, row in alone.items():
        assert near(without(together[key], "flags"), without(row, "flags"))


@given(tables(targets=1))
@examples(10)
def test_the_macro_of_one_language_is_that_language(table: pl.DataFrame) -> None:
    found = rows(table)
    for (system, target), row in found.items():
        if target == "macro":
            own = found[system, "de"]
            skip = ("target", "signature", "eclektic_transfer", "flags", "reasons")
            assert near(without(row, *skip), without(own, *skip))


@given(tables(systems=1, complete=True, items=(8, 25)))
@examples(10)
def test_all_items_twice_keep_every_estimate(table: pl.DataFrame) -> None:
    twice = pl.concat([table, table.with_columns(item=pl.col("item") + "b")])
    for key, row in rows(twice).items():
        before = rows(table)[key]
        for name in ("hat", "hat_corrected"):
            if before[name] is not None:
                assert row[name] == pytest.approx(before[name], rel=1e-9)
            if before[f"{name}_low"] is not None and row[f"{name}_low"] is not None:
                widths = [r[f"{name}_high"] - r[f"{name}_low"] for r in (before, row)]
                assert widths[1] < widths[0]
        assert row["target_accuracy"] == pytest.approx(before["target_accuracy"])


@given(tables(systems=1, complete=True), st.sampled_from([0.5, 0.25]))
@examples(10)
def test_half_the_target_scores_are_half_the_slopes(table: pl.DataFrame, factor: float) -> None:
    score = pl.when(pl.col("language") == "en").then(pl.col("score")).otherwise(pl.col("score") * factor)
    halved, plain = rows(table.with_columns(score)), rows(table)
    for key, row in plain.items():
        for name in ("hat", "hat_corrected", "transfer_score"):
            if row[name] is not None:
                assert halved[key][name] == pytest.approx(factor * row[name], rel=1e-9)


@given(tables(systems=1, targets=1, complete=True, items=(10, 25)))
@examples(10)
def test_a_copy_of_the_source_has_a_published_hat_of_1(table: pl.DataFrame) -> None:
    source = table.filter(pl.col("language") == "en")
    copy = pl.concat([source, source.with_columns(language=pl.lit("sw"))])
    (row,) = hatscore.score(copy, by="language")
    if row.hat.value is not None:
        assert row.hat.value == pytest.approx(1.0, abs=1e-12)
        assert row.hat.interval is None, "every item gives the same slope"
        assert "NO_VARIATION" in [flag.code for flag in row.flags]
    assert row.xlt_gap == 0


@given(tables(complete=True), st.integers(100, 400), SEEDS, st.sampled_from([0.8, 0.99]))
@examples(8)
def test_options_that_cannot_matter_do_not(table: pl.DataFrame, draws: int, seed: int, level: float) -> None:
    """No draws are made on complete grids; a level moves ends and not estimates; nothing is there to drop."""
    plain = rows(table)
    idle = rows(table, draws=draws, rng=seed, unparsed="drop", truncated="drop", missing="drop", source="en")
    for key, row in plain.items():
        assert without(idle[key], "signature") == without(row, "signature")
    for key, row in rows(table, level=level).items():
        for name in ESTIMATES:
            if None not in (row[name], plain[key][name]):
                assert row[name] == plain[key][name]
    for estimator in ("published", "curve"):
        for key, row in rows(table, estimator=estimator).items():
            assert without(row, "signature") == without(plain[key], "signature"), "only the headline"


@given(tables())
@examples(8)
def test_rows_of_one_kind_are_those_among_all(table: pl.DataFrame) -> None:
    everything = {(row.system, row.target): row.to_dict() for row in hatscore.score(table, by="all")}
    for by in ("macro", "language", "pooled"):
        for row in hatscore.score(table, by=by):
            assert row.to_dict() == everything[row.system, row.target]


@given(tables())
@examples(8)
def test_json_holds_everything_and_comes_back(table: pl.DataFrame) -> None:
    import tempfile
    from pathlib import Path

    scores = hatscore.score(table, by="all")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "scores.json"
        text = scores.to_json(path)
        assert json.loads(text) == json.loads(json.dumps(scores.to_dict()))
        assert load_scores(path).to_dict() == scores.to_dict()
    assert scores.to_frame().height == len(scores)
