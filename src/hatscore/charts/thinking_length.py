"""Thinking tokens in every language over those in the source, one point a system."""

from typing import Any

from hatscore.charts import theme
from hatscore.charts.stacking import by_benchmark, stacked
from hatscore.errors import NotEstimable
from hatscore.names import readable
from hatscore.results.study import Finding, Study

WIDTH, STEP = 460, 26
MEAN = "mean of systems"
MOST_TOLD_APART = 12
"""Systems that a legend can hold; more are drawn alike."""


def thinking_tokens_data(study: Study) -> list[dict[str, Any]]:
    """What the chart of thinking tokens shows, without drawing it.

    Parameters
    ----------
    study : Study
        The result.

    Returns
    -------
    list of dict
        One a benchmark, language and system, with ``length_ratio`` as ``value``; and one a benchmark and
        language with the mean over systems and its interval, whose ``system`` is None.
    """
    return [row for one in study if one.id == "thinking_tokens" for row in _rows(one)]


def thinking_tokens(study: Study) -> Any:
    """Draw the ratios, languages with the longest thinking first.

    Parameters
    ----------
    study : Study
        The result.

    Returns
    -------
    altair.VConcatChart

    Raises
    ------
    MissingExtra
        If Altair is not installed.
    NotEstimable
        If there are no thinking tokens.
    """
    alt = theme.altair()
    rows = thinking_tokens_data(study)
    if not rows:
        raise NotEstimable(
            "nothing to draw: no system has thinking tokens in a source and a target language."
        )
    panels = {name: _panel(alt, own) for name, own in by_benchmark(rows).items()}
    subtitle = [
        "Thinking tokens in the target over those in the source, on the same items. Dashed: as many.",
        f"Bars: mean of the systems, with {100 * study.level:g} % interval.",
    ]
    said = " ".join(one.sentence for one in study if one.id == "thinking_tokens")
    return stacked(alt, panels, title="Thinking tokens by language", subtitle=subtitle, description=said)


def _rows(one: Finding) -> list[dict[str, Any]]:
    table = one.tables.get("languages", ())
    rows: list[dict[str, Any]] = [
        {
            "benchmark": one.benchmark,
            "system": row["system"],
            "language": row["language"],
            "value": row["length_ratio"],
            "low": None,
            "high": None,
            "shown": f"{row['length_ratio']:.2f}",
        }
        for row in table
        if row["length_ratio"] is not None
    ]
    for language in dict.fromkeys(row["language"] for row in rows):
        estimate = one.estimates[f"length_ratio_{language}"]
        ends = estimate.interval
        mean = {"benchmark": one.benchmark, "system": None, "language": language, "value": estimate.value}
        ranges = {"low": ends.low if ends else None, "high": ends.high if ends else None}
        rows.append(mean | ranges | {"shown": str(estimate)})
    return rows


def _panel(alt: Any, rows: list[dict[str, Any]]) -> Any:
    drawn = [
        row
        | {
            "label": theme.isolated(row["language"]),
            "who": MEAN if row["system"] is None else theme.isolated(row["system"]),
            "name": MEAN if row["system"] is None else readable(row["system"]),
        }
        for row in rows
    ]
    middle = {row["label"]: row["value"] or 0.0 for row in drawn if row["system"] is None}
    order = sorted(middle, key=lambda label: -middle[label])
    values = [row[name] for row in rows for name in ("value", "low", "high") if row[name] is not None]
    scale = alt.Scale(domain=[min(1.0, *values) - 0.03, max(1.0, *values) + 0.03], nice=False, zero=False)
    axis = alt.Axis(title="Times the thinking tokens of the source", format=".2f", tickCount=6)
    y = alt.Y(
        "label:N", sort=order, axis=alt.Axis(title=None, grid=True, ticks=False, domain=False, labelPadding=8)
    )
    x = alt.X("value:Q", scale=scale, axis=axis)
    tooltip = [
        alt.Tooltip("name:N", title="System"),
        alt.Tooltip("label:N", title="Language"),
        alt.Tooltip("shown:N", title="Ratio"),
    ]
    systems = list(dict.fromkeys(row["who"] for row in drawn if row["system"] is not None))
    single = alt.Chart(alt.Data(values=[row for row in drawn if row["system"] is not None]))
    mean = alt.Chart(alt.Data(values=[row for row in drawn if row["system"] is None]))
    same = mean.mark_rule(color=theme.INK, strokeDash=list(theme.DASH), strokeWidth=1.2)
    told_apart = len(systems) <= MOST_TOLD_APART
    points = single.mark_point(filled=True, size=60 if told_apart else 35, opacity=0.85)
    drawn_points = points.encode(x=x, y=y, tooltip=tooltip, **_look(alt, systems))
    means = [
        mean.mark_rule(color=theme.INK, strokeWidth=2.2).encode(
            x=alt.X("low:Q", scale=scale, axis=axis), x2="high:Q", y=y, tooltip=tooltip
        ),
        mean.mark_tick(color=theme.INK, thickness=3, size=17).encode(x=x, y=y, tooltip=tooltip),
    ]
    return alt.layer(
        same.encode(x=alt.X(datum=1.0, type="quantitative", scale=scale, axis=axis)),
        *([*means, drawn_points] if told_apart else [drawn_points, *means]),
        mean.mark_text(align="left", baseline="middle", fontSize=12, color=theme.INK).encode(
            x=alt.value(WIDTH + 14), y=y, text="shown:N", tooltip=tooltip
        ),
    ).properties(width=WIDTH, height=alt.Step(STEP))


def _look(alt: Any, systems: list[str]) -> dict[str, Any]:
    if len(systems) > MOST_TOLD_APART:
        return {"color": alt.value(theme.CLOUD), "shape": alt.value("circle")}
    colors, shapes = theme.marks(systems)
    legend = alt.Legend(title=None, orient="top", columns=3, symbolSize=80)
    return {
        "color": alt.Color("who:N", scale=alt.Scale(domain=systems, range=colors), legend=legend),
        "shape": alt.Shape("who:N", scale=alt.Scale(domain=systems, range=shapes), legend=legend),
    }
