"""Draw the pictures of docs/explanation/ to docs/explanation/figures/ (make figures).

Everything in them is worked by hand, follows from a formula, or is drawn from a stated truth with a fixed
seed, so that the pictures are the same each time.
"""

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import hatscore
from hatscore.charts import theme
from hatscore.charts.files import chart_bytes
from hatscore.simulation.mixes import NAMED
from hatscore.simulation.profiles import Profile

alt: Any = theme.altair()

FIGURES = Path(__file__).parents[1] / "docs" / "explanation" / "figures"
SIDE = 240
FIVE = {"A": (10, 9), "B": (8, 6), "C": (6, 3), "D": (3, 2), "E": (0, 0)}
"""Right answers of ten, in the source and in the target, of the items on what-hat-is.md."""

STEPS = np.linspace(0, 1, 51)
Rows = list[dict[str, Any]]


def rows(source: Any, target: Any, **fields: Any) -> Rows:
    """Points of a profile."""
    pairs = zip(np.asarray(source, float), np.asarray(target, float), strict=True)
    return [{"source": float(s), "target": float(t), **fields} for s, t in pairs]


def plane(side: int = SIDE) -> tuple[Callable[..., Any], Any, Any]:
    """A layer of the plane of pass rates, and its axes; the layer of perfect transfer comes first."""
    ticks = {"values": [0, 0.2, 0.4, 0.6, 0.8, 1], "format": ".1f"}
    scale = alt.Scale(domain=[0, 1], nice=False)
    x = alt.X("source:Q", scale=scale, axis=alt.Axis(title="Source pass rate", **ticks))
    y = alt.Y("target:Q", scale=scale, axis=alt.Axis(title="Target pass rate", **ticks))
    perfect = alt.Chart(alt.Data(values=rows([0, 1], [0, 1])))
    dashed = perfect.mark_line(color=theme.INK, strokeWidth=1.5, strokeDash=list(theme.DASH))

    def layered(*layers: Any, title: str, subtitle: Sequence[str] = ()) -> Any:
        heading = alt.Title(title, subtitle=list(subtitle), fontSize=13, offset=6)
        return alt.layer(dashed.encode(x=x, y=y), *layers).properties(width=side, height=side, title=heading)

    return layered, x, y


def line(points: Rows, x: Any, y: Any, *, color: str, dash: Sequence[int] = (1, 0)) -> Any:
    chart = alt.Chart(alt.Data(values=points))
    return chart.mark_line(color=color, strokeWidth=2.5, strokeDash=list(dash), clip=True).encode(x=x, y=y)


def area(points: Rows, x: Any, y: Any) -> Any:
    return alt.Chart(alt.Data(values=points)).mark_area(color=theme.SKY, opacity=0.35).encode(x=x, y=y)


def cloud(points: Rows, x: Any, y: Any) -> Any:
    chart = alt.Chart(alt.Data(values=points))
    return chart.mark_circle(color=theme.CLOUD, size=16, opacity=0.6, aria=False).encode(x=x, y=y)


def five_items() -> Any:
    """The worked example: five items, the line, the area."""
    layered, x, y = plane(300)
    s, t = np.array(list(FIVE.values())).T / 10
    slope = float((s * t).sum() / (s**2).sum())
    items = [
        {"source": a, "target": b, "item": name, "below": 14 if b else -12}
        for name, a, b in zip(FIVE, s, t, strict=True)
    ]
    base = alt.Chart(alt.Data(values=items)).encode(x=x, y=y)
    away = {"dx": alt.expr("datum.below"), "dy": alt.expr("datum.below")}
    names = base.mark_text(**away, fontSize=13, fontWeight="bold", color=theme.BLUE)
    fit = rows([0, 1], [0, slope])
    return layered(
        area(fit, x, y),
        line(fit, x, y, color=theme.VERMILLION),
        base.mark_circle(color=theme.BLUE, size=90, opacity=1),
        names.encode(text="item:N"),
        title=f"Five items: slope {slope:.3f}, area {slope / 2:.3f}",
        subtitle=["Line: least squares through 0. Shaded: half of HAT. Dashed: perfect transfer."],
    )


