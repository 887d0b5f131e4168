"""Rows of results, put together from the views of every benchmark."""

from collections.abc import Iterable, Mapping

import numpy as np

from hatscore.attempts.counts import UNREAD
from hatscore.attempts.table import Note
from hatscore.options import Options
from hatscore.results.estimates import Estimate, Interval
from hatscore.results.scores import ReadingFailures, Score
from hatscore.scoring.diagnosis import Diagnosis, curve_supported
from hatscore.scoring.intervals import LACKING, Lack
from hatscore.scoring.panels import Panel
from hatscore.scoring.views import PanelViews, View
from hatscore.signature import Inference, Provenance, build_signature

_NEEDS = {
    "hat": "it needs items with attempts in the source and in the target language",
    "hat_corrected": "it needs at least 2 source attempts per item",
    "hat_curve": "it needs at least 4 source attempts per item, scored 0 or 1",
    "bend": "it needs at least 4 source attempts per item, scored 0 or 1",
}


def score_panels(
    panels: Iterable[Panel],
    options: Options,
    *,
    notes: Iterable[Note] = (),
    provenance: Mapping[str, Provenance] | None = None,
) -> list[Score]:
    """Score every system on every benchmark.

    Parameters
    ----------
    panels : iterable of Panel
        Counts, one a benchmark.
    options : Options
        How to score.
    notes : iterable of Note
        What the readers noticed.
    provenance : mapping from benchmark to Provenance, optional
        For the signatures.

    Returns
    -------
    list of Score
        Sorted by benchmark, system, and target (languages before macro and pooled).
    """
    rows: list[Score] = []
    notes = list(notes)
    for panel in panels:
        if not panel.targets:
            continue
        views = PanelViews(panel, options)
        builder = _RowBuilder(
            panel, views, options, notes, (provenance or {}).get(panel.benchmark, Provenance())
        )
        chosen = _chosen(views, options)
        for system in range(len(panel.systems)):
            for view in chosen:
                rows += [
                    builder.row(view, system, row)
                    for row in range(len(view.targets))
                    if view.items[system, row]
                ]
    return rows


def reading_failures(panels: Iterable[Panel]) -> list[ReadingFailures]:
    """What was not read, of every system in every language that it was asked in.

    Parameters
    ----------
    panels : iterable of Panel
        Counts, one a benchmark.

    Returns
    -------
    list of ReadingFailures
        Sorted by benchmark, system and language.
    """
    return [
        ReadingFailures(
            name,
            panel.benchmark,
            language,
            attempts=int(panel.unread["rows"][system, place]),
            **{outcome: int(panel.unread[outcome][system, place]) for outcome in UNREAD},
        )
        for panel in panels
        for system, name in enumerate(panel.systems)
        for place, language in enumerate(panel.languages)
        if panel.unread["rows"][system, place]
    ]


def _chosen(views: PanelViews, options: Options) -> list[View]:
    chosen = []
    if options.by != "pooled":
        by_language = views.by_language()
        if options.by in ("language", "all"):
            chosen.append(by_language)
        if options.by in ("macro", "all"):
            chosen.append(views.macro(by_language))
    if options.by in ("pooled", "all"):
        chosen.append(views.pooled())
    return chosen


class _RowBuilder:
    def __init__(
        self,
        panel: Panel,
        views: PanelViews,
        options: Options,
        notes: list[Note],
        provenance: Provenance,
    ) -> None:
        self._panel = panel
        self._options = options
        self._provenance = provenance
        self._diagnosis = Diagnosis(panel, views.rates, notes)

    def row(self, view: View, system: int, row: int) -> Score:
        place = (system, row)
        names = ("hat", "hat_corrected", "hat_curve", "bend")
        estimates = {name: self._estimate(view, name, place) for name in names}
        measures = {name: _or_none(values[place]) for name, values in view.measures.items()}
        source, target = (_whole(x[place]) for x in (view.attempts_source, view.attempts_target))
        return Score(
            system=self._panel.systems[system],
            benchmark=self._panel.benchmark,
            target=view.targets[row],
            **estimates,
            target_accuracy=float(view.measures["target_accuracy"][place]),
            source_accuracy=float(view.measures["source_accuracy"][place]),
            xlt_gap=float(view.measures["xlt_gap"][place]),
            xlt_gap_abs=float(view.measures["xlt_gap_abs"][place]),
            transfer_score=measures["transfer_score"],
            overall_success=float(view.measures["overall_success"][place]),
            eclektic_transfer=measures.get("eclektic_transfer"),
            n_items=int(view.items[place]),
            attempts_source=source,
            attempts_target=target,
            attempts_share=_or_none(view.attempts_share[place]),
            flags=self._diagnosis.flags(view, system, row),
            signature=build_signature(
                benchmark=self._panel.benchmark,
                sources=self._panel.sources,
                target=view.targets[row],
                attempts=(source, target),
                provenance=self._provenance,
                options=self._options,
                inference=Inference(bootstrap=any(bool(view.ends[name].bootstrap[place]) for name in names)),
            ),
        )

    def _estimate(self, view: View, name: str, place: tuple[int, int]) -> Estimate:
        value, ends = float(view.values[name][place]), view.ends[name]
        if not view.estimated[name][place]:
            return Estimate(None, reason=_NEEDS[name])
        if name in ("hat_curve", "bend") and not curve_supported(view, place):
            return Estimate(None, reason="not supported: source pass rates do not reach high enough")
        lack = Lack(int(ends.lack[place]))
        if lack is Lack.TARGETS:
            return Estimate(None, reason=f"not estimable in {', '.join(view.lacking[name][place[0]])}")
        if lack is not Lack.NOTHING or not np.isfinite(value):
            return Estimate(None, reason=LACKING.get(lack, LACKING[Lack.BOUNDS]))
        low, high = float(ends.low[place]), float(ends.high[place])
        # The items agree exactly: the estimate stands, and no interval of width zero is shown.
        if not high > low:
            return Estimate(value, reason="no interval: the items do not vary")
        method = "bca" if ends.bootstrap[place] else "fieller"
        return Estimate(value, Interval(low, high, self._options.level, method))


def _or_none(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None


def _whole(value: float) -> float:
    """A mean number of attempts; a whole one as int, so that it prints as one."""
    return int(value) if float(value).is_integer() else float(value)
