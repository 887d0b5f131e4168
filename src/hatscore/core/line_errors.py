"""How the jackknife errs on a slope of few units: how much too large it is, and how uncertain."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from hatscore.core.pass_rates import Array
from hatscore.core.regression import slope


class LineErrors(NamedTuple):
    """What the jackknife variance of a slope is, where units scatter alike about the line.

    Attributes
    ----------
    inflation : float
        Its expectation over the true variance.
    freedom : float
        Degrees of freedom.
    """

    inflation: float
    freedom: float


def line_errors(x: npt.ArrayLike, clusters: Sequence[object]) -> LineErrors:
    r"""Inflation and degrees of freedom of the jackknife variance of a least-squares slope.

    Parameters
    ----------
    x : array_like, shape (units,)
        The covariate.
    clusters : sequence, length units
        Units with the same entry are left out together.

    Returns
    -------
    LineErrors

    Notes
    -----
    The deviations of the slope without each cluster are linear in y, :math:`By`. Where the units are
    independent with equal variance, the sum of their squares has the mean and variance of a multiple of
    chi-squared with :math:`(\mathrm{tr} BB')^2 / \mathrm{tr} (BB')^2` degrees of freedom. Few units far
    out in x carry most of the sum: then there are far fewer than n - 2.

    References
    ----------
    Bell, R. M., McCaffrey, D. F. (2002). Bias reduction in standard errors for linear regression with
    multi-stage samples. *Survey Methodology*, 28, 169-181.

    Hansen, B. E. (2025). Jackknife standard errors for clustered regression. *Journal of Econometrics*.

    Examples
    --------
    >>> found = line_errors(range(16), range(16))
    >>> round(found.inflation, 2), round(found.freedom, 1)
    (1.14, 7.3)
    """
    line = np.asarray(x, float)
    groups = [np.flatnonzero([entry == own for entry in clusters]) for own in dict.fromkeys(clusters)]
    unit = np.eye(len(line))
    without = np.array([_without(line, unit, group) for group in groups])
    off = (without - without.mean(axis=0)) * np.sqrt((len(groups) - 1) / len(groups))
    product = off @ off.T
    total = float(np.trace(product))
    return LineErrors(total / float((slope(line, unit) ** 2).sum()), total**2 / float((product**2).sum()))


def _without(line: Array, unit: Array, group: npt.NDArray[np.intp]) -> Array:
    """What each unit's response adds to the slope of the others."""
    kept = np.setdiff1d(np.arange(len(line)), group)
    return slope(line[kept], unit[:, kept])
