"""Cost per attempt and peak memory from 1 to 100 million attempts in Parquet, side by side in one run.

Run with ``python -m benchmarks.size [--millions 1 10 100] [--folder FOLDER]``. Each size is a folder of
Parquet files, one a system, rows in the order of a run that asks many at once (mixed languages and items), 10
attempts a cell. Each is scored in a process of its own, from the start of Python to the scores; the cost per
attempt is what comes on top of a study of 8,000 attempts, whose time is the start of Python and the imports.
"""

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import polars as pl

SYSTEMS, BENCHMARKS, LANGUAGES, ATTEMPTS = 20, 4, 10, 10
TAGS = ("en", "sw", "de", "fr", "zh", "ja", "bn", "te", "th", "ru")
SCORE = """
import hatscore
scores = hatscore.score({glob!r}, by="language")
print(len(scores))
"""
BARE = """
import polars as pl
keys = ["system", "benchmark", "item", "language"]
frame = pl.scan_parquet({glob!r}).group_by(keys).agg(pl.len(), pl.col("score").sum())
print(frame.collect(engine="streaming").height)
"""


def write(folder: Path, millions: float) -> str:
    """Write the files of one size; the glob that names them."""
    rows = round(millions * 1e6) // SYSTEMS
    items = rows // (BENCHMARKS * LANGUAGES * ATTEMPTS)
    rows = items * BENCHMARKS * LANGUAGES * ATTEMPTS
    place = folder / f"{millions:g}"
    place.mkdir(exist_ok=True)
    # A step that shares no factor with the number of rows visits each once, in an order that looks random.
    step = next(n for n in range(int(rows * 0.618) | 1, rows) if all(n % p and rows % n for p in (2, 5)))
    while _common_factor(step, rows) > 1:
        step += 2
    tags = pl.Series("language", TAGS)
    for system in range(SYSTEMS):
        path = place / f"system-{system:02}.parquet"
        if path.exists():
            continue
        cell = (pl.col("row") * step % rows).alias("cell")
        frame = pl.select(row=pl.int_range(rows, dtype=pl.Int64)).lazy().select(cell)
        language, rest = pl.col("cell") % LANGUAGES, pl.col("cell") // LANGUAGES
        attempt, rest = rest % ATTEMPTS, rest // ATTEMPTS
        benchmark, item = rest % BENCHMARKS, rest // BENCHMARKS
        chance = ((item * 2654435761 + benchmark * 40503 + system * 97) % 1000) * (10 - language) / 10
        drawn = (pl.col("cell") * 1103515245 + 12345 + system * 7919) // 64 % 1000
        frame.select(
            pl.lit(f"acme/system-{system:02}").alias("system"),
            ("benchmark-" + benchmark.cast(pl.String)).alias("benchmark"),
            item.cast(pl.String).alias("item"),
            pl.lit(tags).gather(language).alias("language"),
            attempt.alias("attempt"),
            (drawn < chance).cast(pl.Float64).alias("score"),
        ).collect().write_parquet(path)
    return str(place / "*.parquet")


def _common_factor(first: int, second: int) -> int:
    while second:
        first, second = second, first % second
    return first


def measured(code: str) -> tuple[float, float]:
    """Seconds and peak memory (GB) of a fresh Python process."""
    start = time.perf_counter()
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"the process ended with status {status}")
    return time.perf_counter() - start, usage.ru_maxrss / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--millions", type=float, nargs="+", default=[1, 10, 100])
    parser.add_argument("--folder", type=Path, help="keep the files here")
    parser.add_argument("--bare", action="store_true", help="also Polars' bare group-by")
    options = parser.parse_args()
    with TemporaryDirectory() as temporary:
        folder = options.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        start = min(measured(SCORE.format(glob=write(folder, 0.008)))[0] for _ in range(3))
        print(f"start, imports and 8,000 attempts: {start:.2f} s", flush=True)
        for millions in options.millions:
            glob = write(folder, millions)
            for name, code in {
                "hatscore": SCORE,
                **({"bare group-by": BARE} if options.bare else {}),
            }.items():
                seconds, memory = measured(code.format(glob=glob))
                each = (seconds - start) / millions
                figures = f"{seconds:.1f} s, {each:.2f} us an attempt, {memory:.2f} GB at most"
                print(f"{millions:g} million, {name}: {figures}", flush=True)


if __name__ == "__main__":
    main()
