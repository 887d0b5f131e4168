"""Do verdicts, exit code, page and files follow from the claims, whoever computes them?"""

import json
import re
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import jsonschema
import polars as pl
import pytest
from click.testing import CliRunner, Result
from tests.report.test_page import text_of

import hatscore as library
from hatscore.api.validating import claim_list, write_validation
from hatscore.charts import claims as charts
from hatscore.charts.claims import claim_chart, claim_data
from hatscore.charts.files import chart_bytes
from hatscore.cli.main import group
from hatscore.errors import InvalidArgument, NotEstimable
from hatscore.reports.claims import render_validation
from hatscore.results.validation import Claim, Validation
from hatscore.validation import suite
from hatscore.validation.effort import Effort
from hatscore.validation.source_mix import better_profile

QUICK = ("better_profile", "guessing")


@pytest.fixture(scope="module")
def found() -> Validation:
    return library.validate(only=QUICK)


def hatscore(*arguments: object) -> Result:
    return CliRunner().invoke(group, ["validate", *map(str, arguments)])


def broken(effort: Effort) -> Claim:
    """A claim that does not hold."""
    claim = better_profile(effort)
    return replace(claim, verdict="fails", found="It was </script><b>otherwise</b>.")


def test_every_claim_can_be_listed_and_has_a_chart() -> None:
    assert list(claim_list()) == list(suite.CLAIMS)
    assert all(text.endswith(".") for text in claim_list().values())
    assert set(charts.CLAIMS) == set(suite.CLAIMS)
    assert set(suite.SLOWEST) <= set(suite.CLAIMS)


def test_the_same_seed_gives_the_same_figures_whatever_else_is_tried(found: Validation) -> None:
    alone = library.validate(only=["guessing"])
    assert alone.find("guessing") == found.find("guessing")
    other = library.validate(only=["guessing"], rng=1)
    assert other.find("guessing").data != found.find("guessing").data
    assert other.seed == 1


def test_several_processes_give_the_same_figures_in_the_same_order(found: Validation) -> None:
    told: list[str] = []
    both = library.validate(only=QUICK[::-1], workers=2, progress=told.append)
    assert both == found
    assert sorted(told) == sorted(QUICK)


def test_json_keeps_the_schema_and_files_hold_every_figure(found: Validation, tmp_path: Path) -> None:
    written = write_validation(found, tmp_path / "out")
    assert [path.name for path in written] == [
        *("page.html", "validation.json", "better_profile.csv", "guessing.csv")
    ]
    data = json.loads(written[1].read_text())
    schema = json.loads(files("hatscore").joinpath("schemas/validation-1.json").read_text(encoding="utf-8"))
    jsonschema.validate(data, schema)
    assert data["claims"][1]["data"] == list(found.find("guessing").data)
    table = pl.read_csv(written[3])
    assert table["value"].to_list() == [row["value"] for row in found.find("guessing").data]


def test_the_page_says_what_the_claims_say(found: Validation) -> None:
    page = render_validation(found)
    text = text_of(page)
    assert "2 of 2 claims hold" in text
    for claim in found.claims:
        for part in (claim.title, claim.sentence, claim.found, f"--only {claim.id} --seed {found.seed}"):
            assert part in text
    assert re.findall(r'<section id="(\w+)"', page) == ["answer", "paper", "ours", "method"]
    assert not re.findall(
        r"""(?:src|href)\s*=\s*["'](?!#|data:)""", re.sub(r"<script\b.*?</script>", "", page, flags=re.DOTALL)
    )


def test_a_claim_that_fails_makes_the_exit_code_5(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert hatscore("--only", "better_profile").exit_code == 0
    monkeypatch.setitem(suite.CLAIMS, "better_profile", broken)
    run = hatscore("--only", "better_profile", "-o", tmp_path / "v")
    assert run.exit_code == 5
    assert "failed: better_profile" in run.output
    page = (tmp_path / "v" / "page.html").read_text(encoding="utf-8")
    assert "these fail: Better or worse transfer at a better source" in page
    assert "<b>otherwise" not in page
    assert json.loads((tmp_path / "v" / "validation.json").read_text())["claims"][0]["verdict"] == "fails"


def test_the_command_prints_verdicts_and_a_list(found: Validation) -> None:
    run = hatscore("--only", "guessing", "--workers", "1")
    assert run.exit_code == 0
    assert "guessing" in run.output
    assert "none fails." in run.output
    listed = hatscore("--list")
    assert all(id in listed.output for id in suite.CLAIMS)
    assert found.holds


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ({"only": ["nothing"]}, "no claim 'nothing'; there are same_profile"),
        ({"rng": -1}, "whole number from 0"),
        ({"workers": 0}, "workers must be a whole number from 1"),
    ],
)
def test_what_cannot_be_tried_is_said(choice: dict[str, object], message: str) -> None:
    with pytest.raises(InvalidArgument, match=message):
        library.validate(**choice)  # type: ignore[arg-type]


def test_a_validation_has_the_verbs_of_every_result(found: Validation) -> None:
    assert found.to_frame()["id"].to_list() == list(QUICK)
    assert "holds" in found.explain()
    assert repr(found).startswith("Validation (quick, seed 20260621): 2 claims, none fails")
    assert chart_bytes(found.plot("guessing"), "png", scale=1).startswith(b"\x89PNG")


def test_charts_show_the_figures_of_their_claims(found: Validation) -> None:
    rows = claim_data(found.find("guessing"))
    corrected = [row for row in found.find("guessing").data if row["measure"] == "HAT corrected"]
    assert [row["value"] for row in rows] == [row["value"] for row in corrected if row["value"] is not None]
    assert claim_chart(found.find("guessing")).to_dict(validate=True)["description"]
    with pytest.raises(NotEstimable, match="nothing to draw"):
        claim_chart(replace(found.claims[0], id="unknown"))
