"""The page itself: results put into the template, with styles, script and data inside."""

import json
from typing import Any

from hatscore._version import __version__
from hatscore.flags import Flag
from hatscore.reports.answer import answers, limits
from hatscore.reports.figures import FINDING_CHARTS, Figure, Pattern, figures, gain_pattern, profile_pattern
from hatscore.reports.material import Material
from hatscore.reports.packing import compress, pack
from hatscore.reports.tables import all_tables
from hatscore.reports.template import asset, template, vega, versions
from hatscore.results.study import Finding
from hatscore.sentences.scores import HOW_TO_READ


def render(material: Material, *, title: str, level: float) -> str:
    """Write the page.

    Parameters
    ----------
    material : Material
        Results.
    title : str
        Of the page.
    level : float
        Coverage of the intervals.

    Returns
    -------
    str
        HTML that needs nothing else.

    Raises
    ------
    MissingExtra
        If Jinja, Altair or vl-convert is not installed.
    """
    drawn = figures(material)
    patterns = [one for one in (gain_pattern(material, level), profile_pattern(material.profiles)) if one]
    page: str = template("report.html").render(
        title=title,
        version=__version__,
        level=f"{100 * level:g}",
        how_to_read=HOW_TO_READ,
        answers=answers(material),
        flags=_flags(material),
        figures=drawn,
        patterns={one.id: one for one in patterns},
        start=json.dumps(_start(material), ensure_ascii=False),
        tables=all_tables(material),
        findings=_cards(material, drawn),
        signatures=_signatures(material),
        sources=material.sources,
        notes=material.notes,
        versions=versions(),
        limits=limits(material),
        style=asset("report.css"),
        script=asset("report.js"),
        vega=vega(),
        data=compress(_payload(drawn, patterns)),
    )
    return page


def _payload(drawn: dict[str, Figure], patterns: list[Pattern]) -> dict[str, Any]:
    return {
        "figures": {
            one.id: {"spec": one.spec, "rows": pack(one.rows)}
            for one in drawn.values()
            if one.spec is not None
        },
        "patterns": {
            one.id: {"spec": one.spec, "keys": one.keys, "choices": one.choices} for one in patterns
        },
    }


def _start(material: Material) -> dict[str, list[str]]:
    """What is chosen at first: the pair of the answer, and the profile of its better system."""
    benchmark = material.scores[0].benchmark
    if material.pair is None:
        return {"profile": [material.scores[0].system, benchmark, "pooled"]}
    return {"gain": [benchmark, *material.pair], "profile": [material.pair[1], benchmark, "pooled"]}


def _flags(material: Material) -> list[tuple[Flag, int]]:
    """Each code once, with its first sentence and how many rows carry it."""
    rows = [row for row in material.scores if row.target == "macro"] or list(material.scores)
    found: dict[str, tuple[Flag, int]] = {}
    for row in rows:
        for flag in row.flags:
            first, count = found.get(flag.code, (flag, 0))
            found[flag.code] = (first, count + 1)
    return list(found.values())


def _cards(material: Material, drawn: dict[str, Figure]) -> list[dict[str, Any]]:
    """One card an analysis: what is asked, what the paper found, what was found on each benchmark."""
    by_id: dict[str, list[Finding]] = {}
    for one in material.study or ():
        by_id.setdefault(one.id, []).append(one)
    return [
        {
            "id": id,
            "question": own[0].question,
            "paper": own[0].paper,
            "findings": own,
            "figure": drawn.get(FINDING_CHARTS.get(id, "")),
            "estimable": any(one.estimate.value is not None for one in own),
        }
        for id, own in by_id.items()
    ]


def _signatures(material: Material) -> list[str]:
    shown = [row.signature for row in material.scores if row.target == "macro"]
    if material.study is not None:
        shown += list(material.study.signatures.values())
    return list(dict.fromkeys(shown))
