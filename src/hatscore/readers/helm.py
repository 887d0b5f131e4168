"""Runs of HELM: ``per_instance_stats.json`` with ``run_spec.json`` and ``scenario_state.json`` beside it."""

import re
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from hatscore.attempts.table import Attempts
from hatscore.errors import UnreadableFile
from hatscore.readers.choices import ReadChoices
from hatscore.readers.explanation import FieldUse
from hatscore.readers.joined_runs import Source, read_runs, together
from hatscore.readers.json_files import head, json_beside, parse_json, parsed
from hatscore.readers.metrics import pick_metric
from hatscore.readers.runs import Run, outcome_of, settings_text
from hatscore.readers.task_names import task_of

_PREFERRED = (
    *("exact_match", "quasi_exact_match", "final_number_exact_match", "prefix_exact_match"),
    *("quasi_prefix_exact_match", "math_equiv_chain_of_thought", "math_equiv", "f1_score"),
)
_BOOKKEEPING = re.compile(
    r"^(num_|max_prob|training_|inference_|batch_size|finish_reason_|prompt_truncated|logprob|perplexity"
    r"|bits_per_byte|predicted_index)"
)
_LANGUAGE = ("language", "lang", "target_language", "target_lang", "locale")
_SUBSET = ("subject", "subset", "category")
_NOT_NAMED = {"model", "model_deployment", *_LANGUAGE, *_SUBSET}
_SETTINGS = ("temperature", "max_tokens", "num_outputs", "max_train_instances", "instructions", "method")

_TOKENS = {"prompt_tokens": "num_prompt_tokens", "answer_tokens": "num_output_tokens"}
_PARTS, _LIST = dict[str, msgspec.Raw], list[msgspec.Raw]

Key = tuple[str, int]
"""Instance and training trial."""


def claims_helm(path: Path) -> bool:
    """Whether a JSON file holds HELM's statistics per instance.

    Parameters
    ----------
    path : Path
        Ends in .json.

    Returns
    -------
    bool
    """
    start = head(path)
    return start.lstrip().startswith(b"[") and all(
        f'"{name}"'.encode() in start for name in ("instance_id", "train_trial_index", "stats")
    )


def read_helm(paths: Sequence[Path], choices: ReadChoices) -> list[Attempts]:
    """Read runs together, so that runs of one task become attempts of one system.

    Parameters
    ----------
    paths : sequence of Path
        Files of statistics per instance.
    choices : ReadChoices
        All but ``filter`` are used.

    Returns
    -------
    list of Attempts
        One a run that was used.

    Raises
    ------
    UnreadableFile
        If a file is damaged, or run_spec.json is not beside it.
    UnknownFormat
        If neither the run nor its name says its language.
    InvalidArgument
        If it has no such metric.
    """
    return together(
        read_runs([Source("HELM", path, partial(_runs, path, choices)) for path in sorted(paths)]), choices
    )


def explain_helm(path: Path, choices: ReadChoices, attempts: Attempts) -> FieldUse:
    """Where the columns of a run come from.

    Parameters
    ----------
    path : Path
        The file of statistics.
    choices : ReadChoices
        All but ``filter`` are used.
    attempts : Attempts
        What was read from it.

    Returns
    -------
    FieldUse
    """
    (taken,) = attempts.lazy().select("metric").head(1).collect().row(0)
    named = (
        "name of run_spec.json" if choices.pattern is None else f"name of run_spec.json by {choices.pattern}"
    )
    fields = {
        "system": "adapter_spec.model; settings of adapter_spec where runs differ in them",
        "benchmark": named,
        "language": f"{named}, or scenario_spec.args",
        "item": "instance_id",
        "attempt": "train_trial_index, after earlier runs of the same task",
        "score": f"mean of {taken} in stats",
        "response": "first of result.completions in scenario_state.json",
        "gold": "references with the tag correct in scenario_state.json",
        "prompt_tokens": "num_prompt_tokens in stats",
        "answer_tokens": "num_output_tokens in stats",
    } | {name: f"--set {name}={value}" for name, value in choices.fixed.items()}
    others = [name for name in _names(_entries(path), path) if name != taken]
    ignored = {f"metric {name}": f"the score is {taken}; see --metric" for name in others}
    return FieldUse(
        fields, ignored | {"stats of single references, perturbed instances": "not of whole answers"}
    )


