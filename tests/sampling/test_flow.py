"""Does a run get every answer once, whatever the server does?"""

import asyncio
import os
import signal
import sqlite3
import threading
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest
from tests.sampling.conftest import QUICK, Sampler, ask, openai_system, several
from tests.sampling.servers import FakeServer, Fault

from hatscore.errors import InvalidArgument
from hatscore.sampling.frames import attempts_frame
from hatscore.sampling.prices import Price
from hatscore.sampling.progress import Progress
from hatscore.sampling.settings import parse_system
from hatscore.sampling.store import Store
from hatscore.sampling.system_flow import Flow


def frame(db: Path) -> pl.DataFrame:
    with Store(db, write=False) as store:
        return attempts_frame(store)


def test_every_answer_is_kept_once_and_n_reads_the_prompt_once(run: Sampler, db: Path) -> None:
    with FakeServer() as server:
        result = run([openai_system(server.openai)], several(10), 5)
    rows = frame(db)
    assert result.state == "complete"
    assert rows.height == 100
    assert rows["response"].n_unique() == 100
    assert server.requests == 20
    assert all(seen.body["n"] == 5 for seen in server.seen)
    assert set(rows["model_reported"]) == {"toy-2026"}
    assert rows["outcome"].null_count() == 100
    assert rows["answer_tokens"].null_count() == 100  # Five answers were counted together.
    assert set(rows["request_output_tokens"]) == {25}
    assert rows["attempt"].to_list() == [0, 1, 2, 3, 4] * 20


def test_a_second_run_asks_nothing_and_a_longer_one_only_the_rest(run: Sampler) -> None:
    with FakeServer() as server:
        run([openai_system(server.openai)], several(3), 2)
        before = server.requests
        assert run([openai_system(server.openai)], several(3), 2).state == "complete"
        assert server.requests == before
        run([openai_system(server.openai)], several(4), 3)
        assert set(server.delivered.values()) == {3}


@pytest.mark.parametrize(
    ("options", "requests"),
    [({"most_choices": 1}, 5 * 4), ({"refuse_above": 2}, None), ({"most_choices": 3}, None)],
)
def test_servers_that_give_fewer_are_asked_again(
    run: Sampler, db: Path, options: dict[str, int], requests: int | None
) -> None:
    with FakeServer(**options) as server:  # type: ignore[arg-type]
        result = run([openai_system(server.openai)], several(2), 5)
    assert result.state == "complete"
    assert set(server.delivered.values()) == {5}
    assert frame(db)["response"].n_unique() == 20
    assert requests is None or server.requests == requests


@pytest.mark.parametrize(
    "fault",
    [
        Fault("status", 500),
        Fault("status", 529),
        Fault("garbage"),
        Fault("truncate"),
        Fault("drop"),
        Fault("empty"),
        Fault("other_json"),
        Fault("status", 408),
    ],
    ids=lambda fault: f"{fault.kind}{fault.status}",
)
def test_what_fails_is_tried_again(run: Sampler, db: Path, fault: Fault) -> None:
    programme = [fault, None, fault, None, fault]
    with FakeServer(programme) as server:
        result = run([openai_system(server.openai)], several(5), 2)
    assert result.state == "complete"
    assert frame(db).height == 20
    assert server.requests == 13


def test_a_hanging_request_is_given_up_and_sent_again(run: Sampler) -> None:
    flow = Flow(concurrency=2, timeout=0.3, tries=3, backoff=0.01)
    with FakeServer([Fault("hang")]) as server:
        assert run([openai_system(server.openai)], several(2), 1, flow=flow).state == "complete"
        assert server.requests == 5


def test_a_storm_of_429_slows_down_and_loses_nothing(run: Sampler, db: Path) -> None:
    def storm(number: int, body: dict[str, object]) -> Fault | None:
        return Fault("status", 429, {"retry-after-ms": "60"}) if number % 4 and number < 60 else None

    with FakeServer(storm) as server:
        result = run([openai_system(server.openai)], several(20), 2)
    assert result.state == "complete"
    assert frame(db).height == 80
    assert set(server.delivered.values()) == {2}


def test_retry_after_is_obeyed(run: Sampler) -> None:
    started = time.monotonic()
    with FakeServer([Fault("status", 429, {"Retry-After": "1"})]) as server:
        run([openai_system(server.openai)], several(1), 1)
    assert time.monotonic() - started >= 1


