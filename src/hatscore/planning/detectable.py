"""What a run that exists could have shown."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from hatscore.comparison.footing import REASONS, footing
from hatscore.comparison.pairs import Pairs, nothing_common
from hatscore.comparison.student_t import bounds, critical_value
from hatscore.core.figures import Factor, Figure, figure
from hatscore.core.influences import slope_influences
from hatscore.core.pass_rates import Array
from hatscore.errors import InvalidArgument, NotEstimable
from hatscore.flags import NO_POWER_ABOVE
from hatscore.options import Options
from hatscore.planning.plans import rare
from hatscore.planning.power import Criterion, noncentrality, power_of
from hatscore.planning.question import Question
from hatscore.results.plan import Plan, PlannedDesign
from hatscore.scoring.intervals import Lack
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
        run, unsure, lack = self._found(a, b)
        common = self._pairs.common(a, b, "corrected")
        last = len(self._panel.targets)
        shown = [last] if self._options.by == "macro" else range(last + 1)
        # One system is held against a value below it. Of a pair it is not said which is the better.
        sides = (0, 1) if a != b else (0,)
        found = []
        for place in shown:
            columns = slice(None) if place == last else slice(place, place + 1)
            figures = self._figures(run, place, sides, float(unsure[place]), Lack(lack[place]))
            figures |= self._size(a, b, common, columns)
            target = [*self._panel.targets, "macro"][place]
            systems = (self._panel.systems[a], self._panel.systems[b] if a != b else None)
            found.append(PlannedDesign(self._panel.benchmark, target, *systems, "run", **figures))
        return found

    def _found(self, a: int, b: int) -> tuple[Figure, Array, npt.NDArray[np.int8]]:
        """In every target and in their mean: the figure, its denominators' error, why it is not estimable."""
        if a != b:
            found = self._pairs.difference(a, b, "corrected")
            return found.figure, found.footing.denominator_error, found.lack
        common = self._pairs.common(a, a, "corrected")
        terms = self._pairs.terms(a, common, "corrected")
        slopes = slope_influences(terms, common)
        alone = figure(slopes.value, [Factor(1.0, slopes)], present=common)
        rest = footing(terms, slopes, common, self._options.level)
        return alone, rest.denominator_error, rest.lack(alone, bounds(alone, self._options.level).bounded)

    def _figures(
        self, run: Figure, place: int, sides: tuple[int, ...], unsure: float, lack: Lack
    ) -> dict[str, Any]:
        """What the errors of one row show, or why they do not."""
        items, error = int(run.items[place]), float(run.error[place])
        reason = None
        if not items:
            reason = "it needs at least 2 source attempts per item"
        elif lack != Lack.NOTHING:
            reason = REASONS[lack]
        elif not error > 0:
            reason = "the items do not vary"
        if reason:
            return {"items": items, "reason": reason}
        criterion = Criterion(self._options.level, float(run.skew[place]))
        # A difference is shown where the interval on its side leaves out zero: that side's error counts.
        critical = critical_value(run, self._options.level)
        low, high, _ = run.interval(critical)
        lengths = run.value - low, high - run.value
        errors = [float(lengths[side][place] / critical[place]) for side in sides]
        detect, center = self._asked.detect, float(noncentrality(items, self._asked.power, criterion))
        return {
            "items": items,
            "error": error,
            "denominator_error": unsure,
            "reason": f"{rare(unsure)}: the figures may be off" if unsure > NO_POWER_ABOVE else None,
            "power": None if detect is None else float(power_of(detect, max(errors), items, criterion)),
            "detectable": center * max(errors),
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
