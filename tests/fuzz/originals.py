"""Whole files of every form that is read, as the fuzzing starts from them."""

import gzip
import json
import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
from tests.readers.test_simple_evals import RIGHT, mgsm
from tests.scoring.studies import study

FIXTURES = Path(__file__).parents[1] / "fixtures"

FOLDERS = {
    "lm-eval new": "lm_eval/v_new_repeats1",
    "lm-eval old": "lm_eval/v_old",
    "lm-eval repeats": "lm_eval/v_new_repeats4",
    "lm-eval choice": "lm_eval/v_new_choice",
    "lm-eval majority": "lm_eval/v_new_maj",
    "lm-eval subsets": "lm_eval/v_new_prox",
    "every-eval-ever": "every_eval_ever/v0.3.0/from_lm_eval",
    "helm": "helm/v0.5.16",
    "lighteval": "lighteval/v0.13.0",
    "open-llm": "open_llm/lighteval_v0.8.1",
}
INSPECT = {
    "inspect 0.3.285 sums.eval": "0.3.285/sums.eval",
    "inspect 0.3.285 parallel.eval": "0.3.285/parallel.eval",
    "inspect 0.3.285 json": "0.3.285/sums_sw.json",
    "inspect 0.3.140": "0.3.140/sums_sw.eval",
    "inspect 0.3.58 json": "0.3.58/sums_sw.json",
    "inspect 0.3.58 broken": "0.3.58/broken_sw.eval",
    "inspect 0.3.20": "0.3.20/sums_sw.json",
}


def simple_evals(folder: Path) -> None:
    mgsm(folder / "mgsm_toy_20250101_120000_allresults.json", RIGHT)


def csv(folder: Path) -> None:
    study(items=6, attempts=3).write_csv(folder / "a.csv")


def packed_csv(folder: Path) -> None:
    text = study(items=6, attempts=3).write_csv()
    (folder / "a.csv.gz").write_bytes(gzip.compress(text.encode(), mtime=0))


def json_lines(folder: Path) -> None:
    study(items=6, attempts=3).write_ndjson(folder / "a.jsonl")


def parquet(folder: Path) -> None:
    study(items=6, attempts=3).write_parquet(folder / "a.parquet")


def arrow(folder: Path) -> None:
    study(items=6, attempts=3).write_ipc(folder / "a.arrow")


def sqlite(folder: Path) -> None:
    frame = study(items=6, attempts=3)
    with closing(sqlite3.connect(folder / "a.db")) as database:
        database.execute(f"CREATE TABLE answers ({', '.join(frame.columns)})")
        database.executemany(f"INSERT INTO answers VALUES ({', '.join('?' * frame.width)})", frame.rows())
        database.commit()


def duck(folder: Path) -> None:
    frame: pl.DataFrame = study(items=6, attempts=3)
    with duckdb.connect(str(folder / "a.duckdb")) as database:
        database.register("frame", frame.to_arrow())
        database.execute("CREATE TABLE answers AS SELECT * FROM frame")


MADE: dict[str, Callable[[Path], None]] = {
    "simple-evals": simple_evals,
    "csv": csv,
    "csv.gz": packed_csv,
    "jsonl": json_lines,
    "parquet": parquet,
    "arrow": arrow,
    "sqlite": sqlite,
    "duckdb": duck,
}
NAMES = [*FOLDERS, *INSPECT, *MADE]


def make(name: str, folder: Path) -> dict[str, Any]:
    """Write one form into a folder; gives the arguments of `hatscore.read` that it needs."""
    if name in FOLDERS:
        shutil.copytree(FIXTURES / FOLDERS[name], folder, dirs_exist_ok=True)
        for path in folder.rglob("expected_*.json"):
            path.unlink()
        if name == "open-llm":
            for path in list(folder.rglob("*.parquet")):
                path.rename(path.with_name(lighteval_name(path.name)))
    elif name in INSPECT:
        shutil.copy(FIXTURES / "inspect_ai" / INSPECT[name], folder / Path(INSPECT[name]).name)
    else:
        MADE[name](folder)
    if name in ("sqlite", "duckdb"):
        return {"query": "SELECT * FROM answers"}
    if name == "open-llm":
        # Tasks with a dot before the language, which only a pattern can tell.
        return {"pattern": r"(?P<benchmark>\w+)[.:_](?P<language>en|sw)(_mcf)?"}
    return {"filter": "score-first"} if name == "lm-eval majority" else {}


def lighteval_name(name: str) -> str:
    """The name that lighteval gives a file; the fixtures are without its signs."""
    front, _, task = name.rpartition("details_")
    told = re.sub(r"\.(?=(en|sw)-)", ":", task.replace("-", "|", 1)).replace("-0_", "|0_")
    return f"{front}details_{told}"


def is_json(content: bytes) -> bool:
    try:
        json.loads(content)
    except ValueError:
        return False
    return True
