"""Languages: whether another script than the source's lowers transfer, and the same for other facts."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from hatscore.core.pass_rates import Array, divide
from hatscore.core.resampling import leave_one_out_sums
from hatscore.core.two_way import Columns
from hatscore.flags import Flag
from hatscore.languages.registry import LanguageFacts, LanguageSheet
from hatscore.results.estimates import Estimate
from hatscore.results.study import Finding
from hatscore.scoring import cells
from hatscore.scoring.panels import Mask
from hatscore.studies.across import Across, left_out_flags
from hatscore.studies.analysis import Analysis
from hatscore.studies.grid import Grid
from hatscore.systems.facts import SystemFacts
from hatscore.wording import listing

ANALYSIS = Analysis(
    "script_effect",
    "Does another script than the source's lower transfer?",
    "Another script than the source's lowers HAT on ECLeKTic only.",
    ("script", "family", "resource_level", "speakers"),
)

Kind = Callable[[LanguageFacts, LanguageFacts], bool | None]
"""Whether a target (second) is of the kind that is expected to be easier from a source (first)."""

MANY_SPEAKERS = 100_000_000


def _alike(name: str) -> Kind:
    def kind(source: LanguageFacts, target: LanguageFacts) -> bool | None:
        first, second = getattr(source, name), getattr(target, name)
        return None if first is None or second is None else bool(first == second)

    return kind


def _high_resource(_: LanguageFacts, target: LanguageFacts) -> bool | None:
    return None if target.resource_level is None else target.resource_level == "high"


def _many_speakers(_: LanguageFacts, target: LanguageFacts) -> bool | None:
    return None if target.speakers is None else target.speakers >= MANY_SPEAKERS


CONTRASTS: dict[str, tuple[Kind, str, str]] = {
    "script": (_alike("script"), "the source's script", "another script"),
    "family": (_alike("family"), "the source's language family", "another family"),
    "resource_level": (_high_resource, "high resource level", "lower resource level"),
    "speakers": (_many_speakers, "100 million speakers and more", "fewer speakers"),
}


@dataclass(frozen=True, slots=True)
class _Contrast:
    """One kind of target language against the other, in every system.

    Attributes
    ----------
    value, same, other : ndarray, shape (systems,)
        HAT to languages that are not of the kind minus HAT to those that are, and both.
    left_out : ndarray, shape (items, systems)
        ``value`` without each item.
    present : ndarray of bool, shape (items, systems)
        Items with target languages of both kinds.
    """

    value: Array
    same: Array
    other: Array
    left_out: Array
    present: Mask


def script_effect(
    grid: Grid, facts: Mapping[str, SystemFacts], sheet: LanguageSheet, level: float
) -> Finding:
    """HAT to other scripts minus HAT to the source's script, within system and item.

    Parameters
    ----------
    grid : Grid
        Measures of the systems.
    facts : mapping of SystemFacts
        By system; checkpoints are drawn together.
    sheet : LanguageSheet
        Facts of the languages; a benchmark may override a script.
    level : float
        Coverage.

    Returns
    -------
    Finding
        The same contrast for script, family, resource level and speakers; a table of systems, one of
        languages.

    Notes
    -----
    For each item the mean over its targets of either kind; items with only one kind do not enter.
    Both kinds then share the denominator, so the contrast is a ratio of means over items.
    """
    panel = grid.panel
    languages = {name: sheet.facts(name, panel.benchmark) for name in panel.languages}
    places = grid.usable()
    estimates: dict[str, Estimate] = {}
    tables: dict[str, list[dict[str, object]]] = {"systems": [], "languages": _language_rows(grid, languages)}
    across: dict[str, Across] = {}
    for name, (kind, _, _) in CONTRASTS.items():
        same, known = _kinds(grid, languages, kind)
        contrast = _contrast(grid, same, known)
        able = [place for place in places if np.isfinite(contrast.value[place])]
        if not able:
            reason = "no item has target languages of both kinds whose facts are known"
            estimates[name] = Estimate(None, reason=reason)
            continue
        across[name] = Across(
            values={"contrast": contrast.value[able]},
            left_out={"contrast": contrast.left_out[:, able]},
            present=contrast.present[:, able],
            clusters=[facts[grid.systems[place]].cluster for place in able],
            level=level,
        )
        estimates[name] = across[name].estimate(_mean)
        tables["systems"] += [
            {
                "fact": name,
                "system": grid.systems[place],
                "hat_alike": float(contrast.same[place]),
                "hat_other": float(contrast.other[place]),
                "difference": float(contrast.value[place]),
            }
            for place in able
        ]
    if not across:
        need = "it needs items with targets in the source's script and in another; languages are known by tag"
        return ANALYSIS.unsupported(grid, need, systems=len(places), tables=tables)
    flags = next(iter(across.values())).flags()
    flags += [Flag("LANGUAGES_FIXED", f"{listing(panel.targets, most=30)}."), *_unknown(languages)]
    flags += left_out_flags(grid, dict.fromkeys(grid.unusable, "HAT is not estimable"))
    return ANALYSIS.finding(
        grid,
        estimates,
        " ".join(_said(name, estimates[name]) for name in CONTRASTS),
        drawn=next(iter(across.values())).drawn + "; the languages are taken as they are",
        systems=len(places),
        flags=flags,
        tables=tables,
    )


def _mean(columns: Columns) -> Array:
    return np.asarray(columns["contrast"].mean(axis=-1))


def _kinds(grid: Grid, languages: Mapping[str, LanguageFacts], kind: Kind) -> tuple[Mask, Mask]:
    """Whether each target is of the kind for each item's source; and whether that is known."""
    panel = grid.panel
    shape = (len(panel.items), len(panel.targets))
    same, known = np.zeros(shape, bool), np.zeros(shape, bool)
    for source in np.unique(panel.source_of[panel.source_of >= 0]):
        items = panel.source_of == source
        for column, target in enumerate(panel.targets):
            answer = kind(languages[panel.languages[source]], languages[target])
            same[items, column] = bool(answer)
            known[items, column] = answer is not None
    return same, known


