"""Sample files of the LM Evaluation Harness: ``samples_<task>_<time>.jsonl``, all layouts since 0.4.

Every repeat becomes an attempt, and so does every further run of the same task by the same model;
exact copies of a run are named and used once.
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from hatscore.attempts.files import first_line
from hatscore.attempts.table import Attempts, Note
from hatscore.errors import UnreadableFile
from hatscore.readers.choices import ReadChoices
from hatscore.readers.explanation import FieldUse
from hatscore.readers.lm_eval_decoding import read_rows
from hatscore.readers.lm_eval_files import LogFile, locate_files
from hatscore.readers.lm_eval_lines import is_sample_line
from hatscore.readers.lm_eval_table import LogJob, LogTable, lazy_log, read_log
from hatscore.readers.narrow_rows import text_share
from hatscore.readers.parallel import read_each


def claims_lm_eval(path: Path) -> bool:
    """Whether a file is a sample file, by its first line, or its name where that is damaged.

    Parameters
    ----------
    path : Path
        A JSON Lines file.

    Returns
    -------
    bool
    """
    try:
        row = json.loads(first_line(path))
        named = path.name.startswith("samples_") and isinstance(row, dict)
        # A log that lacks one of the two is damaged, which its own reader says.
        return is_sample_line(row) or (named and bool({"doc_id", "resps"} & row.keys()))
    except (ValueError, RecursionError, UnreadableFile):
        # The name decides for a damaged file, so that its own reader says what is wrong with it.
        return path.name.startswith("samples_")


def explain_lm_eval(path: Path, choices: ReadChoices, attempts: Attempts) -> FieldUse:
    """Where the columns of a sample file come from.

    Parameters
    ----------
    path : Path
        The file.
    choices : ReadChoices
        All are used.
    attempts : Attempts
        What was read from it.

    Returns
    -------
    FieldUse
    """
    frame = attempts.lazy().select("filter", "metric").head(1).collect()
    taken_filter, taken_metric = frame.row(0)
    rows = read_rows(path, texts=False)
    named = "the name of the task" if choices.pattern is None else f"the task's name by {choices.pattern}"
    fields = {
        "system": "model_name of the results file, else the folder; settings where runs differ in them",
        "benchmark": named,
        "language": named,
        "item": "doc_id",
        "attempt": "place in resps, after earlier runs of the same task",
        "score": f"{taken_metric}; further repeats are read again",
        "outcome": "score, and [invalid] of filtered_resps",
        "response": "resps",
        "gold": "target",
        "n_options": "doc.options, doc.choices or doc.option_*",
    }
    fields |= {name: f"--set {name}={value}" for name, value in choices.fixed.items()}
    filters = {str(row["filter"]) for row in rows if "filter" in row} - {taken_filter}
    listed = rows[0].get("metrics")
    metrics = [m for m in listed if m != taken_metric] if isinstance(listed, list) else []
    ignored = {f"filter {name}": f"--filter takes {taken_filter}" for name in sorted(filters)}
    ignored |= {f"metric {name}": f"the score is {taken_metric}; see --metric" for name in metrics}
    return FieldUse(fields, ignored | {"arguments": "only the settings of the first request are read"})


def read_lm_eval(paths: Sequence[Path], choices: ReadChoices) -> list[Attempts]:
    """Read sample files together, so that runs of one task become attempts of one system.

    Parameters
    ----------
    paths : sequence of Path
        Sample files.
    choices : ReadChoices
        All are used.

    Returns
    -------
    list of Attempts
        One a file that was used, in order of system, task and time.

    Raises
    ------
    UnreadableFile
        If a file is damaged, or its repeats cannot be scored.
    UnknownFormat
        If a task's name does not say its language.
    InvalidArgument
        If it has no such filter or metric.
    """
    runs: dict[tuple[str, str], list[LogFile]] = defaultdict(list)
    for file in locate_files(paths, choices):
        runs[file.system, file.task_name].append(file)
    held = text_share(len(paths))
    jobs = [
        [LogJob(file, choices.filter, choices.metric, len(files) > 1, held) for file in files]
        for _, files in sorted(runs.items())
    ]
    each = [job for run in jobs for job in run]
    read = read_each(read_log, each, [job.file.path for job in each])
    tables = []
    with closing(read):
        for run in jobs:
            tables += _join_runs(run, read, choices)
    return tables


def _join_runs(jobs: list[LogJob], read: Iterator[LogTable], choices: ReadChoices) -> list[Attempts]:
    tables: list[Attempts] = []
    seen: dict[bytes, Path] = {}
    prompts: dict[Any, Any] = {}
    first_attempt = 0
    first = jobs[0].file
    # Jobs first: the results that follow belong to the next run.
    for job, table in zip(jobs, read, strict=False):
        file = job.file
        if table.digest in seen:
            copy = f"{file.path.name} is an exact copy of {seen[table.digest].name} and is used once."
            tables[-1] = _with_note(
                tables[-1], Note("DUPLICATE_RUNS", copy, file.system, file.task.benchmark)
            )
            continue
        seen[table.digest] = file.path
        _same_prompts(prompts, table.prompts, file, first)
        tables.append(
            Attempts.from_frame(
                lazy_log(job, table, first_attempt),
                name=str(file.path),
                # Tables beside the logs may need renaming that logs do not.
                rename={w: p for w, p in choices.rename.items() if p in table.rows.schema},
                fixed=choices.fixed,
                by_python=True,
            )
        )
        first_attempt += table.attempts
    if len(tables) > 1:
        note = f"{len(tables)} runs of {first.task_name} by {first.system} are taken as further attempts."
        tables[0] = _with_note(tables[0], Note("INFO", note))
    return tables


def _with_note(table: Attempts, note: Note) -> Attempts:
    return Attempts(table.parts, (*table.notes, note))


def _same_prompts(prompts: dict[Any, Any], own: dict[Any, Any], file: LogFile, first: LogFile) -> None:
    for doc_id, prompt in own.items():
        if prompts.setdefault(doc_id, prompt) != prompt:
            raise UnreadableFile(
                f"{file.path.name} and {first.path.name} are runs of {file.task_name} by {file.system} with "
                f"different prompts (first at doc_id {doc_id}), so they are not attempts of one "
                "system; read one of them, or name each with --set system=NAME."
            )
