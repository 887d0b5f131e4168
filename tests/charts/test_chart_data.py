"""Are the numbers of the charts of scores and studies those of the results?"""

from dataclasses import replace

import pytest
from tests.charts.worlds import attempts, results

import hatscore
from hatscore.charts import theme
from hatscore.charts.confound import confound_data
from hatscore.charts.failures import failures, failures_data
from hatscore.charts.files import chart_bytes
from hatscore.charts.heatmap import heatmap, heatmap_data
from hatscore.charts.point_labels import Box, label_places
from hatscore.charts.ranking import ranking, ranking_data
from hatscore.charts.registry import Results
from hatscore.charts.release_dates import time_data
from hatscore.charts.script_contrast import script_data
from hatscore.charts.size import size_data
from hatscore.charts.thinking import thinking_data
from hatscore.charts.thinking_length import thinking_tokens_data
from hatscore.errors import NotEstimable
from hatscore.names import readable
from hatscore.results.estimates import Estimate

NAMES = [f"m{n}" for n in range(8)]


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Results:
    return results(attempts(NAMES), tmp_path_factory.mktemp("study"))


def test_ranking_goes_from_high_to_low_with_the_chance_of_rank_1(found: Results) -> None:
    rows = ranking_data(found["scores"], found["comparison"])
    values = [row["value"] for row in rows]
    assert values == sorted(values, reverse=True)
    (order,) = found["comparison"].rankings
    chances = dict(zip(order.systems, order.probabilities, strict=True))
    by_name = {row.system: row.hat_corrected for row in found["scores"] if row.target == "macro"}
    for row in rows:
        estimate = by_name[row["system"]]
        assert (row["value"], row["low"]) == (estimate.value, estimate.interval.low)
        assert row["p_first"] == chances[row["system"]][0]
    assert all(row["p_first"] is None for row in ranking_data(found["scores"]))


def test_ranking_says_what_is_not_estimable_last(found: Results) -> None:
    macro = [row for row in found["scores"] if row.target == "macro"]
    unknown = replace(macro[0], hat_corrected=Estimate(None, None, "because"))
    rows = ranking_data(hatscore.Scores((unknown, *macro[1:])))
    assert (rows[-1]["system"], rows[-1]["value"], rows[-1]["shown"][:13]) == ("m0", None, "not estimable")
    with pytest.raises(NotEstimable, match="by='macro'"):
        ranking(hatscore.Scores(tuple(row for row in found["scores"] if row.target == "de")))


def test_heatmap_writes_every_cell_and_marks_what_is_not_estimable(found: Results) -> None:
    cells = [row for row in found["scores"] if row.target not in ("macro", "pooled")]
    assert [(row["system"], row["target"], row["value"]) for row in heatmap_data(found["scores"])] == [
        (row.system, row.target, row.hat_corrected.value) for row in cells
    ]
    unknown = replace(cells[0], hat_corrected=Estimate(None, None, "because"))
    chart = heatmap(hatscore.Scores((unknown, *cells[1:])))
    assert "n.e. and hatched" in str(chart.to_dict()["title"]["subtitle"])
    svg = chart_bytes(chart, "svg").decode("utf-8")
    assert svg.count(">n.e.</text>") == 2, "once, and once white behind it"
    assert ">0.00</text>" not in svg


def test_failures_are_counted_per_language_sources_too(found: Results) -> None:
    table = attempts(NAMES)
    rows = failures_data(found["scores"])
    assert len(rows) == 8 * 4
    for row in rows:
        own = table.filter((table["system"] == row["system"]) & (table["language"] == row["language"]))
        assert row["attempts"] == own.height
        assert row["unparsed"] == (own["outcome"] == "unparsed").sum()
        assert row["share"] == pytest.approx(row["unparsed"] / own.height)
    assert "failures" not in found["scores"].to_dict()


def test_languages_keep_their_order_where_some_have_no_failure(found: Results) -> None:
    spec = str(failures(found["scores"]).to_dict())
    assert spec.count("'sort': ['de', 'en', 'sw', 'th']") == 2 * 8


def test_nothing_failed_is_said_not_drawn(found: Results) -> None:
    scores = found["scores"]
    whole = tuple(replace(one, unparsed=0) for one in scores.failures)
    with pytest.raises(NotEstimable, match="every attempt has an answer"):
        failures(replace(scores, failures=whole))
    with pytest.raises(NotEstimable, match="do not hold"):
        failures(hatscore.Scores(scores.rows))


def test_charts_of_a_study_hold_its_tables(found: Results) -> None:
    study: hatscore.Study = found["study"]
    coupling = study.find("coupling")
    for row, one in zip(confound_data(study), coupling.tables["systems"], strict=True):
        assert one.items() <= row.items()
        assert row["r_squared_hat"] == coupling.estimates["r_squared_hat"].value
    tables = (
        (size_data, "size_trend", "systems"),
        (time_data, "time_trend", "systems"),
        (thinking_data, "thinking_effect", "pairs"),
    )
    for data, id, table in tables:
        rows = data(study)
        assert rows
        for row, one in zip(rows, study.find(id).tables[table], strict=True):
            assert one.items() <= row.items()
    assert {row["group"] for row in time_data(study)} == {"family 0", "family 1", "family 2"}
    ratios = [row for row in thinking_tokens_data(study) if row["system"] is not None]
    assert [row["value"] for row in ratios] == [
        row["length_ratio"] for row in study.find("thinking_tokens").tables["languages"]
    ]
    assert {row["part"] for row in script_data(study)} == {"systems", "languages"}


def test_names_of_points_cover_no_point_and_no_name() -> None:
    points = [(10.0 * n, 100 + 7.0 * (n % 3)) for n in range(1, 30)]
    names = [f"name {n}" for n in range(1, 30)]
    places = label_places(points, names, (330, 300))
    boxes = [
        Box(place[0], place[1] - 6.5, place[0] + 6.6 * theme.width(name), place[1] + 6.5)
        for place, name in zip(places, names, strict=True)
        if place
    ]
    assert 0 < len(boxes) < 29
    for index, box in enumerate(boxes):
        assert not any(box.meets(other) for other in boxes[index + 1 :])
        assert not any(box.left < x < box.right and box.top < y < box.bottom for x, y in points)


@pytest.mark.parametrize("name", ["x" * 45, "模" * 23, "a\u202eb", "a\nb", "a\x00b", "\u2066a"])
def test_names_are_short_and_hide_nothing(name: str) -> None:
    shown = theme.isolated(name)
    assert theme.width(shown) <= theme.LONGEST
    assert shown.isprintable()


def test_long_names_with_the_same_ends_stay_apart() -> None:
    names = ["x" * 100 + letter + "x" * 100 for letter in "abc"]
    assert len({theme.isolated(name) for name in names}) == 3
    assert readable(names[0]) == names[0]
