"""Panels below each other, one a benchmark, under one title."""

from collections.abc import Mapping, Sequence
from typing import Any

from hatscore.charts import theme


def stacked(
    alt: Any, panels: Mapping[str, Any], *, title: str, subtitle: Sequence[str], description: str
) -> Any:
    """One chart of one panel a benchmark.

    Parameters
    ----------
    alt : module
        Altair.
    panels : mapping
        From the name of a benchmark to its chart, which has no title.
    title : str
        Of the whole.
    subtitle : sequence of str
        Lines below the title.
    description : str
        For those who cannot see it.

    Returns
    -------
    altair.VConcatChart
        With the theme.
    """
    several = len(panels) > 1
    named = [
        chart.properties(title=alt.Title(theme.isolated(name), fontSize=13)) if several else chart
        for name, chart in panels.items()
    ]
    shown = title if several or not panels else f"{title} on {theme.isolated(next(iter(panels)))}"
    # Else benchmarks share a legend, and a panel with two channels of its own gets two.
    channels = dict.fromkeys(("color", "shape", "stroke", "fill"), "independent")
    chart = alt.vconcat(*named, spacing=26).resolve_scale(**channels)
    heading = alt.Title(shown, subtitle=list(subtitle))
    return chart.properties(title=heading, description=description).configure(**theme.CONFIG)


def by_benchmark(rows: Sequence[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """Rows of each benchmark, in order.

    Parameters
    ----------
    rows : sequence of dict
        With ``benchmark``.

    Returns
    -------
    dict of list of dict
    """
    found: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        found.setdefault(row["benchmark"], []).append(row)
    return found
