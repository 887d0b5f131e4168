"""Runs that other tools logged: what a reader gives of a file, and what all readers need."""

import gc
import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import polars as pl

from hatscore.errors import HatscoreError, UnreadableFile

_NOT_AS_WRITTEN = (
    *(KeyError, IndexError, TypeError, ValueError, AttributeError, OverflowError, re.error),
    pl.exceptions.PolarsError,
    # No Exception, but a BaseException: what a damaged file does to Polars.
    pl.exceptions.PanicException,
)


@dataclass(frozen=True, slots=True)
class Run:
    """One task in one language by one model, as one file holds it.

    Attributes
    ----------
    path : Path
        The file.
    system : str
        The model.
    task : str
        The tool's name of the task; files of the same one are runs of it.
    benchmark, language : str
        What was asked.
    metric : str
        Which metric is the score.
    rows : list of dict
        One an attempt: ``item``, ``score``, and what else is known. Rows of the same item are its
        attempts in their order.
    settings : mapping of str
        Generation settings; where runs of one task by one model differ in them, they become part of
        the system's name.
    notes : tuple of str
        What was noticed.
    """

    path: Path
    system: str
    task: str
    benchmark: str
    language: str
    metric: str
    rows: list[dict[str, Any]]
    settings: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


@contextmanager
def written_by(tool: str, path: Path) -> Iterator[None]:
    """Read a file: turn what a changed one leads to into `UnreadableFile`, and be quick about it.

    Parameters
    ----------
    tool : str
        Whose form the file has.
    path : Path
        The file.

    Yields
    ------
    None

    Raises
    ------
    UnreadableFile
        If something is missing, or of another type than the tool writes.
    """
    # What is parsed has no cycles. The collector would look through all of it again and again, which took two
    # thirds of the time.
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    except HatscoreError:
        raise
    except _NOT_AS_WRITTEN as error:
        raise UnreadableFile(
            f"{path} is not as {tool} writes it ({type(error).__name__}: {error}); was it changed? Give the "
            "file that the tool wrote."
        ) from None
    finally:
        if collecting:
            gc.enable()


def outcome_of(score: float | None) -> str | None:
    """Outcome that a score alone can tell.

    Parameters
    ----------
    score : float or None
        From 0 to 1; None for a call that failed.

    Returns
    -------
    str or None
        None where there is partial credit.

    Examples
    --------
    >>> outcome_of(1.0), outcome_of(0.0), outcome_of(None), outcome_of(0.5)
    ('right', 'wrong', 'error', None)
    """
    if score is None:
        return "error"
    return {1.0: "right", 0.0: "wrong"}.get(score)


def settings_text(settings: Mapping[str, Any] | None) -> dict[str, str]:
    """Settings in a form that can be compared and shown.

    Parameters
    ----------
    settings : mapping or None
        As a tool logged them.

    Returns
    -------
    dict of str
        Without those that are not set.
    """
    given = settings or {}
    return {
        name: value if isinstance(value, str) else json.dumps(value, sort_keys=True, default=str)
        for name, value in given.items()
        if value is not None
    }
