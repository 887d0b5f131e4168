"""Mixes of source pass rates: how able a system is, and on how many items."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.special import betaincinv

from hatscore.errors import InvalidArgument
from hatscore.simulation.number_lists import numbers_of

NAMED = {
    "weak": (0.3, 2.0),
    "very weak": (0.5, 8.0),
    "uniform": (1.0, 1.0),
    "strong": (4.0, 0.6),
    "two-humped": (0.2, 0.2),
}
"""Beta parameters of the mixes that coverage is checked on."""

NOTHING = "guesser"
"""A system that can do no item: right by chance only."""


@dataclass(frozen=True, slots=True)
class Mix:
    """Source pass rates above chance of the items, as a Beta distribution.

    Attributes
    ----------
    alpha, beta : float
        Its parameters, above 0. Both 0 is the guesser, whose rates are all 0.
    """

    alpha: float
    beta: float

    def __post_init__(self) -> None:
        if not self.guesses and not (self.alpha > 0 and self.beta > 0):
            raise InvalidArgument(
                f"a source mix is a Beta distribution with two numbers above 0; got {self.alpha:g}, "
                f"{self.beta:g}. Use one of {', '.join(NAMED)}, {NOTHING}, or two numbers such as 2,1."
            )

    @classmethod
    def parse(cls, text: str) -> "Mix":
        """Take a mix from its text.

        Parameters
        ----------
        text : str
            A key of `NAMED` (a hyphen may stand for the space), ``guesser``, or two numbers: ``2,1``.

        Returns
        -------
        Mix

        Raises
        ------
        InvalidArgument
            If it cannot be read.

        Examples
        --------
        >>> Mix.parse("weak"), Mix.parse("2,1").mean.__round__(4)
        (Mix(alpha=0.3, beta=2.0), 0.6667)
        """
        if text == NOTHING:
            return cls(0.0, 0.0)
        known = {name.replace(" ", "-"): mix for name, mix in NAMED.items()}
        name = text.strip().replace(" ", "-")
        if name in known:
            return cls(*known[name])
        what = f"the source mix {text!r}"
        numbers = numbers_of(text, what, f"2,1 (or {', '.join(NAMED)}, {NOTHING})")
        if len(numbers) != 2:
            raise InvalidArgument(f"{what} needs two numbers, such as 2,1; got {len(numbers)}.")
        return cls(*numbers)

    @property
    def guesses(self) -> bool:
        """Whether no item can be done."""
        return self.alpha == self.beta == 0

    @property
    def mean(self) -> float:
        """Expected source pass rate above chance."""
        return 0.0 if self.guesses else self.alpha / (self.alpha + self.beta)

    def quantile(self, share: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """Rates below which a share of the items lies.

        Parameters
        ----------
        share : array_like
            In (0, 1).

        Returns
        -------
        ndarray, as ``share``
        """
        share = np.asarray(share, float)
        return np.zeros(share.shape) if self.guesses else np.asarray(betaincinv(self.alpha, self.beta, share))

    def __str__(self) -> str:
        """The text that `parse` takes."""
        if self.guesses:
            return NOTHING
        known = {mix: name for name, mix in NAMED.items()}
        return known.get((self.alpha, self.beta), f"{self.alpha:g},{self.beta:g}")
