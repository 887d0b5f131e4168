"""``hatscore read``."""

from pathlib import Path

import click

from hatscore.cli.arguments import reads_attempts

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
def command(
    paths: tuple[str, ...],
    rename: dict[str, str],
    fixed: dict[str, str],
    pattern: str | None,
    filter: str,
    metric: str | None,
    out: Path,
) -> None:
    """Read and write."""
    from hatscore.api import read
    from hatscore.cli.output import say

    attempts = read(paths, rename=rename, fixed=fixed, pattern=pattern, filter=filter, metric=metric)
    say(note.sentence for note in attempts.notes)
    attempts.write(out)
    click.echo(f"Wrote {out}. {attempts!r}", err=True)
