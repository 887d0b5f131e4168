"""What a chart is drawn from, computed from attempts as the command line says."""

from dataclasses import replace
from typing import Any

from hatscore.charts.registry import ChartKind, Results
from hatscore.cli.estimation import floor_value
from hatscore.errors import InvalidArgument, InvalidAttempts, NotEstimable


def results_for(
    kind: ChartKind,
    attempts: Any,
    *,
    systems: tuple[str, ...] | None,
    benchmark: str | None,
    target: str | None,
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
    systems, benchmark, target : tuple of str, str, str, or None
        What is drawn; None is everything.
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
    if target is not None and kind.needs == "study":
        raise InvalidArgument(f"--target does not fit: {kind.name} is drawn from a study of all targets.")
    chosen = _chosen(attempts, systems, benchmark, options)
    if kind.needs == "profile":
        return {"profile": _profile(chosen, systems, target, options)}
    if kind.needs == "study":
        from hatscore.api.comparing import study

        kept = {name: value for name, value in options.items() if name not in ("intervals", "draws")}
        return {"study": study(chosen, systems_file=systems_file, **kept)}
    if kind.needs == "scores":
        return _scores(kind, chosen, target, options | {"estimator": estimator})
    return _side_by_side(kind, chosen, systems, target, options | {"by": by, "estimator": estimator})


def _chosen(
    attempts: Any, systems: tuple[str, ...] | None, benchmark: str | None, options: dict[str, Any]
) -> Any:
    from hatscore.api.reading import check

    if systems is None and benchmark is None:
        return attempts
    # Rows are numbered in messages: problems are looked for before rows are left out.
    problems = check(attempts, source=options["source"], missing=options["missing"])
    if problems:
        raise InvalidAttempts(problems)
    return attempts.only(systems=systems, benchmarks=None if benchmark is None else [benchmark])


def _profile(
    attempts: Any, systems: tuple[str, ...] | None, target: str | None, options: dict[str, Any]
) -> Any:
    from hatscore.api.scoring import profile

    if systems is not None and len(systems) > 1:
        raise InvalidArgument(f"a profile is of one system; --systems named {len(systems)}.")
    return profile(attempts, target=target, **options)


def _scores(kind: ChartKind, attempts: Any, target: str | None, options: dict[str, Any]) -> Results:
    from hatscore.api.comparing import compare
    from hatscore.api.scoring import score

    if target is not None and kind.by == "macro":
        raise InvalidArgument(f"--target does not fit: {kind.name} is drawn from means over all targets.")
    scores = score(attempts, by=kind.by, **options)
    if target is not None:
        rows = tuple(row for row in scores if row.target == target)
        failures = tuple(one for one in scores.failures if one.language == target)
        if not rows:
            there = ", ".join(sorted({row.target for row in scores}))
            raise InvalidArgument(f"no target {target!r}; there are {there}.")
        scores = replace(scores, rows=rows, failures=failures)
    if "comparison" not in kind.also or options["estimator"] == "curve":
        return {"scores": scores}
    try:
        return {"scores": scores, "comparison": compare(attempts, **options)}
    except NotEstimable:  # one system: it has no rank
        return {"scores": scores}


def _side_by_side(
    kind: ChartKind,
    attempts: Any,
    systems: tuple[str, ...] | None,
    target: str | None,
    options: dict[str, Any],
) -> Results:
    from hatscore.api.comparing import compare, decompose

    if target is not None:
        options["by"] = "language"
    found: Any
    if kind.needs == "comparison":
        found = compare(attempts, systems=systems, **options)
    else:
        options = {name: value for name, value in options.items() if name not in ("estimator", "intervals")}
        found = decompose(attempts, systems=systems, **options)
    if target is not None:
        rows = tuple(row for row in found if row.target == target)
        if not rows:
            there = ", ".join(sorted({row.target for row in found}))
            raise InvalidArgument(f"no target {target!r}; there are {there}.")
        found = replace(found, rows=rows)
    return {kind.needs: found}
