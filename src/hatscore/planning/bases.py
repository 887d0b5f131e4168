"""What plans rest on: the variance parts of every comparison, from a pilot or from a stated truth."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from hatscore.core.design_variance import (
    VarianceParts,
    pair_parts,
    slopes_if_alike,
    supported,
    system_parts,
    variance,
)
from hatscore.core.item_moments import (
    DenominatorParts,
    ItemMoments,
    denominator_parts,
    only,
    slopes_of,
)
from hatscore.errors import InvalidArgument, NotEstimable
from hatscore.planning.moments import pilot_moments, raised, stated_moments
from hatscore.planning.power import shown_from
from hatscore.planning.question import Question
from hatscore.planning.skew import pilot_skew, stated_skew
from hatscore.scoring.intervals import t_quantile
from hatscore.scoring.panels import Mask, Panel
from hatscore.simulation.truth import Truth
from hatscore.wording import listing, plural

GROUPS = 50
"""Most groups of items that are left out in turn, for the interval of a pilot's variance."""

SMALL_PILOT = 50
"""Items of a pilot below which it is called small."""

_WORDS = {
    "items": "what languages share between items",
    "items_language": "what is a language's own between items",
    "source": "what languages share of the source attempts",
    "source_language": "what is a language's own of the source attempts",
    "source_pairs": "pairs of source attempts",
    "target": "target attempts",
    "both": "source and target attempts together",
}


@dataclass(frozen=True, slots=True)
class Reference:
    """The design that parts were measured in, or that is talked about.

    Attributes
    ----------
    source_attempts, target_attempts, languages : float
        Attempts per item, and target languages per item.
    """

    source_attempts: float
    target_attempts: float
    languages: float


@dataclass(frozen=True, slots=True)
class Basis:
    """One comparison that is planned.

    Attributes
    ----------
    benchmark, target : str
        Where.
    system_a, system_b : str or None
        The pair, B against A; without B, one system against a fixed value.
    parts : VarianceParts
        None below zero.
    left_out : tuple of VarianceParts
        The same without each group of the pilot's items; empty where nothing was estimated.
    denominators : tuple of DenominatorParts
        One a system.
    skew : float
        Skewness of what the items contribute at the reference; it moves little with the attempts.
    reference : Reference
        The pilot's own design, or the first that was asked for.
    notes : tuple of str
        Assumptions and doubts.
    """

    benchmark: str
    target: str
    system_a: str
    system_b: str | None
    parts: VarianceParts
    left_out: tuple[VarianceParts, ...]
    denominators: tuple[DenominatorParts, ...]
    skew: float
    reference: Reference
    notes: tuple[str, ...]

    def factor(self, n: int, m: int, languages: int, *, level: float) -> tuple[float, float] | None:
        """Interval of a design's variance, as factors of its estimate.

        Parameters
        ----------
        n, m, languages : int
            Source attempts, target attempts, target languages.
        level : float
            Coverage.

        Returns
        -------
        low, high : float, or None
            From the grouped jackknife on the logarithm; None without a pilot, or where it has no bounds.
        """
        if not self.left_out:
            return None
        known = np.array([float(variance(one, n, m, languages)) for one in self.left_out])
        if (known <= 0).any():
            return None
        logs, groups = np.log(known), len(known)
        error = np.sqrt((groups - 1) / groups * ((logs - logs.mean()) ** 2).sum())
        half = float(t_quantile(np.array([groups]), level)[0] * error)
        return float(np.exp(-half)), float(np.exp(half))


def pilot_bases(
    panels: Sequence[Panel], question: Question, *, systems: Sequence[str] | None, by: str
) -> list[Basis]:
    """Bases from a pilot.

    Parameters
    ----------
    panels : sequence of Panel
        Its counts, one a benchmark.
    question : Question
        ``detect`` and ``paired`` are used.
    systems : sequence of str, optional
        One or two; not needed where the pilot has no more.
    by : {'macro', 'language'}
        Whether each target language is planned beside their mean.

    Returns
    -------
    list of Basis

    Raises
    ------
    InvalidArgument
        If a system is not there, or it is open which are meant.
    NotEstimable
        If no benchmark allows it; the message says what is needed.
    """
    names = chosen_systems(panels, systems)
    found: list[Basis] = []
    reasons = []
    for panel in panels:
        if not set(names) <= set(panel.systems):
            reasons.append(f"{panel.benchmark} does not hold {listing(names)}")
            continue
        targets = {"macro": list(range(len(panel.targets)))}
        if by == "language":
            targets = {name: [place] for place, name in enumerate(panel.targets)} | targets
        for target, columns in targets.items():
            basis = _pilot_basis(panel, names, target, columns, question)
            if isinstance(basis, Basis):
                found.append(basis)
            else:
                reasons.append(basis)
    if not found:
        raise NotEstimable(
            f"the pilot cannot be planned with: {'; '.join(reasons)}. Take a pilot with at least 4 source "
            "and 2 target attempts per item and 0/1 scores, or state assumptions (--mix, --hat)."
        )
    return found


def chosen_systems(panels: Sequence[Panel], systems: Sequence[str] | None) -> list[str]:
    """One or two systems of a pilot.

    Parameters
    ----------
    panels : sequence of Panel
        Counts.
    systems : sequence of str, optional
        Names.

    Returns
    -------
    list of str

    Raises
    ------
    InvalidArgument
        If there is no such system, or it is open which are meant.
    """
    known = sorted({name for panel in panels for name in panel.systems})
    names = list(known if systems is None else systems)
    if missing := [name for name in names if name not in known]:
        raise InvalidArgument(f"no system {listing(missing)}; there are {listing(known, most=30)}.")
    if not 1 <= len(set(names)) == len(names) <= 2:
        raise InvalidArgument(
            f"a plan is for one system, or for a pair, A before B; got {plural(len(names), 'system')}: "
            f"{listing(names, most=30)}. Choose with --systems A B (systems=...)."
        )
    return names


