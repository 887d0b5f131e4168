"""Does the chart of a simulated study show its truth?"""

import polars as pl
import pytest

import hatscore
from hatscore.charts import theme
from hatscore.charts.files import chart_bytes
from hatscore.charts.truth import MOST_POINTS, truth_chart, truth_data
from hatscore.results.simulation import Simulation


@pytest.fixture(scope="module")
def made() -> Simulation:
    return hatscore.simulate(
        profiles=["straight:0.8", "bent:0,0.9"],
        names=("plain", "<b>\u202ebent"),
        items=40,
        languages={"de": 0.0, "sw": -0.2},
        n_options=4,
    )


def test_profiles_are_those_of_the_truth(made: Simulation) -> None:
    ends = made.profiles.filter(pl.col("source_rate") == 1.0)
    expected = [0.25 + 0.75 * top for top in (0.8, 0.6, 0.9, 0.7)]
    assert ends["target_rate"].to_list() == pytest.approx(expected)
    assert set(made.profiles["source_rate"].to_list()) >= {0.25, 1.0}


def test_points_are_pairs_of_an_item(made: Simulation) -> None:
    items = truth_data(made)["items"]
    assert len(items) == 2 * 2 * 40
    rate = {(row["system"], row["item"], row["language"]): row["pass_rate"] for row in made.rates.to_dicts()}
    for row in items:
        assert row["source_rate"] == rate[row["system"], row["item"], "en"]
        assert row["target_rate"] == rate[row["system"], row["item"], row["target"]]


def test_it_draws_says_its_truth_and_names_stay_text(made: Simulation) -> None:
    chart = made.plot()
    spec = chart.to_dict(validate=True)
    assert spec == truth_chart(made).to_dict()
    assert spec["config"]["font"] == theme.FONT
    assert spec["concat"][0]["title"]["subtitle"][0] == "HAT 0.70"
    svg = chart_bytes(chart, "svg").decode("utf-8")
    assert "<b>" not in svg
    assert "\u202e" not in svg


def test_many_points_are_thinned_and_said() -> None:
    spec = hatscore.simulate(items=MOST_POINTS, languages=["de", "sw"], attempts=1).plot().to_dict()
    cloud = spec["concat"][0]["layer"][0]["data"]["values"]
    assert len(cloud) == MOST_POINTS
    assert "1 in 2" in spec["title"]["subtitle"][0]
