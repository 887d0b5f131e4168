"""HAT to targets in the source's script and in others: every system, and every language by its script."""

from typing import Any

from hatscore.charts import theme
from hatscore.charts.analyses import left_out_lines
from hatscore.charts.dumbbells import WIDTH, Ends, dumbbells
from hatscore.charts.stacking import stacked
from hatscore.errors import NotEstimable
from hatscore.names import readable
from hatscore.results.study import Finding, Study
from hatscore.wording import number

ENDS = Ends("hat_alike", "hat_other", "to the source's script", "to another script", "HAT")
UNKNOWN = "script not known"
STEP = 22


def script_data(study: Study) -> list[dict[str, Any]]:
    """What the chart of scripts shows, without drawing it.

    Parameters
    ----------
    study : Study
        The result.

    Returns
    -------
    list of dict
        ``part`` is ``systems`` (``hat_alike``, ``hat_other`` and ``difference`` of each) or ``languages``
        (``script`` and the mean HAT over systems, ``hat_mean``, of each).
    """
    return [row for one in study if one.id == "script_effect" for row in _rows(one)]


def script(study: Study) -> Any:
    """Draw the contrast of every system, and below it the languages.

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
        If no HAT is estimable.
    """
    alt = theme.altair()
    found = {one.benchmark: one for one in study if one.id == "script_effect" and _rows(one)}
    if not found:
        raise NotEstimable("nothing to draw: no system has an estimable HAT in any target language.")
    panels = {name: _panel(alt, one) for name, one in found.items()}
    subtitle = [
        f"{theme.isolated(name)}: {_mean(one)}" if len(found) > 1 else _mean(one)
        for name, one in found.items()
    ]
    return stacked(
        alt,
        panels,
        title="HAT by script of the target",
        subtitle=subtitle + left_out_lines(study, "script_effect"),
        description=" ".join(one.sentence for one in found.values()),
    )


def _mean(one: Finding) -> str:
    estimate = one.estimates["script"]
    if estimate.value is None:
        return f"Contrast of scripts not estimable: {estimate.reason}."
    return f"HAT to another script minus HAT to the source's, mean of the systems: {estimate}."


def _rows(one: Finding) -> list[dict[str, Any]]:
    systems = [
        {"benchmark": one.benchmark, "part": "systems", **row}
        for row in one.tables.get("systems", ())
        if row["fact"] == "script" and None not in (row["hat_alike"], row["hat_other"])
    ]
    languages = [
        {"benchmark": one.benchmark, "part": "languages", **row}
        for row in one.tables.get("languages", ())
        if row["hat_mean"] is not None
    ]
    return systems + languages


def _panel(alt: Any, one: Finding) -> Any:
    rows = _rows(one)
    systems = [
        row
        | {
            "label": theme.isolated(row["system"]),
            "name": readable(row["system"]),
            "shown": number(row["difference"], 2),
        }
        for row in rows
        if row["part"] == "systems"
    ]
    languages = [row for row in rows if row["part"] == "languages"]
    parts = []
    if systems:
        heading = alt.Title("Systems: both kinds of target", fontSize=13)
        parts.append(dumbbells(alt, systems, ENDS).properties(title=heading))
    if languages:
        heading = alt.Title("Languages, mean of the systems", fontSize=13)
        parts.append(_languages(alt, languages).properties(title=heading))
    return alt.vconcat(*parts, spacing=18).resolve_scale(
        **dict.fromkeys(("color", "shape", "stroke", "fill"), "independent")
    )


def _languages(alt: Any, rows: list[dict[str, Any]]) -> Any:
    drawn = [
        row
        | {
            "label": theme.isolated(row["language"]),
            "script": row["script"] or UNKNOWN,
            "shown": number(row["hat_mean"], 2),
        }
        for row in sorted(rows, key=lambda row: -row["hat_mean"])
    ]
    scripts = sorted({row["script"] for row in drawn}, key=lambda name: (name == UNKNOWN, name))
    colors, shapes = theme.marks(scripts)
    legend = alt.Legend(title="Script", orient="right", offset=62, symbolSize=80)
    values = [row["hat_mean"] for row in rows]
    scale = alt.Scale(domain=[min(0.0, *values), max(1.0, *values) + 0.05], nice=False, zero=False)
    axis = alt.Axis(title="HAT", format=".1f", tickCount=6)
    y = alt.Y(
        "label:N", sort=None, axis=alt.Axis(title=None, grid=True, ticks=False, domain=False, labelPadding=8)
    )
    tooltip = [
        alt.Tooltip("label:N", title="Language"),
        alt.Tooltip("script:N", title="Script"),
        alt.Tooltip("hat_mean:Q", title="Mean HAT", format=".3f"),
        alt.Tooltip("systems:Q", title="Systems"),
    ]
    base = alt.Chart(alt.Data(values=drawn))
    perfect = base.mark_rule(color=theme.INK, strokeDash=list(theme.DASH), strokeWidth=1.2)
    points = base.mark_point(filled=True, size=85, opacity=1)
    text = base.mark_text(align="left", baseline="middle", fontSize=12, color=theme.INK)
    return alt.layer(
        perfect.encode(x=alt.X(datum=1.0, type="quantitative", scale=scale, axis=axis)),
        points.encode(
            x=alt.X("hat_mean:Q", scale=scale, axis=axis),
            y=y,
            color=alt.Color("script:N", scale=alt.Scale(domain=scripts, range=colors), legend=legend),
            shape=alt.Shape("script:N", scale=alt.Scale(domain=scripts, range=shapes), legend=legend),
            tooltip=tooltip,
        ),
        text.encode(x=alt.value(WIDTH + 14), y=y, text="shown:N", tooltip=tooltip),
    ).properties(width=WIDTH, height=alt.Step(STEP))
