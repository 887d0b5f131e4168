import gzip
import json
import shutil
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import polars as pl
import pytest

LM_EVAL = Path(__file__).parents[1] / "fixtures" / "lm_eval"
MODEL = "acme__tiny-1b"
KEYS = ("system", "benchmark", "item", "language", "attempt")
FIRST_TIME, SECOND_TIME = "2026-01-01T00-00-00.000001", "2026-01-02T00-00-00.000001"

Line = dict[str, Any]
Tables = Callable[..., Path]


def sample_file(folder: str, task: str) -> Path:
    """The sample file of a task among the logs that lm-eval wrote."""
    (path,) = (LM_EVAL / folder / MODEL).glob(f"samples_{task}_2*.jsonl")
    return path


def results_file(folder: str) -> Path:
    """The results file of a run of lm-eval."""
    (path,) = (LM_EVAL / folder / MODEL).glob("results_*.json")
    return path


def lines_of(path: Path) -> list[Line]:
    """Parsed lines of a sample file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def write_lines(path: Path, rows: list[Line]) -> Path:
    """Write a sample file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def compress(data: bytes, ending: str) -> bytes:
    """Gzip or Zstandard by the ending."""
    if ending == ".gz":
        return gzip.compress(data)
    name = "compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd"
    compressed: bytes = import_module(name).compress(data)
    return compressed


def rows_of(frame: pl.DataFrame, *columns: str) -> list[tuple[Any, ...]]:
    """Rows with these columns, sorted."""
    return sorted(frame.select(columns).rows())


@pytest.fixture
def copy_of(tmp_path: Path) -> Tables:
    """Copies the logs of a run to a place where they may be changed."""

    def copy(folder: str, *, results: bool = True, model: str = MODEL) -> Path:
        place = tmp_path / folder / model
        shutil.copytree(LM_EVAL / folder / MODEL, place)
        if not results:
            next(place.glob("results_*.json")).unlink()
        return place

    return copy
