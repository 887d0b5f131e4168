"""``hatscore demo``."""

from typing import Any

import click

from hatscore.cli.arguments import estimates, prints_result

_HELP = """Score the small study that comes with the package.

Its answers are simulated: they show what the tool says, not what any model can do.

\b
Examples:
  hatscore demo
  hatscore demo --by language --format markdown
"""

_STORY = (
    "Simulated study: 4 made-up systems, 40 items, 11 languages, 10 attempts. demo-large and "
    "demo-large-v2 transfer equally well, but v2 is better at everything, so its target accuracy rises; "
    "demo-large-x transfers better at the skill of demo-large. HAT tells the two kinds of progress apart."
)


@click.command("demo", help=_HELP)
@estimates
@prints_result
def command(**options: Any) -> None:
    """Score and print."""
    from textwrap import fill

    from hatscore.api import demo_path, read
    from hatscore.cli.score import score_and_print, terminal_width

    if options["form"] == "text" and options["out"] is None:
        click.echo(fill(_STORY, min(terminal_width(), 110)) + "\n")
    score_and_print(read(demo_path()), **options)
