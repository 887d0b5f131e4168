"""What hypothesis draws for the tests of core: rates, items, masks.

The tests in this folder use NumPy alone (no frames, no threads), so that mutation testing can fork them.
"""

from fractions import Fraction

import numpy as np
import numpy.typing as npt
from hypothesis import strategies as st

Array = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]

SEEDS = st.integers(0, 100_000)
FLOORS = st.sampled_from([0.0, 0.1, 0.25, 0.5])


def exact(value: float) -> Fraction:
    return Fraction(float(value))


@st.composite
def grids(draw: st.DrawFn, *, least: int = 3) -> tuple[Array, Array, Mask]:
    """Two arrays of rates, items x cells, and where they are present; zero where absent."""
    rng = np.random.default_rng(draw(SEEDS))
    items, cells = draw(st.integers(least, 9)), draw(st.integers(1, 3))
    first, second = rng.uniform(size=(2, items, cells))
    present = rng.uniform(size=(items, cells)) < draw(st.sampled_from([0.7, 1.0]))
    present[:least] = True
    return np.where(present, first, 0.0), np.where(present, second, 0.0), present
