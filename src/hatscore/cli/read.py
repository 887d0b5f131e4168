"""``hatscore read``."""

from pathlib import Path
from typing import Any

import click

from hatscore.cli.arguments import reads_attempts, take_attempts

_HELP = """Read logs of any known form into one attempts table.

\b
Examples:
  hatscore read logs/ -o attempts.parquet
  hatscore read a.csv b.csv --set benchmark=mgsm -o attempts.jsonl.gz
"""


@click.command("read", help=_HELP)
@reads_attempts
@click.option(
    "-o",
    "--out",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Ends in .parquet, .arrow, .csv, .tsv or .jsonl; the last three also with .gz or .zst.",
)
def command(out: Path, **options: Any) -> None:
    """Read and write."""
    attempts = take_attempts(options)
    attempts.write(out)
    click.echo(f"Wrote {out}. {attempts!r}", err=True)
