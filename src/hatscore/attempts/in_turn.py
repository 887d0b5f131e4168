"""Frames under each other of which Python gives the rows: gone through one after another."""

from collections.abc import Iterator, Sequence

import polars as pl
from polars.io.plugins import register_io_source


def in_turn(frames: Sequence[pl.LazyFrame]) -> pl.LazyFrame:
    """Frames as one source, one frame in memory at a time.

    Polars would ask all of them at once, a thread each, and only one thread runs Python: hundreds of log
    files take five times as long that way, and Polars warns of its number of threads.

    Parameters
    ----------
    frames : sequence of polars.LazyFrame
        Columns that some lack are null there; types that differ become the wider one.

    Returns
    -------
    polars.LazyFrame
        Their rows in the order of the frames.
    """
    types = pl.concat(frames, how="diagonal_relaxed").collect_schema()

    def rows(
        columns: list[str] | None, predicate: pl.Expr | None, most: int | None, _: int | None
    ) -> Iterator[pl.DataFrame]:
        wanted = list(types) if columns is None else columns
        needed = {*wanted, *(() if predicate is None else predicate.meta.root_names())}
        for frame in frames:
            own = frame.collect_schema()
            lacking = [pl.lit(None).alias(name) for name in needed if name not in own]
            whole = frame.with_columns(lacking).select(
                pl.col(name).cast(dtype) for name, dtype in types.items() if name in needed
            )
            if most is not None:
                # Counted before the predicate, as Polars asks for it.
                first = whole.head(most).collect()
                most -= first.height
                whole = first.lazy()
            if predicate is not None:
                whole = whole.filter(predicate)
            yield whole.select(wanted).collect()
            if most == 0:
                return

    return register_io_source(rows, schema=types)
