"""Is it better transfer, or just a better model? The gain in target accuracy in parts."""

from dataclasses import dataclass, replace
from typing import Any

from hatscore import wording
from hatscore.flags import Flag
from hatscore.results.estimates import Estimate, Interval
from hatscore.results.rows import HasRows, plain_row

SCHEMA = "hatscore.decomposition/1"
PARTS = ("total", "source", "transfer", "shape")


@dataclass(frozen=True, slots=True)
class Step:
    """The gain in target accuracy from system A to system B; its parts add up to the total.

    Attributes
    ----------
    benchmark, target : str
        Where; ``macro`` is the mean over target languages.
    system_a, system_b : str
        From and to.
    total : Estimate
        Target accuracy of B minus that of A; above the chance floor if there is one.
    source : Estimate
        What a better source accuracy brings at the mean HAT of the two.
    transfer : Estimate
        What a better HAT brings at the mean source accuracy of the two.
    shape : Estimate
        The rest: profiles that are not straight.
    source_accuracy_a, source_accuracy_b, target_accuracy_a, target_accuracy_b : float
        Mean pass rates on the common items; above the floor if there is one.
    hat_a, hat_b : float or None
        hat_corrected on the common items.
    n_items : int
        Items that all systems of the chain have.
    above_floor : bool
        Whether a chance floor was subtracted.
    flags : tuple of Flag
        Doubts.
    """

    benchmark: str
    target: str
    system_a: str
    system_b: str
    total: Estimate
    source: Estimate
    transfer: Estimate
    shape: Estimate
    source_accuracy_a: float
    source_accuracy_b: float
    target_accuracy_a: float
    target_accuracy_b: float
    hat_a: float | None
    hat_b: float | None
    n_items: int
    above_floor: bool
    flags: tuple[Flag, ...]

    def turned(self) -> "Step":
        """The same gain from B to A: every sign turns.

        Returns
        -------
        Step
        """
        return replace(
            self,
            system_a=self.system_b,
            system_b=self.system_a,
            source_accuracy_a=self.source_accuracy_b,
            source_accuracy_b=self.source_accuracy_a,
            target_accuracy_a=self.target_accuracy_b,
            target_accuracy_b=self.target_accuracy_a,
            hat_a=self.hat_b,
            hat_b=self.hat_a,
            total=_negative(self.total),
            source=_negative(self.source),
            transfer=_negative(self.transfer),
            shape=_negative(self.shape),
        )

    def to_dict(self) -> dict[str, Any]:
        """The row as plain data, full precision, None where not estimable.

        Returns
        -------
        dict
            Each estimate as three keys: its value, ``_low`` and ``_high``.
        """
        return plain_row(self)


@dataclass(frozen=True, slots=True)
class Decomposition(HasRows[Step]):
    """Gains along a chain of systems.

    Attributes
    ----------
    rows : tuple of Step
        Sorted by benchmark and target; in each the steps in order, then the whole chain.
    level : float
        Coverage of the intervals.
    notes : tuple of str
        What the readers noticed.
    """

    rows: tuple[Step, ...]
    level: float
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        """Three to eight plain lines."""
        from hatscore.sentences.decomposition import gain_sentence

        lines = [f"Decomposition: {wording.plural(len(self.rows), 'gain')}"]
        lines += [f"  {gain_sentence(row)}" for row in self.rows[:5]]
        if len(self.rows) > 5:
            lines.append(f"  ... and {len(self.rows) - 5} more; to_frame() has all")
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """The rows as plain data under a versioned schema.

        Returns
        -------
        dict
        """
        return {"schema": SCHEMA, "level": self.level, "rows": [row.to_dict() for row in self.rows]}

    def explain(self) -> str:
        """Every gain in sentences, with the doubts.

        Returns
        -------
        str
        """
        from hatscore.sentences.decomposition import explain_decomposition

        return explain_decomposition(self)

    def plot(self) -> Any:
        """The parts of every gain as bars with intervals.

        Returns
        -------
        altair.LayerChart or altair.FacetChart

        Raises
        ------
        MissingExtra
            If the ``charts`` extra is not installed.
        """
        from hatscore.charts.gains import gains

        return gains(self)


def _negative(estimate: Estimate) -> Estimate:
    ends = estimate.interval
    turned = None if ends is None else Interval(-ends.high, -ends.low, ends.level, ends.method)
    return Estimate(None if estimate.value is None else -estimate.value, turned, estimate.reason)
