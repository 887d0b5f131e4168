"""Does the page of the validation work in a real browser, with the network off, for everybody?"""

from pathlib import Path

import pytest
from tests.report.test_browser import Look

import hatscore
from hatscore.api.validating import write_validation


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = hatscore.validate(only=["better_profile", "guessing", "parse_failures"])
    return write_validation(found, tmp_path_factory.mktemp("validation"))[0]


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_it_opens_draws_every_chart_and_asks_for_nothing(
    page: Path, opened: Look, width: int, scheme: str
) -> None:
    seen = opened(page, width=width, scheme=scheme)
    seen.draw_all()
    assert seen.requests == [page.as_uri()]
    assert seen.messages == []
    assert seen.page.locator(".card .drawing svg .mark-symbol").count() >= 3
    assert seen.page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_serious_accessibility_fault(page: Path, opened: Look, scheme: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    seen = opened(page, scheme=scheme)
    seen.draw_all()
    for summary in seen.page.locator("summary").all():
        summary.click()
    found = Axe().run(seen.page).response["violations"]
    assert [one["id"] for one in found if one["impact"] in ("serious", "critical")] == []


def test_figures_sort_and_filter(page: Path, opened: Look) -> None:
    seen = opened(page)
    seen.page.locator("#claim-guessing summary").click()
    table = seen.page.locator("#table-guessing")
    table.locator("th .sort", has_text="value").click()
    column = [cell.text_content() for cell in table.locator("tbody tr td:nth-child(6)").all()]
    numbers = [float(text) for text in column if text]
    assert numbers == sorted(numbers)
    assert len(numbers) < len(column), "a guesser has no HAT above chance"
    assert not column[-1], "what is missing comes last"
    seen.page.fill("#filter-table-guessing", "weak options")
    assert "4 rows" in (seen.page.locator("#count-table-guessing").text_content() or "")
