"""Make tests/fixtures/simple_evals again, by running simple-evals on questions of our own.

Give the path of a checkout (of May 2025 or later), and run it with a Python that has what simple-evals
needs (openai, pandas, jinja2, requests, tabulate, tqdm, blobfile), which is not one of the project's:
``<its python> scripts/tool_fixtures/make_simple_evals.py <checkout>``. The questions come from a server on
the loopback in place of the bucket that simple-evals fetches from, and so do the answers.
"""

import importlib
import json
import os
import re
import shutil
import sys
import tempfile
import zlib
from contextlib import redirect_stdout
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import StringIO
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any

HERE = Path(__file__).resolve().parent
TARGET = HERE.parents[1] / "tests" / "fixtures" / "simple_evals"
SUMS = HERE.parents[1] / "src" / "hatscore" / "benchmarks" / "starter" / "sums"
LANGUAGES = ("de", "en", "sw", "th")
EVALUATIONS = ("mgsm", "math", "healthbench_hard")
MODEL = "gpt-4.1"
QUESTIONS = 4


def starter(language: str) -> list[tuple[str, str]]:
    """The first questions of the starter benchmark with their answers."""
    lines = (SUMS / f"{language}.tsv").read_text(encoding="utf-8").splitlines()[1 : 1 + QUESTIONS]
    return [(line.split("\t")[1], line.split("\t")[2]) for line in lines]


GOLDS = {question: gold for language in LANGUAGES for question, gold in starter(language)}


class Server(BaseHTTPRequestHandler):
    """Questions of MGSM by GET, chat completions by POST; right or wrong by the question and its repeat."""

    prefixes: dict[str, str] = {}  # noqa: RUF012
    asked: dict[str, int] = {}  # noqa: RUF012

    def do_GET(self) -> None:
        """Questions of one language, as the bucket has them."""
        lines = (f"{question}\t{gold}\n" for question, gold in starter(self.path[1:3]))
        self._send("".join(lines).encode(), "text/tab-separated-values")

    def do_POST(self) -> None:
        """Answer one request."""
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        usage = {
            "prompt_tokens": 11,
            "completion_tokens": 9,
            "total_tokens": 20,
            "prompt_tokens_details": {"cached_tokens": 0},
            "completion_tokens_details": {"reasoning_tokens": 4},
        }
        message = {"role": "assistant", "content": self._answer(request["messages"][-1]["content"])}
        choice = {"index": 0, "message": message, "finish_reason": "stop"}
        head = {"id": "c", "object": "chat.completion", "created": 1, "model": request["model"]}
        self._send(json.dumps({**head, "choices": [choice], "usage": usage}).encode(), "application/json")

    def _answer(self, prompt: str) -> str:
        if "rubric item" in prompt:
            met = zlib.crc32(prompt.rpartition("# Rubric item")[2].encode()) % 2 == 0
            return json.dumps({"explanation": "made up", "criteria_met": met})
        pair = re.search(r"YOUR TASK[\s\S]*Expression 1: (.*)\s+Expression 2: (.*)", prompt)
        if pair:
            return "Yes" if pair[1] == pair[2] else "No"
        question = next(known for known in GOLDS if known in prompt)
        language = next(name for name in LANGUAGES if (question, GOLDS[question]) in starter(name))
        repeat = self.asked[prompt] = self.asked.get(prompt, -1) + 1
        right = zlib.crc32(f"{question}/{repeat}".encode()) % 3
        return f"1 < 2 & 3.\n{self.prefixes[language]}: {GOLDS[question] if right else 99}"

    def _send(self, data: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: Any) -> None:
        """Nothing: the script says what it wrote."""


def conversations() -> list[dict[str, Any]]:
    """Two conversations with rubrics, in the form of HealthBench."""
    texts = [question for question, _ in starter("en")[:2]]
    return [
        {
            "prompt": [{"role": "user", "content": text}],
            "prompt_id": f"ours-{number}",
            "example_tags": ["theme:sums"],
            "rubrics": [
                {"criterion": f"{text} Point {point}.", "points": points, "tags": ["axis:accuracy"]}
                for point, points in enumerate((5, 3, -2))
            ],
        }
        for number, text in enumerate(texts)
    ]


def with_own_questions(package: str, address: str, folder: Path) -> None:
    """Point the modules of simple-evals to our questions; nothing else of them is changed."""
    import pandas

    mgsm: Any = importlib.import_module(f"{package}.mgsm_eval")
    mgsm.ALL_LANGUAGES[:] = LANGUAGES
    mgsm.LANG_TO_FPATH.update({name: f"{address}/{name}" for name in LANGUAGES})
    Server.prefixes = mgsm.LANG_TO_ANSWER_PREFIX
    table = pandas.DataFrame([{"Question": question, "Answer": gold} for question, gold in starter("en")])
    maths: Any = importlib.import_module(f"{package}.math_eval")
    maths.pandas = SimpleNamespace(read_csv=lambda _: table)
    lines = "".join(json.dumps(row) + "\n" for row in conversations())
    (folder / "conversations.jsonl").write_text(lines)
    health: Any = importlib.import_module(f"{package}.healthbench_eval")
    health.INPUT_PATH_HARD = str(folder / "conversations.jsonl")


def run(checkout: Path, folder: Path) -> list[Path]:
    """Run the evaluations; what they wrote."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
    Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_address[1]}"
    os.environ |= {"OPENAI_API_KEY": "none", "OPENAI_BASE_URL": f"{address}/v1", "ANTHROPIC_API_KEY": "none"}
    # The folder's own name is none of a package, and its types.py must not stand before Python's.
    (folder / "simple_evals_checkout").symlink_to(checkout, target_is_directory=True)
    sys.path.insert(0, str(folder))
    with_own_questions("simple_evals_checkout", address, folder)
    sys.argv = ["simple_evals", "--model", MODEL, "--eval", ",".join(EVALUATIONS), "--n-repeats", "2"]
    said = StringIO()
    with redirect_stdout(said):
        importlib.import_module("simple_evals_checkout.simple_evals").main()
    return [Path(path) for path in re.findall(r"^Writing .* to (\S+)$", said.getvalue(), re.MULTILINE)]


def main() -> None:
    """Make the fixtures; simple-evals writes below /tmp, whatever is asked."""
    with tempfile.TemporaryDirectory() as text:
        written = run(Path(sys.argv[1]).resolve(), Path(text))
    shutil.rmtree(TARGET, ignore_errors=True)
    TARGET.mkdir(parents=True)
    for path in written:
        shutil.move(path, TARGET / path.name)
        print(path.name)


if __name__ == "__main__":
    main()
