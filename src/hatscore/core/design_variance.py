r"""The variance of a corrected slope as a function of items, attempts and languages.

What planning rests on. One system, items i = 1..I with true pass rates S (source) and T_l (target language
l), all above the chance floor; n source attempts, m attempts in each of L languages. The corrected slope
:math:`h_l = \sum s t_l / \sum u` moves with item i through its residual

.. math:: D_l = (s\, t_l - h_l u) / E[u], \qquad \mathrm{Var}(\bar h) = \mathrm{Var}(\bar D) / I,

where bars are means over languages. Given the item, :math:`E[D_l] = R_l = S (T_l - h_l S) / E[u]`. With x one
source attempt and :math:`\sigma^2 = \mathrm{Var}(x)`, Hoeffding's decomposition of the U-statistic is
:math:`u - S^2 = 2 S (s - S) + w` with :math:`\mathrm{Var}(w) = 2 \sigma^4 / (n (n - 1))`, uncorrelated
with s. So, with :math:`Q_l = (T_l - 2 h_l S) / E[u]` and :math:`V_l` the variance of one target attempt,

.. math::

    \mathrm{Var}(\bar D) = \mathrm{Var}(\bar R) + \frac{E[\bar Q^2 \sigma^2]}{n}
        + \frac{2 \bar h^2 E[\sigma^4]}{n (n - 1) E[u]^2} + \frac{E[S^2 \bar V]}{m L\, E[u]^2}
        + \frac{E[\sigma^2 \bar V]}{n m L\, E[u]^2}.

The first two are products of two languages: with W their mean over one language and C over two different
ones, :math:`C + (W - C) / L`. Attempts of two systems are independent, so the variance of a paired difference
is the sum of both less twice the covariance of their R, which again is :math:`C + (W - C) / L`.

Every expectation is one of products of powers of S up to the fourth and of T up to the second: they have
unbiased estimates from 4 source and 2 target attempts an item, so that the attempts of a pilot do not count
as spread of its items. At the pilot's own numbers the parts add up to its observed residual variance.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from hatscore.core.item_moments import ItemMoments, Mask, SourceNoise, mean_over, slopes_of
from hatscore.core.pass_rates import Array, divide


class VarianceParts(NamedTuple):
    """Parts of the variance of one item's residual; see `variance`.

    Attributes
    ----------
    items, items_language : float
        Between items: what languages share, and what is each language's own.
    source, source_language : float
        From the source attempts, the same two.
    source_pairs : float
        From pairs of source attempts, with 1 / (n (n - 1)).
    target : float
        From the target attempts.
    both : float
        From both at once.
    """

    items: float
    items_language: float
    source: float
    source_language: float
    source_pairs: float
    target: float
    both: float


def variance(
    parts: VarianceParts,
    source_attempts: npt.ArrayLike,
    target_attempts: npt.ArrayLike,
    languages: npt.ArrayLike,
) -> Array:
    """Variance of one item's residual in a design; over the items it is the squared standard error.

    Parameters
    ----------
    parts : VarianceParts
        Of one system, or of a pair.
    source_attempts, target_attempts, languages : array_like
        n (at least 2), m and L; broadcast against each other.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> parts = VarianceParts(0.2, 0.3, 0.1, 0.3, 0.2, 0.6, 0.6)
    >>> float(variance(parts, 2, 5, 3).round(6))
    0.56
    """
    n, m, k = (np.asarray(x, float) for x in (source_attempts, target_attempts, languages))
    return np.asarray(
        parts.items
        + parts.items_language / k
        + (parts.source + parts.source_language / k) / n
        + parts.source_pairs / (n * (n - 1))
        + parts.target / (m * k)
        + parts.both / (n * m * k)
    )


def system_parts(moments: ItemMoments, against: npt.ArrayLike | None = None) -> VarianceParts:
    """Parts of the variance of one system's mean slope.

    Parameters
    ----------
    moments : ItemMoments
        Of the system.
    against : array_like, optional
        A fixed value that the slope is tested against: the residual is then taken from the line with that
        slope, as Fieller's interval does. None is the system's own slope in every language.

    Returns
    -------
    VarianceParts
    """
    own = slopes_of(moments)
    h = own.value if against is None else np.broadcast_to(np.asarray(against, float), own.value.shape)
    first, second, third, fourth = (power[:, np.newaxis] for power in moments.powers)
    noise = SourceNoise(moments)
    a, b = moments.target / own.denominator, h / own.denominator + 0 * moments.target
    a_a = moments.target_squared / own.denominator**2
    present = moments.present
    residual = first * a - second * b
    rest = _centre(residual, residual, present)
    items = _two(second, third, fourth, (a, b, a_a), present)
    source = _two(noise.plain, 2 * noise.first, 4 * noise.second, (a, b, a_a), present)
    line = np.where(present, b, 0.0).sum(axis=1) / np.maximum(present.sum(axis=1), 1)
    pairs = mean_over(2 * noise.square * line[:, np.newaxis] ** 2, present)
    v = moments.target_noise / own.denominator**2
    return VarianceParts(
        items=_unbiased(items[1] - rest[1], present),
        items_language=_unbiased(items[0] - items[1] - rest[0] + rest[1], present),
        source=source[1],
        source_language=source[0] - source[1],
        source_pairs=pairs,
        target=mean_over(second * v, present),
        both=mean_over(noise.plain * v, present),
    )


class Supported(NamedTuple):
    """Parts that can be planned with.

    Attributes
    ----------
    parts : VarianceParts
        None below zero.
    cut : tuple of str
        Those that were estimated below zero.
    """

    parts: VarianceParts
    cut: tuple[str, ...]


def supported(parts: VarianceParts, languages: float) -> Supported:
    """Parts without negative ones, which few items or attempts can give.

    Parameters
    ----------
    parts : VarianceParts
        As estimated.
    languages : float
        Of the pilot: where one of two parts that belong together is below zero, the other takes up the
        difference, so that their sum at this number of languages stays.

    Returns
    -------
    Supported

    Examples
    --------
    >>> tuple(supported(VarianceParts(-0.1, 0.9, 0.1, 0.3, 0.2, 0.6, -0.1), 3).parts)
    (0.0, 0.6, 0.1, 0.3, 0.2, 0.6, 0.0)
    """
    cut = tuple(name for name, value in zip(parts._fields, parts, strict=True) if value < 0)
    items = _both_above_zero(parts.items, parts.items_language, languages)
    source = _both_above_zero(parts.source, parts.source_language, languages)
    rest = [max(value, 0.0) for value in (parts.source_pairs, parts.target, parts.both)]
    return Supported(VarianceParts(*items, *source, *rest), cut)


def _both_above_zero(shared: float, own: float, languages: float) -> tuple[float, float]:
    # What is cut from one part is taken from the other, so that their sum stays the same in this design.
    if shared < 0:
        return 0.0, max(own + languages * shared, 0.0)
    return (shared, own) if own >= 0 else (max(shared + own / languages, 0.0), 0.0)


def pair_parts(
    a: ItemMoments, b: ItemMoments, against: tuple[npt.ArrayLike, npt.ArrayLike] | None = None
) -> VarianceParts:
    """Parts of the variance of a paired difference of mean slopes.

    Parameters
    ----------
    a, b : ItemMoments
        Of the two systems, on the same pairs of items and languages.
    against : pair of array_like, optional
        Slopes of A and of B that the residuals are taken from, as for `system_parts`.

    Returns
    -------
    VarianceParts
    """
    slopes = (None, None) if against is None else against
    one, other = (system_parts(moments, slope) for moments, slope in zip((a, b), slopes, strict=True))
    first, second = (_residual(moments, slope) for moments, slope in zip((a, b), slopes, strict=True))
    centre = _centre(first, second, a.present)
    same = mean_over(first * second, a.present)
    different = _different(first, second, a.present, alone=same)
    same, different = same - centre[0], different - centre[1]
    shared, own = _unbiased(different, a.present), _unbiased(same - different, a.present)
    summed = VarianceParts(*(x + y for x, y in zip(one, other, strict=True)))
    return summed._replace(items=summed.items - 2 * shared, items_language=summed.items_language - 2 * own)


def slopes_if_alike(
    a: ItemMoments, b: ItemMoments, difference: float, design: tuple[float, float, float]
) -> tuple[Array, Array]:
    """Slopes at which a comparison takes its error, where it tests that two systems are alike.

    Parameters
    ----------
    a, b : ItemMoments
        Of the two systems, on the same pairs of items and languages.
    difference : float
        How much better B is.
    design : tuple of float
        n, m and L.

    Returns
    -------
    a, b : ndarray, shape (languages,)
        Each moved by its share of the way (`hatscore.core.figures`): the less certain one moves more.
    """
    one, other, both = (
        float(variance(parts, *design)) for parts in (system_parts(a), system_parts(b), pair_parts(a, b))
    )
    # The covariance with the difference is the own variance less what the two share.
    shared = (one + other - both) / 2
    share = (one - shared) / both if both > 0 else 0.5
    return slopes_of(a).value + share * difference, slopes_of(b).value - (1 - share) * difference


def _residual(moments: ItemMoments, slope: npt.ArrayLike | None = None) -> Array:
    """Unbiased estimate of R of every pair."""
    own = slopes_of(moments)
    first, second = (power[:, np.newaxis] for power in moments.powers[:2])
    line = own.value if slope is None else np.asarray(slope, float)
    return np.asarray((first * moments.target - line * second) / own.denominator)


def _two(
    square: Array, cross: Array, other: Array, terms: tuple[Array, Array, Array], present: Mask
) -> tuple[float, float]:
    """Mean of ``square a a' - cross (a b' + a' b) / .. + other b b'`` over one language, and over two."""
    a, b, a_a = (np.where(present, term, 0.0) for term in terms)
    same = mean_over(square * a_a - 2 * cross * a * b + other * b * b, present)

    def apart(x: Array, y: Array) -> Array:
        return np.asarray(x.sum(axis=1) * y.sum(axis=1) - (x * y).sum(axis=1))

    total = square[:, 0] * apart(a, a) - 2 * cross[:, 0] * apart(a, b) + other[:, 0] * apart(b, b)
    return same, _over_pairs(total, present, alone=same)


def _different(x: Array, y: Array, present: Mask, *, alone: float) -> float:
    x, y = np.where(present, x, 0.0), np.where(present, y, 0.0)
    return _over_pairs(x.sum(axis=1) * y.sum(axis=1) - (x * y).sum(axis=1), present, alone=alone)


def _over_pairs(total: Array, present: Mask, *, alone: float) -> float:
    """Mean over pairs of different languages; with one language there is only that one."""
    number = present.sum(axis=1)
    pairs = float((number * (number - 1)).sum())
    return float(np.where(number > 1, total, 0.0).sum() / pairs) if pairs else alone


def _centre(x: Array, y: Array, present: Mask) -> tuple[float, float]:
    """Products of mean residuals of one language, and of two: zero where slopes are the systems' own."""
    used = present.any(axis=0)
    means = [divide(np.where(present, z, 0.0).sum(axis=0), present.sum(axis=0))[used] for z in (x, y)]
    same, number = float((means[0] * means[1]).mean()), int(used.sum())
    if number < 2:
        return same, same
    different = means[0].sum() * means[1].sum() - (means[0] * means[1]).sum()
    return same, float(different / (number * (number - 1)))


def _unbiased(value: float, present: Mask) -> float:
    """A variance between items whose mean was taken from the same items."""
    number = int(present.any(axis=1).sum())
    return value * number / max(number - 1, 1)
