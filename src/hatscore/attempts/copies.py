"""Runs that are copies of each other, found by their responses."""

from dataclasses import replace

import polars as pl

from hatscore.attempts.engine_sums import copies_in_engine
from hatscore.attempts.engines import EngineAttempts
from hatscore.attempts.schema import KEYS, RESPONSE_LENGTH, RESPONSE_PRINT
from hatscore.attempts.table import Attempts, Note, stacked
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
    if isinstance(attempts, EngineAttempts):
        if not {"response", "attempt"} <= attempts.columns:
            return []
        return _notes(copies_in_engine(attempts, items=_FEWEST_ITEMS, characters=_FEWEST_CHARACTERS))
    printed = [
        replace(part, frame=frame) for part in attempts.parts if (frame := _printed(part.frame)) is not None
    ]
    if not printed:
        return []
    keys = ["system", "benchmark", "language"]
    print, characters = pl.col(RESPONSE_PRINT), pl.col(RESPONSE_LENGTH)
    copies = (
        stacked(printed)
        .filter(print.is_not_null())
        .group_by(*keys, "attempt")
        .agg(
            pl.len().alias("items"),
            # A sum of hashes does not depend on the order of the rows.
            pl.struct("item", RESPONSE_PRINT).hash().sum().alias("print"),
            (print.min() != print.max()).alias("distinct"),
            characters.sum().alias("characters"),
        )
        .filter(
            (pl.col("items") >= _FEWEST_ITEMS)
            & (pl.col("characters") >= _FEWEST_CHARACTERS)
            & pl.col("distinct")
        )
        .group_by(*keys, "print", "items")
        .agg(pl.col("attempt").sort())
        .filter(pl.col("attempt").list.len() > 1)
        .sort(*keys, "attempt")
        .collect()
    )
    return _notes(copies)


def _notes(copies: pl.DataFrame) -> list[Note]:
    notes = []
    for (system, benchmark), rows in copies.group_by("system", "benchmark", maintain_order=True):
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


def _printed(frame: pl.LazyFrame) -> pl.LazyFrame | None:
    """Rows with a hash of each response in place of its text; None where there is nothing to compare."""
    columns = set(frame.collect_schema())
    if "attempt" not in columns or not {"response", RESPONSE_PRINT} & columns:
        return None
    if RESPONSE_PRINT not in columns:
        response = pl.col("response")
        frame = frame.with_columns(
            pl.when(response.is_not_null()).then(response.hash()).alias(RESPONSE_PRINT),
            response.str.len_chars().alias(RESPONSE_LENGTH),
        )
    return frame.select(*KEYS, "attempt", RESPONSE_PRINT, RESPONSE_LENGTH)
