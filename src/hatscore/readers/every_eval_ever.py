"""Instance files of Every Eval Ever: ``<name>_samples.jsonl``, with ``<name>.json`` beside it.

The score is ``evaluation.score``: converters set ``is_correct`` for partial credit too.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from hatscore.attempts.languages import standard_tag
from hatscore.attempts.table import Attempts
from hatscore.errors import InvalidArgument, UnreadableFile
from hatscore.readers.choices import ReadChoices
from hatscore.readers.explanation import FieldUse
from hatscore.readers.joined_runs import Source, read_runs, together
from hatscore.readers.json_files import head, json_beside, parsed_lines
from hatscore.readers.lm_eval_tasks import Task
from hatscore.readers.metrics import pick_metric
from hatscore.readers.runs import Run, outcome_of, settings_text
from hatscore.readers.task_names import task_of

_MARKS = (b'"schema_version"', b'"evaluation_id"', b'"sample_id"')
_NEEDED = ("evaluation_id", "model_id", "evaluation_name", "sample_id", "evaluation")
_TEXTS = ("source_language", "revision", "finish_reason", "filter")
_NUMBERS: dict[str, Callable[[str], float]] = {"floor": float, "n_options": int}
_LANGUAGE = ("language", "lang", "language_code", "locale")
_FIELDS: dict[str, tuple[str, ...]] = {
    "input": ("reference", "choices"),
    "output": ("raw",),
    "evaluation": ("score",),
    "token_usage": ("input_tokens", "output_tokens", "reasoning_tokens"),
    "metadata": ("benchmark", "metric", "outcome", *_LANGUAGE, *_TEXTS, *_NUMBERS),
}
_KEPT = ("model_id", "evaluation_name", "evaluation_result_id", "sample_id", "error", *_FIELDS)

Record = dict[str, Any]
"""One line."""


def claims_every_eval_ever(path: Path) -> bool:
    """Whether a JSON Lines file holds instance records of Every Eval Ever.

    Parameters
    ----------
    path : Path
        Ends in .jsonl or .ndjson.

    Returns
    -------
    bool
    """
    line = head(path).split(b"\n", 1)[0]
    return all(mark in line for mark in _MARKS)


def read_every_eval_ever(paths: Sequence[Path], choices: ReadChoices) -> list[Attempts]:
    """Read instance files together, so that evaluations of one task become attempts of one system.

    Parameters
    ----------
    paths : sequence of Path
        Instance files.
    choices : ReadChoices
        All are used; ``filter`` is the part after the slash of an evaluation's name.

    Returns
    -------
    list of Attempts
        One a file, task and language.

    Raises
    ------
    UnreadableFile
        If a file is damaged, lower scores are better, or records lack what a score needs.
    UnknownFormat
        If nothing says the language.
    InvalidArgument
        If it has no such metric or filter.
    """
    sources = [Source("Every Eval Ever", path, partial(_runs, path, choices)) for path in sorted(paths)]
    return together(read_runs(sources), choices)


def explain_every_eval_ever(path: Path, choices: ReadChoices, attempts: Attempts) -> FieldUse:
    """Where the columns of an instance file come from.

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
    taken = set(attempts.lazy().select("metric").unique().collect()["metric"])
    whole = json_beside(path.with_name(f"{_stem(path)}.json"))
    named = "evaluation_name" if choices.pattern is None else f"evaluation_name by {choices.pattern}"
    fields = {
        "system": "model_id; generation settings of the file beside it where evaluations differ in them",
        "benchmark": f"metadata.benchmark, else {named}",
        "language": f"metadata.language, else {named}",
        "item": "sample_id",
        "attempt": "further records of the same sample_id",
        "score": "evaluation.score",
        "outcome": "evaluation.score, and error",
        "response": "output.raw",
        "gold": "input.reference",
        "n_options": "input.choices",
        "thinking_tokens": "token_usage.reasoning_tokens",
    } | {name: f"--set {name}={value}" for name, value in choices.fixed.items()}
    records = [record for _, record in _records(path)]
    others = {_metric(record, whole) for record in records} - taken
    ignored = {f"metric {name}": "see --metric" for name in sorted(others)}
    filters = {_task_and_filter(record)[1] for record in records}
    if len(filters) > 1:
        ignored |= {f"other filters of {', '.join(sorted(filters))}": f"--filter takes {choices.filter}"}
    return FieldUse(fields, ignored | {"evaluation.is_correct": "converters set it for partial credit too"})


def _stem(path: Path) -> str:
    return re.sub(r"(?:_samples)?\.(?:jsonl|ndjson)(?:\.gz|\.zst)?$", "", path.name)


def _task_and_filter(record: Record) -> tuple[str, str]:
    name, _, filter = str(record["evaluation_name"]).partition("/")
    return name, filter or "none"


def _records(path: Path) -> Iterator[tuple[int, Record]]:
    """Lines with their numbers, without the prompts and what else is not needed."""
    for number, line in parsed_lines(path):
        missing = [name for name in _NEEDED if line.get(name) in (None, "")]
        if missing or not isinstance(line["evaluation"], dict):
            raise UnreadableFile(f"{path}, line {number} lacks {', '.join(missing) or 'evaluation.score'}.")
        record = {name: line[name] for name in _KEPT if name in line}
        for name, fields in _FIELDS.items():
            if isinstance(own := record.get(name), dict):
                record[name] = {field: own[field] for field in fields if field in own}
        yield number, record


