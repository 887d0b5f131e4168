"""Does the page hold what the results hold, stay text, and make sense for any study?"""

import html
import re
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from tests.scoring.studies import study
from tests.simulated import SIMULATED

import hatscore
from hatscore import InputError, InvalidArgument, NotEstimable
from hatscore.reports.packing import compress
from hatscore.results.report import Report

SECTIONS = [
    *("answer", "ranking", "gains", "profiles", "languages", "findings", "measures", "failures"),
    *("method", "limits"),
]
HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(2)>',
    "</script><script>alert(3)</script>",
    "x" * 300,
    "🦊 emoji & 'quotes' \"both\"",
    "\u202eright to left\u202c",
    "نموذج كبير",
    "{{ 7 * 7 }} ${7*7} {% raw %}",
]


def text_of(page: str) -> str:
    """The page without scripts, styles and tags."""
    body = re.sub(r"<(script|style)\b.*?</\1>", " ", page, flags=re.DOTALL)
    return html.unescape(re.sub(r"<[^>]+>", " ", body))


def test_sections_stand_in_order(page: Report) -> None:
    assert re.findall(r'<section id="(\w+)"', page.html) == SECTIONS
    links = re.findall(r'<a href="#(\w+)">', page.html)
    assert links == SECTIONS


def test_every_figure_is_that_of_the_results(page: Report) -> None:
    text = text_of(page.html)
    for row in page.scores:
        if row.target != "pooled":
            assert str(row.hat_corrected) in text
    assert page.study is not None
    for one in page.study:
        assert one.sentence in text
    for signature in page.study.signatures.values():
        assert signature in text
    best = max((r for r in page.scores if r.target == "macro"), key=lambda r: r.hat_corrected.value or 0)
    assert (
        f"{best.system} carries the largest share into its target languages: HAT {best.hat_corrected}" in text
    )


def test_the_answer_is_two_sentences(page: Report) -> None:
    (answer,) = re.findall(r'<p class="answer">(.*?)</p>', page.html, flags=re.DOTALL)
    assert "On simulated, demo-large-x carries the largest share" in answer
    assert re.search(
        r"Of \+\d+\.\d \[[\d., ]+\] points from demo-small to demo-large-x, \+\d+\.\d \[", answer
    )


def test_nothing_points_outside(page: Report) -> None:
    without_scripts = re.sub(r"<script\b.*?</script>", "", page.html, flags=re.DOTALL)
    assert not re.findall(r"""(?:src|href)\s*=\s*["'](?!#|data:)""", without_scripts)
    assert "@import" not in without_scripts
    assert "url(" not in without_scripts


def test_files_are_named_with_their_checksum(page: Report) -> None:
    import hashlib

    assert hashlib.sha256(SIMULATED.read_bytes()).hexdigest() in page.html
    assert str(SIMULATED.parent) not in page.html


def test_the_same_study_gives_the_same_page(page: Report) -> None:
    assert compress({"b": 1.5}) == compress({"b": 1.5})
    again = hatscore.report(SIMULATED, title="A simulated study")
    assert text_of(again.html) == text_of(page.html)


def hostile() -> pl.DataFrame:
    parts = [
        study(systems={name: 0.5 + 0.05 * place}, items=40, seed=place) for place, name in enumerate(HOSTILE)
    ]
    return pl.concat(parts).with_columns(benchmark=pl.lit('<b>bench</b> & "co"'))


@pytest.fixture(scope="module")
def hostile_page() -> Report:
    return hatscore.report(hostile(), title="</title><script>alert(4)</script>")


def test_hostile_names_stay_text(hostile_page: Report) -> None:
    page = hostile_page.html
    own = page.count("<script")
    assert own == 3
    assert "<img src=x" not in page
    assert "<b>bench" not in page
    assert "49" not in re.findall(r"<td[^>]*>(\{\{.*?)</td>", page)
    text = text_of(page)
    assert "<script>alert(1)</script>" in text
    assert "{{ 7 * 7 }} ${7*7} {% raw %}" in text


def test_a_tiny_study_has_a_sensible_page() -> None:
    page = hatscore.report(study(items=3, targets=("de",)))
    text = text_of(page.html)
    assert "FEW_ITEMS" in text
    assert "Not estimable" in text
    assert re.findall(r'<section id="(\w+)"', page.html) == SECTIONS