def _entries(path: Path) -> list[Any]:
    content = parse_json(path, _LIST)
    if not isinstance(content, list) or not content:
        raise UnreadableFile(f"{path} holds no list of instances; was the run finished?")
    return content


def _parsed(entries: list[Any], path: Path) -> Iterator[dict[str, Any]]:
    for number, part in enumerate(entries, 1):
        entry = parsed(part)
        if (
            not isinstance(entry, dict)
            or not isinstance(entry.get("stats"), list)
            or "instance_id" not in entry
        ):
            raise UnreadableFile(f"{path}, entry {number} lacks instance_id or stats; was the file changed?")
        yield entry


def _stats(entry: dict[str, Any]) -> Iterator[tuple[str, str, float]]:
    """Name, split and mean of each statistic that has one."""
    for stat in entry["stats"]:
        name = stat.get("name") if isinstance(stat, dict) else None
        if isinstance(name, dict) and isinstance(stat.get("mean"), (int, float)):
            yield str(name.get("name")), str(name.get("split")), float(stat["mean"])


def _names(entries: list[Any], path: Path) -> list[str]:
    first = _parsed(entries[:50], path)
    names = dict.fromkeys(name for entry in first for name, _, _ in _stats(entry))
    return [name for name in names if not _BOOKKEEPING.match(name)]


def _runs(path: Path, choices: ReadChoices) -> list[Run]:
    entries = _entries(path)
    spec = json_beside(path.with_name("run_spec.json"))
    adapter = spec.get("adapter_spec")
    if not isinstance(adapter, dict) or not spec.get("name"):
        raise UnreadableFile(
            f"{path} has no run_spec.json beside it that names the run and its model; keep the run's folder "
            "whole."
        )
    name, arguments = _run_name(str(spec["name"]))
    given = {**(spec.get("scenario_spec") or {}).get("args", {}), **arguments}
    language = next((str(given[key]) for key in _LANGUAGE if given.get(key)), None)
    task = task_of(
        str(spec["name"]) if choices.pattern else name, choices, language=language, where=path.name
    )
    subset = task.subset or next((str(given[key]) for key in _SUBSET if given.get(key)), "")
    metric = pick_metric(_names(entries, path), choices.metric, preferred=_PREFERRED, where=str(path))
    states = _states(path.with_name("scenario_state.json"))
    rows, notes = _rows(entries, metric, f"{subset}/" if subset else "", states, path)
    if not states:
        notes.append("no scenario_state.json beside it, so answers and right answers are unknown.")
    system = str(adapter.get("model") or adapter.get("model_deployment"))
    settings = settings_text({key: adapter.get(key) for key in _SETTINGS})
    run = Run(
        path, system, f"{name}/{subset}", task.benchmark, task.language, metric, rows, settings, tuple(notes)
    )
    return [run]


def _run_name(name: str) -> tuple[str, dict[str, str]]:
    """``mmlu:subject=law,method=joint,model=x``: the task without model, language and subject; arguments."""
    base, _, rest = name.partition(":")
    arguments = dict(part.partition("=")[::2] for part in rest.split(",") if "=" in part)
    kept = ",".join(f"{key}={value}" for key, value in arguments.items() if key not in _NOT_NAMED)
    return (f"{base}:{kept}" if kept else base), arguments


