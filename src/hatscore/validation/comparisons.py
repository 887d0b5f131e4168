"""How often compare errs, and how often it sees what is there, beside tests that people use."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy.stats import nct

from hatscore.results.validation import Claim
from hatscore.scoring.panels import Mask
from hatscore.validation.bounds import (
    FEWEST_PRINTED,
    Bounds,
    binomial_error,
    coverage_bounds,
    percent,
    spanned,
    standing,
)
from hatscore.validation.effort import Effort
from hatscore.validation.known import sorted_misses
from hatscore.validation.telling_apart import TESTS, Duel, Tested, tried
from hatscore.validation.verdicts import judged, with_broken

ERRORS = Bounds(0.04, 0.06)
"""Where the share of false differences should lie, at nominal 5 %."""

OURS = ("compare_language", "compare")
BOOTSTRAP = ("compare_bootstrap",)
CHEAP = tuple(name for name in TESTS if name not in BOOTSTRAP)
PREDICTED_WITHIN = 0.03
AGAIN = 3
"""Times as many new studies where the first lie outside, in the full form: these alone count then."""

SAME = (
    Duel("weak", "weak", 100, 10),
    Duel("uniform", "uniform", 100, 10),
    Duel("strong", "strong", 100, 10),
    Duel("two-humped", "two-humped", 100, 10),
    Duel("very weak", "very weak", 250, 10),
    Duel("weak", "weak", 588, 5),
    Duel("weak", "uniform", 100, 10),
    Duel("weak", "strong", 250, 10),
    Duel("uniform", "strong", 250, 5),
    Duel("very weak", "uniform", 250, 10),
)
"""Profiles are the same; in the last four the source mixes differ."""

_MIXES = (
    *((mix, mix) for mix in ("weak", "very weak", "uniform", "strong", "two-humped")),
    *(("weak", "uniform"), ("weak", "strong"), ("uniform", "strong"), ("very weak", "uniform")),
)
_SOME = (("weak", "weak"), ("very weak", "uniform"), ("weak", "strong"), ("uniform", "strong"))
MORE = (
    *(Duel(*mixes, items, 10, shared_luck=False) for mixes in _MIXES for items in (100, 250, 588)),
    *(Duel(*mixes, 250, attempts, shared_luck=False) for mixes in _SOME for attempts in (2, 5, 32)),
    *(Duel(*mixes, 250, 10, slope=slope, shared_luck=False) for mixes in _SOME for slope in (0.3, 1.0)),
)
"""The same over sizes and slopes, for compare alone."""

DIFFERENT = (
    Duel("uniform", "uniform", 250, 10, better=0.05),
    Duel("strong", "strong", 100, 10, better=0.04),
    Duel("weak", "weak", 250, 10, better=0.1),
    Duel("weak", "strong", 250, 10, better=0.1),
    Duel("strong", "weak", 250, 10, better=0.1),
    Duel("uniform", "strong", 588, 5, better=0.04),
)
"""B transfers better; its source is as good, better, or worse."""


def comparison_errors(effort: Effort) -> Claim:
    """How often systems that transfer alike are told apart.

    Parameters
    ----------
    effort : Effort
        How many studies.

    Returns
    -------
    Claim
    """
    duels = SAME[1:9:3] if effort.quick else SAME
    studies = effort.studies(400, 3_000)
    again = 0 if effort.quick else AGAIN
    plans = [(duel, studies, again, CHEAP) for duel in duels]
    if not effort.quick:
        plans += [(duel, studies // 4, 0, BOOTSTRAP) for duel in SAME]
        plans += [(duel, studies // 2, again, OURS) for duel in MORE]
    rows = [
        row
        for duel, number, more, tests in plans
        for row in false_differences(
            duel, number, effort.rng(f"errors {duel} {tests}"), again=more, tests=tests
        )
    ]
    return errors_claim(rows, studies)


def errors_claim(rows: list[dict[str, Any]], studies: int) -> Claim:
    """What the rows of all pairs say of the claim.

    Parameters
    ----------
    rows : list of dict
        From `false_differences`.
    studies : int
        Of a pair, at first.

    Returns
    -------
    Claim
    """
    own = [row for row in rows if row["test"] in OURS]
    broken, exceptions = sorted_misses(own, (), _said)
    return Claim(
        id="comparison_errors",
        group="ours",
        title="False differences",
        sentence=(
            "At nominal 5 %, compare tells systems with the same transfer profile apart in 4 to 6 % of "
            "studies, whatever their sources; tests of accuracy take a better source for a difference."
        ),
        verdict=judged(broken, exceptions),
        found=with_broken(_errors_found(rows), broken),
        exceptions=exceptions,
        data=tuple(rows),
        studies=studies,
        error=binomial_error(0.05, studies),
    )


def false_differences(
    duel: Duel,
    studies: int,
    rng: np.random.Generator,
    *,
    again: int,
    tests: tuple[str, ...],
) -> list[dict[str, Any]]:
    """How often each test tells two systems apart that transfer alike.

    Parameters
    ----------
    duel : Duel
        The truth; ``better`` is 0.
    studies : int
        How many.
    rng : numpy.random.Generator
        Randomness.
    again : int
        Times as many new studies where compare lies outside; 0 leaves it.
    tests : tuple of str
        Of `TESTS`.

    Returns
    -------
    list of dict
        A row a test.
    """
    found = tried(duel, studies, rng, tests)
    rows = [_row(duel, found, name, studies) for name in tests]
    off = any(row["standing"] in ("by chance", "outside") for row in rows if row["test"] in OURS)
    if not off or not again:
        return rows
    more = tried(duel, again * studies, rng, OURS)
    return [
        _row(duel, more, row["test"], again * studies)
        if row["test"] in OURS and row["standing"] in ("by chance", "outside")
        else row
        for row in rows
    ]


def _row(duel: Duel, found: Tested, name: str, studies: int) -> dict[str, Any]:
    estimable = float(found.estimable[name].mean())
    told, error = _share(found.told[name], found.estimable[name])
    stands = "rarely estimable" if told is None else standing(told, error, ERRORS, estimable=estimable)
    return _as_row(duel) | {
        "test": name,
        "studies": studies,
        "estimable": estimable,
        "told": told,
        "error": error,
        "standing": stands,
    }


def _as_row(duel: Duel) -> dict[str, Any]:
    names = ("mix_a", "mix_b", "items", "attempts", "slope", "better", "shared_luck")
    return {name: getattr(duel, name) for name in names}


def _share(held: Mask, estimable: Mask) -> tuple[float | None, float]:
    """Share over the cells that are estimable, None where there are none; and its error over studies."""
    cells = estimable.sum(axis=1)
    if not cells.any():
        return None, 0.0
    own = (held & estimable).sum(axis=1)[cells > 0] / cells[cells > 0]
    share = float((held & estimable).sum() / cells.sum())
    return share, max(float(own.std() / np.sqrt(len(own))), binomial_error(0.0, int(cells.sum())))


def comparison_power(effort: Effort) -> Claim:
    """How often a better profile is seen, and whether the standard errors say so beforehand.

    Parameters
    ----------
    effort : Effort
        How many studies.

    Returns
    -------
    Claim
    """
    studies = effort.studies(300, 4_000)
    duels = DIFFERENT[:4:3] if effort.quick else DIFFERENT
    rows = [row for duel in duels for row in seen(duel, studies, effort.rng(f"power {duel}"))]
    broken = []
    for row in rows:
        if row["test"] != "compare":
            continue
        off = abs(row["told"] - row["predicted"])
        if off > PREDICTED_WITHIN + 2 * row["error"]:
            broken.append(f"{_where(row)}: {percent(row['told'])}, predicted {percent(row['predicted'])}")
        if row["standing"] == "outside":
            broken.append(f"{_where(row)}: the difference is held in {percent(row['held'])}")
    own = [row for row in rows if row["test"] == "compare"]
    apart = [row["told"] for row in rows if row["test"] == "no_overlap"]
    found = (
        f"compare sees B's better profile in {spanned([row['told'] for row in own])} of studies, at most "
        f"{100 * max(abs(row['told'] - row['predicted']) for row in own):.1f} points from the power that its "
        f"standard errors predict; intervals that do not overlap in {spanned(apart)}. The "
        f"interval of the difference holds the truth in {spanned([row['held'] for row in own])}."
    )
    return Claim(
        id="comparison_power",
        group="ours",
        title="Power",
        sentence=(
            "compare sees a better profile as often as its own standard errors predict, within 3 points, and "
            "more often than intervals that do not overlap."
        ),
        verdict=judged(broken + _weaker(rows)),
        found=with_broken(found, broken + _weaker(rows)),
        exceptions=(),
        data=tuple(rows),
        studies=studies,
        error=binomial_error(0.5, studies),
    )


def seen(duel: Duel, studies: int, rng: np.random.Generator) -> list[dict[str, Any]]:
    """How often each test tells a better profile from another.

    Parameters
    ----------
    duel : Duel
        The truth.
    studies : int
        How many.
    rng : numpy.random.Generator
        Randomness.

    Returns
    -------
    list of dict
        A row a test without draws; for compare with its power as ``predicted``, and how often its interval
        ``held`` the difference.
    """
    found = tried(duel, studies, rng, CHEAP)
    rows = []
    for name in CHEAP:
        told, error = _share(found.told[name], found.estimable[name])
        row = _as_row(duel) | {"test": name, "studies": studies, "told": told, "error": error}
        row |= {"predicted": None, "held": None, "held_error": None, "standing": None}
        if name in found.held:
            held, held_error = _share(found.held[name], found.estimable[name])
            if held is not None:
                stands = standing(held, held_error, coverage_bounds(duel.items))
                row |= {"held": held, "held_error": held_error, "standing": stands}
        if name == "compare":
            row["predicted"] = _predicted(duel, found)
        rows.append(row)
    return rows


def _predicted(duel: Duel, found: Tested) -> float:
    """Power of the t-test at the standard errors that the studies found, and at their critical values."""
    known = np.isfinite(found.error)
    critical, freedom = found.critical[known], duel.items - 1
    center = duel.better / found.error[known]
    return float(np.mean(nct.sf(critical, freedom, center) + nct.cdf(-critical, freedom, center)))


def _weaker(rows: Sequence[dict[str, Any]]) -> list[str]:
    told = {(_where(row), row["test"]): row["told"] for row in rows}
    return [
        f"{place}: intervals that do not overlap see more"
        for place, test in told
        if test == "compare" and told[place, "no_overlap"] >= told[place, "compare"]
    ]


def _errors_found(rows: Sequence[dict[str, Any]]) -> str:
    def told(test: str, *, other_source: bool) -> str:
        own = [row for row in rows if row["test"] == test]
        return spanned([row["told"] for row in own if (row["mix_a"] != row["mix_b"]) == other_source])

    tests = [name for name in TESTS if name not in OURS and any(row["test"] == name for row in rows)]
    own = [row["told"] for row in rows if row["test"] in OURS and row["standing"] != "rarely estimable"]
    inside = sum(row["standing"] == "inside" for row in rows if row["test"] in OURS)
    others = "; ".join(
        f"{TESTS[name]} {told(name, other_source=False)} with the same source, "
        f"{told(name, other_source=True)} with another"
        for name in tests
    )
    seldom = [
        row["told"]
        for row in rows
        if row["test"] in OURS
        and row["standing"] == "rarely estimable"
        and row["studies"] * row["estimable"] >= FEWEST_PRINTED
    ]
    rare = f" Where fewer than 99 % of studies are estimable: compare {spanned(seldom)}." if seldom else ""
    return f"compare {spanned(own)} ({inside} of {len(own)} cells inside); {others}.{rare}"


def _where(row: dict[str, Any]) -> str:
    return (
        f"{row['mix_a']} against {row['mix_b']}, {row['items']} items, {row['attempts']} attempts, "
        f"slope {row['slope']:g}"
    )


def _said(row: dict[str, Any]) -> str:
    return f"{TESTS[row['test']]} ({_where(row)}): {percent(row['told'])}, error {100 * row['error']:.2f}"
