"""Is every answer kept, and kept apart from what does not belong to it?"""

import contextlib
import os
import random
import resource
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest
from tests.sampling import runner
from tests.sampling.conftest import Sampler, ask, openai_system, several
from tests.sampling.servers import FakeServer, Fault

from hatscore.sampling.costs import estimate
from hatscore.sampling.errors import SettingsDiffer, StoreError, StoreFull, StoreLocked
from hatscore.sampling.frames import attempts_frame
from hatscore.sampling.prices import Price
from hatscore.sampling.requests import ProviderError
from hatscore.sampling.settings import System
from hatscore.sampling.store import Finished, Store
from hatscore.sampling.system_flow import Flow

ROOT = Path(__file__).parents[2]


def answers(db: Path) -> dict[tuple[str, str, int], str]:
    if not db.exists():
        return {}
    with contextlib.suppress(StoreError), Store(db, write=False) as store:
        rows = attempts_frame(store).select("item", "language", "attempt", "response").rows()
        return {(item, language, attempt): response for item, language, attempt, response in rows}
    return {}


def start(db: Path, url: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.sampling.runner", str(db), url]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def test_kill_at_ten_random_moments_loses_nothing_and_asks_nothing_twice(db: Path) -> None:
    draw = random.Random(4)
    kept: dict[tuple[str, str, int], str] = {}
    wanted = runner.ITEMS * len(runner.LANGUAGES) * runner.ATTEMPTS
    with FakeServer(delay=0.1) as server:
        for _ in range(10):
            before = server.requests
            process = start(db, server.openai)
            while server.requests == before and process.poll() is None:
                time.sleep(0.005)
            time.sleep(draw.uniform(0.0, 0.35))
            process.send_signal(signal.SIGKILL)
            process.communicate()
            while server.under_way:
                time.sleep(0.01)
            now = answers(db)
            assert kept.items() <= now.items()
            kept = now
        assert 0 < len(kept) < wanted
        lost = server.drawn.total() - len(kept)
        # A kill can cost what is under way, and as much again that has come and is not on the disk yet.
        assert lost <= 10 * 2 * runner.CONCURRENCY * runner.AT_ONCE
        server.delay, before = 0.0, server.drawn.total()
        process = start(db, server.openai)
        assert process.communicate()[0] == "complete\n"
        assert server.drawn.total() - before == wanted - len(kept)  # Only what was missing.
    final = answers(db)
    assert kept.items() <= final.items()
    assert len(final) == len(set(final.values())) == wanted
    assert set(Counter((item, language) for item, language, _ in final).values()) == {runner.ATTEMPTS}


def test_a_second_process_is_refused_and_a_reader_is_not(db: Path, run: Sampler) -> None:
    with FakeServer(delay=0.2) as server:
        process = start(db, server.openai)
        while not server.requests:
            time.sleep(0.01)
        with pytest.raises(StoreLocked, match=f"another process \\(id {process.pid}\\) is writing"):
            run([openai_system(server.openai)], several(1))
        assert isinstance(answers(db), dict)
        process.kill()
        process.communicate()
        with Store(db):
            pass


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"temperature": 0.7}, "temperature was not sent, is 0.7"),
        ({"max_tokens": 5}, "max_tokens was not sent, is 5"),
        ({"model": "other"}, "model was toy, is other"),
        ({"thinking": "low"}, "reasoning_effort was not sent, is low"),
        ({"seed": 1}, "seed was not sent, is 1"),
    ],
)
def test_other_settings_are_refused_by_name(run: Sampler, change: dict[str, object], words: str) -> None:
    with FakeServer() as server:
        system = openai_system(server.openai)
        run([system], several(1), 1)
        with pytest.raises(SettingsDiffer, match=words):
            run([replace(system, **change)], several(1), 1)  # type: ignore[arg-type]
        assert run([replace(system, price=Price(1, 2), choices=1)], several(1), 1).state == "complete"


