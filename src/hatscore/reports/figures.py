"""Charts of a report as Vega-Lite: fixed ones, and patterns whose data the reader chooses."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hatscore.charts.gains import gains, gains_data
from hatscore.charts.profile import profile_chart, profile_data
from hatscore.charts.registry import CHARTS, chart_data, draw
from hatscore.errors import NotEstimable
from hatscore.reports.material import Material
from hatscore.reports.packing import pack
from hatscore.results.decomposition import Decomposition
from hatscore.results.profile import Profile
from hatscore.sentences.decomposition import gain_sentence
from hatscore.wording import number

Spec = dict[str, Any]

FINDING_CHARTS = {
    "coupling": "confound",
    "size_trend": "size",
    "time_trend": "time",
    "thinking_effect": "thinking",
    "thinking_tokens": "thinking-tokens",
    "script_effect": "script",
}
"""Chart of each finding that has one of its own."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One chart of the page, or why there is none.

    Attributes
    ----------
    id, title, reading : str
        Of its element; what it shows; how to read it.
    spec : dict or None
        Vega-Lite with its data.
    rows : list of dict
        The data behind it, for the CSV.
    absent : str
        Why there is nothing to draw.
    """

    id: str
    title: str
    reading: str
    spec: Spec | None
    rows: list[dict[str, Any]]
    absent: str = ""


@dataclass(frozen=True, slots=True)
class Pattern:
    """One chart whose data the reader chooses.

    Attributes
    ----------
    id, title, reading : str
        Of its element; what it shows; how to read it.
    spec : dict
        Vega-Lite in which the data have names.
    keys : list of list of str
        What can be chosen: one list of labels a choice.
    choices : list of dict
        For each key the packed rows by the name of the data, ``text`` and ``heading``.
    """

    id: str
    title: str
    reading: str
    spec: Spec
    keys: list[list[str]]
    choices: list[dict[str, Any]]


def figures(material: Material) -> dict[str, Figure]:
    """The fixed charts of the page.

    Parameters
    ----------
    material : Material
        Results.

    Returns
    -------
    dict of Figure
        By the name of the chart.
    """
    scores = {
        by: replace(
            material.scores,
            rows=tuple(row for row in material.scores if (row.target == "macro") == (by == "macro")),
        )
        for by in ("macro", "language")
    }
    scores["language"] = replace(
        scores["language"], rows=tuple(row for row in scores["language"] if row.target != "pooled")
    )
    found = {}
    for name in ("ranking", "heatmap", "failures", *FINDING_CHARTS.values()):
        kind = CHARTS[name]
        results = {"scores": scores[kind.by], "comparison": material.comparison, "study": material.study}
        if results.get(kind.needs) is not None:
            found[name] = _figure(name, results)
    return found


def gain_pattern(material: Material, level: float) -> Pattern | None:
    """The waterfall of any pair of systems.

    Parameters
    ----------
    material : Material
        Results.
    level : float
        Coverage of the intervals.

    Returns
    -------
    Pattern or None
        None where no gain is known.
    """
    steps = [step for one in material.gains for step in (one, one.turned())]
    if not steps:
        return None
    first = Decomposition((steps[0],), level)
    spec = _named(gains(first).to_dict(), {"gain": gains_data(first)})
    return Pattern(
        "gain",
        CHARTS["decomposition"].title,
        CHARTS["decomposition"].reading,
        spec,
        [[step.benchmark, step.system_a, step.system_b] for step in steps],
        [
            {
                "gain": pack(gains_data(Decomposition((step,), level))),
                "text": gain_sentence(step),
                "heading": f"From {step.system_a} to {step.system_b} on {step.benchmark}",
            }
            for step in steps
        ],
    )


def profile_pattern(profiles: Sequence[Profile]) -> Pattern | None:
    """The transfer profile of any system, benchmark and language.

    Parameters
    ----------
    profiles : sequence of Profile
        All of them.

    Returns
    -------
    Pattern or None
        None where there is none.
    """
    if not profiles:
        return None
    fullest = max(profiles, key=lambda one: sum(len(rows) for rows in profile_data(one).values()))
    spec = _any_size(_named(profile_chart(fullest).to_dict(), profile_data(fullest)))
    return Pattern(
        "profile",
        CHARTS["profile"].title,
        CHARTS["profile"].reading,
        spec,
        [[one.score.system, one.score.benchmark, one.score.target] for one in profiles],
        [
            {name: pack(rows) for name, rows in profile_data(one).items()}
            | {"text": _profile_text(one), "heading": _profile_heading(one)}
            for one in profiles
        ],
    )


def _figure(name: str, results: Mapping[Any, Any]) -> Figure:
    kind = CHARTS[name]
    try:
        spec = bare(draw(name, results).to_dict())
        return Figure(f"figure-{name}", kind.title, kind.reading, spec, chart_data(name, results))
    except NotEstimable as error:
        return Figure(f"figure-{name}", kind.title, kind.reading, None, [], absent=str(error))


def bare(spec: Spec) -> Spec:
    """A chart that takes its background from the page.

    Parameters
    ----------
    spec : dict
        Vega-Lite; it is changed.

    Returns
    -------
    dict
    """
    spec.setdefault("config", {})["background"] = None
    spec.pop("$schema", None)
    return spec


def _named(spec: Spec, data: Mapping[str, list[dict[str, Any]]]) -> Spec:
    """A chart in which each of these data has its name, and whose title the page gives."""
    held: dict[str, Any] = spec.pop("datasets", {})

    def name_of(rows: object) -> str | None:
        return next((name for name, own in data.items() if rows == own and own), None)

    def walk(node: Any) -> Any:
        if isinstance(node, list):
            return [walk(one) for one in node]
        if not isinstance(node, dict):
            return node
        if "data" in node and isinstance(node["data"], dict):
            rows = node["data"].get("values", held.get(node["data"].get("name", "")))
            name = name_of(rows)
            kept = {"name": name} if name else {"values": rows}
            return {key: walk(value) for key, value in node.items() if key != "data"} | {"data": kept}
        return {key: walk(value) for key, value in node.items()}

    named: Spec = walk(bare(spec))
    named.pop("title", None)
    return named


def _any_size(node: Any) -> Any:
    """A chart whose sizes follow the data that are chosen, not those that it was made of."""
    if isinstance(node, list):
        return [_any_size(one) for one in node]
    if not isinstance(node, dict):
        return node
    free = {key: _any_size(value) for key, value in node.items()}
    if isinstance(size := free.get("size"), dict) and "field" in size:
        for part, fixed in (("scale", "domain"), ("legend", "values")):
            if isinstance(size.get(part), dict):
                size[part].pop(fixed, None)
    return free


def _profile_heading(one: Profile) -> str:
    score = one.score
    return f"{score.system} on {score.benchmark}, {score.target}: HAT corrected {score.hat_corrected}"


def _profile_text(one: Profile) -> str:
    score = one.score
    return (
        f"HAT as published {score.hat}, curve {score.hat_curve}; right {number(score.source_accuracy)} of "
        f"the time in the source and {number(score.target_accuracy)} in the target, on "
        f"{score.n_items:,} items."
    )
