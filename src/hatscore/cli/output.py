"""Print results: tables for people, JSON and CSV for programs, Markdown and LaTeX for papers.

The result owns standard output; notes and doubts go to standard error unless they are part of it.
"""

from collections.abc import Callable, Iterable
from pathlib import Path

import click

from hatscore.errors import InvalidArgument
from hatscore.explanation import HOW_TO_READ, flag_lines
from hatscore.options import Estimator
from hatscore.results import HEADLINES, Estimate, Score, Scores
from hatscore.wording import number, plural

_TITLES = {"hat": "HAT published", "hat_corrected": "HAT corrected", "hat_curve": "HAT curve"}


def render(scores: Scores, form: str, *, width: int) -> str:
    """A result in the form that was asked for.

    Parameters
    ----------
    scores : Scores
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
    writers: dict[str, Callable[[], str]] = {
        "json": scores.to_json,
        "csv": lambda: scores.to_frame().write_csv(),
        "markdown": lambda: _markdown(scores),
        "latex": lambda: _latex(scores),
        "text": lambda: _text(scores, width),
    }
    return writers[form]()


def deliver(text: str, out: Path | None) -> None:
    """Print a result, or write it to a file.

    Parameters
    ----------
    text : str
        The result.
    out : Path or None
        File to write.

    Raises
    ------
    InvalidArgument
        If the file cannot be written.
    """
    if out is None:
        click.echo(text, nl=False)
        return
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InvalidArgument(f"cannot write {out}: {error.strerror or error}.") from None
    click.echo(f"Wrote {out}.", err=True)


def say(notes: Iterable[str]) -> None:
    """Tell what was noticed, on standard error.

    Parameters
    ----------
    notes : iterable of str
        One line each.
    """
    for note in notes:
        click.echo(f"note: {note}", err=True)


def _estimator_fields(headline: Estimator) -> list[str]:
    """The headline first."""
    first = HEADLINES[headline]
    return [first, *(name for name in ("hat_corrected", "hat", "hat_curve") if name != first)]


def _cells(row: Score, names: list[str], *, interval: Callable[[Estimate], list[str]]) -> list[str]:
    attempts = f"{row.attempts_source:.4g}"
    if row.attempts_source != row.attempts_target:
        attempts += f"/{row.attempts_target:.4g}"
    return [
        *(cell for name in names for cell in interval(getattr(row, name))),
        number(row.target_accuracy),
        number(row.source_accuracy),
        number(row.xlt_gap),
        number(row.transfer_score),
        f"{row.n_items:,}",
        attempts,
    ]


_MEASURES = ("target acc.", "source acc.", "XLT gap", "transfer score", "items", "attempts")


def _text(scores: Scores, width: int) -> str:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    names = _estimator_fields(scores.estimator)
    one_line = width >= 160
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("system" + "" if one_line else "system", overflow="fold", min_width=8)
    table.add_column("target", overflow="fold")
    for position, name in enumerate(names):
        table.add_column(
            _TITLES[name], justify="right", no_wrap=one_line, style="bold" if position == 0 else ""
        )
    for title in _MEASURES:
        table.add_column(title, justify="right")
    table.add_column("flags", overflow="fold")
    separator = " " if one_line else "\n"

    def with_interval(estimate: Estimate) -> list[str]:
        return [str(estimate).replace(" [", f"{separator}[", 1).replace("[", r"\[")]

    benchmark = ""
    for row in scores:
        if row.benchmark != benchmark:
            benchmark = row.benchmark
            table.add_section()
            table.add_row(f"[italic]{_escape(benchmark)}[/italic]")
        flags = separator.join(dict.fromkeys(flag.code for flag in row.flags))
        cells = _cells(row, names, interval=with_interval)
        table.add_row(_escape(row.system), row.target, *cells, flags)
    console = Console(width=max(width, 80), color_system=None)
    with console.capture() as capture:
        console.print(table)
    table_text = "\n".join(line.rstrip() for line in capture.get().strip("\n").split("\n"))
    return "\n".join([table_text, "", *_legend(scores, max(width, 80))]) + "\n"


def _escape(text: str) -> str:
    from rich.markup import escape

    return escape(text)


def _legend(scores: Scores, width: int) -> list[str]:
    rows = scores.rows
    intervals = [e.interval for row in rows for e in (row.hat, row.hat_corrected, row.hat_curve)]
    level = next((i.level for i in intervals if i), 0.95)
    lines = [
        f"{HOW_TO_READ} In brackets: {100 * level:g} % intervals over items. n.e.: not estimable, see the flags.",
        f"Headline: {_TITLES[HEADLINES[scores.estimator]]}. Signature of the first row: {rows[0].signature}",
    ]
    flags = flag_lines(scores.flags())
    lines += ["", "Flags", *(f"  {line}" for line in flags)] if flags else []
    wrapped = []
    for line in lines:
        indent = "    " if line.startswith("  ") else ""
        wrapped += _wrap(line, min(width, 110), indent)
    return wrapped


def _wrap(line: str, width: int, indent: str) -> list[str]:
    from textwrap import wrap

    leading = line[: len(line) - len(line.lstrip())]
    return wrap(
        line.strip(),
        width,
        initial_indent=leading,
        subsequent_indent=indent,
        break_long_words=False,
    ) or [""]


def _markdown(scores: Scores) -> str:
    names = _estimator_fields(scores.estimator)
    header = [
        "system",
        "benchmark",
        "target",
        *(_TITLES[name] for name in names),
        *_MEASURES,
        "flags",
    ]
    lines = [
        "| " + " | ".join(header) + " |",
        "|" + "---|" * 3 + "---:|" * (len(header) - 4) + "---|",
    ]
    for row in scores:
        cells = _cells(row, names, interval=lambda estimate: [str(estimate)])
        flags = ", ".join(dict.fromkeys(flag.code for flag in row.flags))
        values = [row.system, row.benchmark, row.target, *cells, flags]
        lines.append("| " + " | ".join(value.replace("|", r"\|") for value in values) + " |")
    return "\n".join([*lines, "", *_signatures(scores)]) + "\n"


def _signatures(scores: Scores) -> list[str]:
    shown = list(dict.fromkeys(row.signature for row in scores))
    return [f"Signature: `{signature}`" for signature in shown[:3]] + (
        [f"and {plural(len(shown) - 3, 'further signature')}"] if len(shown) > 3 else []
    )


_LATEX_SPECIAL = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "&": r"\&",
        "%": r"\%",
        "$": r"\$",
        "#": r"\#",
        "_": r"\_",
        "{": r"\{",
        "}": r"\}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "|": r"\textbar{}",
    }
)


def _latex(scores: Scores) -> str:
    names = _estimator_fields(scores.estimator)
    header = ["system", "benchmark", "target", *(_TITLES[name] for name in names), *_MEASURES]
    lines = [
        r"% needs \usepackage{booktabs}",
        r"\begin{tabular}{lll" + "r" * (len(header) - 3) + "}",
        r"\toprule",
        " & ".join(header) + r" \\",
        r"\midrule",
    ]
    for row in scores:
        cells = _cells(row, names, interval=lambda estimate: [str(estimate)])
        values = [row.system, row.benchmark, row.target, *cells]
        lines.append(" & ".join(value.translate(_LATEX_SPECIAL) for value in values) + r" \\")
    lines += [r"\bottomrule", r"\end{tabular}"]
    lines += [f"% {signature}" for signature in _signatures(scores)]
    return "\n".join(lines) + "\n"
