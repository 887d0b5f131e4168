"""``hatscore status``."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from hatscore.sampling.status import StoreStatus, SystemStatus

_HELP = """Say what a run store holds: answers, failures, tokens, cost.

A run may be writing to it meanwhile.

\b
Examples:
  hatscore status runs/x.db
  hatscore status runs/x.db --by language
  hatscore status runs/x.db --format json
"""


@click.command("status", help=_HELP)
@click.argument("store", type=click.Path(path_type=Path))
@click.option(
    "--by",
    type=click.Choice(["benchmark", "language"]),
    default="benchmark",
    show_default=True,
    help="One row for each benchmark, or for each of its languages.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "csv"]),
    default="text",
    show_default=True,
    help="Form of the result.",
)
def command(store: Path, by: str, form: str) -> None:
    """Read and print."""
    from hatscore.sampling.status import read_status

    status = read_status(store)
    if form == "json":
        click.echo(status.to_json(), nl=False)
        return
    frame = _frame(status, by)
    click.echo(frame.write_csv() if form == "csv" else _text(status, frame), nl=False)


def _frame(status: "StoreStatus", by: str) -> Any:
    import polars as pl

    names = ("system", "benchmark", "revision", "language", "items", "answered", "failed", "cut", "refused")
    rows = [tuple(getattr(row, name) for name in names) for row in status.rows]
    schema = {name: pl.String if index < 4 else pl.Int64 for index, name in enumerate(names)}
    frame = pl.DataFrame(rows, schema=schema, orient="row")
    if by == "language":
        return frame
    return frame.group_by("system", "benchmark", "revision", maintain_order=True).agg(
        pl.col("language").n_unique().alias("languages"),
        pl.col("items").max(),
        pl.col("answered", "failed", "cut", "refused").sum(),
    )


def _text(status: "StoreStatus", frame: Any) -> str:
    from hatscore.cli.score import terminal_width
    from hatscore.cli.tables import text_table

    words = frame.columns.index("items")
    rows = [[f"{value:,}" if isinstance(value, int) else str(value) for value in row] for row in frame.rows()]
    lines = (
        [text_table(frame.columns, rows, width=terminal_width(), words=words)]
        if rows
        else ["No answers yet."]
    )
    lines += [line for system in status.systems for line in _about(system)]
    if status.verdicts:
        lines.append(f"{status.verdicts:,} verdicts of judges.")
    return "\n".join(lines) + "\n"


def _about(system: "SystemStatus") -> list[str]:
    sent = ", ".join(f"{name} {value}" for name, value in system.settings["sent"].items()) or "no settings"
    models = f", by the server called {', '.join(system.models)}" if system.models else ""
    address = f" at {system.settings['base_url']}" if system.settings["base_url"] else ""
    provider = f"{system.settings['provider']}:{system.settings['model']}"
    lines = [f"{system.name}: {provider}{address}{models}; sent: {sent}."]
    if system.used is not None:
        used = system.used
        cost = "cost unknown" if system.cost is None else f"{system.cost:,.2f} USD"
        lines.append(
            f"  {used.requests:,} requests, prompt tokens {_count(used.prompt_tokens)}, output tokens "
            f"{_count(used.output_tokens)} (thinking {_count(used.thinking_tokens)}), {cost}."
        )
    lines += [f"  {count:,} failed ({kind}), the last with: {words}" for kind, count, words in system.errors]
    if system.several and system.several == system.identical:
        lines.append(
            f"  All answers to each of {system.several:,} prompts are the same text: no distinct draws."
        )
    return lines


def _count(tokens: int | None) -> str:
    return "unknown" if tokens is None else f"{tokens:,}"
