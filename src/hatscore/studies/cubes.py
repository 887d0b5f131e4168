"""Columns of a table laid out like a panel: items, systems, languages."""

from dataclasses import dataclass

import numpy as np
import polars as pl

from hatscore.core.pass_rates import Array
from hatscore.scoring.panels import Mask, Panel


@dataclass(frozen=True, slots=True)
class Cube:
    """A value of every item, system and language of a panel.

    Attributes
    ----------
    source : ndarray, shape (items, systems, 1)
        In the item's source language; nan where there is none.
    target : ndarray, shape (items, systems, targets)
        In the target languages.
    """

    source: Array
    target: Array

    @property
    def pairs(self) -> Mask:
        """Where both sides have a value."""
        return np.asarray(np.isfinite(self.source) & np.isfinite(self.target))


def cube(frame: pl.DataFrame, column: str, panel: Panel) -> Cube:
    """Lay out a column of a table.

    Parameters
    ----------
    frame : polars.DataFrame
        Columns ``system, benchmark, item, language`` and the one to lay out, a row a cell.
    column : str
        Which.
    panel : Panel
        Whose axes are used.

    Returns
    -------
    Cube
    """
    own = frame.filter(pl.col("benchmark") == panel.benchmark)
    places = {
        "item": {name: place for place, name in enumerate(panel.items)},
        "system": {name: place for place, name in enumerate(panel.systems)},
        "language": {name: place for place, name in enumerate(panel.languages)},
    }
    coded = own.select(
        pl.col(column).cast(pl.Float64),
        *(
            pl.col(axis).cast(pl.String).replace_strict(known, default=None, return_dtype=pl.Int64)
            for axis, known in places.items()
        ),
    ).drop_nulls()
    values = np.full((len(panel.items), len(panel.systems), len(panel.languages)), np.nan)
    values[coded["item"].to_numpy(), coded["system"].to_numpy(), coded["language"].to_numpy()] = coded[
        column
    ].to_numpy()
    picked = np.take_along_axis(values, np.maximum(panel.source_of, 0)[:, np.newaxis, np.newaxis], axis=2)
    source = np.where((panel.source_of >= 0)[:, np.newaxis, np.newaxis], picked, np.nan)
    targets = [panel.languages.index(name) for name in panel.targets]
    is_target = np.array(targets) != panel.source_of[:, np.newaxis]
    return Cube(source, np.where(is_target[:, np.newaxis], values[:, :, targets], np.nan))
