"""What the public functions return: frozen objects that hold numbers and know how to show them."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hatscore import wording
from hatscore.flags import Flag
from hatscore.options import Estimator

if TYPE_CHECKING:
    import polars as pl

SCHEMA = "hatscore.scores/1"
HEADLINES = {"published": "hat", "corrected": "hat_corrected", "curve": "hat_curve"}
"""Field that holds each estimator."""


class AsJson:
    """A result that can be written as JSON."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """The result as plain data under a versioned schema."""
        raise NotImplementedError

    def to_json(self, path: str | Path | None = None) -> str:
        """The result as JSON: full precision, readable, and never a NaN.

        Parameters
        ----------
        path : str or Path, optional
            Also write it there.

        Returns
        -------
        str
        """
        text = json.dumps(self.to_dict(), ensure_ascii=False, indent=2, allow_nan=False) + "\n"
        if path is not None:
            Path(path).write_text(text, encoding="utf-8")
        return text


@dataclass(frozen=True, slots=True)
class Interval:
    """An interval estimate.

    Attributes
    ----------
    low, high : float
        Its ends; high is above low.
    level : float
        Nominal coverage.
    method : str
        ``fieller`` or ``bca``.
    """

    low: float
    high: float
    level: float
    method: str

    def __str__(self) -> str:
        """The ends, rounded by the width."""
        return wording.range_text(self.low, self.high)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its interval, or the reason why there is none.

    Attributes
    ----------
    value : float or None
        None is "not estimable".
    interval : Interval or None
        None where the data hold no measure of uncertainty.
    reason : str or None
        Why the value or the interval is None.
    """

    value: float | None
    interval: Interval | None = None
    reason: str | None = None

    def __str__(self) -> str:
        """The number and its interval, rounded by the width."""
        if self.value is None:
            return wording.NOT_ESTIMABLE
        if self.interval is None:
            return f"{wording.number(self.value, 2)} [no interval]"
        digits = wording.decimals_for(self.interval.low, self.interval.high)
        return f"{wording.number(self.value, digits)} {self.interval}"

    def to_dict(self, name: str) -> dict[str, float | None]:
        """The number and the ends of its interval as plain data.

        Parameters
        ----------
        name : str
            Key of the number.

        Returns
        -------
        dict
            Three keys: ``name``, ``name_low`` and ``name_high``.

        Examples
        --------
        >>> Estimate(0.5, Interval(0.4, 0.6, 0.95, "fieller")).to_dict("hat")
        {'hat': 0.5, 'hat_low': 0.4, 'hat_high': 0.6}
        """
        ends = self.interval
        return {
            name: self.value,
            f"{name}_low": ends.low if ends else None,
            f"{name}_high": ends.high if ends else None,
        }


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
        row: dict[str, Any] = {}
        reasons = {}
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, Estimate):
                row |= value.to_dict(field.name)
                if value.reason:
                    reasons[field.name] = value.reason
            elif field.name == "flags":
                row["flags"] = [flag.code for flag in value]
            else:
                row[field.name] = value
        return row | {"reasons": reasons}


@dataclass(frozen=True, slots=True)
class Scores(AsJson):
    """Rows of scores, sorted by benchmark, system and target.

    Attributes
    ----------
    rows : tuple of Score
        One a system and benchmark, or one a target language.
    estimator : {'published', 'corrected', 'curve'}
        The headline.
    notes : tuple of str
        What the readers noticed.
    """

    rows: tuple[Score, ...]
    estimator: Estimator = "corrected"
    notes: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[Score]:
        """Rows in order."""
        return iter(self.rows)

    def __len__(self) -> int:
        """Number of rows."""
        return len(self.rows)

    def __getitem__(self, index: int) -> Score:
        """One row."""
        return self.rows[index]

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

    def to_frame(self) -> "pl.DataFrame":
        """The rows as a Polars frame, full precision.

        Returns
        -------
        polars.DataFrame
            Columns as in `Score.to_dict`; flags joined by spaces, reasons left out.
        """
        import polars as pl

        rows = [row.to_dict() for row in self.rows]
        for row in rows:
            row["flags"] = " ".join(row["flags"])
            del row["reasons"]
        return pl.DataFrame(rows, infer_schema_length=None)

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
        from hatscore.explanation import explain_scores

        return explain_scores(self)

    def plot(self) -> Any:
        """Forest plot of the headline, one line a row.

        Returns
        -------
        altair.LayerChart or altair.FacetChart

        Raises
        ------
        MissingExtra
            If the ``charts`` extra is not installed.
        """
        from hatscore.charts.forest import forest

        return forest(self)
