"""Profiles that bend: a slope depends on where the items lie, HAT by its definition does not."""

from typing import Any

from hatscore.results.validation import Claim
from hatscore.simulation.mixes import Mix
from hatscore.simulation.profiles import Profile
from hatscore.simulation.truth import Truth
from hatscore.validation import expected
from hatscore.validation.effort import Effort
from hatscore.validation.measures import NAMES, median_error, spread, studies_measured
from hatscore.validation.verdicts import judged, with_broken

PROFILES = ("straight:0.6", "bent:0,0.9", "bent:1.2,-0.5", "threshold:0.9,0.4")
MIXES = ("weak", "1,2", "uniform", "2,1", "strong", "two-humped")
ESTIMATORS = ("hat", "hat_corrected", "hat_curve")
WITHIN = 0.02
APPROXIMATE = 0.1
"""How far the parabola may be off where the profile is none."""
OFTEN = 0.95


def bent_profiles(effort: Effort) -> Claim:
    """Bent profiles: slopes move with the source mix, HAT curve stays.

    Parameters
    ----------
    effort : Effort
        How many studies.

    Returns
    -------
    Claim
    """
    studies, rng = effort.studies(400, 3_000), effort.rng("bent_profiles")
    rows = [row for profile in PROFILES for mix in MIXES for row in _rows(profile, mix, studies, rng)]
    curves = [row for row in rows if row["measure"] == NAMES["hat_curve"] and row["estimable"] >= OFTEN]
    broken, exceptions = [], []
    for row in curves:
        where = f"{row['profile']}, mix {row['mix']}"
        off = row["value"] - row["truth"]
        exact = not row["profile"].startswith("threshold")
        if abs(off) > (WITHIN if exact else APPROXIMATE) + 3 * median_error(row, studies):
            broken.append(f"HAT curve reads {row['value']:.3f}, truth {row['truth']:.3f} ({where})")
        elif abs(row["expected"] - row["truth"]) > WITHIN:
            exceptions.append(
                f"{where}: HAT curve reads {row['value']:.3f}, truth {row['truth']:.3f}; a parabola only "
                "comes "
                f"near to a threshold (with ever more items {row['expected']:.3f})."
            )
    ranges = {name: _range(rows, "bent:0,0.9", name) for name in ESTIMATORS}
    if ranges["hat_corrected"] < 5 * WITHIN:
        broken.append(f"slopes move by only {ranges['hat_corrected']:.3f}")
    unsupported = sorted(
        {row["mix"] for row in rows if row["measure"] == NAMES["hat_curve"] and row["estimable"] < OFTEN}
    )
    seen = (
        f"0.9 s² has HAT 0.6. Over the mixes HAT corrected reads from {_least(rows, 'bent:0,0.9'):.2f} on "
        "and "
        f"moves by {ranges['hat_corrected']:.2f}, HAT curve by {ranges['hat_curve']:.3f}. The curve is not "
        f"estimable in more than one study of twenty with the mix {' and '.join(unsupported) or 'of none'}."
    )
    return Claim(
        id="bent_profiles",
        group="ours",
        title="Profiles that bend",
        sentence=(
            "Where a profile bends, the slopes depend on the source mix; HAT curve, where it is estimable, "
            "is "
            f"within {WITHIN:g} of the truth for straight lines and parabolas, and within {APPROXIMATE:g} "
            "for a "
            "threshold."
        ),
        verdict=judged(broken, exceptions),
        found=with_broken(seen, broken),
        exceptions=tuple(exceptions),
        data=tuple(rows),
        studies=studies,
        error=max(median_error(row, studies) for row in curves),
    )


def _rows(text: str, mix: str, studies: int, rng: Any) -> list[dict[str, Any]]:
    profile, source = Profile.parse(text), Mix.parse(mix)
    truth = Truth(profiles=(profile,), mixes=(source,), shared_luck=False)
    found = studies_measured(truth, rng, studies=studies)
    tends = {
        "hat": expected.slope(profile, source, truth.attempts),
        "hat_corrected": expected.slope(profile, source),
        "hat_curve": expected.curve_hat(profile, source),
    }
    return [
        {"profile": text, "mix": mix, "measure": NAMES[name], "truth": profile.hat}
        | spread(found[name][:, 0])
        | {"expected": tends[name]}
        for name in ESTIMATORS
    ]


def _values(rows: list[dict[str, Any]], profile: str, name: str) -> list[float]:
    return [
        row["value"]
        for row in rows
        if row["profile"] == profile and row["measure"] == NAMES[name] and row["estimable"] >= OFTEN
    ]


def _range(rows: list[dict[str, Any]], profile: str, name: str) -> float:
    values = _values(rows, profile, name)
    return max(values) - min(values)


def _least(rows: list[dict[str, Any]], profile: str) -> float:
    return min(_values(rows, profile, "hat_corrected"))
