"""Local servers that speak the vendors' protocols over real connections, and fail as told.

One server speaks all three. Faults are a programme: request k gets the k-th fault, or what a function
of the request says.
"""

import argparse
import asyncio
import json
import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self

from aiohttp import web


@dataclass(frozen=True)
class Fault:
    """What goes wrong with one request.

    ``kind``: status, hang, truncate, garbage, drop, empty, filter, blocked, short, cut, other_json.
    """

    kind: str
    status: int = 500
    headers: Mapping[str, str] = field(default_factory=dict)
    message: str = "the server has a problem"
    count: int = 1


Programme = Sequence[Fault | None] | Callable[[int, dict[str, Any]], Fault | None]


@dataclass
class Seen:
    """A request as it arrived."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]


class FakeServer:
    """A server in a thread of its own, on a free port of the loopback device."""

    def __init__(
        self,
        programme: Programme = (),
        *,
        delay: float = 0.0,
        most_choices: int | None = None,
        refuse_above: int | None = None,
        reply: Callable[[str, int], str] | None = None,
        remember: bool = True,
        first_port: int = 0,
    ) -> None:
        self.programme, self.delay = programme, delay
        self.most_choices, self.refuse_above = most_choices, refuse_above
        self.reply = reply or (lambda prompt, number: f"The answer to {prompt} is {number}.")
        self.remember, self.port = remember, first_port
        self.seen: list[Seen] = []
        self.requests = 0
        self.under_way = self.most_under_way = 0
        self.drawn: Counter[str] = Counter()
        self.delivered: Counter[str] = Counter()
        self._ready = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: asyncio.Event | None = None
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)

    @property
    def openai(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    @property
    def plain(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(10)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._loop is not None
        assert self._stop is not None
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(10)

    async def _serve(self) -> None:
        app = web.Application()
        app.router.add_post("/v1/chat/completions", self._answer)
        app.router.add_post("/v1/messages", self._answer)
        app.router.add_post("/{version:v1|v1beta}/models/{model}", self._answer)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", self.port, backlog=2048)
        await site.start()
        self.port = runner.addresses[0][1]
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        self._ready.set()
        await self._stop.wait()
        await runner.cleanup()

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        number, self.requests = self.requests, self.requests + 1
        self.under_way += 1
        self.most_under_way = max(self.most_under_way, self.under_way)
        try:
            body: dict[str, Any] = await request.json()
            if self.remember:
                self.seen.append(Seen(request.path, dict(request.headers), body))
            fault = self._fault(number, body)
            return await self._respond(request, body, fault)
        finally:
            self.under_way -= 1

    def _fault(self, number: int, body: dict[str, Any]) -> Fault | None:
        if callable(self.programme):
            return self.programme(number, body)
        return self.programme[number] if number < len(self.programme) else None

    async def _respond(
        self, request: web.Request, body: dict[str, Any], fault: Fault | None
    ) -> web.StreamResponse:
        protocol = PROTOCOLS["google" if "/models/" in request.path else request.path.rpartition("/")[2]]
        if fault and fault.kind == "status":
            error = protocol.error(fault.status, fault.message)
            return web.json_response(error, status=fault.status, headers=dict(fault.headers))
        if fault and fault.kind == "hang":
            await asyncio.sleep(3600)
        if fault and fault.kind == "drop":
            assert request.transport is not None
            request.transport.abort()
        if self.delay:
            await asyncio.sleep(self.delay)
        wanted = protocol.count(body)
        if self.refuse_above is not None and wanted > self.refuse_above:
            return web.json_response(protocol.error(400, "too many choices"), status=400)
        prompt = protocol.prompt(body)
        content = self._content(protocol, body, prompt, wanted, fault)
        text = json.dumps(content)
        if fault and fault.kind == "garbage":
            return web.Response(text="<html>not json", content_type="application/json")
        if fault and fault.kind == "truncate":
            return await self._truncated(request, text)
        response = web.Response(text=text, content_type="application/json")
        await response.prepare(request)
        await response.write_eof()
        self.delivered[prompt] += protocol.choices(content)
        return response

    async def _truncated(self, request: web.Request, text: str) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "application/json"})
        response.content_length = len(text.encode())
        await response.prepare(request)
        await response.write(text.encode()[: len(text) // 2])
        assert request.transport is not None
        request.transport.close()
        return response

    def _content(
        self, protocol: "Protocol", body: dict[str, Any], prompt: str, wanted: int, fault: Fault | None
    ) -> dict[str, Any]:
        kind = fault.kind if fault else ""
        if kind == "other_json":
            return {"hello": "world"}
        if kind == "empty":
            return protocol.answer(body, [], "stop")
        if kind == "blocked":
            return {"promptFeedback": {"blockReason": "SAFETY"}, "usageMetadata": {"promptTokenCount": 7}}
        count = min(wanted, self.most_choices or wanted)
        count = fault.count if fault and kind == "short" else count
        texts = []
        for _ in range(count):
            texts.append(self.reply(prompt, self.drawn[prompt]))
            self.drawn[prompt] += 1
        return protocol.answer(body, texts, {"filter": "filter", "cut": "cut"}.get(kind, "stop"))


class Protocol:
    """OpenAI's chat completions; the others differ from it."""

    reasons = {"stop": "stop", "cut": "length", "filter": "content_filter"}  # noqa: RUF012

    def count(self, body: dict[str, Any]) -> int:
        return int(body.get("n", 1))

    def prompt(self, body: dict[str, Any]) -> str:
        return str(body["messages"][-1]["content"])

    def choices(self, content: dict[str, Any]) -> int:
        return len(content.get("choices", []))

    def error(self, status: int, message: str) -> dict[str, Any]:  # noqa: ARG002
        return {"error": {"message": message, "type": "error", "code": None}}

    def answer(self, body: dict[str, Any], texts: list[str], reason: str) -> dict[str, Any]:
        choices = [
            {
                "index": index,
                "finish_reason": self.reasons[reason],
                "message": {"role": "assistant", "content": None if reason == "filter" else text},
            }
            for index, text in enumerate(texts)
        ]
        usage = {
            "prompt_tokens": 11,
            "completion_tokens": 5 * len(texts),
            "total_tokens": 11 + 5 * len(texts),
        }
        if "reasoning_effort" in body:
            usage["completion_tokens_details"] = {"reasoning_tokens": 3 * len(texts)}  # type: ignore[assignment]
        return {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1,
            "model": body["model"] + "-2026",
            "choices": choices,
            "usage": usage,
        }


