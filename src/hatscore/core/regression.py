"""Lines and correlations across systems, vectorised over everything before the last axis."""

import numpy as np
import numpy.typing as npt

from hatscore.core.pass_rates import Array, divide


def slope(x: npt.ArrayLike, y: npt.ArrayLike) -> Array:
    """Least-squares slope of y on x with an intercept.

    Parameters
    ----------
    x, y : array_like, shape (..., units)
        Broadcast against each other.

    Returns
    -------
    ndarray, shape (...)
        nan where x does not vary.

    Examples
    --------
    >>> slope([0.0, 1.0, 2.0], [1.0, 3.0, 5.0])
    array(2.)
    """
    off_x, off_y = _centred(x), _centred(y)
    # Adding 0 * y broadcasts x to y, and hands on its nan.
    return divide((off_x * off_y).sum(axis=-1), (off_x**2 + 0 * off_y).sum(axis=-1))


def correlation(x: npt.ArrayLike, y: npt.ArrayLike) -> Array:
    """Pearson's correlation.

    Parameters
    ----------
    x, y : array_like, shape (..., units)
        Broadcast against each other.

    Returns
    -------
    ndarray, shape (...)
        nan where one does not vary.

    Examples
    --------
    >>> correlation([0.0, 1.0, 2.0], [1.0, 3.0, 5.0]).round(12)
    np.float64(1.0)
    """
    off_x, off_y = _centred(x), _centred(y)
    scale = np.sqrt((off_x**2 + 0 * off_y).sum(axis=-1) * (off_y**2 + 0 * off_x).sum(axis=-1))
    return divide((off_x * off_y).sum(axis=-1), scale)


def fisher_z(r: npt.ArrayLike) -> Array:
    """Fisher's transform of a correlation, in which its errors are nearly normal.

    Parameters
    ----------
    r : array_like
        Between -1 and 1; the ends are drawn in by 1e-12, so that the value stays finite.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> fisher_z(0.0)
    array(0.)
    """
    # A correlation of exactly one would be infinite.
    return np.asarray(np.arctanh(np.clip(np.asarray(r, float), -1 + 1e-12, 1 - 1e-12)))


def _centred(x: npt.ArrayLike) -> Array:
    values = np.asarray(x, float)
    return np.asarray(values - values.mean(axis=-1, keepdims=True))
