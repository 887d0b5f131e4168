"""Counts of one benchmark laid out as arrays: items first, then systems, then target languages."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from hatscore.attempts.counts import UNREAD
from hatscore.core.pass_rates import Array
from hatscore.errors import InvalidArgument, Problem, SourceMissing
from hatscore.options import Options
from hatscore.wording import listing

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Side:
    """Sums over attempts on one side (source or target) of every pair.

    Attributes
    ----------
    attempts, total, total_of_squares : ndarray, shape (items, systems, targets)
        Number of attempts that count, sum of their scores and of the squared scores; the source
        side has a last axis of length 1.
    """

    attempts: Array
    total: Array
    total_of_squares: Array


@dataclass(frozen=True, slots=True)
class Panel:
    """All pairs of one benchmark.

    Attributes
    ----------
    benchmark : str
        Its name.
    items, systems, targets : list of str
        Labels of the three axes, sorted.
    sources : list of str
        Source languages that occur, sorted.
    source, target : Side
        Attempts in the item's source language, and in each target language.
    present : ndarray of bool, shape (items, systems, targets)
        Where both sides have attempts.
    floor : ndarray, shape (items, 1, 1)
        Chance floor of each item.
    chance : ndarray, shape (items, 1, 1)
        Chance of guessing as far as it is known (from ``n_options`` also when no floor is
        subtracted); 0 where it is not.
    unread : dict of ndarray, shape (systems, languages)
        Attempts per outcome of `hatscore.attempts.counts.UNREAD`; ``rows`` holds all attempts.
    languages : list of str
        Labels of the second axis of ``unread``, sources included.
    dropped : ndarray of int, shape (systems,)
        Items that were left out for want of source attempts.
    source_of : ndarray of int, shape (items,)
        Position of each item's source language among ``languages``; -1 where no system has attempts
        in it.
    """

    benchmark: str
    items: list[str]
    systems: list[str]
    targets: list[str]
    sources: list[str]
    source: Side
    target: Side
    present: Mask
    floor: Array
    chance: Array
    unread: dict[str, Array]
    languages: list[str]
    dropped: npt.NDArray[np.intp]
    source_of: npt.NDArray[np.intp]

    def pairs_possible(self, target: str) -> Mask:
        """Items that can be a pair in a target language: those with another source.

        Parameters
        ----------
        target : str
            Target language.

        Returns
        -------
        ndarray of bool, shape (items,)
        """
        return np.asarray(self.source_of != self.languages.index(target))


def build_panels(counts: pl.DataFrame, options: Options) -> list[Panel]:
    """Lay out every benchmark.

    Parameters
    ----------
    counts : polars.DataFrame
        From `hatscore.attempts.counts.count_items`.
    options : Options
        ``floor`` and ``missing`` are used here.

    Returns
    -------
    list of Panel
        Sorted by benchmark.

    Raises
    ------
    SourceMissing
        If items have no source attempts and ``missing='error'``.
    InvalidArgument
        If ``floor='options'`` and the table has no options.
    """
    # Columns of names are coded once for all benchmarks; a benchmark then takes its rows of plain arrays.
    axes = _code(counts, ("benchmark", "item", "system", "language", "source_language"))
    values = {name: counts[name].to_numpy() for name in counts.columns if name not in axes}
    benchmarks = axes.pop("benchmark")
    panels = []
    for code, name in enumerate(benchmarks.labels):
        rows = np.flatnonzero(benchmarks.codes == code)
        own = {axis: coded.within(rows) for axis, coded in axes.items()}
        panels.append(_build(name, own, {column: array[rows] for column, array in values.items()}, options))
    problems = [problem for _, problem in panels if problem]
    if problems and options.missing == "error":
        raise SourceMissing(problems)
    return [panel for panel, _ in panels]


@dataclass(frozen=True, slots=True)
class _Coded:
    """A column of names as whole numbers, and the names, sorted."""

    labels: list[str]
    codes: npt.NDArray[Any]

    def within(self, rows: npt.NDArray[np.intp]) -> "_Coded":
        """Some rows, with only the names that occur in them."""
        codes = self.codes[rows]
        occurs = np.zeros(len(self.labels), bool)
        occurs[codes] = True
        labels = [self.labels[code] for code in np.flatnonzero(occurs)]
        return _Coded(labels, (np.cumsum(occurs) - 1)[codes])


def _code(counts: pl.DataFrame, names: Sequence[str]) -> dict[str, _Coded]:
    """Columns of names as whole numbers; one query for all, so that Polars uses all cores."""
    found = counts.select(pl.col(name).unique().cast(pl.String).sort().implode() for name in names)
    labels = {name: list(found[name][0]) for name in names}
    # Counts of long tables come with their names coded, in order.
    coded = counts.select(
        (
            pl.col(name)
            if counts[name].dtype == pl.Enum(labels[name])
            else pl.col(name).cast(pl.String).cast(pl.Enum(labels[name]))
        ).to_physical()
        for name in names
    )
    return {name: _Coded(labels[name], coded[name].to_numpy()) for name in names}


_Columns = dict[str, npt.NDArray[Any]]


def _build(
    name: str, axes: dict[str, _Coded], counts: _Columns, options: Options
) -> tuple[Panel, Problem | None]:
    items, systems, languages = (axes[axis].labels for axis in ("item", "system", "language"))
    shape = (len(items), len(systems), len(languages))
    item, system, language = (axes[axis].codes for axis in ("item", "system", "language"))

    def spread(column: str) -> Array:
        cube = np.zeros(shape)
        cube[item, system, language] = counts[column]
        return cube

    cubes = Side(spread("attempts"), spread("total"), spread("total_of_squares"))
    sources = axes["source_language"].labels
    source_of = _source_of(axes["source_language"], item, languages, len(items))
    source = _pick(cubes, source_of)
    # By item: a language may be the source of some items and a target of others, as in ECLeKTic.
    is_target = np.arange(len(languages)) != source_of[:, np.newaxis]
    tried = (cubes.attempts > 0) & is_target[:, np.newaxis, :]
    present = tried & (source.attempts > 0)
    lacking = tried.any(axis=2) & ~(source.attempts[:, :, 0] > 0)

    kept = is_target.any(axis=0) & tried.any(axis=(0, 1))
    targets = [name for name, keep in zip(languages, kept, strict=True) if keep]
    target = Side(*(cube[:, :, kept] for cube in (cubes.attempts, cubes.total, cubes.total_of_squares)))
    chance = _chance(counts, item, len(items))
    floor = _floor(name, chance, options)
    unread = {
        outcome: _by_language(counts[outcome], system, language, shape) for outcome in ("rows", *UNREAD)
    }
    panel = Panel(
        benchmark=name,
        items=items,
        systems=systems,
        targets=targets,
        sources=sources,
        source=source,
        target=target,
        present=present[:, :, kept],
        floor=floor,
        chance=np.nan_to_num(chance) if options.floor in ("none", "options") else floor,
        unread=unread,
        languages=languages,
        dropped=lacking.sum(axis=0),
        source_of=source_of,
    )
    return panel, _source_problem(name, lacking.any(axis=1), items, sources, languages)


def _source_of(
    source: _Coded, item: npt.NDArray[np.intp], languages: list[str], items: int
) -> npt.NDArray[np.intp]:
    """Position of each item's source language among the languages; -1 where it has no attempts."""
    position = {name: index for index, name in enumerate(languages)}
    positions = np.array([position.get(name, -1) for name in source.labels], dtype=np.intp)
    source_of = np.full(items, -1, dtype=np.intp)
    source_of[item] = positions[source.codes]
    return source_of


