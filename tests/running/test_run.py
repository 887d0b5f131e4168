"""From a model's address to a HAT score: asked, killed, gone on with, graded, scored."""

import hashlib
import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from tests.sampling.servers import FakeServer, Fault

from hatscore.api.reading import read
from hatscore.api.scoring import score
from hatscore.benchmarks.registry import load
from hatscore.errors import InvalidArgument, UnreadableFile
from hatscore.running.golds import keep_golds, read_golds
from hatscore.running.run import expected, run_study
from hatscore.running.study import Study, choose, read_study
from hatscore.sampling.errors import SettingsDiffer
from hatscore.sampling.store import Store
from hatscore.sampling.system_flow import Flow

LANGUAGES = ["en", "de", "sw"]
GOLDS = {
    item.question: (item.gold, language)
    for language, items in load("starter_sums", languages=LANGUAGES).items.items()
    for item in items
}


def answer(prompt: str, number: int) -> str:
    """Right more often in English; whether it is depends on the question and the draw alone."""
    question = next(text for text in GOLDS if text in prompt)
    gold, language = GOLDS[question]
    draw = int(hashlib.sha256(f"{question}{number}".encode()).hexdigest(), 16) % 100
    able = 20 + int(hashlib.sha256(gold.encode()).hexdigest(), 16) % 80
    right = draw < (able if language == "en" else 0.7 * able)
    return f"It is {gold}." if right else "It is 99999."


@pytest.fixture
def server() -> Iterator[FakeServer]:
    with FakeServer(reply=answer) as running:
        yield running


def study(server: FakeServer, store: Path, **options: object) -> Study:
    system = {"system": "openai:toy", "base_url": server.openai, "temperature": 0.7, **options}
    asked = tuple(choose("starter_sums", languages=LANGUAGES, items=10))
    return Study((system,), asked, 4, store, Flow(concurrency=4, backoff=0.01))


def test_a_run_gives_a_score(server: FakeServer, tmp_path: Path) -> None:
    store = tmp_path / "runs" / "x.db"
    (result,) = run_study(study(server, store))
    assert (result.state, result.missing) == ("complete", 0)
    attempts = read(store).to_frame()
    assert attempts.height == 10 * 3 * 4
    assert set(attempts["outcome"]) == {"right", "wrong"}
    right = attempts.filter(pl.col("outcome") == "right")
    assert (right["final_answer"] == right["gold"]).all()
    rows = score(store, by="language")
    assert {row.target for row in rows} == {"de", "sw"}
    assert "bench:starter_sums@1" in rows[0].signature


def test_what_is_there_is_not_asked_again(server: FakeServer, tmp_path: Path) -> None:
    store = tmp_path / "x.db"
    run_study(study(server, store))
    asked = server.requests
    run_study(study(server, store))
    assert server.requests == asked
    with pytest.raises(SettingsDiffer, match="temperature"):
        run_study(study(server, store, temperature=0.1))


def test_the_plan_is_told_before_anything_is_asked(server: FakeServer, tmp_path: Path) -> None:
    (estimate,) = expected(study(server, tmp_path / "x.db"))
    assert (estimate.attempts, server.requests) == (10 * 3 * 4, 0)
    assert not (tmp_path / "x.db").exists()


def toml(server: FakeServer, folder: Path) -> Path:
    path = folder / "study.toml"
    path.write_text(
        f"""
        store = "runs/x.db"
        attempts = 4
        [flow]
        concurrency = 2
        [[systems]]
        system = "openai:toy"
        base_url = "{server.openai}"
        temperature = 0.7
        [[benchmarks]]
        name = "starter_sums"
        languages = ["en", "de", "sw"]
        items = 10
        """,
        encoding="utf-8",
    )
    return path


def command(*arguments: object) -> list[str]:
    code = "from hatscore.cli.main import main; main()"
    return [sys.executable, "-c", code, *map(str, arguments)]


