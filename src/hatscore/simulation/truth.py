"""The truth of a simulated study: everything that attempts are drawn from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypedDict

import numpy as np

from hatscore.errors import InvalidArgument
from hatscore.options import is_number
from hatscore.simulation.mixes import Mix
from hatscore.simulation.profiles import Profile, area, moved

_STEPS = 20_000


class TruthFields(TypedDict, total=False):
    """The fields of `Truth`, as keyword arguments of `hatscore.simulate`."""

    profiles: Any
    mixes: Any
    names: Sequence[str]
    items: int
    attempts: int
    source_attempts: int | None
    languages: Any
    item_spread: float | None
    shared_difficulty: float
    shared_luck: bool
    n_options: int | None
    unparsed: Mapping[str, float]
    judge_error: tuple[float, float]
    benchmark: str


MOST_ATTEMPTS = 200_000_000
"""That can be simulated at once: some gigabytes."""

MOST_CONCENTRATED = 1e9
"""Concentration of a Beta distribution: hardly any spread. Far larger ones have no quantiles in doubles."""


@dataclass(frozen=True, slots=True)
class Truth:
    """A study as it truly is.

    Attributes
    ----------
    profiles : tuple of Profile
        One a system; texts such as ``"straight:0.8"`` are taken too, and one stands for all systems.
    mixes : tuple of Mix
        Source pass rates of each system; texts such as ``"weak"`` are taken too, and one stands for all.
    names : tuple of str
        Names of the systems; ``s00``, ``s01`` ... where none are given.
    items : int
        Items of the benchmark.
    attempts : int
        Attempts per item in every target language, and in the source.
    source_attempts : int or None
        Attempts per item in the source, where they are another number.
    languages : dict of float
        Target languages, and what each adds to the slope of every profile. A list of tags adds nothing.
    item_spread : float or None
        How far items differ in transfer: concentration of the Beta distribution of an item's target pass
        rate around the profile (6 is wide, 100 narrow). None is no spread.
    shared_difficulty : float
        Correlation of the items' difficulty between systems, from 0 to 1.
    shared_luck : bool
        Whether an item's luck in the targets is partly shared between systems and between languages, as with
        translated items. Otherwise it is independent.
    n_options : int or None
        Options of multiple choice: all pass rates are raised by guessing one in so many. None is no chance.
    unparsed : dict of float
        Per language, the share of answers that no reader can read.
    judge_error : pair of float
        Share of right answers that are scored wrong, and of wrong ones that are scored right.
    benchmark : str
        Its name.

    Raises
    ------
    InvalidArgument
        If a value is not one of those above, or systems have different numbers of profiles and mixes.
    """

    profiles: tuple[Profile, ...] = (Profile("straight", (0.8,)),)
    mixes: tuple[Mix, ...] = (Mix(1.0, 1.0),)
    names: Sequence[str] = ()
    items: int = 250
    attempts: int = 10
    source_attempts: int | None = None
    languages: Mapping[str, float] = field(default_factory=lambda: {"de": 0.0, "ru": 0.0, "sw": 0.0})
    item_spread: float | None = 6.0
    shared_difficulty: float = 0.7
    shared_luck: bool = True
    n_options: int | None = None
    unparsed: Mapping[str, float] = field(default_factory=dict)
    judge_error: tuple[float, float] = (0.0, 0.0)
    benchmark: str = "simulated"

    def __post_init__(self) -> None:
        profiles = [_taken(Profile, one) for one in _several(self.profiles)]
        mixes = [_taken(Mix, one) for one in _several(self.mixes)]
        names = list(_several(self.names))
        systems = max(len(profiles), len(mixes), len(names))
        self._set("profiles", _for_all(profiles, systems, "profiles"))
        self._set("mixes", _for_all(mixes, systems, "mixes"))
        self._set("names", _names(names, systems))
        given: Any = self.languages
        shifts = dict(given) if isinstance(given, Mapping) else dict.fromkeys(_several(given), 0.0)
        self._set("languages", shifts)
        self._set("unparsed", dict(self.unparsed))
        self._set("judge_error", tuple(self.judge_error))
        self._check()

    def _set(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    def _check(self) -> None:
        for name in ("items", "attempts", "source_attempts", "n_options"):
            least = 2 if name == "n_options" else 1
            value = getattr(self, name)
            if value is None and name not in ("items", "attempts"):
                continue
            if not (isinstance(value, (int, np.integer)) and value >= least):
                raise InvalidArgument(f"{name} must be a whole number from {least}; got {value!r}.")
        most = max(self.attempts, self.source_attempts or 0)
        rows = len(self.names) * self.items * (len(self.languages) + 1) * most
        if rows > MOST_ATTEMPTS:
            raise InvalidArgument(
                f"systems, items, languages and attempts must make at most {MOST_ATTEMPTS:,} attempts, which "
                f"are held at once; got {rows:,}."
            )
        if not self.languages or "en" in self.languages:
            raise InvalidArgument("languages must name at least one target other than en, the source.")
        spread = self.item_spread
        if spread is not None and not (is_number(spread) and 0 < spread <= MOST_CONCENTRATED):
            raise InvalidArgument(
                f"item_spread must be a number above 0 and at most {MOST_CONCENTRATED:g}, or None for no "
                f"spread at all; got {spread!r}."
            )
        shares = {"shared_difficulty": self.shared_difficulty}
        shares |= {f"unparsed in {language}": share for language, share in self.unparsed.items()}
        shares |= {f"judge_error {place}": share for place, share in enumerate(self.judge_error)}
        for what, share in shares.items():
            if not (is_number(share) and 0 <= share <= 1):
                raise InvalidArgument(f"{what} must lie from 0 to 1; got {share!r}.")
        if len(self.judge_error) != 2:
            raise InvalidArgument("judge_error takes two shares: right scored wrong, wrong scored right.")
        unknown = sorted(set(self.unparsed) - {"en", *self.languages})
        if unknown:
            raise InvalidArgument(f"unparsed names {', '.join(unknown)}, which is not among the languages.")

    @property
    def chance(self) -> float:
        """Chance of a right answer by guessing."""
        return 1 / self.n_options if self.n_options else 0.0

    @property
    def sourced(self) -> int:
        """Attempts per item in the source."""
        return self.source_attempts or self.attempts

    def hat(self, system: int, language: str) -> float:
        """True HAT of a system in a language, above chance.

        Parameters
        ----------
        system : int
            Its position.
        language : str
            A target.

        Returns
        -------
        float
        """
        shift = self.languages[language]
        return area(self.profiles[system], shift) if shift else self.profiles[system].hat

    def accuracies(self, system: int, language: str) -> tuple[float, float]:
        """True source and target accuracy, guessing included, over all items there could be.

        Parameters
        ----------
        system : int
            Its position.
        language : str
            A target.

        Returns
        -------
        source, target : float
        """
        s = self.mixes[system].quantile((np.arange(_STEPS) + 0.5) / _STEPS)
        t = moved(self.profiles[system].at(s), s, self.languages[language])
        return tuple(float(self.chance + (1 - self.chance) * x.mean()) for x in (s, t))  # type: ignore[return-value]


def _several(value: Any) -> tuple[Any, ...]:
    return (value,) if isinstance(value, (str, float, int, Profile, Mix)) else tuple(value)


def _taken(kind: type[Any], value: object) -> Any:
    if isinstance(value, kind):
        return value
    if isinstance(value, str):
        return kind.parse(value)
    if is_number(value) and kind is Profile:
        return Profile("straight", (float(str(value)),))
    if kind is Mix and isinstance(value, tuple) and len(value) == 2:
        return Mix(*map(float, value))
    raise InvalidArgument(f"expected a {kind.__name__.lower()} or its text; got {value!r}.")


def _for_all(given: list[Any], systems: int, what: str) -> tuple[Any, ...]:
    if len(given) == 1:
        return tuple(given * systems)
    if len(given) != systems:
        raise InvalidArgument(f"{what} must be one, or one a system ({systems}); got {len(given)}.")
    return tuple(given)


def _names(given: list[str], systems: int) -> tuple[str, ...]:
    names = given or [f"s{place:02d}" for place in range(systems)]
    if len(names) != systems or len(set(names)) != systems:
        raise InvalidArgument(f"names must be {systems} different names, one a system; got {names!r}.")
    return tuple(names)
