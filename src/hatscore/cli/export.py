"""``hatscore export``."""

from pathlib import Path
from typing import Any

import click

from hatscore.cli.arguments import counts_attempts, reads_attempts, take_attempts
from hatscore.cli.estimation import floor_value, takes_floor

_HELP = """Write attempts and scores in the schema of Every Eval Ever, for others to load.

One record an attempt, nothing averaged; beside them accuracies, HAT with intervals, and scores.json.

\b
Examples:
  hatscore export logs/ --organization "Example Lab" -o published/
  hatscore export attempts.parquet --organization "Example Lab" --relationship third_party -o published/
"""


@click.command("export", help=_HELP)
@reads_attempts
@takes_floor
@counts_attempts
@click.option("--organization", required=True, metavar="NAME", help="Who provides the data.")
@click.option(
    "--relationship",
    type=click.Choice(["first_party", "third_party", "collaborative", "other"]),
    default="other",
    show_default=True,
    help="Of whoever evaluated to whoever made the models.",
)
@click.option(
    "--developer",
    metavar="NAME",
    help="Who made the models.  [default: what a name says before a slash, or what is known of it]",
)
@click.option("--library", default="unknown", metavar="NAME", help="What ran the evaluation, as inspect_ai.")
@click.option("--library-version", default="unknown", metavar="VERSION", help="Its version.")
@click.option(
    "-o",
    "--out",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Gets data/BENCHMARK/DEVELOPER/MODEL/ and scores.json.",
)
def command(out: Path, floor: str, **options: Any) -> None:
    """Read, score, write."""
    from hatscore.api.publishing import export_every_eval_ever
    from hatscore.publishing.logs import Publication
    from hatscore.wording import listing

    fields = ("organization", "relationship", "developer", "library", "library_version")
    about = Publication(**{name: options.pop(name) for name in fields})
    attempts = take_attempts(options)
    written = export_every_eval_ever(attempts, out, about, floor=floor_value(floor), **options)
    if written.lacks_prompts:
        click.echo("note: the attempts do not hold what was asked: input.raw is empty.", err=True)
    if written.without_developer:
        names = listing(list(written.without_developer))
        click.echo(f"note: nothing says who made {names}; give --developer.", err=True)
    for row in written.left_out:
        click.echo(f"note: no result of HAT for {row}: it is not estimable.", err=True)
    click.echo(f"Wrote {written.records:,} records and {len(written.logs)} logs to {out}.", err=True)
