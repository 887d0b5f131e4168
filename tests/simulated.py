"""A simulated study for tests (make it again: python -m tests.simulated).

Four made-up systems answer 40 items in 11 languages, 10 attempts each. The truth of each system is
a profile (how much of the source pass rate each language keeps) and a source mix (how able it is):
demo-large-v2 is demo-large with a better source and the same profile; demo-large-x is demo-large
with the same source and a better profile; demo-small is behind in both.
"""

from pathlib import Path

import numpy as np
import polars as pl

SEED = 20260621
ITEMS, ATTEMPTS = 40, 10
KEPT = {
    "bn": 0.72, "de": 0.95, "es": 0.96, "fr": 0.94, "ja": 0.85,
    "ru": 0.90, "sw": 0.60, "te": 0.62, "th": 0.78, "zh": 0.90,
}  # fmt: skip
"""Share of the source pass rate that demo-large keeps in each target language."""

SYSTEMS = {
    "demo-small": ((0.8, 1.0), -0.15),
    "demo-large": ((1.2, 0.8), 0.0),
    "demo-large-v2": ((2.6, 0.6), 0.0),
    "demo-large-x": ((1.2, 0.8), 0.10),
}
"""Beta parameters of the source pass rates, and how much more of them is kept."""

SPREAD = 12.0
"""Concentration of the target pass rates of single items around the profile."""

SIMULATED = Path(__file__).parent / "fixtures" / "simulated" / "attempts.parquet"


def simulate() -> pl.DataFrame:
    """Attempts of all systems, as an attempts table."""
    rng = np.random.default_rng(SEED)
    ability = np.sort(rng.uniform(size=ITEMS))  # the same items are easy for every system
    frames = []
    for system, (mix, more) in SYSTEMS.items():
        source = np.quantile(rng.beta(*mix, size=100_000), ability)
        rates = {"en": source}
        for language, kept in KEPT.items():
            mean = np.clip(min(kept + more, 1.0) * source, 1e-3, 1 - 1e-3)
            rates[language] = rng.beta(SPREAD * mean, SPREAD * (1 - mean))
        for language, rate in rates.items():
            right = rng.uniform(size=(ITEMS, ATTEMPTS)) < rate[:, np.newaxis]
            frames.append(_frame(system, language, right))
    return pl.concat(frames)


def _frame(
    system: str, language: str, right: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]
) -> pl.DataFrame:
    items, attempts = np.indices(right.shape).reshape(2, -1)
    return pl.DataFrame(
        {
            "system": system,
            "benchmark": "simulated",
            "item": [f"q{i + 1:02d}" for i in items],
            "language": language,
            "source_language": "en",
            "attempt": attempts,
            "outcome": np.where(right.ravel(), "right", "wrong"),
        }
    )


if __name__ == "__main__":
    table = simulate()
    SIMULATED.parent.mkdir(exist_ok=True)
    table.write_parquet(SIMULATED, compression="zstd")
    print(f"wrote {table.height:,} attempts to {SIMULATED.name}")