def test_another_prompt_is_refused_by_name(run: Sampler, db: Path) -> None:
    with FakeServer() as server:
        run([openai_system(server.openai)], several(2), 1)
        other = replace(ask(1, "de"), messages=(("user", "something else"),))
        with pytest.raises(SettingsDiffer, match="another prompt for item 1 of toy"):
            run([openai_system(server.openai)], [other, ask(7)], 1)
        assert run([openai_system(server.openai)], [ask(7)], 1).state == "complete"
    with Store(db, write=False) as store:
        assert attempts_frame(store).height == 5


def test_what_is_no_store_is_refused(tmp_path: Path) -> None:
    text = tmp_path / "notes.db"
    text.write_text("these are notes, and no database at all " * 50)
    with pytest.raises(StoreError, match="is no run store of hatscore"):
        Store(text)
    other = tmp_path / "other.db"
    with contextlib.closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE t (x)")
    with pytest.raises(StoreError, match="but no run store"):
        Store(other)
    with pytest.raises(StoreError, match="there is no run store"):
        Store(tmp_path / "absent.db", write=False)
    assert "notes" in text.read_text()


def test_a_later_version_is_refused(tmp_path: Path) -> None:
    with Store(tmp_path / "run.db") as store:
        store.run("UPDATE meta SET value = ? WHERE name = 'schema'", [("99",)])
    with pytest.raises(StoreError, match="has version 99 of the run store"):
        Store(tmp_path / "run.db")


SECRET = "tulip9f3c77aaplanted"


def test_no_key_is_ever_written_or_said(
    run: Sampler, db: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TOY_KEY", SECRET)
    words = f"bad key {SECRET}, bearer {SECRET}"
    programme = [Fault("status", 500, message=words), Fault("status", 429, {"retry-after": "0"}, words)]
    faults = [*programme, Fault("status", 400, message=words), None, Fault("status", 401, message=words)]
    with FakeServer(faults) as server:
        urls = {"openai": server.openai, "anthropic": server.plain, "google": server.plain}
        said = []
        for provider, url in urls.items():
            server.requests = 0
            model = {"openai": "toy", "anthropic": "claude-opus-4-7", "google": "gemini-2.5-flash"}[provider]
            address = url.replace("http://", f"http://me:{SECRET}@") + f"?key={SECRET}"
            plain = System(provider, provider, model, base_url=url, key_variable="TOY_KEY", choices=1)
            result = run([plain], several(3), 1, flow=Flow(concurrency=1, backoff=0.01, tries=3))
            said.append(repr(result))
            system = replace(plain, base_url=address, name=f"{provider} 2")
            said += [repr(system.recorded()), repr(estimate([system], several(1), 2))]
            assert any(SECRET in str(seen.headers) for seen in server.seen), provider
            server.seen.clear()
            assert "[key]" in result.systems[0].stopped  # type: ignore[operator]
            with Store(db) as store:
                store.register([system], several(1))
                said.append(repr(store.systems()))
    written = b"".join(path.read_bytes() for path in db.parent.iterdir())
    assert b"openai 2" in written
    assert SECRET.encode() not in written
    assert SECRET not in "".join(said) + "".join(capfd.readouterr())


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    place = tmp_path / "small"
    place.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=7m", "tmpfs", str(place)], check=False, capture_output=True
    )
    if mounted.returncode:
        pytest.skip("a small file system needs the right to mount one")
    yield place
    subprocess.run(["umount", str(place)], check=True)


def long_answer(prompt: str, number: int) -> str:
    return f"{prompt} {number} " + "x" * 20_000


def fill(path: Path) -> None:
    with contextlib.suppress(OSError), path.open("wb", buffering=0) as file:
        while True:
            file.write(b"x" * 4096)


