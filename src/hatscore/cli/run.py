"""``hatscore run``."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hatscore.cli.main import EXIT_INPUT, EXIT_INTERRUPTED

if TYPE_CHECKING:
    from hatscore.running.study import Study
    from hatscore.sampling.run_result import RunResult

_HELP = """Ask systems the items of benchmarks, several times each, and keep every answer.

Give one or more systems and benchmarks, or a STUDY.toml. What is in the store is not asked again: the
same command goes on after a stop, a crash, or a kill. Keys come from the environment (OPENAI_API_KEY,
ANTHROPIC_API_KEY, GEMINI_API_KEY) and are never stored.

\b
Examples (without --dry-run they ask):
  hatscore run --system openai:tiny --base-url http://127.0.0.1/v1 --benchmark starter --store a.db --dry-run
  hatscore run study.toml --dry-run

\b
A study:
  store = "runs/study.db"
  attempts = 10
  [[systems]]
  system = "openai:tiny"
  base_url = "http://127.0.0.1:8000/v1"
  temperature = 0.7
  [[benchmarks]]
  name = "starter"
  languages = ["en", "de", "sw"]
  items = 20
"""


def _codes(_: click.Context, __: click.Parameter, value: str | None) -> list[str] | None:
    return [code.strip() for code in value.split(",") if code.strip()] if value else None


@click.command("run", help=_HELP)
@click.argument("study_file", metavar="[STUDY.toml]", required=False, type=click.Path(path_type=Path))
@click.option(
    "--system",
    "systems",
    multiple=True,
    metavar="NAME",
    help="provider:model, local:PATH.gguf, or a built-in name.",
)
@click.option("--base-url", metavar="URL", help="Your own OpenAI-compatible server.")
@click.option(
    "--benchmark", "benchmarks", multiple=True, metavar="NAME", help="A name, or the path of your own."
)
@click.option("--data", type=click.Path(path_type=Path), metavar="DIR", help="Local copy of the benchmark.")
@click.option("--languages", callback=_codes, metavar="en,de,...", help="All by default; keep the source.")
@click.option("--items", type=click.IntRange(1), help="The first so many; all by default.")
@click.option(
    "--shots", type=click.IntRange(0), default=0, show_default=True, help="Examples before each item."
)
@click.option(
    "--attempts", type=click.IntRange(1), default=10, show_default=True, help="Answers to each item."
)
@click.option("--temperature", type=float, help="Not sent where left out.")
@click.option("--max-tokens", type=click.IntRange(1), help="Cap of output tokens.")
@click.option("--thinking", metavar="LEVEL|TOKENS|on|off", help="Not sent where left out.")
@click.option(
    "--concurrency", type=click.IntRange(1), default=100, show_default=True, help="Requests under way."
)
@click.option("--budget", type=float, metavar="USD", help="Stop when the store has cost so much.")
@click.option("--judge", "judges", multiple=True, metavar="NAME", help="Who judges free texts.")
@click.option("--dry-run", is_flag=True, help="Print calls, tokens and cost; ask nothing.")
@click.option(
    "--store", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Where answers are kept."
)
def command(study_file: Path | None, dry_run: bool, **options: Any) -> None:
    """Plan, ask, say what is missing."""
    from hatscore.running.run import expected, run_study
    from hatscore.running.study import read_study

    study = read_study(study_file) if study_file else _from_options(**options)
    if dry_run:
        _print_expected(expected(study))
        return
    with _Bar() as bar:
        results = run_study(study, progress=bar)
    _end(study, results)


def _from_options(
    *,
    systems: tuple[str, ...],
    judges: tuple[str, ...],
    benchmarks: tuple[str, ...],
    store: Path | None,
    base_url: str | None,
    concurrency: int,
    budget: float | None,
    attempts: int,
    **options: Any,
) -> "Study":
    from hatscore.running.study import Study, choose
    from hatscore.sampling.system_flow import Flow

    if not (systems and benchmarks and store):
        raise click.UsageError("give --system, --benchmark and --store, or a STUDY.toml.")
    which = {name: options.pop(name) for name in ("data", "languages", "items", "shots")}
    settings = {name: value for name, value in options.items() if value is not None}
    asked = [one for name in benchmarks for one in choose(name, **which)]
    flow = Flow(concurrency=concurrency, budget=budget)
    rows = [{"system": name, "base_url": base_url, **settings} for name in systems]
    seats = [{"system": name, "base_url": base_url} for name in judges]
    return Study(tuple(rows), tuple(asked), attempts, store, flow, tuple(seats))


class _Bar:
    """A bar on standard error, where that is a terminal."""

    def __enter__(self) -> "_Bar":
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as RichProgress

        console = Console(stderr=True)
        columns = (TextColumn("asking"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        spending = TextColumn("{task.fields[spent]}")
        self._bar = RichProgress(*columns, spending, console=console, disable=not console.is_terminal)
        self._task = self._bar.add_task("asking", total=None, spent="")
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def __call__(self, progress: Any) -> None:
        cost = "" if progress.cost is None else f", ${progress.cost:.2f}"
        spent = f"{progress.rate:.1f}/s, {progress.prompt_tokens + progress.output_tokens:,} tokens{cost}"
        self._bar.update(self._task, total=progress.wanted, completed=progress.done, spent=spent)


def _print_expected(estimates: Any) -> None:
    from hatscore.cli.score import terminal_width
    from hatscore.cli.tables import text_table

    titles = ["system", "answers", "requests", "prompt tokens", "output tokens", "basis", "cost"]
    rows = [
        [
            *(one.system, f"{one.attempts:,}", f"{one.calls:,}", f"{one.prompt_tokens:,}"),
            *(f"{one.output_tokens:,}", one.basis, "unknown" if one.cost is None else f"${one.cost:,.2f}"),
        ]
        for one in estimates
    ]
    click.echo(text_table(titles, rows, width=terminal_width(), words=1))
    click.echo("Nothing was asked. Tokens are estimates; a cost is known where the system has a price.")


def _end(study: "Study", results: "list[RunResult]") -> None:
    for result in results:
        for system in result.systems:
            why = f" ({system.stopped})" if system.stopped else ""
            click.echo(f"{system.name}: {system.answered:,} of {system.wanted:,} answers{why}", err=True)
        for note in result.notes:
            click.echo(f"note: {note}", err=True)
    states = {result.state for result in results}
    if states == {"complete"}:
        click.echo(f"Complete. Score it: hatscore score {study.store}")
        return
    missing = sum(result.missing for result in results)
    click.echo(f"{missing:,} answers are missing; the same command goes on with them.", err=True)
    sys.exit(EXIT_INTERRUPTED if "interrupted" in states else EXIT_INPUT)
