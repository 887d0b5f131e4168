import io
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import polars as pl
import pytest

from hatscore.cli.main import main

LM_EVAL = Path(__file__).parents[1] / "fixtures" / "lm_eval"


@dataclass(frozen=True)
class Run:
    """What a call of the command line left behind."""

    code: int
    out: str
    err: str


Hatscore = Callable[..., Run]


@pytest.fixture
def hatscore(monkeypatch: pytest.MonkeyPatch) -> Hatscore:
    """Runs the command line in this process, which is much faster than starting one."""

    def run(*arguments: str | Path) -> Run:
        monkeypatch.setattr(sys, "argv", ["hatscore", *map(str, arguments)])
        out, err = io.StringIO(), io.StringIO()
        code: object = 0
        with redirect_stdout(out), redirect_stderr(err):
            try:
                main()
            except SystemExit as stop:
                code = stop.code
        return Run(code if isinstance(code, int) else int(code is not None), out.getvalue(), err.getvalue())

    return run


def study(
    *, items: int = 40, attempts: int = 6, systems: tuple[str, ...] = ("large", "small")
) -> pl.DataFrame:
    """Attempts whose source pass rates spread from 0 to 1; German keeps more of them than Swahili."""
    rows = []
    for place, system in enumerate(systems):
        for item in range(items):
            able = min(attempts, (item * 7 + 3 * place) % (attempts + 2))
            right = {"en": able, "de": max(able - (item % 3 == 0), 0), "sw": able // 2}
            for language, count in right.items():
                key = (system, "mgsm", f"{item:03d}", language)
                rows += [(*key, attempt, float(attempt < count)) for attempt in range(attempts)]
    names = ["system", "benchmark", "item", "language", "attempt", "score"]
    return pl.DataFrame(rows, schema=names, orient="row")


@pytest.fixture
def attempts_file(tmp_path: Path) -> Path:
    """A table of attempts that can be scored without doubts about its form."""
    path = tmp_path / "attempts.csv"
    study().write_csv(path)
    return path


def zstd_compress(data: bytes) -> bytes:
    """Zstandard, from the standard library where it has it."""
    name = "compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd"
    compressed: bytes = import_module(name).compress(data)
    return compressed
