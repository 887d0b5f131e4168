"""The flags of one row, from the numbers of its view."""

from collections.abc import Iterable

import numpy as np

from hatscore import flags as rules
from hatscore.attempts.table import Note
from hatscore.core.floor import above_floor
from hatscore.core.pass_rates import Array, divide
from hatscore.flags import Flag
from hatscore.scoring.cells import Rates
from hatscore.scoring.intervals import Lack
from hatscore.scoring.panels import Panel
from hatscore.scoring.views import View
from hatscore.wording import number, plural

_NOT_ESTIMABLE = {
    Lack.BOUNDS: Flag("NOT_ESTIMABLE", "the source is hardly ever right, so the slope has no bounds."),
    Lack.CARRIERS: Flag("NOT_ESTIMABLE", "right answers are so rare that one or two items carry the slope."),
    Lack.DRAWS: Flag("NOT_ESTIMABLE", "the source is too rarely right for the bootstrap."),
    Lack.TARGETS: Flag("NOT_ESTIMABLE", "in a target language the source is too rarely right for a slope."),
}


class Diagnosis:
    """Raises the flags of the rows of one panel.

    Parameters
    ----------
    panel : Panel
        Counts of the benchmark.
    rates : Rates
        Its pass rates.
    notes : iterable of Note
        What the readers noticed.
    """

    def __init__(self, panel: Panel, rates: Rates, notes: Iterable[Note]) -> None:
        self._panel = panel
        self._rates = rates
        self._notes = [note for note in notes if note.code in rules.ADVICE]
        self._chance = self._mean_chance()
        self._unparsed = np.nan_to_num(divide(panel.unread["unparsed"], panel.unread["rows"]))
        # Items that a system has in each target; and those it has in some target and could have there.
        self._have = rates.present.sum(axis=0)
        possible = np.stack([panel.pairs_possible(target) for target in panel.targets], axis=1)
        self._could = rates.present.any(axis=2).T.astype(int) @ possible.astype(int)
        self._gaps = ((self._have < self._could) & (self._have > 0)).any(axis=1)
        self._copies = _copied_systems(panel)
        self._constant = _constant_systems(panel)

    def flags(self, view: View, system: int, row: int) -> tuple[Flag, ...]:
        """All flags of a row.

        Parameters
        ----------
        view : View
            The row's view.
        system, row : int
            Its place.

        Returns
        -------
        tuple of Flag
            In a fixed order.
        """
        place = (system, row)
        found = [
            *self._size(view, place),
            *self._range(view, place),
            *self._profile(view, place),
            *self._grid(view, place),
            *self._reading(view, place),
            *self._runs(system),
        ]
        return tuple(found)

    def _is_language(self, view: View) -> bool:
        return view.targets == self._panel.targets

    def _size(self, view: View, place: tuple[int, int]) -> Iterable[Flag]:
        items = int(view.items[place])
        if items < rules.FEW_ITEMS_BELOW:
            yield Flag("FEW_ITEMS", f"only {plural(items, 'item')}.")
        source, target = view.attempts_source[place], view.attempts_target[place]
        corrected = int(view.estimated["hat_corrected"][place])
        if corrected == 0:
            yield Flag("SINGLE_ATTEMPT", "one source attempt per item.")
        if view.unequal[place]:
            left_out = items - corrected if 0 < corrected < items else 0
            without = (
                f"; {plural(left_out, 'item')} with one source attempt left out of hat_corrected"
                if left_out
                else ""
            )
            yield Flag(
                "UNEQUAL_ATTEMPTS",
                f"items differ in their attempts (mean {source:.1f} in the source, {target:.1f} in the "
                f"target{without}).",
            )

    def _range(self, view: View, place: tuple[int, int]) -> Iterable[Flag]:
        accuracy = float(view.measures["source_accuracy"][place])
        chance = float(self._chance[place[0]])
        # Asked also where no floor is subtracted: a pure guesser then has a corrected HAT of about 1.
        if above_floor(accuracy, chance) < rules.NEAR_FLOOR_BELOW:
            yield Flag(
                "NEAR_FLOOR",
                f"source accuracy {number(accuracy)} is near its floor {number(chance, 2)}.",
            )
        if accuracy > rules.SATURATED_ABOVE:
            yield Flag("SATURATED", f"source accuracy is {number(accuracy)}.")
        ends = view.ends["hat"]
        # With one attempt the corrected slope has no value at all, which another flag says.
        corrected = np.isfinite(view.values["hat_corrected"][place])
        lacks = {Lack(int(ends.lack[place]))}
        if corrected:
            lacks.add(Lack(int(view.ends["hat_corrected"].lack[place])))
        if lacks := lacks - {Lack.NOTHING}:
            yield _NOT_ESTIMABLE[min(lacks)]
        if ends.estimable[place] and not ends.high[place] > ends.low[place]:
            yield Flag("NO_VARIATION", "every item gives the same slope.")

    def _profile(self, view: View, place: tuple[int, int]) -> Iterable[Flag]:
        published, corrected = (float(view.values[name][place]) for name in ("hat", "hat_corrected"))
        estimable = view.ends["hat_corrected"].estimable[place]
        if estimable and abs(published - corrected) > rules.ATTEMPT_NOISE_ABOVE:
            yield Flag(
                "ATTEMPT_NOISE",
                f"published {number(published)} and corrected {number(corrected)} differ by "
                f"{number(abs(published - corrected))}.",
            )
        if not view.estimated["hat_curve"][place]:
            if not self._rates.binary[place[0]]:
                yield Flag("FRACTIONAL_SCORES", "scores lie between 0 and 1.")
            return
        if not (curve_supported(view, place) and view.ends["hat_curve"].estimable[place]):
            yield Flag(
                "SOURCE_TOO_LOW",
                "source pass rates near 1, or attempts at them, are too few to hold the curve.",
            )
            return
        low, high = (float(end[place]) for end in (view.ends["bend"].low, view.ends["bend"].high))
        if low > 0 or high < 0:
            yield Flag("BENT_PROFILE", f"the profile bends (a2 in [{number(low, 2)}, {number(high, 2)}]).")

    def _grid(self, view: View, place: tuple[int, int]) -> Iterable[Flag]:
        system, row = place
        have, could = self._have[system], self._could[system]
        if self._is_language(view):
            if have[row] < could[row]:
                possible = plural(int(could[row]), "item")
                yield Flag("ITEMS_MISSING", f"{have[row]:,} of {possible} in this language.")
        elif self._gaps[system]:
            some = have[have > 0]
            yield Flag("ITEMS_MISSING", f"target languages have from {some.min():,} to {some.max():,} items.")
        if dropped := int(self._panel.dropped[system]):
            yield Flag("ITEMS_MISSING", f"{plural(dropped, 'item')} without source attempts left out.")

    def _reading(self, view: View, place: tuple[int, int]) -> Iterable[Flag]:
        system, row = place
        if not self._unparsed[system].any():
            return
        names = np.array(self._panel.languages)
        known = self._panel.unread["rows"][system] > 0
        if self._is_language(view):
            known = known & np.isin(names, [view.targets[row], *self._panel.sources])
        share = self._unparsed[system]
        if known.sum() < 2:
            return
        low, high = (int(np.flatnonzero(known)[pick(share[known])]) for pick in (np.argmin, np.argmax))
        if share[high] - share[low] > rules.UNPARSED_DIFFERENCE_ABOVE:
            yield Flag(
                "UNPARSED_DIFFERS",
                f"{100 * share[high]:.1f} % of the answers in {names[high]} could not be read, "
                f"{100 * share[low]:.1f} % in {names[low]}.",
            )

    def _runs(self, system: int) -> Iterable[Flag]:
        name = self._panel.systems[system]
        noted: dict[str, list[str]] = {}
        for note in self._notes:
            if note.system in (None, name) and note.benchmark in (None, self._panel.benchmark):
                noted.setdefault(note.code, []).append(note.sentence)
        for code, sentences in noted.items():
            count = f"{len(sentences)} cases, first: " if len(sentences) > 1 else ""
            yield Flag(code, count + sentences[0])
        # A reader has noted the copies themselves, which says more than equal counts.
        if "DUPLICATE_RUNS" in noted:
            return
        if system in self._copies:
            twin = self._panel.systems[self._copies[system]]
            yield Flag("DUPLICATE_RUNS", f"every item has the same counts as for {twin}.")
        elif self._constant[system]:
            yield Flag(
                "DUPLICATE_RUNS",
                "all attempts at an item agree, for every item: copies of one run, or no randomness.",
            )

    def _mean_chance(self) -> Array:
        used = self._rates.present.any(axis=2)
        total = np.where(used, self._panel.chance[:, :, 0], 0.0).sum(axis=0)
        return divide(total, used.sum(axis=0))


