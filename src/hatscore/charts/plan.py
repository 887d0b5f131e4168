"""Items needed, or the smallest difference, by attempts per item."""

from typing import Any

from hatscore.charts import theme
from hatscore.errors import NotEstimable
from hatscore.results.plan import Plan, Point

WIDTH, HEIGHT = 420, 260


def plan_data(plan: Plan) -> list[dict[str, Any]]:
    """What the chart shows, without drawing it.

    Parameters
    ----------
    plan : Plan
        The result.

    Returns
    -------
    list of dict
        One a point: ``series, attempts, value`` and where; ``value`` is items needed, or the smallest
        difference where none was to be detected.
    """
    names = Point.__slots__
    return [{name: getattr(point, name) for name in names} for point in plan.points]


def plan_chart(plan: Plan) -> Any:
    """Draw items needed, or the smallest difference, by attempts per item.

    Parameters
    ----------
    plan : Plan
        The result.

    Returns
    -------
    altair.FacetChart

    Raises
    ------
    MissingExtra
        If Altair is not installed.
    NotEstimable
        If the plan has no points: it is about a run, or no design was asked for.
    """
    alt = theme.altair()
    rows = [row | {"panel": _panel(row)} for row in plan_data(plan)]
    if not rows:
        raise NotEstimable(
            "nothing to draw: a chart of a plan needs a difference to detect, or numbers of items; a run has "
            "neither."
        )
    title, axis, log, form = _words(plan)
    series = list(dict.fromkeys(row["series"] for row in rows))
    kind = alt.Scale(type="log", nice=False) if log else alt.Scale(zero=True)
    ticks = sorted({row["attempts"] for row in rows} & {2, 5, 10, 20, 50})
    lines = alt.Chart().encode(
        x=alt.X(
            "attempts:Q",
            scale=alt.Scale(type="log", nice=False),
            axis=alt.Axis(title="Attempts per item, source and each target", values=ticks, format="d"),
        ),
        y=alt.Y("value:Q", scale=kind, axis=alt.Axis(title=axis, format=form, tickCount=6)),
        color=alt.Color(
            "series:N",
            sort=series,
            scale=alt.Scale(domain=series, range=theme.marks(series)[0]),
            legend=alt.Legend(title=None, orient="bottom") if len(series) > 1 else None,
        ),
        tooltip=[
            alt.Tooltip("series:N", title="Line"),
            alt.Tooltip("attempts:Q", title="Attempts"),
            alt.Tooltip("value:Q", title=axis, format=form),
        ],
    )
    layers = [lines.mark_line(strokeWidth=2), lines.mark_point(filled=True, size=36)]
    if plan.detect is not None and plan.max_items is not None:
        layers.append(
            alt.Chart().mark_rule(color=theme.INK, strokeDash=[4, 4]).encode(y=alt.datum(plan.max_items))
        )
    drawn = alt.layer(*layers).properties(width=WIDTH, height=HEIGHT)
    panels = list(dict.fromkeys(row["panel"] for row in rows))
    header = alt.Header(title=None, labelAnchor="start", labelOrient="top")
    chart = drawn.facet(
        data=alt.Data(values=rows), row=alt.Row("panel:N", sort=panels, header=header), spacing=16
    )
    subtitle = f"Power {plan.power:g}; the {100 * plan.level:g} % interval leaves out zero."
    if plan.detect is not None and plan.max_items is not None:
        subtitle += f" Dashed: the {plan.max_items:,} items that there are."
    said = f"{title}, by attempts per item, for {', '.join(series)}."
    return chart.properties(title=alt.Title(title, subtitle=subtitle), description=said).configure(
        **theme.CONFIG
    )


def _words(plan: Plan) -> tuple[str, str, bool, str]:
    if plan.detect is None:
        return "Smallest difference of HAT that is seen", "Smallest difference", False, ".2f"
    return f"Items needed to see a difference of {plan.detect:g}", "Items", True, ",d"


def _panel(row: dict[str, Any]) -> str:
    pair = theme.isolated(row["system_a"]) + " against a fixed value"
    if row["system_b"] is not None:
        pair = f"{theme.isolated(row['system_b'])} against {theme.isolated(row['system_a'])}"
    return theme.row_name(row["benchmark"], row["target"]) + " | " + pair
