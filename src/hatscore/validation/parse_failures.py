"""Answers that no reader can read: what they do to HAT, and what dropping them does."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from hatscore.results.validation import Claim
from hatscore.simulation.draws import draw_rates
from hatscore.simulation.mixes import Mix
from hatscore.simulation.profiles import Profile
from hatscore.simulation.truth import Truth
from hatscore.validation.effort import Effort
from hatscore.validation.measures import measured, median_error, spread
from hatscore.validation.verdicts import judged, with_broken

PROFILE = Profile("straight", (0.8,))
MIX = Mix(1.0, 1.0)
LOST = (0.0, 0.05, 0.1, 0.2, 0.3)
FAILURES = ("any answer", "wrong answers", "hard items")
"""Which answers of the target cannot be read: any alike; only wrong ones; those of hard items more often."""
SOURCE = "any answer in the source"
WITHIN = 0.02
_ITEMS, _ATTEMPTS = 250, 10


class _Counts(NamedTuple):
    """Attempts of one side, items last."""

    right: npt.NDArray[np.int64]
    unread: npt.NDArray[np.int64]


def parse_failures(effort: Effort) -> Claim:
    """Parse failures in one language: HAT counted with them as wrong, and without them.

    Parameters
    ----------
    effort : Effort
        How many studies.

    Returns
    -------
    Claim
    """
    studies, rng = effort.studies(300, 3_000), effort.rng("parse_failures")
    rows = [row for which in (*FAILURES, SOURCE) for lost in LOST for row in _rows(which, lost, studies, rng)]
    of = {(row["failures"], row["lost"], row["unparsed"]): row for row in rows}
    broken = [
        f"{row['failures']}, {100 * row['lost']:g} %, {row['unparsed']}: {row['value']:.3f}, "
        f"not {expected:.3f}"
        for row in rows
        if (expected := _expected(row)) is not None
        and abs(row["value"] - expected) > WITHIN + 3 * median_error(row, studies)
    ]
    flattered = of["wrong answers", 0.2, "drop"]["value"]
    exceptions = [
        "Wrong answers of the target, a fifth of all unread, dropped: HAT reads "
        f"{flattered:.3f} instead of {PROFILE.hat:g}. Scores cannot tell whether failures have to do with "
        "being "
        "right, so dropping can flatter a system."
    ]
    hard = {unparsed: of["hard items", 0.2, unparsed]["value"] for unparsed in ("wrong", "drop")}
    seen = (
        f"With 20 % of the answers in a language unread, HAT of {PROFILE.hat:g} reads "
        f"{of['any answer', 0.2, 'wrong']['value']:.2f} counted as wrong and "
        f"{of['any answer', 0.2, 'drop']['value']:.2f} dropped, when failures hit any answer; "
        f"{of['wrong answers', 0.2, 'wrong']['value']:.2f} and "
        f"{of['wrong answers', 0.2, 'drop']['value']:.2f} "
        f"when they hit wrong answers only; {hard['wrong']:.2f} and {hard['drop']:.2f} when hard items fail "
        "more "
        f"often. 20 % unread in the source and counted as wrong read {of[SOURCE, 0.2, 'wrong']['value']:.2f}."
    )
    return Claim(
        id="parse_failures",
        group="ours",
        title="Answers that cannot be read",
        sentence=(
            "A share f of unread answers in a target, counted as wrong, takes HAT down to (1 - f) HAT, and "
            "in the "
            "source up to HAT / (1 - f); dropping them undoes this when failures hit any answer alike. It "
            "overstates HAT when they hit wrong answers."
        ),
        verdict=judged(broken, exceptions),
        found=with_broken(seen, broken),
        exceptions=tuple(exceptions),
        data=tuple(rows),
        studies=studies,
        error=max(median_error(row, studies) for row in rows),
    )


def _expected(row: dict[str, Any]) -> float | None:
    """What HAT should read; None where the claim only names a direction."""
    which, dropped, kept = row["failures"], row["unparsed"] == "drop", 1 - row["lost"]
    if which == "any answer":
        return PROFILE.hat if dropped else PROFILE.hat * kept
    if which == SOURCE:
        return PROFILE.hat if dropped else PROFILE.hat / kept
    return PROFILE.hat if which == "wrong answers" and not dropped else None


def _rows(which: str, lost: float, studies: int, rng: np.random.Generator) -> list[dict[str, Any]]:
    truth = Truth(profiles=(PROFILE,), mixes=(MIX,), items=_ITEMS, languages={"sw": 0.0}, shared_luck=False)
    rates = draw_rates(truth, rng, studies=studies)
    source = _asked(rates.source, rng, "any answer", lost if which == SOURCE else 0.0)
    target = _asked(rates.target, rng, which, 0.0 if which == SOURCE else lost)
    rows = []
    for unparsed in ("wrong", "drop"):
        attempts = [_ATTEMPTS - side.unread if unparsed == "drop" else _ATTEMPTS for side in (source, target)]
        found = measured(source.right, attempts[0], target.right, attempts[1])
        rows.append(
            {"failures": which, "lost": lost, "unparsed": unparsed, "truth": PROFILE.hat}
            | {"target_accuracy": float(found["target_accuracy"].mean())}
            | spread(found["hat_corrected"][:, 0])
        )
    return rows


def _asked(rate: npt.NDArray[np.float64], rng: np.random.Generator, which: str, lost: float) -> _Counts:
    """Right and unread attempts, of which ``lost`` are unread on average."""
    right = rng.binomial(_ATTEMPTS, rate)
    if which == "wrong answers":
        # Of wrong answers so many more, that of all answers it is the same share.
        among = min(lost / max(1 - float(rate.mean()), 1e-9), 1.0)
        return _Counts(right, rng.binomial(_ATTEMPTS - right, among))
    share = np.full(rate.shape, lost)
    if which == "hard items":
        share = np.minimum(lost * (1 - rate) / max(1 - float(rate.mean()), 1e-9), 1.0)
    read = rng.binomial(right, 1 - share)
    wrong = rng.binomial(_ATTEMPTS - right, share)
    return _Counts(read, right - read + wrong)
