"""Attempts as instance records of Every Eval Ever."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from hatscore.attempts.languages import standard_tag
from hatscore.attempts.schema import RIGHT

SCHEMA_VERSION = "0.3.0"
PROMPTS = ("prompt", "question", "input")
"""Columns that may hold what was asked, the first that is there is taken."""

_GOLDS = ("gold", "reference")
_OWN = {"system", "benchmark", "item", "response", "final_answer", "rule", "score", *PROMPTS, *_GOLDS}
_TOKENS = ("prompt_tokens", "answer_tokens", "thinking_tokens")


def instance_record(row: Mapping[str, Any], *, evaluation_id: str, model_id: str) -> dict[str, Any]:
    """One attempt as one record.

    Parameters
    ----------
    row : mapping
        A row of the attempts table.
    evaluation_id, model_id : str
        Those of the log that it belongs to.

    Returns
    -------
    dict
        Fields of ``instance_level_eval.schema.json``. The score is the attempt's own; a wrong answer
        is not correct, and neither is one with part of the points. A failed call has score 0 and says
        so under ``error``; columns without a field of their own are text under ``metadata``.
    """
    language = standard_tag(row["language"]) or row["language"]
    name = result_name(row["benchmark"], language)
    score, outcome = row.get("score"), row.get("outcome")
    prompt = _first(row, PROMPTS)
    reference = [_first(row, _GOLDS)] if _first(row, _GOLDS) else []
    record: dict[str, Any] = {
        "schema_version": SCHEMA_VERSION,
        "evaluation_id": evaluation_id,
        "model_id": model_id,
        "evaluation_name": name,
        "evaluation_result_id": f"{name}.accuracy",
        "sample_id": row["item"],
        "interaction_type": "single_turn",
        "input": {"raw": prompt, "reference": reference},
        "output": {"raw": [] if row.get("response") is None else [row["response"]]},
        "answer_attribution": _attribution(row),
        "evaluation": {
            "score": float(outcome == RIGHT) if score is None else float(score),
            "is_correct": score == 1 if outcome is None else outcome == RIGHT,
        },
        "metadata": _metadata(row, language, asked=bool(prompt)),
    }
    if prompt:
        record["sample_hash"] = _hash(prompt, reference)
    if outcome == "error":
        record["error"] = "the call failed: missing data, which no score counts"
    if (usage := _usage(row)) is not None:
        record["token_usage"] = usage
    return record


def result_name(benchmark: str, language: str) -> str:
    """Name of the evaluation of one benchmark in one language.

    Parameters
    ----------
    benchmark, language : str
        Which.

    Returns
    -------
    str
    """
    return f"{benchmark}.{language}"


def _first(row: Mapping[str, Any], names: tuple[str, ...]) -> str:
    return next((str(row[name]) for name in names if row.get(name) is not None), "")


def _attribution(row: Mapping[str, Any]) -> list[dict[str, Any]]:
    answer = row.get("final_answer")
    if answer is None or row.get("response") is None:
        return []
    return [
        {
            "turn_idx": 0,
            "source": "output.raw",
            "extracted_value": str(answer),
            "extraction_method": str(row.get("rule") or "unknown"),
            "is_terminal": True,
        }
    ]


def _metadata(row: Mapping[str, Any], language: str, *, asked: bool) -> dict[str, str]:
    used = {*_OWN, *_TOKENS} if _usage(row) is not None else _OWN
    kept = {name: str(value) for name, value in row.items() if name not in used and value is not None}
    kept |= {"benchmark": row["benchmark"], "language": language}
    return kept if asked else kept | {"input": "not recorded in the attempts"}


def _usage(row: Mapping[str, Any]) -> dict[str, int] | None:
    """Tokens, where both sides are known: the schema takes all of them or none."""
    prompt, answer, thinking = (row.get(name) for name in _TOKENS)
    if prompt is None or answer is None:
        return None
    output = answer + (thinking or 0)
    usage = {"input_tokens": prompt, "output_tokens": output, "total_tokens": prompt + output}
    return usage if thinking is None else usage | {"reasoning_tokens": thinking}


def _hash(prompt: str, reference: list[str]) -> str:
    """The schema's recipe, so that hashes match those of other writers."""
    text = json.dumps({"raw": prompt, "reference": reference}, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8")).hexdigest()
