"""``hatscore profile``."""

import sys
from pathlib import Path
from typing import Any

import click

from hatscore.cli.arguments import counts_attempts, reads_attempts, take_attempts
from hatscore.cli.estimation import floor_value, gives_intervals, takes_floor
from hatscore.cli.main import EXIT_NOT_ESTIMABLE

PICTURES = (".png", ".svg", ".pdf", ".html")

_HELP = """Print the transfer profile of one system: target against source pass rates, and what they say.

\b
Examples:
  hatscore profile attempts.csv --system new
  hatscore profile attempts.csv --system new --target sw --bins 5 --format csv
  hatscore profile attempts.parquet --system new -o profile.png
"""


@click.command("profile", help=_HELP)
@reads_attempts
@click.option("--system", metavar="NAME", help="Which system; not needed where there is one.")
@click.option("--benchmark", metavar="NAME", help="Which benchmark; not needed where there is one.")
@click.option("--target", metavar="LANG", help="Which target language.  [default: all pairs together]")
@click.option("--bins", type=int, default=10, show_default=True, help="Equal bins of the source pass rate.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "csv"]),
    default="text",
    show_default=True,
    help="Form of the result.",
)
@click.option(
    "-o",
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help=f"Draw the profile there ({', '.join(PICTURES)}), beside printing; else write the result there.",
)
@takes_floor
@gives_intervals
@counts_attempts
def command(form: str, out: Path | None, floor: str, **options: Any) -> None:
    """Read, profile, print and draw."""
    from hatscore.api.scoring import profile
    from hatscore.charts import theme
    from hatscore.charts.files import chart_bytes
    from hatscore.cli.output import deliver, deliver_bytes
    from hatscore.cli.profile_output import render_profile
    from hatscore.cli.score import terminal_width

    picture: Any = out.suffix.lower() if out is not None and out.suffix.lower() in PICTURES else None
    if picture:
        theme.altair()
    found = profile(take_attempts(options), floor=floor_value(floor), **options)
    text = render_profile(found, form, width=terminal_width())
    deliver(text, None if picture else out)
    if picture and out is not None:
        deliver_bytes(chart_bytes(found.plot(), picture.removeprefix(".")), out)
    score = found.score
    if all(one.value is None for one in (score.hat, score.hat_corrected, score.hat_curve)):
        click.echo("hatscore: nothing was estimable; the flags say why.", err=True)
        sys.exit(EXIT_NOT_ESTIMABLE)
