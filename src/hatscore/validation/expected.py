"""What estimators tend to with ever more items, in closed form or by a fine sum."""

import numpy as np

from hatscore.core import curve
from hatscore.simulation.mixes import Mix
from hatscore.simulation.profiles import Profile

_STEPS = 200_000


def moment(mix: Mix, power: int) -> float:
    """Mean of a power of the true source pass rate.

    Parameters
    ----------
    mix : Mix
        Source pass rates.
    power : int
        From 1.

    Returns
    -------
    float
        Of a Beta distribution: the product of ``(alpha + j) / (alpha + beta + j)`` for j below ``power``.

    Examples
    --------
    >>> moment(Mix.parse("uniform"), 2).__round__(6)
    0.333333
    """
    steps = np.arange(power)
    return 0.0 if mix.guesses else float(np.prod((mix.alpha + steps) / (mix.alpha + mix.beta + steps)))


def crossed(profile: Profile, mix: Mix, power: int) -> float:
    """Mean of the target pass rate times a power of the source pass rate.

    Parameters
    ----------
    profile : Profile
        Its expected target pass rates.
    mix : Mix
        Source pass rates.
    power : int
        From 0.

    Returns
    -------
    float
    """
    if profile.kind == "threshold":
        s = mix.quantile((np.arange(_STEPS) + 0.5) / _STEPS)
        return float(np.mean(s**power * profile.at(s)))
    a, b = (*profile.numbers, 0.0)[:2]
    return a * moment(mix, power + 1) + b * moment(mix, power + 2)


def slope(profile: Profile, mix: Mix, attempts: float = np.inf) -> float:
    r"""HAT as published, over all items there could be.

    Parameters
    ----------
    profile : Profile
        Of the system.
    mix : Mix
        Of the system.
    attempts : float
        Source attempts per item; without end it is what HAT corrected tends to.

    Returns
    -------
    float
        :math:`E[S g(S)] / (E[S^2] + E[S (1 - S)] / n)`.

    Examples
    --------
    >>> slope(Profile.parse("1"), Mix.parse("uniform"), 10).__round__(4)
    0.9524
    """
    squared = moment(mix, 2)
    noise = (moment(mix, 1) - squared) / attempts
    return crossed(profile, mix, 1) / (squared + noise)


def curve_hat(profile: Profile, mix: Mix) -> float:
    """HAT curve over all items there could be: that of the parabola nearest to the profile.

    Parameters
    ----------
    profile : Profile
        Of the system.
    mix : Mix
        Of the system.

    Returns
    -------
    float
        The truth where the profile is straight or bent; an approximation where it has a threshold.
    """
    moments = [crossed(profile, mix, 1), crossed(profile, mix, 2), *(moment(mix, p) for p in (2, 3, 4))]
    return float(curve.hat(curve.coefficients(curve.Moments(*map(np.array, moments)))))
