"""Requests per second against a local server: ours beside a thin loop on the same HTTP library.

Run with ``python -m benchmarks.throughput [--requests 3000] [--slow]``. The server runs in a process of its
own, answers after a fixed delay, and does nothing else. Ideal is connections / delay.
"""

import argparse
import asyncio
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import aiohttp

from hatscore.sampling.requests import Request
from hatscore.sampling.schedule import sample
from hatscore.sampling.settings import System
from hatscore.sampling.system_flow import Flow

ROOT = Path(__file__).parents[1]
PROMPT = "How many apples are left? " * 8


@contextmanager
def server(delay: float) -> Iterator[str]:
    command = [sys.executable, "-m", "tests.sampling.servers", "--delay", str(delay)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield f"http://127.0.0.1:{int(process.stdout.readline())}/v1"
    finally:
        process.kill()
        process.communicate()


def thin_loop(url: str, requests: int, connections: int) -> int:
    """What the library alone does: no store, no retries, no limits."""

    async def run() -> int:
        numbers, done = iter(range(requests)), 0
        connector = aiohttp.TCPConnector(limit=connections)
        async with aiohttp.ClientSession(connector=connector) as session:

            async def work() -> None:
                nonlocal done
                for number in numbers:
                    body = {"model": "toy", "messages": [{"role": "user", "content": f"{PROMPT}{number}"}]}
                    async with session.post(f"{url}/chat/completions", json=body) as response:
                        done += len((await response.json())["choices"])

            await asyncio.gather(*(work() for _ in range(connections)))
        return done

    return asyncio.run(run())


def ours(url: str, requests: int, connections: int, attempts: int = 1) -> int:
    asked = [
        Request("speed", "1", str(number), "en", (("user", f"{PROMPT}{number}"),))
        for number in range(requests)
    ]
    with TemporaryDirectory() as folder:
        result = sample(
            [System("toy", "openai", "toy", base_url=url)],
            asked,
            attempts=attempts,
            store=Path(folder) / "run.db",
            flow=Flow(concurrency=connections),
        )
    assert result.state == "complete", result
    return requests * attempts


def measure(name: str, run: Callable[[], int], ideal: float, requests: int) -> None:
    before, started = time.process_time(), time.monotonic()
    answers = run()
    seconds, spent = time.monotonic() - started, time.process_time() - before
    rate = requests / seconds
    print(
        f"{name:32} {rate:8.1f} requests/s ({rate / ideal:.3f} of the ideal), "
        f"{answers / seconds:8.1f} answers/s, {1000 * spent / requests:.2f} ms CPU a request"
    )


def memory(url: str, sizes: tuple[int, ...]) -> None:
    """Peak memory of runs of growing size, each in a process of its own."""
    for size in sizes:
        code = (
            f"import resource; from benchmarks.throughput import ours; ours({url!r}, {size // 10}, 50, 10); "
            "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)"
        )
        out = subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True
        )
        print(f"{size:,} attempts: {out.stdout.strip()} MB at most")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=3000)
    parser.add_argument("--slow", action="store_true", help="also at 2 s a request")
    parser.add_argument("--memory", action="store_true", help="also memory, 10,000 to 250,000 attempts")
    options = parser.parse_args()
    for delay, connections in [(0.05, 100), *([(2.0, 100)] if options.slow else [])]:
        print(f"{delay:g} s a request, {connections} connections, {options.requests:,} requests:")
        with server(delay) as url:
            ours(url, 10, 10)  # Imports are no part of it.
            ideal = connections / delay
            for name, run in {
                "thin aiohttp loop": lambda url=url, n=connections: thin_loop(url, options.requests, n),
                "hatscore, 1 answer a request": lambda url=url, n=connections: ours(url, options.requests, n),
                "hatscore, 10 answers a request": lambda url=url, n=connections: ours(
                    url, options.requests, n, 10
                ),
            }.items():
                measure(name, run, ideal, options.requests)
    if options.memory:
        with server(0.0) as url:
            memory(url, (10_000, 50_000, 250_000))
    print(f"peak of this process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")


if __name__ == "__main__":
    main()
