"""Which fields of an Inspect AI log its columns come from, and what is left out."""

from pathlib import Path

from hatscore.attempts.table import Attempts
from hatscore.readers.choices import ReadChoices
from hatscore.readers.explanation import FieldUse
from hatscore.readers.inspect_files import open_log
from hatscore.readers.inspect_places import Places
from hatscore.readers.inspect_samples import parse_sample
from hatscore.readers.inspect_scores import metric_names
from hatscore.readers.inspect_settings import SentSettings


def fields_of(path: Path, choices: ReadChoices, attempts: Attempts) -> FieldUse:
    """Look at the first samples of a log, as its reader does.

    Parameters
    ----------
    path : Path
        The log.
    choices : ReadChoices
        As it was read.
    attempts : Attempts
        What was read from it.

    Returns
    -------
    FieldUse
    """
    metric = attempts.lazy().select("metric").first().collect().item()
    settings = SentSettings()
    names: list[str] = []
    with open_log(path) as log:
        spec = log.header.eval
        places = Places(spec.task, spec.task_args, choices)
        origins = None
        for _, raw in log.samples:
            sample = parse_sample(raw)
            origins = origins or places.of(sample).origins
            settings.add(sample, spec.model)
            names = names or metric_names(sample)
            if names:
                break
    benchmark, language, item = origins or ("", "", "")
    sent = ", ".join(f"{name}={value}" for name, value in settings.values().items())
    kept = "as sent" if settings.sent else "as asked; no request was kept"
    fields = {
        "system": f"eval.model; settings where runs differ in them ({kept}: {sent or 'none'})",
        "benchmark": benchmark,
        "language": language,
        "item": item,
        "attempt": "epoch",
        "score": f"scores.{metric.replace('/', '.value.')}" if metric else "none: every sample failed",
        "outcome": "score value, output.choices.stop_reason, error, limit",
        "response": "output.choices.message.content",
        "gold": "target",
        "finish_reason": "output.choices.stop_reason",
        "prompt_tokens": "model_usage of the model: input_tokens, with cached ones",
        "answer_tokens": "output_tokens less reasoning_tokens",
        "thinking_tokens": "reasoning_tokens",
    }
    columns = set(attempts.lazy().collect_schema().names())
    if "source_language" in columns and "source_language" not in choices.fixed:
        fields["source_language"] = "metadata.source_language"
    fields = {name: origin for name, origin in fields.items() if name in columns}
    fields |= {name: f"--set {name}={value}" for name, value in choices.fixed.items()}
    ignored = {f"scores.{name}": f"the score is {metric}; see --metric" for name in names if name != metric}
    ignored |= {
        "eval.config, eval.model_generate_config": "what was asked; the requests say what was sent",
        "messages, store, other events, attachments": "not needed for scores",
        "results, reductions, summaries": "computed by Inspect; attempts are counted anew",
    }
    return FieldUse(fields, ignored)
