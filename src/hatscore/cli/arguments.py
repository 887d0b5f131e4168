"""Arguments that several commands share: what to read, how to count, where to print."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])

METHODS = ("hatscore", "lm-eval-flexible", "lm-eval-mmlu-prox", "simple-evals")
FORMATS = ("text", "json", "csv", "markdown", "latex")


def _pairs(_: click.Context, __: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    pairs = {}
    for value in values:
        name, equals, given = value.partition("=")
        if not equals or not name or not given:
            raise click.BadParameter(f"expected COLUMN=VALUE, got {value!r}")
        pairs[name.strip()] = given.strip()
    return pairs


def apply(options: list[Callable[[Command], Command]], command: Command) -> Command:
    """Add several options in the order in which help lists them.

    Parameters
    ----------
    options : list of callable
        Decorators.
    command : callable
        Gets their values.

    Returns
    -------
    callable
    """
    for option in reversed(options):
        command = option(command)
    return command


def reads_attempts(command: Command) -> Command:
    """Add the paths and the options that say how they are read.

    Parameters
    ----------
    command : callable
        Gets ``paths``, ``rename``, ``fixed``, ``pattern``, ``filter``, ``metric`` and ``query``, which
        `take_attempts` uses.

    Returns
    -------
    callable
    """
    return click.argument("paths", nargs=-1, required=True)(says_how_to_read(command))


def says_how_to_read(command: Command) -> Command:
    """Add the options that say how what is read is understood.

    Parameters
    ----------
    command : callable
        Gets ``rename``, ``fixed``, ``pattern``, ``filter``, ``metric`` and ``query``.

    Returns
    -------
    callable
    """
    return apply(
        [
            click.option(
                "--map",
                "rename",
                multiple=True,
                callback=_pairs,
                metavar="COLUMN=NAME",
                help="Take a column of the table from NAME, as in --map system=model_name.",
            ),
            click.option(
                "--set",
                "fixed",
                multiple=True,
                callback=_pairs,
                metavar="COLUMN=VALUE",
                help="Give a column one value in all rows, as in --set benchmark=mgsm.",
            ),
            click.option(
                "--pattern",
                metavar="REGEX",
                help="How a harness's task names are read: groups benchmark, language, subset.",
            ),
            click.option(
                "--filter",
                default="last",
                show_default=True,
                metavar="NAME",
                help="Filter of lm-eval whose reading is scored: a name, first or last.",
            ),
            click.option("--metric", metavar="NAME", help="Metric of a harness's log that is the score."),
            click.option(
                "--query",
                metavar="SQL",
                help="Read SQLite or DuckDB files by a query that gives the columns of the table.",
            ),
        ],
        command,
    )


def take_attempts(options: dict[str, Any]) -> Any:
    """Read what a command was given, and tell what the readers noticed.

    Parameters
    ----------
    options : dict
        Arguments of a command with `reads_attempts`; those that say what is read are taken out.

    Returns
    -------
    Attempts
    """
    from hatscore.api.reading import read

    names = ("paths", "rename", "fixed", "pattern", "filter", "metric", "query")
    attempts = read(**{name: options.pop(name) for name in names})
    for note in attempts.notes:
        click.echo(f"note: {note.sentence}", err=True)
    return attempts


def counts_attempts(command: Command) -> Command:
    """Add the options that say what counts.

    Parameters
    ----------
    command : callable
        Gets ``source``, ``unparsed``, ``truncated`` and ``missing``.

    Returns
    -------
    callable
    """
    counting = click.Choice(["wrong", "drop"])
    return apply(
        [
            click.option(
                "--source",
                metavar="LANG",
                help="Source language of all items  [default: column source_language, else en]",
            ),
            click.option(
                "--unparsed",
                type=counting,
                default="wrong",
                show_default=True,
                help="Answers that could not be read.",
            ),
            click.option(
                "--truncated",
                type=counting,
                default="wrong",
                show_default=True,
                help="Answers cut by the token cap.",
            ),
            click.option(
                "--missing",
                type=click.Choice(["error", "drop"]),
                default="error",
                show_default=True,
                help="Items without source attempts.",
            ),
        ],
        command,
    )


def prints_result(command: Command) -> Command:
    """Add the options that say how and where a result is printed.

    Parameters
    ----------
    command : callable
        Gets ``form`` and ``out``.

    Returns
    -------
    callable
    """
    return apply(
        [
            click.option(
                "--format",
                "form",
                type=click.Choice(FORMATS),
                default="text",
                show_default=True,
                help="Form of the result.",
            ),
            click.option(
                "--out",
                type=click.Path(dir_okay=False, path_type=Path),
                metavar="FILE",
                help="Write the result there instead of printing it.",
            ),
        ],
        command,
    )


def reads_responses(command: Command) -> Command:
    """Add the option that says how responses are read.

    Parameters
    ----------
    command : callable
        Gets ``method``.

    Returns
    -------
    callable
    """
    return click.option(
        "--reading",
        "method",
        type=click.Choice(METHODS),
        default="hatscore",
        show_default=True,
        help="How responses are read: ours, or a published harness's way.",
    )(command)


def uses_workers(command: Command) -> Command:
    """Add the option that says how many processes read responses.

    Parameters
    ----------
    command : callable
        Gets ``workers``.

    Returns
    -------
    callable
    """
    return click.option("--workers", type=click.IntRange(1), help="Processes.  [default: one a core]")(
        command
    )
