"""Draw every chart from a simulated study to docs/gallery/, and write docs/gallery.md (make gallery).

The systems do not exist. Their families, sizes, dates and thinking settings are made up; their answers are
drawn from a known truth, so that the pictures show what each chart is for.
"""

import argparse
import tempfile
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

import hatscore
from hatscore.charts.files import chart_bytes
from hatscore.charts.registry import CHARTS, Need, draw

DOCS = Path(__file__).parents[1] / "docs"
SEED = 20260621
ITEMS, ATTEMPTS = 60, 8
SCALE = 1.0
SPREAD = 14.0
"""Concentration of the target pass rates of single items around the profile."""

LANGUAGES = {
    "bn": 0.74, "de": 0.95, "es": 0.96, "fr": 0.94, "ja": 0.85,
    "ru": 0.90, "sw": 0.66, "te": 0.64, "th": 0.78, "zh": 0.90,
}  # fmt: skip
"""Share of the source pass rate that an average system keeps."""

UNREAD = {"ja": 0.05, "th": 0.07, "te": 0.09, "bn": 0.06, "sw": 0.03}
"""How often an answer has no final number that can be read; 0.01 elsewhere."""


@dataclass(frozen=True)
class System:
    """A made-up system: facts, mean source pass rate, and how much more than average it keeps."""

    name: str
    family: str
    released: date
    billions: float
    ability: float
    more: float
    checkpoint: str | None = None
    thinking: str | None = None


SYSTEMS = (
    System("alder-2b", "Alder", date(2024, 5, 2), 2.0, 0.30, -0.10),
    System("alder-9b", "Alder", date(2024, 9, 12), 9.0, 0.52, -0.04),
    System("alder-30b", "Alder", date(2025, 2, 20), 30.0, 0.66, 0.00),
    System("alder-30b-v2", "Alder", date(2025, 8, 7), 30.0, 0.82, 0.01),
    System("alder-30b-v3", "Alder", date(2026, 3, 18), 30.0, 0.84, 0.09),
    System("birch-4b", "Birch", date(2024, 7, 23), 4.0, 0.36, 0.04),
    System("birch-27b", "Birch", date(2025, 4, 3), 27.0, 0.60, 0.07, "birch-27b", "off"),
    System("birch-27b-think", "Birch", date(2025, 4, 3), 27.0, 0.86, 0.12, "birch-27b", "on"),
    System("cedar-7b", "Cedar", date(2025, 1, 15), 7.0, 0.58, -0.12),
    System("cedar-70b", "Cedar", date(2025, 11, 5), 70.0, 0.74, -0.05, "cedar-70b", "off"),
    System("cedar-70b-low", "Cedar", date(2025, 11, 5), 70.0, 0.83, -0.02, "cedar-70b", "low"),
    System("cedar-70b-high", "Cedar", date(2025, 11, 5), 70.0, 0.91, 0.02, "cedar-70b", "high"),
)
FAILING = ("alder-2b", "alder-30b-v3", "birch-27b-think", "cedar-7b")
CHAIN = ("alder-30b", "alder-30b-v2", "alder-30b-v3")

Array = npt.NDArray[Any]


def simulate() -> pl.DataFrame:
    """Attempts of all systems, as an attempts table."""
    rng = np.random.default_rng(SEED)
    easy = np.sort(rng.uniform(size=ITEMS))  # the same items are easy for every system
    length = rng.lognormal(6.5, 0.4, size=ITEMS)
    frames = []
    for system in SYSTEMS:
        mix = rng.beta(2.4 * system.ability, 2.4 * (1 - system.ability), size=100_000)
        source = np.quantile(mix, easy)
        for language in ("en", *LANGUAGES):
            rate = source
            if language != "en":
                kept = min(LANGUAGES[language] + system.more + rng.normal(scale=0.02), 1.0)
                mean = np.clip(kept * source, 1e-3, 1 - 1e-3)
                rate = rng.beta(SPREAD * mean, SPREAD * (1 - mean))
            outcome = _outcomes(rng, system, language, rate)
            tokens = _tokens(rng, system, language, length)
            frames.append(_frame(system.name, language, outcome, tokens))
    return pl.concat(frames)


