"""P-values of several comparisons, adjusted so that the whole family errs rarely."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from hatscore.core.pass_rates import Array


def holm(p_values: npt.ArrayLike) -> Array:
    r"""Adjusted p-values that keep the chance of any false claim.

    Parameters
    ----------
    p_values : array_like, shape (comparisons,)
        nan is passed over and does not count.

    Returns
    -------
    ndarray, shape (comparisons,)
        :math:`\max_{j \le k} \min(1, (m - j + 1) p_{(j)})`, in the order given.

    References
    ----------
    Holm, S. (1979). A simple sequentially rejective multiple test procedure. *Scandinavian Journal
    of Statistics*, 6, 65-70.

    Examples
    --------
    >>> holm([0.01, 0.04, 0.03])
    array([0.03, 0.06, 0.06])
    """
    return _adjust(p_values, lambda p: np.maximum.accumulate(p * np.arange(len(p), 0, -1)))


def benjamini_hochberg(p_values: npt.ArrayLike) -> Array:
    r"""Adjusted p-values that keep the share of false claims among all claims.

    Parameters
    ----------
    p_values : array_like, shape (comparisons,)
        nan is passed over and does not count.

    Returns
    -------
    ndarray, shape (comparisons,)
        :math:`\min_{j \ge k} \min(1, m p_{(j)} / j)`, in the order given.

    References
    ----------
    Benjamini, Y., Hochberg, Y. (1995). Controlling the false discovery rate. *Journal of the Royal
    Statistical Society B*, 57, 289-300.

    Examples
    --------
    >>> benjamini_hochberg([0.01, 0.04, 0.03])
    array([0.03, 0.04, 0.04])
    """

    def stepped_up(p: Array) -> Array:
        raised = p * len(p) / np.arange(1, len(p) + 1)
        return np.asarray(np.minimum.accumulate(raised[::-1])[::-1])

    return _adjust(p_values, stepped_up)


def _adjust(p_values: npt.ArrayLike, of_sorted: Callable[[Array], Array]) -> Array:
    given = np.asarray(p_values, float)
    adjusted = np.full(given.shape, np.nan)
    # What could not be tested is no member of the family.
    known = np.flatnonzero(np.isfinite(given))
    order = known[np.argsort(given[known], kind="stable")]
    adjusted[order] = np.minimum(of_sorted(given[order]), 1.0)
    return adjusted
