"""What a chart is drawn from, computed from attempts as the command line says."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from hatscore.charts.registry import ChartKind, Results
from hatscore.cli.estimation import floor_value
from hatscore.errors import InvalidArgument, InvalidAttempts, NotEstimable


@dataclass(frozen=True, slots=True)
class Selection:
    """What is drawn; None is everything.

    Attributes
    ----------
    systems : tuple of str or None
        In the order of the command line.
    benchmark, target : str or None
        Names.
    """

    systems: tuple[str, ...] | None
    benchmark: str | None
    target: str | None


def results_for(
    kind: ChartKind,
    attempts: Any,
    selection: Selection,
    *,
    by: str,
    estimator: str,
    systems_file: Any,
    floor: str,
    **options: Any,
) -> Results:
    """Compute the result that a chart needs, and what it shows beside.

    Parameters
    ----------
    kind : ChartKind
        The chart.
    attempts : Attempts
        What was read.
    selection : Selection
        What is drawn.
    by : {'macro', 'language'}
        Rows of comparisons and gains.
    estimator : {'published', 'corrected', 'curve'}
        The headline of scores and comparisons.
    systems_file : Path or None
        Facts about systems, for studies.
    floor : str
        As on the command line.
    **options
        Further fields of `hatscore.Options`.

    Returns
    -------
    mapping
        By kind of result.

    Raises
    ------
    InvalidArgument
        If a name or an option does not fit.
    InputError
        If the attempts have problems.
    NotEstimable
        If nothing is left to compute from.
    """
    options["floor"] = floor_value(floor)
    if selection.target is not None and kind.needs == "study":
        raise InvalidArgument(f"--target does not fit: {kind.name} is drawn from a study of all targets.")
    chosen = _chosen(attempts, selection, options)
    if kind.needs == "profile":
        return {"profile": _profile(chosen, selection, options)}
    if kind.needs == "study":
        from hatscore.api.comparing import study

        kept = {name: value for name, value in options.items() if name not in ("intervals", "draws")}
        return {"study": study(chosen, systems_file=systems_file, **kept)}
    if kind.needs == "scores":
        return _scores(kind, chosen, selection.target, options | {"estimator": estimator})
    return _side_by_side(kind, chosen, selection, options | {"by": by, "estimator": estimator})


def _chosen(attempts: Any, selection: Selection, options: dict[str, Any]) -> Any:
    from hatscore.api.reading import check

    systems, benchmark = selection.systems, selection.benchmark
    if systems is None and benchmark is None:
        return attempts
    # Rows are numbered in messages: problems are looked for before rows are left out.
    problems = check(attempts, source=options["source"], missing=options["missing"])
    if problems:
        raise InvalidAttempts(problems)
    return attempts.only(systems=systems, benchmarks=None if benchmark is None else [benchmark])


def _profile(attempts: Any, selection: Selection, options: dict[str, Any]) -> Any:
    from hatscore.api.scoring import profile

    if selection.systems is not None and len(selection.systems) > 1:
        raise InvalidArgument(f"a profile is of one system; --systems named {len(selection.systems)}.")
    return profile(attempts, target=selection.target, **options)


def _scores(kind: ChartKind, attempts: Any, target: str | None, options: dict[str, Any]) -> Results:
    from hatscore.api.comparing import compare
    from hatscore.api.scoring import score

    if target is not None and kind.by == "macro":
        raise InvalidArgument(f"--target does not fit: {kind.name} is drawn from means over all targets.")
    scores = score(attempts, by=kind.by, **options)
    if target is not None:
        failures = tuple(one for one in scores.failures if one.language == target)
        scores = replace(scores, rows=_of_target(scores, target), failures=failures)
    if "comparison" not in kind.also or options["estimator"] == "curve":
        return {"scores": scores}
    try:
        return {"scores": scores, "comparison": compare(attempts, **options)}
    except NotEstimable:  # one system: it has no rank
        return {"scores": scores}


def _side_by_side(
    kind: ChartKind,
    attempts: Any,
    selection: Selection,
    options: dict[str, Any],
) -> Results:
    from hatscore.api.comparing import compare, decompose

    systems, target = selection.systems, selection.target
    if target is not None:
        options["by"] = "language"
    found: Any
    if kind.needs == "comparison":
        found = compare(attempts, systems=systems, **options)
    else:
        options = {name: value for name, value in options.items() if name not in ("estimator", "intervals")}
        found = decompose(attempts, systems=systems, **options)
    if target is not None:
        found = replace(found, rows=_of_target(found, target))
    return {kind.needs: found}


def _of_target(rows: Iterable[Any], target: str) -> tuple[Any, ...]:
    found = tuple(row for row in rows if row.target == target)
    if not found:
        there = ", ".join(sorted({row.target for row in rows}))
        raise InvalidArgument(f"no target {target!r}; there are {there}.")
    return found
