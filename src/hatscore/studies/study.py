"""All analyses of a study, joined."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

import polars as pl

from hatscore.errors import NotEstimable
from hatscore.languages.registry import LanguageSheet
from hatscore.options import DEFAULT_SEED, Options
from hatscore.results.study import Finding, Study
from hatscore.scoring.panels import Panel
from hatscore.signature import Inference, Provenance, build_signature
from hatscore.studies.coupling import coupling
from hatscore.studies.family_vs_size import family_vs_size
from hatscore.studies.grid import Grid, build_grid
from hatscore.studies.metric_robustness import metric_robustness
from hatscore.studies.noise_or_bias import noise_or_bias
from hatscore.studies.script_effect import script_effect
from hatscore.studies.size_trend import size_trend
from hatscore.studies.thinking_effect import thinking_effect
from hatscore.studies.thinking_tokens import thinking_tokens
from hatscore.studies.time_trend import time_trend
from hatscore.systems.facts import SystemFacts


@dataclass(frozen=True, slots=True)
class Material:
    """Everything that analyses may use beside the counts.

    Attributes
    ----------
    facts : mapping of SystemFacts
        By system.
    languages : LanguageSheet
        Facts of languages.
    consensus : pair of polars.DataFrame and bool
        Scores of the answers that most attempts agree on, and whether answers were compared.
    tokens : polars.DataFrame or None
        Mean thinking tokens.
    cut : date or None
        Where "after" starts; None is the middle of the release dates.
    """

    facts: Mapping[str, SystemFacts]
    languages: LanguageSheet
    consensus: tuple[pl.DataFrame, bool]
    tokens: pl.DataFrame | None
    cut: date | None = None


ANALYSES = (
    "coupling",
    "metric_robustness",
    "size_trend",
    "time_trend",
    "family_vs_size",
    "thinking_effect",
    "thinking_tokens",
    "noise_or_bias",
    "script_effect",
)
"""All analyses, in the order of the findings."""


def study_panels(
    panels: Sequence[Panel],
    material: Material,
    options: Options,
    *,
    provenance: Mapping[str, Provenance],
    notes: tuple[str, ...] = (),
    progress: Callable[[str], None] | None = None,
) -> Study:
    """Run every analysis on every benchmark.

    Parameters
    ----------
    panels : sequence of Panel
        Counts, one a benchmark.
    material : Material
        What else the analyses use.
    options : Options
        ``level`` and ``rng`` are used.
    provenance : mapping from benchmark to Provenance
        For the signatures.
    notes : tuple of str
        What the readers noticed.
    progress : callable, optional
        Called with the name of an analysis and its benchmark before each.

    Returns
    -------
    Study

    Raises
    ------
    NotEstimable
        If no benchmark has a pair of source and target attempts.
    """
    seed = DEFAULT_SEED if options.rng is None else int(options.rng)
    grids = [build_grid(panel, options.level) for panel in panels if panel.targets and panel.present.any()]
    if not grids:
        raise NotEstimable("no item has attempts both in its source language and in another language.")
    findings = []
    for name in ANALYSES:
        for grid in grids:
            if progress is not None:
                progress(f"{name} on {grid.panel.benchmark}")
            findings.append(_run(name, grid, material, options, seed))
    signatures = {grid.panel.benchmark: _signature(grid, provenance, options) for grid in grids}
    return Study(tuple(findings), options.level, signatures, notes)


def _signature(grid: Grid, provenance: Mapping[str, Provenance], options: Options) -> str:
    sides = (grid.panel.source.attempts, grid.panel.target.attempts)
    source, target = (float(side[side > 0].mean()) for side in sides)
    return build_signature(
        benchmark=grid.panel.benchmark,
        sources=grid.panel.sources,
        target="macro",
        attempts=(source, target),
        provenance=provenance.get(grid.panel.benchmark, Provenance()),
        options=options.change(estimator=grid.estimator),
        inference=Inference("two-way-jackknife", bootstrap=True),
    )


def _run(name: str, grid: Grid, material: Material, options: Options, seed: int) -> Finding:
    facts, level = material.facts, options.level
    calls: dict[str, Callable[[], Finding]] = {
        "coupling": lambda: coupling(grid, facts, level),
        "metric_robustness": lambda: metric_robustness(grid, facts, level),
        "size_trend": lambda: size_trend(grid, facts, level),
        "time_trend": lambda: time_trend(grid, facts, level, material.cut),
        "family_vs_size": lambda: family_vs_size(grid, facts, level, seed),
        "thinking_effect": lambda: thinking_effect(grid, facts, level),
        "thinking_tokens": lambda: thinking_tokens(grid, facts, material.tokens, level),
        "noise_or_bias": lambda: noise_or_bias(grid, facts, material.consensus, level),
        "script_effect": lambda: script_effect(grid, facts, material.languages, level),
    }
    return calls[name]()
