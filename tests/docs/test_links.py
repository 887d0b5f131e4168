"""Do links of the pages lead somewhere, and do the code and the tests name pages that exist?"""

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from tests.docs.blocks import PAGES, ROOT, name

LINK = re.compile(r"\]\(([^)\s]+)\)")
PATH = re.compile(r"(?<![\w/])docs/(?:[\w-]+/)*[\w-]+\.(?:md|png|py|typ)\b")
SOURCES = [
    path
    for pattern in ("src/**/*.py", "tests/**/*.py", "scripts/**/*.py", "benchmarks/*.py", "*.md", "Makefile")
    for path in sorted(ROOT.glob(pattern))
]


def anchors(page: Path) -> set[str]:
    """Anchors of the headings of a page, as GitHub and MyST make them."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    titles = re.findall(r"^#+ (.+)$", text, flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_of(page: Path) -> None:
    for target in LINK.findall(page.read_text(encoding="utf-8")):
        parts = urlsplit(target)
        if parts.scheme:
            assert parts.scheme in ("https", "http"), f"{name(page)}: {target}"
            assert "." in parts.netloc, f"{name(page)}: {target}"
            continue
        place = (page.parent / parts.path).resolve() if parts.path else page
        assert place.exists(), f"{name(page)}: {target}"
        if parts.fragment and place.suffix == ".md":
            assert parts.fragment in anchors(place), f"{name(page)}: no heading {target}"


def test_pages_that_the_code_names_exist() -> None:
    assert len(SOURCES) > 200
    for path in SOURCES:
        for target in PATH.findall(path.read_text(encoding="utf-8", errors="ignore")):
            assert (ROOT / target).exists(), f"{name(path)}: {target}"
