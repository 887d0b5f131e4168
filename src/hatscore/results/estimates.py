"""Numbers with their intervals, or the reason why there are none; and writing results as JSON."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hatscore import wording


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
