"""HAT and target accuracy against the size of systems, by family."""

from typing import Any

from hatscore.charts import theme
from hatscore.charts.analyses import stacked_analysis
from hatscore.charts.scatter import UNKNOWN, Axes, groups_of, reach, scatter
from hatscore.charts.stacking import by_benchmark
from hatscore.errors import NotEstimable
from hatscore.results.study import Study

PANELS = {"hat": "HAT", "target_accuracy": "Target accuracy"}


def size_data(study: Study) -> list[dict[str, Any]]:
    """What the chart of sizes shows, without drawing it.

    Parameters
    ----------
    study : Study
        The result.

    Returns
    -------
    list of dict
        One a benchmark and system of known size: ``total_billions, family, hat, target_accuracy``, and
        ``group``, the family or that it is not known.
    """
    return [
        {"benchmark": one.benchmark, **row, "group": row["family"] or UNKNOWN}
        for one in study
        if one.id == "size_trend"
        for row in one.tables.get("systems", ())
        if None not in (row["total_billions"], row["hat"], row["target_accuracy"])
    ]


def size(study: Study) -> Any:
    """Draw HAT and target accuracy by the logarithm of size, side by side.

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
        If the size of no system is known.
    """
    alt = theme.altair()
    rows = size_data(study)
    if not rows:
        raise NotEstimable(
            "nothing to draw: no system of known size has an estimable HAT; give total_billions in the "
            "systems file."
        )
    panels = {name: _pair(alt, own) for name, own in by_benchmark(rows).items()}
    subtitle = ["One point a system; ten times the size is the same step everywhere."]
    return stacked_analysis(
        alt,
        panels,
        study,
        "size_trend",
        title="Size and transfer",
        subtitle=subtitle,
    )


def _pair(alt: Any, rows: list[dict[str, Any]]) -> Any:
    groups = [theme.isolated(name) for name in groups_of(rows)]
    drawn = [row | {"group": theme.isolated(row["group"])} for row in rows]
    sizes = [row["total_billions"] for row in rows]
    across = (min(sizes) / 1.5, max(sizes) * 1.5)
    ends = reach([row[name] for row in rows for name in PANELS])
    panels = []
    for name, title in PANELS.items():
        axes = Axes("total_billions", name, "Parameters, billions", title, across, ends, "log")
        formats = [("total_billions", "~g"), ("hat", ".3f"), ("target_accuracy", ".3f")]
        panels.append(scatter(alt, drawn, axes, groups=groups, tooltip=formats))
    return alt.hconcat(*panels, spacing=30)
