"""Sums per cell of a long table: names become whole numbers, and blocks of rows are added up."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import polars as pl

BLOCK = 2_000_000
"""Rows that are held at a time."""
_FEWEST_TO_MERGE = 4_000_000
"""Sums of so many cells are kept apart before they are added up."""
_INNER = ("system", "language")
"""Keys of which most combinations occur; of the others, those are numbered that occur."""
_PLACES_A_ROW = 1.0
"""Sums have a place for each combination of names where there are at most so many."""
_MOST_CODES = 2**28
_LARGEST = 2**62
"""Largest code, with a bit to spare in a signed whole number of 64."""
_CODE, _ROWS = "_code", "rows"

Codes = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Total:
    """What is summed in a cell.

    Attributes
    ----------
    value : polars.Expr
        Of a row; null takes no part.
    how : {'sum', 'min', 'max', 'unique'}
        The sum, the least or the greatest of the values, or how many different ones there are: null
        where a cell occurs in several blocks.
    """

    value: pl.Expr
    how: Literal["sum", "min", "max", "unique"] = "sum"

    def over(self, column: pl.Expr) -> pl.Expr:
        """The aggregation of a column in a group-by.

        Parameters
        ----------
        column : polars.Expr
            Such as ``value``.

        Returns
        -------
        polars.Expr
        """
        return {"sum": column.sum, "min": column.min, "max": column.max, "unique": column.n_unique}[
            self.how
        ]()


def sum_at_once(rows: pl.LazyFrame, keys: Sequence[str], totals: Mapping[str, Total]) -> pl.DataFrame:
    """Group a table with a hash table of all cells and their names.

    Parameters
    ----------
    rows : polars.LazyFrame
        The table.
    keys : sequence of str
        Columns that name a cell.
    totals : mapping
        Names and sums.

    Returns
    -------
    polars.DataFrame
        A row a cell: ``keys``, ``rows`` (how many), and the totals.
    """
    sums = [total.over(total.value).alias(name) for name, total in totals.items()]
    return rows.group_by(keys).agg(pl.len().alias(_ROWS), *sums).collect(engine="streaming")


def sum_blocks(
    rows: pl.LazyFrame, keys: Sequence[str], totals: Mapping[str, Total], *, height: int
) -> pl.DataFrame:
    """Group a long table without holding all of its rows, or a hash table of all cells and their names.

    Parameters
    ----------
    rows : polars.LazyFrame
        The table; text in ``keys``.
    keys : sequence of str
        Columns that name a cell.
    totals : mapping
        Names and sums.
    height : int
        Number of rows.

    Returns
    -------
    polars.DataFrame
        As from `sum_at_once`. ``keys`` are `polars.Enum` with their names in order, since text would
        take most of the memory.

    Notes
    -----
    Where there are at least as many rows as combinations of names, the sums are arrays with a place for
    each, and a row is added at its place: the cost of a row depends neither on the number of rows nor on
    their order. Otherwise each block is grouped by the numbers of its cells, and the blocks are.
    """
    columns = _Columns.of(rows, keys)
    inner = [key for key in keys if key in _INNER]
    outer = [key for key in keys if key not in _INNER]
    places = columns.size(inner)
    countable = all(total.how != "unique" for total in totals.values())
    room = _PLACES_A_ROW * height
    if countable and places * columns.size(outer) <= room:
        return _added_in_place(rows, columns, [*outer, *inner], totals)
    if countable and columns.size(outer) <= _MOST_CODES:
        occurring = _occurring(rows, columns, outer)
        if places * len(occurring) <= room:
            return _added_in_place(rows, columns, [*outer, *inner], totals, occurring)
    return _grouped(rows, columns, keys, totals)


@dataclass(frozen=True, slots=True)
class _Columns:
    """Names that occur in the columns of keys, and whether a row lacks one."""

    names: dict[str, pl.Series]
    gaps: dict[str, bool]

    @classmethod
    def of(cls, rows: pl.LazyFrame, keys: Sequence[str]) -> "_Columns":
        # One after the other: beside each other Polars would hold all of their rows.
        found = {key: rows.select(key).unique().collect(engine="streaming").to_series() for key in keys}
        names = {key: column.cast(pl.String).drop_nulls().sort() for key, column in found.items()}
        return cls(names, {key: column.has_nulls() for key, column in found.items()})

    def size(self, keys: Sequence[str]) -> int:
        """How many combinations of their names there can be."""
        return math.prod(self._size(key) for key in keys)

    def code(self, keys: Sequence[str]) -> pl.Expr:
        """One whole number a combination."""
        code = pl.lit(0, pl.Int64)
        for key in keys:
            own = pl.col(key).cast(pl.Enum(self.names[key])).to_physical().cast(pl.Int64)
            # A missing name has the number after the last.
            code = code * self._size(key) + (own.fill_null(len(self.names[key])) if self.gaps[key] else own)
        return code

    def named(self, codes: Codes, keys: Sequence[str]) -> dict[str, pl.Series]:
        """The names of combinations."""
        columns = {}
        for key in reversed(keys):
            codes, own = np.divmod(codes, self._size(key))
            number = pl.Series(key, own)
            if self.gaps[key]:
                number = number.set(number == len(self.names[key]), None)
            columns[key] = self.names[key].cast(pl.Enum(self.names[key])).gather(number)
        return columns

    def _size(self, key: str) -> int:
        return len(self.names[key]) + self.gaps[key]


def _blocks(rows: pl.LazyFrame, columns: Sequence[pl.Expr]) -> Iterator[pl.DataFrame]:
    """The rows, once: slices of a query need not give them in the same order twice."""
    return rows.select(columns).collect_batches(chunk_size=BLOCK, maintain_order=False)


def _occurring(rows: pl.LazyFrame, columns: _Columns, keys: Sequence[str]) -> Codes:
    """Numbers of the combinations that occur, in order."""
    occurs = np.zeros(columns.size(keys), bool)
    for block in _blocks(rows, [columns.code(keys).alias(_CODE)]):
        occurs[block[_CODE].to_numpy()] = True
    return np.flatnonzero(occurs)


def _added_in_place(
    rows: pl.LazyFrame,
    columns: _Columns,
    keys: Sequence[str],
    totals: Mapping[str, Total],
    occurring: Codes | None = None,
) -> pl.DataFrame:
    """Sums in arrays; the outer keys by their place among those that occur, where those are given."""
    inner = columns.size([key for key in keys if key in _INNER])
    size = columns.size(keys) if occurring is None else inner * len(occurring)
    sums = _sums(rows, {_ROWS: Total(pl.lit(1, pl.Int64)), **totals}, size)
    values = [total.filled(name) for name, total in sums.items()]
    place: Codes | None = None
    if occurring is not None:
        place = np.zeros(columns.size(keys) // inner, np.int64)
        place[occurring] = np.arange(len(occurring))
    for block in _blocks(rows, [columns.code(keys).alias(_CODE), *values]):
        codes = block[_CODE].to_numpy()
        if place is not None:
            outside, inside = np.divmod(codes, inner)
            codes = place[outside] * inner + inside
        for name, total in sums.items():
            total.operation.at(total.places, codes, block[name].to_numpy())
    cells = np.flatnonzero(sums[_ROWS].places)
    numbers = cells
    if occurring is not None:
        outside, inside = np.divmod(cells, inner)
        numbers = occurring[outside] * inner + inside
    found = columns.named(numbers, keys)
    # Sums are popped, so that the array of one is freed before the next becomes a column.
    return pl.DataFrame({**found, **{name: sums.pop(name).of(cells) for name in (_ROWS, *totals)}})


@dataclass(frozen=True, slots=True)
class _Places:
    """A sum of every cell in an array."""

    places: npt.NDArray[Any]
    value: pl.Expr
    blank: float | int
    operation: Any

    def filled(self, name: str) -> pl.Expr:
        """Values of rows; where there is none, one that changes nothing."""
        return self.value.fill_null(self.blank).alias(name)

    def of(self, cells: Codes) -> pl.Series:
        """The sums of some cells."""
        column = pl.Series(self.places[cells])
        return column if self.blank == 0 else column.set(column == self.blank, None)


def _sums(rows: pl.LazyFrame, totals: Mapping[str, Total], size: int) -> dict[str, _Places]:
    types = rows.select(total.value.alias(name) for name, total in totals.items()).collect_schema()
    sums = {}
    for name, total in totals.items():
        # NumPy is ten times as fast where both sides are of one type.
        dtype, native, most = (
            (pl.Float64, np.float64, math.inf)
            if types[name].is_float()
            else (pl.Int64, np.int64, np.iinfo(np.int64).max)
        )
        blank = {"sum": 0, "min": most, "max": -most}[total.how]
        operation = {"sum": np.add, "min": np.minimum, "max": np.maximum}[total.how]
        sums[name] = _Places(np.full(size, blank, native), total.value.cast(dtype), blank, operation)
    return sums


def _grouped(
    rows: pl.LazyFrame, columns: _Columns, keys: Sequence[str], totals: Mapping[str, Total]
) -> pl.DataFrame:
    """Sums by hash tables of numbers of cells, block by block."""
    packs = _packs(columns, keys)
    codes = [f"{_CODE}{index}" for index in range(len(packs))]
    coded = [columns.code(pack).alias(code) for pack, code in zip(packs, codes, strict=True)]
    values = [total.value.alias(name) for name, total in totals.items()]
    sums = [total.over(pl.col(name)) for name, total in totals.items()]
    again = [_again(name, total) for name, total in totals.items()]
    merged: list[pl.DataFrame] = []
    waiting: list[pl.DataFrame] = []
    for block in _blocks(rows, [*coded, *values]):
        waiting.append(block.group_by(codes).agg(pl.len().cast(pl.Int64).alias(_ROWS), *sums))
        held = sum(frame.height for frame in waiting)
        # Merging when as much waits as is merged moves each row a few times only, however many blocks there
        # are.
        if held >= max(_FEWEST_TO_MERGE, sum(frame.height for frame in merged)):
            merged = [pl.concat([*merged, *waiting]).group_by(codes).agg(pl.col(_ROWS).sum(), *again)]
            waiting = []
    total = pl.concat([*merged, *waiting]).group_by(codes).agg(pl.col(_ROWS).sum(), *again)
    found: dict[str, pl.Series] = {}
    for pack, code in zip(packs, codes, strict=True):
        found |= columns.named(total[code].to_numpy(), pack)
    return total.drop(codes).with_columns(**found)


def _again(name: str, total: Total) -> pl.Expr:
    # What stands in two blocks would count twice: null asks for the exact count.
    if total.how == "unique":
        return pl.when(pl.len() == 1).then(pl.col(name).first()).alias(name)
    return total.over(pl.col(name))


def _packs(columns: _Columns, keys: Sequence[str]) -> list[list[str]]:
    """Keys whose combinations fit in one whole number each."""
    packs: list[list[str]] = [[]]
    for key in keys:
        if columns.size([*packs[-1], key]) > _LARGEST:
            packs.append([])
        packs[-1].append(key)
    return packs
