"""The frame of every finding: what is asked, what the paper found, and what the data cannot tell."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

from hatscore.flags import Flag
from hatscore.results.estimates import Estimate
from hatscore.results.study import Finding
from hatscore.studies.across import left_out_flags
from hatscore.studies.grid import Grid

Rows = Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Analysis:
    """One of the study's questions.

    Attributes
    ----------
    id : str
        Short name.
    question : str
        What is asked.
    paper : str
        What the paper found.
    figures : tuple of str
        Names of its figures; the first is the headline.
    """

    id: str
    question: str
    paper: str
    figures: tuple[str, ...]

    def finding(
        self,
        grid: Grid,
        estimates: dict[str, Estimate],
        sentence: str,
        *,
        drawn: str,
        systems: int,
        flags: Sequence[Flag] = (),
        tables: Mapping[str, Rows] | None = None,
    ) -> Finding:
        """What was found on one benchmark.

        Parameters
        ----------
        grid : Grid
            Measures of the benchmark.
        estimates : dict of Estimate
            By the names in ``figures``, and further ones.
        sentence : str
            The answer in words.
        drawn : str
            What the intervals draw at random.
        systems : int
            Systems that take part.
        flags : sequence of Flag
            Doubts.
        tables : mapping of rows, optional
            The data behind it.

        Returns
        -------
        Finding
        """
        return Finding(
            id=self.id,
            benchmark=grid.panel.benchmark,
            question=self.question,
            headline=self.figures[0],
            estimates=estimates,
            sentence=sentence,
            resampled=drawn,
            paper=self.paper,
            n_systems=systems,
            n_items=int(grid.present.any(axis=1).sum()),
            flags=tuple(flags),
            tables={name: tuple(map(_without_nan, rows)) for name, rows in (tables or {}).items()},
        )

    def unsupported(
        self,
        grid: Grid,
        need: str,
        *,
        systems: int = 0,
        left_out: Mapping[str, str] | None = None,
        tables: Mapping[str, Rows] | None = None,
    ) -> Finding:
        """What to say where the data cannot answer.

        Parameters
        ----------
        grid : Grid
            Measures of the benchmark.
        need : str
            What would be needed, and what there is.
        systems : int
            Systems that take part.
        left_out : mapping of str, optional
            Systems that do not, and why.
        tables : mapping of rows, optional
            What there is of the data.

        Returns
        -------
        Finding
        """
        return self.finding(
            grid,
            {name: Estimate(None, reason=need) for name in self.figures},
            f"Not estimable: {need}.",
            drawn="nothing",
            systems=systems,
            flags=left_out_flags(grid, left_out or {}),
            tables=tables,
        )


def _without_nan(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row in which what does not exist is None, as JSON and CSV want it."""
    return {
        name: None if isinstance(value, float) and not isfinite(value) else value
        for name, value in row.items()
    }
