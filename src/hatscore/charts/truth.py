"""What a simulated study was drawn from: true profiles, and the true pass rates of the items.

Not in `hatscore.charts.registry`, whose charts are drawn from attempts: those do not know their truth.
"""

from math import ceil
from typing import Any

from hatscore import wording
from hatscore.charts import theme
from hatscore.results.simulation import Simulation

SIDE, COLUMNS = 240, 2
MOST_POINTS = 800
"""Points of a panel; of more, 1 in 2, 3 ... is drawn."""


def truth_data(simulation: Simulation) -> dict[str, list[dict[str, Any]]]:
    """What the chart shows, without drawing it.

    Parameters
    ----------
    simulation : Simulation
        The result.

    Returns
    -------
    dict
        ``items``: one a system, item and target, with both true pass rates; ``profiles``: points of the true
        profiles.
    """
    sources, targets = {}, []
    for row in simulation.rates.iter_rows(named=True):
        if row["language"] == row["source_language"]:
            sources[row["system"], row["item"]] = row["pass_rate"]
        else:
            targets.append(row)
    items = [
        {
            "system": row["system"],
            "target": row["language"],
            "item": row["item"],
            "source_rate": sources[row["system"], row["item"]],
            "target_rate": row["pass_rate"],
        }
        for row in targets
    ]
    return {"items": items, "profiles": simulation.profiles.to_dicts()}


def truth_chart(simulation: Simulation) -> Any:
    """Draw one panel a system: its items, its true profile in every target, and perfect transfer.

    Parameters
    ----------
    simulation : Simulation
        The result.

    Returns
    -------
    altair.ConcatChart

    Raises
    ------
    MissingExtra
        If Altair is not installed.
    """
    alt = theme.altair()
    data = truth_data(simulation)
    names = simulation.settings["names"]
    step = ceil(len(data["items"]) / len(names) / MOST_POINTS)
    panels = []
    for name in names:
        points = [row for row in data["items"] if row["system"] == name][::step]
        lines = [row for row in data["profiles"] if row["system"] == name]
        heading = alt.Title(theme.isolated(name), subtitle=_summary(simulation, name), fontSize=13, offset=6)
        panels.append(_panel(alt, points, lines).properties(title=heading))
    shown = "One point an item and target" + ("" if step == 1 else f" (1 in {step} is drawn)")
    subtitle = [f"{shown}. Line: the true profile.", "Dashed: perfect transfer."]
    return (
        alt.concat(*panels, columns=COLUMNS, spacing=24)
        .properties(
            title=alt.Title("What the attempts are drawn from", subtitle=subtitle),
            description="True transfer profiles of simulated systems. " + simulation.explain(),
        )
        .configure(**theme.CONFIG)
    )


def _summary(simulation: Simulation, name: str) -> list[str]:
    rows = simulation.truth.iter_rows(named=True)
    row = next(row for row in rows if (row["system"], row["target"]) == (name, "macro"))
    number = wording.number
    return [
        f"HAT {number(row['hat'], 2)}",
        f"Accuracy: source {number(row['source_accuracy'], 2)}, target {number(row['target_accuracy'], 2)}",
    ]


def _panel(alt: Any, points: list[dict[str, Any]], lines: list[dict[str, Any]]) -> Any:
    scale = alt.Scale(domain=[0, 1], nice=False)
    ticks = {"values": [0, 0.2, 0.4, 0.6, 0.8, 1], "format": ".1f"}
    across = alt.X("source_rate:Q", scale=scale, axis=alt.Axis(title="True source pass rate", **ticks))
    up = alt.Y("target_rate:Q", scale=scale, axis=alt.Axis(title="True target pass rate", **ticks))
    tooltip = [
        alt.Tooltip("item:N", title="Item"),
        alt.Tooltip("target:N", title="Target"),
        alt.Tooltip("source_rate:Q", title="True source pass rate", format=".3f"),
        alt.Tooltip("target_rate:Q", title="True target pass rate", format=".3f"),
    ]
    ends = [{"source_rate": end, "target_rate": end} for end in (0.0, 1.0)]
    cloud = alt.Chart(alt.Data(values=points)).mark_circle(
        color=theme.CLOUD, size=16, opacity=0.6, aria=False
    )
    perfect = alt.Chart(alt.Data(values=ends)).mark_line(
        color=theme.INK, strokeWidth=1.5, strokeDash=list(theme.DASH)
    )
    profile = alt.Chart(alt.Data(values=lines)).mark_line(color=theme.VERMILLION, strokeWidth=2.5)
    return alt.layer(
        cloud.encode(x=across, y=up, tooltip=tooltip),
        perfect.encode(x=across, y=up),
        profile.encode(x=across, y=up, detail="target:N"),
    ).properties(width=SIDE, height=SIDE)
