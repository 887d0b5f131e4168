"""What comparing systems found: paired differences of HAT, ranks, groups, and a gate."""

from dataclasses import dataclass
from typing import Any, Literal

from hatscore import wording
from hatscore.flags import Flag
from hatscore.results.estimates import Estimate
from hatscore.results.rows import HasRows, plain_row

SCHEMA = "hatscore.comparison/1"
Verdict = Literal["better", "worse", "undecided"]
Adjustment = Literal["holm", "bh", "none"]
ADJUSTMENTS: dict[str, str] = {"holm": "Holm", "bh": "Benjamini-Hochberg", "none": "not adjusted"}


@dataclass(frozen=True, slots=True)
class Difference:
    """HAT of system B minus HAT of system A on the items that both have.

    Attributes
    ----------
    benchmark, target : str
        Where; ``macro`` is the mean over target languages.
    system_a, system_b : str
        The two systems.
    hat_a, hat_b : float or None
        The headline HAT of each on the common items.
    difference : Estimate
        Of hat_corrected, paired by item.
    difference_published : Estimate
        Of HAT as published.
    p_value, p_adjusted : float or None
        Two-sided, of the headline difference; adjusted for all comparisons of its family (the rows
        of one benchmark with the same kind of target: languages, or macro).
    verdict : {'better', 'worse', 'undecided'}
        What the data say of B against A at the level of the comparison, after adjustment.
    n_items : int
        Common items.
    same_answers : bool
        Whether the two have the same counts on every common item: one system, or copies.
    flags : tuple of Flag
        Doubts.
    signature : str
        Everything that may change the numbers.
    """

    benchmark: str
    target: str
    system_a: str
    system_b: str
    hat_a: float | None
    hat_b: float | None
    difference: Estimate
    difference_published: Estimate
    p_value: float | None
    p_adjusted: float | None
    verdict: Verdict
    n_items: int
    same_answers: bool
    flags: tuple[Flag, ...]
    signature: str

    def headline(self, estimator: str) -> Estimate:
        """The difference of one estimator.

        Parameters
        ----------
        estimator : {'corrected', 'published'}
            Which.

        Returns
        -------
        Estimate
        """
        return self.difference if estimator == "corrected" else self.difference_published

    def to_dict(self) -> dict[str, Any]:
        """The row as plain data, full precision, None where not estimable.

        Returns
        -------
        dict
            Each estimate as three keys: its value, ``_low`` and ``_high``.
        """
        return plain_row(self)


@dataclass(frozen=True, slots=True)
class Ranking:
    """How probable each rank of a system is, and which systems the data do not separate.

    Attributes
    ----------
    benchmark : str
        Where; by the mean HAT over target languages.
    systems : tuple of str
        Highest HAT first.
    hats : tuple of float or None
        Their HAT on the items that all systems have.
    probabilities : tuple of tuple of float, or None
        For each system the probability of rank 1, 2, ...; None where it is not estimable.
    groups : tuple of tuple of str
        Largest groups in which no two systems are separated after adjustment; none where some HAT is
        not estimable.
    n_items : int
        Items that all systems have.
    """

    benchmark: str
    systems: tuple[str, ...]
    hats: tuple[float | None, ...]
    probabilities: tuple[tuple[float, ...], ...] | None
    groups: tuple[tuple[str, ...], ...]
    n_items: int

    def to_dict(self) -> dict[str, Any]:
        """The ranking as plain data.

        Returns
        -------
        dict
        """
        return {
            "benchmark": self.benchmark,
            "systems": list(self.systems),
            "hats": list(self.hats),
            "probabilities": None if self.probabilities is None else [list(p) for p in self.probabilities],
            "groups": [list(group) for group in self.groups],
            "n_items": self.n_items,
        }


