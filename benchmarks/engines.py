"""Scores of frames in engines: seconds, and rows that leave the engine, side by side in one run.

Needs the dev group, and Java for Spark: ``python -m benchmarks.engines [attempts]``.
"""

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

import hatscore
from hatscore.attempts.engines import EngineAttempts

SYSTEMS, LANGUAGES, ATTEMPTS = 5, 10, 10


def make(path: Path, attempts: int) -> int:
    """Write a study of about so many attempts; the number of its cells."""
    rng = np.random.default_rng(1)
    items = max(2, attempts // (SYSTEMS * LANGUAGES * ATTEMPTS))
    shape = (SYSTEMS, items, LANGUAGES, ATTEMPTS)
    system, item, language, attempt = np.indices(shape, dtype=np.int32).reshape(4, -1)
    rate = rng.beta(1, 0.8, items)[:, np.newaxis, np.newaxis] * np.linspace(1, 0.6, LANGUAGES)[:, np.newaxis]
    tags = pl.Series(["en", "de", "es", "fr", "ja", "ru", "sw", "te", "th", "zh"])
    frame = pl.DataFrame(
        {
            "system": "system " + pl.Series(system).cast(pl.String),
            "benchmark": pl.repeat("bench", system.size, eager=True),
            "item": "item " + pl.Series(item).cast(pl.String),
            "language": tags.gather(pl.Series(language)),
            "attempt": pl.Series(attempt).cast(pl.Int64),
            "score": (rng.random(shape) < rate).astype(float).ravel(),
        }
    )
    frame.write_parquet(path, row_group_size=1_000_000)
    return SYSTEMS * items * LANGUAGES


def in_duckdb(path: str) -> Any:
    import duckdb

    return duckdb.read_parquet(path)


def in_ibis(path: str) -> Any:
    import ibis  # type: ignore[import-untyped]

    return ibis.duckdb.connect().read_parquet(path)


def in_dask(path: str) -> Any:
    import dask.dataframe

    return dask.dataframe.read_parquet(path, split_row_groups=True)


def in_spark(path: str) -> Any:
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master("local-cluster[2,1,2048]").config("spark.ui.enabled", "false")
    for setting in ("spark.driver.host", "spark.driver.bindAddress"):
        builder = builder.config(setting, "127.0.0.1")
    session = builder.config("spark.sql.shuffle.partitions", "4").getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    frame = session.read.parquet(path)
    frame.count()  # the workers start here, which is not what is measured
    return frame


ENGINES: dict[str, Callable[[str], Any]] = {
    "Polars": pl.scan_parquet,
    "DuckDB": in_duckdb,
    "Ibis (DuckDB)": in_ibis,
    "Dask": in_dask,
    "PySpark, 2 workers": in_spark,
}


def main() -> None:
    """Score the same Parquet file in every engine."""
    attempts = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000_000
    brought: list[int] = []
    collect = EngineAttempts.collect

    def watched(self: EngineAttempts, frame: Any) -> pl.DataFrame:
        table = collect(self, frame)
        brought.append(table.height)
        return table

    EngineAttempts.collect = watched  # type: ignore[method-assign]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "attempts.parquet"
        cells = make(path, attempts)
        print(f"{attempts:,} attempts, {cells:,} cells, {path.stat().st_size / 1e6:,.0f} MB of Parquet")
        expected = None
        for name, put in ENGINES.items():
            frame = put(str(path))
            brought.clear()
            start = time.perf_counter()
            found = hatscore.score(frame).to_dict()
            seconds = time.perf_counter() - start
            expected = expected or found
            same = "the same" if found == expected else "DIFFERENT"
            rows = f"{sum(brought):,} rows brought" if brought else "in memory"
            print(f"{name:20} {seconds:6.1f} s   {rows:24} {same} scores and signatures")
            if name.startswith("PySpark"):
                # Left to the end of the process, Spark may print a Java trace of tasks that came too late.
                frame.sparkSession.stop()


if __name__ == "__main__":
    main()
