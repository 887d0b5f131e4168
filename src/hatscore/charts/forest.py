"""Forest plot: one line a row, the estimate of HAT with its interval."""

from collections.abc import Iterable
from typing import Any

from hatscore import wording
from hatscore.charts import theme
from hatscore.charts.forest_layout import in_columns, one_row_a_system, place, span
from hatscore.errors import NotEstimable
from hatscore.names import readable
from hatscore.options import Estimator
from hatscore.results.scores import Score, Scores

NOT_ESTIMABLE = "not estimable"
TITLES = {"published": "HAT as published", "corrected": "HAT corrected", "curve": "HAT curve"}
SUMMARIES = ("macro", "pooled")
WIDTH, ROW_HEIGHT = 420, 23
MOST_ROWS = 250
"""Of a column; more stand beside each other, as no viewer likes a picture of 40,000 pixels."""

TOOLTIPS = {
    "system": "System",
    "benchmark": "Benchmark",
    "target": "Target",
    "estimate": "Headline",
    "hat": "HAT as published",
    "hat_corrected": "HAT corrected",
    "hat_curve": "HAT curve",
    "target_accuracy": "Target accuracy",
    "source_accuracy": "Source accuracy",
    "xlt_gap": "Gap",
    "transfer_score": "Transfer score",
    "n_items": "Items",
    "attempts": "Attempts per item, source / target",
    "flags": "Flags",
    "reason": "Remark",
    "signature": "Signature",
}


def forest_data(scores: Scores) -> list[dict[str, Any]]:
    """What the forest plot shows, without drawing it.

    Parameters
    ----------
    scores : Scores
        The result.

    Returns
    -------
    list of dict
        One a row, in order: the headline at full precision as ``value``, ``low``, ``high`` and
        ``level`` (None where there is none), ``estimate`` as it is printed, accuracies, and the
        other estimates as text.
    """
    return [{"order": order} | _row(score, scores.estimator) for order, score in enumerate(scores)]


def forest(scores: Scores) -> Any:
    """Draw the headline of every row with its interval, and perfect transfer.

    Parameters
    ----------
    scores : Scores
        The result.

    Returns
    -------
    altair.TopLevelMixin
        Facets where there are several benchmarks, columns where there are many rows.

    Raises
    ------
    MissingExtra
        If Altair is not installed.
    NotEstimable
        If there are no rows.
    """
    alt = theme.altair()
    rows = forest_data(scores)
    if not rows:
        raise NotEstimable("nothing to draw: the scores have no rows.")
    domain = span(rows)
    title = _axis_title(scores, rows)
    drawn = [row | _names(row) for row in place(rows, domain)]
    color = _color(alt, drawn)
    columns = [_column(alt, own, title, domain, color) for own in in_columns(drawn, MOST_ROWS)]
    chart = columns[0] if len(columns) == 1 else alt.hconcat(*columns, spacing=30)
    benchmarks = {row["benchmark"] for row in drawn}
    said = f"Forest plot of {TITLES[scores.estimator]}, {wording.plural(len(rows), 'row')}."
    name = "HAT" if len(benchmarks) > 1 else f"HAT on {benchmarks.pop()}"
    heading = alt.Title(name, subtitle=_subtitle(scores))
    return chart.properties(title=heading, description=said).configure(**theme.CONFIG)


def _column(alt: Any, rows: list[dict[str, Any]], title: str, domain: tuple[float, float], color: Any) -> Any:
    benchmarks = list(dict.fromkeys(row["benchmark"] for row in rows))
    layers = alt.layer(*_layers(alt, title, domain, color), data=alt.Data(values=rows))
    chart = layers.properties(width=WIDTH, height=alt.Step(ROW_HEIGHT))
    if len(benchmarks) == 1:
        return chart
    header = alt.Header(title=None, labelAnchor="start", labelOrient="top", labelPadding=4)
    chart = chart.facet(row=alt.Row("benchmark:N", sort=benchmarks, header=header), spacing=14)
    return chart.resolve_scale(y="independent")


def _row(score: Score, estimator: Estimator) -> dict[str, Any]:
    headline = score.headline(estimator)
    interval = headline.interval
    text = str(headline) if headline.value is not None else NOT_ESTIMABLE
    return {
        "label": theme.row_name(score.system, score.target),
        "summary": score.target in SUMMARIES,
        "system": score.system,
        "benchmark": score.benchmark,
        "target": score.target,
        "value": headline.value,
        "low": interval.low if interval else None,
        "high": interval.high if interval else None,
        "level": interval.level if interval else None,
        "estimate": text,
        "shown": text + (" *" if score.flags else ""),
        "hat": str(score.hat),
        "hat_corrected": str(score.hat_corrected),
        "hat_curve": str(score.hat_curve),
        "target_accuracy": score.target_accuracy,
        "source_accuracy": score.source_accuracy,
        "xlt_gap": score.xlt_gap,
        "transfer_score": wording.number(score.transfer_score),
        "n_items": score.n_items,
        "attempts": f"{score.attempts_source:g} / {score.attempts_target:g}",
        "flags": ", ".join(flag.code for flag in score.flags) or "none",
        "reason": headline.reason or "none",
        "signature": score.signature,
    }