def test_killed_and_gone_on_with_nothing_is_lost_or_asked_twice(tmp_path: Path) -> None:
    with FakeServer(reply=answer, delay=0.02) as server:
        path = toml(server, tmp_path)
        for wait in (0.7, 1.0, 1.3):
            process = subprocess.Popen(
                command("run", path), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
            time.sleep(wait)
            process.send_signal(signal.SIGKILL)
            process.wait()
        done = subprocess.run(command("run", path), capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert "hatscore score" in done.stdout
    frame = read(tmp_path / "runs" / "x.db").to_frame()
    assert frame.height == 120
    counts = frame.group_by("item", "language").agg(pl.col("attempt").sort())
    assert all(found == [0, 1, 2, 3] for found in counts["attempt"].to_list())


def test_a_study_names_what_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "study.toml"
    for text, message in {
        "attempts = 3": "lacks store",
        "shop = 1": "unknown 'shop'",
        "= 3": "no study that can be read",
        'store = "x.db"\n[[systems]]\nsystem="a:b"\n[[benchmarks]]\nname="starter_sums"\nitem=3': "item",
    }.items():
        path.write_text(text)
        with pytest.raises(InvalidArgument, match=message):
            read_study(path)


def test_free_texts_are_judged_where_there_are_verdicts(tmp_path: Path) -> None:
    golds = {item.question: item.gold for item in load("starter_facts", languages=["en"]).items["en"]}

    def reply(prompt: str, number: int) -> str:
        if "answer_to_check" in prompt:
            checked = json.loads(prompt)
            yes = checked["reference_answer"] in checked["answer_to_check"]
            return json.dumps({"verdict": "yes" if yes else "no"})
        question = next(text for text in golds if text in prompt)
        return golds[question] if number % 2 == 0 else "no idea"

    with FakeServer(reply=reply) as server:
        system = {"system": "openai:toy", "base_url": server.openai}
        judge = {"system": "openai:referee", "base_url": server.openai}
        asked = tuple(choose("starter_facts", languages=["en"], items=3))
        results = run_study(Study((system,), asked, 2, tmp_path / "x.db", judges=(judge,)))
        assert {result.state for result in results} == {"complete"}
    frame = read(tmp_path / "x.db").to_frame()
    assert set(frame["rule"]) == {"judge"}
    assert set(frame["outcome"]) == {"right", "wrong"}


def test_a_cut_answer_that_is_judged_wrong_is_truncated(tmp_path: Path) -> None:
    def reply(prompt: str, number: int) -> str:
        return json.dumps({"verdict": "no"}) if "answer_to_check" in prompt else "let me think about it"

    def cut(number: int, body: dict[str, Any]) -> Fault | None:
        return Fault("cut") if number == 0 else None

    with FakeServer(cut, reply=reply) as server:
        system = {"system": "openai:toy", "base_url": server.openai}
        judge = {"system": "openai:referee", "base_url": server.openai}
        asked = tuple(choose("starter_facts", languages=["en"], items=3))
        flow = Flow(concurrency=1)
        run_study(Study((system,), asked, 1, tmp_path / "x.db", flow, judges=(judge,)))
    frame = read(tmp_path / "x.db").to_frame()
    assert frame["outcome"].to_list().count("truncated") == 1
    assert set(frame["outcome"]) == {"truncated", "wrong"}
    assert frame["score"].to_list() == [0.0] * 3


def test_a_store_can_be_graded_by_itself(server: FakeServer, tmp_path: Path) -> None:
    store = tmp_path / "x.db"
    benchmark = load("starter_facts", languages=["en", "ja"]).select(items=2)
    with Store(store) as opened:
        keep_golds(opened, [benchmark])
        found = read_golds(opened)
    assert len(found) == 4
    for (_, _, name, language), gold in found.items():
        original = next(item for item in benchmark.items[language] if item.item == name)
        assert (gold.item.gold, gold.item.options, gold.item.accepted) == (
            original.gold,
            original.options,
            original.accepted,
        )
    with pytest.raises(UnreadableFile, match="holds no answers yet"):
        read(store)
    assert server.requests == 0


def test_failed_calls_are_missing_data(tmp_path: Path) -> None:
    """A server that refuses some prompts for good: errors, never wrong answers."""

    def some(number: int, body: dict[str, Any]) -> Fault | None:
        return Fault("status", status=400) if number % 3 == 0 and body["messages"] else None

    with FakeServer(some, reply=answer) as server:
        (result,) = run_study(study(server, tmp_path / "x.db"))
    assert result.missing
    frame = read(tmp_path / "x.db").to_frame()
    assert set(frame["outcome"]) == {"right", "wrong", "error"}
    assert frame.filter(pl.col("outcome") == "error")["score"].null_count() == result.missing
