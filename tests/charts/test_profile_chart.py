from dataclasses import replace
from pathlib import Path

import pytest
from tests.simulated import SIMULATED

import hatscore
from hatscore.charts.profile import profile_chart, profile_data, profile_rows
from hatscore.results.estimates import Estimate
from hatscore.results.profile import Profile


def line(profile: Profile, name: str) -> list[tuple[float, float]]:
    rows = profile_data(profile)["lines"]
    return [(row["source"], row["target"]) for row in rows if row["line"] == name]


def test_bins_are_those_of_the_result(swahili: Profile) -> None:
    rows = profile_data(swahili)["bins"]
    filled = [b for b in swahili.bins if b.pairs]
    assert len(rows) == len(filled)
    for row, b in zip(rows, filled, strict=True):
        assert b.interval is not None
        assert (row["source_rate"], row["target_rate"]) == (b.source_rate, b.target_rate)
        assert (row["rate_low"], row["rate_high"]) == (b.interval.low, b.interval.high)
        assert (row["pairs"], row["attempts"]) == (b.pairs, b.attempts)


def test_lines_follow_the_coefficients(swahili: Profile) -> None:
    assert swahili.slope is not None
    assert swahili.curve is not None
    a1, a2 = swahili.curve
    assert line(swahili, "perfect transfer") == [(0, 0), (1, 1)]
    assert line(swahili, "corrected line") == [(0, 0), (1, swahili.slope)]
    points = line(swahili, "fitted curve")
    assert points[0] == (0, 0)
    assert points[-1][0] == 1
    for source, target in points:
        assert target == pytest.approx(a1 * source + a2 * source**2, abs=1e-12)


def test_a_floor_moves_the_lines_to_where_guessing_is() -> None:
    profile = hatscore.profile(SIMULATED, system="demo-large", floor=0.2)
    assert profile.slope is not None
    start, end = line(profile, "corrected line")
    assert start == (0.2, 0.2)
    assert end == pytest.approx((1.0, 0.2 + 0.8 * profile.slope))


def test_floors_by_item_leave_the_lines_out(swahili: Profile) -> None:
    profile = replace(swahili, floor=None)
    assert {row["line"] for row in profile_data(profile)["lines"]} == {"perfect transfer"}
    assert "not drawn" in str(profile_chart(profile).to_dict()["title"]["subtitle"])


def test_spec_is_valid_square_and_from_0_to_1(swahili: Profile) -> None:
    spec = profile_chart(swahili).to_dict(validate=True)
    assert spec["width"] == spec["height"]
    for layer in spec["layer"]:
        assert layer["encoding"]["x"]["scale"]["domain"] == [0, 1]
        assert layer["encoding"]["y"]["scale"]["domain"] == [0, 1]
    assert spec["title"]["text"] == ["demo-large | simulated | sw"]
    assert spec["title"]["subtitle"][0] == f"HAT corrected {swahili.score.hat_corrected}"
    assert swahili.score.signature in spec["description"]


def test_without_estimates_the_reason_is_given(swahili: Profile) -> None:
    reason = "it needs at least 2 source attempts per item"
    score = replace(swahili.score, hat_corrected=Estimate(None, None, reason))
    profile = replace(swahili, score=score, slope=None, curve=None)
    assert {row["line"] for row in profile_data(profile)["lines"]} == {"perfect transfer"}
    subtitle = " ".join(profile_chart(profile).to_dict(validate=True)["title"]["subtitle"])
    assert subtitle.startswith(f"HAT corrected n.e.: {reason}.")


def test_fractional_scores_have_no_bars(swahili: Profile) -> None:
    bins = tuple(replace(b, interval=None) for b in swahili.bins)
    profile = replace(swahili, bins=bins)
    assert all(row["rate_low"] is None for row in profile_data(profile)["bins"])
    spec = profile_chart(profile).to_dict(validate=True)
    assert spec["layer"][0]["encoding"]["y"]["axis"]["title"] == "Target pass rate"


def test_no_filled_bin_draws_the_lines_alone(swahili: Profile) -> None:
    spec = profile_chart(replace(swahili, bins=(), cloud=())).to_dict(validate=True)
    assert len(spec["layer"]) == 1


def test_the_cloud_is_every_pair(swahili: Profile) -> None:
    cloud = profile_data(swahili)["cloud"]
    assert sum(point["pairs"] for point in cloud) == sum(b.pairs for b in swahili.bins)
    assert [(p.source_rate, p.target_rate, p.pairs) for p in swahili.cloud] == [
        tuple(point.values()) for point in cloud
    ]
    for b in swahili.bins:
        inside = [p for p in swahili.cloud if b.low <= p.source_rate + 1e-9 and p.source_rate + 1e-9 < b.high]
        if b.pairs and b.high < 1:
            mean = sum(p.target_rate * p.pairs for p in inside) / b.pairs
            assert mean == pytest.approx(b.target_rate)


def test_the_cloud_lies_behind(swahili: Profile) -> None:
    first, *others = profile_chart(swahili).to_dict()["layer"]
    assert first["mark"]["type"] == "circle"
    assert all(layer["mark"]["type"] != "circle" for layer in others)


def test_profile_rows_name_their_part(swahili: Profile) -> None:
    parts = profile_data(swahili)
    rows = profile_rows(swahili)
    assert {part: sum(row["part"] == part for row in rows) for part in parts} == {
        part: len(own) for part, own in parts.items()
    }


def test_png_and_svg(swahili: Profile, tmp_path: Path) -> None:
    chart = profile_chart(swahili)
    chart.save(tmp_path / "profile.png")
    assert (tmp_path / "profile.png").read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
    chart.save(tmp_path / "profile.svg")
    svg = (tmp_path / "profile.svg").read_text(encoding="utf-8")
    for text in ["demo-large | simulated | sw", "perfect transfer", "corrected line", "Source pass rate"]:
        assert text in svg


def test_plot_of_profile_draws_it(swahili: Profile) -> None:
    assert swahili.plot().to_dict() == profile_chart(swahili).to_dict()
