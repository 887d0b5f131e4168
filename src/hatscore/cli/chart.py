"""``hatscore chart``."""

import sys
from pathlib import Path
from typing import Any

import click

from hatscore.charts.files import FORMS
from hatscore.charts.registry import CHARTS
from hatscore.cli.arguments import counts_attempts, reads_attempts, take_attempts
from hatscore.cli.estimation import gives_intervals, sets_side_by_side, takes_floor
from hatscore.cli.main import EXIT_NOT_ESTIMABLE
from hatscore.cli.systems_option import TakesSystems, chooses_systems

ENDINGS = tuple(f".{form}" for form in (*FORMS, "csv"))

WORDS = {
    "scores": "scores",
    "profile": "a profile",
    "comparison": "a comparison of systems",
    "decomposition": "a chain of systems",
    "study": "a study",
}

_HELP = f"""Draw a chart, or write its data; no browser and no network are needed.

NAME is one of: {", ".join(CHARTS)}.
The ending of FILE says what is written: {", ".join(ENDINGS[:-2])}, .json (Vega-Lite) or .csv (the data).

\b
Examples:
  hatscore chart --list
  hatscore chart ranking attempts.parquet -o ranking.png
  hatscore chart heatmap attempts.csv -o heatmap.svg --floor 0.1
  hatscore chart profile attempts.csv -o profile.pdf --systems new --target sw
  hatscore chart decomposition attempts.csv -o gain.html --systems old new
  hatscore chart confound attempts.csv -o confound.csv --systems-file systems.toml
"""


def _list(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if not wanted or ctx.resilient_parsing:
        return
    widest = max(map(len, CHARTS))
    for name, kind in CHARTS.items():
        click.echo(f"{name:{widest}}  {kind.title} (from {WORDS[kind.needs]})")
    ctx.exit()


@click.command("chart", help=_HELP, cls=TakesSystems)
@click.option(
    "--list", is_flag=True, is_eager=True, expose_value=False, callback=_list, help="List the charts."
)
@click.argument("name", type=click.Choice(list(CHARTS)), metavar="NAME")
@reads_attempts
@click.option(
    "-o",
    "--out",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help=f"What to write; ends in {', '.join(ENDINGS)}.",
)
@chooses_systems
@click.option("--benchmark", metavar="NAME", help="Only this benchmark.")
@click.option("--target", metavar="LANG", help="Only this target language.")
@sets_side_by_side
@click.option(
    "--estimator",
    type=click.Choice(["published", "corrected", "curve"]),
    default="corrected",
    show_default=True,
    help="The HAT that is drawn; comparisons have no curve.",
)
@click.option(
    "--systems-file",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Facts about systems, for size, time and thinking; see hatscore study --help.",
)
@click.option(
    "--scale",
    type=click.FloatRange(0.1, 10),
    default=2.0,
    show_default=True,
    help="Pixels of a PNG a point of the chart.",
)
@takes_floor
@gives_intervals
@counts_attempts
def command(
    name: str,
    out: Path,
    scale: float,
    *,
    systems: tuple[str, ...] | None,
    benchmark: str | None,
    target: str | None,
    **options: Any,
) -> None:
    """Read, compute what the chart is drawn from, draw."""
    from hatscore.charts import theme
    from hatscore.charts.files import chart_bytes, rows_csv
    from hatscore.charts.registry import chart_data, draw
    from hatscore.cli.chart_results import Selection, results_for
    from hatscore.cli.output import deliver_bytes
    from hatscore.errors import InvalidArgument, NotEstimable

    form: Any = out.suffix.lower().removeprefix(".")
    if f".{form}" not in ENDINGS:
        raise InvalidArgument(f"{out} must end in one of {', '.join(ENDINGS)}.")
    if form != "csv":
        theme.altair()
    results = results_for(
        CHARTS[name], take_attempts(options), Selection(systems, benchmark, target), **options
    )
    rows = chart_data(name, results)
    if form == "csv":
        if not rows:
            raise NotEstimable(f"nothing to write: the chart {name!r} has no data here.")
        content = rows_csv(rows).encode("utf-8")
    else:
        content = chart_bytes(draw(name, results), form, scale=scale)
    deliver_bytes(content, out)
    figures = [row[field] for row in rows for field in ("value", "end") if field in row]
    if figures and all(figure is None for figure in figures):
        click.echo("hatscore: nothing was estimable; the chart says so.", err=True)
        sys.exit(EXIT_NOT_ESTIMABLE)
