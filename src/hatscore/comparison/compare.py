"""All pairs of the chosen systems on every benchmark, put into rows."""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Literal

import numpy as np

from hatscore import flags as rules
from hatscore.comparison.doubts import doubts
from hatscore.comparison.footing import REASONS
from hatscore.comparison.gate import build_gate
from hatscore.comparison.groups import unseparated_groups
from hatscore.comparison.pairs import Differences, Pairs, nothing_common
from hatscore.comparison.ranks import common_to_all, rank_probabilities
from hatscore.core.multiplicity import benjamini_hochberg, holm
from hatscore.core.pass_rates import Array, divide
from hatscore.errors import InvalidArgument, NotEstimable
from hatscore.flags import Flag
from hatscore.options import Options, is_number
from hatscore.results.comparison import Adjustment, Comparison, Difference, Ranking, Verdict
from hatscore.results.estimates import Estimate, Interval
from hatscore.scoring.intervals import Lack
from hatscore.scoring.panels import Mask, Panel
from hatscore.signature import Inference, Provenance, build_signature
from hatscore.wording import listing, plural

_ADJUST: dict[str, Callable[[Array], Array]] = {"holm": holm, "bh": benjamini_hochberg, "none": np.asarray}


def compare_panels(
    panels: Sequence[Panel],
    options: Options,
    *,
    systems: Sequence[str] | None = None,
    adjustment: Adjustment = "holm",
    margin: float | None = None,
    provenance: Mapping[str, Provenance] | None = None,
    notes: tuple[str, ...] = (),
) -> Comparison:
    """Compare systems in pairs.

    Parameters
    ----------
    panels : sequence of Panel
        Counts, one a benchmark.
    options : Options
        How to score; ``by="language"`` gives every target language beside the mean.
    systems : sequence of str, optional
        Which, in order: of each pair the earlier is A. None takes all.
    adjustment : {'holm', 'bh', 'none'}
        How p-values are adjusted.
    margin : float, optional
        Loss that a gate allows; needs two systems.
    provenance : mapping from benchmark to Provenance, optional
        For the signatures.
    notes : tuple of str
        What the readers noticed.

    Returns
    -------
    Comparison

    Raises
    ------
    InvalidArgument
        If a system or an option has no such value.
    NotEstimable
        If no benchmark holds two of the systems.
    """
    names = choose_systems(panels, systems)
    _check(names, options, adjustment, margin)
    rows: list[Difference] = []
    rankings: list[Ranking] = []
    compared = []
    for panel in panels:
        places = [panel.systems.index(name) for name in names if name in panel.systems]
        if len(places) < 2 or not panel.targets:
            continue
        board = _Board(panel, options, adjustment, (provenance or {}).get(panel.benchmark, Provenance()))
        own = board.rows(places)
        rows += own
        rankings.append(board.ranking(places, own))
        compared.append(board)
    if not rows:
        raise NotEstimable(nothing_common(names))
    gate = None
    if margin is not None:
        cells = [(board.pairs, [board.panel.systems.index(name) for name in names]) for board in compared]
        gate = build_gate(cells, names, margin, options)
    estimator: Literal["corrected", "published"]
    estimator = "published" if options.estimator == "published" else "corrected"
    return Comparison(tuple(rows), tuple(rankings), estimator, adjustment, options.level, gate, notes)


def choose_systems(panels: Sequence[Panel], systems: Sequence[str] | None) -> list[str]:
    """The systems that were asked for, or all.

    Parameters
    ----------
    panels : sequence of Panel
        Counts, one a benchmark.
    systems : sequence of str, optional
        Names.

    Returns
    -------
    list of str

    Raises
    ------
    InvalidArgument
        If there is no such system, or fewer than two.
    """
    known = sorted({name for panel in panels for name in panel.systems})
    if isinstance(systems, str):
        raise InvalidArgument(f"systems must be a list of names; got the text {systems!r}.")
    names = list(known if systems is None else systems)
    if missing := [name for name in names if name not in known]:
        raise InvalidArgument(f"no system {listing(missing)}; there are {listing(known, most=30)}.")
    if len(names) < 2:
        raise InvalidArgument(f"it takes two systems; there is {listing(names) or 'none'}.")
    return names


def _check(names: list[str], options: Options, adjustment: str, margin: float | None) -> None:
    if options.estimator == "curve":
        raise InvalidArgument("estimator must be 'corrected' or 'published' to compare; got 'curve'.")
    if options.by == "pooled":
        raise InvalidArgument("by must be 'macro' or 'language' to compare; got 'pooled'.")
    if adjustment not in _ADJUST:
        raise InvalidArgument(f"adjust must be 'holm', 'bh' or 'none'; got {adjustment!r}.")
    if margin is None:
        return
    if not (is_number(margin) and 0 <= margin < 1):
        raise InvalidArgument(
            f"margin must be a loss of HAT from 0 to below 1, such as 0.02; got {margin!r}."
        )
    if len(names) != 2:
        raise InvalidArgument(
            f"a gate is between two systems, the baseline first; got {plural(len(names), 'system')}."
        )


