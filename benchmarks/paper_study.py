"""Every analysis of the paper over a study of full size (make bench): 4.9 million attempts.

The attempts are those of `benchmarks.full_study` with the facts and columns that all analyses use: sizes,
dates, families, two settings for five checkpoints, read answers, thinking tokens. Each command runs in a
process of its own, from the start of Python to the written files.
"""

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import polars as pl
from benchmarks.full_study import SYSTEMS, simulate
from benchmarks.study import KEYS

FACTS = """
[[system]]
name = "system-{system:02d}"
family = "family-{family}"
released = 202{year}-0{month}-01
total_billions = {size}
checkpoint = "model-{checkpoint:02d}"
{thinking}
"""


def write_facts(path: Path) -> None:
    rows = []
    for system in range(SYSTEMS):
        # Systems 10 to 19 are five checkpoints with two settings each.
        checkpoint = system if system < 10 else 10 + (system - 10) // 2
        rows.append(
            FACTS.format(
                system=system,
                family=checkpoint % 5,
                year=4 + checkpoint % 3,
                month=1 + checkpoint % 9,
                size=round(1.5**checkpoint, 2),
                checkpoint=checkpoint,
                thinking=f'thinking = "{"on" if system % 2 else "off"}"' if system >= 10 else "",
            )
        )
    path.write_text("\n".join(rows), encoding="utf-8")


def write_attempts(path: Path) -> int:
    rng = np.random.default_rng(1)
    table = simulate(rng)
    wrong = rng.integers(0, 5, size=table.height)
    table = table.with_columns(
        pl.when(pl.col("score") == 1)
        .then(pl.lit("42"))
        .otherwise(pl.Series(wrong).cast(pl.String))
        .alias("final_answer"),
        pl.Series("thinking_tokens", rng.poisson(400, size=table.height)),
    )
    table.write_parquet(path)
    return table.height


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        attempts, facts = folder / "attempts.parquet", folder / "systems.toml"
        rows = write_attempts(attempts)
        write_facts(facts)
        commands = {
            "study": ["study", str(attempts), "-o", str(folder / "study"), "--systems-file", str(facts)],
            "compare, all pairs, macro": ["compare", str(attempts), "--format", "json"],
            "compare, all pairs, by language": [
                "compare",
                str(attempts),
                "--by",
                "language",
                "--format",
                "json",
            ],
            "decompose, chain of 20, by language": [
                *("decompose", str(attempts), "--by", "language", "--format", "json", "--systems"),
                *(f"system-{system:02d}" for system in range(SYSTEMS)),
            ],
        }
        start = time.perf_counter()
        pl.scan_parquet(attempts).group_by(KEYS).agg(pl.len(), pl.col("score").sum()).collect()
        bare = time.perf_counter() - start
        print(f"{rows:,} attempts; Polars' bare group-by of the file: {bare:.2f} s")
        for what, words in commands.items():
            start = time.perf_counter()
            subprocess.run([sys.executable, "-m", "hatscore", *words], check=True, stdout=subprocess.DEVNULL)
            took = time.perf_counter() - start
            print(f"{what}: {took:.1f} s, {took / bare:.0f} times the group-by", flush=True)
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 2**20
        print(f"peak memory of a process: {peak:.2f} GB")


if __name__ == "__main__":
    main()
