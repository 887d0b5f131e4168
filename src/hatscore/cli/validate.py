"""``hatscore validate``."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from hatscore.cli.main import EXIT_GATE

_HELP = """Try the method's claims anew, on simulated studies whose truth is known.

The quick form takes a minute or two, the full one, whose figures the docs hold, about an hour on two cores.
Prints a verdict for every claim and what was found; exits with 5 if a claim fails.

  hatscore validate -o validation/      all claims: page.html, validation.json, data/*.csv

\b
Examples:
  hatscore validate --list
  hatscore validate --only better_profile
  hatscore validate --only better_profile --seed 7 -o validation/
"""


@click.command("validate", help=_HELP)
@click.option(
    "--quick/--full", "quick", default=True, show_default=True, help="How many studies are simulated."
)
@click.option("--only", multiple=True, metavar="ID", help="Try this claim; may be given several times.")
@click.option("--list", "listed", is_flag=True, help="List the claims and do nothing else.")
@click.option(
    "-o",
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Folder of the page and the figures; made where it is not there.",
)
@click.option("--seed", "rng", type=int, help="Seed of the simulations.  [default: fixed]")
@click.option(
    "--workers",
    type=click.IntRange(1),
    help="Processes; figures do not depend on them.  [default: one a core]",
)
def command(
    quick: bool, only: tuple[str, ...], listed: bool, out: Path | None, rng: int | None, workers: int | None
) -> None:
    """Try, write, print."""
    from hatscore.api.validating import claim_list, validate, write_validation
    from hatscore.cli.score import terminal_width
    from hatscore.cli.validate_output import claims_table, list_table
    from hatscore.errors import InvalidArgument

    width = terminal_width()
    if listed:
        click.echo(list_table(claim_list(), width))
        return
    with _progress(len(only) or len(claim_list())) as progress:
        found = validate(
            quick=quick, rng=rng, only=only or None, workers=workers or _cores(), progress=progress
        )
    click.echo(claims_table(found, width), nl=False)
    if out is not None:
        try:
            written = write_validation(found, out)
        except OSError as error:
            raise InvalidArgument(f"cannot write to {out}: {error.strerror or error}.") from None
        click.echo(f"Wrote {len(written)} files to {out}; open {written[0]}.", err=True)
    if not found.holds:
        sys.exit(EXIT_GATE)


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def _progress(total: int) -> Iterator[Callable[[str], None]]:
    """A bar on standard error where that is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn

    console = Console(stderr=True)
    columns = ("trying claims", BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("claims", total=total)
        yield lambda _: bar.advance(task)
