"""Sample files of the LM Evaluation Harness: ``samples_<task>_<time>.jsonl``, all layouts since 0.4.

Every repeat becomes an attempt, and so does every further run of the same task by the same model;
exact copies of a run are named and used once.
"""

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from hatscore.attempts.files import COMPRESSIONS, json_lines, read_text
from hatscore.attempts.table import Attempts, Note
from hatscore.errors import InvalidArgument, UnreadableFile
from hatscore.readers.choices import ReadChoices
from hatscore.readers.lm_eval_replay import INVALID, Replay, replays
from hatscore.readers.lm_eval_tasks import Task, built_in_config, parse_task
from hatscore.wording import listing, plural

_FIXED_KEYS = frozenset(
    [
        "doc_id",
        "doc",
        "target",
        "arguments",
        "resps",
        "filtered_resps",
        "filter",
        "metrics",
        "doc_hash",
        "prompt_hash",
        "target_hash",
        "request_id",
        "meta",
        "metadata",
        "system_prompt",
        "sample_len",
    ]
)
_PREFERRED_METRICS = ("exact_match", "acc", "acc_norm", "f1")

Row = dict[str, Any]


def is_sample_line(row: object) -> bool:
    """Whether a JSON value is a line of a sample file.

    Parameters
    ----------
    row : object
        Parsed from the first line.

    Returns
    -------
    bool

    Examples
    --------
    >>> is_sample_line({"doc_id": 0, "doc": {}, "resps": [["18"]]}), is_sample_line({"item": 1})
    (True, False)
    """
    return isinstance(row, dict) and {"doc_id", "resps"} <= row.keys()


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
    runs: dict[tuple[str, str], list[_File]] = defaultdict(list)
    for path in sorted(paths, key=lambda path: (_time(path), path)):
        file = _File.locate(path, choices)
        runs[file.system, file.task_name].append(file)
    tables = []
    for _, files in sorted(runs.items()):
        tables += _read_runs(files, choices)
    return tables


@dataclass(frozen=True, slots=True)
class _File:
    path: Path
    system: str
    task_name: str
    task: Task
    config: dict[str, Any]

    @classmethod
    def locate(cls, path: Path, choices: ReadChoices) -> "_File":
        name = _task_name(path)
        results = _results_beside(path)
        task = parse_task(name, choices.pattern, benchmark=choices.fixed.get("benchmark"))
        system = choices.fixed.get("system") or results.get("model_name") or _system_of_folder(path)
        config = results.get("configs", {}).get(name) or built_in_config(name)
        return cls(path, str(system), name, task, config)


def _stem(path: Path) -> str:
    name = path.name
    for ending in (*COMPRESSIONS, ".jsonl", ".json"):
        name = name.removesuffix(ending)
    return name


def _task_name(path: Path) -> str:
    """``samples_<task>_<time>``; the time has no underscore."""
    stem = _stem(path)
    if not stem.startswith("samples_"):
        return stem
    inner = stem.removeprefix("samples_")
    head, _, last = inner.rpartition("_")
    return head if head and last[:2].isdigit() else inner


def _time(path: Path) -> str:
    return _stem(path).rpartition("_")[2]


def _results_beside(path: Path) -> dict[str, Any]:
    """The results file of the same run, or the newest of the folder; empty where there is none."""
    found = sorted(path.parent.glob(f"*_{_time(path)}.json")) or sorted(path.parent.glob("results_*.json"))
    if not found:
        return {}
    try:
        results = json.loads(read_text(found[-1]))
    except (ValueError, UnreadableFile):
        return {}
    return results if isinstance(results, dict) else {}


def _system_of_folder(path: Path) -> str:
    """lm-eval writes ``org/model`` as ``org__model``."""
    return path.resolve().parent.name.replace("__", "/", 1)


