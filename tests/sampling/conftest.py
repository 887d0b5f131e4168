import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hatscore.sampling.requests import Request
from hatscore.sampling.run_result import RunResult
from hatscore.sampling.schedule import sample
from hatscore.sampling.settings import System
from hatscore.sampling.system_flow import Flow

QUICK = Flow(
    concurrency=8, timeout=5.0, tries=4, backoff=0.01, longest_backoff=0.05, patience=20.0, grace=2.0
)


def ask(number: int, language: str = "en", benchmark: str = "toy") -> Request:
    messages = (("system", "Be brief."), ("user", f"{benchmark} {number} {language}"))
    return Request(benchmark, "1", str(number), language, messages, source_language="en")


def several(items: int, languages: tuple[str, ...] = ("en", "de")) -> list[Request]:
    return [ask(number, language) for number in range(items) for language in languages]


def openai_system(url: str, name: str = "toy-model", **options: Any) -> System:
    return System(name=name, provider="openai", model="toy", base_url=url, **options)


Sampler = Callable[..., RunResult]


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "run.db"


@pytest.fixture
def run(db: Path) -> Sampler:
    def go(systems: list[System], requests: list[Request], attempts: int = 3, **options: Any) -> RunResult:
        flow = options.pop("flow", QUICK)
        return sample(
            systems, requests, attempts=attempts, store=options.pop("store", db), flow=flow, **options
        )

    return go


@pytest.fixture(autouse=True)
def quiet() -> None:
    logging.getLogger("aiohttp").setLevel(logging.CRITICAL)
