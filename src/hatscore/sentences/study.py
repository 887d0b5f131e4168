"""A study in Markdown: every finding with its figures, what the paper found, and the doubts."""

from hatscore.results.study import Finding, Study
from hatscore.wording import listing


def explain_study(study: Study) -> str:
    """All findings, grouped by analysis.

    Parameters
    ----------
    study : Study
        The result.

    Returns
    -------
    str
        Markdown.
    """
    lines = ["# Study", "", f"Intervals are at {100 * study.level:g} %.", ""]
    for id in dict.fromkeys(one.id for one in study.findings):
        own = [one for one in study.findings if one.id == id]
        lines += [f"## {own[0].question}", "", f"`{id}`. The paper found: {own[0].paper}", ""]
        for one in own:
            lines += finding_lines(one)
    lines += ["## Signatures", ""]
    lines += [f"- {benchmark}: `{signature}`" for benchmark, signature in study.signatures.items()]
    if study.notes:
        lines += ["", "## Noted while reading", "", *(f"- {note}" for note in study.notes)]
    return "\n".join(lines).rstrip() + "\n"


def finding_lines(one: Finding) -> list[str]:
    """One finding.

    Parameters
    ----------
    one : Finding
        The finding.

    Returns
    -------
    list of str
        Lines of Markdown.
    """
    lines = [f"### {one.benchmark}", "", one.sentence, ""]
    known = {name: estimate for name, estimate in one.estimates.items() if estimate.value is not None}
    if known:
        lines += ["| figure | value |", "|---|---:|"]
        lines += [f"| {name.replace('_', ' ')} | {estimate} |" for name, estimate in known.items()]
        lines += ["", f"At random: {one.resampled}.", ""]
        without = [
            (name.replace("_", " "), estimate.reason)
            for name, estimate in known.items()
            if estimate.interval is None and estimate.reason
        ]
        for reason in dict.fromkeys(reason for _, reason in without):
            names = listing([name for name, own in without if own == reason])
            lines += [f"Of {names}: {reason}.", ""]
    lines += [f"- {flag}" for flag in one.flags]
    return [*lines, ""] if one.flags else lines
