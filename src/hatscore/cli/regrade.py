"""``hatscore regrade``."""

from pathlib import Path
from typing import Any

import click

from hatscore.cli.arguments import (
    counts_attempts,
    prints_result,
    reads_attempts,
    reads_responses,
    take_attempts,
    uses_workers,
)

_HELP = """Read the responses of existing logs again, and see how much of a gap was the parser.

Prints accuracy, share unparsed and HAT, as recorded and as read now, per system and language.

\b
Examples:
  hatscore regrade logs/ -o attempts.parquet
  hatscore regrade logs/ --reading lm-eval-flexible
"""


@click.command("regrade", help=_HELP)
@reads_attempts
@counts_attempts
@click.option(
    "--kind",
    type=click.Choice(["auto", "number", "letter"]),
    default="auto",
    show_default=True,
    help="What was asked for; auto looks at the right answers.",
)
@reads_responses
@uses_workers
@click.option(
    "-o",
    "--attempts",
    "attempts_out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the attempts with their new outcomes there, as hatscore read does.",
)
@prints_result
def command(attempts_out: Path | None, form: str, out: Path | None, **options: Any) -> None:
    """Read, regrade, print."""
    from hatscore.api.regrading import regrade
    from hatscore.cli.output import deliver
    from hatscore.cli.regrade_output import progress_bar, render_regrade
    from hatscore.cli.score import terminal_width

    attempts = take_attempts(options)
    with progress_bar("reading answers", attempts) as progress:
        result = regrade(attempts, progress=progress, **options)
    if attempts_out is not None:
        result.attempts.write(attempts_out)
        click.echo(f"Wrote {attempts_out}.", err=True)
    deliver(render_regrade(result, form, width=terminal_width()), out)
