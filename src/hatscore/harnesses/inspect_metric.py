"""HAT as a metric of an Inspect AI task."""

import inspect
import logging
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Unpack

from hatscore.api.scoring import score
from hatscore.errors import HatscoreError, InvalidArgument, MissingExtra
from hatscore.options import OptionFields, Options
from hatscore.readers.choices import ReadChoices
from hatscore.readers.inspect_places import Places
from hatscore.readers.inspect_samples import Metadata, Sample, Score
from hatscore.readers.inspect_scores import grade, pick_metric
from hatscore.results.scores import HEADLINES, Scores

if TYPE_CHECKING:
    from inspect_ai.scorer import Metric, SampleScore

_LOG = logging.getLogger(__name__)
_SYSTEM = "the model"


def hat(
    *,
    benchmark: str = "task",
    pattern: str | None = None,
    value: str | None = None,
    **options: Unpack[OptionFields],
) -> "Metric":
    """HAT of the model under test, for ``Task(metrics=[...])`` of Inspect AI; epochs are attempts.

    Parameters
    ----------
    benchmark : str
        What the task is called, where samples name no benchmark.
    pattern : str, optional
        Regular expression with the groups ``language`` and ``item``, searched for in
        ``BENCHMARK/SAMPLE_ID``. None takes them from the sample's metadata (``language``, ``item``) or
        from its id (``sw-17``).
    value : str, optional
        Which value is the score, where the scorer gives several under names.
    **options
        As for `hatscore.score`.

    Returns
    -------
    inspect_ai.scorer.Metric
        Gives the headline with the ends of its interval, both accuracies and the number of doubts (flags,
        which `hatscore.score` of the log names); more than one benchmark or row goes before the names.
        What is not estimable is not given, and a warning says why.

    Raises
    ------
    MissingExtra
        If inspect-ai is not installed.
    InvalidArgument
        If an option has no such value, or this version of inspect-ai hands metrics only means over
        epochs, which cannot be told from attempts.
    """
    try:
        # Here and not as text: Inspect looks up what a metric's function takes.
        from inspect_ai.scorer import Metric, SampleScore, metric
    except ImportError:
        raise MissingExtra("HAT as a metric of Inspect AI", "inspect") from None
    if "scores" not in inspect.signature(metric).parameters:
        raise InvalidArgument(
            "this version of inspect-ai hands metrics the mean of all epochs, from which HAT cannot be had; "
            "install a later one, or score the log: hatscore.score('logs/')."
        )
    chosen = Options().change(**options)
    choices = ReadChoices(pattern=pattern)
    if "?P<benchmark>" not in (pattern or "?P<benchmark>"):
        choices = ReadChoices(pattern=pattern, fixed={"benchmark": benchmark})

    said: set[str] = set()

    @metric(name="hat", scores="unreduced")
    def of_epochs() -> Metric:
        def compute(scores: list[SampleScore]) -> dict[str, str | int | float | bool | None]:
            try:
                rows = attempts_of(scores, benchmark=benchmark, choices=choices, value=value)
                found = score(_frame(rows), **options)
            except (HatscoreError, ValueError) as error:
                # The answers have been paid for: a metric that fails must not fail the run.
                _say(said, f"no HAT so far: {error} The log keeps the answers: hatscore.score('logs/').")
                return {}
            for row in found:
                if (reason := row.headline(chosen.estimator).reason) is not None:
                    _say(said, f"HAT of {row.benchmark} | {row.target} so far: {reason}.")
            return _named(found, chosen)

        return compute

    return of_epochs()


def attempts_of(
    scores: "Sequence[SampleScore]", *, benchmark: str, choices: ReadChoices, value: str | None = None
) -> list[dict[str, Any]]:
    """Scores of samples, one an epoch, as rows of the attempts table.

    Parameters
    ----------
    scores : sequence of inspect_ai.scorer.SampleScore
        Not reduced over epochs.
    benchmark : str
        What the task is called.
    choices : ReadChoices
        ``pattern`` and ``fixed`` are used.
    value : str, optional
        Which value is the score, where there are several.

    Returns
    -------
    list of dict
        In the order of the scores; scores that are missing are failed calls.

    Raises
    ------
    InputError
        If nothing says the language of a sample.
    ValueError
        If a score is no number and none of C, P, I and N.
    """
    places = Places(benchmark, {}, choices)
    epochs: dict[tuple[str, str, str], int] = {}
    rows = []
    for one in scores:
        given = one.sample_metadata or {}
        known = {key: given[key] for key in Metadata.__struct_fields__ if key in given}
        identity = one.sample_id if one.sample_id is not None else ""
        sample = Sample(id=identity, epoch=0, metadata=Metadata(**known))
        sample.scores = {"score": Score(_plain(one.score.value))}
        wanted = f"score/{value}" if value else None
        points, outcome = grade(sample, pick_metric(sample, wanted, f"sample {identity!r}"))
        place = places.of(sample)
        cell = (place.benchmark, place.item, place.language)
        epochs[cell] = epochs.get(cell, -1) + 1
        rows.append(
            {
                "system": _SYSTEM,
                "benchmark": place.benchmark,
                "item": place.item,
                "language": place.language,
                "source_language": place.source_language,
                "attempt": epochs[cell],
                "score": points,
                "outcome": outcome,
            }
        )
    return rows


def _plain(value: Any) -> Any:
    return dict(value) if isinstance(value, Mapping) else value


def _frame(rows: list[dict[str, Any]]) -> Any:
    import polars as pl

    frame = pl.DataFrame(rows, infer_schema_length=None)
    # Without a source language anywhere it is English, or the option's.
    lacks = "source_language" in frame and frame["source_language"].is_null().all()
    return frame.drop("source_language") if lacks else frame


def _named(found: Scores, options: Options) -> dict[str, str | int | float | bool | None]:
    name = HEADLINES[options.estimator]
    several = len({row.benchmark for row in found}) > 1
    values: dict[str, str | int | float | bool | None] = {}
    for row in found:
        start = f"{row.benchmark}/" if several else ""
        start += f"{row.target}/" if options.by != "macro" else ""
        estimate = row.headline(options.estimator)
        ends = estimate.to_dict(name)
        values |= {f"{start}{key}": end for key, end in ends.items()}
        values[f"{start}source_accuracy"] = row.source_accuracy
        values[f"{start}target_accuracy"] = row.target_accuracy
        values[f"{start}doubts"] = len(row.flags)
    return values


def _say(said: set[str], sentence: str) -> None:
    """A warning, once: Inspect asks for metrics again and again while it runs."""
    if sentence not in said:
        said.add(sentence)
        _LOG.warning(sentence)
