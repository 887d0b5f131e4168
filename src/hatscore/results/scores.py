"""What `hatscore.score` returns."""

from dataclasses import dataclass
from typing import Any

from hatscore import wording
from hatscore.flags import Flag
from hatscore.options import Estimator
from hatscore.results.estimates import Estimate
from hatscore.results.rows import HasRows, plain_row

SCHEMA = "hatscore.scores/1"
HEADLINES = {"published": "hat", "corrected": "hat_corrected", "curve": "hat_curve"}
"""Field that holds each estimator."""


@dataclass(frozen=True, slots=True)
class Score:
    """The HAT score of one system on one benchmark, with the measures that it replaces.

    Attributes
    ----------
    system, benchmark : str
        What was scored.
    target : str
        A target language, ``macro`` (mean over target languages) or ``pooled`` (all pairs at once).
    hat : Estimate
        As published: slope through the origin.
    hat_corrected : Estimate
        Corrected for the noise of few attempts: HAT with infinitely many attempts.
    hat_curve : Estimate
        Twice the area under a profile that may bend.
    bend : Estimate
        Second coefficient a2 of that profile; 0 is straight.
    target_accuracy, source_accuracy : float
        Mean pass rates over the same items.
    xlt_gap, xlt_gap_abs : float
        Source minus target accuracy; the mean of its absolute value over languages.
    transfer_score : float or None
        Probability that the target is right given that the source was.
    overall_success : float
        ECLeKTic: right in the target and in the source.
    eclektic_transfer : float or None
        ECLeKTic's transfer score as other harnesses compute it; for ``macro`` and ``pooled``.
    n_items : int
        Items with attempts on both sides.
    attempts_source, attempts_target : float
        Attempts per item, the mean where they are unequal.
    attempts_share : float or None
        Share of hat_corrected's variance that more attempts would remove; the rest is the choice of
        items.
    flags : tuple of Flag
        Doubts.
    signature : str
        Everything that may change the numbers.
    """

    system: str
    benchmark: str
    target: str
    hat: Estimate
    hat_corrected: Estimate
    hat_curve: Estimate
    bend: Estimate
    target_accuracy: float
    source_accuracy: float
    xlt_gap: float
    xlt_gap_abs: float
    transfer_score: float | None
    overall_success: float
    eclektic_transfer: float | None
    n_items: int
    attempts_source: float
    attempts_target: float
    attempts_share: float | None
    flags: tuple[Flag, ...]
    signature: str

    def headline(self, estimator: Estimator) -> Estimate:
        """The estimate of one estimator.

        Parameters
        ----------
        estimator : {'published', 'corrected', 'curve'}
            Which.

        Returns
        -------
        Estimate
        """
        found: Estimate = getattr(self, HEADLINES[estimator])
        return found

    def to_dict(self) -> dict[str, Any]:
        """The row as plain data, full precision, None where not estimable.

        Returns
        -------
        dict
            Each estimate as three keys: its value, ``_low`` and ``_high``.
        """
        return plain_row(self)


@dataclass(frozen=True, slots=True)
class ReadingFailures:
    """Attempts of one system in one language that have no answer to grade, by reason.

    Attributes
    ----------
    system, benchmark, language : str
        Which; the source language has its row too.
    attempts : int
        All attempts.
    unparsed, truncated, refused, error : int
        How many of them could not be read, were cut by the token cap, were refused, or failed.
    """

    system: str
    benchmark: str
    language: str
    attempts: int
    unparsed: int
    truncated: int
    refused: int
    error: int


@dataclass(frozen=True, slots=True)
class Scores(HasRows[Score]):
    """Rows of scores, sorted by benchmark, system and target.

    Attributes
    ----------
    rows : tuple of Score
        One a system and benchmark, or one a target language.
    estimator : {'published', 'corrected', 'curve'}
        The headline.
    notes : tuple of str
        What the readers noticed.
    failures : tuple of ReadingFailures
        One a system, benchmark and language that it was asked in, sources included; not part of
        `to_dict`.
    """

    rows: tuple[Score, ...]
    estimator: Estimator = "corrected"
    notes: tuple[str, ...] = ()
    failures: tuple[ReadingFailures, ...] = ()

    def __repr__(self) -> str:
        """Three to eight plain lines."""
        lines = [f"Scores: {wording.plural(len(self.rows), 'row')}, headline {HEADLINES[self.estimator]}"]
        for row in self.rows[:5]:
            codes = ", ".join(flag.code for flag in row.flags)
            lines.append(
                f"  {row.system} | {row.benchmark} | {row.target}: {row.headline(self.estimator)}"
                + (f" ({codes})" if codes else "")
            )
        if len(self.rows) > 5:
            lines.append(f"  ... and {len(self.rows) - 5} more; to_frame() has all")
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """The rows as plain data under a versioned schema.

        Returns
        -------
        dict
            ``schema`` and ``rows``.
        """
        return {"schema": SCHEMA, "rows": [row.to_dict() for row in self.rows]}

    def flags(self) -> dict[Flag, list[str]]:
        """Every flag with the rows that carry it.

        Returns
        -------
        dict
            From flag to ``system | benchmark | target``.
        """
        found: dict[Flag, list[str]] = {}
        for row in self.rows:
            for flag in row.flags:
                found.setdefault(flag, []).append(f"{row.system} | {row.benchmark} | {row.target}")
        return found

    def explain(self) -> str:
        """What each row says, in sentences, with every doubt and what to do about it.

        Returns
        -------
        str
        """
        from hatscore.sentences.scores import explain_scores

        return explain_scores(self)

    def plot(self, kind: str = "languages") -> Any:
        """A chart of the scores; without a kind a forest plot of the headline, one line a row.

        Parameters
        ----------
        kind : {'languages', 'ranking', 'heatmap', 'failures'}
            Which; see `hatscore.charts.registry`.

        Returns
        -------
        altair.TopLevelMixin

        Raises
        ------
        InvalidArgument
            If scores have no such chart.
        MissingExtra
            If the ``charts`` extra is not installed.
        NotEstimable
            If there is nothing to draw.
        """
        from hatscore.charts.registry import draw

        return draw(kind, {"scores": self})
