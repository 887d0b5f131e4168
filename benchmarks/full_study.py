"""A simulated study of full size: 20 systems, three benchmarks, 4.9 million attempts, as Parquet."""

from pathlib import Path

import numpy as np
import polars as pl

SYSTEMS, ATTEMPTS = 20, 10
BENCHMARKS = {
    "mgsm_rev2": (250, "bn de es fr ja ru sw te th zh"),
    "mmlu_prox_lite": (
        588,
        "af ar bn cs de es fr hi hu id it ja ko mr ne pt ru sr sw te th uk ur vi wo yo zh zu",
    ),
    "eclektic": (384, "de es fr he hi id it ja ko pt zh"),
}


def simulate(rng: np.random.Generator) -> pl.DataFrame:
    """All attempts, by system, benchmark, language, item."""
    frames = []
    for system in range(SYSTEMS):
        for benchmark, (items, languages) in BENCHMARKS.items():
            source = rng.beta(1.0, 0.8, size=items)
            for language in ("en", *languages.split()):
                rate = source if language == "en" else source * rng.uniform(0.5, 1.0)
                right = rng.random((items, ATTEMPTS)) < rate[:, np.newaxis]
                frames.append(_frame(f"system-{system:02d}", benchmark, language, right))
    return pl.concat(frames)


def _frame(
    system: str, benchmark: str, language: str, right: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]
) -> pl.DataFrame:
    items, attempts = right.shape
    return pl.DataFrame(
        {
            "system": [system],
            "benchmark": [benchmark],
            "item": [np.repeat([f"q{i:04d}" for i in range(items)], attempts)],
            "language": [language],
            "source_language": ["en"],
            "attempt": [np.tile(np.arange(attempts), items)],
            "score": [right.ravel().astype(float)],
        }
    ).explode("item", "attempt", "score")


def write(folder: Path) -> dict[str, Path]:
    """Write the study twice: sorted, and in the order in which concurrent calls come back."""
    rng = np.random.default_rng(1)
    table = simulate(rng)
    per_system = table.height // SYSTEMS
    order = np.concatenate([rng.permutation(per_system) + per_system * s for s in range(SYSTEMS)])
    paths = {"sorted": folder / "sorted.parquet", "as they arrive": folder / "arrival.parquet"}
    table.write_parquet(paths["sorted"])
    table[order].write_parquet(paths["as they arrive"])
    return paths
