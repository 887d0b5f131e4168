"""Sample the recorded answers that ship with the package.

Run: python scripts/sample_demo.py QWEN.gguf

QWEN.gguf is Qwen2.5-Coder-0.5B-Instruct in Q4_K_M, the file that its authors publish (Apache-2.0); the
script refuses any other. The second system is SmolLM2, which was made for English; its licence lets its
answers be passed on without terms. Both answer items of the starter, after three examples in the language
of the item: the sums that take one step, and facts. Languages are asked one after the other, so that the
examples are read once; items that the time does not reach in every language are left out. Seeds come from
the names of item and language, so that no two prompts share their draws.
"""

import argparse
import json
import platform
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import sha256
from http.client import HTTPConnection
from importlib.metadata import version
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from zlib import crc32

import polars as pl

from hatscore.attempts.schema import TYPES
from hatscore.benchmarks.benchmark import Benchmark
from hatscore.benchmarks.contract import Item
from hatscore.benchmarks.registry import load
from hatscore.sampling.local_model import LocalServer, local_server

QWEN = "1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32"
NAMES = {QWEN: "qwen2.5-coder-0.5b"}
"""How tables call files that are not registered."""

LICENCES = {QWEN: ("Apache-2.0", "Qwen/Qwen2.5-Coder-0.5B-Instruct-GGUF, file in Q4_K_M")}
ITEMS = {"starter_sums": 20, "starter_facts": 30}
FIRST_SHARE = 0.6
"""Of the time that is left, for each system but the last: the first is the slowest."""

SHOTS, TEMPERATURE, MAX_TOKENS = 3, 0.7, 32
OUT = Path(__file__).parents[1] / "src" / "hatscore" / "data" / "recorded"
CAUTION = (
    "Facts list four options, and these models often guess or repeat one option for every item: an "
    "accuracy near 0.25 is no knowledge. Score facts with floor='options' beside the plain score."
)
COLUMNS = (
    *("system", "benchmark", "revision", "item", "language", "source_language", "attempt", "outcome"),
    *("score", "n_options", "floor", "response", "gold", "finish_reason", "prompt_tokens"),
)


def main() -> None:
    options = _options()
    began, frames, systems = datetime.now(UTC), [], []
    benchmarks = [
        load(name, languages=options.languages).select(items=min(items, options.items or items))
        for name, items in ITEMS.items()
    ]
    everyone, end = (f"local:{options.qwen}", *options.also), time.monotonic() + 60 * options.minutes
    for weights in everyone:
        with local_server(weights, slots=options.attempts, context=1024) as server:
            print(server.weights.notice())
            if server.weights.registered is None and server.weights.sha256 not in NAMES:
                raise SystemExit(
                    f"{options.qwen} is not the file that was meant: SHA-256 {server.weights.sha256}"
                )
            left = end - time.monotonic()
            share = left if weights == everyone[-1] else FIRST_SHARE * left
            frame, seconds = sample(server, benchmarks, options.attempts, share)
            frames.append(frame)
            systems.append(_system(server, frame, seconds))
            print(
                frame.group_by("benchmark", "language")
                .agg(pl.col("score").mean())
                .sort("benchmark", "language")
            )
    options.out.mkdir(parents=True, exist_ok=True)
    path = options.out / "attempts.parquet"
    pl.concat(frames).write_parquet(path, compression="zstd")
    digest = sha256(path.read_bytes()).hexdigest()
    (options.out / "manifest.toml").write_text(
        _manifest(began, digest, benchmarks, systems), encoding="utf-8"
    )


def sample(
    server: LocalServer, benchmarks: list[Benchmark], attempts: int, seconds: float
) -> tuple[pl.DataFrame, float]:
    """Attempts at all items, and the seconds that they took."""
    started, rows = time.monotonic(), []
    system = NAMES.get(server.weights.sha256, server.model)
    left = sum(len(items) for benchmark in benchmarks for items in benchmark.items.values())
    for benchmark in benchmarks:
        found: list[dict[str, Any]] = []
        for language in benchmark.languages:
            items, now = benchmark.items[language], time.monotonic()
            until = now + (started + seconds - now) * len(items) / left
            left -= len(items)
            for item in items:
                if time.monotonic() > until:
                    print(f"  time is up: {benchmark.name} in {language} before {item.item}")
                    break
                found += [{"system": system} | row for row in _ask(server, benchmark, item, attempts)]
        rows += _complete(found, benchmark)
    frame = pl.DataFrame(rows, schema_overrides={name: TYPES.get(name, pl.String) for name in COLUMNS})
    return frame.select(COLUMNS), time.monotonic() - started


