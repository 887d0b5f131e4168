"""Two values a row, joined by a line: which of the two is higher, and by how much."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hatscore.charts import theme

WIDTH, STEP = 420, 24


@dataclass(frozen=True, slots=True)
class Ends:
    """The two ends of a row.

    Attributes
    ----------
    first, second : str
        Columns of the two values; the line goes from the first to the second.
    first_label, second_label : str
        In words, for the legend.
    axis_title : str
        Of the horizontal axis.
    """

    first: str
    second: str
    first_label: str
    second_label: str
    axis_title: str


def dumbbells(alt: Any, rows: Sequence[Mapping[str, Any]], ends: Ends) -> Any:
    """Draw two points a row, the first open and the second filled.

    Parameters
    ----------
    alt : module
        Altair.
    rows : sequence of mapping
        With ``label``, ``name`` (for the tooltip), ``shown`` (written at the right) and both columns.
    ends : Ends
        What the points are.

    Returns
    -------
    altair.LayerChart
    """
    values = [row[field] for row in rows for field in (ends.first, ends.second)]
    low, high = min(0.0, *values), max(1.0, *values)
    scale = alt.Scale(domain=[low, high + 0.05], nice=False, zero=False)
    axis = alt.Axis(title=ends.axis_title, format=".1f", tickCount=6)
    labels = alt.Axis(title=None, grid=True, ticks=False, domain=False, labelPadding=8)
    y = alt.Y("label:N", sort=None, axis=labels)
    tooltip = [
        alt.Tooltip("name:N", title="What"),
        alt.Tooltip(f"{ends.first}:Q", title=ends.first_label, format=".3f"),
        alt.Tooltip(f"{ends.second}:Q", title=ends.second_label, format=".3f"),
        alt.Tooltip("shown:N", title="Difference"),
    ]
    base = alt.Chart(alt.Data(values=[dict(row) for row in rows]))

    def x(field: str) -> Any:
        return alt.X(f"{field}:Q", scale=scale, axis=axis)

    names = [ends.first_label, ends.second_label]
    legend = alt.Legend(title=None, orient="top", symbolSize=90)
    channels = {
        "stroke": alt.Stroke(
            "which:N", scale=_range(alt, names, [theme.VERMILLION, theme.BLUE]), legend=legend
        ),
        "fill": alt.Fill("which:N", scale=_range(alt, names, ["white", theme.BLUE]), legend=legend),
        "shape": alt.Shape("which:N", scale=_range(alt, names, ["diamond", "circle"]), legend=legend),
    }
    perfect = base.mark_rule(color=theme.INK, strokeDash=list(theme.DASH), strokeWidth=1.2)
    layers = [
        perfect.encode(x=alt.X(datum=1.0, type="quantitative", scale=scale, axis=axis)),
        base.mark_rule(color=theme.GREY, strokeWidth=2).encode(x=x(ends.first), x2=f"{ends.second}:Q", y=y),
    ]
    for field, name in ((ends.first, 0), (ends.second, 1)):
        points = base.transform_calculate(which=repr(names[name])).mark_point(
            size=85, strokeWidth=1.8, opacity=1
        )
        layers.append(points.encode(x=x(field), y=y, tooltip=tooltip, **channels))
    text = base.mark_text(align="left", baseline="middle", fontSize=12, color=theme.INK)
    layers.append(text.encode(x=alt.value(WIDTH + 14), y=y, text="shown:N", tooltip=tooltip))
    return alt.layer(*layers).properties(width=WIDTH, height=alt.Step(STEP))


def _range(alt: Any, names: list[str], looks: list[str]) -> Any:
    return alt.Scale(domain=names, range=looks)