@dataclass(frozen=True, slots=True)
class GateCell:
    """One target language at the gate.

    Attributes
    ----------
    benchmark, target : str
        Which cell.
    difference : Estimate
        Headline difference, candidate minus baseline.
    p_worse, p_better : float or None
        One-sided and adjusted over all cells: of a loss of no more than the margin, and of no gain.
        None where the cell is not estimable.
    p_held : float or None
        One-sided and adjusted: of a loss of at least the margin; small where such a loss is excluded.
    verdict : {'better', 'worse', 'undecided'}
        Worse by more than the margin, better than the baseline, or neither with confidence.
    held : bool
        Whether a loss of the margin or more is excluded with confidence.
    """

    benchmark: str
    target: str
    difference: Estimate
    p_worse: float | None
    p_better: float | None
    p_held: float | None
    verdict: Verdict
    held: bool

    def to_dict(self) -> dict[str, Any]:
        """The cell as plain data.

        Returns
        -------
        dict
        """
        row: dict[str, Any] = {}
        for name in self.__slots__:
            value = getattr(self, name)
            row |= value.to_dict(name) if isinstance(value, Estimate) else {name: value}
        return row | {"reason": self.difference.reason}


@dataclass(frozen=True, slots=True)
class Gate:
    """Whether a candidate may replace a baseline: no target language worse by more than a margin.

    Attributes
    ----------
    baseline, candidate : str
        The two systems.
    margin : float
        Loss of HAT that is still allowed.
    level : float
        Confidence, over all cells together (Holm).
    cells : tuple of GateCell
        One a benchmark and target language.
    """

    baseline: str
    candidate: str
    margin: float
    level: float
    cells: tuple[GateCell, ...]

    @property
    def passed(self) -> bool:
        """Whether no cell is worse by more than the margin."""
        return not self.of("worse")

    def of(self, verdict: Verdict) -> list[GateCell]:
        """Cells with a verdict.

        Parameters
        ----------
        verdict : {'better', 'worse', 'undecided'}
            Which.

        Returns
        -------
        list of GateCell
        """
        return [cell for cell in self.cells if cell.verdict == verdict]

    def to_dict(self) -> dict[str, Any]:
        """The gate as plain data.

        Returns
        -------
        dict
        """
        return {
            "baseline": self.baseline,
            "candidate": self.candidate,
            "margin": self.margin,
            "level": self.level,
            "passed": self.passed,
            "cells": [cell.to_dict() for cell in self.cells],
        }


@dataclass(frozen=True, slots=True)
class Comparison(HasRows[Difference]):
    """All pairs of systems, sorted by benchmark, target and pair.

    Attributes
    ----------
    rows : tuple of Difference
        One a pair of systems, benchmark and target.
    rankings : tuple of Ranking
        One a benchmark.
    estimator : {'corrected', 'published'}
        The headline: what p-values, verdicts, ranks and the gate are about.
    adjustment : {'holm', 'bh', 'none'}
        How p-values are adjusted.
    level : float
        Coverage of the intervals; verdicts need p below 1 - level.
    gate : Gate or None
        Where a margin was given.
    notes : tuple of str
        What the readers noticed.
    """

    rows: tuple[Difference, ...]
    rankings: tuple[Ranking, ...]
    estimator: Literal["corrected", "published"]
    adjustment: Adjustment
    level: float
    gate: Gate | None = None
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        """Three to eight plain lines."""
        lines = [f"Comparison: {wording.plural(len(self.rows), 'pair')}, headline {self.estimator}"]
        lines += [
            f"  {row.benchmark} | {row.target} | {row.system_b} - {row.system_a}: "
            f"{row.headline(self.estimator)} {row.verdict}"
            for row in self.rows[:5]
        ]
        if len(self.rows) > 5:
            lines.append(f"  ... and {len(self.rows) - 5} more; to_frame() has all")
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """The comparison as plain data under a versioned schema.

        Returns
        -------
        dict
        """
        return {
            "schema": SCHEMA,
            "estimator": self.estimator,
            "adjustment": self.adjustment,
            "level": self.level,
            "rows": [row.to_dict() for row in self.rows],
            "rankings": [ranking.to_dict() for ranking in self.rankings],
            "gate": None if self.gate is None else self.gate.to_dict(),
        }

    def explain(self) -> str:
        """Every comparison in a sentence, then ranks, groups, the gate and the doubts.

        Returns
        -------
        str
        """
        from hatscore.sentences.comparison import explain_comparison

        return explain_comparison(self)

    def plot(self) -> Any:
        """Forest plot of the differences, one line a pair and target.

        Returns
        -------
        altair.LayerChart or altair.FacetChart

        Raises
        ------
        MissingExtra
            If the ``charts`` extra is not installed.
        """
        from hatscore.charts.differences import differences

        return differences(self)
