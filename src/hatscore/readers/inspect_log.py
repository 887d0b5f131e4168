"""Inspect AI logs: ``.eval`` and ``.json``, read without inspect; every epoch is an attempt."""

from collections import defaultdict
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from hatscore.attempts.table import Attempts, Note
from hatscore.errors import InputError, InvalidArgument, UnreadableFiles
from hatscore.readers.choices import ReadChoices
from hatscore.readers.explanation import FieldUse
from hatscore.readers.narrow_rows import text_share
from hatscore.readers.parallel import read_each
from hatscore.wording import plural

if TYPE_CHECKING:
    from hatscore.readers.inspect_rows import LogRows

_PLACE = ["benchmark", "language", "item"]


def read_inspect_logs(paths: Sequence[Path], choices: ReadChoices) -> list[Attempts]:
    """Read logs together, so that runs of one task become attempts of one system.

    Parameters
    ----------
    paths : sequence of Path
        Logs.
    choices : ReadChoices
        ``pattern``, ``fixed``, ``metric`` and ``rename`` are used.

    Returns
    -------
    list of Attempts
        One a log that was used, in order of time.

    Raises
    ------
    UnreadableFile
        If logs are damaged.
    InvalidAttempts
        If samples are damaged, have no score or no language; each is named.
    InvalidArgument
        If there is no such metric, or one system's name is given to runs with different settings.
    """
    logs: list[LogRows] = []
    errors: list[InputError] = []
    jobs = [(path, choices, text_share(len(paths))) for path in paths]
    with closing(read_each(_try_log, jobs, paths)) as read:
        for found in read:
            if isinstance(found, InputError):
                errors.append(found)
            else:
                logs.append(found)
    if errors:
        raise errors[0] if len(errors) == 1 else UnreadableFiles(errors)
    logs.sort(key=lambda log: (log.header.eval.created, str(log.path)))
    notes = _without_copies(logs)
    systems = _systems(logs, choices)
    tables: list[Attempts] = []
    taken: dict[str, list[tuple[pl.DataFrame, int]]] = defaultdict(list)
    for log, system in zip(logs, systems, strict=True):
        narrow = log.narrow.frame()
        if narrow.is_empty():
            continue
        first = _first_attempt(narrow, taken[system])
        if first:
            notes.append(Note("INFO", f"{log.path.name} is taken as further attempts of {system}."))
        frame = _lazy(log, choices).with_columns(
            pl.col("attempt") + first, pl.lit(system).alias("system"), pl.lit(log.metric).alias("metric")
        )
        after = first + int(narrow["attempt"].max()) + 1  # type: ignore[arg-type]
        taken[system].append((narrow.select(_PLACE).unique(), after))
        tables.append(
            Attempts.from_frame(
                frame,
                name=str(log.path),
                rename={
                    w: p for w, p in choices.rename.items() if p in {*log.narrow.schema, "system", "metric"}
                },
                fixed=choices.fixed,
                notes=log.notes,
                by_python=True,
            )
        )
    tables[0] = Attempts(tables[0].parts, (*tables[0].notes, *notes))
    return tables


def _try_log(job: tuple[Path, ReadChoices, int]) -> "LogRows | InputError":
    """What a log holds, or why it cannot be read: all that are damaged are named together."""
    from hatscore.readers.inspect_rows import read_log  # imported late: msgspec is needed only here

    try:
        return read_log(*job)
    except InputError as error:
        return error


def explain_inspect_log(path: Path, choices: ReadChoices, attempts: Attempts) -> FieldUse:
    """Where the columns of a log come from.

    Parameters
    ----------
    path : Path
        The log.
    choices : ReadChoices
        ``pattern``, ``fixed`` and ``metric`` are used.
    attempts : Attempts
        What was read from it.

    Returns
    -------
    FieldUse
    """
    from hatscore.readers.inspect_fields import fields_of  # imported late: msgspec is needed only here

    return fields_of(path, choices, attempts)


def _lazy(log: "LogRows", choices: ReadChoices) -> pl.LazyFrame:
    from hatscore.readers.inspect_rows import read_texts

    def again(_: set[str]) -> pl.DataFrame:
        whole = read_texts(log.path, choices)
        if log.kept is None:
            return whole
        # Where the file has another length now, all its rows show that it was changed.
        return whole.filter(log.kept) if whole.height == log.kept.len() else whole

    return log.narrow.lazy(log.path, again)


def _without_copies(logs: list["LogRows"]) -> list[Note]:
    """Keep of each sample that a retry or a copy of a log has again only the newest; edits the logs."""
    notes = []
    newer: dict[str, set[tuple[str, int]]] = defaultdict(set)
    for log in reversed(logs):
        task_id = log.header.eval.task_id
        if not task_id:
            continue
        keep = [key not in newer[task_id] for key in log.keys]
        newer[task_id].update(log.keys)
        again = keep.count(False)
        if not again:
            continue
        log.kept = pl.Series(keep, dtype=pl.Boolean)
        log.narrow = log.narrow.filter(log.kept)
        log.keys = [key for key, kept in zip(log.keys, keep, strict=True) if kept]
        notes.append(
            Note(
                "INFO" if log.keys else "DUPLICATE_RUNS",
                f"{plural(again, 'sample')} of {log.path.name} are in a later log of the same run, and used "
                "once.",
            )
        )
    return notes


def _systems(logs: list["LogRows"], choices: ReadChoices) -> list[str]:
    """The model of each log, with the settings that set its runs of one task apart."""
    from hatscore.readers.inspect_settings import telling_settings

    runs = []
    settings = [log.settings.values() for log in logs]
    for log, own in zip(logs, settings, strict=True):
        places = log.narrow.frame().select("benchmark", "language").unique().rows()
        runs += [((log.header.eval.model, *place), own) for place in places]
    telling = telling_settings(runs)
    listed = sorted(set().union(*telling.values()))
    if "system" in choices.fixed:
        if listed:
            raise InvalidArgument(
                f"--set system={choices.fixed['system']} names runs with different settings "
                f"({', '.join(listed)}) alike; read them one by one, or leave it out."
            )
        return [choices.fixed["system"]] * len(logs)
    names = []
    for log, own in zip(logs, settings, strict=True):
        model = log.header.eval.model
        shown = [f"{name}={own[name]}" for name in sorted(telling[model]) if name in own]
        names.append(f"{model} ({', '.join(shown)})" if shown else model)
    return names


def _first_attempt(frame: pl.DataFrame, taken: list[tuple[pl.DataFrame, int]]) -> int:
    """Where a log's attempts are numbered from: after those of earlier logs with the same items."""
    overlapping = [
        after for places, after in taken if not places.join(frame, on=_PLACE, how="semi").is_empty()
    ]
    return max(overlapping, default=0)
