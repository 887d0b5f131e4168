"""Peak memory at N and 4 N: long texts, a study with answers, and many log files.

Run with ``python -m benchmarks.flat_memory [--only csv] [--folder FOLDER]``. Memory is flat where four times
the input takes not much more: what is kept are the sums of every cell (10 attempts a cell; as many cells in
both sizes, so that only the rows grow). Each figure is of a fresh process, from the start of Python.
"""

import argparse
import gzip
import shutil
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import polars as pl
from benchmarks import other_tools
from benchmarks.lm_eval_folder import write as write_logs
from benchmarks.size import SCORE, measured, write

STUDY = "import hatscore; hatscore.study({glob!r}, systems_file=None)"
MILLIONS = (10, 40)


def rows_of(folder: Path, millions: float) -> pl.LazyFrame:
    """Rows of a study of 10 million attempts, as often as is asked, under other numbers of attempts."""
    times = round(millions / MILLIONS[0])
    rows = pl.scan_parquet(write(folder, MILLIONS[0]))
    return pl.concat(rows.with_columns(pl.col("attempt") + 10 * n) for n in range(times))


def csv(folder: Path, millions: float) -> str:
    path = folder / f"{millions}.csv"
    if not path.exists():
        rows_of(folder, millions).sink_csv(path)
    return str(path)


def packed(folder: Path, millions: float) -> str:
    path = folder / f"{millions}-packed.csv.gz"
    if not path.exists():
        with Path(csv(folder, millions)).open("rb") as plain, gzip.open(path, "wb", compresslevel=1) as file:
            shutil.copyfileobj(plain, file, 2**24)
    return str(path)


def jsonl(folder: Path, millions: float) -> str:
    path = folder / f"{millions}.jsonl"
    if not path.exists():
        rows_of(folder, millions).sink_ndjson(path)
    return str(path)


def answers(folder: Path, millions: float) -> str:
    """Parquet with final answers (right, or one of some wrong ones) and thinking tokens."""
    path = folder / f"{millions}-answers.parquet"
    if not path.exists():
        number = pl.col("attempt") * 7 + pl.col("item").str.len_chars()
        right = pl.col("score") == 1
        rows_of(folder, millions).with_columns(
            final_answer=pl.when(right).then(pl.col("item")).otherwise((number % 9).cast(pl.String)),
            thinking_tokens=pl.col("attempt") * 31 + pl.col("language").str.len_chars(),
        ).sink_parquet(path)
    return str(path)


def logs(folder: Path, millions: float) -> str:
    """lm-eval logs of 4 MB each: 75 and 300 of them."""
    place = folder / f"logs-{millions}"
    if not place.exists():
        write_logs(place, 0.3 * millions / MILLIONS[0])
    print(f"{len(list(place.rglob('samples_*.jsonl')))} files", end=", ")
    return str(place)


def of_tool(write: Callable[..., None]) -> Callable[[Path, float], str]:
    """Logs of another tool: 20 and 80 models in two languages, 4,000 answers of 1,000 characters each."""

    def made(folder: Path, millions: float) -> str:
        place = folder / f"{write.__name__}-{millions}"
        for number in range(0 if place.exists() else round(2 * millions)):
            model = place / f"model-{number:02}"
            model.mkdir(parents=True)
            study = other_tools.rows(500)
            write(study, model, f"m-{number:02}", f"{number} {other_tools.ANSWER * 4}"[:1000])
        return str(place)

    return made


KINDS: dict[str, tuple[Callable[[Path, float], str], str]] = {
    "csv": (csv, SCORE),
    "csv.gz": (packed, SCORE),
    "jsonl": (jsonl, SCORE),
    "study": (answers, STUDY),
    "lm-eval": (logs, SCORE),
    "helm": (of_tool(other_tools.helm), SCORE),
    "every-eval-ever": (of_tool(other_tools.every_eval_ever), SCORE),
    "lighteval": (of_tool(other_tools.lighteval), SCORE),
    "simple-evals": (of_tool(other_tools.simple_evals), SCORE),
    "inspect": (of_tool(other_tools.inspect), SCORE),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=KINDS, nargs="+", default=list(KINDS))
    parser.add_argument("--folder", type=Path, help="keep the files here")
    options = parser.parse_args()
    with TemporaryDirectory() as temporary:
        folder = options.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        for name in options.only:
            make, code = KINDS[name]
            for millions in MILLIONS:
                path = make(folder, millions)
                seconds, processor, memory = measured(code.format(glob=path))
                size = sum(file.stat().st_size for file in _files(Path(path))) / 1e6
                figures = f"{seconds:.0f} s ({processor:.0f} of the processor), {memory:.2f} GB at most"
                print(f"{name}, {size:,.0f} MB: {figures}", flush=True)


def _files(path: Path) -> list[Path]:
    return [file for file in path.rglob("*") if file.is_file()] if path.is_dir() else [path]


if __name__ == "__main__":
    main()
