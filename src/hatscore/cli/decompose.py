"""``hatscore decompose``."""

import sys
from pathlib import Path
from typing import Any

import click

from hatscore.cli.arguments import counts_attempts, prints_result, reads_attempts, take_attempts
from hatscore.cli.estimation import floor_value, sets_side_by_side, takes_floor, takes_level
from hatscore.cli.main import EXIT_NOT_ESTIMABLE
from hatscore.cli.systems_option import TakesSystems, chooses_systems

_HELP = """Split the gain in target accuracy from A to B: a better source, better transfer, or shape.

With more than two systems it is a chain (releases in time): a row for each step, and one for the whole.

\b
Examples:
  hatscore decompose attempts.parquet --systems old new
  hatscore decompose attempts.csv --systems v1 v2 v3 --by language
"""


@click.command("decompose", help=_HELP, cls=TakesSystems)
@reads_attempts
@chooses_systems
@sets_side_by_side
@takes_floor
@takes_level
@counts_attempts
@prints_result
def command(form: str, out: Path | None, floor: str, **options: Any) -> None:
    """Read, decompose, print."""
    from hatscore.api.comparing import decompose
    from hatscore.cli.compare_output import render_decomposition
    from hatscore.cli.output import deliver
    from hatscore.cli.score import terminal_width

    attempts = take_attempts(options)
    found = decompose(attempts, floor=floor_value(floor), **options)
    deliver(render_decomposition(found, form, width=terminal_width()), out)
    if all(row.transfer.value is None for row in found):
        click.echo("hatscore: nothing was estimable; the flags say why.", err=True)
        sys.exit(EXIT_NOT_ESTIMABLE)
