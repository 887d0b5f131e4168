"""Do results keep their contract: verbs, schema, rounding, wording?"""

import json
import re
from importlib.resources import files
from pathlib import Path

import jsonschema
import polars as pl
import pytest
from tests.scoring.studies import study
from tests.simulated import SIMULATED

import hatscore
from hatscore import Estimate, Interval, Scores
from hatscore.flags import ADVICE

SAVED = sorted((Path(__file__).parent / "saved").glob("*.json"))
BANNED = re.compile(r"\b(equals?|no difference|significant(ly)?|same score)\b", re.IGNORECASE)


@pytest.fixture(scope="module")
def scores() -> Scores:
    return hatscore.score(study(systems={"A": 0.8, "B": 0.6}, attempts=1), by="all")


def schema() -> dict[str, object]:
    text = files("hatscore").joinpath("schemas/scores-1.json").read_text(encoding="utf-8")
    loaded: dict[str, object] = json.loads(text)
    return loaded


def test_json_keeps_the_schema(scores: Scores, tmp_path: Path) -> None:
    text = scores.to_json(tmp_path / "s.json")
    assert (tmp_path / "s.json").read_text() == text
    jsonschema.validate(json.loads(text), schema())
    row = json.loads(text)["rows"][0]
    assert row["hat_corrected"] is None
    assert row["hat_corrected_low"] is None
    assert "2 source attempts" in row["reasons"]["hat_corrected"]
    assert row["hat"] is not None


@pytest.mark.parametrize("path", SAVED, ids=lambda path: path.name)
def test_results_saved_under_earlier_schemas_still_fit(path: Path) -> None:
    jsonschema.validate(json.loads(path.read_text()), schema())


def test_there_are_saved_results() -> None:
    assert SAVED


def test_the_frame_holds_full_precision(scores: Scores) -> None:
    frame = scores.to_frame()
    assert isinstance(frame, pl.DataFrame)
    assert frame["hat"].to_list() == [row.hat.value for row in scores]
    assert frame["flags"].dtype == pl.String


@pytest.mark.parametrize("by", ["macro", "all"])
def test_repr_is_three_to_eight_plain_lines(by: str) -> None:
    lines = repr(hatscore.score(SIMULATED, by=by)).split("\n")  # type: ignore[arg-type]
    assert 3 <= len(lines) <= 8
    profile = repr(hatscore.profile(SIMULATED, system="demo-small")).split("\n")
    assert 3 <= len(profile) <= 8


def test_explain_names_every_flag_with_advice(scores: Scores) -> None:
    text = scores.explain()
    for flag in scores.flags():
        assert flag.sentence in text
        assert flag.advice in text
    assert all(row.signature in text for row in scores)
    assert "not estimable" in text


def test_wording_claims_nothing_that_the_data_do_not_show(scores: Scores) -> None:
    sources = [path.read_text() for path in Path(hatscore.__file__).parent.rglob("*.py")]
    printed = [scores.explain(), *ADVICE.values()]
    for text in printed:
        found = BANNED.search(text.replace("HAT equals the Transfer Score", ""))
        assert found is None, found
    assert not [s for s in sources if "statistically significant" in s]


@pytest.mark.parametrize(
    ("low", "high", "shown"),
    [
        (0.771, 0.885, "0.83 [0.77, 0.89]"),
        (0.8201, 0.8299, "0.825 [0.820, 0.830]"),
        (-1.2, 3.4, "0.8 [-1.2, 3.4]"),
    ],
)
def test_rounding_follows_the_width(low: float, high: float, shown: str) -> None:
    value = {"0.8": 0.8}.get(shown.split(maxsplit=1)[0], (low + high) / 2)
    assert str(Estimate(value, Interval(low, high, 0.95, "fieller"))) == shown


def test_not_estimable_is_never_printed_as_a_number() -> None:
    assert str(Estimate(None, reason="x")) == "n.e."
    assert str(Estimate(1.0, reason="no interval")) == "1.00 [no interval]"


def test_profile_bins_hold_all_pairs_and_exact_intervals() -> None:
    profile = hatscore.profile(SIMULATED, system="demo-large", target="sw", bins=4)
    assert sum(b.pairs for b in profile.bins) == profile.score.n_items == 40
    for b in profile.bins:
        assert b.interval is not None
        assert b.target_rate is not None
        assert b.interval.low < b.target_rate < b.interval.high
    assert profile.to_frame().height == 4
    assert json.loads(profile.to_json())["slope"] == profile.slope
    assert "0." in profile.explain()


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ({}, "several systems"),
        ({"system": "nobody"}, "no system 'nobody'"),
        ({"system": "demo-small", "target": "xx"}, "no target 'xx'"),
        ({"system": "demo-small", "bins": 0}, "bins"),
    ],
)
def test_profile_says_what_cannot_be_chosen(choice: dict[str, object], message: str) -> None:
    with pytest.raises(hatscore.InvalidArgument, match=message):
        hatscore.profile(SIMULATED, **choice)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "option",
    [
        {"by": "languages"},
        {"floor": 1.0},
        {"floor": "chance"},
        {"level": 95},
        {"level": "0.9"},
        {"source": ""},
        {"draws": 1000.5},
        {"rng": -1},
        {"estimator": "best"},
        {"missing": "ignore"},
        {"draws": 5},
        {"nonsense": 1},
    ],
)
def test_bad_options_name_what_is_allowed(option: dict[str, object]) -> None:
    with pytest.raises(hatscore.InvalidArgument) as caught:
        hatscore.score(SIMULATED, **option)  # type: ignore[arg-type]
    assert isinstance(caught.value, ValueError)
    assert next(iter(option)) in str(caught.value)
