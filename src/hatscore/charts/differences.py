"""Differences of HAT between systems, one line a pair and target."""

from collections.abc import Callable
from typing import Any

from hatscore import wording
from hatscore.charts import theme
from hatscore.charts.intervals import faceted, interval_layers
from hatscore.names import readable
from hatscore.results.comparison import Comparison, Difference
from hatscore.sentences.comparison import signed

COLORS = {"better": theme.BLUE, "worse": theme.VERMILLION, "undecided": theme.GREY}
SHAPES = {"better": "triangle-right", "worse": "triangle-left", "undecided": "circle"}


def differences_data(comparison: Comparison) -> list[dict[str, Any]]:
    """What the chart of differences shows, without drawing it.

    Parameters
    ----------
    comparison : Comparison
        The result.

    Returns
    -------
    list of dict
        One a pair and target: names, the headline difference at full precision, the verdict.
    """
    rows = []
    for row in comparison:
        estimate = row.headline(comparison.estimator)
        ends = estimate.interval
        rows.append(
            {
                "label": f"{_pair(row, theme.isolated)} | {theme.isolated(row.target)}",
                "benchmark": row.benchmark,
                "what": f"{_pair(row, readable)} | {readable(row.target)}",
                "value": estimate.value,
                "low": ends.low if ends else None,
                "high": ends.high if ends else None,
                "shown": signed(estimate) + (" *" if row.flags else ""),
                "kind": row.verdict,
                "remark": estimate.reason or ", ".join(flag.code for flag in row.flags) or "none",
                "reference": 0,
            }
        )
    return rows


def differences(comparison: Comparison) -> Any:
    """Draw every difference with its interval.

    Parameters
    ----------
    comparison : Comparison
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
    rows = differences_data(comparison)
    what = "HAT as published" if comparison.estimator == "published" else "HAT corrected"
    drawn = [row | {"benchmark": theme.isolated(row["benchmark"])} for row in rows]
    layers = interval_layers(
        alt,
        drawn,
        axis_title=f"Difference of {what}, with {100 * comparison.level:g} % interval",
        colors=COLORS,
        shapes=SHAPES,
    )
    subtitle = ["Right of the dashed line: the system named first transfers better."]
    if len(rows) > 1 and comparison.adjustment != "none":
        subtitle.append("Colours follow p-values adjusted for the number of comparisons; intervals do not.")
    codes = list(dict.fromkeys(flag.code for row in comparison for flag in row.flags))
    if codes:
        subtitle.append(f"* has doubts: {wording.listing(codes)}.")
    chart = faceted(alt, layers, drawn, by="benchmark", same_axis=True)
    said = f"Differences of {what} between systems, {wording.plural(len(rows), 'row')}."
    title = alt.Title("Do the systems differ in HAT?", subtitle=subtitle)
    return chart.properties(title=title, description=said).configure(**theme.CONFIG)


def _pair(row: Difference, shown: Callable[[str], str]) -> str:
    return f"{shown(row.system_b)} minus {shown(row.system_a)}"
