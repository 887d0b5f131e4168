"""The doubts that travel with a number: a closed set of codes, each with a sentence and advice."""

from dataclasses import dataclass

FEW_ITEMS_BELOW = 30
ATTEMPT_NOISE_ABOVE = 0.02
UNPARSED_DIFFERENCE_ABOVE = 0.02
NEAR_FLOOR_BELOW = 0.1
SATURATED_ABOVE = 0.95
NO_POWER_ABOVE = 0.15
"""Relative standard error of a slope's denominator above which power cannot be planned: it came out up to 6
points off in simulations (docs/results/planning.md)."""
FEW_RIGHT_ABOVE = 0.3
"""Relative standard error of a slope's denominator from which a comparison may be the luck of the draw."""
NO_COMPARISON_ABOVE = 0.4
"""The same, above which there is none: in simulations alike systems with 2 attempts were told apart in up to
7 % (weak) and 12 % (very weak) of the studies that had one."""
NO_BOOTSTRAP_ABOVE = 0.2
"""The same, above which BCa intervals of a score that are asked for held 90 to 93 % instead of 95."""

CARRIED_BY = 2.0
"""Least number of items that have to carry a score (`hatscore.core.skewness.carried_by`)."""
COMPARED_CARRIED_BY = 3.0
"""The same for each slope of a comparison: an error of one side stays, where that of a score may cancel."""
CURVE_CLEAR = 1.8
"""How many times its margin the denominator of the curve has to be above zero: nearer to it curves are wild,
and their intervals held 97 to 100 %."""

REACH_NEEDED = 0.45
"""Least `hatscore.core.curve.reach`: below it most of the area under the curve is extrapolated."""

ADVICE = {
    "FEW_ITEMS": "Read the interval, not the number; add items before comparing systems.",
    "SINGLE_ATTEMPT": (
        "With one attempt per item HAT equals the Transfer Score and cannot be corrected for noise; "
        "take at least 2 attempts per source item, better 10."
    ),
    "NEAR_FLOOR": (
        "The system hardly beats guessing in the source language, so there is little to transfer; "
        "use an easier benchmark, and floor='options' for multiple choice."
    ),
    "SATURATED": (
        "Nearly every source item is always right, so HAT is little more than target accuracy; "
        "use a harder benchmark to see the rest of the profile."
    ),
    "BENT_PROFILE": (
        "A straight line does not fit: the slopes depend on the mix of source pass rates; prefer hat_curve."
    ),
    "SOURCE_TOO_LOW": (
        "hat_curve is not supported: it would extrapolate to pass rates that were not seen; "
        "use hat_corrected and say that the profile near s = 1 is unknown."
    ),
    "ATTEMPT_NOISE": (
        "The published slope shrinks with few attempts; report hat_corrected, or take more attempts."
    ),
    "UNEQUAL_ATTEMPTS": "Look for failed calls or interrupted runs before trusting the number.",
    "UNPARSED_DIFFERS": (
        "Part of the gap may be the parser, not the model; read the answers again with a reader "
        "that is fair to every language, and compare unparsed='drop'."
    ),
    "DUPLICATE_RUNS": "Copies add no information; keep one of each, and check how the logs were made.",
    "NOT_ESTIMABLE": "These items cannot answer the question; add items or use an easier benchmark.",
    "FEW_RIGHT": (
        "Such a slope is estimable by luck as often as not, and what is built on it errs more often than its "
        "level says; take more source attempts or items, or an easier benchmark, before you believe it."
    ),
    "NO_VARIATION": (
        "All items agree exactly, so the data hold no measure of uncertainty; add harder items."
    ),
    "ITEMS_MISSING": (
        "The languages are not scored on the same items; complete the run, or compare with care."
    ),
    "FRACTIONAL_SCORES": "hat_curve needs 0/1 scores; round the judge's scores if that is fair.",
    "FEW_SYSTEMS": "Read the interval, not the number: it says what few systems can say; add systems.",
    "SYSTEMS_LEFT_OUT": "Give the missing facts in a systems file (--systems-file); nothing is guessed.",
    "LANGUAGES_LEFT_OUT": (
        "Give the missing facts in a languages file (--languages-file); nothing is guessed."
    ),
    "ITEMS_ONLY": (
        "The interval says how sure the figure is for these systems; it does not carry over to other systems."
    ),
    "LANGUAGES_FIXED": (
        "The interval is for these languages, which differ in more than this; it does not cover the choice "
        "of languages."
    ),
    "ANSWERS_NOT_KEPT": (
        "Only right and wrong are known, so wrong answers that scatter look like steady ones; "
        "regrade the responses to keep the answers."
    ),
    "AS_PUBLISHED": "Take at least 2 attempts per source item, better 10, to have HAT corrected.",
    "ITEMS_MISALIGNED": (
        "Items are matched by their number; check that all languages list them in the same order."
    ),
}
"""Advice of every flag code; the keys are the closed set."""


@dataclass(frozen=True, slots=True)
class Flag:
    """One doubt about one row.

    Attributes
    ----------
    code : str
        A key of `ADVICE`.
    sentence : str
        What was seen, with its figures.
    """

    code: str
    sentence: str

    def __post_init__(self) -> None:
        if self.code not in ADVICE:
            raise ValueError(f"unknown flag code {self.code!r}")

    @property
    def advice(self) -> str:
        """What to do about it."""
        return ADVICE[self.code]

    def __str__(self) -> str:
        """Code, sentence and advice in one line."""
        return f"{self.code}: {self.sentence} {self.advice}"
