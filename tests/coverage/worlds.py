"""Simulated studies of several systems that share their items, with a known truth."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import polars as pl
from scipy.special import betaincinv, ndtr

from hatscore.options import Options
from hatscore.scoring.panels import Panel, build_panels

Array = npt.NDArray[np.float64]

SPREAD = 6.0
"""Concentration of an item's target pass rate around the profile."""


@dataclass(frozen=True)
class World:
    """A truth.

    Attributes
    ----------
    hats : sequence of float
        Slope of each system's straight profile, the mean over languages.
    mixes : sequence of pair of float
        Beta parameters of each system's source pass rates.
    items, attempts : int
        Size.
    languages : dict of float
        Target languages, and what is added to the slope there.
    shared : float
        Correlation of the items' difficulty between systems.
    shared_luck : bool
        Whether an item's luck in the targets is shared between systems and languages too (slower).
    """

    hats: Sequence[float]
    mixes: Sequence[tuple[float, float]]
    items: int = 250
    attempts: int = 10
    languages: dict[str, float] = field(default_factory=lambda: {"de": 0.0, "ru": 0.0, "sw": 0.0})
    shared: float = 0.7
    shared_luck: bool = True

    @property
    def names(self) -> list[str]:
        return [f"s{place:02d}" for place in range(len(self.hats))]


def rates(world: World, rng: np.random.Generator) -> tuple[Array, Array]:
    """True pass rates: source (systems, items) and target (systems, items, languages).

    Items are easy or hard for all systems alike, and target luck is shared between systems and between
    languages, as with real translated items.
    """
    systems, items, languages = len(world.hats), world.items, len(world.languages)

    def luck(weight: float, *shape: int) -> Array:
        return np.asarray(np.sqrt(weight) * rng.normal(size=shape))

    easy = luck(world.shared, 1, items) + luck(1 - world.shared, systems, items)
    source = np.stack([betaincinv(*mix, ndtr(row)) for mix, row in zip(world.mixes, easy, strict=True)])
    kept = np.array(world.hats)[:, np.newaxis] + np.array(list(world.languages.values()))
    mean = np.clip(kept[:, np.newaxis, :] * source[..., np.newaxis], 1e-6, 1 - 1e-6)
    if not world.shared_luck:
        return source, rng.beta(SPREAD * mean, SPREAD * (1 - mean))
    share = ndtr(
        luck(0.4, 1, items, 1) + luck(0.3, 1, items, languages) + luck(0.3, systems, items, languages)
    )
    target: Array = np.asarray(betaincinv(SPREAD * mean, SPREAD * (1 - mean), share))
    return source, target


def counts(world: World, rng: np.random.Generator) -> pl.DataFrame:
    """What `hatscore.attempts.counts.count_items` would give."""
    source, target = rates(world, rng)
    n = world.attempts
    right = {"en": rng.binomial(n, source)}
    for place, name in enumerate(world.languages):
        right[name] = rng.binomial(n, target[..., place])
    return as_counts(right, world.names, n)


def as_counts(right: dict[str, npt.NDArray[np.int64]], names: list[str], attempts: int) -> pl.DataFrame:
    """Right answers by language, each of shape (systems, items), as counts."""
    frames = []
    for language, table in right.items():
        systems, items = np.indices(table.shape).reshape(2, -1)
        frames.append(
            pl.DataFrame(
                {
                    "system": np.array(names)[systems],
                    "item": items,
                    "language": [language] * table.size,
                    "total": table.ravel().astype(float),
                }
            )
        )
    return pl.concat(frames).with_columns(
        pl.lit("b").alias("benchmark"),
        pl.format("q{}", pl.col("item").cast(pl.String).str.zfill(4)).alias("item"),
        pl.lit("en").alias("source_language"),
        pl.col("total").alias("total_of_squares"),
        *(pl.lit(attempts).alias(name) for name in ("rows", "attempts")),
        *(pl.lit(0).alias(name) for name in ("unparsed", "truncated", "refused", "error")),
    )


def panel(world: World, rng: np.random.Generator) -> Panel:
    """One simulated study as a panel."""
    return build_panels(counts(world, rng), Options())[0]
