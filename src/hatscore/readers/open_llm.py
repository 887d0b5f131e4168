"""Details as the Open LLM Leaderboard published them, in both of its forms.

The first leaderboard, and lighteval before 0.11, wrote ``details_<task>_<time>.parquet`` with the columns
example, full_prompt, predictions, metrics, and no names of the questions. The second published lm-eval's
sample lines, also as one JSON list a file; those in JSON Lines are `lm_eval`'s.
"""

import json
import re
from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import polars as pl

from hatscore.attempts.files import read_table, table_ending
from hatscore.attempts.table import Attempts
from hatscore.errors import UnreadableFile
from hatscore.readers.choices import ReadChoices
from hatscore.readers.explanation import FieldUse
from hatscore.readers.joined_runs import KeptRun, Source, read_runs, together
from hatscore.readers.json_files import head, parse_json
from hatscore.readers.lighteval import model_of, parquet_columns
from hatscore.readers.lm_eval_files import LogFile, locate_files
from hatscore.readers.lm_eval_lines import is_sample_line, option_count, score_lines
from hatscore.readers.metrics import pick_metric
from hatscore.readers.repeats import is_mean, repeat_count, shared_out
from hatscore.readers.runs import Run, outcome_of
from hatscore.readers.task_names import LIGHTEVAL, task_of

_COLUMNS = {"example", "full_prompt", "metrics"}
_OPTIONAL = ("predictions", "gold", "choices", "gold_index")
_PREFERRED = ("em", "extractive_match", "qem", "acc", "acc_norm", "f1")


def claims_open_llm(path: Path) -> bool:
    """Whether a file holds details in one of the leaderboard's forms.

    Parameters
    ----------
    path : Path
        Ends in .parquet or .json.

    Returns
    -------
    bool
    """
    if table_ending(path) == ".parquet":
        return parquet_columns(path) >= _COLUMNS
    start = head(path)
    return start.lstrip().startswith(b"[") and b'"doc_id"' in start


def read_open_llm(paths: Sequence[Path], choices: ReadChoices) -> list[Attempts]:
    """Read details together, so that runs of one task become attempts of one system.

    Parameters
    ----------
    paths : sequence of Path
        Details, of either form.
    choices : ReadChoices
        All are used; ``filter`` for lists of sample lines.

    Returns
    -------
    list of Attempts
        One a file that was used.

    Raises
    ------
    UnreadableFile
        If a file is damaged, its repeats cannot be scored, or questions that have no names are not as many
        in each language.
    UnknownFormat
        If a task's name does not say its language.
    InvalidArgument
        If it has no such metric or filter.
    """
    lists = [path for path in paths if table_ending(path) != ".parquet"]
    flat = [
        Source("lighteval", path, partial(_runs, path, choices)) for path in sorted(set(paths) - set(lists))
    ]
    details = read_runs(flat)
    _check_places(details)
    logs = locate_files(lists, choices) if lists else []
    lines = [Source("lm-eval", file.path, partial(_runs_of_lines, file, choices)) for file in logs]
    return together(read_runs(lines) + details, choices)


