"""``hatscore score``."""

import shutil
import sys
from pathlib import Path
from typing import Any

import click

from hatscore.cli.arguments import counts_attempts, prints_result, reads_attempts, take_attempts
from hatscore.cli.estimation import estimates, floor_value
from hatscore.cli.main import EXIT_NOT_ESTIMABLE

_HELP = """Print HAT scores with intervals, beside the measures that they replace.

PATHS are attempts tables, lm-eval sample files, folders or globs.

\b
Examples:
  hatscore score logs/
  hatscore score attempts.parquet --by language
  hatscore score runs.csv --map system=model_name --set benchmark=mgsm --floor options
  hatscore score logs/ --filter flexible-extract --format json --out scores.json
"""


@click.command("score", help=_HELP)
@reads_attempts
@estimates
@counts_attempts
@prints_result
def command(**options: Any) -> None:
    """Read, score, print."""
    score_and_print(take_attempts(options), **options)


def score_and_print(
    attempts: Any, *, form: str, out: Path | None, floor: str, estimator: str | None, **options: Any
) -> None:
    """Score attempts and print the result.

    Parameters
    ----------
    attempts : Attempts
        What to score.
    form, out : str, Path
        How and where to print.
    floor, estimator : str
        From the command line.
    **options
        Further fields of `hatscore.Options`.
    """
    from hatscore.api.scoring import score
    from hatscore.cli.output import deliver, say
    from hatscore.cli.score_output import render

    headline: Any = estimator or "corrected"
    scores = score(attempts, floor=floor_value(floor), estimator=headline, **options)
    seen = {note.sentence for note in attempts.notes}
    say(note for note in scores.notes if note not in seen)
    deliver(render(scores, form, width=terminal_width()), out)
    found = [
        [row.headline(headline)] if estimator else [row.hat, row.hat_corrected, row.hat_curve]
        for row in scores
    ]
    if all(estimate.value is None for estimates in found for estimate in estimates):
        click.echo("hatscore: nothing was estimable; the flags say why.", err=True)
        sys.exit(EXIT_NOT_ESTIMABLE)


def terminal_width() -> int:
    """Columns of the terminal; plenty where the output goes to a file or another program.

    Returns
    -------
    int
    """
    return shutil.get_terminal_size((100, 24)).columns if sys.stdout.isatty() else 240
