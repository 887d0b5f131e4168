"""``hatscore study``."""

import sys
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from hatscore.cli.arguments import counts_attempts, reads_attempts, take_attempts
from hatscore.cli.estimation import floor_value, knows_facts, takes_floor, takes_level
from hatscore.cli.main import EXIT_NOT_ESTIMABLE

_HELP = """Recompute every analysis of the paper: is it transfer, or just a better model?

Writes DIR/findings.json (all figures, sentences, doubts and data), DIR/summary.md, and a CSV of every table
to DIR/tables; prints one sentence a finding. What the data cannot support says what would be needed.

\b
Examples:
  hatscore study attempts.parquet -o study/
  hatscore study attempts.csv -o study/ --systems-file systems.toml
  hatscore study attempts.csv -o study/ --cut 2026-01-01 --floor 0.25

\b
systems.toml adds to the built-in systems (hatscore systems list), or overrides them:
  [[system]]
  name = "my-model-think"
  family = "Mine"
  released = 2026-04-02
  total_billions = 32.0
  checkpoint = "my-model"      # settings of one checkpoint share it
  thinking = 2000              # tokens, or off, minimal, low, medium, high, on
"""


@click.command("study", help=_HELP)
@reads_attempts
@click.option(
    "-o",
    "--out",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Folder of the results; made where it is not there.",
)
@knows_facts
@takes_floor
@takes_level
@click.option("--seed", "rng", type=int, help="Seed of the bootstraps.  [default: fixed]")
@counts_attempts
def command(out: Path, floor: str, cut: datetime | None, **options: Any) -> None:
    """Read, analyse, write, print."""
    from hatscore.api.comparing import study
    from hatscore.cli.score import terminal_width
    from hatscore.cli.study_output import progress_lines, study_text
    from hatscore.errors import InvalidArgument

    attempts = take_attempts(options)
    with progress_lines() as progress:
        found = study(
            attempts, floor=floor_value(floor), cut=cut.date() if cut else None, progress=progress, **options
        )
    try:
        written = found.write(out)
    except OSError as error:
        raise InvalidArgument(f"cannot write to {out}: {error.strerror or error}.") from None
    click.echo(study_text(found, terminal_width()), nl=False)
    click.echo(f"Wrote {len(written)} files to {out}.", err=True)
    if all(one.estimate.value is None for one in found):
        click.echo("hatscore: no finding was estimable; each says what it needs.", err=True)
        sys.exit(EXIT_NOT_ESTIMABLE)