def _runs(path: Path, choices: ReadChoices) -> list[Run]:
    whole = json_beside(path.with_name(f"{_stem(path)}.json"))
    groups: dict[tuple[str, str, str, str], list[tuple[int, Record]]] = {}
    for number, record in _records(path):
        name, _ = _task_and_filter(record)
        metadata = record.get("metadata") or {}
        language = next((str(metadata[key]) for key in _LANGUAGE if metadata.get(key)), "")
        benchmark = str(metadata.get("benchmark") or "")
        key = (str(record["model_id"]), name, benchmark, language)
        groups.setdefault(key, []).append((number, record))
    return [_run(path, key, own, whole, choices) for key, own in groups.items()]


def _run(
    path: Path,
    key: tuple[str, str, str, str],
    records: list[tuple[int, Record]],
    whole: dict[str, Any],
    choices: ReadChoices,
) -> Run:
    system, name, benchmark, language = key
    given = bool(benchmark and language and not choices.pattern)
    task = Task(benchmark, standard_tag(language) or language) if given else None
    if task is None:
        named = name if choices.pattern else benchmark or name
        task = task_of(named, choices, language=language or None, where=path.name)
    records = _of_filter(records, path, choices.filter)
    names = list(dict.fromkeys(_metric(record, whole) for _, record in records))
    metric = pick_metric(names, choices.metric, where=path.name)
    records = [pair for pair in records if _metric(pair[1], whole) == metric]
    result = _aggregate(records[0][1], whole)
    if (result.get("metric_config") or {}).get("lower_is_better"):
        raise UnreadableFile(
            f"{path}: lower is better for {metric}, which is no score; choose another --metric."
        )
    settings = result.get("generation_config") or {}
    logged = {**(settings.get("additional_details") or {}), **(settings.get("generation_args") or {})}
    several = sum(len((record.get("output") or {}).get("raw") or []) > 1 for _, record in records)
    notes = [f"{several} records hold several answers under one score; each record is one attempt."]
    subset = f"{task.subset}/" if task.subset else ""
    rows = [_row(record, subset, f"{path}, line {number}") for number, record in records]
    return Run(
        path,
        system,
        name,
        task.benchmark,
        task.language,
        metric,
        rows,
        settings_text(logged),
        tuple(notes) if several else (),
    )


def _of_filter(records: list[tuple[int, Record]], path: Path, wanted: str) -> list[tuple[int, Record]]:
    filters = list(dict.fromkeys(_task_and_filter(record)[1] for _, record in records))
    if wanted in ("first", "last"):
        wanted = filters[0 if wanted == "first" else -1]
    if wanted not in filters:
        raise InvalidArgument(
            f"{path.name} has no filter {wanted!r}; it has {', '.join(filters)} (or say first, last)."
        )
    return [pair for pair in records if _task_and_filter(pair[1])[1] == wanted]


def _aggregate(record: Record, whole: dict[str, Any]) -> dict[str, Any]:
    """The aggregate result that a record belongs to; empty where it is unknown."""
    results = [result for result in whole.get("evaluation_results") or [] if isinstance(result, dict)]
    for key in ("evaluation_result_id", "evaluation_name"):
        for result in results:
            if record.get(key) and result.get(key) == record[key]:
                return result
    return {}


def _metric(record: Record, whole: dict[str, Any]) -> str:
    config = _aggregate(record, whole).get("metric_config") or {}
    own = str(record.get("evaluation_result_id") or "").partition(":")[0]
    own = own.removeprefix(f"{record['evaluation_name']}.")
    named = (
        (record.get("metadata") or {}).get("metric") or config.get("metric_name") or config.get("metric_id")
    )
    return str(named or own or record["evaluation_name"])


def _row(record: Record, subset: str, where: str) -> dict[str, Any]:
    score = record["evaluation"].get("score")
    failed = bool(record.get("error"))
    if not failed and (isinstance(score, bool) or not isinstance(score, (int, float))):
        raise UnreadableFile(f"{where} has no number as evaluation.score; got {score!r}.")
    own = None if failed else float(score)
    given, usage = record.get("input") or {}, record.get("token_usage") or {}
    answers = (record.get("output") or {}).get("raw") or []
    references, options = given.get("reference") or [], given.get("choices") or []
    metadata = record.get("metadata") or {}
    outcome, filter = metadata.get("outcome"), _task_and_filter(record)[1]
    written, thought = usage.get("output_tokens"), usage.get("reasoning_tokens")
    return {
        # Other columns of a table of attempts, as our own export writes them.
        **{name: metadata.get(name) for name in _TEXTS},
        **{name: kind(metadata[name]) for name, kind in _NUMBERS.items() if metadata.get(name)},
        "item": f"{subset}{record['sample_id']}",
        "score": own,
        "outcome": outcome if outcome and not failed else outcome_of(own),
        "response": str(answers[0]) if len(answers) == 1 else None,
        "gold": str(references[0]) if references else None,
        **({"n_options": len(options)} if len(options) > 1 else {}),
        **({"filter": filter} if filter != "none" else {}),
        "prompt_tokens": usage.get("input_tokens"),
        # All that was written, reasoning too.
        "answer_tokens": written if written is None or not thought else max(written - thought, 0),
        "thinking_tokens": thought,
    }
