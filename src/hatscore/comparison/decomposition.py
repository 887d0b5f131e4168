"""The gain in target accuracy between systems in parts, with paired intervals."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from hatscore.comparison.compare import choose_systems
from hatscore.comparison.doubts import doubts
from hatscore.comparison.footing import REASONS, Footing, footing
from hatscore.comparison.student_t import bounds
from hatscore.core.decomposition import PRODUCTS, decompose
from hatscore.core.fieller import RatioInterval
from hatscore.core.figures import Factor, Figure, figure
from hatscore.core.influences import Influences, mean_influences, slope_influences
from hatscore.core.slopes import Terms
from hatscore.errors import InvalidArgument, NotEstimable
from hatscore.flags import FEW_ITEMS_BELOW, Flag
from hatscore.options import Options
from hatscore.results.decomposition import Decomposition, Step
from hatscore.results.estimates import Estimate, Interval
from hatscore.scoring import cells
from hatscore.scoring.intervals import Lack
from hatscore.scoring.panels import Mask, Panel
from hatscore.wording import listing, plural


def decompose_panels(
    panels: Sequence[Panel],
    options: Options,
    *,
    systems: Sequence[str] | None = None,
    notes: tuple[str, ...] = (),
) -> Decomposition:
    """Split the gains along a chain of systems.

    Parameters
    ----------
    panels : sequence of Panel
        Counts, one a benchmark.
    options : Options
        How to score; ``by="language"`` gives every target language beside the mean.
    systems : sequence of str, optional
        The chain, oldest first; two or more. None where the data hold exactly two.
    notes : tuple of str
        What the readers noticed.

    Returns
    -------
    Decomposition
        A row for each step and, in longer chains, one from the first to the last.

    Raises
    ------
    InvalidArgument
        If a system or an option has no such value, or the order is open.
    NotEstimable
        If no benchmark holds the whole chain with 2 source attempts per item.
    """
    names = choose_systems(panels, systems)
    if systems is None and len(names) > 2:
        raise InvalidArgument(
            "name the systems in order, oldest first (systems, --systems); there are "
            f"{listing(names, most=30)}."
        )
    if options.by == "pooled":
        raise InvalidArgument("by must be 'macro' or 'language' to decompose; got 'pooled'.")
    rows: list[Step] = []
    for panel in panels:
        if panel.targets and set(names) <= set(panel.systems):
            rows += _Chain(panel, names, options).rows()
    if not rows:
        raise NotEstimable(
            f"no benchmark holds items with 2 source attempts that all of {listing(names, most=10)} have."
        )
    return Decomposition(tuple(rows), options.level, notes)


@dataclass(frozen=True, slots=True)
class _Side:
    """One system on the items of the chain, in every target language."""

    source: Influences
    target: Influences
    slope: Influences
    footing: Footing


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of the gain of one step, in every target language and, last, in their mean."""

    figure: Figure
    ends: RatioInterval
    lack: npt.NDArray[np.int8]


