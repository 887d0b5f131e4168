"""Shares of the variance that groups and a line explain, with all that a few groups leave open."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from hatscore.core.pass_rates import Array

# Halvings: 2^-60 of the bracket is below the rounding of a double.
_STEPS = 60


class ShareDraws(NamedTuple):
    """Values that the shares could have, given the data.

    Attributes
    ----------
    group, line : ndarray, shape (draws,)
        Shares of groups and of the line.
    p_line : float
        Two-sided p-value of no slope: the mean over the draws of the variances.
    """

    group: Array
    line: Array
    p_line: float


def share_draws(
    x: npt.ArrayLike, y: npt.ArrayLike, groups: npt.ArrayLike, draws: int, rng: np.random.Generator
) -> ShareDraws | None:
    r"""Draws of both shares; their quantiles are ends of generalised confidence intervals.

    Parameters
    ----------
    x, y : array_like, shape (units,)
        Covariate and response.
    groups : array_like of int, shape (units,)
        Group of each unit, numbered from 0.
    draws : int
        How many.
    rng : numpy.random.Generator
        Randomness.

    Returns
    -------
    ShareDraws or None
        None where no freedom is left for groups or for the residual.

    Notes
    -----
    Of ``y = intercept + slope x + group effect + residual``, normal. The contrasts :math:`t_j` of y free of
    the line, along the axes of :math:`ZZ'` with eigenvalues :math:`d_j`, are independent with variances
    :math:`\sigma_e^2 + d_j \sigma_g^2`. Hence :math:`\sum_{d_j = 0} t_j^2 / \sigma_e^2` and
    :math:`\sum_{d_j > 0} t_j^2 / (\sigma_e^2 + d_j \sigma_g^2)` are chi-squared: each draw takes a value
    of both and solves for the two variances; where no :math:`\sigma_g^2 \ge 0` does, it is 0. The size of
    the slope is drawn the same way from the normal distribution of its estimate given the variances, 0
    where even that is too large. For :math:`\sigma_g^2 / \sigma_e^2` this is the exact F interval.

    References
    ----------
    Weerahandi, S. (1993). Generalized confidence intervals. *Journal of the American Statistical
    Association*, 88, 899-905.

    Harville, D. A., Fenech, A. P. (1985). Confidence intervals for a variance ratio, or for
    heritability, in an unbalanced mixed linear model. *Biometrics*, 41, 137-152.

    Examples
    --------
    >>> x, groups = np.tile([0.0, 1.0, 2.0], 4), np.repeat(range(4), 3)
    >>> y = 0.1 * x + np.array([0.0, 5.0, 1.0, 9.0])[groups] + 0.1 * np.tile([1, -1, 1, -1], 3)
    >>> found = share_draws(x, y, groups, 1_000, np.random.default_rng(1))
    >>> bool(found.group.min() > 0.9), bool(found.line.max() < 0.1)
    (True, True)
    """
    line, response = np.asarray(x, float), np.asarray(y, float)
    indicator = np.eye(int(np.max(groups)) + 1)[np.asarray(groups)]
    values, squares = _contrasts(line, response, indicator)
    apart = values > 1e-9
    if not apart.any() or apart.all() or not squares[~apart].sum() > 0:
        return None
    residual = squares[~apart].sum() / rng.chisquare((~apart).sum(), size=draws)
    group = _solved(values[apart], squares[apart], residual, rng.chisquare(apart.sum(), size=draws))
    slope, error = _line_given(line, response, indicator, group, residual)
    ratio = np.abs(slope) / error
    size = _size(ratio, rng.random(draws)) * error
    spread = size**2 * line.var()
    total = group + residual + spread
    return ShareDraws(group / total, spread / total, float(1 - _below(ratio, np.zeros(draws)).mean()))


def _contrasts(line: Array, response: Array, indicator: Array) -> tuple[Array, Array]:
    """Eigenvalues, and squared contrasts of the response along their axes."""
    design = np.column_stack([np.ones_like(line), line])
    free = np.linalg.qr(design, mode="complete")[0][:, 2:]
    within = free.T @ indicator
    values, axes = np.linalg.eigh(within @ within.T)
    return values, (axes.T @ (free.T @ response)) ** 2


def _solved(values: Array, squares: Array, residual: Array, wanted: Array) -> Array:
    """Group variances at which the standardised squares add up to what is wanted; 0 where none does."""

    def total(variance: Array) -> Array:
        return np.asarray(
            (squares / (residual[:, np.newaxis] + variance[:, np.newaxis] * values)).sum(axis=1)
        )

    # Without the residual, and all eigenvalues the least, the sum is only larger.
    return _crossing(total, wanted, squares.sum() / values.min() / wanted)


def _line_given(
    line: Array, response: Array, indicator: Array, group: Array, residual: Array
) -> tuple[Array, Array]:
    """Generalised least squares slope and its error at each pair of variances."""
    ratio = (group / residual)[:, np.newaxis]
    units = indicator.sum(axis=0)
    # The inverse of I + ratio ZZ' takes this much of every group's sums off.
    off = ratio / (1 + units * ratio)

    def product(a: Array, b: Array) -> Array:
        return np.asarray(a @ b - (off * (a @ indicator) * (b @ indicator)).sum(axis=1))

    one = np.ones_like(line)
    level = product(one, one)
    spread = product(line, line) - product(one, line) ** 2 / level
    both = product(line, response) - product(one, line) * product(one, response) / level
    return both / spread, np.sqrt(residual / spread)


def _size(ratio: Array, chance: Array) -> Array:
    """Sizes m at which an unsigned normal value around m is below ``ratio`` with this chance; else 0."""
    return _crossing(lambda size: _below(ratio, size), chance, ratio + 10)


def _crossing(falling: Callable[[Array], Array], wanted: Array, high: Array) -> Array:
    """Where a falling function comes down to what is wanted, below ``high``; 0 where it begins lower."""
    low = np.zeros_like(wanted)
    none = falling(low) <= wanted
    for _ in range(_STEPS):
        middle = (low + high) / 2
        over = falling(middle) > wanted
        low, high = np.where(over, middle, low), np.where(over, high, middle)
    return np.where(none, 0.0, high)


def _below(ratio: Array, size: Array) -> Array:
    """Chance that an unsigned normal value around ``size`` is below ``ratio``."""
    from scipy.special import ndtr  # imported late: scipy is slow to load

    return np.asarray(ndtr(ratio - size) - ndtr(-ratio - size))
