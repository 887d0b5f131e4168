"""How much of the uncertainty comes from the choice of items, how much from few attempts."""

import numpy as np
import numpy.typing as npt

from hatscore.core.pass_rates import Array, divide

_ROUNDING = 1e-24
"""Of the squares that are subtracted: what a sum of residuals keeps though all are zero."""


def attempts_share(
    source_powers: npt.ArrayLike,
    source: npt.ArrayLike,
    source_squared: npt.ArrayLike,
    target: npt.ArrayLike,
    target_squared: npt.ArrayLike,
    slope: npt.ArrayLike,
    present: npt.ArrayLike,
) -> Array:
    r"""Share of the sampling variance of a corrected slope that more attempts would remove.

    The rest is the choice of items. A share near 1 says: buy attempts; near 0: buy items.

    Parameters
    ----------
    source_powers : array_like, shape (4, items, ...)
        Unbiased estimates of the powers of the true source pass rate; nan where n < 4.
    source, target : array_like, shape (items, ...)
        Observed pass rates s and t; ``target`` may be the mean over the targets of an item.
    source_squared, target_squared : array_like, shape (items, ...)
        Unbiased estimates of the squares of the true pass rates.
    slope : array_like, shape (...)
        Corrected slope h.
    present : array_like of bool, shape (items, ...)
        Which items count.

    Returns
    -------
    ndarray, shape (...)
        Between 0 and 1 (a variance part estimated below zero counts as zero); nan where fewer than
        two items allow it (four source and two target attempts are needed), or nothing varies.

    Notes
    -----
    The slope moves with the items through :math:`D_i = s_i t_i - h u_i`. For a fixed item its
    expectation is :math:`S T - h S^2`, whose square :math:`S^2 T^2 - 2 h S^3 T + h^2 S^4` has an
    unbiased estimate from the powers; :math:`E[D^2]` minus it is the part due to the attempts.
    """
    powers = np.asarray(source_powers, float)
    s, u, t, v, h = (np.asarray(x, float) for x in (source, source_squared, target, target_squared, slope))
    top, bottom = s * t, h * u
    residual = top - bottom
    squared_expectation = u * v - 2 * h * powers[2] * t + h**2 * powers[3]
    known = np.asarray(present, bool) & np.isfinite(squared_expectation) & np.isfinite(residual)
    total = np.where(known, residual**2, 0.0).sum(axis=0)
    attempts = total - np.where(known, squared_expectation, 0.0).sum(axis=0)
    # Where all items give the same slope only rounding is left, which has no parts.
    scale = np.where(known, top**2 + bottom**2, 0.0).sum(axis=0)
    total = np.where(total > _ROUNDING * scale, total, 0.0)
    return np.where(known.sum(axis=0) >= 2, np.clip(divide(attempts, total), 0.0, 1.0), np.nan)
