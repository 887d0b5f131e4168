"""Details of lighteval: ``details_<task>_<time>.parquet`` with the columns doc, metric, model_response.

Layout of lighteval 0.11 and later; `open_llm` reads the one before.
"""

import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import polars as pl

from hatscore.attempts.files import read_table
from hatscore.attempts.table import Attempts
from hatscore.errors import UnreadableFile
from hatscore.readers.choices import ReadChoices
from hatscore.readers.explanation import FieldUse
from hatscore.readers.joined_runs import Source, read_runs, together
from hatscore.readers.json_files import json_beside
from hatscore.readers.metrics import pick_metric
from hatscore.readers.repeats import is_mean, repeat_count, shared_out
from hatscore.readers.runs import Run, outcome_of, settings_text
from hatscore.readers.task_names import LIGHTEVAL, task_of

_COLUMNS = {"doc", "metric", "model_response"}
_FIELDS = {
    "doc": ("id", "task_name", "choices", "gold_index"),
    "model_response": ("text", "input_tokens", "output_tokens"),
}
_PREFERRED = ("em", "extractive_match", "acc", "acc_norm", "f1")


def claims_lighteval(path: Path) -> bool:
    """Whether a Parquet file has the columns of lighteval's details.

    Parameters
    ----------
    path : Path
        Ends in .parquet.

    Returns
    -------
    bool
    """
    return parquet_columns(path) >= _COLUMNS


def parquet_columns(path: Path) -> set[str]:
    """Names of the columns of a Parquet file.

    Parameters
    ----------
    path : Path
        The file.

    Returns
    -------
    set of str
        Empty where it cannot be read.
    """
    try:
        return set(pl.read_parquet_schema(path))
    except (OSError, pl.exceptions.PolarsError):
        return set()


def read_lighteval(paths: Sequence[Path], choices: ReadChoices) -> list[Attempts]:
    """Read details files together, so that runs of one task become attempts of one system.

    Parameters
    ----------
    paths : sequence of Path
        Details files.
    choices : ReadChoices
        All but ``filter`` are used.

    Returns
    -------
    list of Attempts
        One a file that was used.

    Raises
    ------
    UnreadableFile
        If a file is damaged, or its repeats cannot be scored.
    UnknownFormat
        If a task's name does not say its language.
    InvalidArgument
        If it has no such metric.
    """
    ordered = sorted(paths, key=_time)
    return together(
        read_runs([Source("lighteval", path, partial(_runs, path, choices)) for path in ordered]), choices
    )


def explain_lighteval(path: Path, choices: ReadChoices, attempts: Attempts) -> FieldUse:
    """Where the columns of a details file come from.

    Parameters
    ----------
    path : Path
        The file.
    choices : ReadChoices
        All but ``filter`` are used.
    attempts : Attempts
        What was read from it.

    Returns
    -------
    FieldUse
    """
    (taken,) = attempts.lazy().select("metric").head(1).collect().row(0)
    named = "doc.task_name" if choices.pattern is None else f"doc.task_name by {choices.pattern}"
    fields = {
        "system": "model_name of the results file, else the folders; settings where runs differ in them",
        "benchmark": named,
        "language": named,
        "item": "doc.id",
        "attempt": "place in model_response.text, after earlier runs of the same task",
        "score": f"metric.{taken}",
        "response": "model_response.text, where it is known which text has which score",
        "gold": "doc.choices at doc.gold_index",
        "answer_tokens": "length of model_response.output_tokens",
        "prompt_tokens": "length of model_response.input_tokens",
    } | {name: f"--set {name}={value}" for name, value in choices.fixed.items()}
    others = [name for name in _metrics(_rows(path)) if name != taken]
    ignored = {f"metric {name}": f"the score is {taken}; see --metric" for name in others}
    return FieldUse(fields, ignored | {"model_response.logprobs": "scores do not need them"})


def model_of(path: Path) -> tuple[str, dict[str, str]]:
    """Model and generation settings of a details file.

    Parameters
    ----------
    path : Path
        ``details/<model>/<time>/details_<task>_<time>.parquet``.

    Returns
    -------
    system : str
        From the results file of the same run, else from the folders.
    settings : dict of str
    """
    folders = path.resolve().parts
    place = max((n for n, folder in enumerate(folders) if folder == "details"), default=len(folders))
    model = "/".join(folders[place + 1 : -2])
    root = Path(*folders[:place], "results", model)
    general = json_beside(root / f"results_{_time(path)}.json").get("config_general", {})
    config = general.get("model_config") or general
    named = general.get("model_name") or config.get("model_name")
    settings = settings_text(config.get("generation_parameters"))
    return str(named or model or path.resolve().parent.name), settings


