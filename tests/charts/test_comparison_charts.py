"""Do the charts of comparisons, gains and studies show the numbers of the result?"""

from pathlib import Path

import pytest
from tests.simulated import SIMULATED

import hatscore
from hatscore import Comparison, Decomposition, NotEstimable, Study
from hatscore.charts.differences import differences_data
from hatscore.charts.findings import findings_data
from hatscore.charts.gains import gains_data


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    return hatscore.compare(SIMULATED, by="language", systems=["demo-small", "demo-large"])


@pytest.fixture(scope="module")
def gain() -> Decomposition:
    return hatscore.decompose(SIMULATED, systems=["demo-small", "demo-large", "demo-large-v2"])


@pytest.fixture(scope="module")
def study() -> Study:
    return hatscore.study(SIMULATED)


def test_differences(comparison: Comparison) -> None:
    rows = differences_data(comparison)
    for row, one in zip(rows, comparison, strict=True):
        assert one.difference.interval is not None
        assert (row["value"], row["low"]) == (one.difference.value, one.difference.interval.low)
        assert row["kind"] == one.verdict
    assert comparison.plot().to_dict()["title"]["text"] == "Do the systems differ in HAT?"


def test_bars_of_a_gain_end_at_the_total(gain: Decomposition) -> None:
    rows = gains_data(gain)
    for place, step in enumerate(gain):
        source, transfer, shape, total = rows[4 * place : 4 * place + 4]
        assert source["start"] == 0
        assert transfer["start"] == source["end"]
        assert shape["end"] == pytest.approx(total["end"])
        assert total["end"] == pytest.approx(100 * (step.total.value or 0))


def test_findings_that_are_estimable(study: Study) -> None:
    rows = findings_data(study)
    assert [row["value"] for row in rows] == [
        one.estimate.value for one in study if one.estimate.value is not None
    ]


def test_they_draw(comparison: Comparison, gain: Decomposition, study: Study, tmp_path: Path) -> None:
    for name, result in (("a", comparison), ("b", gain), ("c", study)):
        path = tmp_path / f"{name}.png"
        result.plot().save(str(path))
        assert path.read_bytes().startswith(b"\x89PNG")


def test_nothing_to_draw_is_told(study: Study) -> None:
    with pytest.raises(NotEstimable, match="no finding"):
        Study((study.find("size_trend"),), study.level, study.signatures).plot()
