"""What a run that exists could have shown."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from hatscore.comparison.pairs import Pairs
from hatscore.comparison.slopes_left_out import has_bounds, slope_left_out
from hatscore.core.slopes import Terms
from hatscore.errors import InvalidArgument, NotEstimable
from hatscore.options import Options
from hatscore.planning.power import noncentrality, power_of
from hatscore.planning.question import Question
from hatscore.results.plan import Plan, PlannedDesign
from hatscore.scoring.panels import Panel
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
        raise NotEstimable(f"no benchmark holds two of the systems {listing(names)}.")
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
        panel = self._panel
        error, items, bounded = self._errors(a, b)
        last = len(error) - 1
        shown = [last] if self._options.by == "macro" else [*range(last), last]
        common = self._pairs.common(a, b, "corrected")
        return [
            self._row(a, b, place, common if place == last else common[:, place : place + 1], found)
            for place in shown
            for found in [(float(error[place]), int(items[place]), bool(bounded[place]))]
            if panel.targets
        ]

    def _errors(self, a: int, b: int) -> tuple[np.ndarray[tuple[int, ...], np.dtype[np.float64]], ...]:
        if a != b:
            found = self._pairs.difference(a, b, "corrected")
            return found.error, found.items, found.bounded  # type: ignore[return-value]
        common = self._pairs.common(a, a, "corrected")
        terms = Terms(*(term[:, a] for term in self._pairs.cell("corrected").terms))
        slope = slope_left_out(terms, common)
        used = np.asarray(common.any(axis=0))
        bounded = has_bounds(terms, common, self._options.level)
        parts = [one.error() for one in (slope, slope.macro(used))]
        error, items = (np.append(x, y) for x, y in zip(*parts, strict=True))
        return error, items, np.append(bounded, bounded[used].all() and used.any())

    def _row(
        self,
        a: int,
        b: int,
        place: int,
        common: np.ndarray[tuple[int, ...], np.dtype[np.bool_]],
        found: tuple[float, int, bool],
    ) -> PlannedDesign:
        panel, (error, items, bounded) = self._panel, found
        columns = slice(None) if place == len(panel.targets) else slice(place, place + 1)
        of = sorted({a, b})
        used = common.any(axis=1)
        target = panel.target.attempts[:, of][..., columns]
        counted = np.broadcast_to(common[:, np.newaxis], target.shape)
        whole = int(panel.source.attempts[:, of, 0][used].sum() + target[counted].sum())
        reason = None
        if not items:
            reason = "it needs at least 2 source attempts per item"
        elif not bounded:
            reason = "a slope has no bounds on these items"
        elif not error > 0:
            reason = "the items do not vary"
        known = reason is None
        center = (
            float(noncentrality(items, power=self._asked.power, level=self._options.level)) if known else 0.0
        )
        detect = self._asked.detect
        return PlannedDesign(
            benchmark=panel.benchmark,
            target=[*panel.targets, "macro"][place],
            system_a=panel.systems[a],
            system_b=panel.systems[b] if a != b else None,
            answer="run",
            items=items,
            source_attempts=float(panel.source.attempts[:, of, 0][used].mean()) if items else None,
            target_attempts=float(target[counted].mean()) if items else None,
            languages=int(common.any(axis=0).sum()),
            attempts_in_all=whole,
            cost=float(whole),
            error=error if known else None,
            power=float(power_of(detect, error, items, level=self._options.level))
            if known and detect
            else None,
            detectable=center * error if known else None,
            reason=reason,
        )
