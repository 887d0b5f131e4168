"""Do analyses of few systems print intervals where these hold, and else say why there are none?"""

import json
from datetime import date
from typing import Any

import numpy as np
import pytest

from hatscore.charts.release_dates import time_chart
from hatscore.results.study import Finding, Study
from hatscore.sentences.study import finding_lines
from hatscore.simulation.tables import draw_panel
from hatscore.studies.coupling import coupling
from hatscore.studies.family_vs_size import family_vs_size
from hatscore.studies.grid import build_grid
from hatscore.studies.time_trend import time_trend
from hatscore.validation.planted import facts_of, systems_with


@pytest.fixture(scope="module")
def planted() -> dict[str, Finding]:
    """Sixteen systems of five families, released over two years."""
    rng = np.random.default_rng(3)
    truth = systems_with(rng, rng.uniform(0.5, 0.9, size=16))
    facts = facts_of(
        truth,
        released=[date(2024, 1 + month // 2, 1 + 14 * (month % 2)) for month in range(16)],
        total_billions=list(10 ** rng.uniform(0, 2, size=16)),
        family=[f"f{place % 5}" for place in range(16)],
    )
    grid = build_grid(draw_panel(truth, rng), 0.95)
    return {
        "median": time_trend(grid, facts, 0.95),
        "early": time_trend(grid, facts, 0.95, date(2024, 3, 1)),
        "coupling": coupling(grid, facts, 0.95),
        "family": family_vs_size(grid, facts, 0.95, 1),
    }


def test_medians_of_enough_checkpoints_have_intervals(planted: dict[str, Finding]) -> None:
    for name in ("median_before", "median_after", "median_difference"):
        found = planted["median"].estimates[name]
        assert found.value is not None
        assert found.interval is not None
        assert found.interval.low < found.value < found.interval.high
    # Four checkpoints before the date: a median of four has no 95 % interval.
    early = planted["early"].estimates
    assert early["median_after"].interval is not None
    for name in ("median_before", "median_difference"):
        assert early[name].value is not None
        assert early[name].interval is None
        assert "at least 6 checkpoints on a side" in (early[name].reason or "")
    assert "whether that is chance is not known" in planted["early"].sentence


def test_a_chart_of_few_checkpoints_draws_medians_without_bands(planted: dict[str, Finding]) -> None:
    chart = json.loads(time_chart(Study((planted["early"],), 0.95, {}, ())).to_json())
    bands = [data for data in _values(chart) if isinstance(data[0], dict) and "from" in data[0]]
    assert sorted(len(data) for data in bands) == [1, 2]


def _values(part: Any) -> list[Any]:
    """All lists of values in a chart."""
    if isinstance(part, list):
        return [found for one in part for found in _values(one)]
    if not isinstance(part, dict):
        return []
    own = [part["values"]] if isinstance(part.get("values"), list) and part["values"] else []
    return own + [found for one in part.values() for found in _values(one)]


def test_a_drop_of_squares_has_no_interval_and_says_why(planted: dict[str, Finding]) -> None:
    found = planted["coupling"].estimates
    squares = [found[f"r_squared_{name}"].value or 0.0 for name in ("target", "hat")]
    assert found["r_squared_drop"].value == pytest.approx(squares[0] - squares[1])
    assert found["r_squared_drop"].interval is None
    assert found["z_drop"].interval is not None
    rows = planted["coupling"].tables["systems"]
    source, target, hat = (
        [row[name] for row in rows] for name in ("source_accuracy", "target_accuracy", "hat")
    )
    expected = np.arctanh(np.corrcoef(source, target)[0, 1]) - np.arctanh(np.corrcoef(source, hat)[0, 1])
    assert found["z_drop"].value == pytest.approx(expected)
    said = "\n".join(finding_lines(planted["coupling"]))
    assert f"Of r squared drop: {found['r_squared_drop'].reason}." in said


def test_shares_of_families_have_the_same_intervals_at_every_call(planted: dict[str, Finding]) -> None:
    found = planted["family"].estimates
    for name in ("share_family", "share_size", "share_difference"):
        interval = found[name].interval
        assert interval is not None
        assert (-1 if name == "share_difference" else 0) <= interval.low < interval.high <= 1
    assert 0 < (found["p_size"].value or 0) < 1