def _ask(server: LocalServer, benchmark: Benchmark, item: Item, attempts: int) -> Iterator[dict[str, Any]]:
    turns = benchmark.messages(item, shots=SHOTS)
    answer = _post(
        server.base_url,
        {
            "model": server.model,
            "messages": [{"role": turn.role, "content": turn.content} for turn in turns],
            "n": attempts,
            "temperature": TEMPERATURE,
            "max_tokens": MAX_TOKENS,
            "seed": crc32(f"{benchmark.name}/{item.item}/{item.language}".encode()) % 2**31,
        },
    )
    if len(answer["choices"]) != attempts:
        raise SystemExit(f"asked for {attempts} answers, got {len(answer['choices'])}")
    for attempt, choice in enumerate(answer["choices"]):
        response, reason = choice["message"]["content"] or "", choice["finish_reason"]
        graded = benchmark.grade(response, item, finish_reason=reason)
        yield {
            "benchmark": benchmark.name,
            "revision": benchmark.manifest.revision,
            "item": item.item,
            "language": item.language,
            "source_language": item.source_language,
            "attempt": attempt,
            "outcome": graded.outcome,
            "score": float(graded.outcome == "right"),
            "n_options": len(item.options) or None,
            "floor": 1 / len(item.options) if item.options else 0.0,
            "response": response,
            "gold": item.gold,
            "finish_reason": reason,
            "prompt_tokens": answer["usage"]["prompt_tokens"],
        }


def _complete(rows: list[dict[str, Any]], benchmark: Benchmark) -> list[dict[str, Any]]:
    """Rows of the items that were asked in every language."""
    asked = [{row["item"] for row in rows if row["language"] == language} for language in benchmark.languages]
    kept = set.intersection(*asked)
    return [row for row in rows if row["item"] in kept]


def _post(base_url: str, body: dict[str, Any]) -> Any:
    address = urlsplit(base_url)
    connection = HTTPConnection(address.hostname or "", address.port, timeout=120)
    try:
        connection.request(
            "POST", f"{address.path}/chat/completions", json.dumps(body), {"Content-Type": "application/json"}
        )
        response = connection.getresponse()
        text = response.read().decode("utf-8")
        if response.status != 200:
            raise SystemExit(f"the server answered {response.status}: {text}")
        return json.loads(text)
    finally:
        connection.close()


def _system(server: LocalServer, frame: pl.DataFrame, seconds: float) -> dict[str, Any]:
    known = server.weights.registered
    licence, origin = LICENCES[server.weights.sha256] if known is None else (known.licence, known.origin)
    return {
        "name": frame["system"][0],
        "file": server.weights.path.name,
        "sha256": server.weights.sha256,
        "licence": licence,
        "origin": origin,
        "mode": server.mode,
        "attempts": frame.height,
        "items": {
            name: frame.filter(pl.col("benchmark") == name)["item"].n_unique()
            for name in sorted(set(frame["benchmark"]))
        },
        "seconds": round(seconds),
    }


def _manifest(
    began: datetime, digest: str, benchmarks: list[Benchmark], systems: list[dict[str, Any]]
) -> str:
    lines = [
        "# Real answers of tiny models, sampled by scripts/sample_demo.py. The gaps describe these models.",
        *_table(
            {
                "file": "attempts.parquet",
                "sha256": digest,
                "attempts": sum(system["attempts"] for system in systems),
                "date": began.date(),
                "licence": "Apache-2.0 for the table; what each model's licence says of its output holds too",
                "caution": CAUTION,
            }
        ),
        "\n[settings]",
        *_table(
            {
                "temperature": TEMPERATURE,
                "max_tokens": MAX_TOKENS,
                "shots": SHOTS,
                "top_k_top_p_min_p": "off",
                "threads": 1,
                "seed": "crc32 of benchmark/item/language modulo 2**31, plus the attempt",
            }
        ),
        "\n[versions]",
        *_table(
            {name: version(name) for name in ("hatscore", "xllamacpp")}
            | {"python": platform.python_version(), "machine": platform.machine()}
        ),
    ]
    for benchmark in benchmarks:
        manifest = benchmark.manifest
        lines.append(f"\n[benchmarks.{benchmark.name}]")
        lines += _table(
            {
                "revision": manifest.revision,
                "languages": list(benchmark.languages),
                "fingerprints": {code: manifest.fingerprints[code] for code in benchmark.languages},
            }
        )
    for system in systems:
        lines += ["\n[[systems]]", *_table(system)]
    return "\n".join(lines) + "\n"


def _table(values: dict[str, Any]) -> list[str]:
    """TOML lines; JSON writes strings, numbers and lists of strings the same way."""
    lines = []
    for name, value in values.items():
        if isinstance(value, dict):
            inner = ", ".join(_table(value))
            lines.append(f"{name} = {{ {inner} }}")
        elif isinstance(value, str | int | float | list):
            lines.append(f"{name} = {json.dumps(value, ensure_ascii=False)}")
        else:
            lines.append(f"{name} = {value.isoformat()}")
    return lines


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("qwen", type=Path)
    parser.add_argument("--also", nargs="*", default=["local:smollm2-135m"], help="further weights")
    parser.add_argument(
        "--languages", type=lambda text: text.split(","), default=["en", "de", "fr", "es", "sw"]
    )
    parser.add_argument("--items", type=int, help="of each benchmark, to try it out")
    parser.add_argument("--attempts", type=int, default=10)
    parser.add_argument("--minutes", type=float, default=15.0, help="at most")
    parser.add_argument("--out", type=Path, default=OUT)
    return parser.parse_args()


if __name__ == "__main__":
    main()
