"""Arguments that say what is estimated, and from which facts."""

from pathlib import Path
from typing import Any

import click

from hatscore.cli.arguments import Command, apply


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
    return apply(
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
    return apply(
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
    return apply(
        [
            click.option("--draws", type=int, default=10_000, show_default=True, help="Bootstrap draws."),
            click.option("--seed", "rng", type=int, help="Seed of the bootstrap.  [default: fixed]"),
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


def knows_facts(command: Command) -> Command:
    """Add the files with facts about systems and languages, and the date of time_trend.

    Parameters
    ----------
    command : callable
        Gets ``systems_file``, ``languages_file`` and ``cut``.

    Returns
    -------
    callable
    """
    path = click.Path(dir_okay=False, path_type=Path)
    return apply(
        [
            click.option(
                "--systems-file",
                type=path,
                metavar="FILE",
                help="Facts about systems: family, release, size, checkpoint, thinking.",
            ),
            click.option(
                "--languages-file",
                type=path,
                metavar="FILE",
                help="Facts about languages: script, family, resource level, speakers.",
            ),
            click.option(
                "--cut",
                type=click.DateTime(["%Y-%m-%d"]),
                metavar="DATE",
                help="First day of 'after' in time_trend.  [default: middle of the release dates]",
            ),
        ],
        command,
    )