class _Board:
    """The comparisons of one benchmark."""

    def __init__(
        self, panel: Panel, options: Options, adjustment: Adjustment, provenance: Provenance
    ) -> None:
        self.panel = panel
        self.pairs = Pairs(panel, options)
        self._options = options
        self._adjustment = adjustment
        self._provenance = provenance
        self._headline = "published" if options.estimator == "published" else "corrected"

    def rows(self, places: list[int]) -> list[Difference]:
        found = []
        targets = [*self.panel.targets, "macro"]
        shown = range(len(targets)) if self._options.by != "macro" else [len(targets) - 1]
        for a, b in combinations(places, 2):
            both = {name: self.pairs.difference(a, b, name) for name in ("corrected", "published")}
            found += [(a, b, row, both) for row in shown if both["published"].items[row]]
        p_values = np.array([self._p_value(a, b, row, both) for a, b, row, both in found])
        adjusted = np.full(len(found), np.nan)
        is_macro = np.array([row == len(targets) - 1 for _, _, row, _ in found], bool)
        # Means and languages are two families: to ask for languages as well does not move the p-value of the
        # mean.
        for family in (is_macro, ~is_macro):
            adjusted[family] = _ADJUST[self._adjustment](p_values[family])
        rows = [
            self._row(a, b, row, both, (float(p), float(q)))
            for (a, b, row, both), p, q in zip(found, p_values, adjusted, strict=True)
        ]
        order = {target: place for place, target in enumerate(targets)}
        return sorted(rows, key=lambda row: order[row.target])

    def _p_value(self, a: int, b: int, row: int, both: dict[str, Differences]) -> float:
        found = both[self._headline]
        if self._same(a, b, row):
            return 1.0
        return float(found.p_value[row]) if found.estimable[row] else float("nan")

    def _row(
        self, a: int, b: int, row: int, both: dict[str, Differences], p: tuple[float, float]
    ) -> Difference:
        panel, headline = self.panel, both[self._headline]
        target = [*panel.targets, "macro"][row]
        estimates = {name: self._estimate(a, b, row, found) for name, found in both.items()}
        known = headline.estimable[row] and headline.items[row] > 0
        source, attempts = self._attempts(a, b, row)
        return Difference(
            benchmark=panel.benchmark,
            target=target,
            system_a=panel.systems[a],
            system_b=panel.systems[b],
            hat_a=float(headline.hat_a[row]) if known else None,
            hat_b=float(headline.hat_b[row]) if known else None,
            difference=estimates["corrected"],
            difference_published=estimates["published"],
            p_value=None if np.isnan(p[0]) else p[0],
            p_adjusted=None if np.isnan(p[1]) else p[1],
            verdict=self._verdict(estimates[self._headline], p[1]),
            n_items=int(both["published"].items[row]),
            same_answers=self._same(a, b, row),
            flags=tuple(self._flags(a, b, row, both)),
            signature=build_signature(
                benchmark=panel.benchmark,
                sources=panel.sources,
                target=target,
                attempts=(source, attempts),
                provenance=self._provenance,
                options=self._options,
                inference=Inference(
                    bootstrap=self._options.intervals == "bootstrap", adjustment=self._adjustment
                ),
            ),
        )

    def _verdict(self, estimate: Estimate, p_adjusted: float) -> Verdict:
        if estimate.value is None or not p_adjusted < 1 - self._options.level:
            return "undecided"
        return "better" if estimate.value > 0 else "worse"

    def _estimate(self, a: int, b: int, row: int, found: Differences) -> Estimate:
        if not found.items[row]:
            return Estimate(None, reason="it needs at least 2 source attempts per item")
        if not found.estimable[row]:
            return Estimate(None, reason=REASONS[Lack(found.lack[row])])
        if self._same(a, b, row):
            return Estimate(0.0, reason="no interval: the two have the same counts on every item")
        low, high = float(found.low[row]), float(found.high[row])
        if not high > low:
            return Estimate(float(found.value[row]), reason="no interval: the items do not vary")
        method = "bca" if self._options.intervals == "bootstrap" else "fieller"
        return Estimate(float(found.value[row]), Interval(low, high, self._options.level, method))

    def _columns(self, row: int) -> slice:
        """The targets of a row: one, or all."""
        return slice(row, row + 1) if row < len(self.panel.targets) else slice(None)

    def _common(self, a: int, b: int, row: int) -> Mask:
        return np.asarray(self.pairs.common(a, b, "published")[:, self._columns(row)])

    def _same(self, a: int, b: int, row: int) -> bool:
        """Whether the two have the same counts wherever both have any."""
        common, columns = self._common(a, b, row), self._columns(row)
        for side, over in ((self.panel.source, slice(None)), (self.panel.target, columns)):
            for counts in (side.attempts, side.total, side.total_of_squares):
                differs = counts[:, a, over] != counts[:, b, over]
                if (differs & common).any():
                    return False
        return True

    def _attempts(self, a: int, b: int, row: int) -> tuple[float, float]:
        """Mean attempts per item of both systems, in the source and in the target."""
        common, columns = self._common(a, b, row), self._columns(row)
        means = []
        for side, over in ((self.panel.source, slice(None)), (self.panel.target, columns)):
            both = side.attempts[:, [a, b]][..., over]
            used = np.broadcast_to(common[:, np.newaxis, :], (len(common), 2, common.shape[1]))
            means.append(float(divide(np.where(used, both, 0.0).sum(), used.sum())))
        return means[0], means[1]

    def _flags(self, a: int, b: int, row: int, both: dict[str, Differences]) -> list[Flag]:
        found = []
        common = int(both["published"].items[row])
        if common < rules.FEW_ITEMS_BELOW:
            found.append(Flag("FEW_ITEMS", f"only {plural(common, 'item')} that both systems have."))
        if not both["corrected"].items[row]:
            found.append(Flag("SINGLE_ATTEMPT", "one source attempt per item."))
        else:
            corrected = both["corrected"]
            found += doubts(float(corrected.footing.denominator_error[row]), int(corrected.lack[row]))
        present = self.pairs.rates.present[:, [a, b]][..., self._columns(row)]
        alone = int((present.any(axis=(1, 2)) & ~self._common(a, b, row).any(axis=1)).sum())
        if alone:
            found.append(
                Flag("ITEMS_MISSING", f"{plural(alone, 'item')} that only one of them has left out.")
            )
        if self._same(a, b, row):
            found.append(Flag("DUPLICATE_RUNS", "the two systems have the same counts on every item."))
        return found + self._reading_flags(a, b, row)

    def _reading_flags(self, a: int, b: int, row: int) -> list[Flag]:
        panel = self.panel
        share = np.nan_to_num(divide(panel.unread["unparsed"], panel.unread["rows"]))
        if not share[[a, b]].any():
            return []
        names = panel.targets[self._columns(row)]
        columns = [
            panel.languages.index(name) for name in (*names, *panel.sources) if name in panel.languages
        ]
        off = share[b, columns] - share[a, columns]
        worst = int(np.argmax(np.abs(off)))
        if abs(off[worst]) <= rules.UNPARSED_DIFFERENCE_ABOVE:
            return []
        shares = [f"{100 * share[system, columns[worst]]:.1f} %" for system in (a, b)]
        return [
            Flag(
                "UNPARSED_DIFFERS",
                f"in {panel.languages[columns[worst]]}, {shares[0]} of the answers of {panel.systems[a]} and "
                f"{shares[1]} of those of {panel.systems[b]} could not be read.",
            )
        ]

    def ranking(self, places: list[int], rows: list[Difference]) -> Ranking:
        unique = list(dict.fromkeys(places))
        common = common_to_all(self.pairs, unique, self._headline)
        hats = self._common_hats(unique, common)
        # A system without an estimable HAT comes last.
        order = np.argsort(-np.nan_to_num(hats, nan=-np.inf), kind="stable")
        ordered = [unique[place] for place in order]
        shares = rank_probabilities(self.pairs, ordered, self._headline)
        names = [self.panel.systems[place] for place in ordered]
        macro = {
            frozenset((row.system_a, row.system_b)): row.verdict for row in rows if row.target == "macro"
        }
        separated = [
            [a != b and macro.get(frozenset((a, b)), "undecided") != "undecided" for b in names]
            for a in names
        ]
        return Ranking(
            benchmark=self.panel.benchmark,
            systems=tuple(names),
            hats=tuple(None if np.isnan(hats[place]) else float(hats[place]) for place in order),
            probabilities=None if np.isnan(shares).any() else tuple(tuple(map(float, p)) for p in shares),
            groups=()
            if np.isnan(hats).any()
            else tuple(tuple(names[i] for i in group) for group in unseparated_groups(separated)),
            n_items=int(common.any(axis=1).sum()),
        )

    def _common_hats(self, places: list[int], common: Mask) -> Array:
        used = common.any(axis=0)
        if not used.any():
            return np.full(len(places), np.nan)
        top, bottom = (
            np.where(common[:, np.newaxis], term[:, places], 0.0).sum(axis=0)[:, used]
            for term in self.pairs.cell(self._headline).terms
        )
        return np.asarray(divide(top, bottom).mean(axis=1))