class State(NamedTuple):
    """What is needed of a request.

    Attributes
    ----------
    failed : bool
        Whether there is no answer.
    gold : str or None
        The first right answer.
    n_options : int or None
        Of a question with one right option.
    completions : int
        How many answers it holds.
    response, finish_reason : str or None
        The first.
    """

    failed: bool
    gold: str | None
    n_options: int | None
    completions: int
    response: str | None
    finish_reason: str | None


def _states(path: Path) -> dict[Key, list[State]]:
    """Requests of each instance and trial; empty where the file is absent."""
    states: dict[Key, list[State]] = {}
    for part in parsed(json_beside(path, _PARTS).get("request_states"), _LIST) or []:
        state = parsed(part)
        instance = state.get("instance") or {}
        if not instance.get("perturbation"):
            key = (str(instance.get("id")), int(state.get("train_trial_index") or 0))
            states.setdefault(key, []).append(_state(instance, state.get("result") or {}))
    return states


def _state(instance: dict[str, Any], result: dict[str, Any]) -> State:
    references, completions = instance.get("references") or [], result.get("completions") or []
    right = [r["output"]["text"] for r in references if "correct" in (r.get("tags") or [])]
    first = completions[0] if completions else {}
    return State(
        bool(result) and not result.get("success", True),
        right[0] if right else None,
        len(references) if len(references) > 1 and len(right) == 1 else None,
        len(completions),
        first.get("text"),
        (first.get("finish_reason") or {}).get("reason"),
    )


def _rows(
    entries: list[Any],
    metric: str,
    subset: str,
    states: dict[Key, list[State]],
    path: Path,
) -> tuple[list[dict[str, Any]], list[str]]:
    found: dict[Key, dict[str, tuple[str, float]]] = {}
    perturbed = 0
    needed = {metric, *_TOKENS.values()}
    for entry in _parsed(entries, path):
        if entry.get("perturbation"):
            perturbed += 1
            continue
        key = (str(entry["instance_id"]), int(entry.get("train_trial_index") or 0))
        # Each of a run's metrics may have an entry of its own for the same instance.
        found.setdefault(key, {}).update(
            {name: (split, mean) for name, split, mean in _stats(entry) if name in needed}
        )
    scored = {key: stats for key, stats in found.items() if metric in stats}
    splits = {stats[metric][0] for stats in scored.values()}
    kept = "test" if "test" in splits else min(splits, default="")
    rows = [
        _row(key, stats, metric, subset, states.get(key, []))
        for key, stats in sorted(scored.items(), key=lambda pair: (_number(pair[0][0]), pair[0]))
        if stats[metric][0] == kept
    ]
    if not rows:
        raise UnreadableFile(f"{path} has no {metric} of single instances; choose another --metric.")
    left_out = {
        f"{perturbed} perturbed instances are left out": perturbed,
        f"instances of the splits {', '.join(sorted(splits - {kept}))} are left out, {kept} is read": len(
            splits
        )
        - 1,
        f"{len(found) - len(scored)} instances without {metric} are left out": len(found) - len(scored),
    }
    several = max((state.completions for own in states.values() for state in own), default=1)
    left_out[f"HELM scores one of {several} completions of a request, which is the attempt"] = several - 1
    return rows, [f"{text}." for text, count in left_out.items() if count]


def _number(name: str) -> int:
    digits = re.sub(r"\D", "", name)
    return int(digits) if digits else -1


def _row(
    key: Key,
    stats: dict[str, tuple[str, float]],
    metric: str,
    subset: str,
    states: list[State],
) -> dict[str, Any]:
    score = None if any(state.failed for state in states) else stats[metric][1]
    row: dict[str, Any] = {"item": f"{subset}{key[0]}", "score": score, "outcome": outcome_of(score)}
    for column, name in _TOKENS.items():
        row[column] = int(stats[name][1]) if name in stats else None
    if states:
        first = states[0]
        row |= {"gold": first.gold, "n_options": first.n_options}
        # A request for each option is no answer in words.
        if len(states) == 1:
            row |= {"response": first.response, "finish_reason": first.finish_reason}
    return row
