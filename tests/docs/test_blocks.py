"""Does every code block of the docs and the README run?"""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.cli.conftest import Hatscore, hatscore
from tests.docs.blocks import LANGUAGES, MARKS, PAGES, blocks, name
from tests.docs.running import PageRun, writes_source
from tests.docs.world import prepare, reply
from tests.sampling.servers import FakeServer

__all__ = ["hatscore"]
ANSWERS_TAKE = 0.02
"""Seconds; long enough that a run can be killed on its way."""


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("world")
    prepare(folder)
    return folder


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with FakeServer(reply=reply, delay=ANSWERS_TAKE) as running:
        yield running.openai


@pytest.mark.filterwarnings("ignore:The inplace keyword in DataFrame.reset_index")  # Dask's own code
@pytest.mark.filterwarnings("ignore:fetch_arrow_table")  # Ibis' own code
@pytest.mark.parametrize("page", [page for page in PAGES if list(blocks(page))], ids=name)
def test_blocks_run(page: Path, world: Path, server: str, hatscore: Hatscore, tmp_path: Path) -> None:
    folder = tmp_path / "page"
    shutil.copytree(world, folder)
    run = PageRun(folder, hatscore, server, own_source=writes_source(page))
    for block in blocks(page):
        run.take(block)


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_blocks_say_what_they_are(page: Path) -> None:
    for block in blocks(page):
        assert block.language in LANGUAGES, f"{block}: give the fence a language of {sorted(LANGUAGES)}"
        assert block.mark in MARKS, block
        assert block.kind in ("file", "output", "message", "python", "sh", "shown"), (
            f"{block}: a file needs a title"
        )
