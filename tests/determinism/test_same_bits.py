"""Are all results the same, bit for bit, whatever the threads, hash seeds, batches and order of the input?"""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest
from tests.determinism.results_of import everything
from tests.scoring.studies import study

from hatscore.attempts import blocks, sums

ROOT = Path(__file__).parents[2]

ENVIRONMENTS = {
    "one thread": {"POLARS_MAX_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "PYTHONHASHSEED": "1"},
    "two threads": {"POLARS_MAX_THREADS": "2", "OPENBLAS_NUM_THREADS": "2", "PYTHONHASHSEED": "2"},
    "four threads": {"POLARS_MAX_THREADS": "4", "OPENBLAS_NUM_THREADS": "4", "PYTHONHASHSEED": "3"},
}


def fractional() -> pl.DataFrame:
    """Four systems, some pairs missing, scores whose sums depend on their order in the last bit."""
    table = study(
        systems={"A": 0.9, "B": 0.6, "C": 0.7, "D": 0.4}, targets=("de", "sw", "ja"), items=45, attempts=5
    )
    number = pl.int_range(pl.len())
    graded = (pl.col("score") * 0.7 + (number * 7919 % 1000) / 3333.3).clip(0, 1)
    return table.with_columns(score=graded).filter(
        (pl.col("language") == "en") | (number.shuffle(seed=3) % 40 != 0) | (pl.col("attempt") == 0)
    )


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("table") / "a.parquet"
    fractional().write_parquet(path, row_group_size=300)
    return path


@pytest.fixture(scope="module")
def expected(table: Path) -> str:
    return everything(table)


@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_threads_and_hash_seeds(name: str, table: Path, expected: str) -> None:
    environment = (
        os.environ | ENVIRONMENTS[name] | {"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])}
    )
    done = subprocess.run(
        [sys.executable, "-m", "tests.determinism.results_of", str(table)],
        capture_output=True,
        check=True,
        env=environment,
        cwd=ROOT,
    )
    assert digest(done.stdout.decode()) == digest(expected), first_difference(done.stdout.decode(), expected)


@pytest.mark.parametrize("seed", [1, 2])
def test_the_order_of_rows(seed: int, table: Path, expected: str, tmp_path: Path) -> None:
    path = tmp_path / table.name
    pl.read_parquet(table).sample(fraction=1.0, shuffle=True, seed=seed).write_parquet(path)
    assert digest(everything(path)) == digest(expected), first_difference(everything(path), expected)


@pytest.mark.parametrize("size", [50, 1000])
def test_the_size_of_batches(size: int, table: Path, expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As for tables too long to be held, in blocks of few rows."""
    monkeypatch.setattr(sums, "_FEW", 0)
    monkeypatch.setattr(sums, "_MOST_AT_ONCE", 0)
    monkeypatch.setattr(blocks, "BLOCK", size)
    monkeypatch.setattr(blocks, "_FEWEST_TO_MERGE", size)
    assert digest(everything(table)) == digest(expected)


def test_the_number_and_order_of_files(table: Path, expected: str, tmp_path: Path) -> None:
    """The same rows in several files, read in the order of other names."""
    frame = pl.read_parquet(table)
    for place, name in enumerate(["c", "a", "b"]):
        frame.gather_every(3, place).write_parquet(tmp_path / f"{name}.parquet")
    found = everything(tmp_path)
    assert digest(found) == digest(expected), first_difference(found, expected)


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def first_difference(found: str, expected: str) -> str:
    pairs = zip(found.splitlines(), expected.splitlines(), strict=False)
    return next(
        (f"{one.strip()} instead of {other.strip()}" for one, other in pairs if one != other), "length"
    )
