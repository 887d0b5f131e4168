"""Simulated studies of systems with a planted effect, or with none, and what the figures should be."""

from datetime import date, timedelta
from functools import lru_cache
from typing import Any

import numpy as np

from hatscore.core.pass_rates import Array
from hatscore.results.study import Finding
from hatscore.simulation.mixes import Mix
from hatscore.simulation.profiles import Profile
from hatscore.simulation.tables import draw_panel
from hatscore.simulation.truth import Truth
from hatscore.studies.coupling import coupling
from hatscore.studies.family_vs_size import family_vs_size
from hatscore.studies.grid import build_grid
from hatscore.studies.metric_robustness import metric_robustness
from hatscore.studies.size_trend import size_trend
from hatscore.studies.thinking_effect import thinking_effect
from hatscore.studies.time_trend import time_trend
from hatscore.systems.facts import SystemFacts

SYSTEMS = 16
LEVEL = 0.95
BASE = 0.7
"""Mean HAT of the systems."""
SPREAD = 0.05
"""Standard deviation of HAT between systems beyond the planted effect."""
ABILITY = (0.25, 0.85)
"""Source accuracies are uniform between."""
_ABLE = sum(ABILITY) / 2

Study = tuple[Finding, dict[str, float]]
"""What an analysis found, and what its figures should be."""


def systems_with(rng: np.random.Generator, hats: Array, **more: Any) -> Truth:
    """Systems with straight profiles and sources from weak to strong.

    Parameters
    ----------
    rng : numpy.random.Generator
        Randomness.
    hats : ndarray, shape (systems,)
        Their slopes.
    more
        Fields of `Truth`; and ``able``, their source accuracies, which are drawn otherwise.

    Returns
    -------
    Truth
    """
    able = more.pop("able", None)
    if able is None:
        able = rng.uniform(*ABILITY, size=len(hats))
    return Truth(
        profiles=tuple(Profile("straight", (float(hat),)) for hat in np.clip(hats, 0.0, 1.0)),
        mixes=tuple(Mix(2 * one, 2 * (1 - one)) for one in able),
        shared_luck=False,
        **more,
    )


def facts_of(truth: Truth, **columns: list[Any]) -> dict[str, SystemFacts]:
    """Facts about the systems.

    Parameters
    ----------
    truth : Truth
        Which systems.
    columns
        Fields of `SystemFacts`, a value a system.

    Returns
    -------
    dict of SystemFacts
    """
    return {
        name: SystemFacts(name, **{key: column[place] for key, column in columns.items()})
        for place, name in enumerate(truth.names)
    }


def _off(rng: np.random.Generator, number: int = SYSTEMS) -> Array:
    """How systems differ beyond the effect: uniform, so that no profile leaves [0, 1]."""
    return rng.uniform(-1, 1, size=number) * SPREAD * 3**0.5


def coupled(rng: np.random.Generator, strength: float) -> Study:
    """HAT follows source accuracy with a slope.

    Parameters
    ----------
    rng : numpy.random.Generator
        Randomness.
    strength : float
        The slope.

    Returns
    -------
    Study
    """
    able = rng.uniform(*ABILITY, size=SYSTEMS)
    truth = systems_with(rng, BASE + strength * (able - _ABLE) + _off(rng), able=able)
    found = coupling(build_grid(draw_panel(truth, rng), LEVEL), facts_of(truth), LEVEL)
    return found, _coupling_truth(strength)


@lru_cache
def _coupling_truth(strength: float) -> dict[str, float]:
    """Of very many systems, without any noise; r_squared_drop has no interval that could hold it."""
    rng = np.random.default_rng(0)
    able = rng.uniform(*ABILITY, size=1_000_000)
    hats = BASE + strength * (able - _ABLE) + _off(rng, len(able))
    r_hat, r_target = (float(np.corrcoef(able, y)[0, 1]) for y in (hats, hats * able))
    r_hat = r_hat if strength else 0.0
    return {
        "r_squared_hat": r_hat**2,
        "r_squared_target": r_target**2,
        "z_drop": float(np.arctanh(r_target) - np.arctanh(r_hat)),
        "slope_hat": strength,
        "slope_target": BASE + strength * _ABLE,
    }


def robust(rng: np.random.Generator, _: float) -> Study:
    """HAT does not move with the mix, whatever the systems' profiles.

    Parameters
    ----------
    rng : numpy.random.Generator
        Randomness.
    _ : float
        Nothing is planted.

    Returns
    -------
    Study
    """
    truth = systems_with(rng, rng.uniform(0.6, 0.95, size=6))
    found = metric_robustness(build_grid(draw_panel(truth, rng), LEVEL), facts_of(truth), LEVEL)
    return found, {"moves_hat": 0.0}


def robust_target(rng: np.random.Generator, hat: float) -> Study:
    """Target accuracy and gap move with the mix, by HAT.

    Parameters
    ----------
    rng : numpy.random.Generator
        Randomness.
    hat : float
        HAT of all systems.

    Returns
    -------
    Study
    """
    truth = systems_with(rng, np.full(6, hat))
    found = metric_robustness(build_grid(draw_panel(truth, rng), LEVEL), facts_of(truth), LEVEL)
    return found, {"moves_target_accuracy": hat, "moves_xlt_gap": 1 - hat}


