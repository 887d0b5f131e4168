"""HAT against release date, by family, with the medians on both sides of a date."""

from datetime import UTC, datetime
from math import floor
from typing import Any

from hatscore.charts import theme
from hatscore.charts.analyses import stacked_analysis
from hatscore.charts.scatter import UNKNOWN, Axes, groups_of, reach, scatter, x_of, y_of
from hatscore.charts.stacking import by_benchmark
from hatscore.errors import NotEstimable
from hatscore.results.study import Finding, Study

FARTHEST = 1.5
"""HAT up to which a wide interval may stretch the axis."""

DAY = 86_400_000
"""Milliseconds, in which Vega counts time."""


def time_data(study: Study) -> list[dict[str, Any]]:
    """What the chart of dates shows, without drawing it.

    Parameters
    ----------
    study : Study
        The result.

    Returns
    -------
    list of dict
        One a benchmark and system of known date: ``released, side, hat, target_accuracy``, ``group``
        (the family, or that it is not known), and the ``median`` of its side with ``median_low`` and
        ``median_high`` (None where there is none).
    """
    return [row for one in study if one.id == "time_trend" for row in _rows(one)]


def time_chart(study: Study) -> Any:
    """Draw HAT by release date.

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
        If the date of no system is known.
    """
    alt = theme.altair()
    rows = time_data(study)
    if not rows:
        raise NotEstimable(
            "nothing to draw: no system of known release date has an estimable HAT; give released in the "
            "systems file."
        )
    panels = {name: _panel(alt, own) for name, own in by_benchmark(rows).items()}
    subtitle = ["One point a system."]
    if any(row["median"] is not None for row in rows):
        subtitle[0] += " Bars: medians before and after the dotted line"
        with_ends = any(row["median_low"] is not None for row in rows)
        subtitle[0] += f", with {100 * study.level:g} % intervals." if with_ends else "."
    return stacked_analysis(
        alt,
        panels,
        study,
        "time_trend",
        title="HAT by release date",
        subtitle=subtitle,
    )


def _rows(one: Finding) -> list[dict[str, Any]]:
    rows = []
    for row in one.tables.get("systems", ()):
        if row["hat"] is None:
            continue
        middle = one.estimates[f"median_{row['side']}"]
        ends = middle.interval
        rows.append(
            {
                "benchmark": one.benchmark,
                **row,
                "group": row.get("family") or UNKNOWN,
                "median": middle.value,
                "median_low": ends.low if ends else None,
                "median_high": ends.high if ends else None,
            }
        )
    return rows


def _panel(alt: Any, rows: list[dict[str, Any]]) -> Any:
    groups = [theme.isolated(name) for name in groups_of(rows)]
    drawn = [
        row | {"group": theme.isolated(row["group"]), "day": _milliseconds(row["released"])} for row in rows
    ]
    days = [row["day"] for row in drawn]
    across = (min(days) - 45 * DAY, max(days) + 45 * DAY)
    shown = [
        row[name] for row in rows for name in ("hat", "median_low", "median_high") if row[name] is not None
    ]
    shown = [min(max(value, 0.0), FARTHEST) for value in shown] + [row["hat"] for row in rows]
    ends = reach(shown, low=max(0.0, floor(10 * min(shown) - 0.5) / 10))
    axes = Axes("day", "hat", "Release date", "HAT", across, ends, "time", width=620)
    below = _medians(alt, drawn, axes)
    tips = [("hat", ".3f"), ("target_accuracy", ".3f")]
    return scatter(alt, drawn, axes, groups=groups, tooltip=tips, below=below)


def _medians(alt: Any, rows: list[dict[str, Any]], axes: Axes) -> list[Any]:
    cut = next((_milliseconds(row["cut"]) for row in rows if row.get("cut")), None)
    if cut is None or any(row["median"] is None for row in rows):
        return []
    sides = {row["side"]: row for row in rows}
    low, high = axes.x_ends
    places = {"before": (low, cut), "after": (cut, high)}
    bars = [
        sides[side] | {"from": start, "to": end} for side, (start, end) in places.items() if side in sides
    ]
    base = alt.Chart(alt.Data(values=bars))
    # Of few checkpoints a median has no interval.
    bands = alt.Chart(alt.Data(values=[bar for bar in bars if bar["median_low"] is not None]))
    x, y = x_of(alt, axes, "from"), y_of(alt, axes, "median")
    rule = alt.Chart(alt.Data(values=[{"cut": cut}])).mark_rule(color=theme.GREY, strokeDash=[2, 3])
    return [
        bands.mark_rect(color=theme.GREY, opacity=0.14, clip=True).encode(
            x=x, x2="to:Q", y=y_of(alt, axes, "median_low"), y2="median_high:Q"
        ),
        base.mark_rule(color=theme.INK, strokeWidth=1.8).encode(x=x, x2="to:Q", y=y),
        rule.encode(x=x_of(alt, axes, "cut")),
    ]


def _milliseconds(day: str) -> int:
    return int(datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp() * 1000)
