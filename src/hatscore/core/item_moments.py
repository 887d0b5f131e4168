"""What is known of every item, and what follows for the denominator of a corrected slope."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from hatscore.core.pass_rates import Array, divide

Mask = npt.NDArray[np.bool_]


class ItemMoments(NamedTuple):
    """What is known of every item for one system, above the chance floor.

    Attributes
    ----------
    powers : ndarray, shape (4, items)
        S, S^2, S^3, S^4, or unbiased estimates of them.
    target, target_squared : ndarray, shape (items, languages)
        T and T^2, or unbiased estimates.
    target_noise : ndarray, shape (items, languages)
        Variance V of one target attempt.
    floor : ndarray, shape (items,)
        Chance floor c.
    present : ndarray of bool, shape (items, languages)
        Pairs that count.
    """

    powers: Array
    target: Array
    target_squared: Array
    target_noise: Array
    floor: Array
    present: Mask


class Slopes(NamedTuple):
    """Corrected slopes of one system, and the mean denominator, per language.

    Attributes
    ----------
    value, denominator : ndarray, shape (languages,)
        h and E[u].
    """

    value: Array
    denominator: Array


def slopes_of(moments: ItemMoments) -> Slopes:
    """Corrected slope and mean denominator of every language.

    Parameters
    ----------
    moments : ItemMoments
        Of one system.

    Returns
    -------
    Slopes
    """
    number = moments.present.sum(axis=0)
    top = np.where(moments.present, moments.powers[0][:, np.newaxis] * moments.target, 0.0).sum(axis=0)
    bottom = np.where(moments.present, moments.powers[1][:, np.newaxis], 0.0).sum(axis=0)
    return Slopes(divide(top, bottom), divide(bottom, number))


def only(moments: ItemMoments, kept: Mask) -> ItemMoments:
    """Moments of some of the items.

    Parameters
    ----------
    moments : ItemMoments
        Of one system.
    kept : ndarray of bool, shape (items,)
        Which.

    Returns
    -------
    ItemMoments
    """
    return ItemMoments(
        moments.powers[:, kept],
        moments.target[kept],
        moments.target_squared[kept],
        moments.target_noise[kept],
        moments.floor[kept],
        moments.present[kept],
    )


class SourceNoise:
    """Variance of one source attempt above the floor, of every item.

    Parameters
    ----------
    moments : ItemMoments
        Of one system.

    Attributes
    ----------
    plain, first, second, square : ndarray, shape (items, 1)
        The variance, and its products with S, with S^2, and with itself.
    """

    def __init__(self, moments: ItemMoments) -> None:
        first, second, third, fourth = (power[:, np.newaxis] for power in moments.powers)
        # Above the floor an attempt is 1 or -kappa; its square has the mean kappa + (1 - kappa) S.
        kappa = (moments.floor / (1 - moments.floor))[:, np.newaxis]
        self.plain: Array = kappa + (1 - kappa) * first - second
        self.first: Array = kappa * first + (1 - kappa) * second - third
        self.second: Array = kappa * second + (1 - kappa) * third - fourth
        self.square: Array = kappa * self.plain + (1 - kappa) * self.first - self.second


class DenominatorParts(NamedTuple):
    """Parts of the relative variance of one item's denominator u.

    Attributes
    ----------
    items, source, source_pairs : float
        Between items; from the source attempts, with 1 / n; from pairs of them, with 1 / (n (n - 1)).
    """

    items: float
    source: float
    source_pairs: float


def denominator_parts(moments: ItemMoments) -> DenominatorParts:
    r"""How uncertain the denominator of a slope is.

    Parameters
    ----------
    moments : ItemMoments
        Of one system.

    Returns
    -------
    DenominatorParts

    Notes
    -----
    :math:`\mathrm{Var}(u) = \mathrm{Var}(S^2) + 4 E[S^2 \sigma^2] / n + 2 E[\sigma^4] / (n (n - 1))`, over
    :math:`E[u]^2`. `hatscore.core.design_variance.variance` takes the denominator as known, which
    holds to the square of its relative error.
    """
    present: Mask = np.asarray(moments.present.any(axis=1, keepdims=True))
    _, second, _, fourth = (power[:, np.newaxis] for power in moments.powers)
    noise = SourceNoise(moments)
    mean = mean_over(second, present)
    spread = mean_over(fourth, present) - mean**2
    parts = (spread, 4 * mean_over(noise.second, present), 2 * mean_over(noise.square, present))
    # Unbiased estimates of small variances may lie below zero.
    return DenominatorParts(*(max(part, 0.0) / mean**2 for part in parts))


def denominator_spread(parts: DenominatorParts, source_attempts: Array | float) -> Array:
    """Variance of what one item contributes to a slope's denominator, relative to its mean.

    Parameters
    ----------
    parts : DenominatorParts
        Of one system.
    source_attempts : ndarray or float
        n, at least 2.

    Returns
    -------
    ndarray
        The relative standard error with I items is the root of this by I.

    Examples
    --------
    >>> round(float(denominator_spread(DenominatorParts(0.8, 1.0, 0.6), 5)), 4)
    1.03
    """
    n = np.asarray(source_attempts)
    return np.asarray(parts.items + parts.source / n + parts.source_pairs / (n * (n - 1)))


def mean_over(values: Array, present: Mask) -> float:
    """Mean over the pairs that count.

    Parameters
    ----------
    values : ndarray
        Broadcast against ``present``.
    present : ndarray of bool
        Which count.

    Returns
    -------
    float
    """
    return float(np.where(present, values, 0.0).sum() / present.sum())
