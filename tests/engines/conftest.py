"""Frames in engines, from a Polars frame."""

import warnings
from collections.abc import Iterator
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


@pytest.fixture(params=ENGINES)
def put(request: pytest.FixtureRequest) -> Put:
    """Puts rows into an engine."""
    engine: str = request.param
    if engine == "DuckDB":
        import duckdb

        return lambda frame: duckdb.from_arrow(frame.to_arrow())
    if engine == "Ibis":
        ibis = pytest.importorskip("ibis")
        return lambda frame: ibis.memtable(frame.to_arrow())
    if engine == "Dask":
        dask = pytest.importorskip("dask.dataframe")
        return lambda frame: dask.from_pandas(frame.to_pandas(), npartitions=3)
    session = request.getfixturevalue("spark")

    def into_spark(frame: pl.DataFrame) -> Any:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return session.createDataFrame(frame.to_arrow()).repartition(2).cache()

    return into_spark
