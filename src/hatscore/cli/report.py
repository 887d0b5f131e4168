"""``hatscore report``."""

from datetime import datetime
from pathlib import Path
from typing import Any

import click

from hatscore.cli.arguments import counts_attempts, reads_attempts, take_attempts
from hatscore.cli.estimation import draws_samples, floor_value, knows_facts, takes_floor, takes_level
from hatscore.cli.systems_option import TakesSystems, chooses_systems

_HELP = """Put everything about a study on one page that opens anywhere, without a network.

In this order: the answer, the ranking, parts of gains, transfer profiles, languages, the paper's findings,
earlier measures, reading failures, the method, and what it cannot tell.

\b
Examples:
  hatscore report attempts.parquet -o report.html
  hatscore report attempts.csv -o report.html --systems old new --title "Old and new"
  hatscore report scores.json -o report.html

PATHS may also be saved results: the JSON of hatscore score, with the findings.json of hatscore study.
"""


@click.command("report", help=_HELP, cls=TakesSystems)
@reads_attempts
@click.option(
    "-o",
    "--out",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The page.",
)
@click.option("--title", default="Cross-lingual transfer", show_default=True, help="Title of the page.")
@chooses_systems
@knows_facts
@takes_floor
@takes_level
@draws_samples
@counts_attempts
def command(out: Path, floor: str, cut: datetime | None, systems: Any, **options: Any) -> None:
    """Read, compute, write."""
    from hatscore.api.reporting import report, report_saved
    from hatscore.cli.study_output import progress_lines
    from hatscore.errors import InvalidArgument
    from hatscore.results.saved import saved_schema

    if all(saved_schema(path) for path in options["paths"]):
        _write(report_saved(options["paths"], title=options["title"]), out)
        return
    attempts = take_attempts(options)
    if systems is not None and len(systems) != 2:
        raise InvalidArgument(f"a page starts with two systems; --systems names {len(systems)}.")
    with progress_lines() as progress:
        page = report(
            attempts,
            floor=floor_value(floor),
            systems=systems,
            cut=cut.date() if cut else None,
            progress=progress,
            **options,
        )
    _write(page, out)


def _write(page: Any, out: Path) -> None:
    from hatscore.errors import InvalidArgument

    try:
        page.write(out)
    except OSError as error:
        raise InvalidArgument(f"cannot write {out}: {error.strerror or error}.") from None
    size = len(page.html.encode("utf-8")) / 2**20
    click.echo(f"Wrote {out} ({size:.1f} MB).", err=True)
