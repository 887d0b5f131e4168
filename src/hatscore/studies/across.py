"""Figures across systems: a statistic, its interval, and what the interval draws at random."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from hatscore.core.line_errors import line_errors
from hatscore.core.pass_rates import Array
from hatscore.core.regression import slope
from hatscore.core.skewness import widening
from hatscore.core.two_way import Columns, Statistic, two_way
from hatscore.flags import Flag
from hatscore.results.estimates import Estimate, Interval
from hatscore.scoring.intervals import t_quantile
from hatscore.scoring.panels import Mask
from hatscore.studies.grid import Grid
from hatscore.systems.facts import SystemFacts
from hatscore.wording import listing, plural

FEW_SYSTEMS_BELOW = 8
FEWEST_CLUSTERS = 3
"""Fewer checkpoints say nothing of how systems differ: then only items are drawn."""


@dataclass(frozen=True, slots=True)
class Across:
    """Values of several systems, with and without each item.

    Attributes
    ----------
    values : mapping of ndarray, shape (systems,)
        Of all items; columns that are not in ``left_out`` are facts, without error.
    left_out : mapping of ndarray, shape (items, systems)
        Without each item.
    present : ndarray of bool, shape (items, systems)
        Which items enter.
    clusters : sequence of str
        Systems with the same entry (settings of one checkpoint) are drawn together.
    level : float
        Coverage.
    """

    values: Mapping[str, Array]
    left_out: Mapping[str, Array]
    present: Mask
    clusters: Sequence[str]
    level: float

    @property
    def draws_systems(self) -> bool:
        """Whether systems are drawn as well as items."""
        return len(set(self.clusters)) >= FEWEST_CLUSTERS

    @property
    def drawn(self) -> str:
        """What the intervals draw at random."""
        if self.draws_systems:
            return "items within systems, and systems (settings of one checkpoint together)"
        return "items within systems; the systems are taken as they are"

    def estimate(self, statistic: Statistic, *, parameters: int = 1) -> Estimate:
        """A figure with Student's t interval from the two-way jackknife.

        Parameters
        ----------
        statistic : callable
            From columns, with systems on the last axis, to values.
        parameters : int
            Coefficients that it fits across systems: 1 for a mean, 2 for a line.

        Returns
        -------
        Estimate
        """
        return self.estimates(lambda c: statistic(c)[..., np.newaxis], parameters=parameters)[0]

    def estimates(self, statistic: Statistic, *, parameters: int = 1) -> list[Estimate]:
        """Several figures at once, each as from `estimate`.

        Parameters
        ----------
        statistic : callable
            From columns, with systems on the last axis, to figures on the last axis.
        parameters : int
            Coefficients that each fits across systems.

        Returns
        -------
        list of Estimate
        """
        found = two_way(statistic, self.values, self.left_out, self.present, self.clusters)
        units = found.clusters if found.clusters else int(self.present.any(axis=1).sum())
        freedom = units - (parameters if found.clusters else 1)
        return [
            self._estimate(*map(float, figure), freedom=freedom)
            for figure in zip(found.value, found.error, found.skew, strict=True)
        ]

    def line(self, x: str, y: str | Statistic) -> Estimate:
        """A slope with Student's t interval from the two-way jackknife.

        Parameters
        ----------
        x : str
            Column of the covariate.
        y : str or callable
            Column of the response, or what computes it from the columns.

        Returns
        -------
        Estimate

        Notes
        -----
        With systems drawn, the jackknife over them is put right for what is known of it on a line, and t
        has as many degrees of freedom as that leaves (`hatscore.core.line_errors`): n - 2 are too many where
        few systems lie far out, and intervals of 8 or 16 systems then hold 93 to 94 % for 95.
        """

        def fitted(columns: Columns) -> Array:
            return slope(columns[x], columns[y] if isinstance(y, str) else y(columns))

        if not self.draws_systems:
            return self.estimate(fitted)
        errors = line_errors(self.values[x], self.clusters)
        found = two_way(
            lambda c: fitted(c)[..., np.newaxis],
            self.values,
            self.left_out,
            self.present,
            self.clusters,
            inflation=errors.inflation,
        )
        return self._estimate(float(found.value[0]), float(found.error[0]), 0.0, freedom=errors.freedom)

    def _estimate(self, value: float, error: float, skew: float, *, freedom: float) -> Estimate:
        if not np.isfinite(value):
            return Estimate(None, reason="the figure does not exist for these systems")
        # Also where it is nan, of a covariate that does not vary without some cluster.
        if not freedom >= 1 or not error > 0:
            return Estimate(value, reason="no interval: the data hold no measure of uncertainty")
        critical = float(t_quantile(np.array([freedom + 1]), self.level)[0])
        half = float(critical * widening(critical, skew, freedom + 1)) * error
        return Estimate(value, Interval(value - half, value + half, self.level, "two-way-jackknife"))

    def flags(self) -> list[Flag]:
        """Doubts about few systems.

        Returns
        -------
        list of Flag
        """
        count = len(self.clusters)
        if not self.draws_systems:
            few = f"{plural(count, 'system')} of {plural(len(set(self.clusters)), 'checkpoint')}."
            return [Flag("ITEMS_ONLY", few)]
        return [Flag("FEW_SYSTEMS", f"{plural(count, 'system')}.")] if count < FEW_SYSTEMS_BELOW else []


def across_systems(
    grid: Grid,
    places: Sequence[int],
    facts: Mapping[str, SystemFacts],
    level: float,
    columns: Mapping[str, Array] | None = None,
) -> Across:
    """The measures of a benchmark for some systems.

    Parameters
    ----------
    grid : Grid
        All measures.
    places : sequence of int
        Systems that take part.
    facts : mapping of SystemFacts
        By system, for their checkpoints.
    level : float
        Coverage.
    columns : mapping of ndarray, shape (places,), optional
        Further facts.

    Returns
    -------
    Across
    """
    chosen = list(places)
    return Across(
        values={name: column[chosen] for name, column in grid.values.items()} | dict(columns or {}),
        left_out={name: column[:, chosen] for name, column in grid.left_out.items()},
        present=grid.present[:, chosen],
        clusters=[facts[grid.systems[place]].cluster for place in chosen],
        level=level,
    )


def left_out_flags(grid: Grid, left_out: Mapping[str, str]) -> list[Flag]:
    """Systems that do not take part, by reason, and HAT that cannot be corrected.

    Parameters
    ----------
    grid : Grid
        Measures of the benchmark.
    left_out : mapping of str
        Why, by system.

    Returns
    -------
    list of Flag
    """
    flags = []
    for reason in dict.fromkeys(left_out.values()):
        names = [name for name, why in left_out.items() if why == reason]
        flags.append(Flag("SYSTEMS_LEFT_OUT", f"{reason}: {listing(names, most=20)}."))
    has = grid.present.any(axis=1)
    short = [name for name, own in zip(grid.systems, grid.present.T, strict=True) if own.sum() < has.sum()]
    if short:
        flags.append(
            Flag("ITEMS_MISSING", f"{plural(len(short), 'system')} without some items: {listing(short)}.")
        )
    if grid.estimator == "published":
        flags.append(
            Flag("AS_PUBLISHED", "some system has one attempt per item, so HAT is as published everywhere.")
        )
    return flags


def places_with(
    grid: Grid, facts: Mapping[str, SystemFacts], wanted: Mapping[str, str]
) -> tuple[list[int], dict[str, str]]:
    """Systems of which all wanted facts are known and HAT is estimable; and why others are not.

    Parameters
    ----------
    grid : Grid
        Measures of the benchmark.
    facts : mapping of SystemFacts
        By system.
    wanted : mapping of str
        From a field of `SystemFacts` to the reason where it is None.

    Returns
    -------
    places : list of int
        Systems that can take part.
    left_out : dict of str
        Reasons, by system.
    """
    left_out: dict[str, str] = {}
    for name in grid.systems:
        for field, reason in wanted.items():
            if getattr(facts[name], field) is None:
                left_out.setdefault(name, reason)
        if name in grid.unusable:
            left_out.setdefault(name, "HAT is not estimable")
    return [place for place, name in enumerate(grid.systems) if name not in left_out], left_out
