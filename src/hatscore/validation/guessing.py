"""Guessers, and systems that guess where they do not know: what a chance floor does."""

from typing import Any

import numpy as np

from hatscore.results.validation import Claim
from hatscore.simulation.mixes import Mix
from hatscore.simulation.profiles import Profile
from hatscore.simulation.truth import Truth
from hatscore.validation.effort import Effort
from hatscore.validation.measures import NAMES, median_error, spread, studies_measured
from hatscore.validation.verdicts import judged, with_broken

PROFILE = Profile("straight", (0.6,))
OPTIONS = (4, 10)
MIXES = ("guesser", "weak", "uniform", "strong")
ESTIMATORS = ("hat", "hat_corrected")
WITHIN = 0.02
SELDOM = 0.05


def guessing(effort: Effort) -> Claim:
    """Guessers and floors: HAT with and without the chance of guessing subtracted.

    Parameters
    ----------
    effort : Effort
        How many studies.

    Returns
    -------
    Claim
    """
    studies, rng = effort.studies(400, 4_000), effort.rng("guessing")
    rows: list[dict[str, Any]] = []
    for options in OPTIONS:
        for mix in MIXES:
            rows += _rows(options, mix, studies, rng)
    of = {(row["options"], row["mix"], row["floor"], row["measure"]): row for row in rows}
    corrected = NAMES["hat_corrected"]
    broken = []
    for row in rows:
        where = f"{row['mix']}, {row['options']} options"
        if row["floor"] == "none" or row["measure"] != corrected:
            continue
        if row["mix"] == "guesser":
            if row["estimable"] > SELDOM:
                broken.append(f"a guesser has a HAT in {100 * row['estimable']:.0f} % of studies ({where})")
        elif row["value"] is None or abs(row["value"] - PROFILE.hat) > WITHIN + 3 * median_error(
            row, studies
        ):
            broken.append(f"HAT reads {row['value']} instead of {PROFILE.hat} ({where})")
    guess = {options: of[options, "guesser", "none", corrected]["value"] for options in OPTIONS}
    seldom = max(of[options, "guesser", "options", corrected]["estimable"] for options in OPTIONS)
    weak = of[4, "weak", "none", corrected]["value"]
    seen = (
        f"Without a floor a pure guesser reads HAT corrected {guess[4]:.2f} on 4 options and "
        f"{guess[10]:.2f} on "
        f"10, as if it carried everything over, and a weak system of HAT {PROFILE.hat:g} reads {weak:.2f} "
        "on 4. "
        f"With floor='options' a guesser is not estimable, save in {100 * seldom:.1f} % of studies, and real "
        "systems read their truth."
    )
    return Claim(
        id="guessing",
        group="ours",
        title="Guessers and floors",
        sentence=(
            "Guessing passes for transfer. With floor='options' HAT corrected of systems that also guess is "
            "within "
            f"{WITHIN:g} of the truth, and a pure guesser is not estimable in at least "
            f"{100 * (1 - SELDOM):.0f} % "
            "of studies."
        ),
        verdict=judged(broken),
        found=with_broken(seen, broken),
        exceptions=(),
        data=tuple(rows),
        studies=studies,
        error=max(
            median_error(row, studies)
            for row in rows
            if row["measure"] == corrected and row["floor"] == "options" and row["mix"] != "guesser"
        ),
    )


def _rows(options: int, mix: str, studies: int, rng: np.random.Generator) -> list[dict[str, Any]]:
    truth = Truth(profiles=(PROFILE,), mixes=(Mix.parse(mix),), n_options=options, shared_luck=False)
    rows = []
    for floor, chance in (("none", 0.0), ("options", 1 / options)):
        found = studies_measured(truth, rng, studies=studies, floor=chance)
        rows += [
            {"options": options, "mix": mix, "floor": floor, "measure": NAMES[name]}
            | {"truth": None if mix == "guesser" else PROFILE.hat}
            | spread(found[name][:, 0])
            for name in ESTIMATORS
        ]
    return rows