def curve_supported(view: View, place: tuple[int, int]) -> bool:
    """Whether source pass rates reach high enough for the curve.

    Parameters
    ----------
    view : View
        The row's view.
    place : pair of int
        Its system and row.

    Returns
    -------
    bool
    """
    return bool(view.reach[place] >= rules.REACH_NEEDED)


def _copied_systems(panel: Panel) -> dict[int, int]:
    """Systems whose counts equal those of an earlier system in every item and language."""
    seen: dict[bytes, int] = {}
    copies = {}
    for system in range(len(panel.systems)):
        counts = np.concatenate(
            [
                side[:, system].ravel()
                for side in (panel.target.attempts, panel.target.total, panel.source.total)
            ]
        )
        # Systems with everything right, or wrong, are alike without being copies.
        if np.ptp(panel.target.total[:, system]) == 0:
            continue
        key = counts.tobytes()
        if key in seen:
            copies[system] = seen[key]
        else:
            seen[key] = system
    return copies


def _constant_systems(panel: Panel) -> list[bool]:
    """Systems with several attempts per item that never disagree, while items do."""
    found = []
    for system in range(len(panel.systems)):
        n, total, squares = (
            np.concatenate([side[:, system].ravel(), other[:, system].ravel()])
            for side, other in (
                (panel.source.attempts, panel.target.attempts),
                (panel.source.total, panel.target.total),
                (panel.source.total_of_squares, panel.target.total_of_squares),
            )
        )
        several = n >= 2
        spread = np.abs(squares - divide(total**2, n))[several]
        # A few pairs agree by luck, and a system that is always right has to.
        varied = several.sum() >= 20 and np.ptp(divide(total, n)[several]) > 0
        found.append(bool(varied and (spread < 1e-12).all()))
    return found