def _pilot_basis(
    panel: Panel, names: list[str], target: str, columns: list[int], question: Question
) -> Basis | str:
    places = [panel.systems.index(name) for name in names]
    moments = pilot_moments(panel, places, columns)
    present = moments[0].present
    where = f"{panel.benchmark}, {target}"
    used: Mask = np.asarray(present.any(axis=1))
    items = int(used.sum())
    if items < 2 or not present.any(axis=0).all():
        return f"{where}: {plural(items, 'item')} with 4 source and 2 target attempts and 0/1 scores"
    moments = [only(one, used) for one in moments]
    if any((slopes_of(one).denominator <= 0).any() for one in moments):
        return f"{where}: a system is hardly ever right in the source"
    languages = float(moments[0].present.sum() / items)
    attempts = panel.target.attempts[:, places][..., columns]
    both = np.broadcast_to(present[:, np.newaxis], attempts.shape)
    reference = Reference(
        float(panel.source.attempts[:, places, 0][used].mean()),
        float(attempts[both].mean()),
        languages,
    )
    estimated = supported(_parts(moments, question, reference), languages)
    groups = np.arange(items) % min(items, GROUPS)
    left_out = tuple(
        supported(
            _parts([only(one, groups != group) for one in moments], question, reference), languages
        ).parts
        for group in range(groups.max() + 1)
    )
    notes = []
    if estimated.cut:
        words = [_WORDS[name] for name in estimated.cut]
        notes.append(
            f"{where}: the variance from {listing(words, most=7)} was estimated below zero, so it is taken "
            "as zero; a larger pilot would tell."
        )
    if items < SMALL_PILOT:
        notes.append(
            f"{where}: the pilot is small ({plural(items, 'item')}); read the interval of the items, not the "
            "number."
        )
    second = names[1] if len(names) == 2 else None
    return Basis(
        benchmark=panel.benchmark,
        target=target,
        system_a=names[0],
        system_b=second,
        parts=estimated.parts,
        left_out=left_out,
        denominators=tuple(map(denominator_parts, moments)),
        skew=pilot_skew(panel, places, columns, question.detect if second is None else None),
        reference=reference,
        notes=tuple(notes),
    )


def stated_basis(truth: Truth, question: Question) -> Basis:
    """The basis of a stated truth.

    Parameters
    ----------
    truth : Truth
        One system, or two; to one, a second is added whose HAT differs by what is to be detected.
    question : Question
        ``detect``, ``paired`` and the first design are used.

    Returns
    -------
    Basis

    Raises
    ------
    InvalidArgument
        If there are more than two systems, or a system does not know anything.
    """
    profiles, mixes = truth.profiles, truth.mixes
    if len(profiles) > 2 or (len(profiles) == 2 and not question.paired):
        raise InvalidArgument(
            f"a plan is for one system or for a pair; got {plural(len(profiles), 'system')}."
        )
    if any(mix.guesses for mix in mixes):
        raise InvalidArgument("the mix guesser knows no item, so there is no HAT to plan for.")
    if question.paired and len(profiles) == 1:
        other = raised(profiles[0], question.detect) if question.detect else profiles[0]
        profiles, mixes = (profiles[0], other), (mixes[0], mixes[0])
    drawn = Truth(
        profiles=profiles,
        mixes=mixes,
        item_spread=truth.item_spread,
        shared_difficulty=truth.shared_difficulty,
        shared_luck=truth.shared_luck,
        n_options=truth.n_options,
    )
    languages = (question.languages or (len(truth.languages),))[0]
    first = question.attempts[0]
    words = [f"{profile}, {mix}" for profile, mix in zip(profiles, mixes, strict=True)]
    floor = f", one of {truth.n_options} options by chance, subtracted" if truth.n_options else ""
    spread = "no spread" if truth.item_spread is None else f"spread {truth.item_spread:g}"
    shared = f", shared difficulty {truth.shared_difficulty:g}" if len(profiles) == 2 else ""
    luck = "" if truth.shared_luck else ", luck not shared"
    note = (
        f"Stated, not seen: profile and mix {' against '.join(words)}; items: {spread}{shared}{luck}{floor}."
    )
    moments = stated_moments(drawn)
    reference = Reference(question.source_attempts or first, first, languages)
    return Basis(
        benchmark=truth.benchmark,
        target="macro",
        system_a="A",
        system_b="B" if len(profiles) == 2 else None,
        parts=supported(_parts(moments, question, reference), 2).parts,
        left_out=(),
        denominators=tuple(map(denominator_parts, moments)),
        skew=stated_skew(drawn, question.detect if len(profiles) == 1 else None),
        reference=reference,
        notes=(note,),
    )


def _parts(moments: list[ItemMoments], question: Question, reference: Reference) -> VarianceParts:
    """The residuals are those of the test that is planned: from the slopes that it moves to."""
    off = question.detect or 0.0
    if len(moments) == 2:
        a, b = moments
        design = (reference.source_attempts, reference.target_attempts, reference.languages)
        # Studies that just show the difference decide of the power, and they have found less than it.
        return pair_parts(a, b, slopes_if_alike(a, b, shown_from(question.power) * off, design))
    return system_parts(moments[0], slopes_of(moments[0]).value - off)