def _read_runs(files: list[_File], choices: ReadChoices) -> list[Attempts]:
    tables: list[Attempts] = []
    seen: dict[bytes, Path] = {}
    prompts: dict[Any, Any] = {}
    first_attempt = 0
    for file in files:
        frame, rows = _read_file(file, choices, first_attempt)
        digest = _digest(rows)
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
            Attempts.from_frame(frame, name=str(file.path), rename=choices.rename, fixed=choices.fixed)
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


def _same_prompts(prompts: dict[Any, Any], rows: list[Row], file: _File, first: _File) -> None:
    for row in rows:
        prompt = row.get("prompt_hash")
        if prompts.setdefault(row["doc_id"], prompt) != prompt:
            raise UnreadableFile(
                f"{file.path.name} and {first.path.name} are runs of {file.task_name} by {file.system} with "
                f"different prompts (first at doc_id {row['doc_id']}), so they are not attempts of one "
                "system; read one of them, or name each with --set system=NAME."
            )


def _read_file(file: _File, choices: ReadChoices, first_attempt: int) -> tuple[pl.DataFrame, list[Row]]:
    rows = json_lines(read_text(file.path), file.path)
    for number, row in enumerate(rows, 1):
        if not is_sample_line(row) or not isinstance(row["resps"], list) or not row["resps"]:
            raise UnreadableFile(f"{file.path}, line {number} lacks doc_id or resps; is it a sample file?")
    filter_name, rows = _pick_filter(file, rows, choices.filter)
    metric = _pick_metric(file, rows[0], choices.metric)
    scored = _score_rows(file, rows, filter_name, metric)

    columns: dict[str, list[Any]] = defaultdict(list)
    subset = f"{file.task.subset}/" if file.task.subset else ""
    for row, attempts in zip(rows, scored, strict=True):
        options = _option_count(row)
        for number, (response, score, outcome) in enumerate(attempts, first_attempt):
            columns["item"].append(f"{subset}{row['doc_id']}")
            columns["attempt"].append(number)
            columns["score"].append(score)
            columns["outcome"].append(outcome)
            columns["response"].append(response)
            columns["gold"].append(str(row.get("target")))
            columns["n_options"].append(options)
    frame = pl.DataFrame(
        columns,
        schema_overrides={"n_options": pl.Int64, "outcome": pl.String, "response": pl.String},
    )
    constants = {
        "system": file.system,
        "benchmark": file.task.benchmark,
        "language": file.task.language,
        "filter": filter_name,
        "metric": metric,
    }
    frame = frame.with_columns(pl.lit(value).alias(name) for name, value in constants.items())
    return frame.drop([] if frame["n_options"].count() else ["n_options"]), rows


def _pick_filter(file: _File, rows: list[Row], wanted: str) -> tuple[str, list[Row]]:
    """Rows of one filter. Without names in the rows, the k-th row of a document is the k-th filter's."""
    blocks: dict[str, list[Row]] = defaultdict(list)
    configured = [entry.get("name", "none") for entry in file.config.get("filter_list") or []]
    sightings: dict[Any, int] = defaultdict(int)
    for row in rows:
        position = sightings[row["doc_id"]]
        sightings[row["doc_id"]] += 1
        unnamed = configured[position] if position < len(configured) else f"filter-{position + 1}"
        blocks[str(row.get("filter", unnamed))].append(row)
    if len(blocks) == 1 and "filter" not in rows[0] and not configured:
        blocks = {"none": rows}
    names = list(blocks)
    if wanted in ("first", "last"):
        wanted = names[0 if wanted == "first" else -1]
    if wanted not in blocks:
        raise InvalidArgument(
            f"{file.path.name} has no filter {wanted!r}; it has {', '.join(names)} (or say first, last)."
        )
    return wanted, blocks[wanted]


