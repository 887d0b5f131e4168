"""Whether the items of a harness's logs are the same questions in every language."""

import polars as pl

from hatscore.attempts.schema import SHORT_GOLD
from hatscore.attempts.table import Attempts, Note

_AGREEMENT_NEEDED = 0.8
COMPARABLE = r"^(?:[-+]?[0-9][0-9.,]*|[A-Za-z])$"
"""Right answers that translation does not change."""


def misaligned_items(attempts: Attempts) -> list[Note]:
    """Languages whose right answers differ from the other languages' at the same item numbers.

    Harnesses number items by their place in a file. If one language's file has another order or lacks
    an item, pairs are pairs of different questions, and every transfer measure is noise.

    Parameters
    ----------
    attempts : Attempts
        With the column ``gold``; only numbers and single letters are compared, which translation
        does not change.

    Returns
    -------
    list of Note
        One a benchmark and language.
    """
    frame = attempts.lazy()
    columns = frame.collect_schema()
    if SHORT_GOLD in columns:
        gold = pl.col(SHORT_GOLD)
    elif "gold" in columns:
        gold = pl.col("gold")
    else:
        return []
    keys = ["benchmark", "item"]
    golds = (
        frame.filter(gold.str.contains(COMPARABLE))
        .group_by(*keys, "language")
        .agg(gold.first().alias("gold"))
        # Used twice below, where the rows would be gone through twice.
        .collect()
        .lazy()
    )
    usual = golds.group_by(keys).agg(pl.col("gold").sort().mode().first().alias("usual"))
    shares = (
        golds.join(usual, on=keys)
        .group_by("benchmark", "language")
        .agg((pl.col("gold") == pl.col("usual")).mean().alias("share"), pl.len().alias("items"))
        .filter((pl.col("share") < _AGREEMENT_NEEDED) & (pl.col("items") >= 5))
        .sort("benchmark", "language")
        .collect()
    )
    return [
        Note(
            "ITEMS_MISALIGNED",
            f"in {language} only {100 * share:.0f} % of {items:,} items have the same right answer as in the "
            "other languages.",
            None,
            benchmark,
        )
        for benchmark, language, share, items in shares.iter_rows()
    ]
