"""Random attempts tables for the tests of public functions: small, uneven, and often hard to estimate."""

from typing import Any

import numpy as np
import polars as pl
from hypothesis import assume
from hypothesis import strategies as st

SEEDS = st.integers(0, 1_000_000)
TARGETS = ("de", "ja", "sw", "zh")
Plain = dict[str, Any]


@st.composite
def tables(
    draw: st.DrawFn,
    *,
    systems: int | None = None,
    targets: int | None = None,
    complete: bool = False,
    items: tuple[int, int] = (3, 25),
) -> pl.DataFrame:
    """Systems A, B, ...; unless complete, attempts differ in number and pairs are missing."""
    rng = np.random.default_rng(draw(SEEDS))
    count = systems or draw(st.integers(1, 3))
    languages = TARGETS[: targets or draw(st.integers(1, 3))]
    number = draw(st.integers(*items))
    attempts = draw(st.integers(1, 6))
    mix = draw(st.sampled_from([(0.5, 0.5), (1.0, 0.8), (4.0, 0.6), (0.3, 4.0)]))
    rows = []
    for system in "ABCDE"[:count]:
        slope, rates = rng.uniform(0.2, 1.0), rng.beta(*mix, size=number)
        for language in ("en", *languages):
            for item, rate in enumerate(rates):
                if not complete and language != "en" and rng.random() < 0.1:
                    continue
                made = attempts if complete else int(rng.integers(max(1, attempts - 2), attempts + 1))
                right = rng.random(made) < (rate if language == "en" else slope * rate)
                rows += [(system, f"q{item:02d}", language, k, float(x)) for k, x in enumerate(right)]
    # A system without a single pair cannot be scored, which is an error with a test of its own.
    assume(len({system for system, _, language, _, _ in rows if language != "en"}) == count)
    names = ["system", "item", "language", "attempt", "score"]
    return pl.DataFrame(rows, schema=names, orient="row").with_columns(benchmark=pl.lit("b"))


def near(found: Any, expected: Any, tolerance: float = 1e-9) -> bool:
    """Whether two pieces of plain data agree: numbers up to the tolerance, all else exactly."""
    if isinstance(expected, dict):
        return found.keys() == expected.keys() and all(
            near(found[k], expected[k], tolerance) for k in expected
        )
    if isinstance(expected, list):
        return len(found) == len(expected) and all(
            near(one, other, tolerance) for one, other in zip(found, expected, strict=True)
        )
    if isinstance(expected, float) and isinstance(found, (int, float)):
        return abs(found - expected) <= tolerance * max(1.0, abs(expected))
    return bool(found == expected)


def numbers(data: Any) -> list[float]:
    """All numbers in a piece of plain data."""
    if isinstance(data, dict):
        return [number for value in data.values() for number in numbers(value)]
    if isinstance(data, (list, tuple)):
        return [number for value in data for number in numbers(value)]
    return [float(data)] if isinstance(data, (int, float)) and not isinstance(data, bool) else []
