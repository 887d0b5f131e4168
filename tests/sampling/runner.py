"""A run in a process of its own, to be killed: python -m tests.sampling.runner STORE URL."""

import sys
from pathlib import Path

from tests.sampling.conftest import openai_system, several

from hatscore.sampling.schedule import sample
from hatscore.sampling.system_flow import Flow

ITEMS, LANGUAGES, ATTEMPTS, AT_ONCE, CONCURRENCY = 50, ("en", "de", "sw", "zh", "ar"), 10, 5, 10


def main() -> None:
    store, url = sys.argv[1:]
    result = sample(
        [openai_system(url, choices=AT_ONCE)],
        several(ITEMS, LANGUAGES),
        attempts=ATTEMPTS,
        store=Path(store),
        flow=Flow(concurrency=CONCURRENCY, backoff=0.01),
    )
    print(result.state)


if __name__ == "__main__":
    main()
