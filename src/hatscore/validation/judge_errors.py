"""A judge that errs: how far HAT moves."""

from typing import Any

import numpy as np

from hatscore.results.validation import Claim
from hatscore.simulation.draws import draw_rates, scored_right
from hatscore.simulation.mixes import Mix
from hatscore.simulation.profiles import Profile
from hatscore.simulation.truth import Truth
from hatscore.validation.effort import Effort
from hatscore.validation.expected import crossed, moment
from hatscore.validation.measures import measured, median_error, spread
from hatscore.validation.verdicts import judged, with_broken

PROFILE = Profile("straight", (0.8,))
MIXES = ("weak", "uniform", "strong")
SHARES = (0.02, 0.05)
ERRORS = {
    "misses right answers": ((1, 0), (1, 0)),
    "invents right answers": ((0, 1), (0, 1)),
    "does both": ((1, 1), (1, 1)),
    "misses right answers in the target only": ((0, 0), (1, 0)),
    "invents right answers in the target only": ((0, 0), (0, 1)),
}
"""Which errors, in the source and in the target: (right scored wrong, wrong scored right)."""
FLOORED = ("invents right answers", "does both")
"""Errors that a floor can undo."""
WITHIN = 0.01
_ATTEMPTS = 10


def judge_errors(effort: Effort) -> Claim:
    """Judge errors of 2 and 5 %: how far HAT moves.

    Parameters
    ----------
    effort : Effort
        How many studies.

    Returns
    -------
    Claim
    """
    studies, rng = effort.studies(300, 3_000), effort.rng("judge_errors")
    rows = [
        row
        for kind in ERRORS
        for mix in MIXES
        for share in SHARES
        for row in _rows(kind, mix, share, studies, rng)
    ]
    broken = []
    for row in rows:
        where = f"{row['errors']}, {row['mix']}, {100 * row['share']:g} %, floor {row['floor']}"
        if abs(row["value"] - row["expected"]) > WITHIN + 3 * median_error(row, studies):
            broken.append(f"{where}: {row['value']:.3f}, not {row['expected']:.3f}")
    plain = [row for row in rows if row["floor"] == "none" and row["share"] == SHARES[-1]]
    exceptions = [
        f"A judge of 5 % errors that {row['errors']}: HAT reads {row['value']:.2f} instead of "
        f"{PROFILE.hat:g} "
        f"({row['mix']} source)."
        for row in plain
        if row["errors"] != "does both" and abs(row["expected"] - PROFILE.hat) > 0.02
    ]
    of = {(row["errors"], row["mix"], row["share"], row["floor"]): row["value"] for row in rows}
    invents = "invents right answers"
    seen = (
        "A judge that misses 5 % of right answers everywhere leaves HAT at "
        f"{of['misses right answers', 'weak', 0.05, 'none']:.2f}; one that calls 2 or 5 % of wrong answers "
        f"right moves it to {of[invents, 'weak', 0.02, 'none']:.2f} or "
        f"{of[invents, 'weak', 0.05, 'none']:.2f} for a weak source, and to "
        f"{of[invents, 'strong', 0.05, 'none']:.2f} "
        f"for a strong one; with that share as floor it reads {of[invents, 'weak', 0.05, 'share']:.2f}."
    )
    return Claim(
        id="judge_errors",
        group="ours",
        title="Errors of a judge",
        sentence=(
            "A limit, not a merit: HAT moves with the errors of a judge by an amount that has a closed form. "
            "Missing right answers alike in all languages does not move it; calling wrong answers right "
            "does, most "
            "for weak systems, and a floor of that share takes it off; errors in one language alone stay."
        ),
        verdict=judged(broken, exceptions),
        found=with_broken(seen, broken),
        exceptions=tuple(exceptions),
        data=tuple(rows),
        studies=studies,
        error=max(median_error(row, studies) for row in rows),
    )


def _rows(kind: str, mix: str, share: float, studies: int, rng: np.random.Generator) -> list[dict[str, Any]]:
    source = Mix.parse(mix)
    truth = Truth(profiles=(PROFILE,), mixes=(source,), languages={"de": 0.0}, shared_luck=False)
    rates = draw_rates(truth, rng, studies=studies)
    in_source, in_target = ((missed * share, invented * share) for missed, invented in ERRORS[kind])
    right = [
        rng.binomial(_ATTEMPTS, scored_right(rate, errors))
        for rate, errors in ((rates.source, in_source), (rates.target, in_target))
    ]
    rows = []
    floors = [("none", 0.0), ("share", share)] if kind in FLOORED else [("none", 0.0)]
    for floor, chance in floors:
        found = measured(right[0], _ATTEMPTS, right[1], _ATTEMPTS, floor=chance)
        rows.append(
            {"errors": kind, "mix": mix, "share": share, "floor": floor, "truth": PROFILE.hat}
            | spread(found["hat_corrected"][:, 0])
            | {"expected": _expected(source, in_source, in_target, chance)}
        )
    return rows


def _expected(
    mix: Mix, in_source: tuple[float, float], in_target: tuple[float, float], floor: float
) -> float:
    """HAT corrected over all items: rates become ``start + kept * rate`` by errors and floor."""
    (s_start, s_kept), (t_start, t_kept) = (
        (invented - floor, 1 - missed - invented) for missed, invented in (in_source, in_target)
    )
    s, t = moment(mix, 1), crossed(PROFILE, mix, 0)
    top = s_start * t_start + s_start * t_kept * t + t_start * s_kept * s
    top += s_kept * t_kept * crossed(PROFILE, mix, 1)
    return top / (s_start**2 + 2 * s_start * s_kept * s + s_kept**2 * moment(mix, 2))