def test_errors_are_kept_as_errors_and_asked_again_next_time(run: Sampler, db: Path) -> None:
    def poisoned(number: int, body: dict[str, object]) -> Fault | None:
        return Fault("status", 500) if "toy 1 de" in str(body) else None

    with FakeServer(poisoned) as server:
        result = run([openai_system(server.openai)], several(3), 2)
        assert (result.state, result.missing) == ("incomplete", 2)
        rows = frame(db).filter(pl.col("outcome") == "error")
        assert rows["item"].to_list() == ["1", "1"]
        assert rows["error_class"].to_list() == ["server", "server"]
        server.programme = ()
        assert run([openai_system(server.openai)], several(3), 2).state == "complete"
    assert frame(db)["outcome"].null_count() == 12


def test_a_refused_prompt_does_not_stop_the_others(run: Sampler, db: Path) -> None:
    def too_long(number: int, body: dict[str, object]) -> Fault | None:
        return Fault("status", 400, message="prompt too long") if "toy 1 " in str(body) else None

    with FakeServer(too_long) as server:
        result = run([openai_system(server.openai)], several(4), 4)
    assert result.missing == 8
    rows = frame(db).filter(pl.col("outcome") == "error")
    assert set(rows["error_class"]) == {"refused_request"}
    assert rows["error_message"][0] == "400: prompt too long (error)"
    assert frame(db).filter(pl.col("outcome").is_null()).height == 24


@pytest.mark.parametrize("status", [401, 403, 404])
def test_a_permanent_error_stops_its_system_and_no_other(run: Sampler, status: int) -> None:
    fault = Fault("status", status, message="model `toy` does not exist")
    with FakeServer([fault] * 99) as bad, FakeServer(delay=0.01) as good:
        result = run([openai_system(bad.openai, "bad"), openai_system(good.openai, "good")], several(20), 1)
        assert bad.requests <= QUICK.concurrency
    first, second = result.systems
    assert first.stopped == f"{status}: model `toy` does not exist (error)"
    assert (first.missing, second.missing) == (40, 0)
    assert result.state == "incomplete"


def test_a_server_that_is_not_there_stops_its_system(run: Sampler) -> None:
    with FakeServer() as server:
        url = server.openai
    flow = Flow(concurrency=4, tries=2, backoff=0.01, give_up_after=5)
    result = run([openai_system(url)], several(50), 1, flow=flow)
    assert result.systems[0].stopped is not None
    assert "requests in a row failed" in result.systems[0].stopped
    assert "Connect call failed" in result.systems[0].stopped


def test_filtered_and_cut_answers_are_answers(run: Sampler, db: Path) -> None:
    with FakeServer([Fault("filter"), Fault("cut")]) as server:
        result = run([openai_system(server.openai)], several(1), 2, flow=Flow(concurrency=1))
    assert result.state == "complete"
    rows = frame(db)
    assert Counter(rows["finish_reason"]) == {"content_filter": 2, "length": 2}
    assert rows.filter(pl.col("finish_reason") == "content_filter")["outcome"].to_list() == ["refused"] * 2


def test_identical_answers_are_told_of(run: Sampler) -> None:
    with FakeServer(reply=lambda *_: "always the same") as server:
        result = run([openai_system(server.openai, temperature=0.7)], several(3), 3)
    assert "no distinct draws" in result.notes[0]


def test_seeds_differ_from_attempt_to_attempt(run: Sampler) -> None:
    with FakeServer(most_choices=1) as server:
        run([openai_system(server.openai, seed=100, choices=1)], [ask(1)], 4)
    assert sorted(seen.body["seed"] for seen in server.seen) == [100, 101, 102, 103]


def test_a_budget_ends_the_run_below_it(run: Sampler) -> None:
    seen: list[Progress] = []
    with FakeServer(delay=0.01) as server:
        system = openai_system(server.openai, price=Price(1000.0, 1000.0), choices=1)
        flow = Flow(concurrency=4, budget=0.5)
        result = run([system], several(50), 1, flow=flow, progress=seen.append)
    assert result.state == "budget"
    assert result.missing == 100 - server.requests
    assert seen[-1].cost == pytest.approx(0.016 * server.requests)
    assert 0.5 - 0.016 * 2 < 0.016 * server.requests <= 0.5


def test_a_budget_needs_prices(run: Sampler) -> None:
    with pytest.raises(InvalidArgument, match="needs prices, and none is known for toy-model"):
        run([openai_system("http://127.0.0.1:9/v1")], several(1), 1, flow=Flow(budget=1.0))


def interrupt_after(seconds: float, server: FakeServer) -> None:
    """Press Ctrl-C so long after the first request, however long the run takes to start."""

    def press() -> None:
        while not server.requests:
            time.sleep(0.01)
        time.sleep(seconds)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=press, daemon=True).start()


