"""``hatscore systems list``."""

import json

import click

_HELP = """The built-in systems: the paper's 20 rows.

\b
Examples:
  hatscore systems list
  hatscore systems list --format json
"""

_LIST = """Print name, family, release, size, thinking and address of each; JSON and CSV also print sources.

\b
Examples:
  hatscore systems list
  hatscore systems list --format csv
"""


@click.group("systems", help=_HELP)
def command() -> None:
    """Group of the commands on systems."""


@command.command("list", help=_LIST)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "csv", "markdown"]),
    default="text",
    show_default=True,
    help="Form of the result.",
)
def _list(form: str) -> None:
    """Print all rows."""
    from hatscore.cli.score import terminal_width
    from hatscore.cli.tables import markdown_table, text_table
    from hatscore.systems.registry import system_rows

    rows = system_rows()
    if form == "json":
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    if form == "csv":
        import polars as pl

        click.echo(pl.DataFrame(rows).write_csv(), nl=False)
        return
    titles = ["name", "family", "released", "size", "active", "thinking", "address"]
    cells = [
        [
            row["name"],
            row["family"],
            row["released"],
            _size(row["total_billions"]),
            _size(row["active_billions"]),
            row["thinks"],
            row["address"],
        ]
        for row in rows
    ]
    if form == "markdown":
        click.echo(markdown_table(titles, cells, words=3, wrap="thinking"), nl=False)
        return
    click.echo(text_table(titles, cells, width=terminal_width(), words=7))
    click.echo(
        "Sizes in billions of parameters. Sources: --format json. Open models also need --base-url.", err=True
    )


def _size(billions: object) -> str:
    return "unknown" if billions is None else f"{billions:g}"
