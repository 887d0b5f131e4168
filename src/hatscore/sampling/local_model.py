"""A model on this machine: llama.cpp's HTTP server in a process of its own, on loopback.

`local_server` starts it, waits until it answers, and stops it; see `local_child` for how the process
ends when ours is killed. The server speaks OpenAI's protocol, so the ``openai`` provider asks it.
"""

import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from importlib.util import find_spec
from pathlib import Path
from typing import IO
from urllib.parse import urlsplit

from hatscore.benchmarks.sources import cache_folder
from hatscore.errors import HatscoreError, InvalidArgument, MissingExtra
from hatscore.sampling.local_child import STOP
from hatscore.sampling.local_weights import Mode, WeightsFile, find_weights
from hatscore.sampling.requests import Message

_CHILD = Path(__file__).parent / "local_child.py"
_LOG_SHOWN = 800


class LocalModelFailed(HatscoreError):
    """The engine could not serve the model."""


@dataclass(frozen=True, slots=True)
class LocalServer:
    """A model that answers on this machine.

    Attributes
    ----------
    base_url : str
        Address for the ``openai`` provider; the port is another at each start.
    model : str
        Name of the model: registered, or the file's with the start of its hash.
    pid : int
        Of the process that holds it.
    mode : {'chat', 'completion'}
        ``completion``: a base model without chat template. Chat requests work all the same, with turns
        written as in `completion_prompt`.
    slots : int
        Answers at a time; a request for more is refused by the server.
    context : int
        Tokens of prompt and answer together, for each answer.
    engine : str
        Version of the engine.
    weights : WeightsFile
        What was loaded; its ``notice()`` states licence and origin.
    """

    base_url: str
    model: str
    pid: int
    mode: Mode
    slots: int
    context: int
    engine: str
    weights: WeightsFile


@contextmanager
def local_server(
    weights: str | Path,
    *,
    slots: int = 10,
    context: int = 2048,
    threads: int = 1,
    repeatable: bool = False,
    cache: Path | None = None,
    timeout: float = 300.0,
) -> Iterator[LocalServer]:
    """Serve a model while the block runs.

    Parameters
    ----------
    weights : str or Path
        ``local:PATH.gguf`` or ``local:NAME``; see `hatscore.sampling.local_weights.registered_weights`.
    slots : int
        Answers at a time.
    context : int
        Tokens of prompt and answer together, for each answer.
    threads : int
        Threads that compute.
    repeatable : bool
        Whether the same seeded request always gives the same answers. Costs time: nothing of a prompt
        that was read before is used again.
    cache : Path, optional
        Folder for files joined from packages; see `hatscore.benchmarks.sources.cache_folder`.
    timeout : float
        Seconds that starting may take.

    Yields
    ------
    LocalServer

    Raises
    ------
    InvalidArgument
        If there are no such weights, or a number is below 1.
    MissingExtra
        If the engine or the package of the weights is not installed.
    WeightsMismatch, UnreadableFile
        If the weights are not what they should be.
    LocalModelFailed
        If the engine does not start.

    Notes
    -----
    The server cuts nothing from the distribution (no top-k, top-p or min-p unless a request sends
    them), so that the temperature that is sent is all there is. Attempts of one request with seed s
    are drawn with s, s + 1, ...; asked for one by one they may differ by rounding.
    """
    for name, value in (("slots", slots), ("context", context), ("threads", threads)):
        if value < 1:
            raise InvalidArgument(f"{name} must be at least 1; got {value}.")
    if find_spec("xllamacpp") is None:
        raise MissingExtra("a local model", "local")
    file = find_weights(weights, cache=cache or cache_folder())
    order = {
        "path": str(file.path),
        "model": file.name,
        "slots": slots,
        "context": context,
        "threads": threads,
        "plain": file.mode == "completion",
        "repeatable": repeatable,
    }
    with tempfile.TemporaryFile() as log:
        child = _start(order, log)
        try:
            address, engine = _wait_until_healthy(child, log, time.monotonic() + timeout)
            yield LocalServer(f"{address}/v1", file.name, child.pid, file.mode, slots, context, engine, file)
        finally:
            _stop(child)


def completion_prompt(messages: Sequence[Message]) -> str:
    r"""A conversation as text, for models that only go on with a text.

    Parameters
    ----------
    messages : sequence of (role, content)
        The last is the user's.

    Returns
    -------
    str
        To be sent to ``/v1/completions``; an answer ends at an empty line, which the server knows.

    Examples
    --------
    >>> completion_prompt([("user", "2 + 2?"), ("assistant", "Answer: 4"), ("user", "2 + 3?")])
    '2 + 2?\nAnswer: 4\n\n2 + 3?\n'
    """
    return "".join(content + (STOP if role == "assistant" else "\n") for role, content in messages)


def _start(order: dict[str, object], log: IO[bytes]) -> subprocess.Popen[bytes]:
    main_thread = threading.current_thread() is threading.main_thread()
    order |= {"parent": os.getpid(), "main_thread": main_thread}
    return subprocess.Popen(
        # -P: the folder of the file must not stand before the standard library.
        [sys.executable, "-P", str(_CHILD), json.dumps(order)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=log,
        # Ctrl-C is for us: answers under way are still wanted.
        start_new_session=True,
    )


def _wait_until_healthy(child: subprocess.Popen[bytes], log: IO[bytes], deadline: float) -> tuple[str, str]:
    assert child.stdout is not None
    lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=lambda out: lines.put(out.readline()), args=(child.stdout,), daemon=True).start()
    try:
        line = lines.get(timeout=max(deadline - time.monotonic(), 0))
    except queue.Empty:
        raise LocalModelFailed(f"the local model was not loaded in time. {_said(log)}") from None
    if not line:
        raise LocalModelFailed(f"the engine could not load the model. {_said(log)}")
    answer = json.loads(line)
    while not _healthy(answer["address"]):
        if child.poll() is not None or time.monotonic() > deadline:
            raise LocalModelFailed(f"the local model does not answer. {_said(log)}")
        time.sleep(0.05)
    return answer["address"], answer["engine"]


def _healthy(address: str) -> bool:
    parts = urlsplit(address)
    connection = HTTPConnection(parts.hostname or "", parts.port, timeout=5)  # Never by way of a proxy.
    try:
        connection.request("GET", "/health")
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def _said(log: IO[bytes]) -> str:
    log.seek(0)
    text = log.read().decode("utf-8", errors="replace").strip()
    return f"It said: ...{text[-_LOG_SHOWN:]}" if text else "It said nothing."


def _stop(child: subprocess.Popen[bytes]) -> None:
    assert child.stdin is not None
    assert child.stdout is not None
    with suppress(OSError):
        child.stdin.close()
    for end, seconds in ((None, 5), (child.terminate, 2), (child.kill, 10)):
        if end is not None:
            end()
        with suppress(subprocess.TimeoutExpired):
            child.wait(seconds)
            break
    child.stdout.close()
