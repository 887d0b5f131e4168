"""What a chart of a study does not show, and why."""

from hatscore import wording
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
