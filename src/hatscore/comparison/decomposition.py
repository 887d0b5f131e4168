"""The gain in target accuracy between systems in parts, with paired intervals."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from hatscore.comparison.compare import choose_systems
from hatscore.comparison.doubts import doubts
from hatscore.comparison.slopes_left_out import Footing, LeftOut, footing
from hatscore.comparison.student_t import half_width
from hatscore.core.decomposition import decompose
from hatscore.core.pass_rates import Array, divide
from hatscore.core.resampling import leave_one_out_sums
from hatscore.core.slopes import Terms
from hatscore.errors import InvalidArgument, NotEstimable
from hatscore.flags import FEW_ITEMS_BELOW, Flag
from hatscore.options import Options
from hatscore.results.decomposition import PARTS, Decomposition, Step
from hatscore.results.estimates import Estimate, Interval
from hatscore.scoring import cells
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
class _Sums:
    """Means and slopes of one system, whole (targets,) or without each item (items, targets)."""

    source: Array
    target: Array
    slope: Array


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
        self._common: Mask = np.asarray(rates.corrected[:, places].all(axis=1))
        self._used: Mask = np.asarray(self._common.any(axis=0))
        self._any = np.asarray(rates.corrected[:, places].any(axis=(1, 2)))
        shape = self._common.shape
        columns = [
            {
                "source": np.broadcast_to(rates.source_above[:, place], shape),
                "target": rates.target_above[:, place],
                "product": terms.numerator[:, place],
                "squared": terms.denominator[:, place],
            }
            for place in places
        ]
        self._sums = [self._sums_of(one) for one in columns]
        self._footings = [
            footing(
                Terms(one["product"], one["squared"]),
                LeftOut(whole.slope, left_out.slope, self._common).with_macro(self._used),
                options.level,
            )
            for one, (whole, left_out) in zip(columns, self._sums, strict=True)
        ]

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

    def _sums_of(self, columns: dict[str, Array]) -> tuple[_Sums, _Sums]:
        """On the whole sample and without each item."""
        columns = {name: np.where(self._common, x, 0.0) for name, x in columns.items()}
        counted = self._common.astype(float)
        results = []
        for total in (lambda x: x.sum(axis=0), leave_one_out_sums):
            items = total(counted)
            sums = {name: total(x) for name, x in columns.items()}
            results.append(
                _Sums(
                    divide(sums["source"], items),
                    divide(sums["target"], items),
                    divide(sums["product"], sums["squared"]),
                )
            )
        return results[0], results[1]

    def _parts(self, step: tuple[int, int]) -> dict[str, LeftOut]:
        """Every part in every language and, last, in their mean."""
        a, b = (self._sums[place] for place in step)
        whole, left_out = (
            decompose(
                source=(one.source, other.source),
                target=(one.target, other.target),
                slope=(one.slope, other.slope),
            )
            for one, other in zip(a, b, strict=True)
        )
        found = {}
        for name, value, without in zip(PARTS, whole, left_out, strict=True):
            found[name] = LeftOut(value, without, self._common).with_macro(self._used)
        return found

    def _row(self, step: tuple[int, int], row: int, parts: dict[str, LeftOut]) -> Step:
        rests = self._footings[step[0]].worse(self._footings[step[1]])
        estimates = {name: self._estimate(part, row, rests, name) for name, part in parts.items()}
        columns = [row] if row < len(self._panel.targets) else list(np.flatnonzero(self._used))
        sums = [self._sums[place][0] for place in step]
        means = {
            name: tuple(float(getattr(one, name)[columns].mean()) for one in sums)
            for name in ("source", "target", "slope")
        }
        items = int(parts["total"].present[:, row].sum())
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
            flags=tuple(self._flags(items, rests, row, estimates["transfer"])),
        )

    def _estimate(self, part: LeftOut, row: int, rests: Footing, name: str) -> Estimate:
        errors = part.errors()
        # The gain in accuracy itself needs no slope.
        if name != "total" and not rests.bears(errors)[row]:
            return Estimate(None, reason=rests.lack(row))
        value = float(part.value[row])
        half = float(half_width(errors, self._options.level)[row])
        if not half > 0:
            return Estimate(value, reason="no interval: the items do not vary")
        return Estimate(value, Interval(value - half, value + half, self._options.level, "jackknife"))

    def _flags(self, items: int, rests: Footing, row: int, transfer: Estimate) -> list[Flag]:
        found = []
        if items < FEW_ITEMS_BELOW:
            found.append(
                Flag("FEW_ITEMS", f"only {plural(items, 'item')} that all systems of the chain have.")
            )
        found += doubts(rests, row, estimable=transfer.value is not None)
        alone = int((self._any & ~self._common.any(axis=1)).sum())
        if alone:
            found.append(
                Flag("ITEMS_MISSING", f"{plural(alone, 'item')} that not all of them have left out.")
            )
        return found
