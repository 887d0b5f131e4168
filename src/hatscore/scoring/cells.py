"""The estimators run on a panel: per-item terms of every cell, and what they add up to."""

from dataclasses import dataclass

import numpy as np

from hatscore.core import curve, earlier_measures, slopes
from hatscore.core.floor import above_floor, powers_above_floor
from hatscore.core.pass_rates import Array, pass_rate, pass_rate_powers, squared_pass_rate
from hatscore.core.slopes import Terms
from hatscore.core.variance_parts import attempts_share
from hatscore.scoring.panels import Mask, Panel


@dataclass(frozen=True, slots=True)
class Rates:
    """Pass rates of every pair; the source side has a last axis of length 1.

    Attributes
    ----------
    present, corrected, curved : ndarray of bool, shape (items, systems, targets)
        Pairs that exist; that allow the corrected slope (two source attempts); and the curve (four).
    source, target : ndarray, shape (items, systems, 1 or targets)
        Observed pass rates s and t; zero where there is no attempt.
    source_above, target_above : ndarray
        The same above the chance floor.
    source_squared, target_squared : ndarray
        Estimates of the squared true pass rates above the floor, for any scores in [0, 1].
    source_powers : ndarray, shape (4, items, systems, 1)
        Estimates of the powers of the true source pass rate above the floor, for 0/1 scores.
    binary : ndarray of bool, shape (systems,)
        Whether all source scores of a system are 0 or 1.
    """

    present: Mask
    corrected: Mask
    curved: Mask
    source: Array
    target: Array
    source_above: Array
    target_above: Array
    source_squared: Array
    target_squared: Array
    source_powers: Array
    binary: Mask


def pass_rates(panel: Panel) -> Rates:
    """Observed pass rates and the unbiased estimates that the estimators need.

    Parameters
    ----------
    panel : Panel
        Counts of one benchmark.

    Returns
    -------
    Rates
    """
    source, target, floor = panel.source, panel.target, panel.floor
    s, t = pass_rate(source.total, source.attempts), pass_rate(target.total, target.attempts)
    squared = squared_pass_rate(source.total, source.total_of_squares, source.attempts)
    target_squared = squared_pass_rate(target.total, target.total_of_squares, target.attempts)
    powers = powers_above_floor(pass_rate_powers(source.total, source.attempts), floor)
    # A score in [0, 1] is at least its square, so equal sums mean that every score is 0 or 1.
    fractional = source.total - source.total_of_squares > 1e-12
    binary: Mask = ~np.any(fractional, axis=(0, 2))
    return Rates(
        present=panel.present,
        corrected=panel.present & (source.attempts >= 2),
        # With fractional scores k (k - 1) is not the number of pairs of right attempts.
        curved=panel.present & (source.attempts >= 4) & np.expand_dims(binary, 1),
        source=np.nan_to_num(s),
        target=np.nan_to_num(t),
        source_above=np.nan_to_num(above_floor(s, floor)),
        target_above=np.nan_to_num(above_floor(t, floor)),
        # From the sums of squares, which hold for fractional scores too, and not from the powers.
        source_squared=powers_above_floor(np.stack([s, squared]), floor)[1],
        target_squared=powers_above_floor(np.stack([t, target_squared]), floor)[1],
        source_powers=powers,
        binary=binary,
    )


def any_target(present: Mask) -> Mask:
    """Items that have at least one target.

    Parameters
    ----------
    present : ndarray of bool, shape (items, systems, targets)
        Pairs.

    Returns
    -------
    ndarray of bool, shape (items, systems, 1)
    """
    return np.asarray(present.any(axis=2, keepdims=True))


@dataclass(frozen=True, slots=True)
class Cell:
    """One ratio estimator in every cell.

    Attributes
    ----------
    terms : Terms
        Per-item numerator and denominator, shape (items, systems, cells), zero where absent.
    present : ndarray of bool, shape (items, systems, cells)
        Items that enter.
    clear : float
        How many times its margin of error the denominator has to be above zero.
    """

    terms: Terms
    present: Mask
    clear: float = 1.0

    @property
    def value(self) -> Array:
        """The estimates, shape (systems, cells)."""
        return slopes.ratio(self.terms)

    def pooled(self) -> "Cell":
        """All targets of an item added up: one cell a system."""
        summed = Terms(*(term.sum(axis=2, keepdims=True) for term in self.terms))
        return Cell(summed, any_target(self.present))


def published(rates: Rates) -> Cell:
    """HAT as published, per target.

    Parameters
    ----------
    rates : Rates
        Pass rates.

    Returns
    -------
    Cell
    """
    terms = slopes.published_terms(rates.source_above, rates.target_above)
    return Cell(_masked(terms, rates.present), rates.present)


