"""Does every estimator equal the golden values, made independently of the package?

Needs ../shared beside the project; skipped where it is absent.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import hatscore
from hatscore.core import curve, earlier_measures, slopes
from hatscore.core.decomposition import decompose
from hatscore.core.floor import above_floor, powers_above_floor
from hatscore.core.pass_rates import pass_rate_powers

GOLDEN = Path(__file__).parents[3] / "shared" / "golden" / "estimators.json"
pytestmark = pytest.mark.skipif(not GOLDEN.exists(), reason="../shared/golden is not at hand")


def load() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(GOLDEN.read_text()) if GOLDEN.exists() else {}
    return data


CELLS = [
    pytest.param(case["items"], language, expected, id=f"{case['name']}-{language}")
    for case in load().get("estimators", [])
    for language, expected in case["expected"].items()
]


def arrays(items: list[dict[str, Any]], language: str) -> tuple[Any, Any, Any, Any]:
    k = np.array([sum(item["src"]) for item in items], float)
    n = np.array([len(item["src"]) for item in items], float)
    t = np.array([np.mean(item["tgt"][language]) for item in items])
    return k, n, k / n, t


def slope(items: list[dict[str, Any]], language: str, floor: float, *, correct: bool) -> float:
    k, n, s, t = arrays(items, language)
    s_above, t_above = above_floor(s, floor), above_floor(t, floor)
    squared = powers_above_floor(pass_rate_powers(k, n, highest=2), floor)[1]
    corrected = slopes.corrected_terms(s_above, squared, t_above)
    return float(slopes.ratio(corrected if correct else slopes.published_terms(s_above, t_above)))


@pytest.mark.parametrize(("items", "language", "expected"), CELLS)
def test_core(items: list[dict[str, Any]], language: str, expected: dict[str, Any]) -> None:
    k, n, s, t = arrays(items, language)
    present = np.ones(len(items), bool)
    moments = curve.item_moments(pass_rate_powers(k, n), t)
    fit = curve.coefficients(curve.Moments(*(m.mean() for m in moments)))
    got = {
        "source_accuracy": float(earlier_measures.accuracy(s, present)),
        "target_accuracy": float(earlier_measures.accuracy(t, present)),
        "xlt_gap": float(s.mean() - t.mean()),
        "transfer_score": float(earlier_measures.transfer_score(s, t)),
        "hat_published": slope(items, language, 0.0, correct=False),
        "hat_corrected": slope(items, language, 0.0, correct=True),
        "hat_published_floor_0_1": slope(items, language, 0.1, correct=False),
        "hat_corrected_floor_0_1": slope(items, language, 0.1, correct=True),
        "curve_a1": float(fit.a1),
        "curve_a2": float(fit.a2),
        "hat_curve": float(curve.hat(fit)),
    }
    assert got == pytest.approx({name: value["value"] for name, value in expected.items()}, abs=1e-9)


@pytest.mark.parametrize("case", load().get("estimators", []), ids=lambda case: case["name"])
def test_public_score(case: dict[str, Any]) -> None:
    """The whole way from a table; what the public function gives equals the golden value."""
    rows = [
        {"item": item["item"], "language": language, "attempt": a, "score": x}
        for item in case["items"]
        for language, scores in {"en": item["src"], **item["tgt"]}.items()
        for a, x in enumerate(scores)
    ]
    table = pl.DataFrame(rows).with_columns(system=pl.lit("A"), benchmark=pl.lit("b"))
    found = {row.target: row for row in hatscore.score(table, by="all")}
    names = {"hat": "hat_published", "hat_corrected": "hat_corrected", "hat_curve": "hat_curve"}
    golden = {**case["expected"], "pooled": case["expected_pooled"]}
    compared = 0
    for target, expected in golden.items():
        for ours, theirs in names.items():
            value = getattr(found[target], ours).value
            if theirs in expected and value is not None:
                assert value == pytest.approx(expected[theirs]["value"], abs=1e-9)
                compared += 1
        if "transfer_score" in expected:
            assert found[target].transfer_score == pytest.approx(
                expected["transfer_score"]["value"], abs=1e-9
            )
    # Six items bound neither the corrected slope nor the curve; the published slope they do.
    assert compared >= (2 if case["name"] == "hand_n4" else 4)


def test_macro_equals_pooled_on_a_complete_grid() -> None:
    case = load()["estimators"][1]
    rows = [
        {"item": item["item"], "language": language, "attempt": a, "score": x}
        for item in case["items"]
        for language, scores in {"en": item["src"], **item["tgt"]}.items()
        for a, x in enumerate(scores)
    ]
    table = pl.DataFrame(rows).with_columns(system=pl.lit("A"), benchmark=pl.lit("b"))
    found = {row.target: row for row in hatscore.score(table, by="all")}
    for name in ("hat", "hat_corrected", "hat_curve"):
        macro, pooled = (getattr(found[target], name).value for target in ("macro", "pooled"))
        assert macro == pytest.approx(pooled, abs=1e-12)


@pytest.mark.parametrize("case", load().get("decomposition", []), ids=lambda case: case["name"])
def test_decomposition(case: dict[str, Any]) -> None:
    language = case["language"]
    means = [arrays(case[side], language) for side in ("a", "b")]
    parts = decompose(
        source=(means[0][2].mean(), means[1][2].mean()),
        target=(means[0][3].mean(), means[1][3].mean()),
        slope=(
            slope(case["a"], language, 0.0, correct=True),
            slope(case["b"], language, 0.0, correct=True),
        ),
    )
    expected = {name: value["value"] for name, value in case["expected"].items()}
    assert {name: float(value) for name, value in parts._asdict().items()} == pytest.approx(
        expected, abs=1e-9
    )


@pytest.mark.parametrize("case", load().get("decomposition", []), ids=lambda case: case["name"])
def test_public_decomposition(case: dict[str, Any]) -> None:
    """The whole way from a table."""
    rows = [
        {"system": name, "item": item["item"], "language": language, "attempt": a, "score": x}
        for name, side in (("A", "a"), ("B", "b"))
        for item in case[side]
        for language, scores in {"en": item["src"], **item["tgt"]}.items()
        for a, x in enumerate(scores)
    ]
    table = pl.DataFrame(rows).with_columns(benchmark=pl.lit("b"))
    (step,) = hatscore.decompose(table, systems=["A", "B"])
    for part, expected in case["expected"].items():
        assert getattr(step, part).value == pytest.approx(expected["value"], abs=1e-9)
    assert step.source.interval is not None
