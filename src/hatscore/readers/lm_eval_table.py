"""A sample file as a table: what scoring needs is kept, texts are read again when they are asked for."""

import hashlib
import json
from collections import defaultdict
from dataclasses import dataclass
from typing import Any

import polars as pl

from hatscore.readers.lm_eval_decoding import read_rows
from hatscore.readers.lm_eval_files import LogFile
from hatscore.readers.lm_eval_lines import Row, ScoredLines, option_count, option_texts, score_lines
from hatscore.readers.narrow_rows import NarrowRows
from hatscore.readers.runs import written_by


@dataclass(frozen=True, slots=True)
class LogJob:
    """One sample file to read.

    Attributes
    ----------
    file : LogFile
        The file.
    filter : str
        Name of a filter, ``first`` or ``last``.
    metric : str or None
        Name of a metric; None takes the first known one.
    one_of_several : bool
        Whether there are further runs of the same task, with which it must be compared.
    held : int
        How many bytes of texts may be held.
    """

    file: LogFile
    filter: str
    metric: str | None
    one_of_several: bool
    held: int


@dataclass(frozen=True, slots=True)
class LogTable:
    """What is kept of a sample file.

    Attributes
    ----------
    rows : NarrowRows
        Without the texts.
    attempts : int
        Largest number of attempts at an item.
    digest : bytes
        Alike for exact copies; empty where there is nothing to compare with.
    prompts : dict
        Hash of the prompt by ``doc_id``; empty where there is nothing to compare with.
    """

    rows: NarrowRows
    attempts: int
    digest: bytes
    prompts: dict[Any, Any]


def read_log(job: LogJob) -> LogTable:
    """Parse a sample file and keep what scoring needs.

    Parameters
    ----------
    job : LogJob
        Which, and how.

    Returns
    -------
    LogTable

    Raises
    ------
    UnreadableFile
        If the file is damaged, or its repeats cannot be scored.
    InvalidArgument
        If it has no such filter or metric.
    """
    with written_by("lm-eval", job.file.path):
        scored = _scored(job, texts=False)
        whole = _frame(job.file, scored)
        several = job.one_of_several
        return LogTable(
            NarrowRows.of(whole, held=job.held, left_out=("options",)),
            int(whole["attempt"].max()) + 1,  # type: ignore[arg-type]
            _digest(scored.rows) if several else b"",
            {row["doc_id"]: row.get("prompt_hash") for row in scored.rows} if several else {},
        )


def lazy_log(job: LogJob, table: LogTable, first_attempt: int) -> pl.LazyFrame:
    """All columns of a sample file; the file is parsed again only when texts are asked for that are not held.

    Parameters
    ----------
    job : LogJob
        Which, and how.
    table : LogTable
        What was kept of it.
    first_attempt : int
        Number of its first attempts, after those of earlier runs.

    Returns
    -------
    polars.LazyFrame
    """

    def again(texts: set[str]) -> pl.DataFrame:
        with written_by("lm-eval", job.file.path):
            return _frame(job.file, _scored(job, texts="options" in texts))

    return table.rows.lazy(job.file.path, again).with_columns(pl.col("attempt") + first_attempt)


def _scored(job: LogJob, *, texts: bool) -> ScoredLines:
    file = job.file
    return score_lines(
        read_rows(file.path, texts=texts),
        name=file.path.name,
        config=file.config,
        filter=job.filter,
        metric=job.metric,
    )


def _digest(rows: list[Row]) -> bytes:
    digest = hashlib.blake2b(digest_size=16)
    for row in rows:
        digest.update(json.dumps([row["doc_id"], row["resps"]]).encode())
    return digest.digest()


def _frame(file: LogFile, scored: ScoredLines) -> pl.DataFrame:
    columns: dict[str, list[Any]] = defaultdict(list)
    subset = f"{file.task.subset}/" if file.task.subset else ""
    for row, attempts in zip(scored.rows, scored.attempts, strict=True):
        options, texts = option_count(row), option_texts(row)
        item, gold = f"{subset}{row['doc_id']}", str(row.get("target"))
        listed = None if texts is None else json.dumps(texts, ensure_ascii=False)
        for number, (response, score, outcome) in enumerate(attempts):
            columns["item"].append(item)
            columns["attempt"].append(number)
            columns["score"].append(score)
            columns["outcome"].append(outcome)
            columns["response"].append(response)
            columns["gold"].append(gold)
            columns["n_options"].append(options)
            columns["options"].append(listed)
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
    return frame.drop(unknown)
