"""Do readings agree with the hand labels as often as is claimed?

Needs ../shared beside the project; skipped where it is absent.
"""

import json
from collections import defaultdict
from typing import Any

import pytest
from tests.shared_checks.check_agreement import LABELS, read

from hatscore.answers.grading import Kind

pytestmark = pytest.mark.skipif(not LABELS.exists(), reason="../shared/data is not at hand")


def labelled(benchmark: str) -> list[dict[str, Any]]:
    rows = [json.loads(line) for line in LABELS.read_text(encoding="utf-8").splitlines()]
    return [row for row in rows if row["benchmark"] == benchmark]


@pytest.mark.parametrize(
    ("benchmark", "kind", "stratum", "least"),
    [
        ("mgsm", "number", "random", 0.99),
        ("mgsm", "number", None, 0.98),
        ("global_mmlu", "letter", None, 0.97),
    ],
)
def test_agreement(benchmark: str, kind: Kind, stratum: str | None, least: float) -> None:
    rows = [row for row in labelled(benchmark) if stratum in (None, row["stratum"])]
    assert sum(read(row, kind, "hatscore") == row["outcome"] for row in rows) / len(rows) >= least


@pytest.mark.parametrize(("benchmark", "kind"), [("mgsm", "number"), ("global_mmlu", "letter")])
def test_no_wrong_answer_is_scored_right(benchmark: str, kind: Kind) -> None:
    rows = [row for row in labelled(benchmark) if row["outcome"] != "right"]
    assert sum(read(row, kind, "hatscore") == "right" for row in rows) <= 1


def test_numbers_are_read_as_well_in_every_language_as_in_english() -> None:
    agree: dict[str, list[bool]] = defaultdict(list)
    for row in labelled("mgsm"):
        agree[row["language"]].append(read(row, "number", "hatscore") == row["outcome"])
    shares = {language: sum(found) / len(found) for language, found in agree.items()}
    assert min(shares.values()) >= shares["en"] - 0.03
