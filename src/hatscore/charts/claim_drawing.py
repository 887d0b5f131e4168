"""Charts of claims: lines against a quantity, or dots on a line for each case."""

from collections.abc import Sequence
from typing import Any

from hatscore.charts import theme
from hatscore.charts.claim_marks import Marks, Row

WIDTH, HEIGHT, STEP = 300, 230, 22
_DOTS_WIDTH = 440
_PALETTE = (theme.BLUE, theme.VERMILLION, theme.GREEN, theme.PURPLE, theme.SKY, theme.GREY)


def draw_marks(marks: Marks, rows: Sequence[Row]) -> Any:
    """Draw a claim's figures.

    Parameters
    ----------
    marks : Marks
        What goes where.
    rows : sequence of dict
        From `hatscore.charts.claim_marks.marks_data`; at least one.

    Returns
    -------
    altair.FacetChart
        Without title and theme.
    """
    alt = theme.altair()
    layer = _lines(alt, marks, rows) if marks.kind == "lines" else _dots(alt, marks, rows)
    panels = list(dict.fromkeys(row["panel"] for row in rows))
    header = alt.Header(title=None, labelAnchor="start", labelPadding=4)
    facet = alt.Facet(
        "panel:N", sort=panels, header=header if panels != [""] else alt.Header(labels=False, title=None)
    )
    columns = 2 if marks.kind == "lines" else 1
    chart = layer.facet(facet=facet, columns=columns, data=alt.Data(values=[dict(row) for row in rows]))
    return chart.resolve_scale(y="independent") if marks.kind == "dots" else chart


def _lines(alt: Any, marks: Marks, rows: Sequence[Row]) -> Any:
    numeric = not isinstance(rows[0]["along"], str)
    if numeric:
        scale = alt.Scale(type="log" if marks.log else "linear", zero=False, nice=not marks.log, padding=12)
        ticks = sorted({row["along"] for row in rows})
        few = {"values": ticks} if len(ticks) <= 7 else {}
        x = alt.X("along:Q", scale=scale, axis=alt.Axis(title=marks.along_title, format="~g", **few))
    else:
        axis = alt.Axis(title=marks.along_title, labelAngle=0)
        x = alt.X("along:N", sort=list(dict.fromkeys(row["along"] for row in rows)), axis=axis)
    y = _value(alt, alt.Y, marks, "value")
    base = alt.Chart()
    layers = [*_reference(alt, marks, horizontal=True)]
    line = "expected" if marks.expected else "value"
    look = _look(alt, rows)
    layers.append(
        base.mark_line(strokeWidth=1.6, opacity=0.8).encode(
            x=x, y=_value(alt, alt.Y, marks, line), **look["line"]
        )
    )
    if marks.ends:
        low = _value(alt, alt.Y, marks, "low")
        layers.append(
            base.mark_rule(strokeWidth=1.4, opacity=0.45).encode(x=x, y=low, y2="high:Q", **look["line"])
        )
    layers.append(
        base.mark_point(filled=True, size=60, opacity=1).encode(
            x=x, y=y, tooltip=_tips(alt, marks), **look["point"]
        )
    )
    return alt.layer(*layers).properties(width=WIDTH, height=HEIGHT)


def _dots(alt: Any, marks: Marks, rows: Sequence[Row]) -> Any:
    axis = alt.Axis(title=None, grid=True, ticks=False, domain=False, labelPadding=8)
    y = alt.Y("along:N", sort=list(dict.fromkeys(row["along"] for row in rows)), axis=axis)
    series = list(dict.fromkeys(row["series"] for row in rows))
    shift = {"yOffset": alt.YOffset("series:N", sort=series)} if len(series) > 1 and marks.ends else {}
    base, layers, look = alt.Chart(), [], _look(alt, rows)
    if marks.bands is not None:
        band = base.mark_rect(color=theme.CLOUD, opacity=0.35)
        layers.append(band.encode(x=_value(alt, alt.X, marks, "band_low"), x2="band_high:Q", y=y))
    layers += _reference(alt, marks, horizontal=False)
    if marks.ends:
        ends = base.mark_rule(strokeWidth=1.6, opacity=0.6)
        layers.append(
            ends.encode(x=_value(alt, alt.X, marks, "low"), x2="high:Q", y=y, **shift, **look["line"])
        )
    points = base.mark_point(filled=True, size=65, opacity=0.9 if marks.bands is None else 0.65)
    layers.append(
        points.encode(
            x=_value(alt, alt.X, marks, "value"), y=y, tooltip=_tips(alt, marks), **shift, **look["point"]
        )
    )
    height = alt.Step(
        STEP * (1 if not shift else max(1, len(series) * 0.6)), **({"for": "position"} if shift else {})
    )
    return alt.layer(*layers).properties(width=_DOTS_WIDTH, height=height)


def _value(alt: Any, channel: Any, marks: Marks, column: str) -> Any:
    axis = alt.Axis(title=marks.value_title, tickCount=6)
    return channel(f"{column}:Q", scale=alt.Scale(zero=False, nice=True), axis=axis)


def _reference(alt: Any, marks: Marks, *, horizontal: bool) -> list[Any]:
    if marks.reference is None:
        return []
    rule = alt.Chart().mark_rule(color=theme.INK, strokeDash=list(theme.DASH), strokeWidth=1.1)
    channel = alt.Y if horizontal else alt.X
    return [rule.encode(**{"y" if horizontal else "x": _value(alt, channel, marks, "reference")})]


def _look(alt: Any, rows: Sequence[Row]) -> dict[str, dict[str, Any]]:
    """Colour of lines; colour and shape of points, so that grey print tells them apart."""
    series = list(dict.fromkeys(row["series"] for row in rows))
    if len(series) < 2:
        return {"line": {"color": alt.value(theme.BLUE)}, "point": {"color": alt.value(theme.BLUE)}}
    legend = alt.Legend(title=None, orient="top", columns=4, symbolSize=80, symbolStrokeWidth=0)
    colors = [_PALETTE[place % len(_PALETTE)] for place in range(len(series))]
    shapes = [theme.SHAPES[place % len(theme.SHAPES)] for place in range(len(series))]
    color = alt.Color("series:N", scale=alt.Scale(domain=series, range=colors), legend=legend)
    shape = alt.Shape("series:N", scale=alt.Scale(domain=series, range=shapes), legend=legend)
    return {"line": {"color": color}, "point": {"color": color, "shape": shape}}


def _tips(alt: Any, marks: Marks) -> list[Any]:
    tips = [alt.Tooltip("panel:N", title="Panel")] if marks.panel else []
    tips += [alt.Tooltip("series:N", title="What")] if marks.series else []
    tips += [
        alt.Tooltip("along", type="nominal", title=marks.along_title),
        alt.Tooltip("value:Q", title=marks.value_title, format=".3f"),
    ]
    if marks.expected:
        tips.append(alt.Tooltip("expected:Q", title="Expected", format=".3f"))
    if marks.ends:
        tips += [
            alt.Tooltip(f"{end}:Q", title=title, format=".3f")
            for end, title in (("low", "5 %"), ("high", "95 %"))
        ]
    return tips
