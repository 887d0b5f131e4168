"""``hatscore demo``."""

from pathlib import Path
from typing import Any

import click

from hatscore.cli.arguments import prints_result
from hatscore.cli.estimation import estimates

_HELP = """Score the starter benchmarks: answers of a tiny real model that runs here, or recorded ones.

Recorded are answers of two models of 135 and 500 million parameters, sampled by us. The gaps describe
these tiny models, and no others.

\b
Examples:
  hatscore demo
  hatscore demo --by language --format markdown

With hatscore[run,local] installed, --live asks a model on this machine first (a few minutes).
"""

_RECORDED = (
    "Real answers of two tiny models, recorded by us: 20 sums and 30 facts in 5 languages, 10 attempts "
    "each. The facts list four options, so a guesser is right 0.25 of the time; that chance is "
    "subtracted. The gaps describe these tiny models."
)
_LIVE = (
    "A tiny model on this machine answers 20 facts in 3 languages, 10 attempts each. The facts list four "
    "options, so a guesser is right 0.25 of the time; that chance is subtracted. The gaps describe this "
    "model."
)


@click.command("demo", help=_HELP)
@click.option("--live/--recorded", help="Ask a local model now, or score recorded answers.")
@click.option(
    "--store",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("hatscore-demo.db"),
    show_default=True,
    metavar="FILE",
    help="Where live answers are kept.",
)
@estimates
@prints_result
def command(live: bool, store: Path, floor: str, **options: Any) -> None:
    """Ask or not, score, print."""
    from textwrap import fill

    from hatscore.api.reading import demo_path, read
    from hatscore.cli.score import score_and_print, terminal_width

    if options["form"] == "text" and options["out"] is None:
        click.echo(fill(_LIVE if live else _RECORDED, min(terminal_width(), 110)) + "\n")
    if live:
        from hatscore.running.live_demo import ask_local_model

        click.echo(ask_local_model(store), err=True)
        floor = "0.25" if floor == "none" else floor
        score_and_print(read(store), floor=floor, **options)
        return
    score_and_print(read(demo_path()), floor="options" if floor == "none" else floor, **options)
