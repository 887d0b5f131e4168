"""Estimates with their intervals, one line each, beside a line that means nothing changed."""

from collections.abc import Mapping, Sequence
from typing import Any

from hatscore.charts import theme

WIDTH, STEP = 420, 23


def interval_layers(
    alt: Any,
    rows: Sequence[Mapping[str, Any]],
    *,
    axis_title: str,
    colors: Mapping[str, str],
    shapes: Mapping[str, str],
) -> Any:
    """Layers of points with bars.

    Parameters
    ----------
    alt : module
        Altair.
    rows : sequence of mapping
        With ``label, value, low, high, shown, kind, reference``, and ``what``, the whole name; the
        order is kept.
    axis_title : str
        Of the horizontal axis.
    colors, shapes : mapping of str
        By kind; a kind has both, so that grey print tells them apart.

    Returns
    -------
    altair.LayerChart
        Without data: the caller gives it, and may facet.
    """
    y = alt.Y(
        "label:N", sort=None, axis=alt.Axis(title=None, grid=True, ticks=False, domain=False, labelPadding=8)
    )
    axis = alt.Axis(title=axis_title, tickCount=6)
    scale = alt.Scale(zero=False, nice=True)
    present = [kind for kind in colors if any(row["kind"] == kind for row in rows)]
    legend = alt.Legend(title=None, orient="top") if len(present) > 1 else None
    color = alt.Color(
        "kind:N", scale=alt.Scale(domain=present, range=[colors[kind] for kind in present]), legend=legend
    )
    shape = alt.Shape(
        "kind:N", scale=alt.Scale(domain=present, range=[shapes[kind] for kind in present]), legend=legend
    )
    tooltip = [alt.Tooltip("what:N", title="What"), alt.Tooltip("shown:N", title="Estimate")]
    tooltip += [alt.Tooltip("kind:N", title="Kind"), alt.Tooltip("remark:N", title="Remark")]
    base = alt.Chart()
    x = alt.X("value:Q", scale=scale, axis=axis)
    return alt.layer(
        base.mark_rule(color=theme.INK, strokeDash=list(theme.DASH), strokeWidth=1.2).encode(
            x=alt.X("reference:Q", scale=scale, axis=axis)
        ),
        base.mark_rule(strokeWidth=2.2).encode(
            x=alt.X("low:Q", scale=scale, axis=axis), x2="high:Q", y=y, color=color, tooltip=tooltip
        ),
        base.mark_point(filled=True, size=80, opacity=1).encode(
            x=x, y=y, color=color, shape=shape, tooltip=tooltip
        ),
        base.mark_text(align="left", baseline="middle", fontSize=12, color=theme.INK).encode(
            x=alt.value(WIDTH + 14), y=y, text="shown:N", tooltip=tooltip
        ),
    ).properties(width=WIDTH, height=alt.Step(STEP))


def faceted(alt: Any, chart: Any, rows: Sequence[Mapping[str, Any]], *, by: str, same_axis: bool) -> Any:
    """A chart for each group, below each other.

    Parameters
    ----------
    alt : module
        Altair.
    chart : altair.LayerChart
        From `interval_layers`.
    rows : sequence of mapping
        The data.
    by : str
        Column that parts the groups.
    same_axis : bool
        Whether all share the horizontal axis.

    Returns
    -------
    altair.FacetChart
    """
    groups = list(dict.fromkeys(row[by] for row in rows))
    header = alt.Header(title=None, labelAnchor="start", labelOrient="top", labelPadding=4)
    found = chart.facet(
        data=alt.Data(values=[dict(row) for row in rows]),
        row=alt.Row(f"{by}:N", sort=groups, header=header),
        spacing=14,
    )
    return found.resolve_scale(y="independent", x="shared" if same_axis else "independent")
