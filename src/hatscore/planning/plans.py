"""Plans: what each design shows, put into rows."""

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from hatscore.core.design_variance import VarianceParts, variance
from hatscore.errors import InvalidArgument
from hatscore.flags import FEW_ITEMS_BELOW, NO_POWER_ABOVE
from hatscore.planning.bases import Basis
from hatscore.planning.designs import Design, Planner
from hatscore.planning.power import MOST_ITEMS, Criterion, power_of
from hatscore.planning.question import Question
from hatscore.results.plan import Answer, Origin, Parts, Plan, PlannedDesign, Point

CURVE = (2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 26, 32, 40, 50)
"""Attempts of the chart."""


def make_plan(bases: Iterable[Basis], question: Question, *, level: float, origin: Origin) -> Plan:
    """Answer the question for every comparison.

    Parameters
    ----------
    bases : iterable of Basis
        The comparisons.
    question : Question
        What is asked.
    level : float
        Coverage of the interval that must leave out zero.
    origin : {'pilot', 'stated'}
        Where the bases are from.

    Returns
    -------
    Plan

    Raises
    ------
    InvalidArgument
        If nothing is asked.
    """
    if question.detect is None and question.budget is None and not question.items:
        raise InvalidArgument(
            "say what is asked: a difference to detect (--detect 0.03), a budget (--budget 100000), or the "
            "items of a design (--items 250)."
        )
    makers = [_Maker(basis, question, level) for basis in bases]
    asked = asdict(question)
    return Plan(
        rows=tuple(row for maker in makers for row in maker.rows()),
        origin=origin,
        **{name: asked[name] for name in ("detect", "power", "max_items")},
        level=level,
        priced=question.priced,
        parts=tuple(maker.parts() for maker in makers),
        points=tuple(point for maker in makers for point in maker.points()),
        notes=tuple(dict.fromkeys(note for maker in makers for note in maker.basis.notes)),
    )


def rare(denominator_error: float) -> str:
    """What makes planned power doubtful.

    Parameters
    ----------
    denominator_error : float
        Relative.

    Returns
    -------
    str
    """
    return (
        f"right answers in the source are so few that a slope's denominator is known to "
        f"{100 * denominator_error:.0f} %"
    )


