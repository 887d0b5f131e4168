"""Runs of many files put together: systems named, further runs as further attempts, no texts held."""

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import polars as pl

from hatscore.attempts.table import Attempts, Note
from hatscore.errors import InvalidArgument, UnreadableFile
from hatscore.readers.choices import ReadChoices
from hatscore.readers.narrow_rows import NarrowRows, text_share
from hatscore.readers.parallel import read_each
from hatscore.readers.runs import Run, written_by

_TYPES: dict[str, type[pl.DataType]] = {
    "item": pl.String,
    "score": pl.Float64,
    "outcome": pl.String,
    "response": pl.String,
    "gold": pl.String,
    "n_options": pl.Int64,
    "finish_reason": pl.String,
    "prompt_tokens": pl.Int64,
    "answer_tokens": pl.Int64,
    "thinking_tokens": pl.Int64,
    "source_language": pl.String,
    "revision": pl.String,
    "floor": pl.Float64,
    "filter": pl.String,
}
_FILES_AGAIN = 2


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """A file that holds runs.

    Attributes
    ----------
    tool : str
        Whose form it has.
    path : Path
        The file.
    parse : callable
        Its runs, with all rows; can be pickled.
    """

    tool: str
    path: Path
    parse: Callable[[], Iterable[Run]]


@dataclass(frozen=True, slots=True)
class KeptRun:
    """A run without its texts.

    Attributes
    ----------
    run : Run
        Without rows.
    rows : NarrowRows
        Numbered from attempt 0.
    digest : bytes
        Alike for exact copies.
    source : Source
        The file.
    place : int
        Which of the file's runs it is.
    alone : bool
        Whether the file holds no others.
    """

    run: Run
    rows: NarrowRows
    digest: bytes
    source: Source
    place: int
    alone: bool

    def texts(self) -> pl.DataFrame:
        """The rows with their texts, read again.

        Returns
        -------
        polars.DataFrame

        Raises
        ------
        UnreadableFile
            If the file is no longer as it was.
        """
        frames = _parsed(self.source) if self.alone else _frames_again(self.source)
        if self.place >= len(frames):
            raise UnreadableFile(f"{self.source.path} was changed while it was read; read it again.")
        return frames[self.place]


def read_runs(sources: Sequence[Source]) -> list[KeptRun]:
    """Read files one by one, on all cores where that pays, and keep what scoring needs.

    Parameters
    ----------
    sources : sequence of Source
        Files, in the order in which their runs were made.

    Returns
    -------
    list of KeptRun

    Raises
    ------
    UnreadableFile
        If a file is not as its tool writes it.
    """
    jobs = [(source, text_share(len(sources))) for source in sources]
    read = read_each(_keep, jobs, [source.path for source in sources])
    with closing(read):
        return [
            KeptRun(run, rows, digest, source, place, len(kept) == 1)
            for source, kept in zip(sources, read, strict=True)
            for place, (run, rows, digest) in enumerate(kept)
        ]


def _keep(job: tuple[Source, int]) -> list[tuple[Run, NarrowRows, bytes]]:
    source, held = job
    kept = []
    with written_by(source.tool, source.path):
        for run in source.parse():
            whole = _frame(run)
            rows = NarrowRows.of(whole, held=held)
            held -= 0 if rows.texts is None else int(rows.texts.estimated_size())
            kept.append((replace(run, rows=[]), rows, _digest(whole)))
    return kept


def _parsed(source: Source) -> list[pl.DataFrame]:
    with written_by(source.tool, source.path):
        return [_frame(run) for run in source.parse()]


# A file of many runs is asked for once a run. No more files are held, and a race costs only time.
_frames_again = lru_cache(_FILES_AGAIN)(_parsed)


def _frame(run: Run) -> pl.DataFrame:
    always = ("item", "score")
    names = [n for n in _TYPES if n in always or any(row.get(n) is not None for row in run.rows)]
    return pl.DataFrame(
        {name: [row.get(name) for row in run.rows] for name in names},
        schema={name: _TYPES[name] for name in names},
    ).with_columns(pl.int_range(pl.len()).over("item").alias("attempt"))


