"""Designs and what they cost: the cheapest that reaches a power, the best within a budget."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from hatscore.core.design_variance import VarianceParts, variance
from hatscore.core.item_moments import DenominatorParts, denominator_spread
from hatscore.core.pass_rates import Array
from hatscore.flags import FEW_ITEMS_BELOW, NO_POWER_ABOVE
from hatscore.planning.power import Criterion, about_noncentrality, items_needed, noncentrality
from hatscore.planning.question import MOST_ATTEMPTS, Question

_ALL_UP_TO = 40
"""Numbers of attempts that are all tried; beyond, every twentieth more."""


class Design(NamedTuple):
    """How much of everything.

    Attributes
    ----------
    items, source_attempts, target_attempts, languages : int
        Items, attempts per item in the source and in each target language, target languages.
    """

    items: int
    source_attempts: int
    target_attempts: int
    languages: int


@dataclass(frozen=True, slots=True)
class Planner:
    """One comparison: what its variance is made of, what is asked, and what things cost.

    Attributes
    ----------
    parts : VarianceParts
        Of a pair, or of one system.
    denominators : tuple of DenominatorParts
        One a system.
    question : Question
        Power, prices and bounds are used.
    test : Criterion
        How a difference is tested.
    """

    parts: VarianceParts
    denominators: tuple[DenominatorParts, ...]
    question: Question
    test: Criterion

    @property
    def systems(self) -> int:
        """How many systems are asked everything."""
        return len(self.denominators)

    def least_items(self, n: Array | int) -> Array:
        """Fewest items of a plan: below, an interval carries a flag, or power cannot be planned.

        Parameters
        ----------
        n : ndarray or int
            Source attempts.

        Returns
        -------
        ndarray
        """
        few = min(FEW_ITEMS_BELOW, self.question.max_items or FEW_ITEMS_BELOW)
        return np.asarray(np.maximum(few, np.ceil(self._spread(n) / NO_POWER_ABOVE**2 - 1e-9)))

    def denominator_error(self, n: int, items: int) -> float:
        """Relative standard error of the least certain denominator of a slope.

        Parameters
        ----------
        n, items : int
            Source attempts, and items.

        Returns
        -------
        float
        """
        return float(np.sqrt(self._spread(n) / items))

    def has_power(self, n: int, items: int) -> bool:
        """Whether denominators are certain enough for power to be planned.

        Parameters
        ----------
        n, items : int
            Source attempts, and items.

        Returns
        -------
        bool
        """
        # The items of `least_items` must not fail it by rounding.
        return self.denominator_error(n, items) <= NO_POWER_ABOVE + 1e-9

    def _spread(self, n: Array | int) -> Array:
        return np.asarray(np.max([denominator_spread(one, n) for one in self.denominators], axis=0))

    def variance(self, n: int, m: int, languages: int) -> float:
        """Variance of one item's residual.

        Parameters
        ----------
        n, m, languages : int
            Source attempts, target attempts, target languages.

        Returns
        -------
        float
        """
        return float(variance(self.parts, n, m, languages))

    def error(self, design: Design) -> float:
        """Standard error of a design.

        Parameters
        ----------
        design : Design
            The design.

        Returns
        -------
        float
        """
        return float(np.sqrt(self.variance(*design[1:]) / design.items))

    def detectable(self, design: Design) -> float:
        """Smallest difference that a design shows with the power asked for.

        Parameters
        ----------
        design : Design
            The design.

        Returns
        -------
        float
        """
        center = noncentrality(design.items, self.question.power, self.test)
        return float(center) * self.error(design)

    def attempts(self, design: Design) -> int:
        """Attempts in all, of all systems.

        Parameters
        ----------
        design : Design
            The design.

        Returns
        -------
        int
        """
        items, n, m, languages = design
        return self.systems * items * (n + m * languages)

    def cost(self, design: Design) -> float:
        """What a design costs.

        Parameters
        ----------
        design : Design
            The design.

        Returns
        -------
        float
        """
        return float(design.items * self._per_item(*map(np.asarray, design[1:])))

    def needed(self, n: int, m: int, languages: int) -> Design | None:
        """The design with the fewest items that reaches the power asked for.

        Parameters
        ----------
        n, m, languages : int
            Source attempts, target attempts, target languages.

        Returns
        -------
        Design or None
            None where ten million items are not enough, or nothing is to be detected.
        """
        asked = self.question
        if asked.detect is None:
            return None
        spread = self.variance(n, m, languages)
        items = items_needed(asked.detect, spread, asked.power, self.test)
        return None if items is None else Design(max(items, int(self.least_items(n))), n, m, languages)

    def cheapest(self, languages: int) -> Design | None:
        """The cheapest design that reaches the power asked for, within the items that there are.

        Parameters
        ----------
        languages : int
            Target languages.

        Returns
        -------
        Design or None
            None where no number of attempts up to a thousand is enough.
        """
        asked = self.question
        if asked.detect is None:
            return None
        n, m = self._mixes()
        spread = variance(self.parts, n, m, languages)
        items = np.full(spread.shape, 250.0)
        for _ in range(4):  # the noncentrality hardly depends on the items
            center = about_noncentrality(items, asked.power, self.test)
            items = np.maximum(np.ceil(spread * center**2 / asked.detect**2), self.least_items(n))
        cost = items * self._per_item(n, m, np.asarray(languages))
        if asked.max_items is not None:
            cost = np.where(items <= asked.max_items, cost, np.inf)
        # Rounding and interpolation move the last digit: the best few are computed exactly.
        exact = []
        for place in np.argsort(cost)[:20]:
            design = self.needed(int(n[place]), int(m[place]), languages)
            if design and (asked.max_items is None or design.items <= asked.max_items):
                exact.append(design)
        return min(exact, key=self.cost, default=None)

    def best(self, languages: int) -> Design | None:
        """The design that shows the smallest difference within the budget.

        Parameters
        ----------
        languages : int
            Target languages.

        Returns
        -------
        Design or None
            None where the budget does not pay for the least.
        """
        n, m = self._mixes()
        items = self._affordable(n, m, languages)
        fits = items >= self.least_items(n)
        if not fits.any():
            return None
        n, m, items = n[fits], m[fits], items[fits]
        center = about_noncentrality(items, self.question.power, self.test)
        place = int(np.argmin(center**2 * variance(self.parts, n, m, languages) / items))
        return Design(int(items[place]), int(n[place]), int(m[place]), languages)

    def nearby(self, best: Design) -> list[Design]:
        """Designs within the budget with half and with twice the attempts.

        Parameters
        ----------
        best : Design
            From `best`.

        Returns
        -------
        list of Design
            Other than the best.
        """
        found = []
        for n_times, m_times in ((0.5, 1), (2, 1), (1, 0.5), (1, 2)):
            n = np.asarray(self.question.source_attempts or max(round(best.source_attempts * n_times), 2))
            m = np.asarray(max(round(best.target_attempts * m_times), 1))
            items = int(self._affordable(n, m, best.languages))
            if items >= self.least_items(n):
                found.append(Design(items, int(n), int(m), best.languages))
        return [design for design in dict.fromkeys(found) if design[1:3] != best[1:3]]

    def _affordable(self, n: Array, m: Array, languages: int) -> Array:
        budget = self.question.budget or 0.0
        # A budget that pays for exactly so many items must not lose one by rounding.
        items = np.floor(budget / self._per_item(n, m, np.asarray(languages)) + 1e-9)
        return np.asarray(np.minimum(items, self.question.max_items or np.inf))

    def _per_item(self, n: Array, m: Array, languages: Array) -> Array:
        source, target = self.question.cost_per_attempt
        answers = n * source + m * languages * target
        return np.asarray(self.question.cost_per_item + self.systems * answers)

    def _mixes(self) -> tuple[Array, Array]:
        """All pairs of source and target attempts that are tried."""
        steps = np.unique(np.geomspace(_ALL_UP_TO, MOST_ATTEMPTS, 60).round())
        numbers = np.concatenate([np.arange(1, _ALL_UP_TO), steps])
        sources = numbers[1:] if self.question.source_attempts is None else [self.question.source_attempts]
        n, m = np.meshgrid(np.asarray(sources, float), numbers, indexing="ij")
        return n.ravel(), m.ravel()
