"""Attempts from a stated truth."""

from typing import Any, Unpack

from hatscore.errors import InvalidArgument
from hatscore.options import SIMULATION_SEED
from hatscore.results.simulation import Simulation
from hatscore.simulation.study import simulate_study
from hatscore.simulation.truth import Truth, TruthFields


def simulate(*, rng: int | None = None, **truth: Unpack[TruthFields]) -> Simulation:
    """Draw attempts from a stated truth.

    Parameters
    ----------
    rng : int, optional
        Seed; None is a fixed one.
    **truth
        Fields of `hatscore.simulation.truth.Truth`: ``profiles`` and ``mixes`` (one, or one a system),
        ``names``, ``items``, ``attempts``, ``source_attempts``, ``languages``, ``item_spread``,
        ``shared_difficulty``, ``shared_luck``, ``n_options``, ``unparsed``, ``judge_error``, ``benchmark``.

    Returns
    -------
    Simulation
        With ``attempts`` for every other function, and ``truth`` beside them.

    Raises
    ------
    InvalidArgument
        If a field has no such value.

    Examples
    --------
    The same profile with a weak and a strong source: accuracy moves, HAT stays.

    >>> import hatscore
    >>> made = hatscore.simulate(profiles="straight:0.8", mixes=["weak", "strong"], items=500)
    >>> [round(accuracy, 2) for accuracy in made.truth.filter(target="de")["target_accuracy"]]
    [0.1, 0.7]
    >>> [round(row.hat_corrected.value, 1) for row in hatscore.score(made.attempts)]
    [0.8, 0.8]
    """
    return simulate_study(Truth(**truth), seed=_seed(rng))


def _seed(rng: Any) -> int:
    if rng is None:
        return SIMULATION_SEED
    if isinstance(rng, bool) or not isinstance(rng, int) or rng < 0:
        raise InvalidArgument(f"rng (--seed) must be a whole number from 0; got {rng!r}.")
    return rng
