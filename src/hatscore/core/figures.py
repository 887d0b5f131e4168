r"""Fieller's interval for what is computed from several slopes: a difference, a mean, a part of a gain.

Of one slope :math:`h = \bar a / \bar b`, Fieller's interval holds every value :math:`\theta` that a t test
on :math:`a - \theta b` does not reject: the error is taken *at the value that is tested*. The same is done
here for a figure f of several slopes and means. Where the value f + x is tested, each of them is moved by its
share of x, :math:`\lambda = Cov(h, f) / Var(f)`, as least squares under the hypothesis moves them, and the
influences are taken there. To first order they are straight in x, so that the interval is again a quadratic
in closed form.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from hatscore.core.fieller import RatioInterval
from hatscore.core.influences import Influences
from hatscore.core.pass_rates import ROUNDING, Array, divide
from hatscore.core.skewness import skewness


class Factor(NamedTuple):
    """A slope or a mean that a figure is computed from.

    Attributes
    ----------
    weight : ndarray, shape (cells,), or float
        Derivative of the figure by it.
    of : Influences
        The slope or mean itself.
    """

    weight: Array | float
    of: Influences


class Figure(NamedTuple):
    """A figure in every cell and, last, its mean over cells; with what its interval needs.

    Attributes
    ----------
    value : ndarray, shape (cells + 1,)
        The estimate.
    items : ndarray of int, shape (cells + 1,)
        Items that enter.
    skew : ndarray, shape (cells + 1,)
        Skewness of what the items contribute, see `hatscore.core.skewness`.
    variance : ndarray, shape (cells + 1,)
        Of the figure; nan with fewer than two items, 0 where they do not vary.
    slope, curvature : ndarray, shape (cells + 1,)
        Where f + x is tested, its variance is ``variance - 2 x slope + x**2 curvature``.
    """

    value: Array
    items: npt.NDArray[np.intp]
    skew: Array
    variance: Array
    slope: Array
    curvature: Array

    @property
    def error(self) -> Array:
        """Standard error; nan with fewer than two items, 0 where they do not vary."""
        return np.asarray(np.sqrt(self.variance))

    def interval(self, critical: npt.ArrayLike) -> RatioInterval:
        r"""All values that the t test does not reject.

        Parameters
        ----------
        critical : array_like, shape (cells + 1,)
            Two-sided critical value t.

        Returns
        -------
        RatioInterval
            Unbounded with fewer than two items, and where the curvature is at least :math:`1 / t^2`.

        Notes
        -----
        The x with :math:`x^2 \le t^2 (v_0 - 2 x v_1 + x^2 v_2)`.
        """
        squared = np.asarray(critical, float) ** 2
        v0, v1, v2 = squared * self.variance, squared * self.slope, squared * self.curvature
        quadratic = 1 - v2
        with np.errstate(invalid="ignore"):
            bounded = quadratic > 0
            root = np.sqrt(np.maximum(v1**2 + quadratic * v0, 0.0))
        low = np.where(bounded, self.value - divide(root + v1, quadratic), np.nan)
        high = np.where(bounded, self.value + divide(root - v1, quadratic), np.nan)
        return RatioInterval(low, high, bounded)

    def statistic(self, null: float) -> Array:
        """How many standard errors the estimate lies above a value, the error taken at that value.

        Parameters
        ----------
        null : float
            What is tested.

        Returns
        -------
        ndarray, shape (cells + 1,)
            nan where there is no error.
        """
        off = null - self.value
        there = self.variance - 2 * off * self.slope + off**2 * self.curvature
        return divide(-off, np.sqrt(np.maximum(there, 0.0)))


def figure(
    value: Array,
    slopes: Sequence[Factor],
    means: Sequence[Factor] = (),
    products: npt.ArrayLike = (),
    *,
    present: npt.NDArray[np.bool_],
) -> Figure:
    r"""A figure of slopes and means, in every cell and in the mean over cells.

    Parameters
    ----------
    value : ndarray, shape (cells,)
        The figure itself.
    slopes, means : sequence of Factor
        What it is computed from.
    products : array_like, shape (slopes, means), optional
        Its second derivatives by a slope and each of the first means, where it is a sum of products of them.
    present : ndarray of bool, shape (items, cells)
        Items that enter; cells that have any take part in the mean.

    Returns
    -------
    Figure

    Notes
    -----
    A slope with derivative g, moved by :math:`\lambda x`, changes the influences by
    :math:`-x g \lambda d`, with d those of its denominator. Where slopes and means are multiplied, one
    weights the other, and the weights move too: each kind counts by its share of the variance, since both at
    once would move the product by more than x.

    References
    ----------
    Fieller, E. C. (1954). Some problems in interval estimation. *Journal of the Royal Statistical
    Society B*, 16, 175-185.

    Miettinen, O., Nurminen, M. (1985). Comparative analysis of two rates. *Statistics in Medicine*, 4,
    213-226: the error of a difference at the values that fit best under the hypothesis.

    Examples
    --------
    Of one slope it is Fieller's interval, here that of `hatscore.core.fieller.fieller`:

    >>> from hatscore.core.influences import slope_influences
    >>> from hatscore.core.slopes import Terms
    >>> terms = Terms(np.array([[1.0], [2.0], [3.0]]), np.array([[2.0], [3.0], [4.0]]))
    >>> there = np.ones((3, 1), bool)
    >>> of = slope_influences(terms, there)
    >>> one = figure(of.value, [Factor(1.0, of)], present=there)
    >>> low, high, bounded = one.interval(4.302653)
    >>> low.round(4), high.round(4)
    (array([-0.9385, -0.9385]), array([0.8177, 0.8177]))
    """
    factors = [*slopes, *means]
    used = np.asarray(present.any(axis=0))
    own = np.sum([weight * of.influence for weight, of in factors], axis=0)
    whole = own[:, used].sum(axis=1, keepdims=True) / max(used.sum(), 1)
    parts = _Parts(slopes, means, np.asarray(products, float))
    change = np.hstack([parts.change(own), _mean(parts.change(whole, used), used)])
    own = np.hstack([own, whole])
    items = np.append(present.sum(axis=0), present[:, used].any(axis=1).sum())
    # One item alone tells nothing.
    scale = divide(items, np.where(items > 1, items - 1, 0))
    variance = (own**2).sum(axis=0) * scale
    # Slopes and rates are of the order of one: beside smaller values rounding is still measured by one.
    sizes = np.abs([of.value for _, of in factors]).max(axis=0)
    largest = np.fmax(np.append(sizes, sizes[used].max(initial=1.0)), 1.0)
    with np.errstate(invalid="ignore"):
        varies = ~(variance <= (ROUNDING * largest) ** 2)
    return Figure(
        np.append(value, _mean(np.reshape(value, (1, -1)), used)),
        items,
        np.where(varies, skewness(own, items), 0.0),
        np.where(varies, variance, 0.0),
        np.where(varies, (own * change).sum(axis=0) * scale, 0.0),
        np.where(varies, (change**2).sum(axis=0) * scale, 0.0),
    )


class _Parts:
    """What a figure is computed from."""

    def __init__(self, slopes: Sequence[Factor], means: Sequence[Factor], products: Array) -> None:
        self._slopes = slopes
        self._means = means
        self._products = products

    def change(self, own: Array, used: npt.NDArray[np.bool_] | None = None) -> Array:
        """How the influences of every cell change, where each moves by its share of the figure's.

        With cells that are used, the figure is their mean, and its influences have one column.
        """
        slopes, means = (self._moved(own, kind) for kind in (self._slopes, self._means))
        first = (*self._slopes, *self._means)[0].of
        change, share = np.zeros_like(first.influence), np.zeros_like(first.value)
        for (weight, of), moved in zip(self._slopes, slopes, strict=True):
            change += weight * moved * of.denominator
            share += weight * moved
        if used is not None and used.any():
            # Of the mean over cells it is the share of all cells together.
            share[:] = share[used].mean()
        share = np.clip(share, 0.0, 1.0)
        for row, slope, (_, of_slope) in zip(self._products, slopes, self._slopes, strict=False):
            for second, mean, (_, of_mean) in zip(row, means, self._means, strict=False):
                change -= second * share * slope * of_mean.influence
                change -= second * (1 - share) * mean * of_slope.influence
        return change

    def _moved(self, own: Array, factors: Sequence[Factor]) -> list[Array]:
        whole = (own**2).sum(axis=0)
        return [np.nan_to_num(divide((of.influence * own).sum(axis=0), whole)) for _, of in factors]


def _mean(values: Array, used: npt.NDArray[np.bool_]) -> Array:
    """Over the cells that take part; nan where none does."""
    return divide(values[:, used].sum(axis=1, keepdims=True), used.sum())
