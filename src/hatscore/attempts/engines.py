"""Frames that live in an engine (Spark, Dask, DuckDB, Ibis): their rows stay there, sums come back."""

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import narwhals as nw
import polars as pl

from hatscore.attempts.conform import conform
from hatscore.attempts.frames import to_polars
from hatscore.attempts.schema import KEYS, TYPES
from hatscore.attempts.table import Attempts, check_names
from hatscore.errors import HatscoreError, InvalidAttempts, Problem, UnreadableFile
from hatscore.wording import plural

_TITLES = {"pyspark": "PySpark", "pyspark[connect]": "PySpark", "dask": "Dask", "duckdb": "DuckDB"}
_NAMES = (*KEYS, "source_language")
_NUMBERS = ("attempt", "score", "floor", "n_options", "thinking_tokens")
_REASON = 300


@dataclass(frozen=True, slots=True)
class EngineAttempts(Attempts):
    """Attempts whose rows stay in the engine that holds them.

    Attributes
    ----------
    frame : narwhals.LazyFrame
        The rows: names as they were given, numbers and outcomes in the types of the attempts table.
    name : str
        What messages call it.
    """

    frame: "nw.LazyFrame[Any]" = field(kw_only=True)
    name: str = field(kw_only=True)

    @property
    def columns(self) -> frozenset[str]:
        """Columns of the frame."""
        return frozenset(self.frame.collect_schema().names())

    def collect(self, frame: "nw.LazyFrame[Any]") -> pl.DataFrame:
        """Let the engine compute a small table, and bring it here.

        Parameters
        ----------
        frame : narwhals.LazyFrame
            What to compute.

        Returns
        -------
        polars.DataFrame
            Sums of whole numbers as 64-bit integers, whatever the engine makes of them.

        Raises
        ------
        UnreadableFile
            If the engine fails.
        """
        with self.working():
            native = nw.to_native(frame)
            # Dask gives pandas frames, whose gaps may be NaN.
            rows = native.compute() if hasattr(native, "compute") else frame.collect(backend="polars")
            table = to_polars(nw.to_native(rows, pass_through=True)).collect()
        return table.with_columns(pl.col(pl.Decimal(38, 0)).cast(pl.Int64))

    @contextmanager
    def working(self) -> Iterator[None]:
        """Turn the many errors of engines into one of ours, which names the engine."""
        try:
            yield
        except HatscoreError:
            raise
        except Exception as error:
            reason = " ".join(str(error).split())[:_REASON].rstrip(".")
            raise UnreadableFile(
                f"{self.name} could not be computed: {type(error).__name__}: {reason}. Ask the engine for a "
                "count of the same frame: where that fails too, its inputs or its session need repair."
            ) from error

    def lazy(self) -> pl.LazyFrame:
        """All rows, fetched from the engine: for what needs every row, such as reading answers again.

        Returns
        -------
        polars.LazyFrame
        """
        return conform(self.collect(self.frame).lazy(), where=self.name)

    def only(
        self, *, systems: Sequence[str] | None = None, benchmarks: Sequence[str] | None = None
    ) -> "EngineAttempts":
        """The rows of some systems and benchmarks, filtered in the engine.

        Parameters
        ----------
        systems, benchmarks : sequence of str, optional
            Names; None keeps all.

        Returns
        -------
        EngineAttempts

        Raises
        ------
        InvalidArgument
            If there are no rows of one of them.
        """
        frame = self.frame
        for column, wanted in (("system", systems), ("benchmark", benchmarks)):
            if wanted is None:
                continue
            present = self.collect(frame.select(nw.col(column).cast(nw.String)).unique())
            check_names(column, wanted, present[column])
            frame = frame.filter(nw.col(column).cast(nw.String).is_in(list(wanted)))
        return EngineAttempts((), self.notes, frame=frame, name=self.name)

    def height(self) -> int:
        """Number of rows, counted in the engine.

        Returns
        -------
        int
        """
        return int(self.collect(self.frame.select(nw.len().alias("rows"))).item())

    def __repr__(self) -> str:
        """Where the rows are; counting them would be a job of its own."""
        return f"Attempts in {self.name}\n  {plural(len(self.columns), 'column')}, not read yet"


def take_engine_frame(data: Any) -> EngineAttempts | None:
    """Attempts in an engine, where a frame is of one.

    Parameters
    ----------
    data : object
        Anything.

    Returns
    -------
    EngineAttempts or None
        None for frames in memory, Polars' lazy frames, and what is no frame.

    Raises
    ------
    InvalidAttempts
        If a needed column is missing, or is of a type that the engine cannot bring into form.
    """
    if isinstance(data, (pl.DataFrame, pl.LazyFrame)):
        return None
    try:
        with warnings.catch_warnings():
            # Advice to those who call Narwhals, that is to us, and not to whoever has a Dask frame.
            warnings.filterwarnings("ignore", "Dask support is moving", FutureWarning)
            native: Any = nw.from_native(data)
    except (TypeError, nw.exceptions.NarwhalsError):
        return None
    if not isinstance(native, nw.LazyFrame):
        return None
    name = native.implementation.value
    return _conformed(native, f"the {_TITLES.get(name, name.capitalize())} frame")


def _conformed(frame: "nw.LazyFrame[Any]", name: str) -> EngineAttempts:
    schema = frame.collect_schema()
    # Missing columns are missed in the same words as everywhere.
    conform(pl.LazyFrame(schema=dict.fromkeys(schema, pl.String)), where=name)
    problems = [p for column, dtype in schema.items() if (p := _unfit(column, dtype, name))]
    if problems:
        raise InvalidAttempts(problems)
    columns = [_column(column, dtype) for column, dtype in schema.items() if column in TYPES]
    return EngineAttempts((), frame=frame.with_columns(columns), name=name)


def _unfit(column: str, dtype: Any, name: str) -> Problem | None:
    """Why a column cannot be brought into form in an engine, where text is not safely made a number."""
    if column in _NUMBERS and not (dtype.is_numeric() or dtype == nw.Boolean):
        wanted = "numbers"
    elif column == "outcome" and not _is_text(dtype):
        wanted = "text"
    elif column in _NAMES and (dtype.is_nested() or dtype in (nw.Binary, nw.Object)):
        wanted = "text or whole numbers"
    else:
        return None
    return Problem(
        "wrong_type",
        f"{name}: the column {column} must hold {wanted}; it holds {dtype}. Engines differ in how they turn "
        f"one into the other, so that is not done silently: cast it in the engine first.",
    )


def _is_text(dtype: Any) -> bool:
    return dtype in (nw.String, nw.Categorical) or isinstance(dtype, nw.Enum)


def _column(column: str, dtype: Any) -> nw.Expr:
    found = nw.col(column)
    if column == "outcome":
        return found.cast(nw.String).str.strip_chars().str.to_lowercase()
    if column in _NUMBERS and (TYPES[column] == pl.Float64 or not dtype.is_integer()):
        # Whole numbers beside gaps may come as floats: the rules ask whether they are whole.
        return found.cast(nw.Float64)
    if _is_text(dtype):
        return found.cast(nw.String)
    return found
