"""``hatscore read``."""

import sys
from pathlib import Path
from typing import Any

import click

from hatscore.cli.arguments import reads_attempts, take_attempts
from hatscore.cli.main import EXIT_INPUT

_HELP = """Read logs of any known form into one attempts table, or say what they are.

\b
Examples:
  hatscore read logs/ -o attempts.parquet
  hatscore read a.csv b.csv --set benchmark=mgsm -o attempts.jsonl.gz
  hatscore read logs/ --explain
"""


@click.command("read", help=_HELP)
@reads_attempts
@click.option(
    "-o",
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Ends in .parquet, .arrow, .csv, .tsv or .jsonl; the last three also with .gz or .zst.",
)
@click.option(
    "--explain",
    is_flag=True,
    help="Instead of writing a table, say of each file what it was recognised as, which fields were used, "
    "what was ignored and why, and what is wrong with it.",
)
def command(out: Path | None, explain: bool, **options: Any) -> None:
    """Read and write, or explain."""
    if explain == (out is not None):
        raise click.UsageError("give either --out FILE, to write the table, or --explain.")
    if out is None:
        _explain(options)
        return
    attempts = take_attempts(options)
    attempts.write(out)
    click.echo(f"Wrote {out}. {attempts!r}", err=True)


def _explain(options: dict[str, Any]) -> None:
    from hatscore.api.explaining import explain_files

    found = explain_files(**options)
    click.echo("\n\n".join(str(explanation) for explanation in found))
    problems = sum(len(explanation.problems) for explanation in found)
    if problems or not any(explanation.rows for explanation in found):
        click.echo(f"{problems} problems in {len(found)} files.", err=True)
        sys.exit(EXIT_INPUT)
