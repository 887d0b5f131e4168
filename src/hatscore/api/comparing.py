"""Compare systems, decompose gains, and run every analysis of the paper."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, Unpack

from hatscore.api.panels import Counted, counted
from hatscore.api.reading import as_attempts
from hatscore.attempts.consensus import consensus_scores, mean_thinking_tokens
from hatscore.attempts.counts import Policies
from hatscore.attempts.table import Attempts
from hatscore.comparison.compare import compare_panels
from hatscore.comparison.decomposition import decompose_panels
from hatscore.errors import InvalidArgument
from hatscore.languages.registry import language_sheet
from hatscore.options import OptionFields, Options
from hatscore.results.comparison import Adjustment, Comparison
from hatscore.results.decomposition import Decomposition
from hatscore.results.study import Study
from hatscore.studies.study import Material, study_panels
from hatscore.systems.facts import system_facts


def compare(
    data: Any,
    *,
    systems: Sequence[str] | None = None,
    adjust: Adjustment = "holm",
    fail_if_worse: float | None = None,
    **options: Unpack[OptionFields],
) -> Comparison:
    """Compare systems on the items that they share: paired differences of HAT, ranks, groups, a gate.

    Parameters
    ----------
    data : Attempts, path, or frame
        As for `score`.
    systems : sequence of str, optional
        Which, in order: of each pair the earlier is A and the later B, and the difference is B minus
        A. None takes all.
    adjust : {'holm', 'bh', 'none'}
        How p-values are adjusted for the number of comparisons.
    fail_if_worse : float, optional
        Loss of HAT that a gate allows the second of two systems against the first; see
        ``Comparison.gate``.
    **options
        As for `score`; ``by="language"`` gives every target language beside their mean, ``estimator``
        is 'corrected' or 'published', ``intervals="bootstrap"`` takes BCa intervals from paired draws.

    Returns
    -------
    Comparison

    Raises
    ------
    InvalidArgument
        If a system or an option has no such value.
    InputError
        If the attempts cannot be read or have problems; each is named.
    NotEstimable
        If no benchmark holds two of the systems.

    Notes
    -----
    Both slopes are computed on the common items. The interval of the difference holds what Student's t
    does not reject, with the error over items at the tested value (`hatscore.core.figures`).

    Examples
    --------
    >>> import hatscore
    >>> found = hatscore.compare(hatscore.demo_path())
    >>> [(row.benchmark, row.verdict) for row in found]
    [('starter_facts', 'worse'), ('starter_sums', 'undecided')]
    """
    chosen = Options().change(**options)
    attempts = as_attempts(data)
    found = counted(attempts, chosen)
    return compare_panels(
        found.panels,
        chosen,
        systems=systems,
        adjustment=adjust,
        margin=fail_if_worse,
        provenance=found.provenance,
        notes=_sentences(attempts),
    )


def decompose(
    data: Any, *, systems: Sequence[str] | None = None, **options: Unpack[OptionFields]
) -> Decomposition:
    """Split gains in target accuracy into better transfer and a better source.

    Parameters
    ----------
    data : Attempts, path, or frame
        As for `score`.
    systems : sequence of str, optional
        Two or more, oldest first: a row for each step, and one for the whole chain. Not needed where
        the data hold exactly two.
    **options
        As for `score`; ``by="language"`` gives every target language beside their mean.

    Returns
    -------
    Decomposition
        Source part, transfer part and shape, which add up to the gain exactly, with paired intervals.

    Raises
    ------
    InvalidArgument
        If a system or an option has no such value, or the order is open.
    InputError
        If the attempts cannot be read or have problems; each is named.
    NotEstimable
        If no benchmark holds the whole chain with 2 source attempts per item.

    Examples
    --------
    >>> import hatscore
    >>> gain = hatscore.decompose(hatscore.demo_path())[0]
    >>> parts = gain.source.value + gain.transfer.value + gain.shape.value
    >>> abs(parts - gain.total.value) < 1e-12
    True
    """
    chosen = Options().change(**options)
    attempts = as_attempts(data)
    panels = counted(attempts, chosen).panels
    return decompose_panels(panels, chosen, systems=systems, notes=_sentences(attempts))


def study(
    data: Any,
    *,
    systems_file: str | Path | None = None,
    languages_file: str | Path | None = None,
    cut: date | None = None,
    progress: Callable[[str], None] | None = None,
    **options: Unpack[OptionFields],
) -> Study:
    """Recompute every analysis of the paper from any study.

    Parameters
    ----------
    data : Attempts, path, or frame
        As for `score`; the columns ``final_answer`` and ``thinking_tokens`` are used where they are.
    systems_file : str or Path, optional
        TOML with facts about the systems (`hatscore.systems.facts`), beside the built-in ones.
    languages_file : str or Path, optional
        TOML with facts about the languages (`hatscore.languages.registry`), beside the built-in ones.
    cut : date, optional
        First day of "after" in ``time_trend``; None takes the middle of the release dates.
    progress : callable, optional
        Called with what is computed next.
    **options
        As for `score`; ``source``, ``floor``, ``level``, ``unparsed``, ``truncated``, ``missing`` and
        ``rng`` matter here.

    Returns
    -------
    Study
        One finding an analysis and benchmark.

    Raises
    ------
    InvalidArgument
        If an option or a fact has no such value.
    InputError
        If the attempts or a file cannot be read or have problems; each is named.
    NotEstimable
        If no benchmark has a pair of source and target attempts.

    Examples
    --------
    >>> import hatscore
    >>> found = hatscore.study(hatscore.demo_path())
    >>> found.find("coupling", "starter_sums").estimate.reason
    'it needs at least 4 systems whose HAT is estimable; there are 1'
    """
    chosen = Options().change(**options)
    facts = Facts(systems_file, languages_file, cut)
    check_study(chosen, facts)
    attempts = as_attempts(data)
    return study_of(attempts, counted(attempts, chosen), chosen, facts, progress=progress)


@dataclass(frozen=True, slots=True)
class Facts:
    """What a study is told beside the attempts: see `study`."""

    systems_file: str | Path | None = None
    languages_file: str | Path | None = None
    cut: date | None = None


def check_study(options: Options, facts: Facts) -> None:
    """See that a study can be made, before anything is counted.

    Parameters
    ----------
    options : Options
        As for `study`.
    facts : Facts
        Files that are read.

    Raises
    ------
    InvalidArgument
        If an option or a fact has no such value.
    InputError
        If the file of languages cannot be read.
    """
    if not (options.rng is None or isinstance(options.rng, int)):
        raise InvalidArgument(f"rng must be a whole number for a study; got {options.rng!r}.")
    language_sheet(facts.languages_file)


def study_of(
    attempts: Attempts,
    found: Counted,
    options: Options,
    facts: Facts,
    *,
    progress: Callable[[str], None] | None = None,
) -> Study:
    """A study of attempts that have been counted.

    Parameters
    ----------
    attempts : Attempts
        The table.
    found : Counted
        What was counted in it.
    options : Options
        As for `study`.
    facts : Facts
        About systems and languages.
    progress : callable, optional
        Called with what is computed next.

    Returns
    -------
    Study
    """
    with attempts.reading():
        consensus = consensus_scores(attempts, Policies(options.unparsed, options.truncated))
        tokens = mean_thinking_tokens(attempts)
    names = sorted({name for panel in found.panels for name in panel.systems})
    languages = language_sheet(facts.languages_file)
    material = Material(system_facts(names, facts.systems_file), languages, consensus, tokens, facts.cut)
    return study_panels(
        found.panels,
        material,
        options,
        provenance=found.provenance,
        notes=_sentences(attempts),
        progress=progress,
    )


def _sentences(attempts: Attempts) -> tuple[str, ...]:
    return tuple(dict.fromkeys(note.sentence for note in attempts.notes))
