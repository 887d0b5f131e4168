"""A simulated study: attempts, and the truth that they were drawn from."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hatscore import wording
from hatscore.results.estimates import AsJson

if TYPE_CHECKING:
    import polars as pl

    from hatscore.attempts.table import Attempts

SCHEMA = "hatscore.simulation/1"


@dataclass(frozen=True, slots=True)
class Simulation(AsJson):
    """Attempts whose truth is known.

    Attributes
    ----------
    attempts : Attempts
        What every function of hatscore takes.
    truth : polars.DataFrame
        What scoring should find: a row for every system and target, and one for their mean (``macro``), with
        ``hat``, ``source_accuracy``, ``target_accuracy`` and ``xlt_gap`` over all items there could be.
    rates : polars.DataFrame
        True pass rate of every system, item and language.
    profiles : polars.DataFrame
        Points of the true profile of every system and target: ``system, target, source_rate, target_rate``,
        guessing included.
    settings : dict
        All fields of the truth, as text and numbers.
    seed : int
        The same settings and seed give the same attempts.
    """

    attempts: "Attempts"
    truth: "pl.DataFrame"
    rates: "pl.DataFrame"
    profiles: "pl.DataFrame"
    settings: dict[str, Any]
    seed: int

    def to_frame(self) -> "pl.DataFrame":
        """The truth.

        Returns
        -------
        polars.DataFrame
        """
        return self.truth

    def to_dict(self) -> dict[str, Any]:
        """Settings, seed and truth as plain data; not the attempts.

        Returns
        -------
        dict
            Of schema ``hatscore.simulation/1``.
        """
        return {
            "schema": SCHEMA,
            "seed": self.seed,
            "settings": self.settings,
            "truth": self.truth.to_dicts(),
        }

    def write(self, path: str | Path) -> Path:
        """Write the attempts, and the truth as JSON beside them.

        Parameters
        ----------
        path : str or Path
            Of the attempts; the ending says the form, as for `hatscore.Attempts.write`.

        Returns
        -------
        Path
            Of the truth: the same name with ``.truth.json``.
        """
        path = Path(path)
        self.attempts.write(path)
        beside = path.with_suffix(".truth.json")
        self.to_json(beside)
        return beside

    def explain(self) -> str:
        """What was simulated, in words.

        Returns
        -------
        str
        """
        of = self.settings
        size = (
            f"{wording.plural(of['items'], 'item')}, {wording.plural(of['attempts'], 'attempt')} each, in "
            f"{wording.listing(list(of['languages']), most=10)}; seed {self.seed}."
        )
        rows = self.truth.filter(self.truth["target"] == "macro").iter_rows(named=True)
        lines = [
            f"{row['system']}: HAT {row['hat']:.3f} (profile {row['profile']}), source accuracy "
            f"{row['source_accuracy']:.3f} (mix {row['mix']}), target accuracy {row['target_accuracy']:.3f}."
            for row in rows
        ]
        return "\n".join([size, *lines])

    def plot(self) -> Any:
        """True profiles, one panel a system, with the true pass rates of the items.

        Returns
        -------
        altair.ConcatChart

        Raises
        ------
        MissingExtra
            If the ``charts`` extra is not installed.
        """
        from hatscore.charts.truth import truth_chart

        return truth_chart(self)

    def __repr__(self) -> str:
        """A few lines."""
        systems = self.settings["names"]
        return f"Simulation: {wording.plural(len(systems), 'system')}, {self.explain()}"
