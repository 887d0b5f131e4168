"""Transfer profile: target pass rates against source pass rates, with the fitted line and curve."""

from dataclasses import asdict
from textwrap import wrap
from typing import Any

from hatscore import wording
from hatscore.charts import theme
from hatscore.results.estimates import Estimate
from hatscore.results.profile import Bin, Profile

SIDE = 420
CURVE_STEPS = 50
PERFECT, LINE, CURVE = "perfect transfer", "corrected line", "fitted curve"
STYLES = {PERFECT: (theme.INK, theme.DASH), LINE: (theme.VERMILLION, (1, 0)), CURVE: (theme.GREEN, (9, 3))}
"""Colour and dashes of each line; the dashes tell them apart in grey."""


def profile_data(profile: Profile) -> dict[str, list[dict[str, Any]]]:
    """What the profile chart shows, without drawing it.

    Parameters
    ----------
    profile : Profile
        The result.

    Returns
    -------
    dict
        ``bins``: one a bin that holds pairs, at full precision, with ``estimate`` as it is printed;
        ``lines``: points ``source``, ``target`` of each ``line``; ``cloud``: pairs by their two pass
        rates.
    """
    return {
        "cloud": [asdict(point) for point in profile.cloud],
        "bins": [_bin_row(b) for b in profile.bins if b.pairs],
        "lines": [
            {"line": name, "source": source, "target": target}
            for name, points in _lines(profile).items()
            for source, target in points
        ],
    }


def profile_rows(profile: Profile) -> list[dict[str, Any]]:
    """What the profile chart shows in one list, for a table.

    Parameters
    ----------
    profile : Profile
        The result.

    Returns
    -------
    list of dict
        Rows of `profile_data`, each with the ``part`` it is of.
    """
    return [{"part": part} | row for part, rows in profile_data(profile).items() for row in rows]


def profile_chart(profile: Profile) -> Any:
    """Draw all pairs, binned rates with their intervals, the fitted line and curve, and perfect transfer.

    Parameters
    ----------
    profile : Profile
        The result.

    Returns
    -------
    altair.LayerChart

    Raises
    ------
    MissingExtra
        If Altair is not installed.
    """
    alt = theme.altair()
    data = profile_data(profile)
    x, y = _axes(alt, data["bins"])
    lines = _draw_lines(alt, data["lines"], x("source"), y("target"))
    layers = [_draw_cloud(alt, data["cloud"], x("source_rate"), y("target_rate"))] if data["cloud"] else []
    layers.append(lines)
    if data["bins"]:
        layers += _draw_bins(alt, data["bins"], x("source_rate"), y)
    score = profile.score
    title = wrap(theme.row_name(score.system, score.benchmark, score.target), 48)
    heading = alt.Title(title, subtitle=_subtitle(profile))
    said = f"Transfer profile. Signature: {score.signature}"
    # The cloud's sizes and the bins' are two scales.
    layered = alt.layer(*layers).resolve_scale(size="independent")
    chart = layered.properties(width=SIDE, height=SIDE, title=heading, description=said)
    return chart.configure(**theme.CONFIG)


def _bin_row(b: Bin) -> dict[str, Any]:
    return {
        "range": f"{wording.number(b.low, 2)} to {wording.number(b.high, 2)}",
        "pairs": b.pairs,
        "attempts": b.attempts,
        "source_rate": b.source_rate,
        "target_rate": b.target_rate,
        "rate_low": b.interval.low if b.interval else None,
        "rate_high": b.interval.high if b.interval else None,
        "level": b.interval.level if b.interval else None,
        "estimate": str(Estimate(b.target_rate, b.interval)),
    }


def _lines(profile: Profile) -> dict[str, list[tuple[float, float]]]:
    lines = {PERFECT: [(0.0, 0.0), (1.0, 1.0)]}
    if profile.floor is None:
        return lines
    if profile.slope is not None:
        lines[LINE] = [_above(profile.floor, s, profile.slope, 0.0) for s in (0.0, 1.0)]
    if profile.curve is not None:
        lines[CURVE] = [
            _above(profile.floor, i / CURVE_STEPS, *profile.curve) for i in range(CURVE_STEPS + 1)
        ]
    return lines


def _above(floor: float, s: float, a1: float, a2: float) -> tuple[float, float]:
    return floor + (1 - floor) * s, floor + (1 - floor) * (a1 * s + a2 * s**2)