def profiles() -> Any:
    """Four profiles and the areas below them."""
    panels = []
    for text, name in (
        ("straight:1", "Perfect transfer"),
        ("straight:0.5", "Half is carried over"),
        ("bent:0,0.9", "Lost where the source is unsure"),
        ("bent:1.6,-0.6", "Better in the target"),
    ):
        layered, x, y = plane(180)
        profile = Profile.parse(text)
        points = rows(STEPS, profile.at(STEPS))
        drawn = area(points, x, y), line(points, x, y, color=theme.VERMILLION)
        panels.append(layered(*drawn, title=name, subtitle=[f"HAT {profile.hat:.2f}"]))
    return alt.concat(*panels, columns=2, spacing=28)


def two_mixes() -> Any:
    """One profile, and the weaker and the stronger system of why-accuracy-and-gap-mislead.md."""
    names = ("weak", "strong")
    made = hatscore.simulate(profiles="straight:0.8", mixes=names, names=names, languages=["sw"], items=300)
    return made.plot()


def newer_and_better() -> Any:
    """A better profile at a better source, and the gap between the accuracies of each."""
    panels = []
    for name, slope, mix in (("older", 0.7, "1,2"), ("newer", 0.8, "4,1")):
        layered, x, y = plane()
        made = hatscore.simulate(profiles=str(slope), mixes=mix, names=(name,), languages=["sw"], items=300)
        truth = made.truth.row(0, named=True)
        pairs = made.rates.pivot("language", index="item", values="pass_rate")
        at = truth["source_accuracy"], truth["target_accuracy"]
        gap = alt.Chart(alt.Data(values=[{"source": at[0], "target": at[1], "end": at[0]}]))
        panels.append(
            layered(
                cloud(rows(pairs["en"], pairs["sw"]), x, y),
                line(rows([0, 1], [0, slope]), x, y, color=theme.VERMILLION),
                gap.mark_rule(color=theme.BLUE, strokeWidth=4).encode(x=x, y=y, y2="end:Q"),
                title=name,
                subtitle=[
                    f"HAT {slope:.2f}",
                    f"Accuracy {at[0]:.2f} and {at[1]:.2f}: gap {at[0] - at[1]:.2f}",
                ],
            )
        )
    heading = alt.Title("The gap (blue) grows, while more is carried over", anchor="start")
    return alt.hconcat(*panels, spacing=28).properties(title=heading)


def shrinking() -> Any:
    """What the published slope reads with n attempts, where transfer is perfect."""
    counts = [*range(1, 10), *range(10, 42, 2)]
    kinds = ("strong", "uniform", "weak", "very weak")
    values = []
    for name in kinds:
        a, b = NAMED[name]
        mean, square = a / (a + b), a * (a + 1) / ((a + b) * (a + b + 1))
        values += [
            {"n": n, "read": square / (square + (mean - square) / n), "mix": f"published, {name}"}
            for n in counts
        ]
        values += [{"n": n, "read": 1.0, "mix": "corrected, all"} for n in (2, counts[-1])]
    names = ["corrected, all", *(f"published, {name}" for name in kinds)]
    colors = alt.Scale(
        domain=names, range=[theme.INK, theme.BLUE, theme.GREEN, theme.VERMILLION, theme.PURPLE]
    )
    legend = alt.Legend(title=None, symbolType="stroke", symbolSize=400, symbolStrokeWidth=3)
    x = alt.X(
        "n:Q", scale=alt.Scale(type="log", domain=[1, 40], nice=False), title="Attempts per source item"
    )
    x = x.axis(values=[1, 2, 5, 10, 20, 40], format="d")
    y = alt.Y("read:Q", scale=alt.Scale(domain=[0, 1.05], nice=False), title="Expected HAT; the truth is 1")
    lines = alt.Chart(alt.Data(values=values)).mark_line(strokeWidth=2.5)
    chart = lines.encode(x=x, y=y.axis(format=".1f"), color=alt.Color("mix:N", scale=colors, legend=legend))
    return chart.properties(width=380, height=260, title="Perfect transfer, read with few attempts")


