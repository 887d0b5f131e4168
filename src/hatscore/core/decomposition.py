"""Is it better transfer, or just a better model? The gain in target accuracy in three parts."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from hatscore.core.pass_rates import Array


class Parts(NamedTuple):
    """Parts of the gain in target accuracy from system A to system B; they add up to ``total``.

    Attributes
    ----------
    total : ndarray
        Target accuracy of B minus that of A.
    source : ndarray
        What a better source accuracy brings at the mean slope.
    transfer : ndarray
        What a steeper profile brings at the mean source accuracy.
    shape : ndarray
        The rest: profiles that are not straight.
    """

    total: Array
    source: Array
    transfer: Array
    shape: Array


PRODUCTS = {
    "source": np.array([[-0.5, 0.5], [-0.5, 0.5]]),
    "transfer": np.array([[-0.5, -0.5], [0.5, 0.5]]),
    "shape": np.array([[1.0, 0.0], [0.0, -1.0]]),
}
"""Coefficients of slope times source accuracy in each part: a row each for the slopes of A and of B, a column
each for their source accuracies. The total has none; total and shape hold the gain in target accuracy."""


def decompose(
    *,
    source: tuple[npt.ArrayLike, npt.ArrayLike],
    target: tuple[npt.ArrayLike, npt.ArrayLike],
    slope: tuple[npt.ArrayLike, npt.ArrayLike],
) -> Parts:
    r"""Split the gain in target accuracy from system A to system B.

    Parameters
    ----------
    source, target : pair of array_like
        Mean pass rates of A and of B in the source and in the target language.
    slope : pair of array_like
        Corrected HAT slopes of A and of B.

    Returns
    -------
    Parts
        Three parts that add up to the total exactly.

    Notes
    -----
    Source part :math:`(S_B - S_A)(h_A + h_B) / 2`, transfer part
    :math:`(h_B - h_A)(S_A + S_B) / 2` (the symmetric decomposition of a difference of products);
    shape is what is left.

    References
    ----------
    Das Gupta, P. (1993). *Standardization and Decomposition of Rates*. US Bureau of the Census.

    Examples
    --------
    >>> parts = decompose(source=(0.5, 0.6), target=(0.4, 0.54), slope=(0.8, 0.9))
    >>> [round(float(part), 3) for part in parts]
    [0.14, 0.085, 0.055, 0.0]
    """
    (s_a, s_b), (t_a, t_b), (h_a, h_b) = (
        (np.asarray(a, float), np.asarray(b, float)) for a, b in (source, target, slope)
    )
    total = t_b - t_a
    by_source = (s_b - s_a) * (h_a + h_b) / 2
    by_transfer = (h_b - h_a) * (s_a + s_b) / 2
    # The shape is what is left, so that the three add up exactly.
    return Parts(total, by_source, by_transfer, total - by_source - by_transfer)
