"""Parts of a gain in target accuracy as a waterfall: source, transfer, shape, and their sum."""

from typing import Any

from hatscore import wording
from hatscore.charts import theme
from hatscore.names import readable
from hatscore.results.decomposition import Decomposition, Step
from hatscore.sentences.comparison import signed

PARTS = {
    "source": ("source", theme.SKY),
    "transfer": ("transfer", theme.BLUE),
    "shape": ("shape of the profile", theme.PURPLE),
    "total": ("gain in target accuracy", theme.GREY),
}
WIDTH, STEP = 420, 26


def gains_data(found: Decomposition) -> list[dict[str, Any]]:
    """What the waterfall shows, without drawing it.

    Parameters
    ----------
    found : Decomposition
        The result.

    Returns
    -------
    list of dict
        One a part of a gain, in points: where its bar starts and ends, and its interval put at the end.
    """
    return [row for step in found for row in _bars(step)]


def gains(found: Decomposition) -> Any:
    """Draw every gain as a waterfall.

    Parameters
    ----------
    found : Decomposition
        The result.

    Returns
    -------
    altair.FacetChart

    Raises
    ------
    MissingExtra
        If Altair is not installed.
    """
    alt = theme.altair()
    rows = gains_data(found)
    y = alt.Y("part:N", sort=None, axis=alt.Axis(title=None, ticks=False, domain=False, labelPadding=8))
    axis = alt.Axis(title="Points of target accuracy", tickCount=6)
    color = alt.Color(
        "part:N",
        scale=alt.Scale(domain=[label for label, _ in PARTS.values()], range=[c for _, c in PARTS.values()]),
        legend=None,
    )
    tooltip = [
        alt.Tooltip("what:N", title="Gain"),
        alt.Tooltip("part:N", title="Part"),
        alt.Tooltip("shown:N", title="Points"),
    ]
    base = alt.Chart()
    layers = alt.layer(
        base.mark_bar(height=14).encode(
            x=alt.X("start:Q", axis=axis), x2="end:Q", y=y, color=color, tooltip=tooltip
        ),
        base.mark_rule(color=theme.INK, strokeWidth=1.4).encode(x="low:Q", x2="high:Q", y=y, tooltip=tooltip),
        base.mark_rule(color=theme.INK, strokeWidth=1.0).encode(x=alt.datum(0)),
        base.mark_text(align="left", baseline="middle", fontSize=12, color=theme.INK).encode(
            x=alt.value(WIDTH + 14), y=y, text="shown:N"
        ),
    ).properties(width=WIDTH, height=alt.Step(STEP))
    header = alt.Header(title=None, labelAnchor="start", labelOrient="top", labelPadding=4)
    groups = list(dict.fromkeys(row["gain"] for row in rows))
    chart = layers.facet(
        data=alt.Data(values=rows), row=alt.Row("gain:N", sort=groups, header=header), spacing=14
    )
    subtitle = f"Each bar starts where the one before ends; lines: {100 * found.level:g} % intervals."
    title = alt.Title("Better transfer, or just a better model?", subtitle=subtitle)
    said = f"Waterfalls of {wording.plural(len(found), 'gain')} in target accuracy."
    return chart.properties(title=title, description=said).configure(**theme.CONFIG)


def _bars(step: Step) -> list[dict[str, Any]]:
    """The bars of one gain; parts that are not estimable have none."""
    at = 0.0
    rows = []
    for name, (label, _) in PARTS.items():
        estimate = getattr(step, name)
        start = 0.0 if name == "total" else at
        value = 100 * estimate.value if estimate.value is not None else None
        ends = estimate.interval
        rows.append(
            {
                "benchmark": step.benchmark,
                "target": step.target,
                "system_a": step.system_a,
                "system_b": step.system_b,
                "gain": theme.row_name(step.benchmark, step.target) + " | " + _ends(step),
                "what": f"{readable(step.system_a)} to {readable(step.system_b)}",
                "part": label,
                "start": start if value is not None else None,
                "end": start + value if value is not None else None,
                "low": start + 100 * ends.low if ends else None,
                "high": start + 100 * ends.high if ends else None,
                "shown": signed(estimate, scale=100),
            }
        )
        at = start + (value or 0.0)
    return rows


def _ends(step: Step) -> str:
    return f"{theme.isolated(step.system_a)} to {theme.isolated(step.system_b)}"
