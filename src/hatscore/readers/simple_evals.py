"""Results of simple-evals: ``<eval>_<model>_<time>_allresults.json``, with score, metrics, htmls, convos.

The scores of single questions are in ``metadata.example_level_metadata`` where an evaluation keeps them
there, else in the ``htmls``, which end in "Score: ...". The file with metrics only holds no questions.
"""

import hashlib
import html
import json
import math
import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from hatscore.attempts.languages import standard_tag
from hatscore.attempts.table import Attempts
from hatscore.errors import UnreadableFile
from hatscore.readers.choices import ReadChoices
from hatscore.readers.explanation import FieldUse
from hatscore.readers.joined_runs import Source, read_runs, together
from hatscore.readers.json_files import head, parse_json, parsed
from hatscore.readers.lm_eval_tasks import Task
from hatscore.readers.runs import Run, outcome_of
from hatscore.readers.task_names import task_of

_PARTS, _LIST = dict[str, msgspec.Raw], list[msgspec.Raw]
_START = re.compile(rb'^\s*\{\s*"score"\s*:[^{]*"metrics"\s*:\s*\{[^}]*\}\s*,\s*"htmls"\s*:')
_NAME = re.compile(
    r"^(?P<eval>healthbench_(?:hard|consensus|meta|professional)|[^_]+?(?:_[A-Z]{2}-[A-Z]{2})?)_(?P<model>.+?)"
    r"(?:_\d{8}_\d{6})?(?:_DEBUG)?$"
)
_SCORE = re.compile(r"<p>\s*Score:\s*([^<]*?)\s*</p>")
_GOLD = re.compile(r"<p>\s*Correct Answer:\s*(.*?)\s*</p>", re.DOTALL)


def claims_simple_evals(path: Path) -> bool:
    """Whether a JSON file holds all results of one of simple-evals' evaluations.

    Parameters
    ----------
    path : Path
        Ends in .json.

    Returns
    -------
    bool
    """
    return _START.match(head(path)) is not None


def read_simple_evals(paths: Sequence[Path], choices: ReadChoices) -> list[Attempts]:
    """Read results together, so that runs of one evaluation become attempts of one system.

    Parameters
    ----------
    paths : sequence of Path
        Files of all results.
    choices : ReadChoices
        ``fixed``, ``rename`` and ``pattern`` are used; there is one score a question.

    Returns
    -------
    list of Attempts
        One a file and language.

    Raises
    ------
    UnreadableFile
        If a file is damaged, or holds no scores of single questions.
    UnknownFormat
        If nothing says the language.
    """
    sources = [Source("simple-evals", path, partial(_runs, path, choices)) for path in sorted(paths)]
    return together(read_runs(sources), choices)


def explain_simple_evals(path: Path, choices: ReadChoices, attempts: Attempts) -> FieldUse:  # noqa: ARG001
    """Where the columns of a results file come from.

    Parameters
    ----------
    path : Path
        The file.
    choices : ReadChoices
        ``fixed`` and ``pattern`` are told.
    attempts : Attempts
        What was read from it.

    Returns
    -------
    FieldUse
    """
    named = "the file's name" if choices.pattern is None else f"the file's name by {choices.pattern}"
    fields = {
        "system": "the file's name",
        "benchmark": named,
        "language": f"languages in metrics, in their order, else {named}",
        "item": "place among the language's questions, else prompt_id",
        "attempt": "further answers to the same prompt",
        "score": "example_level_metadata.score, else Score in htmls",
        "response": "last message of convos",
        "gold": "Correct Answer in htmls",
        "prompt_tokens, answer_tokens, thinking_tokens": "example_level_metadata.usage, where it is kept",
    } | {name: f"--set {name}={value}" for name, value in choices.fixed.items()}
    return FieldUse(fields, {"metrics": "means; only compared with the scores of a language's questions"})


def _runs(path: Path, choices: ReadChoices) -> list[Run]:
    content = parse_json(path, _PARTS)
    if not isinstance(content, dict) or not isinstance(parsed(content.get("convos"), _LIST), list):
        raise UnreadableFile(f"{path} holds no conversations; give the file that ends in _allresults.json.")
    stem = re.sub(r"_allresults$", "", path.name.partition(".json")[0])
    match = _NAME.match(stem)
    name, system = (match["eval"], match["model"]) if match else (stem, path.resolve().parent.name)
    questions = _questions(content, path)
    metrics = parsed(content.get("metrics")) or {}
    blocks = {} if choices.pattern or "language" in choices.fixed else _languages(metrics, questions, path)
    tasks = {language: Task(choices.fixed.get("benchmark", name), language) for language in blocks}
    if not blocks:
        own = task_of(stem if choices.pattern else name, choices, patterns=(_LOCALE,), where=path.name)
        tasks, blocks = {own.language: own}, {own.language: questions}
    return [
        Run(path, system, name, task.benchmark, language, "score", _rows(blocks[language]))
        for language, task in tasks.items()
    ]


