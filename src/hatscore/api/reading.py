"""Read attempts, and see what keeps them from being scored."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Unpack

from hatscore.api.panels import NOTHING, panels_of
from hatscore.attempts.engines import take_engine_frame
from hatscore.attempts.frames import to_polars
from hatscore.attempts.table import Attempts
from hatscore.errors import InvalidArgument, InvalidAttempts, Problem
from hatscore.options import OptionFields, Options
from hatscore.readers.choices import ReadChoices
from hatscore.readers.registry import read_paths


def read(
    paths: str | Path | Sequence[str | Path],
    *,
    rename: Mapping[str, str] | None = None,
    fixed: Mapping[str, str] | None = None,
    pattern: str | None = None,
    filter: str = "last",
    metric: str | None = None,
    query: str | None = None,
) -> Attempts:
    """Read attempts from files.

    Parameters
    ----------
    paths : str, Path, or sequence of them
        Tables (CSV, TSV, JSON Lines, Parquet, Arrow; also .gz and .zst), logs of lm-eval, Inspect AI,
        lighteval, HELM, Every Eval Ever, simple-evals and the Open LLM Leaderboard, run stores,
        databases, folders of such files, or globs.
    rename : mapping, optional
        From a column of the attempts table to its name in the files: ``{"system": "model_name"}``.
    fixed : mapping, optional
        Columns that get one value in all rows: ``{"benchmark": "mgsm"}``.
    pattern : str, optional
        Regular expression for names of a harness's tasks, with the groups ``benchmark`` and ``language``.
    filter : str
        Filter of lm-eval whose reading is scored: a name, ``first`` or ``last``.
    metric : str, optional
        Metric of a harness's log that is the score.
    query : str, optional
        SQL query of SQLite and DuckDB databases, whose columns are those of the attempts table.

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
    return read_paths(_paths(given), ReadChoices(rename or {}, fixed or {}, pattern, filter, metric, query))


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
            panels = panels_of(attempts, chosen)
    except InvalidAttempts as error:
        return list(error.problems)
    return [] if any(panel.present.any() for panel in panels) else [Problem("nothing_to_score", NOTHING)]


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
    in_engine = take_engine_frame(data)
    return Attempts.from_frame(to_polars(data)) if in_engine is None else in_engine


def demo_path() -> Path:
    """The small study that comes with the package: real answers of two tiny models, sampled by us.

    Returns
    -------
    Path
        A Parquet file with the columns of the attempts table.
    """
    return Path(__file__).parents[1] / "data" / "recorded" / "attempts.parquet"


def _paths(given: object) -> list[str | Path]:
    if isinstance(given, Sequence) and all(isinstance(path, (str, Path)) for path in given):
        return list(given)
    raise InvalidArgument(f"paths must be a path or a list of paths; got {given!r}.")
