"""A small simulated study with everything that charts can show, under any names."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import polars as pl

import hatscore
from hatscore.charts.registry import Need, Results

LANGUAGES = ("en", "de", "sw", "th")
SEED = 7


def attempts(
    systems: Sequence[str],
    *,
    languages: Sequence[str] = LANGUAGES,
    items: int = 20,
    times: int = 4,
    benchmark: str = "bench",
) -> pl.DataFrame:
    """Answers of systems, the later abler; some unparsed, with thinking tokens."""
    rng = np.random.default_rng(SEED)
    shape = (len(systems), len(languages), items, times)
    system, language, item, attempt = (axis.ravel() for axis in np.indices(shape))
    ability = np.linspace(0.45, 0.95, len(systems)) if len(systems) > 1 else np.array([0.7])
    kept = 1 - 0.3 * language / len(languages)
    rate = np.clip(kept * ability[system] * (0.5 + item / items), 0.02, 0.98)
    luck = rng.uniform(size=len(rate))
    outcome = np.where(luck < rate, "right", np.where(luck > 0.97, "unparsed", "wrong"))
    names = {"system": systems, "language": languages}
    places = {"system": system, "language": language}
    tokens = np.round((100 + 15 * language) * rng.lognormal(0, 0.1, size=len(rate)))
    return pl.DataFrame(
        {
            **{key: [names[key][place] for place in places[key]] for key in names},
            "benchmark": benchmark,
            "item": [f"q{number:03d}" for number in item],
            "attempt": attempt,
            "outcome": outcome,
            "thinking_tokens": tokens.astype(int),
        }
    )


def systems_file(systems: Sequence[str], path: Path) -> Path:
    """Facts of the systems: three families, sizes, dates, two settings of a checkpoint in a row."""
    blocks = []
    for place, name in enumerate(systems):
        escaped = "".join(f"\\U{ord(letter):08X}" for letter in name)
        blocks.append(
            f'[[system]]\nname = "{escaped}"\nfamily = "family {place % 3}"\n'
            f"total_billions = {1 + 2 * place}.0\n"
            f"released = {2024 + place % 2}-{1 + place % 12:02d}-15\n"
            f'checkpoint = "c{place // 2}"\nthinking = "{("low", "high")[place % 2]}"\n'
        )
    path.write_text("\n".join(blocks), encoding="utf-8")
    return path


def results(table: pl.DataFrame, folder: Path, *, pair: Sequence[str] | None = None) -> Results:
    """Everything that charts are drawn from."""
    systems = table["system"].unique(maintain_order=True).to_list()
    found: dict[Need, object] = {
        "profile": hatscore.profile(table, system=systems[0]),
        "scores": hatscore.score(table, by="all", draws=100),
        "study": hatscore.study(table, systems_file=systems_file(systems, folder / "systems.toml")),
    }
    if len(systems) > 1:
        found["comparison"] = hatscore.compare(table, systems=pair, draws=100)
        found["decomposition"] = hatscore.decompose(table, systems=pair or systems[:2])
    return found
