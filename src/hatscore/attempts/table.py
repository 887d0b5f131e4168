"""The attempts table as an object: its rows, where they came from, and what a reader noticed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path

import polars as pl

from hatscore.attempts.conform import conform
from hatscore.attempts.in_turn import in_turn
from hatscore.attempts.schema import RAW
from hatscore.errors import InvalidArgument, UnreadableFile
from hatscore.wording import listing, plural

_DAMAGE = (
    pl.exceptions.ComputeError,
    pl.exceptions.OutOfBoundsError,
    # No Exception, but a BaseException: what a damaged Arrow file does to Polars.
    pl.exceptions.PanicException,
)


@dataclass(frozen=True, slots=True)
class Note:
    """Something a reader noticed, which scoring turns into a flag where ``code`` is one.

    Attributes
    ----------
    code : str
        Flag code, or ``INFO``.
    sentence : str
        What was noticed.
    system, benchmark : str or None
        The rows it concerns; None is all.
    """

    code: str
    sentence: str
    system: str | None = None
    benchmark: str | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """Rows that came from one place.

    Attributes
    ----------
    name : str
        Name of the file or frame, for messages about its rows.
    frame : polars.LazyFrame
        Its rows, in the form of the attempts table.
    by_python : bool
        Whether Python gives its rows, as of logs, so that nothing is won by asking many at once.
    """

    name: str
    frame: pl.LazyFrame
    by_python: bool = False


@dataclass(frozen=True, slots=True)
class Attempts:
    """Attempts of systems at the items of parallel benchmarks, one row each.

    Attributes
    ----------
    parts : tuple of Part
        The rows, by where they came from; read only when needed.
    notes : tuple of Note
        What the readers noticed.
    """

    parts: tuple[Part, ...]
    notes: tuple[Note, ...] = field(default=())

    @classmethod
    def from_frame(
        cls,
        frame: pl.DataFrame | pl.LazyFrame,
        *,
        name: str = "the frame",
        rename: Mapping[str, str] | None = None,
        fixed: Mapping[str, str] | None = None,
        notes: Iterable[Note] = (),
        by_python: bool = False,
    ) -> "Attempts":
        """Take the rows of a Polars frame.

        Parameters
        ----------
        frame : polars.DataFrame or polars.LazyFrame
            One row an attempt.
        name : str
            What messages call it.
        rename, fixed : mapping, optional
            See `hatscore.attempts.conform.conform`.
        notes : iterable of Note
            What its reader noticed.
        by_python : bool
            See `Part`.

        Returns
        -------
        Attempts

        Raises
        ------
        InvalidAttempts
            If a needed column is missing.
        """
        rows = conform(frame.lazy(), where=name, rename=rename, fixed=fixed)
        return cls((Part(name, rows, by_python),), tuple(notes))

    @classmethod
    def together(cls, tables: Iterable["Attempts"]) -> "Attempts":
        """Put several tables under each other.

        Parameters
        ----------
        tables : iterable of Attempts
            At least one.

        Returns
        -------
        Attempts
        """
        tables = list(tables)
        return cls(
            tuple(part for table in tables for part in table.parts),
            tuple(note for table in tables for note in table.notes),
        )

    def lazy(self) -> pl.LazyFrame:
        """All rows, not read yet, with the hidden columns of `conform`.

        Returns
        -------
        polars.LazyFrame
        """
        if len(self.parts) == 1:
            return self.parts[0].frame
        parts = self.parts
        lack = ["source_language" not in part.frame.collect_schema() for part in parts]
        if not all(lack):
            # A table without the column has English sources, beside another as alone.
            english = pl.lit("en").alias("source_language")
            parts = tuple(
                replace(part, frame=part.frame.with_columns(english)) if x else part
                for part, x in zip(parts, lack, strict=True)
            )
        return stacked(parts)

    def only(
        self, *, systems: Sequence[str] | None = None, benchmarks: Sequence[str] | None = None
    ) -> "Attempts":
        """The rows of some systems and benchmarks.

        Parameters
        ----------
        systems, benchmarks : sequence of str, optional
            Names; None keeps all.

        Returns
        -------
        Attempts

        Raises
        ------
        InvalidArgument
            If there are no rows of one of them.
        """
        parts = self.parts
        for column, wanted in (("system", systems), ("benchmark", benchmarks)):
            if wanted is None:
                continue
            with self.reading():
                present = (
                    self.lazy().select(pl.col(column).cast(pl.String).unique()).collect(engine="streaming")
                )
            check_names(column, wanted, present.to_series())
            chosen = pl.col(column).cast(pl.String).is_in(list(wanted))
            parts = tuple(replace(part, frame=part.frame.filter(chosen)) for part in parts)
        return Attempts(parts, self.notes)

    def to_frame(self) -> pl.DataFrame:
        """All rows, in memory.

        Returns
        -------
        polars.DataFrame
            Known columns first, further columns kept.
        """
        frame = self.lazy()
        with self.reading():
            return frame.select(n for n in frame.collect_schema() if not n.startswith(RAW)).collect()

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Turn failures to read a file, which come to light only here, into `UnreadableFile`.

        Yields
        ------
        None

        Raises
        ------
        UnreadableFile
            If a file cannot be read to its end.
        """
        try:
            yield
        except (*_DAMAGE, OSError) as error:
            names = listing([part.name for part in self.parts])
            reason = str(error).strip().split("\n")[0].rstrip(".")
            if isinstance(error, pl.exceptions.PanicException):
                reason = "its data lie elsewhere than it says"
            raise UnreadableFile(
                f"{names} cannot be read to the end ({reason}); copy or make the file again."
            ) from None

    def write(self, path: str | Path) -> None:
        """Write the table; the name's ending chooses the form.

        Parameters
        ----------
        path : str or Path
            Ends in .parquet, .arrow, .csv, .tsv or .jsonl, the last three also with .gz or .zst.

        Raises
        ------
        InvalidArgument
            If the ending is another.
        """
        from hatscore.attempts.files import write_table

        write_table(self.to_frame(), Path(path))

    def __repr__(self) -> str:
        """Size and contents in a few plain lines."""
        frame = self.lazy()
        keys = ("system", "benchmark", "language")
        row = frame.select(pl.len().alias("rows"), *(pl.col(key).n_unique() for key in keys)).collect()
        rows, *distinct = row.row(0)
        listed = ", ".join(plural(n, key) for n, key in zip(distinct, keys, strict=True))
        sources = f"{plural(len(self.parts), 'part')}, {plural(len(self.notes), 'note')}"
        return f"Attempts: {plural(rows, 'row')}\n  {listed}\n  from {sources}"


def stacked(parts: Sequence[Part]) -> pl.LazyFrame:
    """Rows of parts under each other.

    Parameters
    ----------
    parts : sequence of Part
        At least one.

    Returns
    -------
    polars.LazyFrame
        In the order of the parts; columns that some lack are null there.
    """
    frames: list[pl.LazyFrame] = []
    for by_python, own in groupby(parts, lambda part: part.by_python):
        group = [part.frame for part in own]
        frames += [in_turn(group)] if by_python and len(group) > 1 else group
    return frames[0] if len(frames) == 1 else pl.concat(frames, how="diagonal_relaxed")


def check_names(column: str, wanted: Sequence[str], present: pl.Series) -> None:
    """See that what is chosen is there.

    Parameters
    ----------
    column : str
        ``system`` or ``benchmark``.
    wanted : sequence of str
        Names.
    present : polars.Series
        The names that occur.

    Raises
    ------
    InvalidArgument
        Naming the first that does not.
    """
    names = present.drop_nulls().sort().to_list()
    unknown = [name for name in wanted if name not in names]
    if unknown:
        raise InvalidArgument(f"no {column} {unknown[0]!r}; there are {listing(names, most=20)}.")
