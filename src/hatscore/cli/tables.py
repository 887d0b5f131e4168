"""Tables as text, Markdown and LaTeX, whatever they hold."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from hatscore.names import visible

if TYPE_CHECKING:
    import polars as pl

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


class WritesItself(Protocol):
    """A result with forms of its own."""

    def to_json(self) -> str:
        """Text with all figures."""

    def to_frame(self) -> "pl.DataFrame":
        """Rows with all figures."""


def in_form(form: str, result: WritesItself, writers: Mapping[str, Callable[[], str]]) -> str:
    """A result in the form that was asked for; what people read holds no hidden character.

    Parameters
    ----------
    form : str
        ``json``, ``csv``, or a key of the writers.
    result : WritesItself
        What is written.
    writers : mapping of callable
        What writes the forms that people read.

    Returns
    -------
    str
    """
    if form == "json":
        return result.to_json()
    return result.to_frame().write_csv() if form == "csv" else visible(writers[form]())


ONE_LINE_FROM = 112
"""Terminal width from which an interval stands beside its number."""


def estimate_cell(text: str, width: int) -> str:
    r"""An estimate in a cell of a table for a terminal.

    Parameters
    ----------
    text : str
        Such as ``0.81 [0.75, 0.87]``.
    width : int
        Columns of the terminal; in a narrow one the interval stands below the number.

    Returns
    -------
    str

    Examples
    --------
    >>> estimate_cell("0.81 [0.75, 0.87]", 80)
    '0.81\n[0.75, 0.87]'
    """
    return text if width >= ONE_LINE_FROM else text.replace(" [", "\n[", 1)


def text_table(
    titles: Sequence[str], rows: Sequence[Sequence[str]], *, width: int, words: int, wrap: str = ""
) -> str:
    """A table for a terminal.

    Parameters
    ----------
    titles : sequence of str
        Headings.
    rows : sequence of sequence of str
        Cells; may hold line breaks.
    width : int
        Columns of the terminal.
    words : int
        How many columns at the left are words; the others are numbers and stand at the right.
    wrap : str
        Heading of the one further column of words, which may be folded.

    Returns
    -------
    str
        Without a line break at the end.
    """
    from rich import box
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for position, title in enumerate(titles):
        left = position < words or title == wrap
        fold = position == 0 or title == wrap
        table.add_column(title, justify="left" if left else "right", overflow="fold", no_wrap=not fold)
    for row in rows:
        table.add_row(*(escape(cell) for cell in row))
    console = Console(width=max(width, 80), color_system=None)
    with console.capture() as capture:
        console.print(table)
    return "\n".join(line.rstrip() for line in capture.get().strip("\n").split("\n"))


def markdown_table(
    titles: Sequence[str], rows: Sequence[Sequence[str]], *, words: int, wrap: str = ""
) -> str:
    """A table in Markdown.

    Parameters
    ----------
    titles : sequence of str
        Headings.
    rows : sequence of sequence of str
        Cells.
    words : int
        How many columns at the left are words; the others stand at the right.
    wrap : str
        Heading of a further column of words.

    Returns
    -------
    str
        Ends in a line break.
    """
    rule = "|".join("---" if n < words or title == wrap else "---:" for n, title in enumerate(titles))
    lines = [titles, *([cell.replace("|", r"\|") for cell in row] for row in rows)]
    header, *body = ("| " + " | ".join(line) + " |\n" for line in lines)
    return f"{header}|{rule}|\n{''.join(body)}"


def latex_table(
    titles: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    words: int,
    caption: str,
    signatures: Sequence[str],
) -> str:
    """A table in LaTeX, with booktabs, that can go into a paper as it is.

    Parameters
    ----------
    titles : sequence of str
        Headings.
    rows : sequence of sequence of str
        Cells.
    words : int
        How many columns at the left are words; the others stand at the right.
    caption : str
        What the table shows.
    signatures : sequence of str
        Of its rows; the first stands in the caption, the others in comments.

    Returns
    -------
    str
        Ends in a line break.
    """
    # Fields may part at the end of a line.
    first = _latex(signatures[0]).replace(r"\textbar{}", r"\textbar\allowbreak{}") if signatures else ""
    signature = rf" \texttt{{\small {first}}}" if first else ""
    lines = [
        r"% needs \usepackage{booktabs}",
        r"\begin{table}",
        rf"\caption{{{_latex(caption)}{signature}}}",
        r"\centering",
        rf"\begin{{tabular}}{{{'l' * words}{'r' * (len(titles) - words)}}}",
        r"\toprule",
        " & ".join(map(_latex, titles)) + r" \\",
        r"\midrule",
        *(" & ".join(map(_latex, row)) + r" \\" for row in rows),
        r"\bottomrule",
        r"\end{tabular}",
        r"\end{table}",
        *(f"% {' '.join(one.split())}" for one in signatures[1:]),
    ]
    return "\n".join(lines) + "\n"


def _latex(text: str) -> str:
    return text.translate(_LATEX_SPECIAL)


def wrap_line(line: str, width: int) -> list[str]:
    """A line of prose in lines of a width; what follows the first is indented twice as far.

    Parameters
    ----------
    line : str
        Without line breaks.
    width : int
        Most characters of a line.

    Returns
    -------
    list of str

    Examples
    --------
    >>> wrap_line("  one two three", 10)
    ['  one two', '    three']
    """
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
