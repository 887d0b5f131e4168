"""The live demo: the smallest real model at hand answers a few starter facts."""

from pathlib import Path

from hatscore.benchmarks.sources import cache_folder
from hatscore.errors import MissingExtra
from hatscore.running.run import run_study
from hatscore.running.study import LOCAL, Study, choose
from hatscore.sampling.local_weights import find_weights, registered_weights

LANGUAGES = ["en", "es", "fr"]
ITEMS, ATTEMPTS, SHOTS, MOST_TOKENS = 20, 10, 3, 16
_FIRST = "smollm2-135m"
"""Preferred: an open licence, and it knows some facts in English."""


def ask_local_model(store: Path) -> str:
    """Ask what is not in the store yet.

    Parameters
    ----------
    store : Path
        Where answers are kept.

    Returns
    -------
    str
        Licence and origin of the model that answered.

    Raises
    ------
    MissingExtra
        If no registered weights or no engine are installed.
    """
    weights = local_weights()
    if weights is None:
        raise MissingExtra("A live demo", "run,local")
    system = {
        "system": f"{LOCAL}{weights}",
        "temperature": 0.7,
        "max_tokens": MOST_TOKENS,
        "seed": 1,
    }
    asked = tuple(choose("starter_facts", languages=LANGUAGES, items=ITEMS, shots=SHOTS))
    run_study(Study((system,), asked, ATTEMPTS, store))
    return find_weights(f"{LOCAL}{weights}", cache=cache_folder()).notice()


def local_weights() -> str | None:
    """Name of registered weights that are installed.

    Returns
    -------
    str or None
    """
    names = sorted((weights.name for weights in registered_weights()), key=lambda name: name != _FIRST)
    for name in names:
        try:
            find_weights(f"{LOCAL}{name}", cache=cache_folder())
        except MissingExtra:
            continue
        return name
    return None
