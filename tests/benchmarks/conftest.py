"""Small benchmarks in the upstream layouts, of our own text, and a local hub that serves them."""

import gzip
import io
import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import polars as pl
import pytest

from hatscore.benchmarks import eclektic, mgsm_rev2, mmlu_prox_lite, registry
from hatscore.benchmarks.contract import Item, Manifest
from hatscore.benchmarks.fingerprint import fingerprint
from hatscore.benchmarks.manifest_files import read_manifest

SUMS = {
    "en": 'Ada says "five" and adds 1,998. What is the sum?\t2,003\nWhat is 7 times 6?\t42\n',
    "de": "Ada sagt „fünf“ und addiert 1998. Was ist die Summe?\t2,003\nWas ist 7 mal 6?\t42\n",
}
QUESTIONS: dict[str, list[tuple[str, list[str], str]]] = {
    "en": [("Which is a fruit?", ["stone", "apple", "chair"], "B"), ("Which swims?", ["fish", "hen"], "A")],
    "sw": [("Lipi ni tunda?", ["jiwe", "tufaa", "kiti"], "B"), ("Nani huogelea?", ["samaki", "kuku"], "A")],
}
FACTS = [
    {"q_id": 5, "original_lang": "de", "en_q": "Who baked it?", "en_a": "Ida Korn", "en_c": "Ida Korn did.",
     "de_q": "Wer hat es gebacken?", "de_a": "Ida Korn", "de_c": "Ida Korn war es."},
    {"q_id": 6, "original_lang": "en", "en_q": "Where?", "en_a": "in Bakerton", "en_c": "It was Bakerton.",
     "de_q": "Wo?", "de_a": "in Bakerton", "de_c": "Es war Bakerton."},
]  # fmt: skip


def jsonl(rows: list[dict[str, Any]]) -> bytes:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


def parquet(rows: list[dict[str, Any]]) -> bytes:
    buffer = io.BytesIO()
    pl.DataFrame(rows).write_parquet(buffer)
    return buffer.getvalue()


def upstream_rows(language: str, split: str) -> list[dict[str, Any]]:
    """Rows as MMLU-ProX-Lite has them: one column for each of ten options, null where absent."""
    rows = []
    for number, (question, options, answer) in enumerate(QUESTIONS[language]):
        padded = {f"option_{n}": options[n] if n < len(options) else None for n in range(10)}
        shown = {"cot_content": f"Step {number}."} if split == "validation" else {"cot_content": ""}
        row = {"question_id": 70 + number, "question": question, **padded, "answer": answer}
        rows.append({**row, "answer_index": ord(answer) - 65, "category": f"c{number}", **shown})
    return rows


def local_rows(language: str) -> list[dict[str, Any]]:
    return [
        {"question_id_inferred": 70 + number, "question": question, "options": options, "answer": answer,
         "answer_index": ord(answer) - 65}
        for number, (question, options, answer) in enumerate(QUESTIONS[language])
    ]  # fmt: skip


def _small(name: str, tested: dict[str, tuple[Item, ...]], **changes: Any) -> Manifest:
    manifest = read_manifest(name)
    return replace(
        manifest,
        languages=tuple(sorted(tested)),
        rows={language: len(items) for language, items in tested.items()},
        fingerprints={
            language: fingerprint(items, named_by_row=manifest.named_by_row)
            for language, items in tested.items()
        },
        **changes,
    )


def small_manifests() -> dict[str, Manifest]:
    sums = {
        code: mgsm_rev2.items(text.encode(), f"mgsm_{code}.tsv", [code])[code] for code, text in SUMS.items()
    }
    letters = {
        code: mmlu_prox_lite.items(jsonl(upstream_rows(code, "test")), "x.jsonl", [code])[code]
        for code in QUESTIONS
    }
    facts = eclektic.items(jsonl(FACTS), "x.jsonl", ["de", "en"])
    shown = {code: fingerprint(items, named_by_row=True) for code, items in letters.items()}
    known = {code: fingerprint(items[:1]) for code, items in facts.items()}
    judged = replace(_small("eclektic", dict(facts)), known_items=("5",), fingerprints=known)
    return {
        "mgsm_rev2": _small("mgsm_rev2", sums),
        "mmlu_prox_lite": _small(
            "mmlu_prox_lite",
            letters,
            example_rows=dict.fromkeys(letters, 2),
            example_fingerprints=shown,
        ),
        "eclektic": judged,
    }


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> dict[str, Manifest]:
    """Makes the three benchmarks small: their manifests are those of the texts above."""
    manifests = small_manifests()
    monkeypatch.setattr(registry, "read_manifest", lambda name: manifests.get(name) or read_manifest(name))
    return manifests


@dataclass
class LocalHub:
    """What the hub holds, and what was asked of it."""

    address: str = ""
    files: dict[tuple[str, str], dict[str, bytes]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    cut: bool = False
    lie: bool = False
    large: bool = False

    def add(self, manifest: Manifest, files: dict[str, bytes]) -> None:
        home = manifest.homes[0]
        self.files[home.repo, home.revision] = files


def _handler(hub: LocalHub) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *arguments: object) -> None:
            pass

        def do_GET(self) -> None:
            hub.asked.append(self.path)
            path = self.path.split("?")[0].strip("/")
            for (repo, revision), files in hub.files.items():
                if path == f"api/datasets/{repo}/tree/{revision}":
                    self._send(json.dumps([_entry(hub, *pair) for pair in files.items()]).encode())
                    return
                found = path.removeprefix(f"datasets/{repo}/resolve/{revision}/")
                if found != path and found in files:
                    # The real hub sends large files from elsewhere.
                    self.send_response(302)
                    self.send_header("Location", f"/elsewhere/{repo}/{revision}/{found}")
                    self.send_header("Content-Length", "0")
                    self.end_headers()
                    return
                found = path.removeprefix(f"elsewhere/{repo}/{revision}/")
                if found != path:
                    self._send(files[found], cut=hub.cut)
                    return
            self.send_error(404)

        def _send(self, content: bytes, *, cut: bool = False) -> None:
            self.send_response(200)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content[: len(content) // 2] if cut else content)

    return Handler


def _entry(hub: LocalHub, path: str, content: bytes) -> dict[str, Any]:
    stated = "0" * 64 if hub.lie else sha256(content).hexdigest()
    entry: dict[str, Any] = {"type": "file", "path": path, "size": len(content), "oid": "1" * 40}
    return {**entry, "lfs": {"oid": stated}} if hub.large or hub.lie else entry


@pytest.fixture
def hub() -> Iterator[LocalHub]:
    held = LocalHub()
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(held))
    held.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    yield held
    server.shutdown()
    server.server_close()
    thread.join()


def tsv_files() -> dict[str, bytes]:
    return {f"mgsm_{code}.tsv": text.encode() for code, text in SUMS.items()}


def parquet_files() -> dict[str, bytes]:
    return {
        f"{code}/{split}-00000-of-00001.parquet": parquet(upstream_rows(code, split))
        for code in QUESTIONS
        for split in ("test", "validation")
    }


def gz_files() -> dict[str, bytes]:
    return {
        f"{code}_{split}.jsonl.gz": gzip.compress(jsonl(local_rows(code)))
        for code in QUESTIONS
        for split in ("test", "validation")
    }
