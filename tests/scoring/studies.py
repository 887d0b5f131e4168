"""Small simulated studies as attempts tables, for tests."""

from collections.abc import Mapping, Sequence

import numpy as np
import polars as pl


def study(
    *,
    systems: Mapping[str, float] | None = None,
    targets: Sequence[str] = ("de", "sw"),
    items: int = 60,
    attempts: int = 8,
    mix: tuple[float, float] = (1.0, 0.8),
    seed: int = 3,
) -> pl.DataFrame:
    """Systems by name with the slope of their straight profile."""
    rng = np.random.default_rng(seed)
    frames = []
    for system, slope in (systems or {"A": 0.8}).items():
        source = rng.beta(*mix, size=items)
        for language in ("en", *targets):
            rate = source if language == "en" else slope * source
            right = rng.random((items, attempts)) < rate[:, np.newaxis]
            item, attempt = np.indices(right.shape).reshape(2, -1)
            frames.append(
                pl.DataFrame(
                    {
                        "system": system,
                        "benchmark": "b",
                        "item": [f"q{i:03d}" for i in item],
                        "language": language,
                        "source_language": "en",
                        "attempt": attempt,
                        "score": right.ravel().astype(float),
                    }
                )
            )
    return pl.concat(frames)
