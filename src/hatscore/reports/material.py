"""Everything that a report shows, computed once."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from hatscore.comparison.compare import compare_panels
from hatscore.comparison.decomposition import decompose_panels
from hatscore.errors import NotEstimable
from hatscore.options import Options
from hatscore.reports.profiles import profiles_of
from hatscore.results.comparison import Comparison
from hatscore.results.decomposition import Step
from hatscore.results.profile import Profile
from hatscore.results.scores import Scores
from hatscore.results.study import Study
from hatscore.scoring.panels import Panel

MOST_SYSTEMS_IN_PAIRS = 25
"""With more systems, gains are shown between each of them and the first of the ranking only."""


@dataclass(frozen=True, slots=True)
class Source:
    """A file that was read.

    Attributes
    ----------
    name : str
        Its name, without folders.
    sha256 : str or None
        Checksum of its bytes; None where there is no file.
    rows : int or None
        Attempts in it; None where it holds results.
    """

    name: str
    sha256: str | None
    rows: int | None


@dataclass(frozen=True, slots=True)
class Material:
    """Result objects of a study, the one source of every figure on the page.

    Attributes
    ----------
    scores : Scores
        By language, macro and pooled.
    comparison : Comparison or None
        All pairs of systems, macro; None with one system.
    gains : tuple of Step
        Parts of gains between pairs of systems, macro.
    pair : tuple of str, or None
        From which to which system the page starts.
    profiles : tuple of Profile
        Of every system, benchmark and language, and pooled.
    study : Study or None
        The paper's analyses.
    sources : tuple of Source
        What was read.
    notes : tuple of str
        What the readers noticed.
    """

    scores: Scores
    comparison: Comparison | None = None
    gains: tuple[Step, ...] = ()
    pair: tuple[str, str] | None = None
    profiles: tuple[Profile, ...] = ()
    study: Study | None = None
    sources: tuple[Source, ...] = ()
    notes: tuple[str, ...] = field(default=())


def comparison_of(panels: Sequence[Panel], options: Options, provenance: Any) -> Comparison | None:
    """All pairs of systems, by the mean over languages.

    Parameters
    ----------
    panels : sequence of Panel
        Counts, one a benchmark.
    options : Options
        How to score.
    provenance : mapping from benchmark to Provenance
        For the signatures.

    Returns
    -------
    Comparison or None
        None where no benchmark has two systems.
    """
    if max((len(panel.systems) for panel in panels), default=0) < 2:
        return None
    estimator = "published" if options.estimator == "published" else "corrected"
    try:
        return compare_panels(panels, options.change(by="macro", estimator=estimator), provenance=provenance)
    except NotEstimable:
        return None


def gains_of(panels: Sequence[Panel], options: Options, first: str | None) -> tuple[Step, ...]:
    """Parts of the gains between pairs of systems, by the mean over languages.

    Parameters
    ----------
    panels : sequence of Panel
        Counts, one a benchmark.
    options : Options
        How to score.
    first : str or None
        Head of the ranking: with many systems only pairs with it are computed.

    Returns
    -------
    tuple of Step
        One a pair and benchmark that has both; pairs are in alphabetical order.
    """
    found: list[Step] = []
    chosen = options.change(by="macro", estimator="corrected")
    for panel in panels:
        pairs = list(combinations(panel.systems, 2))
        if len(panel.systems) > MOST_SYSTEMS_IN_PAIRS:
            pairs = [pair for pair in pairs if first in pair]
        for pair in pairs:
            try:
                found += decompose_panels([panel], chosen, systems=pair).rows
            except NotEstimable:
                continue
    return tuple(found)


def all_profiles(panels: Sequence[Panel], scores: Scores, options: Options) -> tuple[Profile, ...]:
    """Profiles of every scored cell.

    Parameters
    ----------
    panels : sequence of Panel
        Counts, one a benchmark.
    scores : Scores
        By language, macro and pooled.
    options : Options
        How they were scored.

    Returns
    -------
    tuple of Profile
    """
    return tuple(profiles_of(panels, scores.rows, options))
