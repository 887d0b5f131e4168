"""How often the release gate errs. The full form: ``python -m tests.coverage.gate`` (part of make coverage).

The candidate's HAT is lower by a loss in every language. Where the loss is the margin, "worse by more than
the margin" and "held" are both at the edge of being true, and each may be said in 5 % of studies over all
languages; where there is no loss, so is "better".
"""

from typing import NamedTuple

import numpy as np

from hatscore.comparison.gate import build_gate
from hatscore.comparison.pairs import Pairs
from hatscore.options import Options
from hatscore.simulation.mixes import Mix
from hatscore.simulation.profiles import Profile
from hatscore.simulation.tables import draw_panel
from hatscore.simulation.truth import Truth

STUDIES = 2_000
SEED = 20260623
MARGIN = 0.05
LANGUAGES = 3


class Release(NamedTuple):
    """A baseline with a HAT of 0.8, and a candidate that loses."""

    mix_a: str
    mix_b: str
    items: int
    attempts: int
    loss: float

    @property
    def truth(self) -> Truth:
        """What is simulated."""
        return Truth(
            profiles=tuple(Profile("straight", (slope,)) for slope in (0.8, 0.8 - self.loss)),
            mixes=(Mix.parse(self.mix_a), Mix.parse(self.mix_b)),
            items=self.items,
            attempts=self.attempts,
            languages={f"t{place}": 0.0 for place in range(LANGUAGES)},
        )


RELEASES = [
    Release(*mixes, items, attempts, loss)
    for mixes in (("uniform", "uniform"), ("strong", "strong"), ("weak", "weak"), ("weak", "strong"))
    for items, attempts in ((100, 10), (250, 10), (250, 5))
    for loss in (0.0, MARGIN)
] + [Release("very weak", "very weak", 588, 10, loss) for loss in (0.0, MARGIN)]


class Said(NamedTuple):
    """Shares of studies: the gate says something of any language; all languages are estimable."""

    worse: float
    better: float
    held: float
    estimable: float


def said(release: Release, studies: int, rng: np.random.Generator) -> Said:
    """Simulate, and ask the gate as ``compare --fail-if-worse`` does."""
    options = Options()
    counted = np.zeros(4)
    for _ in range(studies):
        pairs = Pairs(draw_panel(release.truth, rng, options), options)
        cells = build_gate([(pairs, (0, 1))], ("old", "new"), MARGIN, options).cells
        verdicts = [cell.verdict for cell in cells]
        counted += (
            "worse" in verdicts,
            "better" in verdicts,
            any(cell.held for cell in cells),
            all(cell.difference.value is not None for cell in cells),
        )
    return Said(*(counted / studies))


def main() -> None:
    print(f"margin {MARGIN:g}, {LANGUAGES} languages, {STUDIES:,} studies a row, seed {SEED}")
    print("A          B          items  n  loss  worse  better  held  estimable")
    for release in RELEASES:
        found = said(release, STUDIES, np.random.default_rng(SEED))
        print(
            f"{release.mix_a:10} {release.mix_b:10} {release.items:5} {release.attempts:2}  "
            f"{release.loss:.2f}  {found.worse:.3f}   {found.better:.3f} {found.held:.3f}      "
            f"{found.estimable:.3f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