_LOCALE = r"^(?P<benchmark>[^_]+)_(?P<language>[A-Z]{2}(?:-[A-Z]{2})?)$"


def _score_of(metadata: Any, page: str, where: str) -> float:
    if isinstance(metadata, dict) and isinstance(metadata.get("score"), (int, float)):
        return float(metadata["score"])
    found = _SCORE.findall(page)
    text = {"True": "1", "False": "0"}.get(found[-1], found[-1]) if found else ""
    try:
        score = float(text)
    except ValueError:
        score = math.nan
    if math.isnan(score):
        raise UnreadableFile(
            f"{where} has no score: neither a score in example_level_metadata nor 'Score: ...' in htmls."
        )
    return score


def _tokens(metadata: Any) -> dict[str, int | None]:
    """HealthBench keeps the usage of each answer; output counts what was thought."""
    usage = metadata.get("usage") if isinstance(metadata, dict) else None
    usage = usage if isinstance(usage, dict) else {}
    output, thought = usage.get("output_tokens"), usage.get("output_reasoning_tokens")
    answer = None if output is None else output - (thought or 0)
    return {"prompt_tokens": usage.get("input_tokens"), "answer_tokens": answer, "thinking_tokens": thought}


def _questions(content: dict[str, Any], path: Path) -> list[dict[str, Any]]:
    convos = parsed(content["convos"], _LIST)
    pages = parsed(content.get("htmls"), _LIST) or [None] * len(convos)
    known_of_all = (parsed(content.get("metadata"), _PARTS) or {}).get("example_level_metadata")
    metadata = parsed(known_of_all, _LIST) or [None] * len(convos)
    if not len(convos) == len(pages) == len(metadata) or not convos:
        raise UnreadableFile(
            f"{path} holds {len(convos)} conversations, {len(pages)} htmls and {len(metadata)} metadata, "
            "which must be as many, and at least one; was the file changed?"
        )
    questions = []
    for number, parts in enumerate(zip(convos, pages, metadata, strict=True), 1):
        convo, page, known = map(parsed, parts)
        messages = convo if isinstance(convo, list) else []
        last = messages[-1] if messages and isinstance(messages[-1], dict) else {}
        answer = last.get("content") if last.get("role") == "assistant" else None
        gold = _GOLD.search(page or "")
        score = _score_of(known, page or "", f"{path}, question {number}")
        questions.append(
            {
                "prompt": _print(messages[:-1] if answer is not None else messages),
                "name": known.get("prompt_id") if isinstance(known, dict) else None,
                "score": score,
                "response": answer if isinstance(answer, str) else None,
                "gold": html.unescape(gold[1]) if gold else None,
                **_tokens(known),
            }
        )
    return questions


def _print(messages: list[Any]) -> bytes:
    return hashlib.blake2b(json.dumps(messages, sort_keys=True).encode(), digest_size=16).digest()


def _languages(
    metrics: dict[str, Any], questions: list[dict[str, Any]], path: Path
) -> dict[str, list[dict[str, Any]]]:
    """Questions of each language of an evaluation in several, such as MGSM; empty for others.

    They stand one language after the other, as many of each. The recorded mean of each language tells
    whether that is so.
    """
    names = [name for name in metrics if re.fullmatch("[a-z]{2}", name) and standard_tag(name)]
    if not names:
        return {}
    size, rest = divmod(len(questions), len(names))
    blocks = {name: questions[n * size : (n + 1) * size] for n, name in enumerate(names)}
    for name, block in blocks.items():
        mean = sum(question["score"] for question in block) / max(size, 1)
        if rest or abs(mean - float(metrics[name])) > 1e-9:
            raise UnreadableFile(
                f"{path}: the questions do not stand one language after the other ({len(questions)} for "
                f"{', '.join(names)}; {name} has a recorded mean of {metrics[name]:g}, and its questions "
                f"{mean:g}), so their languages are unknown."
            )
    return blocks


def _rows(questions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    prompts = [question["prompt"] for question in questions]
    distinct = len(set(prompts))
    # Repeats stand behind each other: all questions once, then all again. Otherwise the place counts, so
    # that two questions of one wording do not shift the numbers of those that follow.
    repeated = all(prompt == prompts[place % distinct] for place, prompt in enumerate(prompts))
    period = distinct if repeated else len(prompts)
    return [
        {
            "item": question["name"] or str(place % period),
            "outcome": outcome_of(question["score"]),
            **{name: value for name, value in question.items() if name not in ("prompt", "name")},
        }
        for place, question in enumerate(questions)
    ]
