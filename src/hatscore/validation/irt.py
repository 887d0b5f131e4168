"""A multilingual model of item response theory: the alternative that HAT is set beside."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize
from scipy.special import expit, log_expit, logsumexp

Array = npt.NDArray[np.float64]

_DIFFICULTIES, _DISCRIMINATIONS = (61, 4.5), (9, 3.0)
"""Points of the grid, and how many standard deviations it reaches."""
_START = (np.log(1.5), np.log(0.3))
_NARROW, _WIDE = -4.0, 3.0


class Fitted(NamedTuple):
    """A fitted model.

    Attributes
    ----------
    ability : ndarray, shape (systems,)
        In the source language, on the scale of logits.
    transfer : ndarray, shape (systems, languages)
        What each target adds to it: 0 is perfect transfer, below 0 a loss.
    difficulty_spread, discrimination_spread : float
        Standard deviations of the items' difficulty, and of the logarithm of their discrimination.
    log_likelihood : float
        At the maximum.
    converged : bool
        Whether the search for it ended as it should.
    evaluations : int
        How often the likelihood was computed.
    """

    ability: Array
    transfer: Array
    difficulty_spread: float
    discrimination_spread: float
    log_likelihood: float
    converged: bool
    evaluations: int


def fit(right: npt.ArrayLike, attempts: int) -> Fitted:
    r"""Fit the two-parameter model whose items are alike in all languages, by marginal maximum likelihood.

    Parameters
    ----------
    right : array_like of int, shape (items, systems, 1 + languages)
        Right attempts; the source language first.
    attempts : int
        Attempts per item, system and language.

    Returns
    -------
    Fitted

    Notes
    -----
    System k answers item i in language l right with probability
    :math:`\mathrm{logit}^{-1}(a_i (\theta_k + \delta_{kl} - b_i))`, with :math:`\delta = 0` in the source.
    Difficulties :math:`b_i` are normal around 0 and discriminations :math:`a_i` lognormal around 1; both are
    integrated out, so that the number of parameters does not grow with the items: by the trapezoidal rule on
    a fine grid, since many attempts make an item's posterior narrower than the gaps between the points of
    Gauss and Hermite.

    References
    ----------
    Bock and Aitkin (1981). Marginal maximum likelihood estimation of item parameters: application of an EM
    algorithm. *Psychometrika*, 46, 443-459.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> hard = rng.normal(size=(400, 1, 1))
    >>> able = np.array([[0.5, -0.5], [1.0, 1.0]])
    >>> fitted = fit(rng.binomial(10, expit(able - hard)), 10)
    >>> [round(float(loss), 1) for loss in fitted.transfer[:, 0]]
    [-1.0, 0.1]
    """
    counts = np.asarray(right, float)
    items, systems, languages = counts.shape
    flat = counts.reshape(items, -1)
    grid = _Grid()

    def loss(parameters: Array) -> tuple[float, Array]:
        value, slope = _likelihood(parameters, flat, attempts, (systems, languages), grid)
        return -value / items, -slope / items

    shares = np.clip(counts.mean(axis=0) / attempts, 0.01, 0.99)
    logits = np.log(shares / (1 - shares)) * np.sqrt(1 + 0.35 * 1.5**2)
    start = np.concatenate([logits[:, 0], (logits[:, 1:] - logits[:, :1]).ravel(), _START])
    bounds = [(None, None)] * (systems * languages) + [(_NARROW, _WIDE)] * 2
    found = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=bounds)
    at = found.x
    return Fitted(
        ability=at[:systems],
        transfer=at[systems:-2].reshape(systems, languages - 1),
        difficulty_spread=float(np.exp(at[-2])),
        discrimination_spread=float(np.exp(at[-1])),
        log_likelihood=-float(found.fun) * items,
        converged=bool(found.success),
        evaluations=int(found.nfev),
    )


class _Grid:
    """Points and logarithms of weights for standard normal difficulty and discrimination."""

    def __init__(self) -> None:
        (b, a) = (np.linspace(-reach, reach, points) for points, reach in (_DIFFICULTIES, _DISCRIMINATIONS))
        self.b, self.a = (axis.ravel() for axis in np.meshgrid(b, a))
        log_density = -(self.b**2 + self.a**2) / 2
        self.log_weight = log_density - logsumexp(log_density)


def _likelihood(
    parameters: Array, counts: Array, attempts: int, shape: tuple[int, int], grid: _Grid
) -> tuple[float, Array]:
    """Log likelihood and its gradient, by Fisher's identity over the posterior of the grid."""
    systems, languages = shape
    ability = parameters[:systems]
    transfer = np.concatenate([np.zeros((systems, 1)), parameters[systems:-2].reshape(systems, -1)], axis=1)
    spread_b, spread_a = np.exp(parameters[-2:])
    a, b = np.exp(spread_a * grid.a)[:, np.newaxis], (spread_b * grid.b)[:, np.newaxis]
    off = (ability[:, np.newaxis] + transfer).reshape(1, systems * languages) - b
    logits = a * off
    # Not by BLAS, whose last digits depend on its number of threads.
    joint = np.einsum("ic,gc->ig", counts, logits)
    joint += attempts * log_expit(-logits).sum(axis=1) + grid.log_weight
    highest = joint.max(axis=1, keepdims=True)
    posterior = np.exp(joint - highest)
    total = posterior.sum(axis=1, keepdims=True)
    posterior /= total
    # Residuals summed over items, one a grid point and cell.
    residual = np.einsum("ig,ic->gc", posterior, counts)
    residual -= attempts * posterior.sum(axis=0)[:, np.newaxis] * expit(logits)
    by_cell = (a * residual).sum(axis=0).reshape(systems, languages)
    to_b = -(a * b * residual).sum()
    to_a = ((spread_a * grid.a)[:, np.newaxis] * logits * residual).sum()
    slope = np.concatenate([by_cell.sum(axis=1), by_cell[:, 1:].ravel(), [to_b, to_a]])
    return float((highest + np.log(total)).sum()), slope