def test_ctrl_c_ends_in_order_and_the_run_goes_on(run: Sampler, db: Path) -> None:
    with FakeServer(delay=0.05) as server:
        interrupt_after(0.3, server)
        result = run([openai_system(server.openai)], several(200), 1, flow=Flow(concurrency=4, grace=3.0))
        assert result.state == "interrupted"
        assert 0 < frame(db).height < 400
        assert frame(db).height == server.delivered.total()  # What was under way came in.
        assert result.missing == 400 - frame(db).height
        server.delay = 0.0
        assert run([openai_system(server.openai)], several(200), 1).state == "complete"
        assert set(server.delivered.values()) == {1}


def test_progress_adds_up(run: Sampler) -> None:
    seen: list[Progress] = []
    with FakeServer() as server:
        run([openai_system(server.openai)], several(5), 2, progress=seen.append, progress_every=0.0)
    last = seen[-1]
    assert (last.wanted, last.done, last.failed, last.under_way) == (20, 20, 0, 0)
    assert (last.prompt_tokens, last.output_tokens, last.cost) == (110, 100, None)
    assert last.rate > 0
    assert last.seconds_left == 0


def test_a_clock_that_jumps_changes_nothing(run: Sampler, monkeypatch: pytest.MonkeyPatch) -> None:
    real, jumps = time.time, iter(range(10**6))
    monkeypatch.setattr(time, "time", lambda: real() + 86_400 * (-1) ** next(jumps))
    with FakeServer([Fault("status", 429, {"retry-after-ms": "20"}), Fault("status", 500)]) as server:
        started = time.monotonic()
        assert run([openai_system(server.openai)], several(5), 2).state == "complete"
    assert time.monotonic() - started < 10


def test_answers_are_on_the_disk_before_the_run_ends(run: Sampler, db: Path) -> None:
    counts: list[int] = []

    def look(progress: Progress) -> None:
        with sqlite3.connect(f"file:{db}?mode=ro", uri=True) as connection:
            counts.append(progress.done - connection.execute("SELECT count(*) FROM attempts").fetchone()[0])
        connection.close()

    with FakeServer() as server:
        run([openai_system(server.openai)], several(20), 1, progress=look, progress_every=0.0)
    assert set(counts) == {0}


def test_a_run_inside_an_event_loop_works_as_in_a_notebook(run: Sampler) -> None:
    async def cell() -> str:
        return run([openai_system(server.openai)], several(2), 1).state

    with FakeServer() as server:
        assert asyncio.run(cell()) == "complete"


def test_whoever_is_told_may_fail_and_nothing_is_lost(run: Sampler, db: Path) -> None:
    def broken(progress: Progress) -> None:
        raise BrokenPipeError

    with FakeServer() as server:
        with pytest.raises(BrokenPipeError):
            run([openai_system(server.openai)], several(20), 1, progress=broken, progress_every=0.0)
        assert frame(db).height == server.drawn.total() > 0
        assert run([openai_system(server.openai)], several(20), 1).state == "complete"
        assert set(server.drawn.values()) == {1}


def test_ctrl_c_does_not_wait_for_a_server_that_wants_to_be_left_alone(run: Sampler) -> None:
    started = time.monotonic()
    with FakeServer([Fault("status", 429, {"Retry-After": "30"})] * 50) as server:
        interrupt_after(0.5, server)
        result = run([openai_system(server.openai)], several(50), 1, flow=replace(QUICK, patience=120.0))
    assert result.state == "interrupted"
    assert time.monotonic() - started < 10


def test_ctrl_c_waits_for_what_is_under_way_only_so_long(run: Sampler) -> None:
    started = time.monotonic()
    with FakeServer([Fault("hang")] * 50) as server:
        interrupt_after(0.4, server)
        flow = Flow(concurrency=4, timeout=60, grace=0.3)
        result = run([openai_system(server.openai)], several(50), 1, flow=flow)
    assert (result.state, result.missing) == ("interrupted", 100)
    assert time.monotonic() - started < 10


def test_systems_of_all_protocols_run_side_by_side(run: Sampler, db: Path) -> None:
    def rough(number: int, body: dict[str, object]) -> Fault | None:
        kinds = {3: Fault("status", 500), 5: Fault("garbage"), 7: Fault("drop")}
        kinds[9] = Fault("status", 429, {"retry-after-ms": "20"})
        return kinds.get(number % 25)

    with FakeServer(rough) as server:
        systems = [
            parse_system("openai:toy", base_url=server.openai),
            parse_system("anthropic:claude-opus-4-7", base_url=server.plain),
            parse_system("google:gemini-2.5-flash", base_url=server.plain),
        ]
        result = run(systems, several(10), 10, flow=replace(QUICK, tries=8))
    assert result.state == "complete"
    assert frame(db).group_by("system").len()["len"].to_list() == [200, 200, 200]
    assert frame(db)["error_class"].null_count() == 600
