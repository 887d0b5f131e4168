"""A report: one self-contained page of a study."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any, Unpack

import polars as pl

from hatscore.api.comparing import Facts, check_study, study_of
from hatscore.api.panels import counted
from hatscore.api.reading import as_attempts
from hatscore.api.scoring import scores_of
from hatscore.attempts.engines import EngineAttempts
from hatscore.attempts.table import Attempts
from hatscore.errors import InvalidArgument, UnknownFormat
from hatscore.options import OptionFields, Options
from hatscore.reports.answer import macro_rows
from hatscore.reports.material import Material, Source, all_profiles, comparison_of, gains_of
from hatscore.reports.page import render
from hatscore.results.report import Report
from hatscore.results.saved import load_scores, load_study, saved_schema
from hatscore.results.scores import SCHEMA as SCORES
from hatscore.results.study import SCHEMA as STUDY
from hatscore.scoring.panels import Panel

_CHUNK = 1 << 20


def report(
    data: Any,
    *,
    title: str = "Cross-lingual transfer",
    systems: tuple[str, str] | None = None,
    systems_file: str | Path | None = None,
    languages_file: str | Path | None = None,
    cut: date | None = None,
    progress: Callable[[str], None] | None = None,
    **options: Unpack[OptionFields],
) -> Report:
    """Put everything about a study on one page that opens anywhere, without a network.

    Parameters
    ----------
    data : Attempts, path, or frame
        As for `score`.
    title : str
        Of the page.
    systems : pair of str, optional
        From which to which system the parts of a gain are shown at first. None takes the lowest and
        the highest HAT.
    systems_file, languages_file : str or Path, optional
        Facts for the study, as for `study`.
    cut : date, optional
        As for `study`.
    progress : callable, optional
        Called with what is computed next.
    **options
        As for `score`; ``by`` has no effect.

    Returns
    -------
    Report

    Raises
    ------
    InvalidArgument
        If an option, a system or a fact has no such value.
    InputError
        If the attempts or a file cannot be read or have problems; each is named.
    NotEstimable
        If there is nothing to score.
    MissingExtra
        If the ``report`` extra is not installed.

    Examples
    --------
    >>> import hatscore
    >>> page = hatscore.report(hatscore.demo_path(), floor="options")
    >>> page.html.startswith("<!doctype html>")
    True
    """
    tell = progress or (lambda _: None)
    chosen = Options().change(**options).change(by="all")
    facts = Facts(systems_file, languages_file, cut)
    check_study(chosen, facts)
    attempts = as_attempts(data)
    tell("scoring")
    counts = counted(attempts, chosen)
    panels = counts.panels
    scores = scores_of(attempts, counts, chosen)
    with attempts.reading():
        sources = _sources(attempts)
    tell("comparing systems")
    material = Material(
        scores,
        comparison=comparison_of(panels, chosen, counts.provenance),
        sources=sources,
        notes=scores.notes,
    )
    first, pair = _pair(material, panels, systems)
    tell("splitting gains")
    material = replace(material, gains=gains_of(panels, chosen, first), pair=pair)
    tell("transfer profiles")
    material = replace(material, profiles=all_profiles(panels, scores, chosen))
    found = study_of(attempts, counts, chosen, facts, progress=progress)
    tell("writing the page")
    return Report(render(replace(material, study=found), title=title, level=chosen.level), scores, found)


def report_saved(paths: Sequence[str | Path], *, title: str = "Cross-lingual transfer") -> Report:
    """Put saved results on a page: what they hold; the rest needs the attempts.

    Parameters
    ----------
    paths : sequence of str or Path
        JSON of `hatscore.score`, and perhaps the ``findings.json`` of a study.
    title : str
        Of the page.

    Returns
    -------
    Report

    Raises
    ------
    InputError
        If a file does not hold what its schema says, or none holds scores.
    MissingExtra
        If the ``report`` extra is not installed.
    """
    by_schema = {saved_schema(path): path for path in paths}
    if SCORES not in by_schema:
        raise UnknownFormat(f"none of these files holds {SCORES}, which a page needs.")
    scores = load_scores(by_schema[SCORES])
    found = load_study(by_schema[STUDY]) if STUDY in by_schema else None
    sources = tuple(Source(Path(path).name, _checksum(Path(path)), None) for path in paths)
    level = next((row.hat.interval.level for row in scores if row.hat.interval), 0.95)
    material = Material(scores, sources=sources, study=found)
    return Report(render(material, title=title, level=level), scores, found)


def _pair(
    material: Material, panels: list[Panel], systems: tuple[str, str] | None
) -> tuple[str | None, tuple[str, str] | None]:
    """Head of the ranking, and the pair that the page starts with."""
    benchmark = max(panels, key=lambda panel: len(panel.systems)).benchmark
    order = [row.system for row in macro_rows(material, benchmark)]
    first = order[0] if order else None
    if systems is not None:
        known = {name for panel in panels for name in panel.systems}
        if len(list(systems)) != 2 or not set(systems) <= known:
            raise InvalidArgument(f"systems must be two of {', '.join(sorted(known))}; got {list(systems)}.")
        return first, (systems[0], systems[1])
    estimable = [
        row.system
        for row in macro_rows(material, benchmark)
        if row.headline(material.scores.estimator).value is not None
    ]
    return first, (estimable[-1], estimable[0]) if len(estimable) > 1 else None


def _sources(attempts: Attempts) -> tuple[Source, ...]:
    if isinstance(attempts, EngineAttempts):
        return (Source(attempts.name, None, attempts.height()),)
    found = []
    for part in attempts.parts:
        path = Path(part.name)
        rows = part.frame.select(pl.len()).collect(engine="streaming").item()
        found.append(Source(path.name, _checksum(path) if path.is_file() else None, rows))
    return tuple(found)


def _checksum(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
    return digest.hexdigest()
