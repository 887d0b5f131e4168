"""Cost per attempt and peak memory from 1 to 100 million attempts in Parquet, side by side in one run.

Run with ``python -m benchmarks.size [--millions 1 10 100] [--bare] [--mixed] [--folder FOLDER]``. Each size
is a folder of 20 Parquet files, 10 attempts a cell, rows in the order of a run that asks many at once: a file
a system, with languages and items mixed. ``--mixed`` mixes the systems as well, which is the worst order:
rows of one cell are as far apart as they can be. Each is scored in a process of its own, from the start of
Python to the scores; the cost per attempt is what comes on top of a study of 8,000 attempts, whose time is
the start of Python and the imports. On a machine that is shared, read the processor's seconds.
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


def write(folder: Path, millions: float, *, mixed: bool = False) -> str:
    """Write the files of one size; the glob that names them."""
    rows = round(millions * 1e6) // SYSTEMS
    items = rows // (BENCHMARKS * LANGUAGES * ATTEMPTS)
    rows = items * BENCHMARKS * LANGUAGES * ATTEMPTS
    place = folder / f"{millions:g}{'-mixed' * mixed}"
    place.mkdir(exist_ok=True)
    # A step that shares no factor with the number of rows visits each once, in an order that looks random.
    total = rows * SYSTEMS if mixed else rows
    step = int(total * 0.618) | 1
    while _common_factor(step, total) > 1:
        step += 2
    tags, names = pl.Series("language", TAGS), pl.Series([f"acme/system-{n:02}" for n in range(SYSTEMS)])
    for file in range(SYSTEMS):
        path = place / f"system-{file:02}.parquet"
        if path.exists():
            continue
        first = file * rows if mixed else 0
        frame = pl.select(row=pl.int_range(first, first + rows, dtype=pl.Int64)).lazy()
        frame = frame.select((pl.col("row") * step % total).alias("cell"))
        system = pl.col("cell") // rows if mixed else pl.lit(file)
        cell = pl.col("cell") % rows
        language, rest = cell % LANGUAGES, cell // LANGUAGES
        attempt, rest = rest % ATTEMPTS, rest // ATTEMPTS
        benchmark, item = rest % BENCHMARKS, rest // BENCHMARKS
        chance = ((item * 2654435761 + benchmark * 40503 + system * 97) % 1000) * (10 - language) / 10
        drawn = (cell * 1103515245 + 12345 + system * 7919) // 64 % 1000
        frame.select(
            pl.lit(names).gather(system).alias("system"),
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


def measured(code: str) -> tuple[float, float, float]:
    """Seconds, seconds of the processor, and peak memory (GB) of a fresh Python process."""
    start = time.perf_counter()
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"the process ended with status {status}")
    return time.perf_counter() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--millions", type=float, nargs="+", default=[1, 10, 100])
    parser.add_argument("--folder", type=Path, help="keep the files here")
    parser.add_argument("--bare", action="store_true", help="also Polars' bare group-by")
    parser.add_argument("--mixed", action="store_true", help="systems mixed as well")
    options = parser.parse_args()
    codes = {"hatscore": SCORE, **({"bare group-by": BARE} if options.bare else {})}
    with TemporaryDirectory() as temporary:
        folder = options.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        small = write(folder, 0.008)
        start = {}
        for name, code in codes.items():
            times = [measured(code.format(glob=small))[:2] for _ in range(3)]
            start[name] = [min(kind) for kind in zip(*times, strict=True)]
            print(f"8,000, {name}: {start[name][0]:.2f} s, {start[name][1]:.2f} of the processor", flush=True)
        for millions in options.millions:
            glob = write(folder, millions, mixed=options.mixed)
            for name, code in codes.items():
                *seconds, memory = measured(code.format(glob=glob))
                each = [(s - first) / millions for s, first in zip(seconds, start[name], strict=True)]
                print(
                    f"{millions:g} million, {name}: {seconds[0]:.1f} s, {each[0]:.3f} us an attempt "
                    f"({each[1]:.3f} of the processor), {memory:.2f} GB at most",
                    flush=True,
                )


if __name__ == "__main__":
    main()
