"""Score attempts, and look at a transfer profile."""

from typing import Any, Unpack

from hatscore.api.panels import NOTHING, Counted, counted, panels_of
from hatscore.api.reading import as_attempts
from hatscore.attempts.copies import copied_attempts
from hatscore.attempts.table import Attempts
from hatscore.errors import NotEstimable
from hatscore.options import OptionFields, Options
from hatscore.results.profile import Profile
from hatscore.results.scores import Scores
from hatscore.scoring.profiles import build_profile
from hatscore.scoring.rows import reading_failures, score_panels


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
    return scores_of(attempts, counted(attempts, chosen), chosen)


def scores_of(attempts: Attempts, found: Counted, options: Options) -> Scores:
    """Scores of attempts that have been counted.

    Parameters
    ----------
    attempts : Attempts
        The table.
    found : Counted
        What was counted in it.
    options : Options
        As for `score`.

    Returns
    -------
    Scores

    Raises
    ------
    NotEstimable
        If no pair of source and target attempts exists.
    """
    with attempts.reading():
        notes = [*attempts.notes, *copied_attempts(attempts)]
    rows = score_panels(found.panels, options, notes=notes, provenance=found.provenance)
    if not rows:
        raise NotEstimable(NOTHING)
    sentences = tuple(dict.fromkeys(note.sentence for note in notes))
    return Scores(tuple(rows), options.estimator, sentences, tuple(reading_failures(found.panels)))


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
    return build_profile(panels_of(attempts, chosen), chosen, system, benchmark, target, bins)
