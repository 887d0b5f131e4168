"""``hatscore check``."""

import sys
from typing import Any

import click

from hatscore.cli.arguments import counts_attempts, reads_attempts
from hatscore.cli.main import EXIT_INPUT

_HELP = """Say what keeps attempts from being scored, every problem with its rows.

\b
Examples:
  hatscore check attempts.csv
  hatscore check logs/ --source de
"""


@click.command("check", help=_HELP)
@reads_attempts
@counts_attempts
def command(
    paths: tuple[str, ...],
    rename: dict[str, str],
    fixed: dict[str, str],
    pattern: str | None,
    filter: str,
    metric: str | None,
    **options: Any,
) -> None:
    """Read, check, print."""
    from hatscore.api import check, read
    from hatscore.cli.output import say

    attempts = read(paths, rename=rename, fixed=fixed, pattern=pattern, filter=filter, metric=metric)
    say(note.sentence for note in attempts.notes)
    problems = check(attempts, **options)
    for problem in problems:
        click.echo(f"{problem.code}: {problem.sentence}")
    if problems:
        sys.exit(EXIT_INPUT)
    click.echo(f"No problems. {attempts!r}")
