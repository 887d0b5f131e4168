"""How often the study's analyses find what was planted, and how often something where nothing was."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from hatscore.results.study import Finding
from hatscore.results.validation import Claim
from hatscore.validation.bounds import Bounds, binomial_error, percent, spanned, standing
from hatscore.validation.counting import Counted
from hatscore.validation.effort import Effort
from hatscore.validation.known import FINDINGS, sorted_misses
from hatscore.validation.planted import (
    Study,
    coupled,
    related,
    robust,
    robust_target,
    sized,
    stepped,
    thought,
    thought_of_one,
    trended,
)
from hatscore.validation.planted_answers import lengths, noisy, scripted
from hatscore.validation.verdicts import judged, with_broken


class Planted(NamedTuple):
    """An analysis and how it is tried.

    Attributes
    ----------
    draw : callable
        From randomness and an effect to one study.
    effect, nothing : float or None
        The effect that is planted, and the one that is none; None where there is no such case.
    headline : str
        Figure that should exclude ``none_reads``, where an effect is planted.
    none_reads : float
        What the headline is where there is no effect.
    """

    draw: Callable[[np.random.Generator, float], Study]
    effect: float | None
    nothing: float | None
    headline: str
    none_reads: float = 0.0


PLANTED = {
    "coupling": Planted(coupled, 0.5, 0.0, "slope_hat"),
    "metric_robustness": Planted(robust, None, 0.0, "moves_hat"),
    "metric_robustness, one HAT": Planted(robust_target, 0.8, None, "moves_target_accuracy"),
    "size_trend": Planted(sized, 0.1, 0.0, "slope_hat"),
    "time_trend, a step": Planted(stepped, 0.15, 0.0, "median_difference"),
    "time_trend, a line": Planted(trended, 0.12, 0.0, "slope_hat_per_year"),
    "family_vs_size": Planted(related, 0.1, 0.0, "p_family"),
    "thinking_effect": Planted(thought, 0.08, 0.0, "hat_difference"),
    "thinking_effect, one checkpoint": Planted(thought_of_one, 0.1, 0.0, "hat_difference"),
    "thinking_tokens": Planted(lengths, 1.15, 1.0, "length_ratio", 1.0),
    "noise_or_bias": Planted(noisy, 0.5, 0.0, "noise_share"),
    "script_effect": Planted(scripted, 0.1, 0.0, "script"),
}
"""Analyses by the names in the data."""

P_VALUES = ("p_family", "p_size")
FALSE_ALARMS = Bounds(0.04, 0.06)
ALPHA = 0.05
AGAIN = 2
"""Times as many new studies where the first lie outside: these alone count then."""
_ITEMS = {"thinking_tokens": 60}
"""Items of a study where they are not 250."""


def study_findings(effort: Effort) -> Claim:
    """Every analysis of the study on simulated studies, with an effect and with none.

    Parameters
    ----------
    effort : Effort
        How many studies.

    Returns
    -------
    Claim
    """
    studies = effort.studies(8, 1_200)
    rows = [row for name in PLANTED for row in tried(name, studies, effort)]
    # Few studies cannot show coverage: the quick form asks that effects are found at all.
    broken, exceptions = sorted_misses([] if effort.quick else rows, FINDINGS, _said)
    blind = [row for row in rows if row["headline"] and row["case"] == "planted" and row["told"] < 0.5]
    broken += [f"{row['analysis']} finds its effect in only {percent(row['told'])}" for row in blind]
    return Claim(
        id="study_findings",
        group="ours",
        title="Findings of a study",
        sentence=(
            "The intervals of the study's figures hold what was planted in 94 to 96 % of studies of 250 "
            "items, and the analyses find something where nothing is in 4 to 6 %."
        ),
        verdict=judged(broken, exceptions),
        found=with_broken(_found(rows), broken),
        exceptions=exceptions,
        data=tuple(rows),
        studies=studies,
        error=binomial_error(0.95, studies),
    )


def tried(name: str, studies: int, effort: Effort) -> list[dict[str, Any]]:
    """Try one analysis; figures outside are counted again on more, new studies in the full form.

    Parameters
    ----------
    name : str
        Of `PLANTED`.
    studies : int
        How many at first.
    effort : Effort
        Form and randomness.

    Returns
    -------
    list of dict
        As from `checked`.
    """
    rows = checked(name, studies, effort.rng(f"findings {name}"))
    if effort.quick or all(row["standing"] != "outside" for row in rows):
        return rows
    more = checked(name, AGAIN * studies, effort.rng(f"findings {name} again"))
    return [new if old["standing"] == "outside" else old for old, new in zip(rows, more, strict=True)]


def checked(name: str, studies: int, rng: np.random.Generator) -> list[dict[str, Any]]:
    """Try one analysis.

    Parameters
    ----------
    name : str
        Of `PLANTED`.
    studies : int
        How many with an effect, and how many with none.
    rng : numpy.random.Generator
        Randomness.

    Returns
    -------
    list of dict
        A row a figure and case (``planted``, ``nothing``): how often its interval holds the ``truth``, and
        how often it is ``told`` from what it reads where there is no effect (headlines and p-values).
    """
    plan = PLANTED[name]
    rows = []
    for case, effect in (("planted", plan.effect), ("nothing", plan.nothing)):
        if effect is None:
            continue
        drawn = [plan.draw(rng, effect) for _ in range(studies)]
        figures = [*drawn[0][1], *(figure for figure in P_VALUES if figure in drawn[0][0].estimates)]
        items = _ITEMS.get(name, 250)
        rows += [
            {
                "analysis": name,
                "case": case,
                "effect": effect,
                "figure": figure,
                "headline": figure == plan.headline,
            }
            | _row(plan, drawn, figure, items, case)
            for figure in figures
        ]
    return rows


def _row(plan: Planted, drawn: list[Study], figure: str, items: int, case: str) -> dict[str, Any]:
    if figure in P_VALUES:
        return _of_p_values(drawn, figure, nothing=case == "nothing")
    truth = drawn[0][1][figure]
    counted = _printed([finding for finding, _ in drawn], figure)
    told = None
    if figure == plan.headline:
        apart = (counted.low > plan.none_reads) | (counted.high < plan.none_reads)
        told = float((apart & counted.printed).mean())
    return {"truth": truth, "told": told} | counted.row(truth, items)


def _printed(findings: list[Finding], figure: str) -> Counted:
    ends = []
    for finding in findings:
        one = finding.estimates.get(figure)
        interval = one.interval if one else None
        ends.append((interval.low, interval.high, one.value) if one and interval else (np.nan,) * 3)
    low, high, value = np.array(ends, float).T[..., np.newaxis]
    return Counted(np.isfinite(low), low, high, value)


def _of_p_values(drawn: list[Study], figure: str, *, nothing: bool) -> dict[str, Any]:
    values = np.array([finding.estimates[figure].value for finding, _ in drawn], float)
    estimable = float(np.isfinite(values).mean())
    told = float((values[np.isfinite(values)] < ALPHA).mean())
    error = binomial_error(told, len(values))
    return dict.fromkeys(("truth", "coverage", "above", "below", "width", "bias")) | {
        "told": told,
        "studies": len(values),
        "estimable": estimable,
        "error": error,
        "standing": standing(told, error, FALSE_ALARMS, estimable=estimable) if nothing else None,
    }


def _found(rows: list[dict[str, Any]]) -> str:
    held = [row for row in rows if row["coverage"] is not None and row["standing"] != "rarely estimable"]
    off = sum(row["standing"] == "outside" for row in held)
    heads = [row for row in rows if row["headline"]]
    found = [row["told"] for row in heads if row["case"] == "planted"]
    alarms = [row["told"] for row in heads if row["case"] == "nothing"]
    return (
        f"Over {len(held)} figures and cases intervals hold the truth in "
        f"{spanned([row['coverage'] for row in held])} ({off} outside by more than chance). Planted effects "
        f"are found in {spanned(found)} of studies, false ones in {spanned(alarms)}."
    )


def _said(row: dict[str, Any]) -> str:
    share = row["told"] if row["coverage"] is None else row["coverage"]
    where = f"{row['figure']} ({row['analysis']}, {row['case']})"
    return f"{where}: {percent(share)}, error {100 * row['error']:.1f}"
