"""What is known of the items: from a pilot's attempts, or from a stated truth."""

from functools import lru_cache

import numpy as np

from hatscore.core.item_moments import ItemMoments
from hatscore.core.pass_rates import Array
from hatscore.errors import InvalidArgument
from hatscore.scoring.cells import pass_rates
from hatscore.scoring.panels import Mask, Panel
from hatscore.simulation.draws import draw_rates
from hatscore.simulation.profiles import Profile
from hatscore.simulation.truth import Truth

DRAWN = 100_000
"""Items that stand for all there could be, where a truth is stated."""

SEED = 20260621
STATED_LANGUAGES = ("l0", "l1")
"""Two languages are enough to know one, and what two share."""


def pilot_moments(panel: Panel, places: list[int], columns: list[int]) -> list[ItemMoments]:
    """Unbiased estimates from a pilot's attempts, on the pairs that all chosen systems have.

    Parameters
    ----------
    panel : Panel
        Counts of one benchmark.
    places : list of int
        Positions of the systems.
    columns : list of int
        Positions of the targets.

    Returns
    -------
    list of ItemMoments
        One a system. Only pairs with 4 source and 2 target attempts are present.
    """
    rates = pass_rates(panel)
    attempts = panel.target.attempts
    enough: Mask = rates.curved & (attempts >= 2)
    present: Mask = np.asarray(enough[:, places].all(axis=1))[:, columns]
    found = []
    for place in places:
        target, squared, number = (
            np.where(present, x[:, place][:, columns], 0.0)
            for x in (rates.target_above, rates.target_squared, attempts)
        )
        powers = np.where(present.any(axis=1), rates.source_powers[:, :, place, 0], 0.0)
        noise = number * (target**2 - squared)
        found.append(ItemMoments(powers, target, squared, noise, panel.floor[:, 0, 0], present))
    return found


def stated_moments(truth: Truth) -> list[ItemMoments]:
    """Moments of a stated truth, from very many items drawn under a fixed seed.

    Parameters
    ----------
    truth : Truth
        Numbers of items and attempts, languages and failures are not used.

    Returns
    -------
    list of ItemMoments
        One a system.
    """
    chance = truth.chance
    found = []
    for source, target in zip(*drawn_rates(truth), strict=True):
        s, t = ((rate - chance) / (1 - chance) for rate in (source, target))
        noise = target * (1 - target) / (1 - chance) ** 2
        powers = np.stack([s, s**2, s**3, s**4])
        present = np.ones(t.shape, bool)
        found.append(ItemMoments(powers, t, t**2, noise, np.full(len(s), chance), present))
    return found


def drawn_rates(truth: Truth) -> tuple[Array, Array]:
    """True pass rates of the very many items.

    Parameters
    ----------
    truth : Truth
        As for `stated_moments`.

    Returns
    -------
    source, target : ndarray, shape (systems, items) and (systems, items, 2)
        Guessing included; the targets in two languages.
    """
    return _drawn(
        (
            truth.profiles,
            truth.mixes,
            truth.item_spread,
            truth.shared_difficulty,
            truth.shared_luck,
            truth.n_options,
        )
    )


@lru_cache(maxsize=8)
def _drawn(key: tuple[object, ...]) -> tuple[Array, Array]:
    names = ("profiles", "mixes", "item_spread", "shared_difficulty", "shared_luck", "n_options")
    fields = dict(zip(names, key, strict=True))
    truth = Truth(items=DRAWN, languages=STATED_LANGUAGES, **fields)  # type: ignore[arg-type]
    rates = draw_rates(truth, np.random.default_rng(SEED))
    return rates.source[0], rates.target[0]


def raised(profile: Profile, by: float) -> Profile:
    """A profile whose HAT is higher by a difference, or lower where it would leave [0, 1].

    Parameters
    ----------
    profile : Profile
        The profile.
    by : float
        Difference of HAT.

    Returns
    -------
    Profile

    Raises
    ------
    InvalidArgument
        If neither fits.

    Examples
    --------
    >>> str(raised(Profile.parse("0.8"), 0.05)), str(raised(Profile.parse("1"), 0.05))
    ('straight:0.85', 'straight:0.95')
    """
    first, *rest = profile.numbers
    scale = 1 - rest[0] if profile.kind == "threshold" else 1.0
    for difference in (by, -by):
        try:
            return Profile(profile.kind, (first + difference / scale, *rest))
        except InvalidArgument:
            continue
    raise InvalidArgument(f"no profile like {profile} has a HAT that differs by {by:g}; take a smaller one.")
