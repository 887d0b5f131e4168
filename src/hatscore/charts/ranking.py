"""Systems by HAT, highest first, with how probable it is that each is the best."""

from typing import Any

from hatscore import wording
from hatscore.charts import theme
from hatscore.charts.forest import TITLES
from hatscore.charts.forest_layout import place, span
from hatscore.charts.stacking import by_benchmark, stacked
from hatscore.errors import NotEstimable
from hatscore.names import readable
from hatscore.results.comparison import Comparison
from hatscore.results.scores import Scores
from hatscore.wording import number

WIDTH, STEP = 400, 24
ESTIMATES, CHANCES = 14, 165
"""Where the columns of text start, right of the plot."""


def ranking_data(scores: Scores, comparison: Comparison | None = None) -> list[dict[str, Any]]:
    """What the ranking shows, without drawing it.

    Parameters
    ----------
    scores : Scores
        Rows of the mean over target languages are used; the pooled ones where there are no others.
    comparison : Comparison, optional
        Of the same systems, for the probability that a system is the best.

    Returns
    -------
    list of dict
        One a benchmark and system, highest HAT first, those that are not estimable last: ``value, low,
        high`` and ``p_first``, None where there is none.
    """
    kinds = {score.target for score in scores}
    target = next((kind for kind in ("macro", "pooled") if kind in kinds), None)
    firsts = {} if comparison is None else _firsts(comparison)
    rows = []
    for score in scores:
        if score.target != target:
            continue
        estimate = score.headline(scores.estimator)
        ends = estimate.interval
        text = str(estimate) if estimate.value is not None else "not estimable"
        rows.append(
            {
                "benchmark": score.benchmark,
                "system": score.system,
                "target": score.target,
                "value": estimate.value,
                "low": ends.low if ends else None,
                "high": ends.high if ends else None,
                "level": ends.level if ends else None,
                "shown": text + (" *" if score.flags else ""),
                "p_first": firsts.get((score.benchmark, score.system)),
                "remark": estimate.reason or ", ".join(flag.code for flag in score.flags) or "none",
            }
        )
    return [
        row
        for own in by_benchmark(rows).values()
        for row in sorted(own, key=lambda row: (row["value"] is None, -(row["value"] or 0)))
    ]


def ranking(scores: Scores, comparison: Comparison | None = None) -> Any:
    """Draw the systems from the highest HAT to the lowest.

    Parameters
    ----------
    scores : Scores
        The result.
    comparison : Comparison, optional
        Of the same systems.

    Returns
    -------
    altair.VConcatChart

    Raises
    ------
    MissingExtra
        If Altair is not installed.
    NotEstimable
        If the scores have no rows over all target languages.
    """
    alt = theme.altair()
    rows = ranking_data(scores, comparison)
    if not rows:
        raise NotEstimable("nothing to draw: the ranking needs scores by='macro' or by='all'.")
    domain = span(rows)
    panels = {
        name: _panel(alt, own, domain, TITLES[scores.estimator]) for name, own in by_benchmark(rows).items()
    }
    levels = sorted({row["level"] for row in rows} - {None})
    intervals = f"Lines: {100 * levels[0]:g} % intervals. " if levels else ""
    subtitle = [f"{intervals}Dashed line: perfect transfer (1.0)."]
    if any(row["p_first"] is not None for row in rows):
        subtitle.append("P(best): probability of rank 1, on the items that all systems have.")
    if any(row["shown"].endswith("*") for row in rows):
        subtitle.append("* has doubts; the scores say which.")
    said = f"Systems by HAT, {wording.plural(len(rows), 'row')}."
    return stacked(alt, panels, title="Systems by HAT", subtitle=subtitle, description=said)


def _firsts(comparison: Comparison) -> dict[tuple[str, str], float]:
    return {
        (one.benchmark, system): chances[0]
        for one in comparison.rankings
        if one.probabilities is not None
        for system, chances in zip(one.systems, one.probabilities, strict=True)
    }


def _chance(value: float | None) -> str:
    if value is None:
        return ""
    return "< 0.01" if value < 0.01 else "> 0.99" if value > 0.99 else number(value, 2)


def _panel(alt: Any, rows: list[dict[str, Any]], domain: tuple[float, float], title: str) -> Any:
    drawn = [
        row
        | {
            "label": theme.isolated(row["system"]),
            "name": readable(row["system"]),
            "first": _chance(row["p_first"]),
        }
        for row in place(rows, domain)
    ]
    scale = alt.Scale(domain=list(domain), nice=False, zero=False)
    axis = alt.Axis(title=title, format=".1f", tickCount=6)
    labels = alt.Axis(title=None, grid=True, ticks=False, domain=False, labelPadding=8)
    y = alt.Y("label:N", sort=[row["label"] for row in drawn], axis=labels)
    tooltip = [
        alt.Tooltip("name:N", title="System"),
        alt.Tooltip("shown:N", title="HAT"),
        alt.Tooltip("p_first:Q", title="P(best)", format=".3f"),
        alt.Tooltip("remark:N", title="Remark"),
    ]
    base = alt.Chart(alt.Data(values=drawn))
    perfect = base.mark_rule(color=theme.INK, strokeDash=list(theme.DASH), strokeWidth=1.2)
    text = base.mark_text(align="left", baseline="middle", fontSize=12, color=theme.INK)
    layers = [
        perfect.encode(x=alt.X(datum=1.0, type="quantitative", scale=scale, axis=axis)),
        base.mark_rule(strokeWidth=2.2, color=theme.BLUE).encode(
            x=alt.X("bar_low:Q", scale=scale, axis=axis), x2="bar_high:Q", y=y, tooltip=tooltip
        ),
        *(
            base.mark_point(shape=shape, size=70, filled=True, opacity=1, color=theme.BLUE).encode(
                x=alt.X(f"{field}:Q", scale=scale, axis=axis), y=y
            )
            for field, shape in (("goes_on_left", "triangle-left"), ("goes_on_right", "triangle-right"))
        ),
        base.mark_point(filled=True, size=90, opacity=1, color=theme.BLUE, stroke="white").encode(
            x=alt.X("value:Q", scale=scale, axis=axis), y=y, tooltip=tooltip
        ),
        text.encode(x=alt.value(WIDTH + ESTIMATES), y=y, text="shown:N", tooltip=tooltip),
    ]
    if any(row["first"] for row in drawn):
        layers.append(text.encode(x=alt.value(WIDTH + CHANCES), y=y, text="first:N", tooltip=tooltip))
        heading = alt.Chart(alt.Data(values=[{}])).mark_text(
            align="left", baseline="bottom", fontSize=12, color=theme.GREY, text="P(best)"
        )
        layers.append(heading.encode(x=alt.value(WIDTH + CHANCES), y=alt.value(-4)))
    return alt.layer(*layers).properties(width=WIDTH, height=alt.Step(STEP))
