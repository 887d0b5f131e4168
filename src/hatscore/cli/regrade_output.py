"""Print regrades: tables, JSON, CSV, Markdown, LaTeX; and the bar while responses are read."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from hatscore.cli.tables import estimate_cell, in_form, latex_table, markdown_table, text_table
from hatscore.results.estimates import Estimate
from hatscore.results.regrade import Regrade, RegradeRow
from hatscore.wording import number

_ONE_TABLE_FROM = 190
"""Terminal width from which everything fits one table."""

_COLUMNS: dict[str, Callable[[RegradeRow], str]] = {
    "system": lambda row: row.system,
    "language": lambda row: f"{row.language} (source)" if row.is_source else row.language,
    "acc. before": lambda row: _was(row.accuracy_before),
    "acc. now": lambda row: number(row.accuracy_after),
    "unparsed before": lambda row: _was(row.unparsed_before),
    "unparsed now": lambda row: number(row.unparsed_after),
    "HAT before": lambda row: _hat(row, row.hat_before),
    "HAT now": lambda row: _hat(row, row.hat_after),
    "HAT corr. before": lambda row: _hat(row, row.hat_corrected_before),
    "HAT corr. now": lambda row: _hat(row, row.hat_corrected_after),
}


def render_regrade(regrade: Regrade, form: str, *, width: int) -> str:
    """A regrade in the form that was asked for.

    Parameters
    ----------
    regrade : Regrade
        The result.
    form : {'text', 'json', 'csv', 'markdown', 'latex'}
        Which form.
    width : int
        Columns of the terminal, for text.

    Returns
    -------
    str
        Ends in a line break.
    """
    columns: dict[str, Callable[[RegradeRow], str]] = {"benchmark": lambda row: row.benchmark}
    columns |= _COLUMNS
    rows = [[show(row) for show in columns.values()] for row in regrade.rows]
    caption = f"Accuracy, share unparsed and HAT, as recorded and as read again by {regrade.method}."
    return in_form(
        form,
        regrade,
        {
            "text": lambda: _text(regrade, width),
            "markdown": lambda: markdown_table(list(columns), rows, words=3),
            "latex": lambda: latex_table(list(columns), rows, words=3, caption=caption, signatures=[]),
        },
    )


@contextmanager
def progress_bar(title: str, attempts: Any) -> Iterator[Callable[[int], None]]:
    """A bar on standard error, where that is a terminal.

    Parameters
    ----------
    title : str
        What is going on.
    attempts : Attempts
        Its rows are what is counted.

    Yields
    ------
    callable
        To be called with the number of rows done since the last call.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn(title), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(title, total=None if bar.disable else attempts.to_frame().height)
        yield lambda done: bar.advance(task, done)


def _was(value: float | None) -> str:
    return "not recorded" if value is None else number(value)


def _hat(row: RegradeRow, estimate: Estimate) -> str:
    return "" if row.is_source else str(estimate)


def _text(regrade: Regrade, width: int) -> str:
    corrected = any(row.hat_corrected_after.value is not None for row in regrade.rows)
    titles = [title for title in _COLUMNS if corrected or "corr." not in title]
    names, figures, hats = titles[:2], titles[2:6], titles[6:]
    # Where one table is too wide, the accuracies and the scores stand in two.
    groups = [[*names, *figures, *hats]] if width >= _ONE_TABLE_FROM else [names + figures, names + hats]
    blocks = []
    for benchmark in dict.fromkeys(row.benchmark for row in regrade.rows):
        rows = [row for row in regrade.rows if row.benchmark == benchmark]
        blocks.append(benchmark)
        for group in groups:
            cells = [[estimate_cell(_COLUMNS[title](row), width) for title in group] for row in rows]
            blocks.append(text_table(group, cells, width=width, words=2))
        blocks.append("")
    blocks.append(
        f"Every response was read again by {regrade.method}. Before: as the log recorded it. "
        "macro: mean over target languages."
    )
    return "\n".join(blocks) + "\n"