class _Chain:
    """The chain on one benchmark, on the items that all of its systems have."""

    def __init__(self, panel: Panel, names: list[str], options: Options) -> None:
        self._panel = panel
        self._names = names
        self._options = options
        rates = cells.pass_rates(panel)
        terms = cells.corrected(rates).terms
        places = [panel.systems.index(name) for name in names]
        # Items of the whole chain, not of each step: the gains of the steps add up to that of the chain.
        common: Mask = np.asarray(rates.corrected[:, places].all(axis=1))
        self._common = common
        self._used: Mask = np.asarray(common.any(axis=0))
        self._any = np.asarray(rates.corrected[:, places].any(axis=(1, 2)))
        self._sides = []
        for place in places:
            own = Terms(*(np.where(common, term[:, place], 0.0) for term in terms))
            slope = slope_influences(own, common)
            self._sides.append(
                _Side(
                    mean_influences(np.broadcast_to(rates.source_above[:, place], common.shape), common),
                    mean_influences(rates.target_above[:, place], common),
                    slope,
                    footing(own, slope, common, options.level),
                )
            )

    def rows(self) -> list[Step]:
        """Every step, then the whole chain, in every language and overall."""
        steps = list(pairwise(range(len(self._names))))
        if len(steps) > 1:
            steps.append((0, len(self._names) - 1))
        targets = [*self._panel.targets, "macro"]
        shown = range(len(targets)) if self._options.by != "macro" else [len(targets) - 1]
        parts = {step: self._parts(step) for step in steps}
        found = []
        for row in shown:
            if row < len(self._panel.targets) and not self._used[row]:
                continue
            found += [self._row(step, row, parts[step]) for step in steps if self._used.any()]
        return found

    def _parts(self, step: tuple[int, int]) -> dict[str, _Part]:
        """Every part in every language and, last, in their mean."""
        a, b = (self._sides[place] for place in step)
        sources, targets, slopes = (a.source, b.source), (a.target, b.target), (a.slope, b.slope)
        values = decompose(
            source=(a.source.value, b.source.value),
            target=(a.target.value, b.target.value),
            slope=(a.slope.value, b.slope.value),
        )
        gain = [Factor(sign, of) for sign, of in zip((-1.0, 1.0), targets, strict=True)]
        found = {"total": figure(values.total, [], gain, present=self._common)}
        for name, products in PRODUCTS.items():
            by_slope = [sum(c * of.value for c, of in zip(row, sources, strict=True)) for row in products]
            by_source = [sum(c * of.value for c, of in zip(row, slopes, strict=True)) for row in products.T]
            found[name] = figure(
                getattr(values, name),
                [Factor(weight, of) for weight, of in zip(by_slope, slopes, strict=True)],
                [
                    *(Factor(weight, of) for weight, of in zip(by_source, sources, strict=True)),
                    *(gain if name == "shape" else ()),
                ],
                products,
                present=self._common,
            )
        rests = a.footing.worse(b.footing)
        parts = {}
        for name, part in found.items():
            ends = bounds(part, self._options.level)
            lack = rests.lack(part, ends.bounded)
            # The gain in accuracy itself needs no slope.
            parts[name] = _Part(part, ends, np.zeros_like(lack) if name == "total" else lack)
        return parts

    def _row(self, step: tuple[int, int], row: int, parts: dict[str, _Part]) -> Step:
        sides = [self._sides[place] for place in step]
        rests = sides[0].footing.worse(sides[1].footing)
        estimates = {name: self._estimate(part, row) for name, part in parts.items()}
        columns = [row] if row < len(self._panel.targets) else list(np.flatnonzero(self._used))
        means = {
            name: tuple(float(getattr(one, name).value[columns].mean()) for one in sides)
            for name in ("source", "target", "slope")
        }
        items = int(parts["total"].figure.items[row])
        return Step(
            benchmark=self._panel.benchmark,
            target=[*self._panel.targets, "macro"][row],
            system_a=self._names[step[0]],
            system_b=self._names[step[1]],
            **estimates,
            source_accuracy_a=means["source"][0],
            source_accuracy_b=means["source"][1],
            target_accuracy_a=means["target"][0],
            target_accuracy_b=means["target"][1],
            hat_a=means["slope"][0] if rests.known[row] else None,
            hat_b=means["slope"][1] if rests.known[row] else None,
            n_items=items,
            above_floor=bool(np.any(self._panel.floor > 0)),
            flags=tuple(
                self._flags(items, float(rests.denominator_error[row]), Lack(parts["transfer"].lack[row]))
            ),
        )

    def _estimate(self, part: _Part, row: int) -> Estimate:
        if part.lack[row] != Lack.NOTHING:
            return Estimate(None, reason=REASONS[Lack(part.lack[row])])
        value = float(part.figure.value[row])
        low, high = float(part.ends.low[row]), float(part.ends.high[row])
        if not high > low:
            return Estimate(value, reason="no interval: the items do not vary")
        return Estimate(value, Interval(low, high, self._options.level, "fieller"))

    def _flags(self, items: int, denominator_error: float, lack: Lack) -> list[Flag]:
        found = []
        if items < FEW_ITEMS_BELOW:
            found.append(
                Flag("FEW_ITEMS", f"only {plural(items, 'item')} that all systems of the chain have.")
            )
        found += doubts(denominator_error, lack)
        alone = int((self._any & ~self._common.any(axis=1)).sum())
        if alone:
            found.append(
                Flag("ITEMS_MISSING", f"{plural(alone, 'item')} that not all of them have left out.")
            )
        return found
