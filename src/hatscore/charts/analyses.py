"""Charts of an analysis of a study: stacked by benchmark, with what is left out and why."""

from collections.abc import Mapping, Sequence
from typing import Any

from hatscore import wording
from hatscore.charts.stacking import stacked
from hatscore.results.study import Study


def left_out_lines(study: Study, id: str) -> list[str]:
    """Reasons for which systems are not drawn, for a subtitle.

    Parameters
    ----------
    study : Study
        The result.
    id : str
        Which analysis.

    Returns
    -------
    list of str
        One line, or none where all systems are drawn.
    """
    reasons = [
        flag.sentence.partition(":")[0]
        for one in study
        if one.id == id
        for flag in one.flags
        if flag.code == "SYSTEMS_LEFT_OUT"
    ]
    if not reasons:
        return []
    listed = wording.listing(list(dict.fromkeys(reasons)))
    return [f"Systems are left out: {listed}; the summary names them."]


def stacked_analysis(
    alt: Any, panels: Mapping[str, Any], study: Study, id: str, *, title: str, subtitle: Sequence[str]
) -> Any:
    """One chart of an analysis: a panel a benchmark, what is left out, and its sentences as description.

    Parameters
    ----------
    alt : module
        Altair.
    panels : mapping
        From the name of a benchmark to its chart.
    study : Study
        The result.
    id : str
        Which analysis.
    title : str
        Of the whole.
    subtitle : sequence of str
        Lines below the title, before what is left out.

    Returns
    -------
    altair.VConcatChart
        With the theme.
    """
    return stacked(
        alt,
        panels,
        title=title,
        subtitle=[*subtitle, *left_out_lines(study, id)],
        description=" ".join(one.sentence for one in study if one.id == id),
    )
