"""What is sent, byte for byte, and what is made of what comes back; the vendors' SDKs connect for real."""

from pathlib import Path
from typing import Any

import polars as pl
import pytest
from tests.sampling.conftest import Sampler, ask
from tests.sampling.servers import FakeServer, Fault, Seen

from hatscore.sampling.frames import attempts_frame
from hatscore.sampling.settings import System, parse_system
from hatscore.sampling.store import Store
from hatscore.sampling.system_flow import Flow

ONE = Flow(concurrency=1, timeout=5.0, tries=3, backoff=0.01)


def exchange(
    run: Sampler,
    db: Path,
    text: str,
    *,
    attempts: int = 1,
    programme: Any = (),
    server: Any = None,
    **options: Any,
) -> tuple[list[Seen], pl.DataFrame]:
    with FakeServer(programme, **(server or {})) as fake:
        url = fake.openai if text.startswith("openai") else fake.plain
        result = run([parse_system(text, base_url=url, **options)], [ask(1)], attempts, flow=ONE)
    assert result.state == "complete", result
    with Store(db, write=False) as store:
        return fake.seen, attempts_frame(store, thinking=True)


MESSAGES = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "toy 1 en"}]


@pytest.mark.parametrize(
    ("text", "options", "sent"),
    [
        ("openai:toy", {}, {}),
        ("openai:toy", {"temperature": 0.7, "max_tokens": 99}, {"temperature": 0.7, "max_tokens": 99}),
        ("openai:openai/gpt-oss-20b", {"thinking": "high"}, {"reasoning_effort": "high"}),
        ("openai:Qwen/Qwen3-4B", {"thinking": "off"}, {"chat_template_kwargs": {"enable_thinking": False}}),
        (
            "openai:google/gemma-4-31b-it",
            {"thinking": "on"},
            {"chat_template_kwargs": {"enable_thinking": True}},
        ),
        (
            "openai:gpt-5.2",
            {"thinking": "off", "temperature": 1.0},
            {"reasoning_effort": "none", "temperature": 1.0},
        ),
        ("openai:toy", {"seed": 7}, {"seed": 7}),
    ],
)
def test_body_of_chat_completions(run: Sampler, db: Path, text: str, options: Any, sent: Any) -> None:
    (seen,), _ = exchange(run, db, text, **options)
    assert seen.path == "/v1/chat/completions"
    assert seen.body == {"model": text.partition(":")[2], "messages": MESSAGES} | sent


@pytest.mark.parametrize(
    ("text", "options", "sent", "version"),
    [
        ("anthropic:claude-opus-4-7", {}, {"max_tokens": 8192}, None),
        (
            "anthropic:claude-opus-4-7",
            {"thinking": "high", "max_tokens": 32_000},
            {
                "max_tokens": 32_000,
                "thinking": {"type": "adaptive", "display": "summarized"},
                "output_config": {"effort": "high"},
            },
            None,
        ),
        (
            "anthropic:claude-haiku-4-5",
            {"thinking": "2048"},
            {"max_tokens": 10_240, "thinking": {"type": "enabled", "budget_tokens": 2048}},
            None,
        ),
        (
            "anthropic:claude-sonnet-4-6",
            {"temperature": 0.7},
            {"max_tokens": 8192, "temperature": 0.7},
            "2023-06-01",
        ),
        (
            "anthropic:claude-haiku-5",
            {"thinking": "off"},
            {"max_tokens": 8192, "thinking": {"type": "disabled"}},
            None,
        ),
    ],
)
def test_body_of_messages(
    run: Sampler, db: Path, text: str, options: Any, sent: Any, version: str | None
) -> None:
    (seen,), _ = exchange(run, db, text, **options)
    assert seen.path == "/v1/messages"
    turns = [{"role": "user", "content": "toy 1 en"}]
    assert seen.body == {"model": text.partition(":")[2], "system": "Be brief.", "messages": turns} | sent
    headers = {name.lower(): value for name, value in seen.headers.items()}
    assert version is None or headers["anthropic-version"] == version


@pytest.mark.parametrize(
    ("text", "options", "config"),
    [
        ("google:gemini-2.5-flash", {}, None),
        ("google:gemini-2.5-flash", {"thinking": "off"}, {"thinkingConfig": {"thinking_budget": 0}}),
        (
            "google:gemini-2.5-flash",
            {"thinking": "4096", "temperature": 0.5, "max_tokens": 100, "seed": 3},
            {
                "temperature": 0.5,
                "maxOutputTokens": 100,
                "seed": 3,
                "thinkingConfig": {"thinking_budget": 4096, "include_thoughts": True},
            },
        ),
        (
            "google:gemini-3-flash-preview",
            {"thinking": "low"},
            {"thinkingConfig": {"thinking_level": "LOW", "include_thoughts": True}},
        ),
    ],
)
def test_body_of_generate_content(run: Sampler, db: Path, text: str, options: Any, config: Any) -> None:
    (seen,), _ = exchange(run, db, text, **options)
    assert seen.path == f"/v1/models/{text.partition(':')[2]}:generateContent"
    expected = {
        "contents": [{"role": "user", "parts": [{"text": "toy 1 en"}]}],
        "systemInstruction": {"role": "user", "parts": [{"text": "Be brief."}]},
    }
    assert seen.body == expected | {"generationConfig": config or {}}


