"""What a run that exists could have shown."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np

from hatscore.comparison.pairs import Pairs, nothing_common
from hatscore.comparison.slopes_left_out import Footing, footing, slope_left_out
from hatscore.core.jackknife import Errors
from hatscore.core.slopes import Terms
from hatscore.errors import InvalidArgument, NotEstimable
from hatscore.flags import NO_POWER_ABOVE
from hatscore.options import Options
from hatscore.planning.plans import rare
from hatscore.planning.power import Criterion, noncentrality, power_of
from hatscore.planning.question import Question
from hatscore.results.plan import Plan, PlannedDesign
from hatscore.scoring.panels import Mask, Panel
from hatscore.wording import listing

NOTE = (
    "Smallest differences that this run shows with the power asked for, from its own standard errors. They "
    "say what the run could see, not what it saw: for that, compare."
)


def run_plan(
    panels: Sequence[Panel], question: Question, options: Options, *, systems: Sequence[str] | None
) -> Plan:
    """Smallest detectable difference of every pair on every benchmark.

    Parameters
    ----------
    panels : sequence of Panel
        Counts of the run.
    question : Question
        ``power`` and ``detect`` are used.
    options : Options
        ``by`` and ``level`` are used.
    systems : sequence of str, optional
        Which; one alone is held against a fixed value. None takes all.

    Returns
    -------
    Plan

    Raises
    ------
    InvalidArgument
        If there is no such system.
    NotEstimable
        If no benchmark holds them.
    """
    known = sorted({name for panel in panels for name in panel.systems})
    names = list(known if systems is None else systems)
    if missing := [name for name in names if name not in known]:
        raise InvalidArgument(f"no system {listing(missing)}; there are {listing(known, most=30)}.")
    rows = []
    for panel in panels:
        run = _Run(panel, question, options)
        places = [panel.systems.index(name) for name in names if name in panel.systems]
        pairs = list(combinations(places, 2)) if len(names) > 1 else [(place, place) for place in places]
        rows += [row for a, b in pairs for row in run.rows(a, b)]
    if not rows:
        raise NotEstimable(nothing_common(names))
    return Plan(
        tuple(rows), "run", question.detect, question.power, options.level, None, False, notes=(NOTE,)
    )


class _Run:
    """One benchmark of a run."""

    def __init__(self, panel: Panel, question: Question, options: Options) -> None:
        self._panel = panel
        self._pairs = Pairs(panel, options)
        self._asked = question
        self._options = options

    def rows(self, a: int, b: int) -> list[PlannedDesign]:
        errors, rests = self._errors(a, b)
        estimable = rests.bears(errors)
        common = self._pairs.common(a, b, "corrected")
        last = len(self._panel.targets)
        shown = [last] if self._options.by == "macro" else range(last + 1)
        found = []
        for place in shown:
            own = Errors(*(one[place] for one in errors))
            reason = None if estimable[place] else rests.lack(place)
            columns = slice(None) if place == last else slice(place, place + 1)
            figures = self._figures(own, reason, float(rests.denominator_error[place]))
            figures |= self._size(a, b, common, columns)
            target = [*self._panel.targets, "macro"][place]
            systems = (self._panel.systems[a], self._panel.systems[b] if a != b else None)
            found.append(PlannedDesign(self._panel.benchmark, target, *systems, "run", **figures))
        return found

    def _errors(self, a: int, b: int) -> tuple[Errors, Footing]:
        """In every target and in their mean: errors, and what the slopes rest on."""
        if a != b:
            found = self._pairs.difference(a, b, "corrected")
            return found.errors, found.footing
        common = self._pairs.common(a, a, "corrected")
        terms = Terms(*(term[:, a] for term in self._pairs.cell("corrected").terms))
        slopes = slope_left_out(terms, common).with_macro(np.asarray(common.any(axis=0)))
        return slopes.errors(), footing(terms, slopes, self._options.level)

    def _figures(self, errors: Errors, lack: str | None, unsure: float) -> dict[str, Any]:
        """What the errors of one row show, or why they do not."""
        items, error = int(errors.items), float(errors.error)
        reason = None
        if not items:
            reason = "it needs at least 2 source attempts per item"
        elif lack:
            reason = lack
        elif not error > 0:
            reason = "the items do not vary"
        if reason:
            return {"items": items, "reason": reason}
        criterion = Criterion(self._options.level, float(errors.skew))
        detect = self._asked.detect
        return {
            "items": items,
            "error": error,
            "denominator_error": unsure,
            "reason": f"{rare(unsure)}: the figures may be off" if unsure > NO_POWER_ABOVE else None,
            "power": None if detect is None else float(power_of(detect, error, items, criterion)),
            "detectable": error * float(noncentrality(items, self._asked.power, criterion)),
        }

    def _size(self, a: int, b: int, common: Mask, columns: slice) -> dict[str, Any]:
        """Attempts of one row."""
        panel, of = self._panel, sorted({a, b})
        common = common[:, columns]
        source = panel.source.attempts[:, of, 0][common.any(axis=1)]
        target = panel.target.attempts[:, of][..., columns]
        target = target[np.broadcast_to(common[:, np.newaxis], target.shape)]
        whole = int(source.sum() + target.sum())
        return {
            "source_attempts": float(source.mean()) if source.size else None,
            "target_attempts": float(target.mean()) if target.size else None,
            "languages": int(common.any(axis=0).sum()),
            "attempts_in_all": whole,
            "cost": float(whole),
        }
