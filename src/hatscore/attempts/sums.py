"""Sums per cell of a table of any length, and sums of fractions that are exact in any order."""

from collections.abc import Mapping, Sequence

import polars as pl

from hatscore.attempts.blocks import Total, sum_at_once, sum_blocks

_FEW, _MOST_AT_ONCE = 1_000_000, 8_000_000
"""Longer tables are summed by the numbers of cells: beyond a few rows where cells come in any order,
which would keep a hash table out of the processor's cache, else beyond what fits in memory."""
_SAMPLE, _RUN = 100_000, 4
"""Rows of one cell stand together where, in the first so many, the cell changes every fourth row at most."""
_SCALE = 2.0**30
"""A power of two, so that scaling is exact; sums of 2^32 scores still fit in 64 bits."""
_WHOLE, _FINE = "_whole", "_fine"


def sum_cells(
    rows: pl.LazyFrame, keys: Sequence[str], totals: Mapping[str, Total], *, height: int
) -> pl.DataFrame:
    """Sum the rows of every cell.

    Parameters
    ----------
    rows : polars.LazyFrame
        The table.
    keys : sequence of str
        Columns that name a cell.
    totals : mapping
        Names and sums.
    height : int
        Number of rows.

    Returns
    -------
    polars.DataFrame
        A row a cell: ``keys``, ``rows`` (how many), and the totals; ``keys`` of long tables are
        `polars.Enum`.
    """
    if height <= _FEW or (height <= _MOST_AT_ONCE and _in_runs(rows, keys)):
        return sum_at_once(rows, keys, totals)
    return sum_blocks(rows, keys, totals, height=height)


def exact_sum(name: str, value: pl.Expr) -> dict[str, Total]:
    """A sum as whole numbers, in two parts: one of fractions would depend on the order of the rows.

    Parameters
    ----------
    name : str
        Of the sum.
    value : polars.Expr
        Scores, from 0 to 1.

    Returns
    -------
    dict of Total
        `with_exact_sums` puts them together.
    """
    scaled = value * _SCALE
    whole = scaled.floor()
    fine = ((scaled - whole) * _SCALE).round()
    return {
        name + _WHOLE: Total(whole.cast(pl.Int64, strict=False)),
        name + _FINE: Total(fine.cast(pl.Int64, strict=False)),
    }


def with_exact_sums(cells: pl.DataFrame, names: Sequence[str]) -> pl.DataFrame:
    """Put together what `exact_sum` took apart.

    Parameters
    ----------
    cells : polars.DataFrame
        From `sum_cells`.
    names : sequence of str
        Of the sums.

    Returns
    -------
    polars.DataFrame
    """
    whole = {name: pl.col(name + _WHOLE) / _SCALE + pl.col(name + _FINE) / _SCALE**2 for name in names}
    return cells.with_columns(**whole).drop(name + end for name in names for end in (_WHOLE, _FINE))


def _in_runs(rows: pl.LazyFrame, keys: Sequence[str]) -> bool:
    """Whether rows of one cell stand beside each other, as far as the first rows tell."""
    changes = pl.any_horizontal(pl.col(key) != pl.col(key).shift() for key in keys).sum()
    return _RUN * int(rows.select(keys).head(_SAMPLE).select(changes).collect().item() or 0) <= _SAMPLE
