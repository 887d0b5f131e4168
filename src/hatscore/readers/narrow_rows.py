"""A file's rows without their texts, which are read again when they are asked for; short ones are kept."""

from collections.abc import Callable, Collection, Iterator
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
_MOST_HELD = 64 * 2**20
"""Bytes of texts that are held of all files together: what spares a second reading of a small study."""


def text_share(files: int) -> int:
    """How many bytes of texts each of several files may keep.

    Parameters
    ----------
    files : int
        How many are read together.

    Returns
    -------
    int
    """
    return _MOST_HELD // max(files, 1)


@dataclass(frozen=True, slots=True)
class NarrowRows:
    """What is kept of a file's rows: some 80 bytes an attempt, and texts where they are short.

    Attributes
    ----------
    kept : polars.DataFrame
        A row an attempt, without texts; in their place what tells copies and right answers apart.
    constants : dict of str
        Columns that have one value in all rows.
    schema : dict
        All columns with their types, those of the texts included.
    texts : polars.DataFrame or None
        The texts that are held; None where they are read again.
    """

    kept: pl.DataFrame
    constants: dict[str, Any]
    schema: dict[str, pl.DataType]
    texts: pl.DataFrame | None

    @classmethod
    def of(cls, whole: pl.DataFrame, *, held: int = 0, left_out: Collection[str] = ()) -> "NarrowRows":
        """Take what scoring needs.

        Parameters
        ----------
        whole : polars.DataFrame
            All columns of a file's attempts, with ``item`` and ``attempt``.
        held : int
            Texts of no more bytes than these are held; see `text_share`.
        left_out : collection of str
            Columns of texts that have only a placeholder here, and are read when they are asked for.

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
        texts = whole.select(name for name in _TEXTS if name in whole.columns and name not in left_out)
        short = bool(texts.width) and texts.estimated_size() <= held
        return cls(narrow.drop(alike), constants, types, texts if short else None)

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
        texts = None if self.texts is None else self.texts.filter(kept)
        return replace(self, kept=self.kept.filter(kept), texts=texts)

    def lazy(self, path: Path, again: Callable[[set[str]], pl.DataFrame]) -> pl.LazyFrame:
        """All columns; the file is parsed again only when texts are asked for that are not held.

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
                held = self.texts is not None and texts <= set(self.texts.columns)
                whole = self.texts if self.texts is not None and held else self._unchanged(path, again(texts))
                frame = frame.with_columns(whole[name] for name in texts)
            if most is not None:
                frame = frame.head(most)
            if predicate is not None:
                frame = frame.filter(predicate)
            yield frame.select(wanted)

        return register_io_source(rows, schema=self.schema)

    def _unchanged(self, path: Path, whole: pl.DataFrame) -> pl.DataFrame:
        frame, narrow = self.frame(), NarrowRows.of(whole).frame()
        # Prints of the answers are among what is compared.
        if set(narrow.columns) != set(frame.columns) or not narrow.select(frame.columns).equals(frame):
            raise UnreadableFile(f"{path} was changed while it was read; read it again.")
        return whole
