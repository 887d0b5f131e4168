"""The public functions: each validates, calls, and wraps."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, Unpack

import polars as pl

from hatscore.answers.grading import Method
from hatscore.attempts.copies import copied_attempts
from hatscore.attempts.counts import Policies, count_items
from hatscore.attempts.frames import to_polars
from hatscore.attempts.table import Attempts
from hatscore.errors import InvalidArgument, InvalidAttempts, NotEstimable, Problem
from hatscore.options import OptionFields, Options
from hatscore.profile_result import Profile
from hatscore.readers.choices import ReadChoices
from hatscore.readers.registry import read_paths
from hatscore.regrade_result import Regrade
from hatscore.regrading import before_and_after, regrade_attempts
from hatscore.results import Scores
from hatscore.scoring.panels import Panel, build_panels
from hatscore.scoring.profiles import build_profile
from hatscore.scoring.rows import score_panels
from hatscore.signature import Provenance

_NOTHING = (
    "nothing to score: no item has attempts both in its source language and in another language. Check the "
    "columns language and source_language, or name the source with --source."
)


def read(
    paths: str | Path | Sequence[str | Path],
    *,
    rename: Mapping[str, str] | None = None,
    fixed: Mapping[str, str] | None = None,
    pattern: str | None = None,
    filter: str = "last",
    metric: str | None = None,
) -> Attempts:
    """Read attempts from files.

    Parameters
    ----------
    paths : str, Path, or sequence of them
        Tables (CSV, TSV, JSON Lines, Parquet, Arrow; also .gz and .zst), lm-eval sample files,
        folders of such files, or globs.
    rename : mapping, optional
        From a column of the attempts table to its name in the files: ``{"system": "model_name"}``.
    fixed : mapping, optional
        Columns that get one value in all rows: ``{"benchmark": "mgsm"}``.
    pattern : str, optional
        Regular expression for names of lm-eval tasks, with the groups ``benchmark`` and ``language``.
    filter : str
        Filter of lm-eval whose reading is scored: a name, ``first`` or ``last``.
    metric : str, optional
        Metric of lm-eval that is the score.

    Returns
    -------
    Attempts

    Raises
    ------
    InputError
        If a file is missing, damaged, of no known form, or lacks a needed column.

    Examples
    --------
    >>> import hatscore
    >>> hatscore.read(hatscore.demo_path())
    Attempts: 5,000 rows
      2 systems, 2 benchmarks, 5 languages
      from 1 part, 0 notes
    """
    given = [paths] if isinstance(paths, (str, Path)) else paths
    return read_paths(_paths(given), ReadChoices(rename or {}, fixed or {}, pattern, filter, metric))


def score(data: Any, **options: Unpack[OptionFields]) -> Scores:
    """Score attempts: HAT with intervals, beside the measures that it replaces.

    Parameters
    ----------
    data : Attempts, path, or frame
        From `read`; a path or list of paths; or a pandas, Polars, PyArrow or DuckDB frame with the
        columns ``system, benchmark, item, language`` and ``score`` or ``outcome``.
    **options
        Fields of `hatscore.Options`: ``by``, ``source``, ``floor``, ``level``, ``estimator``,
        ``unparsed``, ``truncated``, ``missing``, ``intervals``, ``draws``, ``rng``.

    Returns
    -------
    Scores
        One row a system and benchmark; with ``by="language"`` one a target language.

    Raises
    ------
    InvalidArgument
        If an option has no such value.
    InputError
        If the attempts cannot be read or have problems; each is named.
    NotEstimable
        If no pair of source and target attempts exists.

    Notes
    -----
    See Bajpai et al. (2026), arXiv:2606.21954, for the published score, and `hatscore.core` for what
    each number is.

    Examples
    --------
    >>> import hatscore
    >>> scores = hatscore.score(hatscore.demo_path(), floor="options")
    >>> len(scores), scores[0].target
    (4, 'macro')
    """
    chosen = Options().change(**options)
    attempts = as_attempts(data)
    with attempts.reading():
        notes = [*attempts.notes, *copied_attempts(attempts)]
        panels, provenance = _panels(attempts, chosen), _provenance(attempts)
    rows = score_panels(panels, chosen, notes=notes, provenance=provenance)
    if not rows:
        raise NotEstimable(_NOTHING)
    sentences = tuple(dict.fromkeys(note.sentence for note in notes))
    return Scores(tuple(rows), chosen.estimator, sentences)


def profile(
    data: Any,
    *,
    system: str | None = None,
    benchmark: str | None = None,
    target: str | None = None,
    bins: int = 10,
    **options: Unpack[OptionFields],
) -> Profile:
    """The transfer profile: target pass rates at each source pass rate, with the fitted line and curve.

    Parameters
    ----------
    data : Attempts, path, or frame
        As for `score`.
    system, benchmark : str, optional
        Which; not needed where there is one.
    target : str, optional
        A target language; None pools all pairs.
    bins : int
        Equal bins of the source pass rate.
    **options
        As for `score`.

    Returns
    -------
    Profile

    Raises
    ------
    InvalidArgument
        If there is no such system, benchmark or target, or several and none is named.

    Examples
    --------
    >>> import hatscore
    >>> which = {"system": "qwen2.5-coder-0.5b", "benchmark": "starter_sums", "target": "de"}
    >>> p = hatscore.profile(hatscore.demo_path(), **which, bins=5)
    >>> sum(b.pairs for b in p.bins)
    20
    """
    chosen = Options().change(**options)
    attempts = as_attempts(data)
    return build_profile(_panels(attempts, chosen), chosen, system, benchmark, target, bins)


def regrade(
    data: Any,
    *,
    kind: Literal["auto", "number", "letter"] = "auto",
    method: Method = "hatscore",
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
    **options: Unpack[OptionFields],
) -> Regrade:
    """Read the responses of existing logs again, and see how much of a gap was the parser.

    Parameters
    ----------
    data : Attempts, path, or frame
        With the columns ``response`` and ``gold``, as lm-eval's sample files have them.
    kind : {'auto', 'number', 'letter'}
        What was asked for; auto looks at the right answers.
    method : str
        ``hatscore``, or a published harness: ``lm-eval-flexible``, ``lm-eval-mmlu-prox``,
        ``simple-evals``.
    workers : int, optional
        Processes; None takes one a core for many responses.
    progress : callable, optional
        Called with the number of responses that were read since the last call.
    **options
        As for `score`.

    Returns
    -------
    Regrade
        The new attempts, and accuracies and HAT before and after.

    Raises
    ------
    InvalidArgument
        If the kind cannot be told, or the method cannot read it.
    InputError
        If the attempts cannot be read, have problems, or hold no responses.
    """
    chosen = Options().change(**options).change(by="all")
    old = as_attempts(data)
    with old.reading():
        new = regrade_attempts(old, kind=kind, method=method, workers=workers, progress=progress)
        recorded = bool({"score", "outcome"} & set(old.lazy().collect_schema()))
        counts = (_counts(old, chosen) if recorded else None, _counts(new, chosen))
    before, after = (
        score_panels(build_panels(table, chosen), chosen) if table is not None else [] for table in counts
    )
    return Regrade(new, tuple(before_and_after(counts, (before, after))), method)


def check(data: Any, **options: Unpack[OptionFields]) -> list[Problem]:
    """Everything that keeps attempts from being scored.

    Parameters
    ----------
    data : Attempts, path, or frame
        As for `score`.
    **options
        As for `score`; ``source`` and ``missing`` matter here.

    Returns
    -------
    list of Problem
        Empty when the attempts can be scored.

    Raises
    ------
    InputError
        If a file cannot be read at all.
    """
    chosen = Options().change(**options)
    try:
        attempts = as_attempts(data)
        with attempts.reading():
            panels = _panels(attempts, chosen)
    except InvalidAttempts as error:
        return list(error.problems)
    return [] if any(panel.present.any() for panel in panels) else [Problem("nothing_to_score", _NOTHING)]


def as_attempts(data: Any) -> Attempts:
    """Take whatever holds attempts.

    Parameters
    ----------
    data : Attempts, path, sequence of paths, or frame
        What to take.

    Returns
    -------
    Attempts

    Raises
    ------
    InvalidArgument
        If it is none of these.
    """
    if isinstance(data, Attempts):
        return data
    if isinstance(data, (str, Path)):
        return read(data)
    if isinstance(data, (list, tuple)) and data and all(isinstance(x, (str, Path)) for x in data):
        return read(data)
    return Attempts.from_frame(to_polars(data))


def demo_path() -> Path:
    """The small study that comes with the package: real answers of two tiny models, sampled by us.

    Returns
    -------
    Path
        A Parquet file with the columns of the attempts table.
    """
    return Path(__file__).parent / "data" / "recorded" / "attempts.parquet"


def _paths(given: object) -> list[str | Path]:
    if isinstance(given, Sequence) and all(isinstance(path, (str, Path)) for path in given):
        return list(given)
    raise InvalidArgument(f"paths must be a path or a list of paths; got {given!r}.")


def _panels(attempts: Attempts, options: Options) -> list[Panel]:
    return build_panels(_counts(attempts, options), options)


def _counts(attempts: Attempts, options: Options) -> pl.DataFrame:
    policies = Policies(options.unparsed, options.truncated)
    return count_items(attempts, policies, source=options.source)


def _provenance(attempts: Attempts) -> dict[str, Provenance]:
    frame = attempts.lazy()
    kinds = [name for name in ("revision", "filter", "metric") if name in frame.collect_schema()]
    if not kinds:
        return {}
    values = (
        frame.group_by("benchmark")
        .agg(pl.col(kind).cast(pl.String).drop_nulls().unique().sort() for kind in kinds)
        .collect()
    )
    return {
        row["benchmark"]: Provenance(**{kind: tuple(row[kind]) for kind in kinds})
        for row in values.iter_rows(named=True)
    }
