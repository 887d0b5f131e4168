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


def _apply(options: list[Callable[[Command], Command]], command: Command) -> Command:
    for option in reversed(options):
        command = option(command)
    return command


def reads_attempts(command: Command) -> Command:
    """Add the paths and the options that say how they are read.

    Parameters
    ----------
    command : callable
        Gets ``paths``, ``rename``, ``fixed``, ``pattern``, ``filter`` and ``metric``, which
        `take_attempts` uses.

    Returns
    -------
    callable
    """
    return _apply(
        [
            click.argument("paths", nargs=-1, required=True),
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
                help="How lm-eval task names are read: groups benchmark, language, subset.",
            ),
            click.option(
                "--filter",
                default="last",
                show_default=True,
                metavar="NAME",
                help="Filter of lm-eval whose reading is scored: a name, first or last.",
            ),
            click.option("--metric", metavar="NAME", help="Metric of lm-eval that is the score."),
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

    names = ("paths", "rename", "fixed", "pattern", "filter", "metric")
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
    return _apply(
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


def estimates(command: Command) -> Command:
    """Add the options that say what is estimated.

    Parameters
    ----------
    command : callable
        Gets ``by``, ``estimator``, ``floor``, ``level``, ``intervals``, ``draws`` and ``rng``.

    Returns
    -------
    callable
    """
    return _apply(
        [
            click.option(
                "--by",
                type=click.Choice(["macro", "language", "pooled", "all"]),
                default="macro",
                show_default=True,
                help="Rows: mean over target languages, each language, all pairs at once, or all.",
            ),
            click.option(
                "--estimator",
                type=click.Choice(["published", "corrected", "curve"]),
                help="The headline, which must be estimable.  [default: corrected]",
            ),
            takes_floor,
            gives_intervals,
        ],
        command,
    )


def sets_side_by_side(command: Command) -> Command:
    """Add the option that says which rows a comparison of systems has.

    Parameters
    ----------
    command : callable
        Gets ``by``.

    Returns
    -------
    callable
    """
    return click.option(
        "--by",
        type=click.Choice(["macro", "language"]),
        default="macro",
        show_default=True,
        help="Rows: the mean over target languages, or each language beside it.",
    )(command)


def takes_floor(command: Command) -> Command:
    """Add the option of a chance floor.

    Parameters
    ----------
    command : callable
        Gets ``floor``, a text for `floor_value`.

    Returns
    -------
    callable
    """
    return click.option(
        "--floor",
        default="none",
        show_default=True,
        metavar="none|options|NUMBER",
        help="Chance of guessing right: none, one in n_options, or one number.",
    )(command)


def takes_level(command: Command) -> Command:
    """Add the option of the coverage.

    Parameters
    ----------
    command : callable
        Gets ``level``.

    Returns
    -------
    callable
    """
    return click.option(
        "--level", type=float, default=0.95, show_default=True, help="Coverage of intervals."
    )(command)


def gives_intervals(command: Command) -> Command:
    """Add the options that say how intervals come about.

    Parameters
    ----------
    command : callable
        Gets ``level``, ``intervals``, ``draws`` and ``rng``.

    Returns
    -------
    callable
    """
    return _apply(
        [
            takes_level,
            click.option(
                "--intervals",
                type=click.Choice(["fieller", "bootstrap"]),
                default="fieller",
                show_default=True,
                help="Closed form wherever there is one, or the bootstrap throughout.",
            ),
            draws_samples,
        ],
        command,
    )


def draws_samples(command: Command) -> Command:
    """Add the options of the bootstrap.

    Parameters
    ----------
    command : callable
        Gets ``draws`` and ``rng``.

    Returns
    -------
    callable
    """
    return _apply(
        [
            click.option("--draws", type=int, default=10_000, show_default=True, help="Bootstrap draws."),
            click.option("--seed", "rng", type=int, help="Seed of the bootstrap.  [default: fixed]"),
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
    return _apply(
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


def floor_value(text: str) -> Any:
    """A floor as the API wants it.

    Parameters
    ----------
    text : str
        From ``--floor``.

    Returns
    -------
    str or float
        A number where the text is one; else the text, which `hatscore.Options` judges.
    """
    try:
        return float(text)
    except ValueError:
        return text


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