def _contrast(grid: Grid, same: Mask, known: Mask) -> _Contrast:
    cell = (cells.published if grid.estimator == "published" else cells.corrected)(grid.rates)
    used = cell.present & known[:, np.newaxis]
    alike, other = used & same[:, np.newaxis], used & ~same[:, np.newaxis]
    both = alike.any(axis=2) & other.any(axis=2)
    # The denominator is the source's, the same for all targets of an item.
    source = np.where(both, np.where(used, cell.terms.denominator, -np.inf).max(axis=2), 0.0)
    sides = []
    for side in (alike, other):
        total = np.where(side, cell.terms.numerator, 0.0).sum(axis=2)
        sides.append(np.where(both, np.nan_to_num(divide(total, side.sum(axis=2))), 0.0))
    difference = sides[1] - sides[0]
    bottom = source.sum(axis=0)
    return _Contrast(
        value=divide(difference.sum(axis=0), bottom),
        same=divide(sides[0].sum(axis=0), bottom),
        other=divide(sides[1].sum(axis=0), bottom),
        left_out=divide(leave_one_out_sums(difference), leave_one_out_sums(source)),
        present=np.asarray(both),
    )


def _language_rows(grid: Grid, languages: Mapping[str, LanguageFacts]) -> list[dict[str, object]]:
    """HAT of every target language, the mean over systems, with its facts."""
    cell = (cells.published if grid.estimator == "published" else cells.corrected)(grid.rates)
    places = grid.usable()
    hats = cell.value[places]
    rows: list[dict[str, object]] = []
    for column, target in enumerate(grid.panel.targets):
        known = hats[:, column][np.isfinite(hats[:, column])]
        if not len(known):
            continue
        facts = languages[target]
        rows.append(
            {
                "language": target,
                "script": facts.script,
                "family": facts.family,
                "resource_level": facts.resource_level,
                "speakers": facts.speakers,
                "hat_mean": float(known.mean()),
                "systems": len(known),
            }
        )
    return rows


def _unknown(languages: Mapping[str, LanguageFacts]) -> list[Flag]:
    lacking = [name for name, facts in languages.items() if None in (facts.script, facts.family)]
    if not lacking:
        return []
    sentence = f"script or family is not known: {listing(lacking, most=20)}."
    return [Flag("LANGUAGES_LEFT_OUT", sentence)]


def _said(name: str, estimate: Estimate) -> str:
    _, alike, other = CONTRASTS[name]
    if estimate.value is None:
        return f"Not estimable for {name.replace('_', ' ')}: {estimate.reason}."
    ends = estimate.interval
    if ends is not None and (ends.high < 0 or ends.low > 0):
        than = "worse" if ends.high < 0 else "better"
        return (
            f"To targets with {other}, transfer is {than} than to those with {alike}: HAT differs by "
            f"{estimate}."
        )
    return (
        f"The data do not separate targets with {other} from those with {alike} (HAT differs by {estimate})."
    )
