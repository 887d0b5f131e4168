"""Where results and remarks go: the result owns standard output, remarks go to standard error."""

from collections.abc import Iterable
from pathlib import Path

import click

from hatscore.errors import InvalidArgument


def deliver(text: str, out: Path | None) -> None:
    """Print a result, or write it to a file.

    Parameters
    ----------
    text : str
        The result.
    out : Path or None
        File to write.

    Raises
    ------
    InvalidArgument
        If the file cannot be written.
    """
    if out is None:
        click.echo(text, nl=False)
        return
    deliver_bytes(text.encode("utf-8"), out)


def deliver_bytes(content: bytes, out: Path) -> None:
    """Write a result to a file.

    Parameters
    ----------
    content : bytes
        The result.
    out : Path
        File to write.

    Raises
    ------
    InvalidArgument
        If the file cannot be written.
    """
    try:
        out.write_bytes(content)
    except OSError as error:
        raise InvalidArgument(f"cannot write {out}: {error.strerror or error}.") from None
    click.echo(f"Wrote {out}.", err=True)


def say(notes: Iterable[str]) -> None:
    """Tell what was noticed, on standard error.

    Parameters
    ----------
    notes : iterable of str
        One line each.
    """
    for note in notes:
        click.echo(f"note: {note}", err=True)
