"""Sums per cell of a table that is larger than memory: block by block, one pass over the rows."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import polars as pl

BLOCK = 2_000_000
"""Rows that are held at a time."""
_FEWEST_TO_MERGE = 4_000_000
"""Sums of so many cells are kept apart before they are added up."""

Merge = Literal["sum", "bits", "first", "lone"]
"""How values of one cell in two blocks become one: added, their bits united, the first kept, or given up."""


def sum_blocks(
    rows: pl.LazyFrame, keys: Sequence[str], sums: Sequence[pl.Expr], merge: Mapping[str, Merge]
) -> pl.DataFrame:
    """Group a long table without holding all of its rows, or a hash table of all cells.

    Parameters
    ----------
    rows : polars.LazyFrame
        Only the columns that ``keys`` and ``sums`` need; text in ``keys``.
    keys : sequence of str
        Columns that name a cell.
    sums : sequence of polars.Expr
        Aggregations, each with a name.
    merge : mapping
        What becomes of each of them when a cell occurs in several blocks.

    Returns
    -------
    polars.DataFrame
        A row a cell. ``keys`` are `polars.Enum` with their names in order, since text would take most
        of the memory.
    """
    categories = {key: pl.Categories.random() for key in keys}
    coded = [pl.col(key).cast(pl.Categorical(categories[key])) for key in keys]
    merged: list[pl.DataFrame] = []
    waiting: list[pl.DataFrame] = []
    for block in rows.collect_batches(chunk_size=BLOCK, maintain_order=False):
        waiting.append(block.lazy().group_by(keys).agg(sums).with_columns(coded).collect())
        held = sum(frame.height for frame in waiting)
        if held >= max(_FEWEST_TO_MERGE, sum(frame.height for frame in merged)):
            merged = [_added_up([*merged, *waiting], keys, merge)]
            waiting = []
    total = _added_up([*merged, *waiting], keys, merge)
    return total.with_columns(_in_order(total[key]) for key in keys)


def _added_up(
    blocks: Iterable[pl.DataFrame], keys: Sequence[str], merge: Mapping[str, Merge]
) -> pl.DataFrame:
    together = pl.concat(blocks)
    codes = _codes(together, keys)
    order = np.argsort(codes, kind="stable")
    codes = codes[order]
    starts = np.flatnonzero(np.concatenate(([True], codes[1:] != codes[:-1])))
    if len(starts) == len(order):
        return together
    first = order[starts]
    columns = {name: _united(together[name], how, order, starts) for name, how in merge.items()}
    return together.select(pl.col(keys).gather(first)).with_columns(**columns)


def _united(
    column: pl.Series, how: Merge, order: npt.NDArray[np.intp], starts: npt.NDArray[np.intp]
) -> pl.Series:
    if how == "first":
        return column[order[starts]]
    if how == "lone":
        alone = np.diff(starts, append=len(order)) == 1
        return pl.select(pl.when(pl.Series(alone)).then(column[order[starts]])).to_series()
    operation: Any = np.add if how == "sum" else np.bitwise_or
    return pl.Series(column.name, operation.reduceat(column.to_numpy()[order], starts), column.dtype)


def _codes(frame: pl.DataFrame, keys: Sequence[str]) -> npt.NDArray[np.int64]:
    """One whole number a cell."""
    codes = np.zeros(frame.height, np.int64)
    most = 1
    for key in keys:
        own = frame[key].to_physical().cast(pl.Int64).fill_null(-1).to_numpy() + 1
        size = int(own.max(initial=0)) + 1
        if most * size >= 2**62:
            codes = np.unique(codes, return_inverse=True)[1].astype(np.int64)
            most = int(codes.max(initial=0)) + 1
        codes *= size
        codes += own
        most *= size
    return codes


def _in_order(column: pl.Series) -> pl.Series:
    names = column.unique().cast(pl.String).drop_nulls().sort()
    return column.cast(pl.Enum(names))
