"""``hatscore answers grade`` and ``hatscore answers explain``."""

from pathlib import Path
from typing import Any

import click

from hatscore.cli.arguments import reads_responses, uses_workers

_HELP = """Read the final answers of responses, equally well in 30 languages.

\b
Examples:
  hatscore answers grade responses.jsonl --kind number -o graded.jsonl
  hatscore answers explain responses.jsonl --row 3 --kind number
"""

_FILE = click.argument("file", type=click.Path(path_type=Path))
_KIND = click.option(
    "--kind", required=True, type=click.Choice(["number", "letter"]), help="What was asked for."
)


@click.group("answers", help=_HELP)
def command() -> None:
    """Group of the commands on answers."""


_GRADE = """Grade rows with response, language, gold and, for letters, options or n_options.

\b
Example:
  hatscore answers grade responses.jsonl --kind number -o graded.jsonl
"""

_EXPLAIN = """Show a response with the span that won, and the candidates that lost.

\b
Example:
  hatscore answers explain responses.jsonl --row 3 --kind number
"""


@command.command("grade", help=_GRADE)
@_FILE
@_KIND
@reads_responses
@click.option(
    "-o",
    "--out",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="JSON Lines: every row with final_answer, outcome, rule.",
)
@uses_workers
def _grade(file: Path, kind: Any, method: Any, out: Path, workers: int | None) -> None:
    """Grade and write."""
    from collections import Counter

    from hatscore.answers.batch import grade_all
    from hatscore.answers.grading import check_method
    from hatscore.answers.rows import graded_row, read_rows, tasks_of, write_rows

    check_method(method, kind)
    rows = read_rows(file)
    grades = grade_all(tasks_of(rows, kind, where=str(file)), method=method, workers=workers)
    write_rows([graded_row(row, graded) for row, graded in zip(rows, grades, strict=True)], out)
    counts = Counter(graded.outcome for graded in grades)
    listed = ", ".join(f"{count:,} {outcome}" for outcome, count in counts.most_common())
    click.echo(f"Wrote {out}: {listed}.", err=True)


@command.command("explain", help=_EXPLAIN)
@_FILE
@click.option("--row", required=True, type=click.IntRange(1), help="Which row, counted from 1.")
@_KIND
@reads_responses
def _explain(file: Path, row: int, kind: Any, method: Any) -> None:
    """Read one response and show how."""
    from hatscore.answers.explain import explain_reading
    from hatscore.answers.grading import grade
    from hatscore.answers.rows import read_rows, tasks_of
    from hatscore.errors import InvalidArgument

    rows = read_rows(file)
    if row > len(rows):
        raise InvalidArgument(f"{file} has {len(rows)} rows; there is no row {row}.")
    (task,) = tasks_of(rows[row - 1 : row], kind, where=f"{file}, row {row}")
    graded = grade(
        task.response, task.question, method=method, finish_reason=task.finish_reason, thorough=True
    )
    click.echo(explain_reading(task.response, graded, gold=task.question.gold), nl=False)
