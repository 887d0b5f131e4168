"""Score a full study, against Polars' bare group-by and pandas with statsmodels (make bench).

Everything is timed in one run on one machine; read the ratios, not the seconds. The pandas and
statsmodels way (a slope through the origin for each cell, 2,000 bootstrap refits for its interval)
is timed on a few cells and multiplied, since all of them would take the better part of an hour.
"""

import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import statsmodels.api as sm
from benchmarks.full_study import write

import hatscore

REPEATS, REFITS, CELLS = 7, 2_000, 6
KEYS = ["system", "benchmark", "item", "language"]


def median_time(call: Callable[[], object]) -> float:
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return float(np.median(times))


def bare_group_by(path: Path) -> pl.DataFrame:
    frame = pl.scan_parquet(path).group_by(KEYS).agg(pl.len(), pl.col("score").sum())
    return frame.collect()


def statsmodels_cells(path: Path) -> tuple[float, int]:
    """Seconds for reading and for all cells, from a few of them; number of cells."""
    start = time.perf_counter()
    table = pd.read_parquet(path)
    rates = table.groupby(KEYS, sort=False)["score"].mean().unstack("language")
    reading = time.perf_counter() - start
    cells = [
        (system, benchmark, language)
        for (system, benchmark), rows in rates.groupby(level=["system", "benchmark"])
        for language in rows.columns[rows.notna().any()]
        if language != "en"
    ]
    rng = np.random.default_rng(0)
    start = time.perf_counter()
    for system, benchmark, language in cells[:: max(1, len(cells) // CELLS)][:CELLS]:
        pairs = rates.xs((system, benchmark))[["en", language]].dropna()
        for _ in range(REFITS):
            drawn = pairs.iloc[rng.integers(0, len(pairs), len(pairs))]
            sm.OLS(drawn[language], drawn[["en"]]).fit()
    each = (time.perf_counter() - start) / CELLS
    return reading + each * len(cells), len(cells)


def peak_memory(path: Path) -> float:
    """Largest resident size of a fresh process that scores the file, in GB."""
    code = f"import hatscore; hatscore.score({str(path)!r}, by='language')"
    subprocess.run([sys.executable, "-c", code], check=True)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1e6


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        paths = write(Path(folder))
        rows = pl.scan_parquet(paths["sorted"]).select(pl.len()).collect().item()
        print(f"{rows:,} attempts; medians of {REPEATS}")
        for order, path in paths.items():
            bare = median_time(lambda path=path: bare_group_by(path))  # type: ignore[misc]
            ours = median_time(lambda path=path: hatscore.score(path, by="language"))  # type: ignore[misc]
            print(f"rows {order}: bare group-by {bare:.3f} s, hatscore {ours:.3f} s, {ours / bare:.2f} times")
        print(f"peak memory {peak_memory(paths['as they arrive']):.2f} GB")
        theirs, cells = statsmodels_cells(paths["as they arrive"])
        print(
            f"pandas + statsmodels, {cells} cells, {REFITS:,} refits each, from {CELLS} cells: "
            f"{theirs:,.0f} s, {theirs / ours:,.0f} times hatscore"
        )


if __name__ == "__main__":
    main()