def test_candidates_are_asked_for_at_once_and_one_by_one_where_refused(run: Sampler, db: Path) -> None:
    seen, rows = exchange(run, db, "google:gemini-2.5-flash", attempts=10)
    assert [one.body["generationConfig"]["candidateCount"] for one in seen] == [8, 2]
    assert rows["response"].n_unique() == 10
    seen, rows = exchange(
        run, db, "google:gemini-3-flash-preview", attempts=3, name="new", server={"refuse_above": 1}
    )
    assert len(seen) == 4
    assert rows.filter(system="new")["response"].n_unique() == 3


def test_claude_is_asked_for_each_answer(run: Sampler, db: Path) -> None:
    seen, rows = exchange(run, db, "anthropic:claude-opus-4-7", attempts=3)
    assert len(seen) == 3
    assert rows["prompt_tokens"].to_list() == [13] * 3  # What came from the cache was read too.
    assert rows["answer_tokens"].to_list() == [9] * 3


def test_tokens_that_nobody_counted_are_unknown(run: Sampler, db: Path) -> None:
    _, rows = exchange(run, db, "anthropic:claude-opus-4-7", thinking="low")
    assert rows["thinking"].to_list() == ["let me think"]
    assert rows["thinking_tokens"].to_list() == rows["answer_tokens"].to_list() == [None]
    assert rows["request_output_tokens"].to_list() == [9]


@pytest.mark.parametrize(
    ("text", "thinking", "answer"),
    [("openai:openai/gpt-oss-20b", 3, 2), ("google:gemini-3-flash-preview", 4, 5)],
)
def test_thinking_that_was_counted_is_kept(
    run: Sampler, db: Path, text: str, thinking: int, answer: int
) -> None:
    _, rows = exchange(run, db, text, thinking="low")
    assert (rows["thinking_tokens"][0], rows["answer_tokens"][0]) == (thinking, answer)
    assert rows["prompt_tokens"][0] == 11


def test_thinking_in_the_text_is_taken_out(run: Sampler, db: Path) -> None:
    with FakeServer(reply=lambda *_: "<think>\nhm\n</think>\n\n42") as server:
        run([System("toy", "openai", "toy", base_url=server.openai)], [ask(1)], 1)
    with Store(db, write=False) as store:
        rows = attempts_frame(store, thinking=True)
    assert (rows["thinking"][0], rows["response"][0]) == ("hm", "42")
    assert rows["answer_tokens"][0] is None


@pytest.mark.parametrize("text", ["openai:toy", "anthropic:claude-opus-4-7", "google:gemini-2.5-flash"])
@pytest.mark.parametrize("kind", ["garbage", "truncate", "drop", "empty", "other_json", "status", "limit"])
def test_every_protocol_survives_every_fault(run: Sampler, db: Path, text: str, kind: str) -> None:
    fault = Fault("status", 429, {"retry-after": "0"}) if kind == "limit" else Fault(kind)
    seen, rows = exchange(run, db, text, programme=[fault])
    assert len(seen) == 2
    assert rows["error_class"].null_count() == rows.height == 1


@pytest.mark.parametrize("text", ["openai:toy", "anthropic:claude-opus-4-7", "google:gemini-2.5-flash"])
def test_every_protocol_says_filtered_and_cut(run: Sampler, db: Path, text: str) -> None:
    _, rows = exchange(run, db, text, programme=[Fault("filter"), Fault("cut")], attempts=2, choices=1)
    assert rows["finish_reason"].to_list() == ["content_filter", "length"]
    assert rows["outcome"].to_list() == ["refused", None]


@pytest.mark.parametrize("text", ["openai:toy", "anthropic:claude-opus-4-7", "google:gemini-2.5-flash"])
def test_every_protocol_hangs_and_goes_on(run: Sampler, text: str) -> None:
    with FakeServer([Fault("hang")]) as server:
        url = server.openai if text.startswith("openai") else server.plain
        flow = Flow(concurrency=1, timeout=0.3, tries=2, backoff=0.01)
        assert run([parse_system(text, base_url=url)], [ask(1)], 1, flow=flow).state == "complete"


@pytest.mark.parametrize("text", ["openai:toy", "anthropic:claude-opus-4-7", "google:gemini-2.5-flash"])
def test_no_protocol_hides_who_is_not_there(run: Sampler, text: str) -> None:
    with FakeServer() as server:
        url = server.openai if text.startswith("openai") else server.plain
    flow = Flow(concurrency=1, tries=1, give_up_after=1)
    result = run([parse_system(text, base_url=url)], [ask(1)], 1, flow=flow)
    assert "Connect call failed ('127.0.0.1'" in str(result.systems[0].stopped)


def test_a_blocked_prompt_is_refused_once_for_all(run: Sampler, db: Path) -> None:
    seen, rows = exchange(run, db, "google:gemini-2.5-flash", programme=[Fault("blocked")], attempts=4)
    assert len(seen) == 1
    assert rows["outcome"].to_list() == ["refused"] * 4


def test_a_filter_that_says_400_is_an_answer(run: Sampler, db: Path) -> None:
    fault = Fault("status", 400, message="stopped by content_filter")
    _, rows = exchange(run, db, "openai:toy", programme=[fault], attempts=2)
    assert rows["outcome"].to_list() == ["refused"] * 2


def test_more_choices_than_asked_for_are_not_taken(run: Sampler, db: Path) -> None:
    _, rows = exchange(run, db, "openai:toy", programme=[Fault("short", count=5)], attempts=2)
    assert rows["attempt"].to_list() == [0, 1]
