"""Print a validation: a table of claims, then what was found."""

from collections.abc import Mapping

from hatscore import wording
from hatscore.cli.tables import text_table, wrap_line
from hatscore.results.validation import Validation

WIDEST = 120
"""Columns from which lines of prose are hard to read."""


def claims_table(validation: Validation, width: int) -> str:
    """Verdicts, what was found, and exceptions, for a terminal.

    Parameters
    ----------
    validation : Validation
        The result.
    width : int
        Columns of the terminal.

    Returns
    -------
    str
        Ends in a line break.
    """
    width = min(max(width, 80), WIDEST)
    rows = [[one.id, one.verdict, one.found] for one in validation.claims]
    lines = [text_table(("claim", "verdict", "found"), rows, width=width, words=2, wrap="found"), ""]
    for one in validation.claims:
        for exception in one.exceptions:
            lines += wrap_line(f"  {one.id}, exception: {exception}", width)
    failed = [one.id for one in validation.claims if one.verdict == "fails"]
    count = wording.plural(len(validation.claims), "claim")
    end = f"failed: {', '.join(failed)}" if failed else "none fails"
    lines.append(
        f"{count} tried ({validation.form} form, seed {validation.seed}, hatscore {validation.version}); "
        f"{end}."
    )
    return "\n".join(lines) + "\n"


def list_table(claims: Mapping[str, str], width: int) -> str:
    """Ids of claims with what is tried.

    Parameters
    ----------
    claims : mapping of str
        By id.
    width : int
        Columns of the terminal.

    Returns
    -------
    str
    """
    rows = [[id, tried] for id, tried in claims.items()]
    return text_table(("claim", "what is tried"), rows, width=width, words=1, wrap="what is tried")
