"""One Inspect AI log as rows of attempts, with every problem and the sample that has it."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import polars as pl

from hatscore.attempts.table import Note
from hatscore.errors import InvalidArgument, InvalidAttempts, Problem, UnknownFormat
from hatscore.readers.choices import ReadChoices
from hatscore.readers.inspect_files import OpenLog, open_log
from hatscore.readers.inspect_places import Places
from hatscore.readers.inspect_samples import Header, parse_sample, response_text
from hatscore.readers.inspect_scores import grade, pick_metric, stop_reason, token_counts
from hatscore.readers.inspect_settings import SentSettings
from hatscore.readers.narrow_rows import NarrowRows
from hatscore.wording import listing, plural

_MOST_PROBLEMS = 20
_SCHEMA: dict[str, type[pl.DataType]] = {
    "benchmark": pl.String,
    "item": pl.String,
    "language": pl.String,
    "source_language": pl.String,
    "attempt": pl.Int64,
    "score": pl.Float64,
    "outcome": pl.String,
    "response": pl.String,
    "gold": pl.String,
    "finish_reason": pl.String,
    "prompt_tokens": pl.Int64,
    "answer_tokens": pl.Int64,
    "thinking_tokens": pl.Int64,
}


@dataclass(slots=True)
class LogRows:
    """The attempts of one log.

    Attributes
    ----------
    path : Path
        The file.
    header : Header
        What it says of its run.
    metric : str
        Which metric was taken; empty where every sample failed.
    keys : list
        Id and epoch of each row's sample.
    narrow : NarrowRows
        One row a sample; no ``system`` yet.
    settings : SentSettings
        Of its requests.
    notes : list of Note
        What was noticed.
    kept : polars.Series or None
        Which of the log's rows ``narrow`` holds; None is all.
    """

    path: Path
    header: Header
    metric: str
    keys: list[tuple[str, int]]
    narrow: NarrowRows
    settings: SentSettings
    notes: list[Note]
    kept: pl.Series | None = None


@dataclass(slots=True)
class _Reading:
    path: Path
    choices: ReadChoices
    places: Places
    model: str
    metric: str | None = None
    keys: list[tuple[str, int]] = field(default_factory=list)
    rows: list[tuple[Any, ...]] = field(default_factory=list)
    settings: SentSettings = field(default_factory=SentSettings)
    origins: set[tuple[str, str, str]] = field(default_factory=set)

    def take(self, raw: bytes | memoryview | msgspec.Raw) -> None:
        sample = parse_sample(raw)
        if self.metric is None and (sample.scores or sample.score):
            # Which metric is the score is not known before the first sample that has one.
            self.metric = pick_metric(sample, self.choices.metric, self.path.name)
        score, outcome = grade(sample, self.metric or "")
        place = self.places.of(sample)
        self.origins.add(place.origins)
        self.settings.add(sample, self.model)
        target = sample.target if isinstance(sample.target, str) else "\n".join(sample.target)
        self.keys.append((str(sample.id), sample.epoch))
        self.rows.append(
            (
                *(place.benchmark, place.item, place.language, place.source_language),
                *(sample.epoch - 1, score, outcome, response_text(sample, raw), target),
                *(stop_reason(sample), *token_counts(sample, self.model)),
            )
        )


def read_log(path: Path, choices: ReadChoices, held: int) -> LogRows:
    """Read one log.

    Parameters
    ----------
    path : Path
        The file.
    choices : ReadChoices
        ``pattern``, ``fixed`` and ``metric`` are used.
    held : int
        How many bytes of texts may be held.

    Returns
    -------
    LogRows

    Raises
    ------
    UnreadableFile
        If the file is damaged as a whole.
    InvalidAttempts
        If samples are damaged, have no score or no language; each is named.
    InvalidArgument
        If it has no such metric.
    """
    reading, header = _read(path, choices)
    rows = NarrowRows.of(_frame(reading), held=held)
    notes = _notes(reading, header)
    return LogRows(path, header, reading.metric or "", reading.keys, rows, reading.settings, notes)


def read_texts(path: Path, choices: ReadChoices) -> pl.DataFrame:
    """All columns of a log that was read before.

    Parameters
    ----------
    path : Path
        The file.
    choices : ReadChoices
        As before.

    Returns
    -------
    polars.DataFrame
        One row a sample.

    Raises
    ------
    InputError
        If the file is no longer as it was.
    """
    return _frame(_read(path, choices)[0])


def _read(path: Path, choices: ReadChoices) -> tuple[_Reading, Header]:
    with open_log(path) as log:
        spec = log.header.eval
        reading = _Reading(path, choices, Places(spec.task, spec.task_args, choices), spec.model)
        problems = _take_all(reading, log)
    if problems:
        raise InvalidAttempts(problems)
    return reading, log.header


def _frame(reading: _Reading) -> pl.DataFrame:
    frame = pl.DataFrame(reading.rows, schema=_SCHEMA, orient="row")
    unknown = [name for name in ("source_language", "thinking_tokens") if not frame[name].count()]
    return frame.drop(unknown)


def _take_all(reading: _Reading, log: OpenLog) -> list[Problem]:
    problems: list[Problem] = []
    for name, raw in log.samples:
        try:
            reading.take(raw)
        except InvalidArgument:
            raise
        except (ValueError, UnknownFormat) as error:
            code = "unknown_place" if isinstance(error, UnknownFormat) else "unreadable_sample"
            sentence = str(error).rstrip(".")
            problems.append(Problem(code, f"{reading.path}, {name}: {sentence}."))
            if len(problems) == _MOST_PROBLEMS:
                problems.append(
                    Problem("more_problems", f"{reading.path}: further samples were not looked at.")
                )
                break
    return problems


def _notes(reading: _Reading, header: Header) -> list[Note]:
    sentences = []
    name = reading.path.name
    if header.status != "success":
        sentences.append(
            f"{name} has the status {header.status!r}; the {plural(len(reading.rows), 'sample')} that it "
            "holds are read."
        )
    if header.version > 2:
        sentences.append(f"{name} has version {header.version}, newer than those known; it is read as 2.")
    if any(origin[1] == "sample id" for origin in reading.origins):
        sentences.append(f"{name}: the language of samples is taken from their ids; see --explain.")
    settings = reading.settings
    if settings.asked and not settings.sent:
        sentences.append(f"{name} keeps no requests: its settings are what was asked, not what was sent.")
    if settings.dropped:
        sentences.append(f"{name}: asked for and not sent: {listing(sorted(settings.dropped))}.")
    return [Note("INFO", sentence) for sentence in sentences]
