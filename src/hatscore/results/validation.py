"""What the method claims, and whether it held when it was tried."""

from dataclasses import asdict, dataclass
from typing import Any, Literal

from hatscore import wording
from hatscore.results.estimates import AsJson

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
        Monte Carlo standard error of a share in `data`, or of the main figure; 0 where nothing is drawn.
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
