"""HAT of every system in every language as a map of cells."""

from math import floor
from typing import Any

from hatscore import wording
from hatscore.charts import theme
from hatscore.charts.forest import SUMMARIES, TITLES
from hatscore.charts.stacking import by_benchmark, stacked
from hatscore.errors import NotEstimable
from hatscore.names import readable
from hatscore.results.scores import Scores

CELL, ROW = 44, 24
HATCH = "".join(
    f"M{max(c - 1, -1.8):g},{min(1, c + 1.8):g}L{min(c + 1, 1.8):g},{max(-1, c - 1.8):g}"
    for c in (-2.4, -1.8, -1.2, -0.6, 0, 0.6, 1.2, 1.8, 2.4)
)
"""Slanted lines across a cell, as a symbol, whose height is from -1 to 1; Vega has no patterns."""

DARK = 0.55
"""Share of the range from which a cell is so dark that its value is white."""


def heatmap_data(scores: Scores) -> list[dict[str, Any]]:
    """What the heat map shows, without drawing it.

    Parameters
    ----------
    scores : Scores
        Rows of target languages are used.

    Returns
    -------
    list of dict
        One a cell: names, the headline and its interval at full precision, None where it is not
        estimable, and the reason.
    """
    rows = []
    for score in scores:
        if score.target in SUMMARIES:
            continue
        estimate = score.headline(scores.estimator)
        ends = estimate.interval
        rows.append(
            {
                "benchmark": score.benchmark,
                "system": score.system,
                "target": score.target,
                "value": estimate.value,
                "low": ends.low if ends else None,
                "high": ends.high if ends else None,
                "estimate": str(estimate),
                "remark": estimate.reason or ", ".join(flag.code for flag in score.flags) or "none",
            }
        )
    return rows


def heatmap(scores: Scores) -> Any:
    """Draw a cell a system and target language, its HAT written in it.

    Parameters
    ----------
    scores : Scores
        The result.

    Returns
    -------
    altair.VConcatChart

    Raises
    ------
    MissingExtra
        If Altair is not installed.
    NotEstimable
        If the scores have no rows of languages.
    """
    alt = theme.altair()
    rows = heatmap_data(scores)
    if not rows:
        raise NotEstimable("nothing to draw: the heat map needs scores by='language' or by='all'.")
    values = [row["value"] for row in rows if row["value"] is not None]
    least = max(0.0, floor(10 * min(values, default=0.0)) / 10)
    ends = (min(least, 0.9), 1.0)
    title = TITLES[scores.estimator]
    panels = {name: _panel(alt, own, ends, title) for name, own in by_benchmark(rows).items()}
    subtitle = ["Darker: more of the source carries over. Systems and languages from high to low."]
    if any(row["value"] is None for row in rows):
        subtitle.append(f"{wording.NOT_ESTIMABLE} and hatched: not estimable. Empty: not asked.")
    said = f"Heat map of HAT, {wording.plural(len(rows), 'cell')}."
    return stacked(alt, panels, title=title, subtitle=subtitle, description=said)


def _panel(alt: Any, rows: list[dict[str, Any]], ends: tuple[float, float], title: str) -> Any:
    low, high = ends
    drawn = [_cell(row, low + DARK * (high - low)) for row in rows]
    labels = alt.Axis(title=None, ticks=False, domain=False, labelPadding=8)
    x = alt.X(
        "language:N",
        sort=_from_high_to_low(drawn, "language"),
        axis=alt.Axis(title=None, ticks=False, domain=False, orient="top", labelAngle=0, labelPadding=6),
    )
    y = alt.Y("label:N", sort=_from_high_to_low(drawn, "label"), axis=labels)
    tooltip = [
        alt.Tooltip("name:N", title="System"),
        alt.Tooltip("target_name:N", title="Target"),
        alt.Tooltip("estimate:N", title=title),
        alt.Tooltip("remark:N", title="Remark"),
    ]
    scale = alt.Scale(domain=[low, high], range=list(theme.LIGHT_TO_DARK), clamp=True)
    legend = alt.Legend(title=title, format=".1f", gradientLength=160, orient="right")
    base = alt.Chart(alt.Data(values=drawn)).encode(x=x, y=y, tooltip=tooltip)
    known, unknown = "isValid(datum.value)", "!isValid(datum.value)"
    cells = base.transform_filter(known).mark_rect(stroke="white", strokeWidth=1)
    hatched = base.transform_filter(unknown)
    ink = alt.condition("datum.dark", alt.value("white"), alt.value(theme.ON_LIGHT))
    layers = [
        cells.encode(color=alt.Color("value:Q", scale=scale, legend=legend)),
        hatched.mark_rect(fill="white", stroke=theme.GRID),
        hatched.mark_point(shape=HATCH, size=430, stroke=theme.CLOUD, strokeWidth=1, fill=None, opacity=1),
        hatched.mark_text(fontSize=12, stroke="white", strokeWidth=4, strokeJoin="round").encode(
            text="shown:N"
        ),
        base.mark_text(fontSize=12).encode(text="shown:N", color=ink),
    ]
    width = alt.Step(max(CELL, 8 * max(len(row["language"]) for row in drawn)))
    return alt.layer(*layers).properties(width=width, height=alt.Step(ROW))


def _cell(row: dict[str, Any], dark_from: float) -> dict[str, Any]:
    return row | {
        "label": theme.isolated(row["system"]),
        "name": readable(row["system"]),
        "language": theme.isolated(row["target"]),
        "target_name": readable(row["target"]),
        "shown": wording.number(row["value"], 2),
        "dark": row["value"] is not None and row["value"] > dark_from,
    }


def _from_high_to_low(rows: list[dict[str, Any]], axis: str) -> list[str]:
    """Names along an axis by their middle value; those without any last."""
    values: dict[str, list[float]] = {}
    for row in rows:
        own = values.setdefault(row[axis], [])
        if row["value"] is not None:
            own.append(row["value"])
    middle = {name: sorted(own)[len(own) // 2] if own else -1e9 for name, own in values.items()}
    return sorted(middle, key=lambda name: -middle[name])
