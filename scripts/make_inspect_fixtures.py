"""Make the Inspect AI logs of the tests by running inspect-ai against a model on the loopback.

Run it with a Python that has inspect-ai and openai, and not hatscore, once a version; the version names the
folder: ``python scripts/make_inspect_fixtures.py tests/fixtures/inspect_ai sums_en.eval sums_sw.eval``.
Every answer is made up by the server below, so that a test knows what was asked, what was sent and what
came back.
"""

import json
import os
import re
import sys
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import version
from pathlib import Path
from threading import Thread
from typing import Any

QUESTIONS = {
    "en": ["What is 2 + 2?", "What is 3 + 4?", "What is 9 + 9?"],
    "sw": ["2 + 2 ni nini?", "3 + 4 ni nini?", "9 + 9 ni nini?"],
}
GOLDS = ["4", "7", "18"]
ANSWERS = {"2 + 2": "4", "3 + 4": "7", "9 + 9": "20"}
CUT = "20"


class Model(BaseHTTPRequestHandler):
    """Answers chat completions: right, right and wrong in turn; the last one is cut by the token limit."""

    def do_POST(self) -> None:
        """Answer one request."""
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        asked = json.dumps(request)
        answer = next((given for sign, given in ANSWERS.items() if sign in asked), "4")
        forms = {"completions": _completion, "responses": _response, "messages": _message}
        body = forms.get(self.path.partition("?")[0].rpartition("/")[2], _candidates)(answer)
        self._send(json.dumps({"model": request.get("model"), **body}).encode())

    def _send(self, data: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: Any) -> None:
        """Nothing: the script says what it wrote."""


def _completion(answer: str) -> dict[str, Any]:
    usage = {
        "prompt_tokens": 11,
        "completion_tokens": 25,
        "total_tokens": 36,
        "completion_tokens_details": {"reasoning_tokens": 20},
    }
    message = {"role": "assistant", "content": answer}
    choice = {"index": 0, "message": message, "finish_reason": "length" if answer == CUT else "stop"}
    return {"id": "c", "object": "chat.completion", "created": 1, "choices": [choice], "usage": usage}


def _response(answer: str) -> dict[str, Any]:
    text = {"type": "output_text", "text": answer, "annotations": []}
    message = {"type": "message", "id": "m", "role": "assistant", "status": "completed", "content": [text]}
    usage = {
        "input_tokens": 11,
        "input_tokens_details": {"cached_tokens": 0},
        "output_tokens": 25,
        "output_tokens_details": {"reasoning_tokens": 20},
        "total_tokens": 36,
    }
    return {
        **{"id": "r", "object": "response", "created_at": 1, "parallel_tool_calls": False, "tools": []},
        **{"tool_choice": "auto", "output": [message], "usage": usage},
        "status": "incomplete" if answer == CUT else "completed",
        "incomplete_details": {"reason": "max_output_tokens"} if answer == CUT else None,
    }


def _message(answer: str) -> dict[str, Any]:
    """Anthropic's."""
    return {
        **{"id": "m", "type": "message", "role": "assistant", "stop_sequence": None},
        "content": [{"type": "text", "text": answer}],
        "stop_reason": "max_tokens" if answer == CUT else "end_turn",
        "usage": {"input_tokens": 11, "output_tokens": 25},
    }


def _candidates(answer: str) -> dict[str, Any]:
    """Google's."""
    content = {"role": "model", "parts": [{"text": answer}]}
    reason = "MAX_TOKENS" if answer == CUT else "STOP"
    usage = {
        "promptTokenCount": 11,
        "candidatesTokenCount": 5,
        "thoughtsTokenCount": 20,
        "totalTokenCount": 36,
    }
    return {
        "candidates": [{"index": 0, "content": content, "finishReason": reason}],
        "usageMetadata": usage,
        "modelVersion": "gemini-test",
    }


def scorers() -> list[Any]:
    """Letters by Inspect's own scorer, a number, and several values under names."""
    from inspect_ai.scorer import Score, includes, mean, scorer

    @scorer(metrics=[mean()], name="length")
    def length() -> Callable[..., Any]:
        async def score(state: Any, _: Any) -> Score:
            return Score(value=len(state.output.completion) / 4, answer=state.output.completion)

        return score

    @scorer(metrics={"*": [mean()]}, name="parts")
    def parts() -> Callable[..., Any]:
        async def score(state: Any, target: Any) -> Score:
            right = state.output.completion == target.text
            return Score(value={"exact": float(right), "form": 0.5})

        return score

    @scorer(metrics=[mean()], name="letters")
    def letters() -> Callable[..., Any]:
        async def score(state: Any, _: Any) -> Score:
            return Score(value={"4": "P", "7": "C"}.get(state.output.completion, "N"))

        return score

    several = [parts()] if _has_eval_form() else []  # early versions take no values under names
    return [includes(), length(), *several, letters()]


def solvers(fail: bool) -> list[Any]:
    """Ask; one item of the failing task raises instead."""
    from inspect_ai.solver import generate, solver

    @solver
    def breaks() -> Callable[..., Any]:
        async def solve(state: Any, _: Any) -> Any:
            if state.sample_id == 2:
                raise ValueError("planned failure")
            return state

        return solve

    return [breaks(), generate()] if fail else [generate()]


