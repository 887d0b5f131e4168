"""What a scorer of Inspect AI said, as score and outcome of an attempt."""

import math
from typing import Any

from hatscore.errors import InvalidArgument
from hatscore.readers.inspect_samples import Sample, Usage
from hatscore.wording import listing

LETTERS = {"C": 1.0, "P": 0.5, "I": 0.0, "N": 0.0}
"""Correct, partly correct, incorrect, no answer."""

_WORDS = {"true": 1.0, "yes": 1.0, "false": 0.0, "no": 0.0}
_CUT = ("max_tokens", "model_length", "length")
_CUT_LIMITS = ("token", "context")


def metric_names(sample: Sample) -> list[str]:
    """What can be the score: scorers, and ``scorer/key`` where one gives several values.

    Parameters
    ----------
    sample : Sample
        With scores.

    Returns
    -------
    list of str
    """
    names = []
    for name, score in _scores(sample).items():
        if isinstance(score, dict):
            names += [f"{name}/{key}" for key in score]
        else:
            names.append(name)
    return names


def pick_metric(sample: Sample, wanted: str | None, name: str) -> str:
    """The metric that is the score.

    Parameters
    ----------
    sample : Sample
        The first one with scores.
    wanted : str or None
        As the user asked; None takes the first. A scorer with several values stands for its first.
    name : str
        Name of the file, for messages.

    Returns
    -------
    str

    Raises
    ------
    InvalidArgument
        If there is no such metric.
    """
    names = metric_names(sample)
    found = [n for n in names if wanted is None or n == wanted or n.startswith(f"{wanted}/")]
    if not found:
        raise InvalidArgument(f"{name} has no metric {wanted!r}; it has {listing(names, most=9) or 'none'}.")
    return found[0]


def grade(sample: Sample, metric: str) -> tuple[float | None, str | None]:
    """Score and outcome of a sample.

    Parameters
    ----------
    sample : Sample
        From `parse_sample`.
    metric : str
        From `pick_metric`.

    Returns
    -------
    score : float or None
        None is missing data.
    outcome : str or None
        None where the score is between 0 and 1.

    Raises
    ------
    ValueError
        If there is no score and nothing says why, or it is no number or letter.
    """
    value = _value(sample, metric)
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return _unscored(sample, metric)
    number = _number(value, metric)
    if number == 1:
        return 1.0, "right"
    if number != 0:
        return number, None
    ended = stop_reason(sample)
    if ended in _CUT:
        return 0.0, "truncated"
    if ended == "content_filter":
        return 0.0, "refused"
    return 0.0, "unparsed" if value == "N" else "wrong"


def stop_reason(sample: Sample) -> str | None:
    """Why the last answer ended.

    Parameters
    ----------
    sample : Sample
        From `parse_sample`.

    Returns
    -------
    str or None
    """
    choices = sample.output.choices if sample.output else []
    return choices[0].stop_reason if choices else None


def token_counts(sample: Sample, model: str) -> tuple[int | None, int | None, int | None]:
    """Tokens of a sample: prompt, answer without thinking, thinking.

    Parameters
    ----------
    sample : Sample
        From `parse_sample`.
    model : str
        The model under test; other models, such as judges, are not counted.

    Returns
    -------
    tuple of int or None
        None where they were not recorded.
    """
    usage: Usage | None = (sample.model_usage or {}).get(model)
    usage = usage or (sample.output.usage if sample.output else None)
    if usage is None:
        return None, None, None
    prompt, answer = usage.input_tokens, usage.output_tokens
    cached = (usage.input_tokens_cache_read or 0) + (usage.input_tokens_cache_write or 0)
    # Whether cached tokens are among the input tokens differs between vendors; the total tells.
    if cached and prompt is not None and usage.total_tokens == prompt + (answer or 0) + cached:
        prompt += cached
    thinking = usage.reasoning_tokens
    if answer is not None and thinking is not None and thinking <= answer:
        answer -= thinking
    return prompt, answer, thinking


def _scores(sample: Sample) -> dict[str, Any]:
    if sample.scores is not None:
        return {name: score.value for name, score in sample.scores.items()}
    return {} if sample.score is None else {"score": sample.score.value}


def _value(sample: Sample, metric: str) -> Any:
    scores = sample.scores
    if scores is None:
        return sample.score.value if sample.score else None
    if metric in scores:
        return scores[metric].value
    scorer, _, key = metric.rpartition("/")
    several = scores[scorer].value if scorer in scores else None
    return several.get(key) if isinstance(several, dict) else None


def _unscored(sample: Sample, metric: str) -> tuple[float | None, str | None]:
    if sample.error is not None:
        return None, "error"
    if (sample.limit and sample.limit.type in _CUT_LIMITS) or stop_reason(sample) in _CUT:
        return 0.0, "truncated"
    if sample.limit:
        return None, "error"
    if sample.scores or sample.score:
        raise ValueError(f"it has no score {metric!r}; choose another --metric, or score the log again")
    raise ValueError("it has no scores and no error; score the log with 'inspect score' first")


def _number(value: object, metric: str) -> float:
    if isinstance(value, (bool, int, float)):
        return float(value)
    if isinstance(value, str):
        if value in LETTERS:
            return LETTERS[value]
        if value.lower() in _WORDS:
            return _WORDS[value.lower()]
        try:
            return float(value)
        except ValueError:
            pass
    raise ValueError(
        f"its {metric!r} is {str(value)[:40]!r}; a score is a number or one of C, P, I, N: choose another "
        "--metric"
    )
