"""Do the pages and the public docstrings keep to the words of the glossary?"""

import inspect
import re
from pathlib import Path

import pytest
from tests.docs.blocks import DOCS, PAGES, name
from tests.docs.test_docstrings import documented, find

GLOSSARY = DOCS / "reference" / "glossary.md"
TEXT = GLOSSARY.read_text(encoding="utf-8")
NOT_USED = [
    word.strip()
    for row in re.findall(
        r"^\| ([^|]+) \| [^|]+ \| [^|]*\|$", TEXT.split("## Words that are not used")[1], re.MULTILINE
    )[1:]
    for word in row.split(",")
    if not row.startswith("---")
]
OTHERS_WORDS = {
    "sample": "what Inspect and lm-eval call an answer or an item in their logs",
    "samples": "what Inspect and lm-eval call an answer or an item in their logs",
}
ABOUT_LOGS = (
    *(
        "docs/howto/inspect-logs.md",
        "docs/howto/harnesses.md",
        "docs/howto/other-tools.md",
        "benchmarks/README.md",
    ),
    "docs/reference/errors.md",
    "hatscore.harnesses.inspect_metric",
)
"""Pages and modules on which the words of other tools stand."""
NAMES = re.compile(r"Open LLM|\bin CI\b|[Ss]ample(?: and results)? files?|for this sample size")
"""Names and other meanings of the same letters."""


def prose(text: str) -> str:
    """Without code, addresses and the table of words itself."""
    text = text.split("## Words that are not used", maxsplit=1)[0]
    text = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"^ *>>>.*$", "", text, flags=re.MULTILINE)
    text = re.sub(r"`+[^`]*`+|\]\([^)]*\)|https?://\S+", " ", text)
    return NAMES.sub(" ", text)


def misused(text: str, place: str) -> list[str]:
    """Words of the table that stand in a text."""
    found = []
    for word in NOT_USED:
        flags = re.NOFLAG if word.isupper() else re.IGNORECASE
        if word in OTHERS_WORDS and place.startswith(ABOUT_LOGS):
            continue
        found += [
            f"{place}: {hit.group()!r}" for hit in re.finditer(rf"\b{re.escape(word)}\b", prose(text), flags)
        ]
    return found


def test_the_table_is_read() -> None:
    assert {"sample", "rollout", "CI", "confidence interval", "pivot language"} <= set(NOT_USED)
    assert misused("Each rollout has a CI; a `sample` in code has none.", "x") == ["x: 'rollout'", "x: 'CI'"]


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_words_of_page(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert not misused(text, name(page))


def test_words_of_docstrings() -> None:
    wrong = [
        word
        for path in documented()
        for word in misused(inspect.getdoc(find(path.removeprefix("hatscore."))) or "", path)
    ]
    assert not wrong


def test_the_glossary_is_in_order() -> None:
    terms = re.findall(r"^(\S.*)\n  \S", TEXT, re.MULTILINE)
    assert len(terms) > 20
    assert terms == sorted(terms, key=lambda term: term.lower())
