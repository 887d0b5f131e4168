"""Does the page work in a real browser, with the network off, for everybody?"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.charts.worlds import attempts, systems_file
from tests.report.conftest import Seen
from tests.report.test_page import hostile

import hatscore

Look = Callable[..., Seen]


@pytest.fixture(scope="module")
def hostile_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    page = hatscore.report(hostile(), title="</title><script>alert(4)</script>")
    return page.write(tmp_path_factory.mktemp("hostile") / "hostile.html")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_it_opens_and_asks_for_nothing(page_file: Path, opened: Look, scheme: str, width: int) -> None:
    seen = opened(page_file, width=width, scheme=scheme)
    seen.draw_all()
    assert seen.requests == [page_file.as_uri()]
    assert seen.messages == []
    # Wide charts and tables scroll inside their boxes, not the page.
    assert seen.page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.fixture(scope="module")
def rich_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study in which every analysis finds what it needs, so that every chart is drawn."""
    folder = tmp_path_factory.mktemp("rich")
    names = [f"system {place}" for place in range(12)]
    page = hatscore.report(attempts(names), systems_file=systems_file(names, folder / "systems.toml"))
    return page.write(folder / "rich.html")


def test_every_chart_is_drawn_without_a_word(rich_file: Path, opened: Look) -> None:
    seen = opened(rich_file)
    seen.draw_all()
    assert seen.messages == []
    assert seen.page.locator(".card .drawing svg").count() >= 5


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_serious_accessibility_fault(page_file: Path, opened: Look, scheme: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    seen = opened(page_file, scheme=scheme)
    seen.draw_all()
    found = Axe().run(seen.page).response["violations"]
    serious = [
        (one["id"], [n["html"][:120] for n in one["nodes"]][:3])
        for one in found
        if one["impact"] in ("serious", "critical")
    ]
    assert serious == []


def column(page: Any, table: str, at: int) -> list[str]:
    found: list[str] = page.eval_on_selector_all(
        f"#{table} tbody tr:not([hidden])", f"rows => rows.map(row => row.cells[{at}].textContent)"
    )
    return found


def test_tables_sort_both_ways_and_say_so(page_file: Path, opened: Look) -> None:
    page = opened(page_file).page
    header = page.locator("#ranking-table th", has_text="HAT").first
    header.locator("button").click()
    up = column(page, "ranking-table", 2)
    assert header.get_attribute("aria-sort") == "ascending"
    header.locator("button").click()
    assert header.get_attribute("aria-sort") == "descending"
    assert column(page, "ranking-table", 2) == list(reversed(up))
    values = [float(text.split()[0]) for text in up]
    assert values == sorted(values)


def test_sorting_works_by_keyboard(page_file: Path, opened: Look) -> None:
    page = opened(page_file).page
    page.locator("#languages-table th .sort").nth(2).focus()
    page.keyboard.press("Enter")
    targets = column(page, "languages-table", 2)
    assert targets == sorted(targets)


def test_tables_filter_and_count(page_file: Path, opened: Look) -> None:
    page = opened(page_file).page
    page.fill("#filter-languages-table", "demo-small sw")
    assert column(page, "languages-table", 0) == ["demo-small"]
    assert page.locator("#count-languages-table").text_content() == "1 row"
    page.fill("#filter-languages-table", "")
    assert len(column(page, "languages-table", 0)) == 40


def test_choosing_changes_profile_and_gain(page_file: Path, opened: Look) -> None:
    page = opened(page_file).page
    page.locator("#profiles").scroll_into_view_if_needed()
    page.wait_for_selector("#drawing-profile[data-state=drawn] svg")
    page.select_option("#choose-profile-0", "demo-small")
    page.select_option("#choose-profile-2", "sw")
    score = next(
        row
        for row in hatscore.score(page_study(), by="language")
        if (row.system, row.target) == ("demo-small", "sw")
    )
    heading = page.locator("#heading-profile").text_content()
    assert heading == f"demo-small on simulated, sw: HAT corrected {score.hat_corrected}"
    page.locator("#gains").scroll_into_view_if_needed()
    page.select_option("#choose-gain-1", "demo-large-x")
    page.select_option("#choose-gain-2", "demo-small")
    said = page.locator("#text-gain").text_content()
    (step,) = hatscore.decompose(page_study(), systems=["demo-large-x", "demo-small"])
    assert f"of {100 * (step.total.value or 0):.1f} points from demo-large-x to demo-small" in said


def page_study() -> Path:
    from tests.simulated import SIMULATED

    return SIMULATED


def test_tooltips_show_the_figures(page_file: Path, opened: Look) -> None:
    page = opened(page_file).page
    page.locator("#figure-ranking").scroll_into_view_if_needed()
    page.wait_for_selector("#figure-ranking[data-state=drawn] svg")
    page.locator("#figure-ranking svg .mark-symbol path").first.hover()
    page.wait_for_selector("#vg-tooltip-element.visible")
    assert "demo-large-x" in (page.locator("#vg-tooltip-element").text_content() or "")


@pytest.mark.parametrize(("form", "start"), [("png", b"\x89PNG"), ("svg", b"<svg"), ("csv", b"")])
def test_charts_download(page_file: Path, opened: Look, tmp_path: Path, form: str, start: bytes) -> None:
    page = opened(page_file).page
    page.locator("#figure-ranking").scroll_into_view_if_needed()
    page.wait_for_selector("#figure-ranking[data-state=drawn] svg")
    with page.expect_download() as waiting:
        page.locator(f".downloads[data-for=figure-ranking] [data-get={form}]").click()
    waiting.value.save_as(tmp_path / "file")
    content = (tmp_path / "file").read_bytes()
    assert waiting.value.suggested_filename == f"figure-ranking.{form}"
    assert content.startswith(start)
    if form == "csv":
        lines = content.decode().splitlines()
        assert len(lines) == 1 + 4
        assert any("demo-small" in line for line in lines)


def test_hostile_names_run_nothing(hostile_file: Path, opened: Look) -> None:
    seen = opened(hostile_file)
    dialogs: list[str] = []

    def note(dialog: Any) -> None:
        dialogs.append(dialog.message)
        dialog.dismiss()

    seen.page.on("dialog", note)
    seen.draw_all()
    for place in range(8):
        seen.page.select_option("#choose-profile-0", index=place)
    assert dialogs == []
    assert seen.messages == []
    assert seen.page.locator("img").count() == 0
    assert seen.page.evaluate("document.documentElement.scrollWidth") <= 1280
    assert "<script>alert(1)</script>" in (seen.page.locator("#ranking-table").text_content() or "")


def test_printing_shows_everything(page_file: Path, opened: Look) -> None:
    seen = opened(page_file, scheme="dark")
    seen.page.emulate_media(media="print")
    seen.page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    seen.page.wait_for_function(
        "[...document.querySelectorAll('.drawing')].every((one) => one.dataset.state === 'drawn')"
    )
    assert not seen.page.locator("nav").is_visible()
    assert len(seen.page.pdf()) > 20_000


def test_links_lead_to_their_sections(page_file: Path, opened: Look) -> None:
    page = opened(page_file).page
    for link in page.locator("nav a").all():
        target = (link.get_attribute("href") or "").removeprefix("#")
        link.click()
        page.wait_for_function("id => document.activeElement.closest('section')?.id === id", arg=target)
        box = page.locator(f"#{target} h2").bounding_box()
        assert box is not None
        assert page.evaluate("window.innerHeight") > box["y"] >= 0
