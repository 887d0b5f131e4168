"""Print results: tables for people, JSON and CSV for programs, Markdown and LaTeX for papers.

The result owns standard output; notes and doubts go to standard error unless they are part of it.
"""

from collections.abc import Callable, Iterable
from pathlib import Path

import click

from hatscore.errors import InvalidArgument
from hatscore.explanation import HOW_TO_READ, flag_lines
from hatscore.options import Estimator
from hatscore.results import HEADLINES, Score, Scores
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


def _attempts(row: Score) -> str:
    source, target = f"{row.attempts_source:.4g}", f"{row.attempts_target:.4g}"
    return source if source == target else f"{source}/{target}"


_MEASURES: dict[str, Callable[[Score], str]] = {
    "target acc.": lambda row: number(row.target_accuracy),
    "source acc.": lambda row: number(row.source_accuracy),
    "XLT gap": lambda row: number(row.xlt_gap),
    "transfer score": lambda row: number(row.transfer_score),
}
_SIZES: dict[str, Callable[[Score], str]] = {
    "items": lambda row: f"{row.n_items:,}",
    "attempts": _attempts,
}
_ONE_TABLE_FROM, _ONE_LINE_FROM = 165, 112
"""Terminal widths from which everything fits one table, and an interval stands beside its number."""


def _flat_cells(row: Score, names: list[str]) -> list[str]:
    estimates = [str(getattr(row, name)) for name in names]
    return estimates + [show(row) for show in (*_MEASURES.values(), *_SIZES.values())]


def _text(scores: Scores, width: int) -> str:
    codes = list(dict.fromkeys(flag.code for row in scores for flag in row.flags))
    blocks = []
    for benchmark in dict.fromkeys(row.benchmark for row in scores):
        rows = [row for row in scores if row.benchmark == benchmark]
        blocks += [benchmark, *_text_tables(scores.estimator, rows, codes, width), ""]
    return "\n".join([*blocks, *_legend(scores, codes, width)]) + "\n"


def _text_tables(estimator: Estimator, rows: list[Score], codes: list[str], width: int) -> list[str]:
    """One table where the terminal is wide enough; else the estimates, then the other measures."""
    separator = " " if width >= _ONE_LINE_FROM else "\n"

    def estimate(name: str) -> Callable[[Score], str]:
        return lambda row: str(getattr(row, name)).replace(" [", f"{separator}[", 1)

    def flags(row: Score) -> str:
        own = dict.fromkeys(flag.code for flag in row.flags)
        return " ".join(own if wide else (str(codes.index(code) + 1) for code in own))

    wide = width >= _ONE_TABLE_FROM
    estimates = {_TITLES[name]: estimate(name) for name in _estimator_fields(estimator)}
    if wide:
        return [_text_table(estimates | _MEASURES | _SIZES | {"flags": flags}, rows, width)]
    return [
        _text_table(estimates | {"flags": flags}, rows, width),
        _text_table(_MEASURES | _SIZES, rows, width),
    ]


def _text_table(columns: dict[str, Callable[[Score], str]], rows: list[Score], width: int) -> str:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("system", overflow="fold")
    table.add_column("target", no_wrap=True)
    for title in columns:
        last = title == "flags"
        table.add_column(title, justify="left" if last else "right", overflow="fold", no_wrap=not last)
    for row in rows:
        cells = (row.system, row.target, *(show(row) for show in columns.values()))
        table.add_row(*(_escape(cell) for cell in cells))
    console = Console(width=max(width, 80), color_system=None)
    with console.capture() as capture:
        console.print(table)
    return "\n".join(line.rstrip() for line in capture.get().strip("\n").split("\n"))


def _escape(text: str) -> str:
    from rich.markup import escape

    return escape(text)


def _legend(scores: Scores, codes: list[str], width: int) -> list[str]:
    estimates = [e for row in scores for e in (row.hat, row.hat_corrected, row.hat_curve)]
    level = next((e.interval.level for e in estimates if e.interval), None)
    brackets = f" In brackets: {100 * level:g} % intervals over items." if level else ""
    absent = " n.e.: not estimable, the flags say why." if any(e.value is None for e in estimates) else ""
    lines = [
        HOW_TO_READ + brackets + absent,
        "",
        f"Headline: {_TITLES[HEADLINES[scores.estimator]]}. Signature of the first row:",
        scores[0].signature,
    ]
    if codes:
        marks = [""] * len(codes) if width >= _ONE_TABLE_FROM else [f"{n} " for n in range(1, len(codes) + 1)]
        flags = dict(zip(codes, marks, strict=True))
        lines += ["", "Flags"]
        lines += [f"  {flags[line.split(':')[0]]}{line}" for line in flag_lines(scores.flags())]
    wrapped = []
    for line in lines:
        wrapped += _wrap(line, min(max(width, 80), 110))
    return wrapped


def _wrap(line: str, width: int) -> list[str]:
    from textwrap import wrap

    leading = line[: len(line) - len(line.lstrip())]
    return wrap(
        line.strip(),
        width,
        initial_indent=leading,
        subsequent_indent=leading * 2,
        break_long_words=False,
        break_on_hyphens=False,
    ) or [""]


def _markdown(scores: Scores) -> str:
    names = _estimator_fields(scores.estimator)
    header = [
        "system",
        "benchmark",
        "target",
        *(_TITLES[name] for name in names),
        *_MEASURES,
        *_SIZES,
        "flags",
    ]
    lines = [
        "| " + " | ".join(header) + " |",
        "|" + "---|" * 3 + "---:|" * (len(header) - 4) + "---|",
    ]
    for row in scores:
        cells = _flat_cells(row, names)
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
    header = ["system", "benchmark", "target", *(_TITLES[name] for name in names), *_MEASURES, *_SIZES]
    lines = [
        r"% needs \usepackage{booktabs}",
        r"\begin{tabular}{lll" + "r" * (len(header) - 3) + "}",
        r"\toprule",
        " & ".join(header) + r" \\",
        r"\midrule",
    ]
    for row in scores:
        cells = _flat_cells(row, names)
        values = [row.system, row.benchmark, row.target, *cells]
        lines.append(" & ".join(value.translate(_LATEX_SPECIAL) for value in values) + r" \\")
    lines += [r"\bottomrule", r"\end{tabular}"]
    lines += [f"% {signature}" for signature in _signatures(scores)]
    return "\n".join(lines) + "\n"