def bent() -> Any:
    """A bent profile, and the slopes that three source mixes make of it."""
    layered, x, y = plane(300)
    profile = Profile.parse("bent:0,0.9")
    styles = zip(("weak", "uniform", "strong"), ((2, 3), (8, 4), (1, 0)), strict=True)
    slopes, texts = [], []
    for mix, dash in styles:
        a, b = NAMED[mix]
        power = [np.prod([(a + i) / (a + b + i) for i in range(p)]) for p in (2, 3)]
        slope = float(0.9 * power[1] / power[0])
        slopes.append(line(rows([0, 1], [0, slope]), x, y, color=theme.BLUE, dash=dash))
        texts.append({"source": 1.0, "target": slope, "text": f"{mix} {slope:.2f}"})
    names = alt.Chart(alt.Data(values=texts)).mark_text(align="left", dx=6, fontSize=12, color=theme.BLUE)
    points = rows(STEPS, profile.at(STEPS))
    return layered(
        area(points, x, y),
        *slopes,
        line(points, x, y, color=theme.VERMILLION),
        names.encode(x=x, y=y, text="text:N"),
        title="One bent profile (HAT 0.60), three straight lines",
        subtitle=["Blue: the corrected slope, by the source mix of the system."],
    )


def floor() -> Any:
    """Four options: the profile starts at chance, a line through 0 does not."""
    made = hatscore.simulate(
        profiles="straight:0.5", mixes="2,2", n_options=4, languages=["sw"], items=300, attempts=20
    )
    pairs = made.rates.pivot("language", index="item", values="pass_rate")
    slope = hatscore.score(made.attempts)[0].hat_corrected.value
    layered, x, y = plane(300)
    return layered(
        cloud(rows(pairs["en"], pairs["sw"]), x, y),
        line(rows([0, 1], [0, slope]), x, y, color=theme.BLUE, dash=(8, 4)),
        line(rows([0.25, 1], [0.25, 0.25 + 0.75 * 0.5]), x, y, color=theme.VERMILLION),
        title="Four options: half of what is above chance is carried over",
        subtitle=[f"Solid: the true profile, HAT 0.50. Broken: a line through 0, slope {slope:.2f}."],
    )


def studies() -> Any:
    """Forty studies of one truth, as on what-an-interval-covers.md."""
    values = []
    for place, row in enumerate(hatscore.score(forty().attempts)):
        estimate = row.hat_corrected
        assert estimate.interval is not None
        low, high = estimate.interval.low, estimate.interval.high
        held = "holds 0.80" if low <= 0.8 <= high else "misses it"
        values.append({"study": place + 1, "hat": estimate.value, "low": low, "high": high, "held": held})
    missed = sum(row["held"] == "misses it" for row in values)
    base = alt.Chart(alt.Data(values=values))
    colors = alt.Scale(domain=["holds 0.80", "misses it"], range=[theme.BLUE, theme.VERMILLION])
    color = alt.Color("held:N", scale=colors, legend=alt.Legend(title=None, orient="top"))
    x = alt.X("study:Q", title="Study", scale=alt.Scale(domain=[0, 41], nice=False)).axis(grid=False)
    y = alt.Y("low:Q", title="HAT corrected, with 95 % interval", scale=alt.Scale(zero=False))
    truth = alt.Chart(alt.Data(values=[{"low": 0.8}])).mark_rule(color=theme.INK, strokeDash=list(theme.DASH))
    return alt.layer(
        truth.encode(y=y),
        base.mark_rule(strokeWidth=2).encode(x=x, y=y, y2="high:Q", color=color),
        base.mark_circle(size=36, opacity=1).encode(x=x, y=alt.Y("hat:Q"), color=color),
    ).properties(width=560, height=240, title=f"Forty studies of one truth: {missed} intervals miss it")


def forty() -> Any:
    """Forty independent studies, as systems that share nothing."""
    return hatscore.simulate(
        profiles="straight:0.8",
        mixes="uniform",
        names=tuple(f"study {place:02d}" for place in range(1, 41)),
        items=100,
        languages=["sw"],
        shared_difficulty=0.0,
        shared_luck=False,
    )


PICTURES: dict[str, Callable[[], Any]] = {
    "five-items": five_items,
    "profiles": profiles,
    "two-mixes": two_mixes,
    "newer-and-better": newer_and_better,
    "shrinking": shrinking,
    "bent": bent,
    "floor": floor,
    "studies": studies,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="*", default=list(PICTURES), help="draw these only")
    parser.add_argument("--folder", type=Path, default=FIGURES)
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    for name in given.only:
        picture = PICTURES[name]()
        if picture.config is alt.Undefined:
            picture = picture.configure(**theme.CONFIG)
        drawn = chart_bytes(picture, "svg")
        (given.folder / f"{name}.svg").write_bytes(drawn)
        print(f"{name}: {len(drawn) / 1000:.0f} kB")


if __name__ == "__main__":
    main()
