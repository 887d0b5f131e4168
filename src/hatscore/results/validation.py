"""What the method claims, and whether it held when it was tried."""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from hatscore import wording
from hatscore.results.estimates import AsJson

if TYPE_CHECKING:
    import polars as pl

SCHEMA = "hatscore.validation/1"

Group = Literal["paper", "ours", "beside"]
Verdict = Literal["holds", "holds with exceptions", "fails"]


@dataclass(frozen=True, slots=True)
class Claim:
    """One claim, tried on simulated studies whose truth is known.

    Attributes
    ----------
    id : str
        Such as ``interval_coverage``; the key of its chart.
    group : {'paper', 'ours', 'beside'}
        Whose claim it is: the paper's, this tool's, or a comparison with another method.
    title : str
        A few words.
    sentence : str
        What is claimed, with its bound.
    verdict : {'holds', 'holds with exceptions', 'fails'}
        ``holds with exceptions`` only where each exception is known and listed.
    found : str
        What was seen, with figures, in one or two sentences.
    exceptions : tuple of str
        Where the claim is known not to hold, with figures.
    data : tuple of dict
        The figures, one row each; the same keys in every row.
    studies : int
        Simulated studies behind each row.
    error : float
        Monte Carlo standard error of a share in ``data``, or of the main figure; 0 where nothing is drawn.
    """

    id: str
    group: Group
    title: str
    sentence: str
    verdict: Verdict
    found: str
    exceptions: tuple[str, ...]
    data: tuple[dict[str, Any], ...]
    studies: int
    error: float


@dataclass(frozen=True, slots=True)
class Validation(AsJson):
    """All claims, tried in one run.

    Attributes
    ----------
    claims : tuple of Claim
        In the order of the page.
    form : {'quick', 'full'}
        How many studies were simulated.
    seed : int
        Of all simulations.
    version : str
        Of hatscore.
    """

    claims: tuple[Claim, ...]
    form: Literal["quick", "full"]
    seed: int
    version: str

    @property
    def holds(self) -> bool:
        """Whether no claim fails."""
        return all(claim.verdict != "fails" for claim in self.claims)

    def find(self, claim: str) -> Claim:
        """One claim.

        Parameters
        ----------
        claim : str
            Its id.

        Returns
        -------
        Claim

        Raises
        ------
        KeyError
            If there is none.
        """
        return {one.id: one for one in self.claims}[claim]

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data.

        Returns
        -------
        dict
            Of schema ``hatscore.validation/1``.
        """
        claims = [asdict(claim) for claim in self.claims]
        return {
            "schema": SCHEMA,
            "version": self.version,
            "form": self.form,
            "seed": self.seed,
            "claims": claims,
        }

    def to_frame(self) -> "pl.DataFrame":
        """One row a claim.

        Returns
        -------
        polars.DataFrame
            Columns ``id, group, title, verdict, found, studies, error``; its figures are in ``data``.
        """
        import polars as pl

        names = ("id", "group", "title", "verdict", "found", "studies", "error")
        return pl.DataFrame({name: [getattr(claim, name) for claim in self.claims] for name in names})

    def plot(self, claim: str) -> Any:
        """The chart of a claim.

        Parameters
        ----------
        claim : str
            Its id.

        Returns
        -------
        altair.TopLevelMixin

        Raises
        ------
        KeyError
            If there is no such claim.
        MissingExtra
            If the ``charts`` extra is not installed.
        NotEstimable
            If there is nothing to draw.
        """
        from hatscore.charts.claims import claim_chart

        return claim_chart(self.find(claim))

    def write(self, folder: str | Path) -> list[Path]:
        """Write ``validation.json``, and the figures of every claim as CSV.

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
        from hatscore.charts.files import rows_csv

        target = Path(folder)
        (target / "data").mkdir(parents=True, exist_ok=True)
        written = [target / "validation.json"]
        self.to_json(written[0])
        for claim in self.claims:
            written.append(target / "data" / f"{claim.id}.csv")
            written[-1].write_text(rows_csv(claim.data), encoding="utf-8")
        return written

    def explain(self) -> str:
        """Every claim with what was found.

        Returns
        -------
        str
        """
        return "\n".join(f"{claim.title}: {claim.verdict}. {claim.found}" for claim in self.claims)

    def __repr__(self) -> str:
        """A few lines."""
        failed = [claim.id for claim in self.claims if claim.verdict == "fails"]
        end = f"failed: {', '.join(failed)}" if failed else "none fails"
        return (
            f"Validation ({self.form}, seed {self.seed}): {wording.plural(len(self.claims), 'claim')}, {end}"
        )