@pytest.mark.skipif(sys.platform != "linux", reason="mounts a tmpfs")
def test_a_full_disk_ends_the_run_in_clear_words_and_loses_nothing(run: Sampler, small_disk: Path) -> None:
    db = small_disk / "run.db"
    with FakeServer(reply=long_answer, delay=0.005) as server:
        result = run([openai_system(server.openai)], several(200), 1, store=db)
        assert result.state == "disk_full"
        assert result.lost == 0
        assert f"no space left to write {db}" in result.notes[0]
        assert "Everything that came is kept" in result.notes[0]
        assert len(answers(db)) == server.drawn.total()
        again = run([openai_system(server.openai)], several(200), 1, store=db)
        assert (again.state, again.lost) == ("disk_full", 0)
        fill(small_disk / "other")
        with pytest.raises(StoreFull, match="no space"):
            run([openai_system(server.openai)], several(200), 1, store=db)
        subprocess.run(["mount", "-o", "remount,size=60m", str(small_disk)], check=True)
        assert run([openai_system(server.openai)], several(200), 1, store=db).state == "complete"
        assert set(server.drawn.values()) == {1}


def test_a_limit_on_files_ends_the_run_in_clear_words(run: Sampler, db: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    with FakeServer(reply=long_answer) as server:
        try:
            resource.setrlimit(resource.RLIMIT_FSIZE, (5 << 20, hard))
            result = run([openai_system(server.openai)], several(400), 1)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
            signal.signal(signal.SIGXFSZ, before)
        assert result.state == "disk_full"
        kept = len(answers(db))
        assert kept + result.lost == server.drawn.total()
        assert f"{result.lost} answers were lost" in result.notes[0] or not result.lost
        assert run([openai_system(server.openai)], several(400), 1).state == "complete"
    assert len(answers(db)) == 800


def test_an_error_never_takes_the_place_of_an_answer(run: Sampler, db: Path) -> None:
    with FakeServer() as server:
        run([openai_system(server.openai)], several(1), 1)
    failed = Finished("toy-model", ask(0).key, (0,), ProviderError("server", "500: too late"), 1, 0.1)
    with Store(db) as store:
        store.record([failed])
        assert attempts_frame(store)["error_class"].null_count() == 2


def test_versions_and_sessions_are_kept(run: Sampler, db: Path) -> None:
    with FakeServer() as server:
        run([openai_system(server.openai)], several(1), 1)
        run([openai_system(server.openai)], several(2), 1)
    with Store(db, write=False) as store:
        sessions = store.rows("SELECT started, versions FROM sessions")
    assert len(sessions) == 2
    assert '"openai":' in sessions[0][1]
    assert sessions[0][0].endswith("+00:00")


def test_columns_are_those_of_attempts(run: Sampler, db: Path) -> None:
    with FakeServer() as server:
        run([openai_system(server.openai), openai_system(server.openai, "second")], several(2), 2)
    with Store(db, write=False) as store:
        rows = attempts_frame(store)
        assert set(rows["source_language"]) == {"en"}
        assert rows.select(pl.struct("system", "item", "language", "attempt").n_unique()).item() == 16
        assert attempts_frame(store, systems=["second"]).height == 8
        assert attempts_frame(store, benchmark="other").height == 0


def test_the_process_id_of_the_lock_is_ours(db: Path) -> None:
    with Store(db):
        assert db.with_name("run.db.lock").read_text() == str(os.getpid())
        with pytest.raises(StoreLocked):
            Store(db)


def test_readers_leave_nothing_behind_and_may_have_no_right_to_write(
    run: Sampler, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with FakeServer() as server:
        run([openai_system(server.openai)], several(1), 1)
    assert len(answers(db)) == 2
    assert sorted(path.name for path in db.parent.iterdir()) == ["run.db", "run.db.lock"]
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert len(answers(db)) == 2
    assert sorted(path.name for path in db.parent.iterdir()) == ["run.db", "run.db.lock"]


def test_odd_names_of_files_are_no_addresses(run: Sampler, tmp_path: Path) -> None:
    db = tmp_path / "a b?mode=memory#100%.db"
    with FakeServer() as server:
        run([openai_system(server.openai)], several(1), 1, store=db)
    assert db.is_file()
    assert len(answers(db)) == 2
