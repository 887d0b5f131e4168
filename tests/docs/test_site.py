"""Does the built site hold together, and does it ask nothing of other hosts?

``HATSCORE_SITE`` names a site that ``make docs`` has built; without it the site is built here.
"""

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from tests.docs.blocks import DOCS, ROOT

LOADED = {"script": "src", "img": "src", "iframe": "src", "source": "src", "link": "href", "object": "data"}


class Page(HTMLParser):
    """What one page defines, points to and loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = {""}
        self.links: list[str] = []
        self.loads: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in attrs}
        self.anchors |= {given[key] for key in ("id", "name") if key in given}
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if tag in LOADED and LOADED[tag] in given:
            self.loads.append(given[LOADED[tag]])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if "HATSCORE_SITE" in os.environ:
        return ROOT / os.environ["HATSCORE_SITE"]
    folder = tmp_path_factory.mktemp("site")
    strict = ["--fail-on-warning", "--keep-going", "--nitpicky", "--quiet"]
    build = [sys.executable, "-m", "sphinx", *strict, str(DOCS), str(folder)]
    done = subprocess.run(
        build, capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": "src"}
    )
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    return {path.resolve(): Page(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}


def test_nothing_comes_from_another_host(site: Path, pages: dict[Path, Page]) -> None:
    assert len(pages) > 60
    for path, page in pages.items():
        elsewhere = [load for load in page.loads if urlsplit(load).netloc]
        assert not elsewhere, f"{path.name}: {elsewhere}"
    for style in site.rglob("*.css"):
        text = style.read_text(encoding="utf-8")
        assert not re.search(r"(?:@import|url\()\s*[\"']?(?:https?:)?//", text), style.name


def test_links_and_anchors_lead_somewhere(pages: dict[Path, Page]) -> None:
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            assert target.exists(), f"{path.name}: {link}"
            if target in pages:
                assert unquote(parts.fragment) in pages[target].anchors, f"{path.name}: {link}"


def test_formulas_are_drawn_without_scripts(site: Path, pages: dict[Path, Page]) -> None:
    page = (site / "reference" / "api" / "hatscore.core.pass_rates.html").read_text(encoding="utf-8")
    assert "<math" in page
    assert not [load for page in pages.values() for load in page.loads if "mathjax" in load.lower()]


def test_the_method_card_is_one_page(site: Path) -> None:
    card = next(site.rglob("method-card.pdf"))
    content = card.read_bytes()
    assert content.startswith(b"%PDF-")
    assert re.findall(rb"/Type\s*/Pages\s*/Count (\d+)", content) == [b"1"]
