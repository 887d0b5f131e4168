"""One simulated study, with everything that is known of it."""

from typing import Any

import numpy as np

from hatscore.attempts.table import Attempts
from hatscore.results.simulation import Simulation
from hatscore.simulation.draws import draw_rates, draw_right
from hatscore.simulation.tables import attempts_frame, profiles_frame, rates_frame, truth_frame
from hatscore.simulation.truth import Truth


def simulate_study(truth: Truth, *, seed: int) -> Simulation:
    """Draw the attempts of one study.

    Parameters
    ----------
    truth : Truth
        What is drawn from.
    seed : int
        Of the randomness.

    Returns
    -------
    Simulation
    """
    rng = np.random.default_rng(seed)
    rates = draw_rates(truth, rng)
    right = draw_right(truth, rates, rng)
    return Simulation(
        attempts=Attempts.from_frame(attempts_frame(truth, right, rng), name="the simulated attempts"),
        truth=truth_frame(truth),
        rates=rates_frame(truth, rates),
        profiles=profiles_frame(truth),
        settings=_settings(truth),
        seed=seed,
    )


def _settings(truth: Truth) -> dict[str, Any]:
    plain = {name: getattr(truth, name) for name in Truth.__slots__}
    texts = {name: [str(one) for one in plain[name]] for name in ("profiles", "mixes", "names")}
    return plain | texts | {"judge_error": list(truth.judge_error)}
