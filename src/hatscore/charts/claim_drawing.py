"""Charts of claims: lines against a quantity, or dots on a line for each case."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hatscore.charts import theme
from hatscore.charts.claim_marks import Marks, Row

WIDTH, HEIGHT, STEP = 320, 230, 22
_DOTS_WIDTH, _CLOSE = 440, 9
_COLORS = (theme.BLUE, theme.VERMILLION, theme.GREEN, theme.PURPLE, theme.SKY, theme.GREY)
_DRAWN = ("value", "low", "high", "expected", "reference", "band_low", "band_high")


@dataclass(frozen=True, slots=True)
class _Panel:
    """One panel, and what all panels share.

    Attributes
    ----------
    alt : module
        Altair.
    marks : Marks
        What goes where.
    rows : list of dict
        Of this panel.
    series : list of str
        Of all panels.
    ends : list of float
        Of the axis of values, in all panels.
    """

    alt: Any
    marks: Marks
    rows: list[Row]
    series: list[str]
    ends: list[float]

    @property
    def base(self) -> Any:
        """A chart of the rows without a mark."""
        return self.alt.Chart(self.alt.Data(values=self.rows))

    def value(self, channel: Any, column: str) -> Any:
        """The axis of values."""
        axis = self.alt.Axis(title=self.marks.value_title, tickCount=6)
        return channel(
            f"{column}:Q", scale=self.alt.Scale(domain=self.ends, nice=False, zero=False), axis=axis
        )

    def color(self) -> dict[str, Any]:
        """Colour of lines."""
        if len(self.series) < 2:
            return {"color": self.alt.value(theme.BLUE)}
        colors = [_COLORS[place % len(_COLORS)] for place in range(len(self.series))]
        return {"color": self.alt.Color("series:N", scale=self._scale(colors), legend=self._legend())}

    def look(self) -> dict[str, Any]:
        """Colour and shape of points, so that grey print tells them apart."""
        if len(self.series) < 2:
            return self.color()
        shapes = [theme.SHAPES[place % len(theme.SHAPES)] for place in range(len(self.series))]
        return self.color() | {
            "shape": self.alt.Shape("series:N", scale=self._scale(shapes), legend=self._legend())
        }

    def tooltip(self) -> list[Any]:
        """What is said of a point."""
        alt, marks = self.alt, self.marks
        tips = [alt.Tooltip("panel:N", title="Panel")] if marks.panel else []
        tips += [alt.Tooltip("series:N", title="What")] if marks.series else []
        tips.append(alt.Tooltip("along:N", title=marks.along_title))
        numbers = {"value": marks.value_title}
        numbers |= {"expected": "Expected"} if marks.expected else {}
        numbers |= {"low": "5 %", "high": "95 %"} if marks.ends else {}
        return tips + [alt.Tooltip(f"{name}:Q", title=title, format=".3f") for name, title in numbers.items()]

    def reference(self, channel: str) -> list[Any]:
        """The dashed line."""
        if self.marks.reference is None:
            return []
        rule = self.base.mark_rule(color=theme.INK, strokeDash=list(theme.DASH), strokeWidth=1.1)
        value = self.value(self.alt.Y if channel == "y" else self.alt.X, "reference")
        return [rule.encode(**{channel: value})]

    def _scale(self, values: Sequence[str]) -> Any:
        return self.alt.Scale(domain=self.series, range=list(values))

    def _legend(self) -> Any:
        columns = 5 if self.marks.kind == "lines" else 3
        return self.alt.Legend(title=None, orient="top", columns=columns, symbolSize=80)


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
    altair.VConcatChart
        A panel each, without title and theme.
    """
    alt = theme.altair()
    series = list(dict.fromkeys(row["series"] for row in rows))
    ends = _ends(rows)
    panels = []
    for name in dict.fromkeys(row["panel"] for row in rows):
        panel = _Panel(alt, marks, [row for row in rows if row["panel"] == name], series, ends)
        drawn = _lines(panel) if marks.kind == "lines" else _dots(panel)
        panels.append(drawn.properties(title=alt.Title(name, fontSize=13)) if name else drawn)
    beside = 2 if marks.kind == "lines" else 1
    # Not alt.concat, which pages do not know for Vega-Lite where it has no schema.
    lines = [alt.hconcat(*panels[at : at + beside], spacing=30) for at in range(0, len(panels), beside)]
    chart = alt.vconcat(*[line.resolve_scale(yOffset="independent") for line in lines], spacing=22)
    return chart.resolve_scale(yOffset="independent")