def explain_open_llm(path: Path, choices: ReadChoices, attempts: Attempts) -> FieldUse:
    """Where the columns of a details file come from.

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
    (taken,) = attempts.lazy().select("metric").head(1).collect().row(0)
    named = "the file's name" if choices.pattern is None else f"the file's name by {choices.pattern}"
    flat = table_ending(path) == ".parquet"
    fields = {
        "system": "model_name of the results file, else the folder",
        "benchmark": named,
        "language": named,
        "item": "place in the file" if flat else "doc_id",
        "attempt": "place in predictions" if flat else "place in resps",
        "score": f"metrics.{taken}" if flat else taken,
        "response": "predictions" if flat else "resps",
        "gold": "gold, else choices at gold_index" if flat else "target",
    } | {name: f"--set {name}={value}" for name, value in choices.fixed.items()}
    ignored = {"input_tokens, cont_tokens, pred_logits": "scores do not need them"} if flat else {}
    return FieldUse(fields, ignored)


def _runs_of_lines(file: LogFile, choices: ReadChoices) -> list[Run]:
    lines = parse_json(file.path)
    if not isinstance(lines, list) or not lines:
        raise UnreadableFile(f"{file.path} holds no list of sample lines.")
    for number, line in enumerate(lines, 1):
        if not is_sample_line(line) or not isinstance(line["resps"], list) or not line["resps"]:
            raise UnreadableFile(f"{file.path}, entry {number} lacks doc_id or resps.")
    scored = score_lines(
        lines, name=file.path.name, config=file.config, filter=choices.filter, metric=choices.metric
    )
    subset = f"{file.task.subset}/" if file.task.subset else ""
    rows = [
        {
            "item": f"{subset}{line['doc_id']}",
            "score": None if score is None else float(score),
            "outcome": outcome,
            "response": response,
            "gold": str(line.get("target")),
            "n_options": option_count(line),
        }
        for line, attempts in zip(scored.rows, scored.attempts, strict=True)
        for response, score, outcome in attempts
    ]
    task = file.task
    run = Run(
        file.path,
        file.system,
        file.task_name,
        task.benchmark,
        task.language,
        scored.metric,
        rows,
        file.settings,
    )
    return [run]


def _task_name(path: Path) -> str:
    """``details_harness|arc:challenge|25_<time>``: the task without suite and number of shots."""
    name = path.stem.removeprefix("details_").rpartition("_")[0] or path.stem
    return re.sub(r"^(?:[a-z_]+\|)?([^|]+)(?:\|\d+)+$", r"\1", name)


def _rows(path: Path) -> list[dict[str, Any]]:
    table = read_table(path)
    kept = [name for name in table.collect_schema().names() if name in ("metrics", *_OPTIONAL)]
    try:
        rows = table.select(kept).collect().to_dicts()
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError) as error:
        raise UnreadableFile(f"{path} cannot be read ({error}); copy or make the file again.") from None
    for number, row in enumerate(rows, 1):
        row["metrics"] = _as_object(row["metrics"])
        if not isinstance(row["metrics"], dict):
            raise UnreadableFile(f"{path}, row {number} has no scores in the column metrics.")
    if not rows:
        raise UnreadableFile(f"{path} holds no items; there is nothing to score in it.")
    return rows


def _measured(row: dict[str, Any]) -> list[str]:
    return [name for name, value in row["metrics"].items() if isinstance(value, (int, float))]


def _of_metric(rows: list[dict[str, Any]], metric: str) -> list[tuple[int, dict[str, Any]]]:
    """Rows with their numbers, without those that only hold metrics of another kind.

    Of a task with metrics of several kinds, such as of one answer and of several, lighteval wrote all
    questions once a kind.
    """
    own = [set(_measured(row)) for row in rows]
    same_kind = set().union(*(names for names in own if metric in names))
    numbered = enumerate(zip(rows, own, strict=True), 1)
    return [(number, row) for number, (row, names) in numbered if not names or names & same_kind]


def _runs(path: Path, choices: ReadChoices) -> list[Run]:
    rows = _rows(path)
    names = list(dict.fromkeys(name for row in rows for name in _measured(row)))
    several = any(len(_texts(row)) > 1 for row in rows)
    preferred = (*filter(is_mean, names), *_PREFERRED) if several else _PREFERRED
    metric = pick_metric(names, choices.metric, preferred=preferred, where=path.name)
    name = _task_name(path)
    task = task_of(name, choices, patterns=LIGHTEVAL, where=path.name)
    subset = f"{task.subset}/" if task.subset else ""
    attempts = [
        attempt
        for place, (number, row) in enumerate(_of_metric(rows, metric))
        for attempt in _attempts(row, metric, f"{subset}{place}", f"{path}, row {number}")
    ]
    system, settings = model_of(path)
    return [Run(path, system, name, task.benchmark, task.language, metric, attempts, settings)]


def _check_places(runs: list[KeptRun]) -> None:
    """Questions are known by their places, and lighteval shuffled them in a way that depends on how many."""
    sizes: dict[tuple[str, str, str], dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
    for kept in runs:
        run, items = kept.run, kept.rows.kept["item"]
        subset = items[0].rpartition("/")[0]
        sizes[run.system, run.benchmark, subset][run.language].add(items.n_unique())
    for (system, benchmark, subset), languages in sizes.items():
        if len(set().union(*languages.values())) > 1:
            found = ", ".join(f"{name}: {'/'.join(map(str, sorted(own)))}" for name, own in languages.items())
            raise UnreadableFile(
                f"{system}, {benchmark}{f', {subset}' if subset else ''}: the files hold different numbers "
                f"of questions ({found}). They have no names there, and lighteval before 0.11 shuffled them "
                "in a way that depends on their number, so which belong together is unknown; give files with "
                "as many questions each, or evaluate with lighteval 0.11 or later."
            )


def _as_object(value: Any) -> Any:
    """Some details hold objects as their text."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value


def _texts(row: dict[str, Any]) -> list[str]:
    """Answers in words; of options there are likelihoods."""
    given = _as_object(row.get("predictions"))
    given = given if isinstance(given, list) else [given]
    nested = [text for own in given for text in (own if isinstance(own, list) else [own])]
    return [text for text in nested if isinstance(text, str)]


def _gold(row: dict[str, Any], options: list[Any]) -> str | None:
    gold = _as_object(row.get("gold"))
    gold = gold[0] if isinstance(gold, list) and gold else gold
    places = _as_object(row.get("gold_index"))
    place = places[0] if isinstance(places, list) and places else places
    if isinstance(gold, (str, int)):
        return str(gold).strip()
    return str(options[place]).strip() if isinstance(place, int) and place < len(options) else None


def _attempts(row: dict[str, Any], metric: str, item: str, where: str) -> list[dict[str, Any]]:
    score = row["metrics"].get(metric)
    if score is None:
        raise UnreadableFile(f"{where} has no {metric}; choose another --metric.")
    texts = _texts(row)
    options = _as_object(row.get("choices"))
    options = options if isinstance(options, list) else []
    count = repeat_count(metric, len(texts), where)
    return [
        {
            "item": item,
            "score": own,
            "outcome": outcome_of(own),
            "response": text,
            "gold": _gold(row, options),
            "n_options": len(options) if len(options) > 1 else None,
        }
        for own, text in shared_out(float(score), texts, count, metric, where)
    ]