class _Maker:
    """The answers for one comparison."""

    def __init__(self, basis: Basis, question: Question, level: float) -> None:
        self.basis = basis
        self._asked = question
        self._test = Criterion(level, basis.skew)
        self._planner = Planner(basis.parts, basis.denominators, question, self._test)
        own = max(round(basis.reference.languages), 1)
        self._languages = (1,) if basis.target != "macro" else question.languages or (own,)

    @property
    def _named(self) -> dict[str, Any]:
        of = self.basis
        names = ("benchmark", "target", "system_a", "system_b")
        return {name: getattr(of, name) for name in names}

    def rows(self) -> list[PlannedDesign]:
        found: list[PlannedDesign] = []
        asked, planner = self._asked, self._planner
        for languages in self._languages:
            mixes = [(asked.source_attempts or m, m, languages) for m in asked.attempts]
            for items in asked.items:
                found += [self._row("given", Design(items, *mix)) for mix in mixes]
            if asked.detect is not None:
                found += [self._needed(mix) for mix in mixes]
                cheapest = planner.cheapest(languages)
                found.append(
                    self._row("cheapest", cheapest) if cheapest else self._none("cheapest", languages)
                )
            if asked.budget is not None:
                best = planner.best(languages)
                found.append(self._row("budget", best) if best else self._none("budget", languages))
                found += [self._row("nearby", design) for design in (planner.nearby(best) if best else ())]
        return found

    def _needed(self, mix: tuple[int, int, int]) -> PlannedDesign:
        design = self._planner.needed(*mix)
        if design is not None:
            return self._row("needed", design)
        return PlannedDesign(
            **self._named,
            answer="needed",
            items=None,
            source_attempts=mix[0],
            target_attempts=mix[1],
            languages=mix[2],
            reason=f"{MOST_ITEMS:,} items are not enough",
        )

    def _row(self, answer: Answer, design: Design) -> PlannedDesign:
        asked, planner = self._asked, self._planner
        items, n, m, languages = design
        error = planner.error(design)
        unsure = planner.denominator_error(n, items)
        doubts = []
        if asked.max_items is not None and items > asked.max_items:
            doubts.append(f"there are only {asked.max_items:,} items")
        power = detectable = None
        if not planner.has_power(n, items):
            doubts.append(
                f"{rare(unsure)}; power can be planned where it is known to {100 * NO_POWER_ABOVE:.0f} %, "
                f"here from {planner.least_items(n):,.0f} items on"
            )
        else:
            detectable = planner.detectable(design)
            if asked.detect is not None:
                power = float(power_of(asked.detect, error, items, self._test)) if error else 1.0
        ends = None
        if answer in ("needed", "cheapest"):
            ends = self._items_between(design)
        return PlannedDesign(
            **self._named,
            answer=answer,
            items=items,
            items_low=ends[0] if ends else None,
            items_high=ends[1] if ends else None,
            source_attempts=n,
            target_attempts=m,
            languages=languages,
            attempts_in_all=planner.attempts(design),
            cost=planner.cost(design),
            error=error,
            power=power,
            detectable=detectable,
            denominator_error=unsure,
            reason="; ".join(doubts) or None,
        )

    def _items_between(self, design: Design) -> tuple[int, int] | None:
        """Items at the ends of the interval of the pilot's variance."""
        factors = self.basis.factor(*design[1:], level=self._test.level)
        if factors is None:
            return None
        ends = []
        for factor in factors:
            scaled = VarianceParts(*(factor * part for part in self.basis.parts))
            planner = Planner(scaled, self.basis.denominators, self._asked, self._test)
            found = planner.needed(*design[1:])
            ends.append(MOST_ITEMS if found is None else found.items)
        return ends[0], ends[1]

    def _none(self, answer: Answer, languages: int) -> PlannedDesign:
        asked = self._asked
        reason = "no mix of up to 1,000 attempts reaches it with the items that there are"
        if answer == "budget":
            reason = (
                f"it does not pay for enough items with any number of attempts ({FEW_ITEMS_BELOW} at least, "
                f"and so many that the denominators of slopes are known to {100 * NO_POWER_ABOVE:.0f} %)"
            )
        elif asked.max_items is None:
            reason = "no mix of up to 1,000 attempts reaches it"
        return PlannedDesign(**self._named, answer=answer, items=None, languages=languages, reason=reason)

    def parts(self) -> Parts:
        of, at = self.basis.parts, self.basis.reference
        n, m, languages = at.source_attempts, at.target_attempts, at.languages
        whole = float(variance(of, n, m, languages))
        target = (of.target + of.both / n) / (m * languages)
        items = of.items + of.items_language / languages
        shares = [part / whole if whole else 0.0 for part in (items, whole - items - target, target)]
        return Parts(
            **self._named,
            items=shares[0],
            source_attempts=shares[1],
            target_attempts=shares[2],
            at_source_attempts=n,
            at_target_attempts=m,
            at_languages=languages,
            terms=of._asdict(),
        )

    def points(self) -> list[Point]:
        found = []
        asked, planner = self._asked, self._planner
        for languages in self._languages:
            words = f"{languages} language" + ("" if languages == 1 else "s")
            for m in CURVE:
                n = asked.source_attempts or m
                if asked.detect is not None:
                    design = planner.needed(n, m, languages)
                    if design:
                        found.append(Point(**self._named, series=words, attempts=m, value=design.items))
                    continue
                for items in asked.items or ((asked.max_items,) if asked.max_items else ()):
                    if not planner.has_power(n, items):
                        continue
                    value = planner.detectable(Design(items, n, m, languages))
                    series = f"{items:,} items, {words}"
                    found.append(Point(**self._named, series=series, attempts=m, value=value))
        return found
