"""Attempts per second against one local server: a thin loop, ours, Inspect AI and lm-eval, in one run.

Run with ``python -m benchmarks.throughput_others --others PYTHON [--slow 2] [--memory]``, where PYTHON is an
interpreter that has them (``pip install inspect-ai "lm_eval[api]" openai``); they are no dependencies of
this project, and what is absent is left out with a message.

Each client is a process of its own; clients take turns, and medians of all turns are printed. Start-up is
left out in two ways. **The server keeps the time** from the first request that arrives to the last answer
that leaves. What a client still does with the last answers escapes it (in runs of 100 requests this flatters
Inspect AI tenfold); so the rate "to the end" is by the time of the whole process, closed logs included,
less that of a process that sends ten requests, plus one delay (ten requests are one round). CPU is by
the same difference. Ideal is connections / delay. Inspect AI gets fewer requests, as it is slow.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.throughput import PROMPT, ROOT, memory
from tests.sampling.servers import FakeServer

CONNECTIONS, EPOCHS = 100, 10
INSPECT_TASK = """
import json
from pathlib import Path
from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.solver import generate

@task
def speed():
    lines = Path(__file__).with_name("items.jsonl").read_text().splitlines()
    samples = [Sample(input=json.loads(line)["question"]) for line in lines]
    return Task(dataset=MemoryDataset(samples), solver=generate())
"""


class Watch:
    """Counts what arrives and leaves, and when; it is the server's programme and its reply."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Forget all."""
        self.answers = 0
        self.first = self.last = 0.0

    def arrives(self, number: int, body: dict[str, Any]) -> None:  # noqa: ARG002
        """Note a request."""
        self.first = self.first or time.monotonic()

    def leaves(self, prompt: str, number: int) -> str:
        """Note an answer, and give it."""
        self.last = time.monotonic()
        self.answers += 1
        return f"The answer to {prompt} is {number}."


def serve(delay: float) -> None:
    """Serve until the input ends; each line of it asks for the counts since the line before."""
    watch = Watch()
    with FakeServer(watch.arrives, delay=delay, reply=watch.leaves, remember=False) as server:
        print(server.port, flush=True)
        for _ in sys.stdin:
            print(json.dumps([watch.answers, watch.last - watch.first]), flush=True)
            watch.reset()


@dataclass(frozen=True)
class Seen:
    """One process of one client: seconds that the server saw, its whole time, its CPU."""

    seconds: float
    process: float
    cpu: float