class Messages(Protocol):
    """Anthropic's."""

    reasons = {"stop": "end_turn", "cut": "max_tokens", "filter": "refusal"}  # noqa: RUF012

    def count(self, body: dict[str, Any]) -> int:  # noqa: ARG002
        return 1

    def choices(self, content: dict[str, Any]) -> int:
        return 1 if content.get("content") else 0

    def error(self, status: int, message: str) -> dict[str, Any]:  # noqa: ARG002
        return {"type": "error", "error": {"type": "error", "message": message}}

    def answer(self, body: dict[str, Any], texts: list[str], reason: str) -> dict[str, Any]:
        content: list[dict[str, Any]] = [{"type": "text", "text": text} for text in texts[:1]]
        if body.get("thinking", {}).get("type") in ("adaptive", "enabled"):
            content.insert(0, {"type": "thinking", "thinking": "let me think", "signature": "x"})
        return {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": body["model"],
            "content": content,
            "stop_reason": self.reasons[reason],
            "stop_sequence": None,
            "usage": {"input_tokens": 11, "output_tokens": 9, "cache_read_input_tokens": 2},
        }


class Gemini(Protocol):
    """Google's."""

    reasons = {"stop": "STOP", "cut": "MAX_TOKENS", "filter": "SAFETY"}  # noqa: RUF012

    def count(self, body: dict[str, Any]) -> int:
        return int(body.get("generationConfig", {}).get("candidateCount", 1))

    def prompt(self, body: dict[str, Any]) -> str:
        return str(body["contents"][-1]["parts"][0]["text"])

    def choices(self, content: dict[str, Any]) -> int:
        return len(content.get("candidates", []))

    def error(self, status: int, message: str) -> dict[str, Any]:
        return {"error": {"code": status, "message": message, "status": "INVALID_ARGUMENT"}}

    def answer(self, body: dict[str, Any], texts: list[str], reason: str) -> dict[str, Any]:
        thinking = body.get("generationConfig", {}).get("thinkingConfig", {})
        shows = thinking.get("includeThoughts") or thinking.get("include_thoughts")
        thought = [{"text": "let me think", "thought": True}] if shows else []
        candidates = [
            {
                "index": index,
                "finishReason": self.reasons[reason],
                "content": {"role": "model", "parts": [*thought, {"text": text}]},
            }
            for index, text in enumerate(texts)
        ]
        usage = {"promptTokenCount": 11, "candidatesTokenCount": 5 * len(texts), "totalTokenCount": 30}
        if thought:
            usage["thoughtsTokenCount"] = 4 * len(texts)
        return {"candidates": candidates, "usageMetadata": usage, "modelVersion": "gemini-test-001"}


PROTOCOLS = {"completions": Protocol(), "messages": Messages(), "google": Gemini()}


def main() -> None:
    """A server for measurements, in a process of its own."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--delay", type=float, default=0.05)
    parser.add_argument("--port", type=int, default=0)
    options = parser.parse_args()
    with FakeServer(delay=options.delay, remember=False, first_port=options.port) as server:
        print(server.port, flush=True)
        threading.Event().wait()


if __name__ == "__main__":
    main()
