"""Are the answers that ship with the package those of the manifest, and graded as we grade today?"""

import tomllib
from hashlib import sha256
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import hatscore
from hatscore.attempts.schema import OUTCOMES, RIGHT
from hatscore.benchmarks.registry import load

FOLDER = Path(hatscore.__file__).parent / "data" / "recorded"


@pytest.fixture(scope="module")
def manifest() -> dict[str, Any]:
    return tomllib.loads((FOLDER / "manifest.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def attempts() -> pl.DataFrame:
    return pl.read_parquet(FOLDER / "attempts.parquet")


def test_the_file_is_that_of_the_manifest(manifest: dict[str, Any], attempts: pl.DataFrame) -> None:
    assert sha256((FOLDER / "attempts.parquet").read_bytes()).hexdigest() == manifest["sha256"]
    assert attempts.height == manifest["attempts"]
    counts = {(row["name"], row["attempts"]) for row in manifest["systems"]}
    assert set(attempts.group_by("system").len().rows()) == counts


def test_every_prompt_has_all_attempts(attempts: pl.DataFrame) -> None:
    keys = ["system", "benchmark", "item", "language"]
    assert (attempts.group_by(keys).agg(pl.col("attempt").sort())["attempt"] == list(range(10))).all()
    assert attempts.select(*keys, "attempt").is_unique().all()
    assert attempts["outcome"].is_in(OUTCOMES).all()
    assert (attempts["score"] == (attempts["outcome"] == RIGHT)).all()


def test_it_asked_the_benchmark_as_it_is(manifest: dict[str, Any]) -> None:
    for name, row in manifest["benchmarks"].items():
        current = load(name, languages=row["languages"]).manifest
        assert current.revision == row["revision"]
        assert {code: current.fingerprints[code] for code in row["languages"]} == row["fingerprints"]


def test_grading_again_gives_the_same_outcomes(manifest: dict[str, Any], attempts: pl.DataFrame) -> None:
    for name, row in manifest["benchmarks"].items():
        benchmark = load(name, languages=row["languages"])
        items = {
            (item.language, item.item): item for language in benchmark.items.values() for item in language
        }
        for kept in attempts.filter(pl.col("benchmark") == name).iter_rows(named=True):
            item = items[kept["language"], kept["item"]]
            assert kept["gold"] == item.gold
            graded = benchmark.grade(kept["response"], item, finish_reason=kept["finish_reason"])
            assert graded.outcome == kept["outcome"], kept
