"""One study with everything that counting looks at, and the engines that it is put into."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any

import numpy as np
import polars as pl
import pytest

# Ibis sets an option, where it fetches from SQLite, of which pandas 3 says that it will go.
_OPTION = pytest.mark.filterwarnings("ignore:The 'future.infer_string' option is deprecated")
ENGINES = ("DuckDB", "Ibis (DuckDB)", pytest.param("Ibis (SQLite)", marks=_OPTION), "Dask", "PySpark")
Put = Callable[[pl.DataFrame], Any]


def study() -> pl.DataFrame:
    """Two systems, two benchmarks; outcomes, half points, gaps, options, answers, tokens, two spellings."""
    rng = np.random.default_rng(7)
    rows: list[dict[str, Any]] = []
    for system in ("new", "old"):
        for benchmark, items in (("sums", 24), ("facts", 20)):
            for item in range(items):
                rate = rng.beta(1, 0.8)
                cells = [(language, attempt) for language in ("en", "de", "sw") for attempt in range(4)]
                rows += [_row(rng, system, benchmark, item, *cell, rate) for cell in cells]
    return pl.DataFrame(rows, infer_schema_length=None)


def _row(
    rng: np.random.Generator, system: str, benchmark: str, item: int, language: str, attempt: int, rate: float
) -> dict[str, Any]:
    right = rng.random() < rate * (1.0 if language == "en" else 0.7)
    kind = rng.choice(["plain", "unparsed", "truncated", "refused", "error"], p=[0.8, 0.08, 0.05, 0.04, 0.03])
    outcome = ("right" if right else "wrong") if kind == "plain" else str(kind)
    half = benchmark == "facts" and outcome == "wrong" and rng.random() < 0.3
    score = 0.5 if half else None if outcome == "error" or rng.random() < 0.5 else float(outcome == "right")
    return {
        "system": system,
        "benchmark": benchmark,
        "item": item,
        # The same language under two tags, within an item.
        "language": "swa" if language == "sw" and attempt == 3 else language,
        "source_language": "en",
        "attempt": attempt,
        "score": score,
        "outcome": outcome.upper() if attempt == 2 else f" {outcome}" if attempt == 1 else outcome,
        "n_options": 4,
        "revision": "r2",
        "thinking_tokens": int(rng.integers(10, 900)) if rng.random() < 0.9 else None,
        "final_answer": None
        if kind in ("unparsed", "error")
        else str(int(rng.integers(3)) if not right else 9),
        # In attempt 1 of the old system the answers of attempt 0: a run that was copied.
        "response": f"{benchmark} {item} {'x' * 60} {0 if system == 'old' and attempt == 1 else attempt}",
    }


@contextmanager
def spark_session() -> Iterator[Any]:
    """Real PySpark on a cluster of two worker processes on this machine."""
    need_spark()
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master("local-cluster[2,1,1024]").appName("hatscore tests")
    settings = {
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.ui.enabled": "false",
        "spark.sql.shuffle.partitions": "2",
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.session.timeZone": "UTC",
    }
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    try:
        yield session
    finally:
        session.stop()


def need_spark() -> None:
    """Skip the test where Spark cannot run; an error where it is required."""
    required = os.environ.get("HATSCORE_SPARK") == "required"
    if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
        _give_up("there is no Java, which Spark needs (17 or newer)", required)
    if find_spec("pyspark") is None:
        _give_up("pyspark is not installed", required)


def _give_up(reason: str, required: bool) -> None:
    if required:
        raise RuntimeError(f"HATSCORE_SPARK=required, but {reason}.")
    pytest.skip(f"No PySpark: {reason}. With HATSCORE_SPARK=required this is an error.")