def _names(row: dict[str, Any]) -> dict[str, str]:
    """Names as they can be shown, in headings and whole in tooltips."""
    whole = {field: readable(row[field]) for field in ("system", "target", "signature")}
    return whole | {"benchmark": theme.isolated(row["benchmark"])}


def _layers(alt: Any, title: str, domain: tuple[float, float], color: Any) -> Iterable[Any]:
    scale = alt.Scale(domain=list(domain), nice=False, zero=False)
    axis = alt.Axis(title=title, format=".1f", tickCount=6)
    labels = alt.Axis(title=None, grid=True, ticks=False, domain=False, labelPadding=8)
    y = alt.Y("label:N", sort=alt.EncodingSortField("order", op="min"), axis=labels)
    tooltip = [_tooltip(alt, name, text) for name, text in TOOLTIPS.items()]
    base = alt.Chart()

    def x(field: str) -> Any:
        return alt.X(f"{field}:Q", scale=scale, axis=axis)

    separators = base.mark_rule(color=theme.GREY, strokeWidth=0.8, yOffset=-ROW_HEIGHT / 2)
    yield separators.encode(y=y, opacity=alt.condition("datum.starts_system", alt.value(1), alt.value(0)))
    perfect = base.mark_rule(color=theme.INK, strokeDash=list(theme.DASH), strokeWidth=1.2)
    yield perfect.encode(x=alt.X(datum=1.0, type="quantitative", scale=scale, axis=axis))
    bars = base.mark_rule(strokeWidth=2.2).encode(x=x("bar_low"), x2="bar_high:Q", y=y)
    yield bars.encode(color=color, tooltip=tooltip)
    for field, shape in (("goes_on_left", "triangle-left"), ("goes_on_right", "triangle-right")):
        arrows = base.mark_point(shape=shape, size=70, filled=True, opacity=1)
        yield arrows.encode(x=x(field), y=y, color=color)
    points = base.mark_point(filled=True, opacity=1, stroke="white", strokeWidth=0.8)
    yield points.encode(
        x=x("value"),
        y=y,
        color=color,
        shape=alt.condition("datum.summary", alt.value("diamond"), alt.value("circle")),
        size=alt.condition("datum.summary", alt.value(150), alt.value(80)),
        tooltip=tooltip,
    )
    figures = base.mark_text(align="left", baseline="middle", fontSize=12, color=theme.INK)
    yield figures.encode(x=alt.value(WIDTH + 14), y=y, text="shown:N", tooltip=tooltip)


def _color(alt: Any, rows: list[dict[str, Any]]) -> Any:
    systems = list(dict.fromkeys(row["system"] for row in rows))
    # A colour each helps the eye only where a system has several rows; the labels always say it.
    if one_row_a_system(rows) or len(systems) > len(theme.PALETTE):
        return alt.value(theme.BLUE)
    scale = alt.Scale(domain=systems, range=list(theme.PALETTE[: len(systems)]))
    return alt.Color("system:N", scale=scale, legend=None)


def _tooltip(alt: Any, name: str, text: str) -> Any:
    if name in ("target_accuracy", "source_accuracy", "xlt_gap"):
        return alt.Tooltip(f"{name}:Q", title=text, format=".3f")
    return alt.Tooltip(f"{name}:N", title=text)


def _axis_title(scores: Scores, rows: list[dict[str, Any]]) -> str:
    levels = sorted({row["level"] for row in rows} - {None})
    which = " or ".join(f"{100 * level:g} %" for level in levels)
    return TITLES[scores.estimator] + (f", with {which} interval" if levels else "")


def _subtitle(scores: Scores) -> list[str]:
    lines = ["Dashed line: perfect transfer (1.0)."]
    kinds = {score.target in SUMMARIES for score in scores}
    if len(kinds) > 1:
        lines[0] += " Diamonds: all target languages together."
    codes = list(dict.fromkeys(flag.code for score in scores for flag in score.flags))
    if codes:
        lines.append(f"* has doubts: {wording.listing(codes)}.")
    return lines