class Server:
    """The server's process, with the client that is being timed."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._asks, self._says = process.stdin, process.stdout
        self.url = f"http://127.0.0.1:{int(self._says.readline())}/v1"

    def time(self, client: "Client", requests: int) -> Seen:
        """Let a client send so many requests, each of which must be answered."""
        with TemporaryDirectory() as folder:
            command, extra = client.prepare(Path(folder), self.url, requests)
            before, started = _spent(), time.monotonic()
            done = subprocess.run(
                command, cwd=folder, env=os.environ | extra, capture_output=True, text=True, check=False
            )
            process, cpu = time.monotonic() - started, _spent() - before
        self._asks.write("\n")
        self._asks.flush()
        answers, seconds = json.loads(self._says.readline())
        if done.returncode or answers != requests * client.answers:
            raise SystemExit(f"{client.name}: {answers} answers\n{(done.stdout + done.stderr)[-3000:]}")
        return Seen(seconds, process, cpu)


@contextmanager
def server(delay: float) -> Iterator[Server]:
    command = [sys.executable, "-m", "benchmarks.throughput_others", "--serve", str(delay)]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield Server(process)
        finally:
            process.kill()


def _spent() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


Prepared = tuple[list[str], dict[str, str]]


@dataclass(frozen=True)
class Client:
    """A client: how a process of it that sends so many requests is started."""

    name: str
    prepare: Callable[[Path, str, int], Prepared]
    answers: int = 1  # A request.
    slow: bool = False  # Gets fewer requests.


def python(call: str) -> Callable[[Path, str, int], Prepared]:
    def prepare(folder: Path, url: str, requests: int) -> Prepared:  # noqa: ARG001
        code = "from benchmarks.throughput import ours, thin_loop; " + call
        code = code.format(url=url, requests=requests, connections=CONNECTIONS)
        return [sys.executable, "-c", code], {"PYTHONPATH": str(ROOT)}

    return prepare


def _items(folder: Path, count: int) -> Path:
    lines = [json.dumps({"question": f"{PROMPT}{number}", "answer": "4"}) for number in range(count)]
    (path := folder / "items.jsonl").write_text("\n".join(lines) + "\n")
    return path


def inspect(python: str, *more: str) -> Callable[[Path, str, int], Prepared]:
    """Epochs as attempts."""

    def prepare(folder: Path, url: str, requests: int) -> Prepared:
        _items(folder, requests // EPOCHS)
        (folder / "speed.py").write_text(INSPECT_TASK)
        options = {
            "--model": "openai-api/toy/toy",
            "--epochs": str(EPOCHS),
            "--max-connections": str(CONNECTIONS),
            "--display": "none",
            "--log-dir": str(folder / "logs"),
        }
        flags = [part for option in options.items() for part in option]
        command = [python, "-m", "inspect_ai", "eval", "speed.py", *flags, *more]
        return command, {"TOY_BASE_URL": url, "TOY_API_KEY": "none"}

    return prepare


def lm_eval(python: str) -> Callable[[Path, str, int], Prepared]:
    """One attempt at each item; every answer is logged."""

    def prepare(folder: Path, url: str, requests: int) -> Prepared:
        task = {
            "task": "speed",
            "dataset_path": "json",
            "dataset_kwargs": {"data_files": {"test": str(_items(folder, requests))}},
            "test_split": "test",
            "output_type": "generate_until",
            "doc_to_text": "{{question}}",
            "doc_to_target": "{{answer}}",
            "metric_list": [{"metric": "bypass"}],
        }
        (folder / "speed.yaml").write_text(json.dumps(task))  # JSON is YAML.
        options = {
            "--model": "local-chat-completions",
            "--model_args": f"model=toy,base_url={url}/chat/completions,num_concurrent={CONNECTIONS}",
            "--tasks": "speed",
            "--include_path": str(folder),
            "--output_path": str(folder / "out"),
        }
        flags = [part for option in options.items() for part in option]
        command = [python, "-m", "lm_eval", "run", *flags, "--log_samples", "--apply_chat_template"]
        return command, {"OPENAI_API_KEY": "none", "HF_HUB_OFFLINE": "1", "HF_HOME": str(folder / "home")}

    return prepare


def version_in(python: str | None, package: str) -> str | None:
    """The version of a package that an interpreter has, if it has it."""
    code = f"from importlib.metadata import version; print(version({package!r}))"
    try:
        done = subprocess.run([python or "", "-c", code], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        print(f"{package} is left out: --others names no Python that has it")
        return None
    return done.stdout.strip()


def clients(others: str | None) -> list[Client]:
    found = [
        Client(
            f"thin loop, aiohttp {version('aiohttp')}",
            python("thin_loop({url!r}, {requests}, {connections})"),
        ),
        Client(
            f"hatscore {version('hatscore')}, 1 answer a request",
            python("ours({url!r}, {requests}, {connections})"),
        ),
        Client(
            f"hatscore {version('hatscore')}, n={EPOCHS}",
            python(f"ours({{url!r}}, {{requests}}, {{connections}}, {EPOCHS})"),
            answers=EPOCHS,
        ),
    ]
    if has := version_in(others, "lm_eval"):
        found.append(Client(f"lm-eval {has}", lm_eval(others or "")))
    if has := version_in(others, "inspect_ai"):
        for name, more in {"": [], ", no log in real time": ["--no-log-realtime"]}.items():
            found.append(Client(f"Inspect AI {has}{name}", inspect(others or "", *more), slow=True))
    return found


def compare(delay: float, requests: int, fewer: int, turns: int, asked: list[Client]) -> None:
    """Let all clients take turns at one server, and print a table of medians."""
    ideal = CONNECTIONS / delay
    print(f"\n{delay:g} s a request, {CONNECTIONS} connections, medians of {turns}; ideal {ideal:,.0f}/s\n")
    print("| client | requests | a second | of the ideal | attempts a second (lowest to highest) ", end="")
    print("| attempts a second to the end | CPU ms a request | start-up s |\n" + "|---" * 8 + "|")
    counts = {client: fewer if client.slow else requests for client in asked}
    starts: dict[Client, list[Seen]] = {client: [] for client in asked}
    runs: dict[Client, list[Seen]] = {client: [] for client in asked}
    with server(delay) as running:
        for _ in range(turns):
            for client, count in counts.items():
                starts[client].append(running.time(client, EPOCHS))
                runs[client].append(running.time(client, count))
    for client, count in counts.items():
        start = median(one.process for one in starts[client]) - delay
        rates = sorted(count / one.seconds for one in runs[client])
        whole = count / (median(one.process for one in runs[client]) - start)
        cpu = median(one.cpu for one in runs[client]) - median(one.cpu for one in starts[client])
        rate, each = median(rates), client.answers
        print(
            f"| {client.name} | {count:,} | {rate:,.1f} | {rate / ideal:.3f} "
            f"| {each * rate:,.1f} ({each * rates[0]:,.1f} to {each * rates[-1]:,.1f}) | {each * whole:,.1f} "
            f"| {1000 * cpu / (count - EPOCHS):.2f} | {start:.1f} |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--others", metavar="PYTHON", help="an interpreter that has Inspect AI and lm-eval")
    parser.add_argument("--requests", type=int, default=1000)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--slow", metavar="TURNS", type=int, default=0, help="also at 2 s a request")
    parser.add_argument("--memory", action="store_true", help="also our memory, 10,000 to 250,000 attempts")
    parser.add_argument("--serve", type=float, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve is not None:
        serve(options.serve)
        return
    asked = clients(options.others)
    compare(0.05, options.requests, options.requests // 2, options.turns, asked)
    if options.slow:
        compare(2.0, options.requests, options.requests * 2 // 5, options.slow, asked)
    if options.memory:
        with server(0.0) as running:
            memory(running.url, (10_000, 50_000, 250_000))


if __name__ == "__main__":
    main()
