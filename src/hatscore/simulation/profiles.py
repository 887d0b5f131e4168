"""Transfer profiles with a known HAT: straight, bent, with a threshold."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from hatscore.errors import InvalidArgument
from hatscore.simulation.number_lists import numbers_of

Array = npt.NDArray[np.float64]

KINDS = {"straight": ("slope",), "bent": ("linear", "square"), "threshold": ("top", "from")}
"""What the numbers of each kind of profile are."""

_STEPS = 100_000


@dataclass(frozen=True, slots=True)
class Profile:
    r"""A transfer profile g(s) = E[T | S = s], in pass rates above chance.

    Attributes
    ----------
    kind : {'straight', 'bent', 'threshold'}
        ``straight``: :math:`a s`. ``bent``: :math:`a s + b s^2`. ``threshold``: nothing below a source pass
        rate b, then a straight line up to a at 1: :math:`a \max(0, s - b) / (1 - b)`.
    numbers : tuple of float
        a, or a and b.

    Raises
    ------
    InvalidArgument
        If there is no such kind, it takes another number of numbers, or the profile leaves [0, 1].
    """

    kind: str
    numbers: tuple[float, ...]

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise InvalidArgument(f"a profile is one of {', '.join(KINDS)}; got {self.kind!r}.")
        wanted = KINDS[self.kind]
        if len(self.numbers) != len(wanted):
            raise InvalidArgument(
                f"a {self.kind} profile takes {len(wanted)} numbers ({', '.join(wanted)}), as in "
                f"{_EXAMPLES[self.kind]}; got {len(self.numbers)}."
            )
        if self.kind == "threshold" and not 0 <= self.numbers[1] < 1:
            raise InvalidArgument(f"a threshold lies from 0 to below 1; got {self.numbers[1]:g}.")
        values = self.at(np.linspace(0, 1, 1001))
        if values.min() < -1e-12 or values.max() > 1 + 1e-12:
            raise InvalidArgument(
                f"the profile {self} reaches from {values.min():.3g} to {values.max():.3g}; pass rates lie "
                "from 0 to 1."
            )

    @classmethod
    def parse(cls, text: str) -> "Profile":
        """Take a profile from its text.

        Parameters
        ----------
        text : str
            ``straight:0.8``, ``bent:0.3,0.5`` or ``threshold:0.9,0.4``; a bare number is straight.

        Returns
        -------
        Profile

        Raises
        ------
        InvalidArgument
            If it cannot be read.

        Examples
        --------
        >>> Profile.parse("bent:0.3,0.5").hat.__round__(4)
        0.6333
        """
        kind, colon, numbers = text.partition(":")
        if not colon:
            kind, numbers = "straight", kind
        return cls(kind.strip(), numbers_of(numbers, f"the profile {text!r}", "straight:0.8"))

    def at(self, source: npt.ArrayLike) -> Array:
        """Expected target pass rate.

        Parameters
        ----------
        source : array_like
            Source pass rates above chance, in [0, 1].

        Returns
        -------
        ndarray, as ``source``
        """
        s = np.asarray(source, float)
        a, b = (*self.numbers, 0.0)[:2]
        if self.kind == "straight":
            return a * s
        if self.kind == "bent":
            return a * s + b * s**2
        return a * np.maximum(s - b, 0.0) / (1 - b)

    @property
    def hat(self) -> float:
        """HAT by its definition: twice the area under the profile."""
        a, b = (*self.numbers, 0.0)[:2]
        return {"straight": a, "bent": a + 2 * b / 3, "threshold": a * (1 - b)}[self.kind]

    def __str__(self) -> str:
        """The text that `parse` takes."""
        return f"{self.kind}:{','.join(f'{number:g}' for number in self.numbers)}"


_EXAMPLES = {"straight": "straight:0.8", "bent": "bent:0.3,0.5", "threshold": "threshold:0.9,0.4"}


def area(profile: Profile, shift: float) -> float:
    """HAT of a profile whose line is moved by a language, kept within [0, 1].

    Parameters
    ----------
    profile : Profile
        The profile.
    shift : float
        Added to the slope: ``g(s) + shift * s``.

    Returns
    -------
    float
        ``profile.hat + shift``, less where the moved profile would leave [0, 1].

    Examples
    --------
    >>> area(Profile.parse("0.8"), 0.05).__round__(6), area(Profile.parse("0.9"), 0.3) < 1.2
    (0.85, True)
    """
    s = (np.arange(_STEPS) + 0.5) / _STEPS
    return float(2 * moved(profile.at(s), s, shift).mean())


def moved(values: Array, source: Array, shift: npt.ArrayLike) -> Array:
    """Values of a profile after a language has moved its slope, kept within [0, 1].

    Parameters
    ----------
    values, source : ndarray
        g(s) and s.
    shift : array_like
        Added to the slope.

    Returns
    -------
    ndarray
    """
    return np.clip(values + np.asarray(shift) * source, 0.0, 1.0)
