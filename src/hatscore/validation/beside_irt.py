"""HAT beside a model of item response theory, where either is true."""

from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.special import expit
from scipy.stats import spearmanr

from hatscore.results.validation import Claim
from hatscore.simulation.draws import draw_rates, draw_right
from hatscore.simulation.mixes import Mix
from hatscore.simulation.profiles import Profile
from hatscore.simulation.truth import Truth
from hatscore.validation.bounds import percent
from hatscore.validation.effort import Effort
from hatscore.validation.irt import fit
from hatscore.validation.measures import NAMES, measured
from hatscore.validation.verdicts import judged, with_broken

Array = npt.NDArray[np.float64]

WORLDS = ("HAT is true", "IRT is true")
IRT = "IRT offset"
HAT, CURVE = NAMES["hat_corrected"], NAMES["hat_curve"]
METHODS = (HAT, CURVE, NAMES["hat"], IRT, NAMES["xlt_gap"], NAMES["target_accuracy"])
SYSTEMS, ITEMS, ATTEMPTS = 8, 250, 10
LANGUAGES = {"de": 0.0, "sw": 0.0}
BEHIND = 0.05
"""Share of pairs by which HAT curve may be behind the better one of the others, in either world."""


class _World(NamedTuple):
    """One study: right attempts by items, systems and languages (the source first), and its truth."""

    right: npt.NDArray[np.int64]
    transfer: Array
    ability: Array


def beside_irt(effort: Effort) -> Claim:
    """IRT and HAT, each in its own world and in the other's: who orders transfer better.

    Parameters
    ----------
    effort : Effort
        How many studies.

    Returns
    -------
    Claim
    """
    studies, rng = effort.studies(12, 150), effort.rng("beside_irt")
    rows = []
    for world, draw in zip(WORLDS, (_hat_world, _irt_world), strict=True):
        drawn = [draw(rng) for _ in range(studies)]
        estimates = [_estimates(one) for one in drawn]
        rows += [
            {"world": world, "method": method} | _judged([one[method] for one in estimates], drawn)
            for method in METHODS
        ]
    of = {(row["world"], row["method"]): row for row in rows}
    broken = _broken(of)
    return Claim(
        id="beside_irt",
        group="beside",
        title="Beside item response theory",
        sentence=(
            "Each is best where its own model is true: HAT corrected has the direction of more pairs right "
            "than "
            "a two-parameter IRT model when profiles are straight, and that model more than HAT when it is "
            "true "
            f"itself. HAT curve is behind the better one by at most {100 * BEHIND:.0f} points in either "
            "world."
        ),
        verdict=judged(broken),
        found=with_broken(_found(of), broken),
        exceptions=(),
        data=tuple(rows),
        studies=studies,
        error=max(row["error"] for row in rows),
    )


def _broken(of: dict[tuple[str, str], dict[str, Any]]) -> list[str]:
    broken = []
    for world, best, other in zip(WORLDS, (HAT, IRT), (IRT, HAT), strict=True):
        error = 3 * max(of[world, method]["error"] for method in (best, other, CURVE))
        right = {method: of[world, method]["right"] for method in (best, other, CURVE)}
        if right[best] < right[other]:
            broken.append(f"where {world}, {other} is right more often than {best}")
        if right[CURVE] < right[best] - BEHIND - error:
            broken.append(f"where {world}, {CURVE} is right in {percent(right[CURVE])}")
    return broken


def _found(of: dict[tuple[str, str], dict[str, Any]]) -> str:
    parts = []
    for world in WORLDS:
        shares = ", ".join(f"{method} {percent(of[world, method]['right'])}" for method in (HAT, CURVE, IRT))
        pulls = ", ".join(f"{of[world, method]['pull_of_ability']:+.2f}" for method in (HAT, CURVE, IRT))
        parts.append(
            f"Where {world}, pairs in the right order: {shares}; correlation of the error with ability: "
            f"{pulls}."
        )
    return " ".join(parts)


def _hat_world(rng: np.random.Generator) -> _World:
    """Straight profiles; items that are nearly as hard for all systems, and differ a little in transfer."""
    slopes, means = rng.uniform(0.4, 1.0, SYSTEMS), rng.uniform(0.25, 0.85, SYSTEMS)
    truth = Truth(
        profiles=tuple(Profile("straight", (float(slope),)) for slope in slopes),
        mixes=tuple(Mix(1.5 * mean, 1.5 * (1 - mean)) for mean in means),
        items=ITEMS,
        attempts=ATTEMPTS,
        languages=LANGUAGES,
        item_spread=12.0,
        shared_difficulty=0.9,
        shared_luck=False,
    )
    right = draw_right(truth, draw_rates(truth, rng), rng)
    joined = np.concatenate([right.source[0, :, :, np.newaxis], right.target[0]], axis=-1)
    return _World(joined.transpose(1, 0, 2), slopes, means)


def _irt_world(rng: np.random.Generator) -> _World:
    """Items with a difficulty and a discrimination, alike in all languages; systems lose on the logit."""
    ability, transfer = rng.uniform(-1.5, 1.5, SYSTEMS), rng.uniform(-2.0, 0.0, SYSTEMS)
    difficulty = 1.5 * rng.normal(size=(ITEMS, 1, 1))
    discrimination = np.exp(0.3 * rng.normal(size=(ITEMS, 1, 1)))
    level = np.stack([ability, *(ability + transfer for _ in LANGUAGES)], axis=-1)
    rate = expit(discrimination * (level - difficulty))
    return _World(rng.binomial(ATTEMPTS, rate), transfer, ability)


def _estimates(world: _World) -> dict[str, Array]:
    """Transfer of every system by every method, more is better."""
    by_system = world.right.transpose(1, 0, 2)[np.newaxis]
    found = measured(by_system[..., 0], ATTEMPTS, by_system[..., 1:], ATTEMPTS)
    ours = {NAMES[name]: values[0] for name, values in found.items()}
    ours[NAMES["xlt_gap"]] = -ours[NAMES["xlt_gap"]]
    return ours | {IRT: fit(world.right, ATTEMPTS).transfer.mean(axis=1)}


def _judged(estimates: list[Array], worlds: list[_World]) -> dict[str, Any]:
    orders: list[float] = []
    right: list[float] = []
    pulls: list[float] = []
    known = 0
    for values, world in zip(estimates, worlds, strict=True):
        there = np.isfinite(values)
        known += int(there.sum())
        value, truth, ability = values[there], world.transfer[there], world.ability[there]
        if len(value) < 4:
            continue
        orders.append(float(np.asarray(spearmanr(value, truth).statistic)))
        signs = [
            (value[a] - value[b]) * (truth[a] - truth[b]) > 0 for a, b in combinations(range(len(value)), 2)
        ]
        right.append(float(np.mean(signs)))
        line = np.polynomial.Polynomial.fit(truth, value, 1)
        pulls.append(np.corrcoef(value - line(truth), ability)[0, 1])
    return {
        "right": float(np.mean(right)),
        "error": float(np.std(right, ddof=1) / len(right) ** 0.5),
        "rank_correlation": float(np.mean(orders)),
        "pull_of_ability": float(np.mean(pulls)),
        "estimable": known / (len(worlds) * SYSTEMS),
    }
