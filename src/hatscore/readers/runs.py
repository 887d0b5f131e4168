"""Runs that other tools logged, put together: systems named, further runs as further attempts."""

import gc
import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import polars as pl

from hatscore.attempts.table import Attempts, Note
from hatscore.errors import HatscoreError, InvalidArgument, UnreadableFile
from hatscore.readers.choices import ReadChoices

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


_NOT_AS_WRITTEN = (
    *(KeyError, IndexError, TypeError, ValueError, AttributeError, OverflowError),
    pl.exceptions.PolarsError,
)


@dataclass(frozen=True, slots=True)
class Run:
    """One task in one language by one model, as one file holds it.

    Attributes
    ----------
    path : Path
        The file.
    system : str
        The model.
    task : str
        The tool's name of the task; files of the same one are runs of it.
    benchmark, language : str
        What was asked.
    metric : str
        Which metric is the score.
    rows : list of dict
        One an attempt: ``item``, ``score``, and what else is known. Rows of the same item are its
        attempts in their order.
    settings : mapping of str
        Generation settings; where runs of one task by one model differ in them, they become part of
        the system's name.
    notes : tuple of str
        What was noticed.
    """

    path: Path
    system: str
    task: str
    benchmark: str
    language: str
    metric: str
    rows: list[dict[str, Any]]
    settings: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


@contextmanager
def written_by(tool: str, path: Path) -> Iterator[None]:
    """Read a file: turn what a changed one leads to into `UnreadableFile`, and be quick about it.

    Parameters
    ----------
    tool : str
        Whose form the file has.
    path : Path
        The file.

    Yields
    ------
    None

    Raises
    ------
    UnreadableFile
        If something is missing, or of another type than the tool writes.
    """
    # What is parsed has no cycles. The collector would look through all of it again and again, which took two
    # thirds of the time.
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    except HatscoreError:
        raise
    except _NOT_AS_WRITTEN as error:
        raise UnreadableFile(
            f"{path} is not as {tool} writes it ({type(error).__name__}: {error}); was it changed? Give the "
            "file that the tool wrote."
        ) from None
    finally:
        if collecting:
            gc.enable()


def outcome_of(score: float | None) -> str | None:
    """Outcome that a score alone can tell.

    Parameters
    ----------
    score : float or None
        From 0 to 1; None for a call that failed.

    Returns
    -------
    str or None
        None where there is partial credit.

    Examples
    --------
    >>> outcome_of(1.0), outcome_of(0.0), outcome_of(None), outcome_of(0.5)
    ('right', 'wrong', 'error', None)
    """
    if score is None:
        return "error"
    return {1.0: "right", 0.0: "wrong"}.get(score)


def settings_text(settings: Mapping[str, Any] | None) -> dict[str, str]:
    """Settings in a form that can be compared and shown.

    Parameters
    ----------
    settings : mapping or None
        As a tool logged them.

    Returns
    -------
    dict of str
        Without those that are not set.
    """
    given = settings or {}
    return {
        name: value if isinstance(value, str) else json.dumps(value, sort_keys=True, default=str)
        for name, value in given.items()
        if value is not None
    }


def together(runs: Sequence[Run], choices: ReadChoices) -> list[Attempts]:
    """Put runs together: one table a run, attempts numbered through.

    Parameters
    ----------
    runs : sequence of Run
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
    groups: dict[tuple[str, ...], list[Run]] = defaultdict(list)
    for run in _named(runs, choices):
        groups[run.system, run.task, run.benchmark, run.language].append(run)
    return [table for group in groups.values() for table in _numbered(group, choices)]


def _named(runs: Sequence[Run], choices: ReadChoices) -> list[Run]:
    """Give systems the settings in which runs of the same task differ."""
    tasks: dict[tuple[str, ...], list[Run]] = defaultdict(list)
    for run in runs:
        tasks[run.system, run.task, run.benchmark, run.language].append(run)
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
    return [_with_settings(run, telling[run.system]) if run.system in telling else run for run in runs]


def _with_settings(run: Run, telling: set[str]) -> Run:
    own = [f"{name}={run.settings[name]}" for name in sorted(telling) if name in run.settings]
    return replace(run, system=f"{run.system} ({', '.join(own)})") if own else run


def _numbered(runs: list[Run], choices: ReadChoices) -> list[Attempts]:
    tables: list[Attempts] = []
    seen: dict[bytes, Path] = {}
    first = 0
    for run in runs:
        content = _digest(run.rows) if len(runs) > 1 else b""
        if content in seen:
            copy = f"{run.path.name} is an exact copy of {seen[content].name} and is used once."
            note = Note("DUPLICATE_RUNS", copy, run.system, run.benchmark)
            tables[-1] = Attempts(tables[-1].parts, (*tables[-1].notes, note))
            continue
        seen[content] = run.path
        tables.append(_table(run, first, choices))
        first += max(Counter(row["item"] for row in run.rows).values(), default=0)
    if len(tables) > 1:
        note = Note(
            "INFO",
            f"{len(tables)} runs of {runs[0].task} by {runs[0].system} are taken as further attempts.",
        )
        tables[0] = Attempts(tables[0].parts, (*tables[0].notes, note))
    return tables


def _digest(rows: list[dict[str, Any]]) -> bytes:
    digest = hashlib.blake2b(digest_size=16)
    for row in rows:
        digest.update(json.dumps(row, sort_keys=True).encode())
    return digest.digest()


def _table(run: Run, first: int, choices: ReadChoices) -> Attempts:
    always = ("item", "score")
    names = [n for n in _TYPES if n in always or any(row.get(n) is not None for row in run.rows)]
    with written_by("its tool", run.path):
        frame = pl.DataFrame(
            {name: [row.get(name) for row in run.rows] for name in names},
            schema={name: _TYPES[name] for name in names},
        ).with_columns(
            (pl.int_range(pl.len()).over("item") + first).alias("attempt"),
            *(
                pl.lit(value).alias(name)
                for name, value in (
                    ("system", run.system),
                    ("benchmark", run.benchmark),
                    ("language", run.language),
                    ("metric", run.metric),
                )
            ),
        )
    return Attempts.from_frame(
        frame,
        name=str(run.path),
        # Tables beside the logs may need renaming that logs do not.
        rename={wanted: there for wanted, there in choices.rename.items() if there in frame.columns},
        fixed=choices.fixed,
        notes=[Note("INFO", f"{run.path.parent.name}/{run.path.name}: {note}") for note in run.notes],
    )