def test_one_attempt_has_a_sensible_page() -> None:
    text = text_of(
        hatscore.report(study(systems={"A": 0.9, "B": 0.5}, attempts=1), estimator="published").html
    )
    assert "On b, A carries the largest share" in text
    assert "SINGLE_ATTEMPT" in text


def test_an_empty_study_is_told() -> None:
    with pytest.raises(NotEstimable, match="nothing to score"):
        hatscore.report(study().filter(pl.col("language") == "en"))


def test_systems_of_the_gain_are_the_users(tmp_path: Path) -> None:
    page = hatscore.report(SIMULATED, systems=("demo-large", "demo-large-v2"))
    assert "points from demo-large to demo-large-v2" in text_of(page.html)
    with pytest.raises(InvalidArgument, match="two of demo-large"):
        hatscore.report(SIMULATED, systems=("demo-large", "nobody"))


def huge() -> pl.DataFrame:
    """60 systems in 29 languages, few items: what matters here is the number of cells."""
    rng = np.random.default_rng(1)
    languages = [
        "en",
        *[
            "af",
            "ar",
            "bn",
            "cs",
            "de",
            "es",
            "fr",
            "he",
            "hi",
            "hu",
            "id",
            "it",
            "ja",
            "ko",
            "mr",
            "ne",
            "pt",
            "ru",
            "sr",
            "sw",
            "te",
            "th",
            "uk",
            "ur",
            "vi",
            "wo",
            "yo",
            "zh",
            "zu",
        ],
    ]
    frames = []
    for system in range(60):
        source = rng.beta(1.0, 0.8, size=40)
        for language in languages:
            rate = source if language == "en" else source * rng.uniform(0.5, 1.0)
            right = rng.random((40, 4)) < rate[:, np.newaxis]
            item, attempt = np.indices(right.shape).reshape(2, -1)
            frames.append(
                pl.DataFrame(
                    {"item": item, "attempt": attempt, "score": right.ravel().astype(float)}
                ).with_columns(
                    system=pl.lit(f"system-{system:02d}"), language=pl.lit(language), benchmark=pl.lit("huge")
                )
            )
    return pl.concat(frames)


@pytest.fixture(scope="session")
def huge_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    start = time.perf_counter()
    page = hatscore.report(huge())
    assert time.perf_counter() - start < 60
    assert len(page.html.encode()) < 8 * 2**20
    return page.write(tmp_path_factory.mktemp("huge") / "huge.html")


def test_a_huge_study_is_built_in_time_and_drawn(huge_file: Path, opened: object) -> None:
    seen = opened(huge_file)  # type: ignore[operator]
    seen.draw_all()
    assert seen.messages == []
    # Scrolling from top to bottom keeps the frames coming.
    longest = seen.page.evaluate(
        """async () => {
            let longest = 0, last = performance.now();
            for (let top = 0; top < document.body.scrollHeight; top += 700) {
                window.scrollTo({ top, behavior: "instant" });
                await new Promise(requestAnimationFrame);
                const now = performance.now();
                longest = Math.max(longest, now - last);
                last = now;
            }
            return longest;
        }"""
    )
    assert longest < 1000


def test_saved_results_make_a_page(tmp_path: Path) -> None:
    from hatscore.api.reporting import report_saved
    from hatscore.results.saved import load_scores, load_study

    scores, found = hatscore.score(SIMULATED, by="all"), hatscore.study(SIMULATED)
    scores.to_json(tmp_path / "scores.json")
    found.to_json(tmp_path / "findings.json")
    assert [row.to_dict() for row in load_scores(tmp_path / "scores.json")] == [
        row.to_dict() for row in scores
    ]
    assert load_study(tmp_path / "findings.json").to_dict() == found.to_dict()
    page = report_saved([tmp_path / "scores.json", tmp_path / "findings.json"])
    text = text_of(page.html)
    assert "On simulated, demo-large-x has HAT 0.90" in text
    assert found.find("coupling").sentence in text
    assert "need the attempts" in text
    with pytest.raises(InputError, match="none of these files holds"):
        report_saved([tmp_path / "findings.json"])


def test_repr_is_three_lines(page: Report) -> None:
    assert len(repr(page).splitlines()) == 3
    assert replace(page, html="x") != page
