"""Pages, and a real browser without a network to open them in."""

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from tests.simulated import SIMULATED

import hatscore
from hatscore.results.report import Report

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
NEEDED = "a Chromium is needed: install the package chromium, or set PATH so that chromium is found"


@pytest.fixture(scope="session")
def page() -> Report:
    return hatscore.report(SIMULATED, title="A simulated study")


@pytest.fixture(scope="session")
def page_file(page: Report, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return page.write(tmp_path_factory.mktemp("report") / "report.html")


@dataclass
class Seen:
    """An open page, and what it asked and said meanwhile."""

    page: Any
    requests: list[str] = field(default_factory=list)
    messages: list[str] = field(default_factory=list)

    def draw_all(self) -> None:
        self.page.evaluate("window.hatscore.drawAll()")
        self.page.wait_for_function(
            "[...document.querySelectorAll('.drawing')].every((one) => one.dataset.state === 'drawn')"
        )


# Of a module, not of the session: while it runs, the main thread is inside an event loop, which other tests
# must not be.
@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    if BROWSER is None:
        # In CI the browser is installed by .ci/run, so that nothing is skipped there unseen.
        if os.environ.get("HATSCORE_BROWSER") == "required":
            pytest.fail(NEEDED)
        pytest.skip(NEEDED)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        running = play.chromium.launch(
            executable_path=BROWSER,
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"],
        )
        yield running
        running.close()


@pytest.fixture
def opened(browser: Any) -> Iterator[Any]:
    """Opens a page from a file address with the network off."""
    contexts = []

    def look(path: Path, *, width: int = 1280, scheme: str = "light") -> Seen:
        context = browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme=scheme, offline=True, accept_downloads=True
        )
        contexts.append(context)
        seen = Seen(context.new_page())
        seen.page.on("request", lambda request: seen.requests.append(request.url))
        seen.page.on("console", lambda message: seen.messages.append(message.text))
        seen.page.on("pageerror", lambda error: seen.messages.append(str(error)))
        seen.page.goto(path.as_uri())
        seen.page.wait_for_selector("body[data-ready]")
        return seen

    yield look
    for context in contexts:
        context.close()
