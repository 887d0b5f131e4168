"""Print a study: one sentence a finding, doubts by code; and what is being computed."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from hatscore.cli.tables import wrap_line
from hatscore.names import visible
from hatscore.results.study import Study


def study_text(study: Study, width: int) -> str:
    """A study for a terminal.

    Parameters
    ----------
    study : Study
        The result.
    width : int
        Columns of the terminal.

    Returns
    -------
    str
        Ends in a line break.
    """
    lines: list[str] = []
    for id in dict.fromkeys(one.id for one in study):
        own = [one for one in study if one.id == id]
        lines += [f"{own[0].question} ({id})"]
        for one in own:
            codes = ", ".join(dict.fromkeys(flag.code for flag in one.flags))
            doubts = f" [{codes}]" if codes else ""
            lines += wrap_line(f"  {one.benchmark}: {one.sentence}{doubts}", min(max(width, 80), 110))
        lines.append("")
    lines.append(
        f"In brackets: {100 * study.level:g} % intervals; what they draw, doubts and data: summary.md."
    )
    return visible("\n".join(lines)) + "\n"


@contextmanager
def progress_lines() -> Iterator[Callable[[str], None]]:
    """What is being computed, on standard error, where that is a terminal.

    Yields
    ------
    callable
        To be called with what is computed next.
    """
    from rich.console import Console

    console = Console(stderr=True)
    with console.status("counting attempts") as status:
        yield status.update
