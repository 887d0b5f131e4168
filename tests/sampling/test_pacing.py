"""Does the flow slow down when told to, and ask for as many answers at once as the server gives?"""

import asyncio
from pathlib import Path

import pytest
from tests.sampling.conftest import Sampler, ask, openai_system, several
from tests.sampling.servers import FakeServer, Fault

from hatscore.sampling.choices import ChoiceCount
from hatscore.sampling.costs import estimate, prompt_size
from hatscore.sampling.limiter import Limiter
from hatscore.sampling.prices import Price
from hatscore.sampling.providers.failures import failure_of_status, message_of, retry_after
from hatscore.sampling.requests import Request
from hatscore.sampling.settings import System
from hatscore.sampling.store import Store


def test_one_storm_shrinks_the_gate_once() -> None:
    async def storm() -> tuple[float, float]:
        limiter = Limiter(10)
        entered = [await limiter.enter() for _ in range(10)]
        for moment in entered:
            limiter.slow_down(moment, 0.0)
            limiter.leave()
        once = limiter.limit
        for _ in range(200):
            limiter.speed_up()
        return once, limiter.limit

    assert asyncio.run(storm()) == (7.0, 10.0)


def test_nothing_passes_while_the_server_wants_to_be_left_alone() -> None:
    async def wait() -> float:
        limiter, clock = Limiter(4), asyncio.get_running_loop().time
        limiter.slow_down(await limiter.enter(), 0.2)
        started = clock()
        await limiter.enter()
        return clock() - started

    assert asyncio.run(wait()) >= 0.19


def test_never_more_pass_than_there_are_places() -> None:
    async def crowd() -> int:
        limiter, most = Limiter(3), 0

        async def one() -> None:
            nonlocal most
            await limiter.enter()
            most = max(most, limiter.active)
            await asyncio.sleep(0.001)
            limiter.leave()

        await asyncio.gather(*(one() for _ in range(50)))
        assert limiter.active == 0
        return most

    assert asyncio.run(crowd()) == 3


def test_concurrency_is_bounded(run: Sampler) -> None:
    with FakeServer(delay=0.01) as server:
        run([openai_system(server.openai)], several(30), 1)
    assert 2 <= server.most_under_way <= 8


def test_a_refused_prompt_is_no_sign_that_the_number_is_wrong() -> None:
    count = ChoiceCount(8)
    for asked in (8, 4, 2, 1):
        count.refused(asked)
    assert count.most == 8


def test_one_short_reply_is_no_rule() -> None:
    count = ChoiceCount(10)
    count.returned(10, 3)
    count.returned(7, 7)
    count.returned(10, 3)
    assert count.most == 10


@pytest.mark.parametrize(
    ("status", "message", "kind"),
    [
        (401, "wrong key", "permanent"),
        (402, "pay", "permanent"),
        (429, "slow down", "rate_limit"),
        (429, "You exceeded your current quota, please check your plan (insufficient_quota)", "permanent"),
        (408, "", "server"),
        (500, "", "server"),
        (529, "overloaded", "server"),
        (400, "bad", "refused_request"),
        (413, "too long", "refused_request"),
    ],
)
def test_kinds_of_failure(status: int, message: str, kind: str) -> None:
    assert failure_of_status(status, message).kind == kind


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "3"}, 3.0),
        ({"retry-after": "99999999"}, 3600.0),
        ({"retry-after": "Mon, 30 Nov 2026 10:00:07 GMT"}, None),
        ({"retry-after": "-3"}, None),
        ({}, None),
    ],
)
def test_retry_after(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after(headers) == seconds


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"error": "plain"}, "plain"),
        ({"message": "m"}, "m"),
        ({"error": {"message": "m", "status": "S"}}, "m (S)"),
        (None, "fallback"),
        ("text", "text"),
    ],
)
def test_the_words_of_a_server(body: object, words: str) -> None:
    assert message_of(body, "fallback") == words


def test_estimates_say_what_they_rest_on(run: Sampler, db: Path) -> None:
    systems = [
        System("claude", "anthropic", "claude-opus-4-7", price=Price(10, 50)),
        System("gemini", "google", "gemini-2.5-flash"),
    ]
    claude, gemini = estimate(systems, several(5), 10, output_tokens=100)
    assert (claude.attempts, claude.calls, claude.basis) == (100, 100, "assumed")
    assert (gemini.calls, gemini.cost) == (20, None)
    assert claude.output_tokens == 10_000
    assert claude.cost == pytest.approx((claude.prompt_tokens * 10 + 10_000 * 50) / 1e6)
    with FakeServer() as server:
        toy = openai_system(server.openai, price=Price(1, 1))
        run([toy], several(2), 10)
    with Store(db, write=False) as store:
        (rest,) = estimate([toy], several(5), 10, store=store)
    assert (rest.attempts, rest.calls, rest.basis) == (60, 6, "measured")
    assert (rest.prompt_tokens, rest.output_tokens) == (66, 300)


def test_prompt_sizes_know_scripts() -> None:
    def size(text: str) -> int:
        return prompt_size(Request("b", "1", "1", "en", (("user", text),)))

    assert size("a" * 400) == 104
    assert size("字" * 400) == 204


def test_odd_values_from_servers_are_kept_out_of_the_table(run: Sampler, db: Path) -> None:
    with FakeServer(reply=lambda *_: "half a character: \ud800") as server:
        assert run([openai_system(server.openai)], [ask(1)], 2).state == "complete"
    with Store(db, write=False) as store:
        assert store.rows("SELECT DISTINCT response FROM attempts") == [("half a character: ?",)]


def test_refusals_before_the_first_answer_do_not_stop_a_system(run: Sampler) -> None:
    def first_items(number: int, body: dict[str, object]) -> Fault | None:
        return Fault("status", 400, message="too long") if number < 12 else None

    with FakeServer(first_items) as server:
        result = run([openai_system(server.openai)], several(30), 1)
    assert result.systems[0].stopped is None
    assert result.missing == 12
    assert result.notes[0].startswith(
        "toy-model: 12 answers failed (refused_request), the last with: 400: too long"
    )
