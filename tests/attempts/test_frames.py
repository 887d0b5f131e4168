"""Does every kind of frame give the same scores?"""

from collections.abc import Callable
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pytest

import hatscore
from hatscore.errors import HatscoreError, InvalidArgument

LEVELS = (0, 1, 2, 4, 4)
STUDY = pl.DataFrame(
    [
        ("m", "mgsm", item, language, attempt, float(attempt < right))
        for item in range(120)
        for language, right in (("en", LEVELS[item % 5]), ("sw", LEVELS[item % 5] // (1 + item % 2)))
        for attempt in range(4)
    ],
    schema=["system", "benchmark", "item", "language", "attempt", "score"],
    orient="row",
)


def as_pandas(frame: pl.DataFrame) -> pd.DataFrame:
    return pd.DataFrame(frame.to_dict(as_series=False))


def as_duckdb(frame: pl.DataFrame) -> Any:
    return duckdb.from_arrow(frame.to_arrow())


KINDS: dict[str, Callable[[pl.DataFrame], Any]] = {
    "Polars": lambda frame: frame,
    "Polars lazy": lambda frame: frame.lazy(),
    "pandas": as_pandas,
    "pandas with Arrow types": lambda frame: as_pandas(frame).convert_dtypes(dtype_backend="pyarrow"),
    "pandas with objects": lambda frame: as_pandas(frame).astype(object),
    "pandas with categories": lambda frame: as_pandas(frame).astype(
        {"system": "category", "language": "category"}
    ),
    "pandas with an index": lambda frame: as_pandas(frame).sample(frac=1, random_state=1),
    "PyArrow": lambda frame: frame.to_arrow(),
    "DuckDB": as_duckdb,
    "Polars categories": lambda frame: frame.with_columns(pl.col("system", "language").cast(pl.Categorical)),
    "Polars enums": lambda frame: frame.with_columns(pl.col("language").cast(pl.Enum(["en", "sw"]))),
    "items as text": lambda frame: frame.with_columns(pl.col("item").cast(pl.String)),
    "scores as truth": lambda frame: frame.with_columns(pl.col("score").cast(pl.Boolean)),
    "scores as integers": lambda frame: frame.with_columns(pl.col("score").cast(pl.Int8)),
    "scores as 32-bit": lambda frame: frame.with_columns(pl.col("score").cast(pl.Float32)),
    "scores as decimals": lambda frame: frame.with_columns(pl.col("score").cast(pl.Decimal(5, 2))),
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_frame_gives_the_same_scores(kind: str) -> None:
    expected = hatscore.score(STUDY, by="all")
    assert hatscore.score(KINDS[kind](STUDY), by="all").to_dict() == expected.to_dict()


def test_the_study_has_something_to_compare() -> None:
    row = hatscore.score(STUDY)[0]
    assert None not in (row.hat.value, row.hat_corrected.value, row.hat_curve.value)
    assert row.hat.value != row.hat_corrected.value


def rows(**columns: list[Any]) -> pd.DataFrame:
    """Two rows with these columns, and the keys that are not among them."""
    keys: dict[str, list[Any]] = {
        "system": ["m"] * 2,
        "benchmark": ["b"] * 2,
        "item": [0] * 2,
        "language": ["en"] * 2,
    }
    return pd.DataFrame(keys | columns)


def table(frame: Any) -> pl.DataFrame:
    from hatscore.api.reading import as_attempts

    return as_attempts(frame).to_frame()


@pytest.mark.parametrize("gap", [None, np.nan, float("nan"), pd.NA, pd.NaT])
def test_gaps_in_columns_of_text_are_empty(gap: Any) -> None:
    frame = rows(outcome=["right", gap], score=[1.0, 0.5])
    frame["outcome"] = frame["outcome"].astype(object)
    assert table(frame)["outcome"].to_list() == ["right", None]


def test_gaps_in_columns_of_numbers_are_empty() -> None:
    frame = rows(score=[1.0, np.nan], outcome=["right", "error"], n_options=[4, np.nan])
    found = table(frame)
    assert found["score"].to_list() == [1.0, None]
    assert found["n_options"].to_list() == [4, None]


def test_integers_that_gaps_turned_into_fractions_are_whole_again() -> None:
    frame = rows(item=[7.0, 8.0], score=[1, 0], attempt=[0.0, 1.0])
    found = table(frame)
    assert found["item"].to_list() == ["7", "8"]
    assert found["attempt"].to_list() == [0, 1]


@pytest.mark.parametrize("column", ["attempt", "n_options"])
def test_a_fraction_is_no_whole_number(column: str) -> None:
    frame = pl.DataFrame(rows(language=["en", "sw"], score=[1, 0]).to_dict("list"))
    with pytest.raises(hatscore.InvalidAttempts, match=f"{column} must be a whole number; got"):
        hatscore.score(frame.with_columns(pl.Series(column, [4.5, 4.0])))


def test_nan_in_a_polars_frame_is_named() -> None:
    """There it is a number that went wrong, and not a gap."""
    with pytest.raises(hatscore.InvalidAttempts, match=r"the frame, row 1: score is not a number \(NaN\)"):
        hatscore.score(
            STUDY.with_columns(
                score=pl.when(pl.int_range(pl.len()) == 0).then(float("nan")).otherwise("score")
            )
        )


def test_the_frame_is_not_changed() -> None:
    frame = as_pandas(STUDY)
    before = frame.copy(deep=True)
    hatscore.score(frame)
    pd.testing.assert_frame_equal(frame, before)


NO_FRAMES = [
    42,
    None,
    object(),
    {"system": ["m"]},
    [1, 2],
    [],
    np.zeros((2, 5)),
    pd.Series([1]),
    pl.Series([1]),
]


@pytest.mark.parametrize("thing", NO_FRAMES, ids=lambda thing: type(thing).__name__)
def test_what_is_no_frame_is_refused(thing: Any) -> None:
    with pytest.raises(
        InvalidArgument, match=f"expected attempts, a path, or a pandas, .*; got {type(thing).__name__}"
    ):
        hatscore.score(thing)


def test_two_columns_of_one_name_are_refused() -> None:
    frame = as_pandas(STUDY)
    frame.insert(0, "score", frame["score"], allow_duplicates=True)
    with pytest.raises(HatscoreError, match="score"):
        hatscore.score(frame)


def test_columns_whose_names_are_no_text_are_no_obstacle() -> None:
    frame = as_pandas(STUDY).assign(extra=1).rename(columns={"extra": 5})
    assert hatscore.score(frame).to_dict() == hatscore.score(STUDY).to_dict()
