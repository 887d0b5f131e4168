"""What results that are rows share: order, a frame, and rows as plain data."""

from collections.abc import Iterator
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from hatscore.results.estimates import AsJson, Estimate

if TYPE_CHECKING:
    import polars as pl

Row = TypeVar("Row")


class HasRows(AsJson, Generic[Row]):
    """A result that is a sequence of rows, each with ``to_dict``."""

    __slots__ = ()

    if TYPE_CHECKING:
        rows: tuple[Row, ...]

    def __iter__(self) -> Iterator[Row]:
        """Rows in order."""
        return iter(self.rows)

    def __len__(self) -> int:
        """Number of rows."""
        return len(self.rows)

    def __getitem__(self, index: int) -> Row:
        """One row."""
        return self.rows[index]

    def to_frame(self) -> "pl.DataFrame":
        """The rows as a Polars frame, full precision.

        Returns
        -------
        polars.DataFrame
            Columns as in the rows' ``to_dict``; flags joined by spaces, reasons left out.
        """
        import polars as pl

        rows: list[dict[str, Any]] = [row.to_dict() for row in self.rows]  # type: ignore[attr-defined]
        for row in rows:
            if "flags" in row:
                row["flags"] = " ".join(row["flags"])
            row.pop("reasons", None)
        return pl.DataFrame(rows, infer_schema_length=None)


def plain_row(row: Any) -> dict[str, Any]:
    """A row as plain data, full precision, None where not estimable.

    Parameters
    ----------
    row : dataclass
        With estimates, flags and plain values.

    Returns
    -------
    dict
        Each estimate as three keys: its value, ``_low`` and ``_high``; flags as codes; ``reasons`` of
        what is not estimable.
    """
    plain: dict[str, Any] = {}
    reasons = {}
    for field in fields(row):
        value = getattr(row, field.name)
        if isinstance(value, Estimate):
            plain |= value.to_dict(field.name)
            if value.reason:
                reasons[field.name] = value.reason
        elif field.name == "flags":
            plain["flags"] = [flag.code for flag in value]
        else:
            plain[field.name] = value
    return plain | {"reasons": reasons}