def _pick(cubes: Side, source_of: npt.NDArray[np.intp]) -> Side:
    known = (source_of >= 0)[:, np.newaxis]
    rows = np.arange(len(source_of))
    picked = (
        np.where(known, cube[rows, :, source_of], 0.0)[:, :, np.newaxis]
        for cube in (cubes.attempts, cubes.total, cubes.total_of_squares)
    )
    return Side(*picked)


def _by_language(column: npt.NDArray[Any], system: Any, language: Any, shape: tuple[int, ...]) -> Array:
    if not column.any():
        return np.zeros(shape[1:])
    sums = np.bincount(system * shape[2] + language, weights=column, minlength=shape[1] * shape[2])
    return np.asarray(sums.reshape(shape[1:]), float)


def _chance(counts: _Columns, item: npt.NDArray[np.intp], items: int) -> Array:
    """Chance of guessing each item, shape (items, 1, 1); nan where the table does not say."""
    chance = np.full(items, np.nan)
    if "n_options" in counts:
        chance[item] = 1 / counts["n_options"].astype(float)
    if "floor" in counts:
        given = counts["floor"].astype(float)
        chance[item] = np.where(np.isnan(given), chance[item], given)
    return chance[:, np.newaxis, np.newaxis]


def _floor(name: str, chance: Array, options: Options) -> Array:
    if options.floor == "none":
        return np.zeros_like(chance)
    if options.floor == "options":
        if np.isnan(chance).any():
            raise InvalidArgument(
                f"floor='options' needs the column n_options (or floor) for every item of {name}; "
                f"{int(np.isnan(chance).sum())} items have none. Add it, or give one number such as 0.25."
            )
        return chance
    return np.full_like(chance, options.floor)


def _source_problem(
    name: str, lacking: Mask, items: list[str], sources: list[str], languages: list[str]
) -> Problem | None:
    if not lacking.any():
        return None
    first = [items[i] for i in np.flatnonzero(lacking)[:3]]
    language = f"source language '{sources[0]}'" if len(sources) == 1 else "their source language"
    found = f"; its languages are {', '.join(languages)}" if lacking.all() else ""
    return Problem(
        "source_missing",
        f"no attempts in {language} for {int(lacking.sum())} of {len(items)} items of {name} (first: "
        f"{listing(first)}){found}. Read the source file too, name the source with --source, or pass "
        "--missing drop (missing='drop').",
    )