def corrected(rates: Rates) -> Cell:
    """HAT with infinitely many attempts, per target; items with one source attempt are left out.

    Parameters
    ----------
    rates : Rates
        Pass rates.

    Returns
    -------
    Cell
    """
    terms = slopes.corrected_terms(rates.source_above, rates.source_squared, rates.target_above)
    return Cell(_masked(terms, rates.corrected), rates.corrected)


def curve_moments(rates: Rates) -> curve.Moments:
    """Moments of the curve fit per item and target, zero where absent.

    Parameters
    ----------
    rates : Rates
        Pass rates.

    Returns
    -------
    hatscore.core.curve.Moments
        Each of shape (items, systems, targets).
    """
    moments = curve.item_moments(rates.source_powers, rates.target_above)
    return curve.Moments(*(np.where(rates.curved, moment, 0.0) for moment in moments))


def pool_moments(moments: curve.Moments) -> curve.Moments:
    """Moments of all targets of an item added up.

    Parameters
    ----------
    moments : hatscore.core.curve.Moments
        Each of shape (items, systems, targets).

    Returns
    -------
    hatscore.core.curve.Moments
        Each of shape (items, systems, 1).
    """
    return curve.Moments(*(moment.sum(axis=2, keepdims=True) for moment in moments))


def earlier(rates: Rates) -> dict[str, Array]:
    """Earlier measures per target.

    Parameters
    ----------
    rates : Rates
        Pass rates.

    Returns
    -------
    dict of ndarray, shape (systems, targets)
    """
    return _earlier(np.where(rates.present, rates.source, 0.0), rates.target, rates.present)


def earlier_pooled(rates: Rates) -> dict[str, Array]:
    """Earlier measures over all pairs of a system.

    Parameters
    ----------
    rates : Rates
        Pass rates.

    Returns
    -------
    dict of ndarray, shape (systems, 1)
        With ``eclektic_transfer`` besides those of `earlier`.
    """
    systems = rates.present.shape[1]
    source = np.where(rates.present, rates.source, 0.0)
    pairs = [np.moveaxis(x, 1, 2).reshape(-1, systems, 1) for x in (source, rates.target)]
    present = np.moveaxis(rates.present, 1, 2).reshape(-1, systems, 1)
    measures = _earlier(pairs[0], pairs[1], present)
    targets = rates.present.any(axis=0).sum(axis=1, keepdims=True)
    measures["eclektic_transfer"] = earlier_measures.eclektic_transfer(measures["transfer_score"], targets)
    return measures


def attempts_share_by_target(rates: Rates, slope: Array) -> Array:
    """Share of each corrected slope's variance that is due to the number of attempts.

    Parameters
    ----------
    rates : Rates
        Pass rates.
    slope : ndarray, shape (systems, targets)
        Corrected slopes.

    Returns
    -------
    ndarray, shape (systems, targets)
    """
    return attempts_share(
        rates.source_powers,
        rates.source_above,
        rates.source_squared,
        rates.target_above,
        rates.target_squared,
        slope,
        rates.curved,
    )


def attempts_share_of_mean(rates: Rates, slope: Array) -> Array:
    """The same share for the mean over targets.

    Parameters
    ----------
    rates : Rates
        Pass rates.
    slope : ndarray, shape (systems, 1)
        Corrected slopes over all targets.

    Returns
    -------
    ndarray, shape (systems, 1)
    """
    targets = np.maximum(rates.curved.sum(axis=2, keepdims=True), 1)
    mean = np.where(rates.curved, rates.target_above, 0.0).sum(axis=2, keepdims=True) / targets
    # Products of two different targets are unbiased as they stand; the square of one target is
    # replaced by its unbiased estimate.
    noise = np.where(rates.curved, rates.target_above**2 - rates.target_squared, 0.0)
    mean_squared = mean**2 - noise.sum(axis=2, keepdims=True) / targets**2
    present = any_target(rates.curved)
    return attempts_share(
        rates.source_powers,
        rates.source_above,
        rates.source_squared,
        mean,
        mean_squared,
        slope,
        present,
    )


def _earlier(source: Array, target: Array, present: Mask) -> dict[str, Array]:
    target = np.where(present, target, 0.0)
    accuracies = {
        "source_accuracy": earlier_measures.accuracy(source, present),
        "target_accuracy": earlier_measures.accuracy(target, present),
    }
    return accuracies | {
        "xlt_gap": accuracies["source_accuracy"] - accuracies["target_accuracy"],
        "transfer_score": earlier_measures.transfer_score(source, target),
        "overall_success": earlier_measures.overall_success(source, target, present),
    }


def _masked(terms: Terms, present: Mask) -> Terms:
    return Terms(*(np.where(present, term, 0.0) for term in terms))
