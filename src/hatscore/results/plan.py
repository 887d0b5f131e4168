"""Plans: which designs show a difference of HAT, and what a run could have shown."""

from dataclasses import dataclass
from typing import Any, Literal

from hatscore import wording
from hatscore.results.rows import HasRows, plain_row

SCHEMA = "hatscore.plan/1"

Answer = Literal["needed", "cheapest", "budget", "nearby", "given", "run"]
Origin = Literal["pilot", "stated", "run"]


@dataclass(frozen=True, slots=True)
class PlannedDesign:
    """One design, and what it shows.

    Attributes
    ----------
    benchmark, target : str
        Where; ``macro`` is the mean over target languages.
    system_a, system_b : str or None
        The pair, B against A; without B, system A against a fixed value.
    answer : {'needed', 'cheapest', 'budget', 'nearby', 'given', 'run'}
        Fewest items with these attempts; the cheapest mix; the best mix for the budget, and others within
        it; a design that was given; a run that exists.
    items : int or None
        Items; None where ten million are not enough.
    items_low, items_high : int or None
        For ``needed`` and ``cheapest``: interval of the items, since the pilot's variance is an estimate.
    source_attempts, target_attempts : float or None
        Attempts per item in the source and in each target language; means, for a run.
    languages : int or None
        Target languages.
    attempts_in_all : int or None
        Of all systems.
    cost : float or None
        At the prices that were given; else attempts in all.
    error : float or None
        Standard error.
    power : float or None
        Chance to see the difference that was asked for; None where none was, or it cannot be planned.
    detectable : float or None
        Smallest difference that is seen with the power that was asked for; None where it cannot be planned.
    denominator_error : float or None
        Relative standard error of the less certain slope's denominator; above 0.15 power cannot be planned.
    reason : str or None
        Why a figure is None, or the design cannot be had.
    """

    benchmark: str
    target: str
    system_a: str
    system_b: str | None
    answer: Answer
    items: int | None
    items_low: int | None = None
    items_high: int | None = None
    source_attempts: float | None = None
    target_attempts: float | None = None
    languages: int | None = None
    attempts_in_all: int | None = None
    cost: float | None = None
    error: float | None = None
    power: float | None = None
    detectable: float | None = None
    denominator_error: float | None = None
    reason: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """The row as plain data.

        Returns
        -------
        dict
        """
        plain = plain_row(self)
        del plain["reasons"]
        return plain


@dataclass(frozen=True, slots=True)
class Parts:
    """What the variance of one comparison is made of, at a reference design.

    Attributes
    ----------
    benchmark, target : str
        Where.
    system_a, system_b : str or None
        The pair, or one system.
    items : float
        Share of the variance that only more items, or other languages, remove.
    source_attempts, target_attempts : float
        Share that more attempts in the source, and in the targets, remove.
    at_source_attempts, at_target_attempts, at_languages : float
        The reference: the pilot's own design; without one the first that was asked for.
    terms : dict of float
        The seven parts of `hatscore.core.design_variance.VarianceParts`.
    """

    benchmark: str
    target: str
    system_a: str
    system_b: str | None
    items: float
    source_attempts: float
    target_attempts: float
    at_source_attempts: float
    at_target_attempts: float
    at_languages: float
    terms: dict[str, float]


@dataclass(frozen=True, slots=True)
class Point:
    """A point of the chart: a figure by attempts.

    Attributes
    ----------
    benchmark, target : str
        Where.
    system_a, system_b : str or None
        The pair, or one system.
    series : str
        Of the line: its languages, or its items.
    attempts : int
        Attempts per item, in the source and in every target language.
    value : float
        Items needed; without a difference to detect, the smallest that is seen.
    """

    benchmark: str
    target: str
    system_a: str
    system_b: str | None
    series: str
    attempts: int
    value: float


@dataclass(frozen=True, slots=True)
class Plan(HasRows[PlannedDesign]):
    """Designs and what they show.

    Attributes
    ----------
    rows : tuple of PlannedDesign
        By benchmark, target and pair; in each the answers in order.
    origin : {'pilot', 'stated', 'run'}
        What the standard errors come from.
    detect : float or None
        Difference of HAT that was asked for.
    power, level : float
        Power that was asked for, and coverage of the interval that must leave out zero.
    max_items : int or None
        Items that there are.
    priced : bool
        Whether costs are other than attempts in all.
    parts : tuple of Parts
        What the variance is made of; empty for a run.
    points : tuple of Point
        What the chart shows.
    notes : tuple of str
        Assumptions and doubts.
    """

    rows: tuple[PlannedDesign, ...]
    origin: Origin
    detect: float | None
    power: float
    level: float
    max_items: int | None
    priced: bool
    parts: tuple[Parts, ...] = ()
    points: tuple[Point, ...] = ()
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        """Three to eight plain lines."""
        from hatscore.sentences.plan import design_sentence

        lines = [f"Plan: {wording.plural(len(self.rows), 'design')}"]
        lines += [f"  {design_sentence(row, self)}" for row in self.rows[:5]]
        if len(self.rows) > 5:
            lines.append(f"  ... and {len(self.rows) - 5} more; to_frame() has all")
        elif len(lines) < 3:
            lines.append("  explain() has the assumptions")
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Rows, parts and assumptions as plain data under a versioned schema.

        Returns
        -------
        dict
        """
        return {
            "schema": SCHEMA,
            "origin": self.origin,
            "detect": self.detect,
            "power": self.power,
            "level": self.level,
            "max_items": self.max_items,
            "priced": self.priced,
            "notes": list(self.notes),
            "parts": [_plain(one) for one in self.parts],
            "rows": [row.to_dict() for row in self.rows],
        }

    def explain(self) -> str:
        """Every design in a sentence, what the variance is made of, and the assumptions.

        Returns
        -------
        str
        """
        from hatscore.sentences.plan import explain_plan

        return explain_plan(self)

    def plot(self) -> Any:
        """Items needed, or the smallest difference, by attempts.

        Returns
        -------
        altair.FacetChart

        Raises
        ------
        MissingExtra
            If the ``charts`` extra is not installed.
        NotEstimable
            If there is nothing to draw: the plan is about a run.
        """
        from hatscore.charts.plan import plan_chart

        return plan_chart(self)


def _plain(one: Parts) -> dict[str, Any]:
    return {name: getattr(one, name) for name in Parts.__slots__}
