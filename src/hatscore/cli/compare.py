"""``hatscore compare``."""

import sys
from pathlib import Path
from typing import Any

import click

from hatscore.cli.arguments import counts_attempts, prints_result, reads_attempts, take_attempts
from hatscore.cli.estimation import floor_value, gives_intervals, sets_side_by_side, takes_floor
from hatscore.cli.main import EXIT_GATE, EXIT_NOT_ESTIMABLE
from hatscore.cli.systems_option import TakesSystems, chooses_systems

_HELP = """Say whether systems differ in HAT: paired differences on common items, ranks, groups.

The difference is B minus A; of each pair, A is the system that is named first. A positive one: B carries
more of what it can do in the source language into the others.

\b
Examples:
  hatscore compare attempts.parquet
  hatscore compare attempts.parquet --systems old new --by language
  hatscore compare attempts.csv --adjust bh --format markdown
  hatscore compare attempts.parquet --systems old new --fail-if-worse 0.02

\b
With --fail-if-worse the exit code is 5 when any target language is worse by more than the margin, with
confidence --level over all languages and benchmarks together.
"""


@click.command("compare", help=_HELP, cls=TakesSystems)
@reads_attempts
@chooses_systems
@click.option(
    "--adjust",
    type=click.Choice(["holm", "bh", "none"]),
    default="holm",
    show_default=True,
    help="P-values: Holm (no false claim), Benjamini-Hochberg (few false claims), as they are.",
)
@click.option(
    "--fail-if-worse",
    type=float,
    metavar="MARGIN",
    help="A gate: exit 5 when a language of the second system is worse by more than this.",
)
@sets_side_by_side
@click.option(
    "--estimator",
    type=click.Choice(["published", "corrected"]),
    default="corrected",
    show_default=True,
    help="The headline, which p-values and verdicts are about.",
)
@takes_floor
@gives_intervals
@counts_attempts
@prints_result
def command(form: str, out: Path | None, floor: str, **options: Any) -> None:
    """Read, compare, print."""
    from hatscore.api.comparing import compare
    from hatscore.cli.compare_output import render_comparison
    from hatscore.cli.output import deliver
    from hatscore.cli.score import terminal_width

    attempts = take_attempts(options)
    comparison = compare(attempts, floor=floor_value(floor), **options)
    deliver(render_comparison(comparison, form, width=terminal_width()), out)
    if all(row.headline(comparison.estimator).value is None for row in comparison):
        single = all("SINGLE_ATTEMPT" in {flag.code for flag in row.flags} for row in comparison)
        hint = " With one attempt per item, --estimator published compares Transfer Scores." if single else ""
        click.echo(f"hatscore: nothing was estimable; the flags say why.{hint}", err=True)
        sys.exit(EXIT_NOT_ESTIMABLE)
    if comparison.gate is not None and not comparison.gate.passed:
        click.echo("hatscore: the gate is not met.", err=True)
        sys.exit(EXIT_GATE)
