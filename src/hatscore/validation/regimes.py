"""The truths that intervals are held to: mixes, items, attempts and slopes, and what else a study may be."""

from dataclasses import dataclass, replace
from itertools import product
from typing import Literal

import numpy as np

from hatscore.core.pass_rates import Array
from hatscore.options import Options
from hatscore.scoring.panels import Panel, Side
from hatscore.simulation.draws import draw_rates, draw_right
from hatscore.simulation.mixes import NAMED, Mix
from hatscore.simulation.panels import panel_of
from hatscore.simulation.profiles import Profile
from hatscore.simulation.truth import Truth
from hatscore.validation import expected

MIXES = tuple(NAMED)
ITEMS = (100, 250, 588)
ATTEMPTS = (2, 5, 10, 32)
SLOPES = (0.3, 0.8, 1.0)


@dataclass(frozen=True, slots=True)
class Setting:
    """What is the same in a group of regimes.

    Attributes
    ----------
    targets : tuple of str
        Target languages.
    bent : bool
        Half of the slope is in the square: ``slope / 2 s + slope / 2 s^2``.
    n_options : int or None
        Guessing one in so many, which is subtracted.
    shared_luck : bool
        Whether the languages share an item's luck, as translations do.
    missing : float
        Share of the items that each target lacks, at random.
    intervals : {'fieller', 'bootstrap'}
        The option.
    """

    targets: tuple[str, ...] = ("de", "sw")
    bent: bool = False
    n_options: int | None = None
    shared_luck: bool = False
    missing: float = 0.0
    intervals: Literal["fieller", "bootstrap"] = "fieller"


SETTINGS = {
    "straight": Setting(),
    "bent": Setting(bent=True),
    "chance floor": Setting(n_options=4),
    "shared luck": Setting(targets=("de", "ru", "sw"), shared_luck=True),
    "items missing": Setting(missing=0.2),
    "bootstrap": Setting(intervals="bootstrap"),
}


@dataclass(frozen=True, slots=True)
class Regime:
    """One truth of one system.

    Attributes
    ----------
    mix : str
        Key of `hatscore.simulation.mixes.NAMED`.
    items, attempts : int
        Size; as many attempts in the source as in the targets.
    slope : float
        Of the profile; where it bends, its value at 1.
    setting : str
        Key of `SETTINGS`.
    """

    mix: str
    items: int
    attempts: int
    slope: float
    setting: str = "straight"

    @property
    def profile(self) -> Profile:
        """Expected target pass rates."""
        half = self.slope / 2
        bent = SETTINGS[self.setting].bent
        return Profile("bent", (half, half)) if bent else Profile("straight", (self.slope,))

    @property
    def truth(self) -> Truth:
        """What attempts are drawn from."""
        setting = SETTINGS[self.setting]
        return Truth(
            profiles=(self.profile,),
            mixes=(Mix.parse(self.mix),),
            items=self.items,
            attempts=self.attempts,
            languages=dict.fromkeys(setting.targets, 0.0),
            shared_luck=setting.shared_luck,
            n_options=setting.n_options,
        )

    @property
    def options(self) -> Options:
        """How studies are scored."""
        setting = SETTINGS[self.setting]
        floor: Literal["options", "none"] = "options" if setting.n_options else "none"
        return Options(floor=floor, intervals=setting.intervals, draws=2_000)

    @property
    def values(self) -> dict[str, float]:
        """What each estimator tends to with ever more items, which is what its interval is about.

        For `hat` as published that is the slope at this number of attempts, not HAT.
        """
        profile, mix, chance = self.profile, Mix.parse(self.mix), self.truth.chance
        mean, squared = (expected.moment(mix, power) for power in (1, 2))
        noise = (mean - squared + chance / (1 - chance) * (1 - mean)) / self.attempts
        bend = profile.numbers[1] if profile.kind == "bent" else 0.0
        return {
            "hat": expected.crossed(profile, mix, 1) / (squared + noise),
            "hat_corrected": expected.slope(profile, mix),
            "hat_curve": profile.hat,
            "bend": bend,
        }

    def panel(self, studies: int, rng: np.random.Generator) -> Panel:
        """Draw studies side by side.

        Parameters
        ----------
        studies : int
            How many.
        rng : numpy.random.Generator
            Randomness.

        Returns
        -------
        Panel
        """
        truth = self.truth
        right = draw_right(truth, draw_rates(truth, rng, studies=studies), rng)
        panel = panel_of(truth, right, self.options)
        missing = SETTINGS[self.setting].missing
        if not missing:
            return panel
        asked = rng.uniform(size=panel.present.shape) >= missing
        return replace(panel, present=asked, target=Side(*(_where(asked, x) for x in _sums(panel.target))))

    @property
    def as_row(self) -> dict[str, str | int | float]:
        """The regime as plain data."""
        return {
            "setting": self.setting,
            "mix": self.mix,
            "items": self.items,
            "attempts": self.attempts,
            "slope": self.slope,
        }


def _sums(side: Side) -> tuple[Array, Array, Array]:
    return side.attempts, side.total, side.total_of_squares


def _where(asked: np.ndarray[tuple[int, ...], np.dtype[np.bool_]], counts: Array) -> Array:
    return np.asarray(np.where(asked, counts, 0.0))


def grid(
    setting: str = "straight",
    *,
    mixes: tuple[str, ...] = MIXES,
    items: tuple[int, ...] = ITEMS,
    attempts: tuple[int, ...] = ATTEMPTS,
    slopes: tuple[float, ...] = SLOPES,
) -> list[Regime]:
    """All combinations.

    Parameters
    ----------
    setting : str
        Key of `SETTINGS`.
    mixes : tuple of str
        Source mixes.
    items, attempts : tuple of int
        Sizes.
    slopes : tuple of float
        Slopes.

    Returns
    -------
    list of Regime
    """
    return [Regime(*combined, setting) for combined in product(mixes, items, attempts, slopes)]
