"""``hatscore check``."""

import sys
from typing import Any

import click

from hatscore.cli.arguments import counts_attempts, reads_attempts, take_attempts
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
def command(**options: Any) -> None:
    """Read, check, print."""
    from hatscore.api.reading import check

    attempts = take_attempts(options)
    problems = check(attempts, **options)
    for problem in problems:
        click.echo(f"{problem.code}: {problem.sentence}")
    if problems:
        sys.exit(EXIT_INPUT)
    click.echo(f"No problems. {attempts!r}")
