"""What regrading found: accuracies and HAT before and after, per system and language."""

from dataclasses import dataclass
from typing import Any

from hatscore.attempts.table import Attempts
from hatscore.results.estimates import Estimate
from hatscore.results.rows import HasRows, plain_row
from hatscore.wording import number, plural

SCHEMA = "hatscore.regrade/1"


@dataclass(frozen=True, slots=True)
class RegradeRow:
    """One system on one benchmark in one language.

    Attributes
    ----------
    system, benchmark, language : str
        Which; ``macro`` is the mean over target languages.
    is_source : bool
        Whether it is the source language, which has no HAT of its own.
    n_answers : int
        Responses that were read.
    accuracy_before, accuracy_after : float or None
        Share right as recorded, and as read now; None where nothing was recorded.
    unparsed_before, unparsed_after : float or None
        Share that could not be read.
    hat_before, hat_after : Estimate
        HAT as published, which needs one attempt per item only.
    hat_corrected_before, hat_corrected_after : Estimate
        HAT corrected for few attempts.
    """

    system: str
    benchmark: str
    language: str
    is_source: bool
    n_answers: int
    accuracy_before: float | None
    accuracy_after: float
    unparsed_before: float | None
    unparsed_after: float
    hat_before: Estimate
    hat_after: Estimate
    hat_corrected_before: Estimate
    hat_corrected_after: Estimate

    def to_dict(self) -> dict[str, Any]:
        """The row as plain data, full precision.

        Returns
        -------
        dict
            Each estimate as its value, ``_low`` and ``_high``; ``reasons`` of what is not estimable.
        """
        return plain_row(self)


@dataclass(frozen=True, slots=True)
class Regrade(HasRows[RegradeRow]):
    """Answers read again.

    Attributes
    ----------
    attempts : Attempts
        All rows with their new outcomes.
    rows : tuple of RegradeRow
        Before and after, sorted by benchmark, system, language.
    method : str
        How responses were read.
    """

    attempts: Attempts
    rows: tuple[RegradeRow, ...]
    method: str

    def __repr__(self) -> str:
        """Three to eight plain lines."""
        macro = [row for row in self.rows if row.language == "macro"]
        lines = [f"Regrade: {plural(sum(r.n_answers for r in self.rows), 'answer')} read by {self.method}"]
        lines += [
            f"  {row.system} | {row.benchmark}: accuracy {number(row.accuracy_before)} -> "
            f"{number(row.accuracy_after)}, HAT {row.hat_before} -> {row.hat_after}"
            for row in macro[:5]
        ]
        lines.append(f"  {plural(len(self.rows), 'row')}; to_frame() has all")
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Plain data under a versioned schema.

        Returns
        -------
        dict
        """
        return {"schema": SCHEMA, "method": self.method, "rows": [row.to_dict() for row in self.rows]}

    def explain(self) -> str:
        """How much of each gap was the parser, in sentences.

        Returns
        -------
        str
        """
        from hatscore.sentences.scores import explain_regrade

        return explain_regrade(self)

    def plot(self) -> Any:
        """Accuracy before and after, one line a language.

        Returns
        -------
        altair.LayerChart or altair.FacetChart

        Raises
        ------
        MissingExtra
            If the ``charts`` extra is not installed.
        """
        from hatscore.charts.regrade import regrade_chart

        return regrade_chart(self)
