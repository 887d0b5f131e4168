"""A line with a random effect of groups, by restricted maximum likelihood."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from hatscore.core.pass_rates import Array

_RATIOS = np.concatenate([[0.0], np.geomspace(1e-3, 1e3, 121)])
"""Variance ratios group / residual at which the likelihood is computed."""


class MixedFit(NamedTuple):
    """Fits of ``y = intercept + slope x + group effect + residual``, one a row of y.

    Attributes
    ----------
    slope : ndarray, shape (...)
        Coefficient of x.
    slope_error : ndarray, shape (...)
        Its standard error, given the variances.
    group_variance, residual_variance : ndarray, shape (...)
        Variances of the group effects and of the residuals.
    line_variance : ndarray, shape (...)
        Variance over the units of ``slope x``.
    """

    slope: Array
    slope_error: Array
    group_variance: Array
    residual_variance: Array
    line_variance: Array

    @property
    def group_share(self) -> Array:
        """Share of the variance that groups explain."""
        return np.asarray(self.group_variance / self._total())

    @property
    def line_share(self) -> Array:
        """Share of the variance that the line explains."""
        return np.asarray(self.line_variance / self._total())

    def _total(self) -> Array:
        # All parts are zero where y does not vary: the shares are then 0 and not nan.
        return np.maximum(self.group_variance + self.residual_variance + self.line_variance, 1e-300)


def fit_mixed(x: npt.ArrayLike, y: npt.ArrayLike, groups: npt.ArrayLike) -> MixedFit:
    r"""Fit the model to each row of y.

    Parameters
    ----------
    x : array_like, shape (units,)
        The covariate.
    y : array_like, shape (..., units)
        Responses.
    groups : array_like of int, shape (units,)
        Group of each unit.

    Returns
    -------
    MixedFit

    Notes
    -----
    With :math:`V = I + \lambda Z Z'` and :math:`P` its projection without the line, the restricted
    likelihood is :math:`-\frac12[(n - 2)\log y'Py + \log|V| + \log|X'V^{-1}X|]`, maximised over the one
    ratio :math:`\lambda \ge 0`: on a grid of 122 values, and, for a single row, by golden sections
    between them. Shares of the variance as in Nakagawa and Schielzeth.

    References
    ----------
    Nakagawa, S., Schielzeth, H. (2013). A general and simple method for obtaining R2 from generalized
    linear mixed-effects models. *Methods in Ecology and Evolution*, 4, 133-142.

    Examples
    --------
    >>> fit = fit_mixed([0, 1, 2, 0, 1, 2], [0.0, 1.1, 1.9, 5.0, 6.0, 7.0], [0, 0, 0, 1, 1, 1])
    >>> round(float(fit.slope), 3), bool(fit.group_share > 0.9)
    (0.975, True)
    """
    line = np.asarray(x, float)
    response = np.asarray(y, float)
    rows = response.reshape(-1, response.shape[-1])
    same = np.equal.outer(np.asarray(groups), np.asarray(groups)).astype(float)
    design = np.column_stack([np.ones_like(line), line])
    # Only the ratio is searched: given one, all rows share a covariance and the rest is in closed form.
    at = [_Ratio(ratio, same, design) for ratio in _RATIOS]
    best = np.stack([one.log_likelihood(rows) for one in at]).argmax(axis=0)
    single = len(rows) == 1
    fits = [_refined(int(best[0]), rows, same, design)] if single else [at[index] for index in best]
    columns = np.array([one.estimates(row) for one, row in zip(fits, rows, strict=True)])
    ratios = np.array([one.ratio for one in fits])
    shape = response.shape[:-1]
    slope, error, residual = (column.reshape(shape) for column in columns.T)
    spread = line.var()
    return MixedFit(slope, error, ratios.reshape(shape) * residual, residual, slope**2 * spread)


def group_test(x: npt.ArrayLike, y: npt.ArrayLike, groups: npt.ArrayLike) -> tuple[float, int, int]:
    """F statistic of groups beside the line, exact where residuals are normal.

    Parameters
    ----------
    x, y : array_like, shape (units,)
        Covariate and response.
    groups : array_like of int, shape (units,)
        Group of each unit.

    Returns
    -------
    statistic : float
        nan where no freedom is left.
    between, within : int
        Its degrees of freedom.

    Examples
    --------
    >>> statistic, between, within = group_test([0, 1, 0, 1], [0.0, 1.2, 5.0, 5.9], [0, 0, 1, 1])
    >>> bool(statistic > 100), between, within
    (True, 1, 1)
    """
    line, response, labels = np.asarray(x, float), np.asarray(y, float), np.asarray(groups)
    small = np.column_stack([np.ones_like(line), line])
    # Without an intercept, which the columns of the groups add up to.
    large = np.column_stack([line, *(labels == group for group in np.unique(labels))])
    left = [_residual(design, response) for design in (small, large)]
    # By rank and not by columns: a line that only differs between groups lies in their span.
    ranks = [int(np.linalg.matrix_rank(design)) for design in (small, large)]
    between, within = ranks[1] - ranks[0], len(response) - ranks[1]
    if between < 1 or within < 1 or left[1] <= 0:
        return float("nan"), between, within
    return (left[0] - left[1]) / between / (left[1] / within), between, within


def _residual(design: Array, response: Array) -> float:
    coefficients = np.linalg.lstsq(design, response, rcond=None)[0]
    return float(((response - design @ coefficients) ** 2).sum())


class _Ratio:
    """The likelihood and the estimates at one ratio of variances."""

    def __init__(self, ratio: float, same: Array, design: Array) -> None:
        self.ratio = ratio
        covariance = np.eye(len(same)) + ratio * same
        self._inverse = np.linalg.inv(covariance)
        self._information = design.T @ self._inverse @ design
        weighted = self._inverse @ design
        self._to_coefficients = np.linalg.solve(self._information, weighted.T)
        self._slope_variance = float(np.linalg.inv(self._information)[1, 1])
        self._projection = self._inverse - weighted @ np.linalg.solve(self._information, weighted.T)
        self._constant: float = np.linalg.slogdet(covariance)[1] + np.linalg.slogdet(self._information)[1]

    def _quadratic(self, rows: Array) -> Array:
        # Its logarithm is taken, and an exact fit leaves nothing.
        return np.asarray(np.maximum(((rows @ self._projection) * rows).sum(axis=1), 1e-300))

    def log_likelihood(self, rows: Array) -> Array:
        freedom = rows.shape[1] - 2
        return np.asarray(-(freedom * np.log(self._quadratic(rows)) + self._constant) / 2)

    def estimates(self, row: Array) -> tuple[float, float, float]:
        """Slope, its error, residual variance."""
        residual = float(row @ self._projection @ row) / (len(row) - 2)
        coefficients = self._to_coefficients @ row
        error = float(np.sqrt(max(residual, 0.0) * self._slope_variance))
        return float(coefficients[1]), error, residual


def _refined(index: int, rows: Array, same: Array, design: Array) -> _Ratio:
    """From the best ratio of the grid to the maximum near it: golden sections in the logarithm."""
    # Zero has no logarithm, and there is no grid below it to search.
    if index == 0:
        return _Ratio(0.0, same, design)
    golden = (5**0.5 - 1) / 2
    low = np.log(_RATIOS[max(index - 1, 1)])
    high = np.log(_RATIOS[min(index + 1, len(_RATIOS) - 1)])
    # 60 golden sections leave 3e-13 of the bracket.
    for _ in range(60):
        inner = high - golden * (high - low), low + golden * (high - low)
        worth = [float(_Ratio(float(np.exp(at)), same, design).log_likelihood(rows)[0]) for at in inner]
        low, high = (low, inner[1]) if worth[0] > worth[1] else (inner[0], high)
    return _Ratio(float(np.exp((low + high) / 2)), same, design)
