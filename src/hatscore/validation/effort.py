"""How hard claims are tried: quickly, or in full."""

from dataclasses import dataclass

import numpy as np

from hatscore.options import SIMULATION_SEED


@dataclass(frozen=True, slots=True)
class Effort:
    """How many studies are simulated.

    Attributes
    ----------
    quick : bool
        A form for every day; otherwise the form whose figures are published.
    seed : int
        Of all simulations.
    """

    quick: bool = True
    seed: int = SIMULATION_SEED

    def studies(self, quick: int, full: int) -> int:
        """The number of studies of a claim.

        Parameters
        ----------
        quick, full : int
            In either form.

        Returns
        -------
        int
        """
        return quick if self.quick else full

    def rng(self, claim: str) -> np.random.Generator:
        """Randomness of one claim, which does not depend on what else is run.

        Parameters
        ----------
        claim : str
            Its id.

        Returns
        -------
        numpy.random.Generator
        """
        return np.random.default_rng([self.seed, *claim.encode()])
