from pathlib import Path
from typing import Any

import pytest

from hatscore.charts.forest import forest, forest_data
from hatscore.charts.forest_layout import place, span
from hatscore.errors import NotEstimable
from hatscore.options import Estimator
from hatscore.results.scores import Scores


@pytest.mark.parametrize("estimator", ["published", "corrected", "curve"])
def test_data_are_the_numbers_of_the_result(by_language: Scores, estimator: Estimator) -> None:
    scores = Scores(by_language.rows, estimator)
    rows = forest_data(scores)
    assert len(rows) == len(scores) == 40
    assert any(row["low"] is not None for row in rows)
    for row, score in zip(rows, scores, strict=True):
        headline = score.headline(estimator)
        interval = headline.interval
        ends = (None, None) if interval is None else (interval.low, interval.high)
        assert (row["value"], row["low"], row["high"]) == (headline.value, *ends)
        assert (row["system"], row["benchmark"], row["target"]) == (
            score.system,
            score.benchmark,
            score.target,
        )
        assert (row["target_accuracy"], row["source_accuracy"], row["n_items"]) == (
            score.target_accuracy,
            score.source_accuracy,
            score.n_items,
        )
        assert row["estimate"] == ("not estimable" if headline.value is None else str(headline))
        assert (row["hat"], row["hat_corrected"], row["hat_curve"]) == (
            str(score.hat),
            str(score.hat_corrected),
            str(score.hat_curve),
        )
        assert row["flags"] == (", ".join(flag.code for flag in score.flags) or "none")
        assert row["signature"] == score.signature


def test_labels_keep_the_order_of_the_result(by_language: Scores) -> None:
    rows = forest_data(by_language)
    assert [row["order"] for row in rows] == list(range(40))
    assert rows[0]["label"] == "demo-large | bn"
    assert rows[-1]["label"] == "demo-small | zh"


def test_row_without_estimate_says_so(odd: Scores) -> None:
    row = forest_data(odd)[0]
    assert (row["value"], row["low"], row["high"]) == (None, None, None)
    assert row["estimate"] == "not estimable"
    assert row["reason"].startswith("not estimable from these items")


def test_flagged_rows_carry_a_star(macro: Scores) -> None:
    for row, score in zip(forest_data(macro), macro, strict=True):
        assert row["shown"].endswith(" *") == bool(score.flags)
    assert "ATTEMPT_NOISE" in str(forest(macro).to_dict()["title"]["subtitle"])


def test_spec_is_valid_and_marks_perfect_transfer(macro: Scores) -> None:
    spec = forest(macro).to_dict(validate=True)
    rules = [layer for layer in spec["layer"] if layer["encoding"].get("x", {}).get("datum") == 1.0]
    assert len(rules) == 1
    assert rules[0]["mark"]["strokeDash"]
    assert spec["title"]["text"] == "HAT on simulated"


def test_several_benchmarks_become_facets(odd: Scores, macro: Scores) -> None:
    spec = forest(odd).to_dict(validate=True)
    assert spec["facet"]["row"]["sort"] == ["first", "second"]
    assert "facet" not in forest(macro).to_dict()


def test_tooltip_has_every_figure(macro: Scores) -> None:
    spec = forest(macro).to_dict()
    shown = {field["field"] for field in spec["layer"][-1]["encoding"]["tooltip"]}
    wanted = {"estimate", "hat", "hat_corrected", "hat_curve", "target_accuracy", "source_accuracy", "flags"}
    assert wanted <= shown
    assert shown <= set(forest_data(macro)[0])


def test_axis_names_estimator_and_level(macro: Scores, odd: Scores) -> None:
    def title(scores: Scores) -> str:
        found: str = forest(scores).to_dict()["layer"][2]["encoding"]["x"]["axis"]["title"]
        return found

    assert title(macro) == "HAT corrected, with 95 % interval"
    assert title(Scores(macro.rows, "published")) == "HAT as published, with 95 % interval"
    assert title(Scores(odd.rows[:1])) == "HAT corrected"


def test_systems_are_coloured_and_parted_only_where_they_have_several_rows(
    by_language: Scores, macro: Scores
) -> None:
    def parted(scores: Scores) -> int:
        values = forest(scores).to_dict()["data"]["values"]
        return sum(row["starts_system"] for row in values)

    assert (parted(by_language), parted(macro)) == (3, 0)
    assert "field" in forest(by_language).to_dict()["layer"][2]["encoding"]["color"]
    assert "field" not in forest(macro).to_dict()["layer"][2]["encoding"]["color"]


def test_wide_intervals_are_cut_with_an_arrow() -> None:
    rows: list[dict[str, Any]] = [
        {"benchmark": "b", "system": "s", "value": 0.9, "low": -3.0, "high": 9.0},
        {"benchmark": "b", "system": "t", "value": None, "low": None, "high": None},
    ]
    ends = span(rows)
    assert ends == (-0.5, 2.0)
    first, second = place(rows, ends)
    assert (first["bar_low"], first["bar_high"]) == ends
    assert (first["goes_on_left"], first["goes_on_right"]) == ends
    assert (first["low"], first["high"]) == (-3.0, 9.0)
    assert second["bar_low"] is second["goes_on_left"] is None


@pytest.mark.parametrize("value", [-4.0, 0.5, 7.0])
def test_every_estimate_lies_within_the_axis(value: float) -> None:
    left, right = span([{"value": value, "low": value - 5, "high": value + 5}])
    assert left <= min(0, value)
    assert right >= max(1, value)


def test_nothing_to_draw() -> None:
    with pytest.raises(NotEstimable, match="no rows"):
        forest(Scores(()))


def test_png_and_svg(odd: Scores, tmp_path: Path) -> None:
    chart = forest(odd)
    chart.save(tmp_path / "forest.png")
    assert (tmp_path / "forest.png").read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
    chart.save(tmp_path / "forest.svg")
    svg = (tmp_path / "forest.svg").read_text(encoding="utf-8")
    # Labels are whole, in every script: the language at their end is never cut off.
    for text in ["not estimable", "0.80 [no interval]", *(row["label"] for row in forest_data(odd))]:
        assert text in svg


def test_plot_of_scores_draws_it(macro: Scores) -> None:
    assert macro.plot().to_dict()["title"]["text"] == "HAT on simulated"
