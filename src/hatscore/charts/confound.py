"""The confound made visible: target accuracy and HAT, each against source accuracy, one point a system."""

from typing import Any

from hatscore import wording
from hatscore.charts import theme
from hatscore.charts.analyses import left_out_lines
from hatscore.charts.scatter import Axes, reach, scatter, x_of, y_of
from hatscore.charts.stacking import stacked
from hatscore.errors import NotEstimable
from hatscore.results.study import Finding, Study

PANELS = {
    "target_accuracy": ("Target accuracy", "r_squared_target"),
    "hat": ("HAT", "r_squared_hat"),
}


def confound_data(study: Study) -> list[dict[str, Any]]:
    """What the chart of the confound shows, without drawing it.

    Parameters
    ----------
    study : Study
        The result.

    Returns
    -------
    list of dict
        One a benchmark and system whose HAT is estimable: ``source_accuracy, target_accuracy, hat``, and
        the benchmark's ``r_squared_target`` and ``r_squared_hat`` (None where there are too few systems).
    """
    return [row for one in study if one.id == "coupling" for row in _rows(one)]


def confound(study: Study) -> Any:
    """Draw target accuracy and HAT against source accuracy, side by side.

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
        If no system has an estimable HAT.
    """
    alt = theme.altair()
    found = {one.benchmark: one for one in study if one.id == "coupling" and _rows(one)}
    if not found:
        raise NotEstimable("nothing to draw: no system has an estimable HAT.")
    panels = {name: _pair(alt, one) for name, one in found.items()}
    subtitle = [
        "One point a system. Lines: least squares; R\u00b2: share of the variance that source accuracy"
    ]
    subtitle.append(f"explains, with {100 * study.level:g} % interval.")
    said = "Target accuracy and HAT against source accuracy. " + " ".join(
        one.sentence for one in found.values()
    )
    title = "Target accuracy and HAT against source accuracy"
    return stacked(
        alt, panels, title=title, subtitle=subtitle + left_out_lines(study, "coupling"), description=said
    )


def _rows(one: Finding) -> list[dict[str, Any]]:
    squares = {name: one.estimates[name].value for name in ("r_squared_target", "r_squared_hat")}
    return [
        {"benchmark": one.benchmark, **row, **squares}
        for row in one.tables.get("systems", ())
        if None not in (row["hat"], row["target_accuracy"], row["source_accuracy"])
    ]


def _pair(alt: Any, one: Finding) -> Any:
    rows = _rows(one)
    ends = reach([row[name] for row in rows for name in PANELS])
    panels = []
    for name, (title, square) in PANELS.items():
        estimate = one.estimates[square]
        axes = Axes("source_accuracy", name, "Source accuracy", title, (0.0, 1.0), ends)
        base = alt.Chart(alt.Data(values=rows))
        line = base.transform_regression("source_accuracy", name).mark_line(
            color=theme.VERMILLION, strokeWidth=1.8, strokeDash=list(theme.DASH)
        )
        # A line through two or three points says nothing that the points do not.
        below = [line.encode(x=x_of(alt, axes), y=y_of(alt, axes))] if estimate.value is not None else []
        formats = [(column, ".3f") for column in ("source_accuracy", "target_accuracy", "hat")]
        said = f"R\u00b2 {estimate}" if estimate.value is not None else f"R\u00b2 {wording.NOT_ESTIMABLE}"
        panel = scatter(alt, rows, axes, tooltip=formats, below=below)
        panels.append(panel.properties(title=alt.Title(f"{title}: {said}", fontSize=13)))
    return alt.hconcat(*panels, spacing=30)
