"""``--systems A B C``: an option that takes several names, which Click has not."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])
_NAME = "--systems"


class TakesSystems(click.Command):
    """A command in which all words after ``--systems``, up to the next option, are names of systems."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Repeat the option before each name; the rest is Click's.

        Parameters
        ----------
        ctx : click.Context
            Of this call.
        args : list of str
            The command's words.

        Returns
        -------
        list of str
            What is left.
        """
        return super().parse_args(ctx, spread(args))


def spread(args: list[str]) -> list[str]:
    """``--systems A B`` as ``--systems A --systems B``.

    Parameters
    ----------
    args : list of str
        Words of a command.

    Returns
    -------
    list of str

    Examples
    --------
    >>> spread(["logs/", "--systems", "A", "B", "--by", "language"])
    ['logs/', '--systems', 'A', '--systems', 'B', '--by', 'language']
    """
    found: list[str] = []
    inside = False
    for word in args:
        if word.startswith("-") and word != "-":
            inside = word == _NAME
            if not inside:
                found.append(word)
        elif inside:
            found += [_NAME, word]
        else:
            found.append(word)
    # An option without a name is Click's to complain about.
    return [*found, _NAME] if args and args[-1] == _NAME else found


def chooses_systems(command: Command) -> Command:
    """Add the option that names systems in order; the command's class must be `TakesSystems`.

    Parameters
    ----------
    command : callable
        Gets ``systems``: a tuple of names, or None.

    Returns
    -------
    callable
    """
    return click.option(
        _NAME,
        multiple=True,
        metavar="A B [C ...]",
        callback=lambda _, __, names: names or None,
        help="Systems in order, the earlier first; after PATHS.  [default: all]",
    )(command)