def _axes(alt: Any, bins: list[dict[str, Any]]) -> tuple[Any, Any]:
    scale = alt.Scale(domain=[0, 1], nice=False)
    levels = {row["level"] for row in bins} - {None}
    bars = f", with exact {100 * levels.pop():g} % interval" if levels else ""
    across = alt.Axis(title="Source pass rate", values=[0, 0.2, 0.4, 0.6, 0.8, 1], format=".1f")
    up = alt.Axis(title=f"Target pass rate{bars}", values=[0, 0.2, 0.4, 0.6, 0.8, 1], format=".1f")
    return (
        lambda field: alt.X(f"{field}:Q", scale=scale, axis=across),
        lambda field: alt.Y(f"{field}:Q", scale=scale, axis=up),
    )


def _draw_lines(alt: Any, rows: list[dict[str, Any]], x: Any, y: Any) -> Any:
    names = list(dict.fromkeys(row["line"] for row in rows))
    styles = [STYLES[name] for name in names]
    legend = alt.Legend(
        title=None,
        columns=1,
        orient="bottom",
        rowPadding=5,
        symbolSize=700,
        symbolStrokeWidth=2,
        symbolType="stroke",
    )
    colors = alt.Scale(domain=names, range=[color for color, _ in styles])
    dashes = alt.Scale(domain=names, range=[list(dash) for _, dash in styles])
    return (
        alt.Chart(alt.Data(values=rows))
        .mark_line(strokeWidth=2, clip=True)
        .encode(
            x=x,
            y=y,
            color=alt.Color("line:N", scale=colors, legend=legend),
            strokeDash=alt.StrokeDash("line:N", scale=dashes, legend=legend),
        )
    )


def _draw_cloud(alt: Any, rows: list[dict[str, Any]], x: Any, y: Any) -> Any:
    most = max(row["pairs"] for row in rows)
    tooltip = [
        alt.Tooltip("source_rate:Q", title="Source pass rate", format=".3f"),
        alt.Tooltip("target_rate:Q", title="Target pass rate", format=".3f"),
        alt.Tooltip("pairs:Q", title="Pairs", format=",d"),
    ]
    scale = alt.Scale(domain=[0, most], range=[6, min(140, 20 + 12 * most)])
    legend = alt.Legend(
        title="Pairs with the same rates",
        columns=1,
        orient="bottom",
        values=sorted({1, most}),
        format=",d",
        symbolFillColor=theme.CLOUD,
        symbolStrokeColor=theme.CLOUD,
    )
    points = alt.Chart(alt.Data(values=rows)).mark_circle(color=theme.CLOUD, opacity=0.75)
    return points.encode(x=x, y=y, size=alt.Size("pairs:Q", scale=scale, legend=legend), tooltip=tooltip)


def _draw_bins(alt: Any, rows: list[dict[str, Any]], x: Any, y: Any) -> list[Any]:
    base = alt.Chart(alt.Data(values=rows))
    fewest, most = min(row["pairs"] for row in rows), max(row["pairs"] for row in rows)
    sizes = alt.Scale(domain=[0, most], range=[25, 350])
    legend = alt.Legend(
        title="Pairs in a bin", columns=1, orient="bottom", values=sorted({fewest, most}), format=",d"
    )
    tooltip = [
        alt.Tooltip("range:N", title="Source pass rate from"),
        alt.Tooltip("source_rate:Q", title="Mean source pass rate", format=".3f"),
        alt.Tooltip("estimate:N", title="Target pass rate"),
        alt.Tooltip("pairs:Q", title="Pairs", format=",d"),
        alt.Tooltip("attempts:Q", title="Target attempts", format=",d"),
    ]
    bars = base.mark_rule(color=theme.BLUE, strokeWidth=1.6)
    points = base.mark_point(color=theme.BLUE, filled=True, opacity=0.5)
    size = alt.Size("pairs:Q", scale=sizes, legend=legend)
    # Bars over points: a bin with many pairs has a short bar, which its point would hide.
    return [
        points.encode(x=x, y=y("target_rate"), size=size, tooltip=tooltip),
        bars.encode(x=x, y=y("rate_low"), y2="rate_high:Q", tooltip=tooltip),
    ]


def _subtitle(profile: Profile) -> list[str]:
    score = profile.score
    lines = [f"HAT corrected {score.hat_corrected}"]
    if score.hat_corrected.value is None:
        lines = wrap(f"HAT corrected {score.hat_corrected}: {score.hat_corrected.reason}.", 66)
    if profile.floor is None and profile.slope is not None:
        lines.append("Floors differ by item: line and curve are not drawn.")
    if score.flags:
        lines.append(f"Doubts: {wording.listing([flag.code for flag in score.flags])}.")
    return lines