def _lines(panel: _Panel) -> Any:
    alt, marks, base = panel.alt, panel.marks, panel.base
    x = _along(panel)
    line = panel.value(alt.Y, "expected" if marks.expected else "value")
    layers = [*panel.reference("y")]
    layers.append(base.mark_line(strokeWidth=1.6, opacity=0.8).encode(x=x, y=line, **panel.color()))
    if marks.ends:
        low = panel.value(alt.Y, "low")
        layers.append(
            base.mark_rule(strokeWidth=1.4, opacity=0.45).encode(x=x, y=low, y2="high:Q", **panel.color())
        )
    points = base.mark_point(filled=True, size=60, opacity=1)
    layers.append(points.encode(x=x, y=panel.value(alt.Y, "value"), tooltip=panel.tooltip(), **panel.look()))
    return alt.layer(*layers).properties(width=WIDTH, height=HEIGHT)


def _along(panel: _Panel) -> Any:
    alt, marks = panel.alt, panel.marks
    places = list(dict.fromkeys(row["along"] for row in panel.rows))
    if isinstance(places[0], str):
        return alt.X("along:N", sort=places, axis=alt.Axis(title=marks.along_title, labelAngle=0))
    if marks.log:
        axis = alt.Axis(title=marks.along_title, values=sorted(places), format="~g")
        return alt.X("along:Q", scale=alt.Scale(type="log", nice=False, padding=12), axis=axis)
    scale = alt.Scale(zero=False, nice=False, padding=12)
    return alt.X("along:Q", scale=scale, axis=alt.Axis(title=marks.along_title, tickCount=6, format="~g"))


def _dots(panel: _Panel) -> Any:
    alt, marks, base = panel.alt, panel.marks, panel.base
    places = list(dict.fromkeys(row["along"] for row in panel.rows))
    axis = alt.Axis(title=None, grid=True, ticks=False, domain=False, labelPadding=8, bandPosition=0.5)
    y: dict[str, Any] = {"y": alt.Y("along:N", sort=places, scale=alt.Scale(padding=0.25), axis=axis)}
    layers = []
    if marks.bands is not None:
        one = alt.Chart(alt.Data(values=panel.rows[:1])).mark_rect(color=theme.CLOUD, opacity=0.4)
        layers.append(one.encode(x=panel.value(alt.X, "band_low"), x2="band_high:Q"))
    layers += panel.reference("x")
    # Beside each other where they have bars; points alone may lie on one line.
    own = [name for name in panel.series if any(row["series"] == name for row in panel.rows)]
    apart = marks.ends and len(own) > 1
    if apart:
        y["yOffset"] = alt.YOffset("series:N", sort=own, scale=alt.Scale(domain=own))
    if marks.ends:
        bars = base.mark_rule(strokeWidth=1.6, opacity=0.6)
        layers.append(bars.encode(x=panel.value(alt.X, "low"), x2="high:Q", **y, **panel.color()))
    points = base.mark_point(filled=True, size=60, opacity=0.9 if marks.bands is None else 0.65)
    layers.append(points.encode(x=panel.value(alt.X, "value"), tooltip=panel.tooltip(), **y, **panel.look()))
    step = max(STEP, _CLOSE * len(own) + 6) if apart else STEP
    return alt.layer(*layers).properties(width=_DOTS_WIDTH, height=step * len(places))


def _ends(rows: Sequence[Row]) -> list[float]:
    """Ends of the axis of values: all that is drawn, and a little more."""
    values = [row[name] for row in rows for name in _DRAWN if row.get(name) is not None]
    room = 0.04 * (max(values) - min(values)) or 0.05
    return [min(values) - room, max(values) + room]