def sized(rng: np.random.Generator, strength: float) -> Study:
    """HAT grows with the logarithm of size; sources do not.

    Parameters
    ----------
    rng : numpy.random.Generator
        Randomness.
    strength : float
        For ten times the size.

    Returns
    -------
    Study
    """
    size = rng.uniform(0, 2, size=SYSTEMS)
    truth = systems_with(rng, BASE + strength * (size - 1) + _off(rng))
    facts = facts_of(truth, total_billions=list(10**size))
    found = size_trend(build_grid(draw_panel(truth, rng), LEVEL), facts, LEVEL)
    target = _ABLE * strength
    return found, {"slope_hat": strength, "slope_target": target, "slope_difference": target - strength}


def stepped(rng: np.random.Generator, strength: float) -> Study:
    """Later systems have a better HAT by a step.

    Parameters
    ----------
    rng : numpy.random.Generator
        Randomness.
    strength : float
        The step.

    Returns
    -------
    Study
    """
    months = rng.permutation(SYSTEMS)
    truth = systems_with(rng, BASE + strength * ((months >= SYSTEMS // 2) - 0.5) + _off(rng))
    facts = facts_of(truth, released=[date(2025, 1, 1) + timedelta(days=30 * int(month)) for month in months])
    found = time_trend(build_grid(draw_panel(truth, rng), LEVEL), facts, LEVEL)
    before, after = BASE - strength / 2, BASE + strength / 2
    return found, {"median_difference": strength, "median_before": before, "median_after": after}


def trended(rng: np.random.Generator, strength: float) -> Study:
    """HAT rises with time; sources do not.

    Parameters
    ----------
    rng : numpy.random.Generator
        Randomness.
    strength : float
        A year.

    Returns
    -------
    Study
    """
    years = rng.uniform(0, 2, size=SYSTEMS)
    truth = systems_with(rng, BASE + strength * (years - 1) + _off(rng))
    facts = facts_of(truth, released=[date(2025, 1, 1) + timedelta(days=round(365.25 * y)) for y in years])
    found = time_trend(build_grid(draw_panel(truth, rng), LEVEL), facts, LEVEL)
    return found, {"slope_hat_per_year": strength, "slope_target_per_year": _ABLE * strength}


def related(rng: np.random.Generator, spread: float) -> Study:
    """Five families differ, and half as much comes with ten times the size.

    Parameters
    ----------
    rng : numpy.random.Generator
        Randomness.
    spread : float
        Standard deviation between families; 0 plants nothing at all.

    Returns
    -------
    Study
        Without truths where nothing is planted: shares of 0 lie at the end of what they can be.
    """
    groups = np.arange(SYSTEMS) % 5
    size = rng.uniform(0, 2, size=SYSTEMS)
    effects = spread * rng.normal(size=5)[groups] + spread / 2 * (size - 1)
    truth = systems_with(rng, BASE - 0.1 + effects + _off(rng))
    facts = facts_of(truth, total_billions=list(10**size), family=[f"f{group}" for group in groups])
    found = family_vs_size(build_grid(draw_panel(truth, rng), LEVEL), facts, LEVEL, 1)
    if not spread:
        return found, {}
    line = (spread / 2) ** 2 / 3
    total = spread**2 + line + SPREAD**2 + _noise_of_items()
    return found, {
        "share_family": spread**2 / total,
        "share_size": line / total,
        "share_difference": (spread**2 - line) / total,
    }


@lru_cache
def _noise_of_items() -> float:
    """Variance of HAT that 250 items leave, which the model counts to the residual."""
    rng = np.random.default_rng(0)
    off = []
    for _ in range(60):
        hats = BASE - 0.1 + _off(rng)
        grid = build_grid(draw_panel(systems_with(rng, hats), rng), LEVEL)
        off.append(grid.values["hat"] - hats)
    return float(np.nanmean(np.square(off)))


def thought(rng: np.random.Generator, strength: float) -> Study:
    """Thinking raises HAT in five checkpoints with two settings; it does nothing for the source.

    Parameters
    ----------
    rng : numpy.random.Generator
        Randomness.
    strength : float
        The mean rise.

    Returns
    -------
    Study
    """
    found = _thinkers(rng, strength + rng.normal(scale=0.02, size=5))
    return found, {
        "hat_difference": strength,
        "target_difference": _ABLE * strength,
        "source_difference": 0.0,
    }


def thought_of_one(rng: np.random.Generator, strength: float) -> Study:
    """The same in one checkpoint: only items are drawn, the systems are taken as they are.

    Parameters
    ----------
    rng : numpy.random.Generator
        Randomness.
    strength : float
        Its rise.

    Returns
    -------
    Study
    """
    return _thinkers(rng, np.full(1, strength)), {"hat_difference": strength, "source_difference": 0.0}


def _thinkers(rng: np.random.Generator, effects: Array) -> Finding:
    number = len(effects)
    base, able = rng.uniform(0.6, 0.85, size=number), rng.uniform(*ABILITY, size=number)
    truth = systems_with(rng, np.stack([base, base + effects], axis=1).ravel(), able=np.repeat(able, 2))
    facts = facts_of(
        truth,
        checkpoint=[f"c{place // 2}" for place in range(2 * number)],
        thinking=["off" if place % 2 == 0 else "on" for place in range(2 * number)],
    )
    return thinking_effect(build_grid(draw_panel(truth, rng), LEVEL), facts, LEVEL)
