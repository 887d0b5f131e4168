"""Scores of one system on one benchmark as a log of Every Eval Ever."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from hatscore._version import __version__
from hatscore.errors import InvalidArgument
from hatscore.publishing.records import SCHEMA_VERSION, result_name
from hatscore.results.scores import HEADLINES, Score

Relationship = Literal["first_party", "third_party", "collaborative", "other"]

_TITLES = {
    "hat": "HAT as published: slope of target on source pass rates through the origin",
    "hat_corrected": "HAT, corrected for the noise of few attempts",
    "hat_curve": "HAT as twice the area under a profile that may bend",
}


@dataclass(frozen=True, slots=True)
class Publication:
    """Who publishes, and what the attempts do not say.

    Attributes
    ----------
    organization : str
        Who provides the data.
    relationship : {'first_party', 'third_party', 'collaborative', 'other'}
        Of the evaluator to those who made the models.
    developer : str or None
        Who made the models; None takes what a system's name says before a slash, else what is known
        of the built-in systems.
    library, library_version : str
        What ran the evaluation.
    retrieved : int or None
        When the record was made, in seconds since 1970; None is now.

    Raises
    ------
    InvalidArgument
        If the organization is empty or the relationship is none of these.
    """

    organization: str
    relationship: Relationship = "other"
    developer: str | None = None
    library: str = "unknown"
    library_version: str = "unknown"
    retrieved: int | None = None

    def __post_init__(self) -> None:
        if not self.organization.strip():
            raise InvalidArgument("organization is empty; say who provides the data.")
        if self.relationship not in get_args(Relationship):
            raise InvalidArgument(
                f"relationship must be one of {', '.join(get_args(Relationship))}; got {self.relationship!r}."
            )


@dataclass(frozen=True, slots=True)
class Accuracy:
    """Mean score of one system on one benchmark in one language.

    Attributes
    ----------
    language : str
        Which.
    value : float
        Sum of scores over the attempts that count.
    attempts, items : int
        How many there are.
    """

    language: str
    value: float
    attempts: int
    items: int


def evaluation_log(
    *,
    benchmark: str,
    accuracies: Iterable[Accuracy],
    scores: Iterable[Score],
    identity: Mapping[str, str],
    samples: Mapping[str, Any],
    about: Publication,
    counted: str,
) -> dict[str, Any]:
    """All results of one system on one benchmark.

    Parameters
    ----------
    benchmark : str
        Which.
    accuracies : iterable of Accuracy
        One a language.
    scores : iterable of Score
        Rows of HAT; estimates that are not estimable are left out, as a score must be a number.
    identity : mapping
        ``system, model_id, developer, evaluation_id, retrieved``.
    samples : mapping
        ``detailed_evaluation_results``: the file of instance records.
    about : Publication
        Who publishes.
    counted : str
        What counts as an attempt, in words.

    Returns
    -------
    dict
        Fields of ``eval.schema.json``.
    """
    results = [_accuracy(benchmark, one, counted) for one in accuracies]
    results += [_hat(row, name) for row in scores for name in HEADLINES.values() if _known(row, name)]
    return {
        "schema_version": SCHEMA_VERSION,
        "evaluation_id": identity["evaluation_id"],
        "retrieved_timestamp": identity["retrieved"],
        "source_metadata": {
            "source_name": about.organization,
            "source_type": "evaluation_run",
            "source_organization_name": about.organization,
            "evaluator_relationship": about.relationship,
            "additional_details": {"exported_by": f"hatscore {__version__}"},
        },
        "eval_library": {"name": about.library, "version": about.library_version},
        "model_info": {
            "name": identity["system"],
            "id": identity["model_id"],
            "developer": identity["developer"],
            "additional_details": {"deployment_type": "unknown", "model_availability": "unknown"},
        },
        "evaluation_results": results,
        "detailed_evaluation_results": dict(samples),
    }


def _accuracy(benchmark: str, found: Accuracy, counted: str) -> dict[str, Any]:
    name = result_name(benchmark, found.language)
    return {
        "evaluation_result_id": f"{name}.accuracy",
        "evaluation_name": name,
        "source_data": _source(benchmark),
        "metric_config": {
            "metric_id": "accuracy",
            "metric_name": "accuracy",
            "metric_kind": "accuracy",
            "metric_unit": "proportion",
            "lower_is_better": False,
            "score_type": "continuous",
            "min_score": 0.0,
            "max_score": 1.0,
        },
        "score_details": {
            "score": found.value,
            "details": {
                "language": found.language,
                "attempts": str(found.attempts),
                "items": str(found.items),
                "counted": counted,
            },
        },
    }


def _hat(row: Score, name: str) -> dict[str, Any]:
    estimate = getattr(row, name)
    details = {
        "signature": row.signature,
        "target": row.target,
        "items": str(row.n_items),
        "flags": " ".join(flag.code for flag in row.flags) or "none",
    }
    found: dict[str, Any] = {"score": estimate.value, "details": details}
    ends = estimate.interval
    if ends is None or not (math.isfinite(ends.low) and math.isfinite(ends.high)):
        details["interval"] = estimate.reason or "not bounded"
    else:
        interval = {"lower": ends.low, "upper": ends.high, "confidence_level": ends.level}
        found["uncertainty"] = {
            "confidence_interval": interval | {"method": ends.method},
            "num_samples": row.n_items,
        }
    return {
        "evaluation_result_id": f"{result_name(row.benchmark, row.target)}.{name}",
        "evaluation_name": result_name(row.benchmark, row.target),
        "source_data": _source(row.benchmark),
        "metric_config": {
            "evaluation_description": _TITLES[name],
            "metric_id": f"hatscore.{name}",
            "metric_name": name,
            "metric_kind": "cross_lingual_transfer",
            "metric_unit": "ratio",
            "lower_is_better": False,
            "score_type": "continuous",
            # 1 is transfer without loss; a system may do better in a target language than in the source.
            "min_score": "-Infinity",
            "max_score": "Infinity",
        },
        "score_details": found,
    }


def _known(row: Score, name: str) -> bool:
    return getattr(row, name).value is not None


def _source(benchmark: str) -> dict[str, Any]:
    return {"dataset_name": benchmark, "source_type": "other"}
