"""Frames in engines, from a Polars frame."""

import sqlite3
import warnings
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from tests.engines.study import ENGINES, Put, spark_session


@pytest.fixture(scope="session")
def spark() -> Iterator[Any]:
    with warnings.catch_warnings():
        # Spark's own code, at the edge of what it supports: not ours to mend.
        warnings.simplefilter("ignore")
        with spark_session() as session:
            yield session


def in_sqlite(frame: pl.DataFrame, path: Path) -> Any:
    """A table of a new SQLite file, as Ibis sees it."""
    ibis = pytest.importorskip("ibis")
    kinds = {pl.Int64: "INTEGER", pl.Int32: "INTEGER", pl.Float64: "REAL", pl.Boolean: "BOOLEAN"}
    columns = ", ".join(f"{name} {kinds.get(type(kind), 'TEXT')}" for name, kind in frame.schema.items())
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"CREATE TABLE attempts ({columns})")
        marks = ", ".join("?" * frame.width)
        connection.executemany(f"INSERT INTO attempts VALUES ({marks})", frame.iter_rows())
        connection.commit()
    return ibis.sqlite.connect(path).table("attempts")


@pytest.fixture(params=ENGINES)
def put(request: pytest.FixtureRequest) -> Put:
    """Puts rows into an engine."""
    engine: str = request.param
    if engine == "DuckDB":
        import duckdb

        return lambda frame: duckdb.from_arrow(frame.to_arrow())
    if engine == "Ibis (DuckDB)":
        ibis = pytest.importorskip("ibis")
        return lambda frame: ibis.memtable(frame.to_arrow())
    if engine == "Ibis (SQLite)":
        folder: Path = request.getfixturevalue("tmp_path")
        numbers = count()
        return lambda frame: in_sqlite(frame, folder / f"{next(numbers)}.db")
    if engine == "Dask":
        dask = pytest.importorskip("dask.dataframe")
        return lambda frame: dask.from_pandas(frame.to_pandas(), npartitions=3)
    session = request.getfixturevalue("spark")

    def into_spark(frame: pl.DataFrame) -> Any:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return session.createDataFrame(frame.to_arrow()).repartition(2).cache()

    return into_spark
