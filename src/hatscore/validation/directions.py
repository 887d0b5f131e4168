"""Many random pairs of systems: how often a measure has the direction of transfer right."""

import itertools
from typing import Any

import numpy as np

from hatscore.results.validation import Claim
from hatscore.simulation.mixes import Mix
from hatscore.simulation.profiles import Profile
from hatscore.simulation.truth import Truth
from hatscore.validation.effort import Effort
from hatscore.validation.measures import NAMES, studies_measured
from hatscore.validation.verdicts import judged, with_broken

EARLIER = ("target_accuracy", "xlt_gap", "transfer_score")
MEASURES = (*EARLIER, "hat", "hat_corrected", "hat_curve")
APART = (0.0, 0.05, 0.1, 0.2, 1.0)
"""Ends of the groups of pairs by their true difference."""
LEAST = 0.9
"""Of pairs at least 0.1 apart."""


def directions(effort: Effort) -> Claim:
    """Random pairs of systems: which measure has the direction of transfer right, and how often.

    Parameters
    ----------
    effort : Effort
        How many pairs.

    Returns
    -------
    Claim
    """
    pairs, rng = effort.studies(400, 5_000), effort.rng("directions")
    rows: list[dict[str, Any]] = []
    for profiles in ("straight", "bent"):
        truth, found = _pairs(profiles, pairs, rng)
        for low, high in (*itertools.pairwise(APART), (APART[0], APART[-1]), (0.1, APART[-1])):
            chosen = (np.abs(truth) >= low) & (np.abs(truth) < high)
            rows += [
                {"profiles": profiles, "apart": _apart(low, high), "measure": NAMES[name]}
                | _right(found[name][chosen], truth[chosen])
                for name in MEASURES
            ]
    share = {(row["profiles"], row["apart"], row["measure"]): row["right"] for row in rows}
    clear, every = _apart(0.1, 1.0), _apart(0.0, 1.0)
    hat, best = NAMES["hat_corrected"], max(share["straight", every, NAMES[name]] for name in EARLIER)
    broken = []
    if share["straight", clear, hat] < LEAST:
        broken.append(f"HAT corrected is right in {100 * share['straight', clear, hat]:.0f} % of clear pairs")
    if share["straight", every, hat] <= best:
        broken.append("an earlier measure is right more often over all pairs")

    def percent(kind: str, apart: str, name: str) -> str:
        return f"{100 * share[kind, apart, NAMES[name]]:.0f} %"

    listed = ", ".join(f"{NAMES[name]} {percent('straight', clear, name)}" for name in MEASURES[:5])
    seen = (
        f"Right, where systems differ by 0.1 or more: {listed}. With bent profiles HAT corrected "
        f"{percent('bent', clear, 'hat_corrected')} and HAT curve {percent('bent', clear, 'hat_curve')}, "
        "since a "
        "slope mixes transfer with where the items lie."
    )
    return Claim(
        id="directions",
        group="paper",
        title="The direction of transfer, over random pairs",
        sentence=(
            "Of random pairs of systems with straight profiles whose HAT differs by 0.1 or more, HAT "
            "corrected "
            f"has the direction right in at least {100 * LEAST:.0f} %; over all pairs no earlier measure is "
            "right as often."
        ),
        verdict=judged(broken),
        found=with_broken(seen, broken),
        exceptions=(),
        data=tuple(rows),
        studies=pairs,
        error=0.5 / pairs**0.5,
    )


def _pairs(profiles: str, pairs: int, rng: np.random.Generator) -> tuple[Any, dict[str, Any]]:
    """True differences of HAT, and differences by each measure so turned that more is better."""
    truth, found = [], []
    for _ in range(pairs):
        drawn = [_profile(profiles, rng) for _ in range(2)]
        # From a mean source accuracy of 0.2 to 0.9: what models reach on benchmarks in use.
        means = rng.uniform(0.2, 0.9, size=2)
        mixes = tuple(Mix(1.5 * mean, 1.5 * (1 - mean)) for mean in means)
        study = Truth(profiles=tuple(drawn), mixes=mixes, shared_luck=False)
        measures = studies_measured(study, rng, studies=1)
        found.append({name: measures[name][0, 1] - measures[name][0, 0] for name in MEASURES})
        truth.append(drawn[1].hat - drawn[0].hat)
    gains = {name: np.array([one[name] for one in found]) for name in MEASURES}
    gains["xlt_gap"] = -gains["xlt_gap"]
    return np.array(truth), gains


def _profile(kind: str, rng: np.random.Generator) -> Profile:
    hat = rng.uniform(0.4, 0.95)
    if kind == "straight":
        return Profile("straight", (hat,))
    return _within(hat, rng.uniform(-0.6, 0.9))


def _within(hat: float, bend: float) -> Profile:
    """A bent profile of this HAT; its bend is shrunk until it stays within [0, 1]."""
    for shrunk in bend * 0.8 ** np.arange(40):
        linear = hat - 2 * shrunk / 3
        values = linear * _GRID + shrunk * _GRID**2
        if values.min() >= 0 and values.max() <= 1:
            return Profile("bent", (linear, float(shrunk)))
    return Profile("bent", (hat, 0.0))


_GRID = np.linspace(0, 1, 1001)


def _apart(low: float, high: float) -> str:
    if (low, high) == (APART[0], APART[-1]):
        return "all"
    return f"{low:g} and more" if high == APART[-1] else f"{low:g} to {high:g}"


def _right(gains: Any, truth: Any) -> dict[str, Any]:
    known = np.isfinite(gains)
    pairs = int(known.sum())
    right = np.sign(gains[known]) == np.sign(truth[known])
    return {"right": float(right.mean()) if pairs else None, "pairs": pairs, "estimable": float(known.mean())}