def _digest(whole: pl.DataFrame) -> bytes:
    digest = hashlib.blake2b(" ".join(whole.columns).encode(), digest_size=16)
    digest.update(whole.hash_rows().to_numpy().tobytes())
    return digest.digest()


def together(runs: Sequence[KeptRun], choices: ReadChoices) -> list[Attempts]:
    """Put runs together: one table a run, attempts numbered through.

    Parameters
    ----------
    runs : sequence of KeptRun
        In the order in which they were made.
    choices : ReadChoices
        ``fixed`` and ``rename`` are used.

    Returns
    -------
    list of Attempts
        One a run that was used; exact copies are used once.

    Raises
    ------
    InvalidArgument
        If one system's name is given to runs with different settings.
    """
    groups: dict[tuple[str, ...], list[KeptRun]] = defaultdict(list)
    for kept in _named(runs, choices):
        groups[_task(kept.run)].append(kept)
    return [table for group in groups.values() for table in _numbered(group, choices)]


def _task(run: Run) -> tuple[str, ...]:
    return run.system, run.task, run.benchmark, run.language


def _named(runs: Sequence[KeptRun], choices: ReadChoices) -> list[KeptRun]:
    """Give systems the settings in which runs of the same task differ."""
    tasks: dict[tuple[str, ...], list[Run]] = defaultdict(list)
    for kept in runs:
        tasks[_task(kept.run)].append(kept.run)
    telling: dict[str, set[str]] = defaultdict(set)
    for (system, *_), group in tasks.items():
        for name in set().union(*(run.settings for run in group)):
            if len({run.settings.get(name) for run in group}) > 1:
                telling[system].add(name)
    if telling and "system" in choices.fixed:
        raise InvalidArgument(
            f"--set system={choices.fixed['system']} names runs with different settings "
            f"({', '.join(sorted(set().union(*telling.values())))}) alike; read them one by one, or leave it "
            "out."
        )
    return [replace(kept, run=_with_settings(kept.run, telling.get(kept.run.system, set()))) for kept in runs]


def _with_settings(run: Run, telling: set[str]) -> Run:
    own = [f"{name}={run.settings[name]}" for name in sorted(telling) if name in run.settings]
    return replace(run, system=f"{run.system} ({', '.join(own)})") if own else run


def _numbered(runs: list[KeptRun], choices: ReadChoices) -> list[Attempts]:
    tables: list[Attempts] = []
    seen: dict[bytes, Path] = {}
    first = 0
    for kept in runs:
        run = kept.run
        if kept.digest in seen:
            copy = f"{run.path.name} is an exact copy of {seen[kept.digest].name} and is used once."
            note = Note("DUPLICATE_RUNS", copy, run.system, run.benchmark)
            tables[-1] = Attempts(tables[-1].parts, (*tables[-1].notes, note))
            continue
        seen[kept.digest] = run.path
        tables.append(_table(kept, first, choices))
        first += int(kept.rows.kept["attempt"].max() or 0) + 1  # type: ignore[arg-type]
    if len(tables) > 1:
        task, system = runs[0].run.task, runs[0].run.system
        note = Note("INFO", f"{len(tables)} runs of {task} by {system} are taken as further attempts.")
        tables[0] = Attempts(tables[0].parts, (*tables[0].notes, note))
    return tables


def _table(kept: KeptRun, first: int, choices: ReadChoices) -> Attempts:
    run = kept.run
    constants = {
        "system": run.system,
        "benchmark": run.benchmark,
        "language": run.language,
        "metric": run.metric,
    }
    frame = kept.rows.lazy(run.path, lambda _: kept.texts()).with_columns(
        pl.col("attempt") + first, *(pl.lit(value).alias(name) for name, value in constants.items())
    )
    present = {*kept.rows.schema, *constants}
    return Attempts.from_frame(
        frame,
        name=str(run.path),
        # Tables beside the logs may need renaming that logs do not.
        rename={wanted: there for wanted, there in choices.rename.items() if there in present},
        fixed=choices.fixed,
        notes=[Note("INFO", f"{run.path.parent.name}/{run.path.name}: {note}") for note in run.notes],
        by_python=True,
    )