def task(name: str, language: str | None, **extra: Any) -> Any:
    """One task: languages in its name, in the metadata, or in the ids."""
    from inspect_ai import Task
    from inspect_ai.dataset import MemoryDataset, Sample

    samples = []
    for tongue in [language] if language else list(QUESTIONS):
        for number, (question, gold) in enumerate(zip(QUESTIONS[tongue], GOLDS, strict=True), 1):
            given = {"language": tongue, "item": f"q{number}"} if extra.get("metadata") else {}
            identity = f"{tongue}-{number}" if extra.get("ids") else None if extra.get("metadata") else number
            samples.append(Sample(input=question, target=gold, id=identity, metadata=given))
    named = {"fail_on_error": False} if extra.get("fail") else {}
    return Task(
        dataset=MemoryDataset(samples, name=name),
        solver=solvers(bool(extra.get("fail"))),
        scorer=scorers(),
        name=name,
        **named,
    )


# What each vendor's provider is asked for; what it sends of that, the log tells.
VENDORS: dict[str, dict[str, Any]] = {
    "anthropic_plain": {"model": "anthropic/claude-haiku-4-5", "temperature": 0.5, "max_tokens": 64},
    "anthropic_budget": {"model": "anthropic/claude-haiku-4-5", "reasoning_tokens": 2048, "max_tokens": 4096},
    "anthropic_effort": {"model": "anthropic/claude-opus-4-6", "reasoning_effort": "low", "max_tokens": 4096},
    "google_plain": {
        **{"model": "google/gemini-2.5-flash", "max_tokens": 64},
        **{"temperature": 0.5, "top_p": 0.9, "top_k": 40},
    },
    "google_budget": {"model": "google/gemini-2.5-flash", "reasoning_tokens": 512, "max_tokens": 4096},
    "google_level": {"model": "google/gemini-3-pro-preview", "reasoning_effort": "low", "max_tokens": 4096},
}


def make_vendors(place: Path, port: int, wanted: list[str]) -> None:
    """Logs of Anthropic's and Google's providers, two samples each."""
    from inspect_ai import eval as run

    address = f"http://127.0.0.1:{port}"
    os.environ |= {"ANTHROPIC_API_KEY": "none", "ANTHROPIC_BASE_URL": address}
    os.environ |= {"GOOGLE_API_KEY": "none", "GOOGLE_BASE_URL": address}
    for name, asked in VENDORS.items():
        if f"{name}.eval" in wanted:
            # The server above does not stream; what is asked for stays the same.
            given = (
                {"model_args": {"streaming": False}} if name.startswith("anthropic") and _can_stream() else {}
            )
            logs = run(
                task("sums_sw", "sw"), log_dir=str(place / "made"), display="none", limit=2, **asked, **given
            )
            keep(place, f"{name}.eval")
            print(name, logs[0].status)


def keep(place: Path, name: str) -> None:
    """Keep the one log that was written under a plain name, without the paths of this machine."""
    from inspect_ai.log import EvalLog, read_eval_log, write_eval_log

    (written,) = (place / "made").glob("*")
    told = json.dumps(read_eval_log(str(written)).model_dump(mode="json"))
    if _without_paths(json.loads(told)) == json.loads(told):
        written.rename(place / name)
        return
    write_eval_log(EvalLog.model_validate(_without_paths(json.loads(told))), str(place / name))
    written.unlink()


def _without_paths(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_paths(own) for key, own in value.items()}
    if isinstance(value, list):
        return [_without_paths(own) for own in value]
    if not isinstance(value, str):
        return value
    # Coloured tracebacks break paths at any place.
    text = "(a traceback in colours)" if "\x1b[" in value else value
    folders = {"/venv": sys.prefix, "/project": str(Path(__file__).resolve().parents[1])}
    for name, folder in folders.items():
        text = re.sub(rf"{re.escape(folder)}(?=/)", name, text)
    return text


def make(place: Path, port: int, wanted: list[str]) -> None:
    """Run the tasks and keep their logs under plain names."""
    from inspect_ai import eval as run

    os.environ |= {
        "OPENAI_API_KEY": "none",
        "OPENAI_BASE_URL": f"http://127.0.0.1:{port}/v1",
    }
    runs: dict[str, dict[str, Any]] = {
        "sums_en": {"language": "en", "temperature": 0.5},
        "sums_sw": {"language": "sw", "temperature": 0.5},
        "parallel": {"language": None, "metadata": True},
        "sums": {"language": None, "ids": True},
        "broken_sw": {"language": "sw", "fail": True},
    }
    forms = ["eval", "json"] if _has_eval_form() else ["json"]
    for name, given in runs.items():
        for form in forms:
            if f"{name}.{form}" not in wanted:
                continue
            options: dict[str, Any] = {"log_format": form, "epochs": 2} if len(forms) > 1 else {"epochs": 2}
            if form == "json" and len(forms) > 1:
                options |= {"limit": 2, "epochs": 1}
            if "temperature" in given:
                options["temperature"] = given["temperature"]
            logs = run(
                task(name, **{key: value for key, value in given.items() if key != "temperature"}),
                model="openai/tiny-1",
                log_dir=str(place / "made"),
                display="none",
                max_tokens=64,
                **options,
            )
            keep(place, f"{name}.{form}")
            print(name, form, logs[0].status)


def _has_eval_form() -> bool:
    import inspect

    import inspect_ai

    return "log_format" in inspect.signature(inspect_ai.eval).parameters


def _can_stream() -> bool:
    import inspect

    from inspect_ai.model._providers.anthropic import AnthropicAPI

    return "streaming" in inspect.signature(AnthropicAPI).parameters


def main() -> None:
    """Make the logs of the version that is installed."""
    place = Path(sys.argv[1]) / version("inspect_ai")
    place.mkdir(parents=True, exist_ok=True)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Model)
    Thread(target=server.serve_forever, daemon=True).start()
    place = place.resolve()
    os.chdir(place)  # Inspect notes the revision of the working folder and paths seen from it
    make(place, server.server_address[1], sys.argv[2:])
    make_vendors(place, server.server_address[1], sys.argv[2:])
    (place / "made").rmdir()


if __name__ == "__main__":
    main()
