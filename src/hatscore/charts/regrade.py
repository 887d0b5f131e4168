"""Accuracy as recorded and as read again: how much of a gap was the parser."""

from typing import Any

from hatscore.charts import theme
from hatscore.results.regrade import Regrade
from hatscore.wording import number

WIDTH, STEP = 420, 18
RECORDED, READ = "as recorded", "as read now"


def regrade_data(regrade: Regrade) -> list[dict[str, Any]]:
    """What the regrade chart shows, without drawing it.

    Parameters
    ----------
    regrade : Regrade
        The result.

    Returns
    -------
    list of dict
        One a row: names, accuracies and shares unparsed before and after, at full precision.
    """
    return [
        {
            "name": theme.row_name(row.system, f"{row.language} (source)" if row.is_source else row.language),
            "benchmark": theme.isolated(row.benchmark),
            "before": row.accuracy_before,
            "after": row.accuracy_after,
            "unparsed": f"{number(row.unparsed_before)} -> {number(row.unparsed_after)}",
            "hat": "" if row.is_source else f"{row.hat_before} -> {row.hat_after}",
        }
        for row in regrade.rows
    ]


def regrade_chart(regrade: Regrade) -> Any:
    """Draw accuracy before and after, one line a system and language.

    Parameters
    ----------
    regrade : Regrade
        The result.

    Returns
    -------
    altair.LayerChart or altair.FacetChart

    Raises
    ------
    MissingExtra
        If Altair is not installed.
    """
    alt = theme.altair()
    rows = regrade_data(regrade)
    base = alt.Chart().encode(y=alt.Y("name:N", sort=None, axis=alt.Axis(title=None, grid=True)))
    axis = alt.Axis(title="Accuracy", format=".1f", values=[0, 0.2, 0.4, 0.6, 0.8, 1])
    scale = alt.Scale(domain=[0, 1], nice=False)
    tooltip = [
        alt.Tooltip("name:N", title="System, language"),
        alt.Tooltip("before:Q", title=RECORDED, format=".3f"),
        alt.Tooltip("after:Q", title=READ, format=".3f"),
        alt.Tooltip("unparsed:N", title="Unparsed"),
        alt.Tooltip("hat:N", title="HAT published"),
    ]
    line = base.mark_rule(color=theme.GREY, strokeWidth=1.5).encode(
        x=alt.X("before:Q", scale=scale, axis=axis), x2="after:Q", tooltip=tooltip
    )
    colors = alt.Scale(domain=[RECORDED, READ], range=[theme.VERMILLION, theme.BLUE])
    shapes = alt.Scale(domain=[RECORDED, READ], range=["diamond", "circle"])
    legend = alt.Legend(title=None, orient="top")
    points = [
        base.transform_calculate(when=f"'{label}'")
        .mark_point(filled=True, size=70, opacity=1)
        .encode(
            x=alt.X(f"{field}:Q", scale=scale, axis=axis),
            color=alt.Color("when:N", scale=colors, legend=legend),
            shape=alt.Shape("when:N", scale=shapes, legend=legend),
            tooltip=tooltip,
        )
        for field, label in (("before", RECORDED), ("after", READ))
    ]
    chart = alt.layer(line, *points).properties(width=WIDTH, height=alt.Step(STEP))
    title = alt.Title("Accuracy, as recorded and as read now", subtitle=f"Read by {regrade.method}.")
    faceted = chart.facet(
        data=alt.Data(values=rows),
        row=alt.Row(
            "benchmark:N", title=None, header=alt.Header(labelAngle=0, labelAnchor="start", labelOrient="top")
        ),
    ).resolve_scale(y="independent")
    return faceted.properties(title=title).configure(**theme.CONFIG)
