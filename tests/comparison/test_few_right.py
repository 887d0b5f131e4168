"""Are comparisons doubted whose slopes are estimable by luck?"""

import numpy as np
import pytest

from hatscore.comparison.compare import compare_panels
from hatscore.comparison.decomposition import decompose_panels
from hatscore.core.fieller import denominator_error
from hatscore.core.slopes import Terms
from hatscore.options import Options
from hatscore.scoring.panels import Panel
from hatscore.simulation.tables import draw_panel
from hatscore.simulation.truth import Truth


def lucky(mix: str, *, attempts: int, seed: int = 5) -> Panel:
    """The first study in which a system of this mix is estimable beside a uniform one."""
    truth = Truth(mixes=(mix, "uniform"), items=250, attempts=attempts)  # type: ignore[arg-type]
    rng = np.random.default_rng(seed)
    while True:
        panel = draw_panel(truth, rng)
        if compare_panels([panel], Options())[0].difference.value is not None:
            return panel


@pytest.mark.parametrize("seed", range(4))
def test_what_few_right_answers_happen_to_allow_is_doubted(seed: int) -> None:
    panel = lucky("very weak", attempts=2, seed=seed)
    (row,) = compare_panels([panel], Options())
    (step,) = decompose_panels([panel], Options())
    for flags in (row.flags, step.flags):
        (doubt,) = (flag for flag in flags if flag.code == "FEW_RIGHT")
        assert "relative error of" in doubt.sentence


def test_a_source_that_is_often_right_is_not() -> None:
    panel = lucky("uniform", attempts=10)
    (row,) = compare_panels([panel], Options())
    (step,) = decompose_panels([panel], Options())
    assert not {flag.code for flag in (*row.flags, *step.flags)} & {"FEW_RIGHT"}


def test_the_error_of_a_denominator_is_that_of_a_mean_by_its_size() -> None:
    values = np.random.default_rng(1).uniform(size=(30, 2))
    present = np.ones((30, 2), bool)
    present[20:, 1] = False
    found = denominator_error(Terms(np.zeros_like(values), values), present)
    for column, kept in ((0, values[:, 0]), (1, values[:20, 1])):
        assert found[column] == pytest.approx(kept.std(ddof=1) / np.sqrt(len(kept)) / kept.mean())
