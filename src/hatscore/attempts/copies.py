"""Runs that are copies of each other, found by their responses."""

import polars as pl

from hatscore.attempts.table import Attempts, Note
from hatscore.wording import listing

_FEWEST_ITEMS = 10
_FEWEST_CHARACTERS = 1000
"""Shorter answers, such as bare numbers, may coincide by chance at every item."""


def copied_attempts(attempts: Attempts) -> list[Note]:
    """Attempts of a system whose responses equal those of an earlier attempt at every item.

    Parameters
    ----------
    attempts : Attempts
        A table with the columns ``response`` and ``attempt``; others have nothing to compare.

    Returns
    -------
    list of Note
        One a system and benchmark.
    """
    frame = attempts.lazy()
    if not {"response", "attempt"} <= set(frame.collect_schema()):
        return []
    keys = ["system", "benchmark", "language"]
    prints = (
        frame.filter(pl.col("response").is_not_null())
        .group_by(*keys, "attempt")
        .agg(
            pl.len().alias("items"),
            # A sum of hashes does not depend on the order of the rows.
            pl.struct("item", "response").hash().sum().alias("print"),
            pl.col("response").n_unique().alias("distinct"),
            pl.col("response").str.len_chars().sum().alias("characters"),
        )
        .filter(
            (pl.col("items") >= _FEWEST_ITEMS)
            & (pl.col("characters") >= _FEWEST_CHARACTERS)
            & (pl.col("distinct") > 1)
        )
        .group_by(*keys, "print", "items")
        .agg(pl.col("attempt").sort())
        .filter(pl.col("attempt").list.len() > 1)
        .sort(*keys, "attempt")
        .collect()
    )
    notes = []
    for (system, benchmark), rows in prints.group_by("system", "benchmark", maintain_order=True):
        first = rows.row(0, named=True)
        languages = listing(sorted(rows["language"].unique().to_list()))
        notes.append(
            Note(
                "DUPLICATE_RUNS",
                f"attempts {listing([str(a) for a in first['attempt']])} give the same responses to "
                f"all items in {languages}.",
                str(system),
                str(benchmark),
            )
        )
    return notes
