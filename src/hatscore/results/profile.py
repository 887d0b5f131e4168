"""The transfer profile as a result."""

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from hatscore.results.estimates import AsJson, Interval
from hatscore.results.scores import Score
from hatscore.wording import number

if TYPE_CHECKING:
    import polars as pl

SCHEMA = "hatscore.profile/1"


@dataclass(frozen=True, slots=True)
class Bin:
    """Pairs whose observed source pass rate lies in one bin.

    Attributes
    ----------
    low, high : float
        Edges; the last bin includes its upper edge.
    pairs, attempts : int
        Pairs of item and target, and their target attempts.
    source_rate, target_rate : float or None
        Mean pass rates; None in an empty bin.
    interval : Interval or None
        Exact binomial (Clopper-Pearson) interval of the target rate, for 0/1 scores, taking the bin's
        attempts as independent; it shows the scatter to expect from the attempts alone.
    """

    low: float
    high: float
    pairs: int
    attempts: int
    source_rate: float | None
    target_rate: float | None
    interval: Interval | None


@dataclass(frozen=True, slots=True)
class CloudPoint:
    """Pairs with the same pass rates.

    Attributes
    ----------
    source_rate, target_rate : float
        Share of the attempts that were right.
    pairs : int
        How many pairs of item and target have these.
    """

    source_rate: float
    target_rate: float
    pairs: int


@dataclass(frozen=True, slots=True)
class Profile(AsJson):
    """Target pass rate against source pass rate.

    Attributes
    ----------
    score : Score
        The score of the same pairs: slopes, curve, flags, signature.
    bins : tuple of Bin
        Binned rates, from low to high source pass rate.
    slope : float or None
        Slope of the corrected line through the origin.
    curve : tuple of float, or None
        Coefficients (a1, a2) of the fitted profile a1 s + a2 s^2, above the chance floor.
    floor : float or None
        The chance floor; None where items differ. The bins are raw rates, the fits are above it.
    cloud : tuple of CloudPoint
        All pairs, those with the same two pass rates together; from low to high.
    """

    score: Score
    bins: tuple[Bin, ...]
    slope: float | None
    curve: tuple[float, float] | None
    floor: float | None
    cloud: tuple[CloudPoint, ...] = ()

    def __repr__(self) -> str:
        """Three to eight plain lines."""
        lines = [
            f"Profile: {self.score.system} | {self.score.benchmark} | {self.score.target}",
            f"  hat_corrected {self.score.hat_corrected}",
            f"  hat_curve {self.score.hat_curve}",
        ]
        filled = [b for b in self.bins if b.pairs]
        points = ", ".join(f"{number(b.source_rate, 2)}->{number(b.target_rate, 2)}" for b in filled)
        return "\n".join([*lines, f"  source -> target: {points}"])

    def to_dict(self) -> dict[str, Any]:
        """Plain data under a versioned schema.

        Returns
        -------
        dict
        """
        return {
            "schema": SCHEMA,
            "score": self.score.to_dict(),
            "bins": [asdict(b) for b in self.bins],
            "slope": self.slope,
            "curve": list(self.curve) if self.curve else None,
            "floor": self.floor,
            "cloud": [asdict(point) for point in self.cloud],
        }

    def to_frame(self) -> "pl.DataFrame":
        """The bins as a Polars frame.

        Returns
        -------
        polars.DataFrame
            Columns ``low, high, pairs, attempts, source_rate, target_rate, rate_low, rate_high``.
        """
        import polars as pl

        rows = [
            {
                "low": b.low,
                "high": b.high,
                "pairs": b.pairs,
                "attempts": b.attempts,
                "source_rate": b.source_rate,
                "target_rate": b.target_rate,
                "rate_low": b.interval.low if b.interval else None,
                "rate_high": b.interval.high if b.interval else None,
            }
            for b in self.bins
        ]
        return pl.DataFrame(rows, infer_schema_length=None)

    def explain(self) -> str:
        """What the profile says, in sentences.

        Returns
        -------
        str
        """
        from hatscore.sentences.scores import explain_profile

        return explain_profile(self)

    def plot(self) -> Any:
        """All pairs, binned rates with their intervals, the fitted line and curve, and perfect transfer.

        Returns
        -------
        altair.LayerChart

        Raises
        ------
        MissingExtra
            If the ``charts`` extra is not installed.
        """
        from hatscore.charts.profile import profile_chart

        return profile_chart(self)
