"""Print a transfer profile: a table of its bins, and what it says."""

from hatscore.cli.tables import in_form, text_table, wrap_line
from hatscore.results.profile import Profile
from hatscore.wording import number


def render_profile(profile: Profile, form: str, *, width: int) -> str:
    """A profile in the form that was asked for.

    Parameters
    ----------
    profile : Profile
        The result.
    form : {'text', 'json', 'csv'}
        Which form.
    width : int
        Columns of the terminal, for text.

    Returns
    -------
    str
        Ends in a line break.
    """
    return in_form(form, profile, {"text": lambda: _text(profile, width)})


def _text(profile: Profile, width: int) -> str:
    score = profile.score
    titles = ["source pass rate", "pairs", "attempts", "source", "target", "exact interval"]
    cells = [
        [
            f"{number(b.low, 2)} to {number(b.high, 2)}",
            f"{b.pairs:,}",
            f"{b.attempts:,}",
            number(b.source_rate, 2),
            number(b.target_rate, 2),
            str(b.interval) if b.interval else "",
        ]
        for b in profile.bins
        if b.pairs
    ]
    lines = [f"{score.system} | {score.benchmark} | {score.target}"]
    lines += [text_table(titles, cells, width=width, words=1).strip("\n"), ""]
    for line in profile.explain().splitlines():
        lines += wrap_line(line, min(max(width, 80), 110))
    return "\n".join(lines) + "\n"
