"""What a study found: one finding an analysis and benchmark, with its figures, sentence, doubts and data."""

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hatscore import wording
from hatscore.flags import Flag
from hatscore.results.estimates import AsJson, Estimate

if TYPE_CHECKING:
    import polars as pl

SCHEMA = "hatscore.study/1"

Table = tuple[dict[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """One analysis of one benchmark.

    Attributes
    ----------
    id : str
        Which analysis, such as ``coupling``.
    benchmark : str
        Where.
    question : str
        What it asks.
    headline : str
        Key of the figure among ``estimates`` that answers it.
    estimates : dict of Estimate
        All figures; not estimable where the data cannot say.
    sentence : str
        The answer in words, with its figures; or what would be needed.
    resampled : str
        What the intervals draw at random: items, systems, or both.
    paper : str
        What the paper found.
    n_systems, n_items : int
        How much it rests on.
    flags : tuple of Flag
        Doubts.
    tables : dict of tuple of dict
        The data behind it, by name.
    """

    id: str
    benchmark: str
    question: str
    headline: str
    estimates: dict[str, Estimate]
    sentence: str
    resampled: str
    paper: str
    n_systems: int
    n_items: int
    flags: tuple[Flag, ...] = ()
    tables: dict[str, Table] = field(default_factory=dict)

    @property
    def estimate(self) -> Estimate:
        """The headline figure."""
        return self.estimates[self.headline]

    def to_dict(self) -> dict[str, Any]:
        """The finding as plain data, full precision.

        Returns
        -------
        dict
        """
        return {
            "id": self.id,
            "benchmark": self.benchmark,
            "question": self.question,
            "headline": self.headline,
            "estimates": {name: _plain(estimate) for name, estimate in self.estimates.items()},
            "sentence": self.sentence,
            "resampled": self.resampled,
            "paper": self.paper,
            "n_systems": self.n_systems,
            "n_items": self.n_items,
            "flags": [
                {"code": flag.code, "sentence": flag.sentence, "advice": flag.advice} for flag in self.flags
            ],
            "tables": {name: list(rows) for name, rows in self.tables.items()},
        }


@dataclass(frozen=True, slots=True)
class Study(AsJson):
    """All findings, sorted by analysis and benchmark.

    Attributes
    ----------
    findings : tuple of Finding
        One an analysis and benchmark.
    level : float
        Coverage of the intervals.
    signatures : dict of str
        Per benchmark, everything that may change its numbers.
    notes : tuple of str
        What the readers noticed.
    """

    findings: tuple[Finding, ...]
    level: float
    signatures: dict[str, str]
    notes: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[Finding]:
        """Findings in order."""
        return iter(self.findings)

    def __len__(self) -> int:
        """Number of findings."""
        return len(self.findings)

    def find(self, id: str, benchmark: str | None = None) -> Finding:
        """One finding.

        Parameters
        ----------
        id : str
            Which analysis.
        benchmark : str, optional
            Where; not needed where there is one.

        Returns
        -------
        Finding

        Raises
        ------
        KeyError
            If there is none, or several.
        """
        found = [one for one in self.findings if one.id == id and benchmark in (None, one.benchmark)]
        if len(found) != 1:
            places = ", ".join(f"{one.id} on {one.benchmark}" for one in found or self.findings)
            raise KeyError(f"{len(found)} findings {id!r} on {benchmark!r}; there are: {places}")
        return found[0]

    def __repr__(self) -> str:
        """Three to eight plain lines."""
        known = [one for one in self.findings if one.estimate.value is not None]
        lines = [f"Study: {wording.plural(len(self.findings), 'finding')}, {len(known)} of them estimable"]
        lines += [f"  {one.id} | {one.benchmark}: {one.estimate}" for one in known[:6]]
        if len(known) > 6:
            lines.append(f"  ... and {len(known) - 6} more; explain() has all")
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """The study as plain data under a versioned schema.

        Returns
        -------
        dict
        """
        return {
            "schema": SCHEMA,
            "level": self.level,
            "signatures": self.signatures,
            "notes": list(self.notes),
            "findings": [one.to_dict() for one in self.findings],
        }

    def to_frame(self) -> "pl.DataFrame":
        """One row a figure, as a Polars frame.

        Returns
        -------
        polars.DataFrame
            Columns ``id, benchmark, figure, headline, value, low, high, reason``.
        """
        import polars as pl

        rows = [
            {"id": one.id, "benchmark": one.benchmark, "figure": name, "headline": name == one.headline}
            | _plain(estimate)
            for one in self.findings
            for name, estimate in one.estimates.items()
        ]
        return pl.DataFrame(rows, infer_schema_length=None)

    def explain(self) -> str:
        """Every finding in sentences, with what the paper found and the doubts.

        Returns
        -------
        str
            Markdown.
        """
        from hatscore.sentences.study import explain_study

        return explain_study(self)

    def plot(self, kind: str = "findings") -> Any:
        """A chart of the study; without a kind the headline of every finding with its interval.

        Parameters
        ----------
        kind : str
            ``findings``, ``confound``, ``size``, ``time``, ``thinking``, ``thinking-tokens`` or
            ``script``; see `hatscore.charts.registry`.

        Returns
        -------
        altair.TopLevelMixin

        Raises
        ------
        InvalidArgument
            If a study has no such chart.
        MissingExtra
            If the ``charts`` extra is not installed.
        NotEstimable
            If there is nothing to draw.
        """
        from hatscore.charts.registry import draw

        return draw(kind, {"study": self})

    def write(self, folder: str | Path) -> list[Path]:
        """Write ``findings.json``, ``summary.md`` and a CSV of every table.

        Parameters
        ----------
        folder : str or Path
            Made where it is not there; files of these names are replaced.

        Returns
        -------
        list of Path
            What was written.

        Raises
        ------
        OSError
            If the folder cannot be written.
        """
        target = Path(folder)
        (target / "tables").mkdir(parents=True, exist_ok=True)
        written = [target / "findings.json", target / "summary.md"]
        self.to_json(written[0])
        written[1].write_text(self.explain(), encoding="utf-8")
        for name, rows in self.tables().items():
            path = target / "tables" / f"{name}.csv"
            path.write_text(_csv(rows), encoding="utf-8")
            written.append(path)
        return written

    def tables(self) -> dict[str, list[dict[str, Any]]]:
        """The tables of all benchmarks together, the benchmark as a first column.

        Returns
        -------
        dict of list of dict
            By name, such as ``coupling_systems``.
        """
        joined: dict[str, list[dict[str, Any]]] = {}
        for one in self.findings:
            for name, rows in one.tables.items():
                own = [{"benchmark": one.benchmark} | row for row in rows]
                joined.setdefault(f"{one.id}_{name}", []).extend(own)
        return {name: rows for name, rows in joined.items() if rows}


def _plain(estimate: Estimate) -> dict[str, Any]:
    ends = estimate.interval
    return {
        "value": estimate.value,
        "low": ends.low if ends else None,
        "high": ends.high if ends else None,
        "method": ends.method if ends else None,
        "reason": estimate.reason,
    }


def _csv(rows: list[dict[str, Any]]) -> str:
    columns = list(dict.fromkeys(name for row in rows for name in row))
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return buffer.getvalue()
