"""The headline of every finding of a study with its interval."""

from typing import Any

from hatscore import wording
from hatscore.charts import theme
from hatscore.charts.intervals import faceted, interval_layers
from hatscore.errors import NotEstimable
from hatscore.names import readable
from hatscore.results.study import Study

NOTHING = {"thinking_tokens": 1.0}
"""Value that means "no effect", where it is not 0."""


def findings_data(study: Study) -> list[dict[str, Any]]:
    """What the chart of findings shows, without drawing it.

    Parameters
    ----------
    study : Study
        The result.

    Returns
    -------
    list of dict
        One a finding whose headline is estimable: its figure at full precision.
    """
    rows = []
    for one in study:
        estimate = one.estimate
        if estimate.value is None:
            continue
        ends = estimate.interval
        rows.append(
            {
                "id": one.id,
                "benchmark": one.benchmark,
                "label": theme.isolated(one.benchmark),
                "what": readable(one.benchmark),
                "analysis": f"{one.question} ({_figure(one.headline)})",
                "value": estimate.value,
                "low": ends.low if ends else None,
                "high": ends.high if ends else None,
                "shown": str(estimate) + (" *" if one.flags else ""),
                "kind": "finding",
                "remark": ", ".join(flag.code for flag in one.flags) or "none",
                "reference": NOTHING.get(one.id, 0.0),
            }
        )
    return rows


def findings(study: Study) -> Any:
    """Draw every headline.

    Parameters
    ----------
    study : Study
        The result.

    Returns
    -------
    altair.FacetChart

    Raises
    ------
    MissingExtra
        If Altair is not installed.
    NotEstimable
        If no finding is estimable.
    """
    alt = theme.altair()
    rows = findings_data(study)
    if not rows:
        raise NotEstimable("nothing to draw: no finding of this study is estimable.")
    layers = interval_layers(
        alt, rows, axis_title="", colors={"finding": theme.BLUE}, shapes={"finding": "circle"}
    )
    subtitle = [f"Lines: {100 * study.level:g} % intervals. Dashed: no effect."]
    if any(one.flags for one in study):
        subtitle.append("* has doubts; the summary says which.")
    unknown = [one for one in study if one.estimate.value is None]
    if unknown:
        names = wording.listing(list(dict.fromkeys(one.id for one in unknown)), most=6)
        subtitle.append(f"Not estimable ({wording.plural(len(unknown), 'finding')}): {names}.")
    chart = faceted(alt, layers, rows, by="analysis", same_axis=False)
    said = f"Headlines of {wording.plural(len(rows), 'finding')}."
    title = alt.Title("What the study found", subtitle=subtitle)
    return chart.properties(title=title, description=said).configure(**theme.CONFIG)


def _figure(name: str) -> str:
    return name.replace("r_squared", "R\u00b2").replace("_", " ").replace("hat", "HAT")