def _outcomes(rng: np.random.Generator, system: System, language: str, rate: Array) -> Array:
    shape = (ITEMS, ATTEMPTS)
    outcome = np.where(rng.uniform(size=shape) < rate[:, np.newaxis], "right", "wrong").astype("U9")
    wrong = outcome == "wrong"
    luck = rng.uniform(size=shape)
    unparsed = UNREAD.get(language, 0.01) * (2.0 - 1.6 * system.ability) * 3
    cut = 0.10 if system.thinking in ("on", "high") else 0.02
    outcome[wrong & (luck < unparsed)] = "unparsed"
    outcome[wrong & (luck > 1 - cut)] = "truncated"
    outcome[wrong & (luck > 0.5) & (luck < 0.506)] = "refused"
    return outcome


def _tokens(rng: np.random.Generator, system: System, language: str, length: Array) -> Array:
    if system.thinking in (None, "off"):
        return np.zeros((ITEMS, ATTEMPTS))
    longer = 1.0 if language == "en" else 1 + 0.5 * (1 - LANGUAGES[language]) + rng.normal(scale=0.03)
    effort = {"low": 0.4, "on": 1.0, "high": 1.6}[system.thinking or "on"]
    return np.round(effort * longer * length[:, np.newaxis] * rng.lognormal(0, 0.2, size=(ITEMS, ATTEMPTS)))


def _frame(system: str, language: str, outcome: Array, tokens: Array) -> pl.DataFrame:
    items, attempts = np.indices(outcome.shape).reshape(2, -1)
    return pl.DataFrame(
        {
            "system": system,
            "benchmark": "simulated",
            "item": [f"q{i + 1:02d}" for i in items],
            "language": language,
            "source_language": "en",
            "attempt": attempts,
            "outcome": outcome.ravel(),
            "thinking_tokens": tokens.ravel(),
        }
    )


def systems_toml() -> str:
    """What is known of the systems, as --systems-file takes it."""
    blocks = []
    for system in SYSTEMS:
        lines = [
            "[[system]]",
            f'name = "{system.name}"',
            f'family = "{system.family}"',
            f"released = {system.released}",
            f"total_billions = {system.billions}",
        ]
        if system.checkpoint:
            lines += [f'checkpoint = "{system.checkpoint}"', f'thinking = "{system.thinking}"']
        blocks.append("\n".join(lines) + "\n")
    return "\n".join(blocks)


def results(table: pl.DataFrame) -> dict[str, dict[Need, Any]]:
    """What each chart is drawn from; by the rows of its scores."""
    with tempfile.TemporaryDirectory() as folder:
        facts = Path(folder) / "systems.toml"
        facts.write_text(systems_toml(), encoding="utf-8")
        study = hatscore.study(table, systems_file=facts)
    some = table.filter(pl.col("system").is_in(CHAIN))
    shared: dict[Need, Any] = {
        "profile": hatscore.profile(table, system="cedar-70b"),
        "decomposition": hatscore.decompose(table, systems=list(CHAIN)),
        "study": study,
    }
    return {
        "ranking": {"scores": hatscore.score(table), "comparison": hatscore.compare(table)},
        "languages": {"scores": hatscore.score(some, by="language")},
        "failures": {"scores": hatscore.score(table.filter(pl.col("system").is_in(FAILING)))},
        "differences": {"comparison": hatscore.compare(table, systems=list(CHAIN[::2]), by="language")},
        "all": {**shared, "scores": hatscore.score(table, by="all")},
    }


def write(folder: Path, names: list[str]) -> str:
    """Draw, and give the page that shows the pictures."""
    (folder / "gallery").mkdir(parents=True, exist_ok=True)
    sources = results(simulate())
    page = [
        "# Gallery",
        "",
        "Every chart of hatscore, drawn by `make gallery` from a **simulated** study: the systems do not",
        "exist, and their answers come from a known truth. `hatscore chart NAME attempts.csv -o chart.png`",
        "draws one from your own answers; `.svg`, `.pdf`, `.html`, `.json` (Vega-Lite) and `.csv` (the data)",
        "work too.",
        "",
    ]
    for name, kind in CHARTS.items():
        if name in names:
            start = perf_counter()
            picture = chart_bytes(draw(name, sources.get(name, sources["all"])), "png", scale=SCALE)
            (folder / "gallery" / f"{name}.png").write_bytes(picture)
            print(f"{name}: {len(picture) / 1000:.0f} kB, {perf_counter() - start:.2f} s")
        page += [
            f"## `{name}`",
            "",
            f"{kind.title}. {kind.reading}",
            "",
            f"![{kind.title}](gallery/{name}.png)",
            "",
        ]
    return "\n".join(page)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="*", default=list(CHARTS), help="draw these only")
    parser.add_argument("--folder", type=Path, default=DOCS)
    given = parser.parse_args()
    page = write(given.folder, given.only)
    (given.folder / "gallery.md").write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
