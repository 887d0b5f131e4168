"""A file's rows without their texts, which are read again when they are asked for."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import polars as pl
from polars.io.plugins import register_io_source

from hatscore.attempts.schema import RESPONSE_LENGTH, RESPONSE_PRINT, SHORT_GOLD
from hatscore.errors import UnreadableFile
from hatscore.readers.alignment import COMPARABLE

_TEXTS = ("response", "gold", "options")
_NUMBERING = ("item", "attempt")


@dataclass(frozen=True, slots=True)
class NarrowRows:
    """What is kept of a file's rows: some 80 bytes an attempt.

    Attributes
    ----------
    kept : polars.DataFrame
        A row an attempt, without texts; in their place what tells copies and right answers apart.
    constants : dict of str
        Columns that have one value in all rows.
    schema : dict
        All columns with their types, those of the texts included.
    """

    kept: pl.DataFrame
    constants: dict[str, Any]
    schema: dict[str, pl.DataType]

    @classmethod
    def of(cls, whole: pl.DataFrame) -> "NarrowRows":
        """Take what scoring needs.

        Parameters
        ----------
        whole : polars.DataFrame
            All columns of a file's attempts, with ``item`` and ``attempt``.

        Returns
        -------
        NarrowRows
        """
        frame, response = whole, pl.col("response")
        if "gold" in whole.columns:
            # Not the column where it fits, which would keep the memory of the texts beside it.
            frame = frame.with_columns(pl.col("gold").str.extract(COMPARABLE, 0).alias(SHORT_GOLD))
        if "response" in whole.columns:
            frame = frame.with_columns(
                pl.when(response.is_not_null()).then(response.hash()).alias(RESPONSE_PRINT),
                response.str.len_chars().alias(RESPONSE_LENGTH),
            )
        narrow = frame.drop(_TEXTS, strict=False)
        alike = [s.name for s in narrow if s.name not in _NUMBERING and s.n_unique() == 1]
        constants = {name: narrow[name][0] for name in alike}
        types = dict(frame.schema)
        return cls(narrow.drop(alike), constants, types)

    def frame(self) -> pl.DataFrame:
        """All columns but those of texts.

        Returns
        -------
        polars.DataFrame
        """
        return self.kept.with_columns(
            pl.lit(value, self.schema[name]).alias(name) for name, value in self.constants.items()
        )

    def filter(self, kept: pl.Series) -> "NarrowRows":
        """Some of the rows.

        Parameters
        ----------
        kept : polars.Series
            True for those.

        Returns
        -------
        NarrowRows
        """
        return replace(self, kept=self.kept.filter(kept))

    def lazy(self, path: Path, again: Callable[[set[str]], pl.DataFrame]) -> pl.LazyFrame:
        """All columns; the file is parsed again only when texts are asked for.

        Parameters
        ----------
        path : Path
            The file, for messages.
        again : callable
            From the names of the columns of texts that are asked for to the rows with them, read again.

        Returns
        -------
        polars.LazyFrame
        """

        def rows(
            columns: list[str] | None, predicate: pl.Expr | None, most: int | None, batch: int | None
        ) -> Iterator[pl.DataFrame]:
            del batch  # A file of narrow rows is one batch.
            wanted = list(self.schema) if columns is None else columns
            needed = {*wanted, *(predicate.meta.root_names() if predicate is not None else ())}
            frame = self.frame()
            if texts := needed & set(_TEXTS):
                whole = again(texts)
                # Prints of the answers are among them.
                narrow = NarrowRows.of(whole).frame()
                if set(narrow.columns) != set(frame.columns) or not narrow.select(frame.columns).equals(
                    frame
                ):
                    raise UnreadableFile(f"{path} was changed while it was read; read it again.")
                frame = frame.with_columns(whole[name] for name in texts)
            if most is not None:
                frame = frame.head(most)
            if predicate is not None:
                frame = frame.filter(predicate)
            yield frame.select(wanted)

        return register_io_source(rows, schema=self.schema)
