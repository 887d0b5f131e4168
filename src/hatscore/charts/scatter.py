"""One point a system in a plane, named where there is room, coloured and shaped by group."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from math import log10
from typing import Any

from hatscore.charts import theme
from hatscore.charts.point_labels import label_places
from hatscore.names import readable

UNKNOWN = "family not known"


@dataclass(frozen=True, slots=True)
class Axes:
    """What the two axes of a scatter show.

    Attributes
    ----------
    x, y : str
        Columns of the rows; ``x`` is a number, or a day as a number of milliseconds.
    x_title, y_title : str
        In words.
    x_ends, y_ends : pair of float
        Where the axes start and end.
    kind : {'linear', 'log', 'time'}
        Of the horizontal axis.
    width, height : int
        Pixels.
    """

    x: str
    y: str
    x_title: str
    y_title: str
    x_ends: tuple[float, float]
    y_ends: tuple[float, float]
    kind: str = "linear"
    width: int = 330
    height: int = 300

    def pixels(self, row: Mapping[str, Any]) -> tuple[float, float]:
        """Where a row is drawn.

        Parameters
        ----------
        row : mapping
            With both columns.

        Returns
        -------
        x, y : float
            From the left and from the top.
        """
        scale = log10 if self.kind == "log" else float
        low, high, value = (scale(number) for number in (*self.x_ends, row[self.x]))
        bottom, top = self.y_ends
        across = (value - low) / (high - low)
        return self.width * across, self.height * (top - row[self.y]) / (top - bottom)


def scatter(
    alt: Any,
    rows: Sequence[Mapping[str, Any]],
    axes: Axes,
    *,
    groups: Sequence[str] = (),
    tooltip: Sequence[tuple[str, str]],
    below: Sequence[Any] = (),
) -> Any:
    """Points with their names.

    Parameters
    ----------
    alt : module
        Altair.
    rows : sequence of mapping
        With ``system``, the columns of the axes, and ``group`` where there are groups.
    axes : Axes
        What goes where.
    groups : sequence of str
        All groups, also those of other panels, so that colours agree.
    tooltip : sequence of pair of str
        Columns with their format.
    below : sequence of altair.Chart
        Layers behind the points, which `x_of` and `y_of` place.

    Returns
    -------
    altair.LayerChart
    """
    labels = [theme.isolated(row["system"]) for row in rows]
    at = [axes.pixels(row) for row in rows]
    places = label_places(at, labels, (axes.width, axes.height))
    if 2 * sum(place is not None for place in places) < len(places):
        places = [None] * len(places)  # a few names among many points would look chosen
    drawn = [
        {**row, "name": readable(row["system"]), "label": label}
        | ({"dx": place[0] - x, "dy": place[1] - y} if place else {})
        for row, label, place, (x, y) in zip(rows, labels, places, at, strict=True)
    ]
    base = alt.Chart(alt.Data(values=drawn))
    tips = [alt.Tooltip("name:N", title="System")]
    tips += [alt.Tooltip(f"{name}:Q", title=name.replace("_", " "), format=form) for name, form in tooltip]
    points = base.mark_point(filled=True, size=75, opacity=0.9, stroke="white", strokeWidth=0.6)
    x, y = x_of(alt, axes), y_of(alt, axes)
    written = {"align": "left", "baseline": "middle", "fontSize": 12}
    written |= {"dx": alt.expr("datum.dx"), "dy": alt.expr("datum.dy")}
    names = base.transform_filter("isValid(datum.dx)")
    # White below the names, so that lines do not strike them out.
    halo = names.mark_text(**written, stroke="white", strokeWidth=3, strokeJoin="round", opacity=0.85)
    text = names.mark_text(**written, color=theme.GREY)
    layers = [*below, *(layer.encode(x=x, y=y, text="label:N") for layer in (halo, text))]
    layers.append(points.encode(x=x, y=y, tooltip=tips, **_look(alt, groups)))
    return alt.layer(*layers).properties(width=axes.width, height=axes.height)


def x_of(alt: Any, axes: Axes, field: str | None = None) -> Any:
    """The horizontal channel.

    Parameters
    ----------
    alt : module
        Altair.
    axes : Axes
        What goes where.
    field : str, optional
        Another column than the axis's own.

    Returns
    -------
    altair.X
    """
    name = field or axes.x
    if axes.kind == "time":
        # A linear scale of milliseconds with our own ticks: Vega-Lite cannot merge the domains of time scales
        # in layers, and says so in the reader's console.
        scale = alt.Scale(domain=list(axes.x_ends), nice=False, zero=False)
        axis = alt.Axis(
            title=axes.x_title,
            values=_half_years(*axes.x_ends),
            labelExpr="utcFormat(datum.value, '%b %Y')",
            labelOverlap=True,
        )
        return alt.X(f"{name}:Q", scale=scale, axis=axis)
    if axes.kind == "log":
        scale = alt.Scale(type="log", domain=list(axes.x_ends), nice=False)
        low, high = axes.x_ends
        ticks = [float(f"{head}e{power}") for power in range(-4, 6) for head in (1, 3)]
        shown = [tick for tick in ticks if low <= tick <= high]
        return alt.X(f"{name}:Q", scale=scale, axis=alt.Axis(title=axes.x_title, values=shown, format="~g"))
    scale = alt.Scale(domain=list(axes.x_ends), nice=False, zero=False)
    return alt.X(f"{name}:Q", scale=scale, axis=alt.Axis(title=axes.x_title, tickCount=5, format=".1f"))


def y_of(alt: Any, axes: Axes, field: str | None = None) -> Any:
    """The vertical channel.

    Parameters
    ----------
    alt : module
        Altair.
    axes : Axes
        What goes where.
    field : str, optional
        Another column than the axis's own.

    Returns
    -------
    altair.Y
    """
    scale = alt.Scale(domain=list(axes.y_ends), nice=False, zero=False)
    return alt.Y(
        f"{field or axes.y}:Q", scale=scale, axis=alt.Axis(title=axes.y_title, tickCount=5, format=".1f")
    )


def reach(values: Sequence[float], *, low: float = 0.0, high: float = 1.0) -> tuple[float, float]:
    """Ends of an axis of shares, which may go beyond 1.

    Parameters
    ----------
    values : sequence of float
        What is drawn.
    low, high : float
        The least that the axis shows.

    Returns
    -------
    pair of float

    Examples
    --------
    >>> reach([0.2, 0.9]), reach([-0.3, 1.1])
    ((0.0, 1.05), (-0.35, 1.15))
    """
    left = min(values) - 0.05 if min(values) < low else low
    return round(left, 6), round(max(high, *values) + 0.05, 6)


def groups_of(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """Families in the order of their names, the unknown last.

    Parameters
    ----------
    rows : sequence of mapping
        With ``group``.

    Returns
    -------
    list of str
    """
    return sorted({row["group"] for row in rows}, key=lambda name: (name == UNKNOWN, name))


def _look(alt: Any, groups: Sequence[str]) -> dict[str, Any]:
    if not groups:
        return {"color": alt.value(theme.BLUE), "shape": alt.value("circle")}
    colors, shapes = theme.marks(groups)
    if groups[-1] == UNKNOWN:
        colors[-1] = theme.GREY
    legend = alt.Legend(title=None, orient="bottom", columns=4, symbolSize=90)
    return {
        "color": alt.Color("group:N", scale=alt.Scale(domain=list(groups), range=colors), legend=legend),
        "shape": alt.Shape("group:N", scale=alt.Scale(domain=list(groups), range=shapes), legend=legend),
    }


def _half_years(low: float, high: float) -> list[float]:
    """First of January and of July between two times, in milliseconds since 1970."""
    first, last = (datetime.fromtimestamp(end / 1000, UTC).year for end in (low, high))
    days = (datetime(year, month, 1, tzinfo=UTC) for year in range(first, last + 1) for month in (1, 7))
    return [day.timestamp() * 1000 for day in days if low <= day.timestamp() * 1000 <= high]