def _time(path: Path) -> str:
    return path.stem.rpartition("_")[2]


def _rows(path: Path) -> list[dict[str, Any]]:
    table = read_table(path)
    try:
        rows = table.select(_needed(table.collect_schema())).collect().to_dicts()
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError) as error:
        raise UnreadableFile(f"{path} cannot be read ({error}); copy or make the file again.") from None
    if not rows:
        raise UnreadableFile(f"{path} holds no items; there is nothing to score in it.")
    for number, row in enumerate(rows, 1):
        if any(not isinstance(row[name], dict) for name in _COLUMNS):
            raise UnreadableFile(f"{path}, row {number} lacks doc, metric or model_response; was it changed?")
    return rows


def _needed(schema: pl.Schema) -> list[pl.Expr]:
    """The columns without prompts and likelihoods, and the number of tokens in place of each."""
    columns = [pl.col("metric")]
    for name, fields in _FIELDS.items():
        dtype, column = schema[name], pl.col(name)
        types = {field.name: field.dtype for field in dtype.fields} if isinstance(dtype, pl.Struct) else {}
        kept = [_counted(column.struct.field(field), types[field]) for field in fields if field in types]
        columns.append(pl.when(column.is_not_null()).then(pl.struct(kept)).alias(name) if kept else column)
    return columns


def _counted(field: pl.Expr, dtype: Any) -> pl.Expr:
    name = field.meta.output_name()
    if name == "input_tokens" and isinstance(dtype, pl.List):
        return field.list.len()
    if name == "output_tokens" and isinstance(dtype, pl.List) and isinstance(dtype.inner, pl.List):
        return field.list.eval(pl.element().list.len())
    return pl.lit(None).alias(name) if name.endswith("_tokens") else field


def _metrics(rows: list[dict[str, Any]]) -> list[str]:
    return [name for name, value in rows[0]["metric"].items() if isinstance(value, (int, float))]


def _runs(path: Path, choices: ReadChoices) -> list[Run]:
    rows = _rows(path)
    name = re.sub(r"^(?:[a-z_]+\|)?([^|]+)(?:\|\d+)+$", r"\1", str(rows[0]["doc"].get("task_name")))
    task = task_of(name, choices, patterns=LIGHTEVAL, where=path.name)
    names = _metrics(rows)
    several = any(len(row["model_response"].get("text") or []) > 1 for row in rows)
    preferred = (*filter(is_mean, names), *_PREFERRED) if several else _PREFERRED
    metric = pick_metric(names, choices.metric, preferred=preferred, where=path.name)
    system, settings = model_of(path)
    subset = f"{task.subset}/" if task.subset else ""
    attempts: list[dict[str, Any]] = []
    # lighteval shuffles what it asks, and numbers questions by their place in the data.
    for number, row in sorted(enumerate(rows, 1), key=lambda pair: _place(pair[1]["doc"].get("id"))):
        attempts += _attempts(row, metric, subset, f"{path}, row {number}")
    return [Run(path, system, name, task.benchmark, task.language, metric, attempts, settings)]


def _place(name: object) -> tuple[int, str]:
    text = str(name)
    return (int(text) if text.isdigit() else -1, text)


def _attempts(row: dict[str, Any], metric: str, subset: str, where: str) -> list[dict[str, Any]]:
    doc, response, score = row["doc"], row["model_response"], row["metric"].get(metric)
    if doc.get("id") in (None, ""):
        raise UnreadableFile(f"{where} has no doc.id, which names the item.")
    if score is None:
        raise UnreadableFile(f"{where} has no {metric}; choose another --metric.")
    texts = response.get("text") or []
    count = repeat_count(metric, len(texts), where)
    golds = doc.get("gold_index")
    places = golds if isinstance(golds, list) else [golds]
    options = doc.get("choices") or []
    gold = next((str(options[p]) for p in places if isinstance(p, int) and p < len(options)), None)
    shared: dict[str, Any] = {
        "item": f"{subset}{doc['id']}",
        "gold": None if gold is None else gold.strip(),
        "n_options": len(options) if len(options) > 1 else None,
        "prompt_tokens": response.get("input_tokens") or None,
    }
    tokens = response.get("output_tokens") or []
    rows = []
    for number, (own, text) in enumerate(shared_out(float(score), texts, count, metric, where)):
        lengths = tokens[number] if text is not None and number < len(tokens) else None
        known = {"score": own, "outcome": outcome_of(own), "response": text}
        rows.append(shared | known | {"answer_tokens": lengths or None})
    return rows
