"""Sample files of the LM Evaluation Harness: ``samples_<task>_<time>.jsonl``, all layouts since 0.4.

Every repeat becomes an attempt, and so does every further run of the same task by the same model;
exact copies of a run are named and used once.
"""

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from hatscore.attempts.files import json_lines, read_text
from hatscore.attempts.table import Attempts, Note
from hatscore.errors import UnreadableFile
from hatscore.readers.choices import ReadChoices
from hatscore.readers.lm_eval_files import LogFile, locate_files
from hatscore.readers.lm_eval_lines import Row, is_sample_line, option_count, option_texts, score_lines


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
    tables = []
    for _, files in sorted(runs.items()):
        tables += _read_runs(files, choices)
    return tables


def _read_runs(files: list[LogFile], choices: ReadChoices) -> list[Attempts]:
    tables: list[Attempts] = []
    seen: dict[bytes, Path] = {}
    prompts: dict[Any, Any] = {}
    first_attempt = 0
    for file in files:
        frame, rows = _read_file(file, choices, first_attempt)
        digest = _digest(rows) if len(files) > 1 else b""
        if digest in seen:
            copy = f"{file.path.name} is an exact copy of {seen[digest].name} and is used once."
            tables[-1] = _with_note(
                tables[-1], Note("DUPLICATE_RUNS", copy, file.system, file.task.benchmark)
            )
            continue
        seen[digest] = file.path
        _same_prompts(prompts, rows, file, files[0])
        attempts = int(frame["attempt"].max()) + 1 - first_attempt  # type: ignore[arg-type]
        first_attempt += attempts
        tables.append(
            Attempts.from_frame(
                frame,
                name=str(file.path),
                # Tables beside the logs may need renaming that logs do not.
                rename={w: p for w, p in choices.rename.items() if p in frame.columns},
                fixed=choices.fixed,
            )
        )
    if len(tables) > 1:
        note = (
            f"{len(tables)} runs of {files[0].task_name} by {files[0].system} are taken as further attempts."
        )
        tables[0] = _with_note(tables[0], Note("INFO", note))
    return tables


def _with_note(table: Attempts, note: Note) -> Attempts:
    return Attempts(table.parts, (*table.notes, note))


def _digest(rows: Iterable[Row]) -> bytes:
    digest = hashlib.blake2b(digest_size=16)
    for row in rows:
        digest.update(json.dumps([row["doc_id"], row["resps"]]).encode())
    return digest.digest()


def _same_prompts(prompts: dict[Any, Any], rows: list[Row], file: LogFile, first: LogFile) -> None:
    for row in rows:
        prompt = row.get("prompt_hash")
        if prompts.setdefault(row["doc_id"], prompt) != prompt:
            raise UnreadableFile(
                f"{file.path.name} and {first.path.name} are runs of {file.task_name} by {file.system} with "
                f"different prompts (first at doc_id {row['doc_id']}), so they are not attempts of one "
                "system; read one of them, or name each with --set system=NAME."
            )


def _read_file(file: LogFile, choices: ReadChoices, first_attempt: int) -> tuple[pl.DataFrame, list[Row]]:
    rows = json_lines(read_text(file.path), file.path)
    for number, row in enumerate(rows, 1):
        if not is_sample_line(row) or not isinstance(row["resps"], list) or not row["resps"]:
            raise UnreadableFile(f"{file.path}, line {number} lacks doc_id or resps; is it a sample file?")
    scored = score_lines(
        rows, name=file.path.name, config=file.config, filter=choices.filter, metric=choices.metric
    )
    columns: dict[str, list[Any]] = defaultdict(list)
    subset = f"{file.task.subset}/" if file.task.subset else ""
    for row, attempts in zip(scored.rows, scored.attempts, strict=True):
        options, texts = option_count(row), option_texts(row)
        for number, (response, score, outcome) in enumerate(attempts, first_attempt):
            columns["item"].append(f"{subset}{row['doc_id']}")
            columns["attempt"].append(number)
            columns["score"].append(score)
            columns["outcome"].append(outcome)
            columns["response"].append(response)
            columns["gold"].append(str(row.get("target")))
            columns["n_options"].append(options)
            columns["options"].append(None if texts is None else json.dumps(texts, ensure_ascii=False))
    types = dict.fromkeys(("outcome", "response", "options"), pl.String) | {"n_options": pl.Int64}
    constants = {
        "system": file.system,
        "benchmark": file.task.benchmark,
        "language": file.task.language,
        "filter": scored.filter,
        "metric": scored.metric,
    }
    frame = pl.DataFrame(columns, schema_overrides=types).with_columns(
        pl.lit(value).alias(name) for name, value in constants.items()
    )
    unknown = [name for name in ("n_options", "options") if not frame[name].count()]
    return frame.drop(unknown), scored.rows