def _pick_metric(file: _File, row: Row, wanted: str | None) -> str:
    listed = row.get("metrics")
    names = list(listed) if isinstance(listed, list) else [key for key in row if key not in _FIXED_KEYS]
    if wanted is None:
        wanted = next((name for name in _PREFERRED_METRICS if name in names), names[0] if names else "")
    if wanted not in names:
        raise InvalidArgument(
            f"{file.path.name} has no metric {wanted!r}; it has {listing(names, most=9) or 'none'}."
        )
    if not isinstance(row.get(wanted), (int, float)):
        raise UnreadableFile(
            f"{file.path.name} has no numbers for the metric {wanted!r} (got {row.get(wanted)!r}); was it "
            "written without scoring? Run lm-eval again without --predict_only."
        )
    return wanted


Scored = list[tuple[str | None, float | None, str | None]]


def _score_rows(file: _File, rows: list[Row], filter_name: str, metric: str) -> list[Scored]:
    """Response, score and outcome of every attempt of every row."""
    repeats = [_repeats(row) for row in rows]
    if all(len(texts) == 1 for texts in repeats):
        return [
            [(texts[0], row.get(metric), _outcome(row.get(metric), _filtered(row)))]
            for row, texts in zip(rows, repeats, strict=True)
        ]
    replay = _trusted_replay(file, rows, repeats, filter_name, metric)
    scored = []
    for row, texts in zip(rows, repeats, strict=True):
        attempts: Scored = []
        for text in texts:
            score, read = replay.score(text or "", str(row.get("target")))
            attempts.append((text, score, _outcome(score, read)))
        scored.append(attempts)
    return scored


def _trusted_replay(
    file: _File, rows: list[Row], repeats: list[list[str | None]], filter_name: str, metric: str
) -> Replay:
    steps = _entry(file.config.get("filter_list"), "name", filter_name)
    kwargs = _entry(file.config.get("metric_list"), "metric", metric)
    candidates = replays(steps.get("filter", []), kwargs) if steps and kwargs else []
    if not candidates:
        raise UnreadableFile(
            f"{file.path.name} holds {len(repeats[0])} repeats of each answer and lm-eval scored one; the "
            f"others cannot be scored, since filter {filter_name!r} with metric {metric!r} is not one that reads each "
            "answer by itself and is described in the results file. Choose another --filter, or keep "
            "results_*.json beside the samples."
        )
    off = len(rows)
    for candidate in candidates:
        wrong = sum(
            candidate.score(texts[0] or "", str(row.get("target")))[0] != row.get(metric)
            for row, texts in zip(rows, repeats, strict=True)
        )
        if not wrong:
            return candidate
        off = min(off, wrong)
    raise UnreadableFile(
        f"{file.path.name}: reading the first repeats again with filter {filter_name!r} gives another score than "
        f"lm-eval recorded in {off} of {plural(len(rows), 'row')}, so the other repeats cannot be scored."
    )


def _entry(entries: Any, key: str, name: str) -> dict[str, Any]:
    return next((dict(entry) for entry in entries or [] if entry.get(key) == name), {})


def _repeats(row: Row) -> list[str | None]:
    """The texts of a row's attempts; a choice between options by likelihood is one attempt."""
    first = row["resps"][0]
    if isinstance(first, str):
        return [first]
    if len(row["resps"]) > 1 or not first or not isinstance(first[0], str):
        return [None]
    return list(first)


def _filtered(row: Row) -> str:
    filtered = row.get("filtered_resps")
    first = filtered[0] if isinstance(filtered, list) and filtered else filtered
    return first if isinstance(first, str) else ""


def _outcome(score: Any, read: str) -> str | None:
    if score == 1:
        return "right"
    if score == 0:
        return "unparsed" if read == INVALID else "wrong"
    return None


def _option_count(row: Row) -> int | None:
    doc = row.get("doc")
    if not isinstance(doc, dict):
        return None
    for name in ("options", "choices"):
        if isinstance(doc.get(name), list):
            return len(doc[name])
    lettered = [key for key in doc if key.startswith("option_") and doc[key] is not None]
    if len(lettered) >= 2:
        return len(lettered)
    return len(row["resps"]) if len(row["resps"]) >= 2 else None
