"""Which run an lm-eval sample file belongs to: system, task, settings, and the task's configuration."""

import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hatscore.attempts.files import first_line, read_text
from hatscore.attempts.unpacking import COMPRESSIONS
from hatscore.errors import InvalidArgument, UnknownFormat, UnreadableFile
from hatscore.readers.choices import ReadChoices
from hatscore.readers.lm_eval_tasks import Task, built_in_config, parse_task


@dataclass(frozen=True, slots=True)
class LogFile:
    """One sample file, before its lines are read.

    Attributes
    ----------
    path : Path
        The file.
    system : str
        The model, with the settings that set its runs apart.
    task_name : str
        lm-eval's name of the task.
    task : Task
        What that name says.
    config : dict
        The task's configuration from the results file, or as built into lm-eval; may be empty.
    settings : dict of str
        Generation settings of the first request.
    """

    path: Path
    system: str
    task_name: str
    task: Task
    config: dict[str, Any]
    settings: dict[str, str]


def locate_files(paths: Sequence[Path], choices: ReadChoices) -> list[LogFile]:
    """Find out what each file is, in the order of their times.

    A system is a model with its settings. Where runs of one task by one model differ in their
    generation settings (a thinking budget, a temperature), the settings become part of the name.

    Parameters
    ----------
    paths : sequence of Path
        Sample files.
    choices : ReadChoices
        ``fixed`` and ``pattern`` are used.

    Returns
    -------
    list of LogFile

    Raises
    ------
    UnknownFormat
        If a task's name does not say its language.
    InvalidArgument
        If one system's name is given to runs with different settings.
    """
    results: dict[Path, dict[str, Any]] = {}
    files = [_locate(path, choices, results) for path in sorted(paths, key=lambda path: (_time(path), path))]
    telling = _telling_settings(files)
    if telling and "system" in choices.fixed:
        listed = ", ".join(sorted(set().union(*telling.values())))
        raise InvalidArgument(
            f"--set system={choices.fixed['system']} names runs with different settings ({listed}) alike; "
            "read them one by one, or leave it out."
        )
    return [_named(file, telling.get(file.system, set())) for file in files]


def _telling_settings(files: list[LogFile]) -> dict[str, set[str]]:
    """For each model, the settings in which runs of the same task differ."""
    runs: dict[tuple[str, str], list[dict[str, str]]] = defaultdict(list)
    for file in files:
        runs[file.system, file.task_name].append(file.settings)
    telling: dict[str, set[str]] = defaultdict(set)
    for (system, _), settings in runs.items():
        names = set().union(*settings)
        differing = {name for name in names if len({own.get(name) for own in settings}) > 1}
        if differing:
            telling[system] |= differing
    return telling


def _named(file: LogFile, telling: set[str]) -> LogFile:
    own = [f"{name}={file.settings[name]}" for name in sorted(telling) if name in file.settings]
    return replace(file, system=f"{file.system} ({', '.join(own)})") if own else file


def _locate(path: Path, choices: ReadChoices, known: dict[Path, dict[str, Any]]) -> LogFile:
    name, fixed = _task_name(path), choices.fixed
    results = _results_beside(path, known)
    try:
        task = parse_task(
            name, choices.pattern, benchmark=fixed.get("benchmark"), language=fixed.get("language")
        )
    except UnknownFormat as error:
        raise UnknownFormat(f"{path.name}: {error}") from None
    system = fixed.get("system") or results.get("model_name") or _system_of_folder(path)
    configs = results.get("configs")
    config = (configs.get(name) if isinstance(configs, dict) else None) or built_in_config(name)
    return LogFile(path, str(system), name, task, config, _settings(path))


def _settings(path: Path) -> dict[str, str]:
    """Generation settings of the first request; a damaged line is named when the file is read."""
    try:
        arguments = json.loads(first_line(path))["arguments"]
        given = next(iter(arguments.values())) if isinstance(arguments, dict) else arguments[0]
        settings = given["arg_1"] if isinstance(given, dict) else given[1]
    except (ValueError, KeyError, IndexError, TypeError, StopIteration, RecursionError):
        return {}
    if not isinstance(settings, dict):
        return {}
    return {name: json.dumps(value, sort_keys=True) for name, value in settings.items()}


def _stem(path: Path) -> str:
    name = path.name
    for ending in (*COMPRESSIONS, ".jsonl", ".ndjson", ".json"):
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


def _results_beside(path: Path, known: dict[Path, dict[str, Any]]) -> dict[str, Any]:
    """The results file of the same run, or the newest of the folder; empty where there is none."""
    found = sorted(path.parent.glob(f"*_{_time(path)}.json")) or sorted(path.parent.glob("results_*.json"))
    if not found:
        return {}
    if found[-1] not in known:
        # A run of hundreds of tasks has one results file of several megabytes.
        known[found[-1]] = _parsed(found[-1])
    return known[found[-1]]


def _parsed(path: Path) -> dict[str, Any]:
    try:
        results = json.loads(read_text(path))
    except (ValueError, RecursionError, UnreadableFile):
        return {}
    return results if isinstance(results, dict) else {}


def _system_of_folder(path: Path) -> str:
    """lm-eval writes ``org/model`` as ``org__model``."""
    return path.resolve().parent.name.replace("__", "/", 1)
