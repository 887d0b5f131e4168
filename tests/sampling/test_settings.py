"""Is each setting sent, or refused by name?"""

from typing import Any

import pytest

from hatscore.errors import InvalidArgument
from hatscore.sampling.prices import Price
from hatscore.sampling.providers import connect
from hatscore.sampling.secrets import NO_KEY, find_key
from hatscore.sampling.settings import System, differences, parse_system
from hatscore.systems.registry import find_system, known_systems


@pytest.mark.parametrize(
    ("text", "options", "setting", "reason"),
    [
        ("anthropic:claude-opus-4-7", {"thinking": 2048}, "thinking 2048", "adaptive thinking only"),
        ("anthropic:claude-opus-4-7", {"temperature": 1.0}, "temperature 1.0", "no sampling parameters"),
        ("anthropic:claude-opus-5-5", {"thinking": "off"}, "thinking off", "always thinks"),
        ("anthropic:claude-haiku-4-5", {"thinking": "high"}, "thinking high", "a number of tokens"),
        ("anthropic:claude-haiku-4-5", {"thinking": 512}, "thinking 512", "at least 1,024"),
        ("anthropic:claude-haiku-4-5", {"thinking": 4096, "max_tokens": 4096}, "thinking 4096", "less than"),
        ("anthropic:claude-sonnet-4-6", {"thinking": "xhigh"}, "thinking xhigh", "low, medium, high, max"),
        (
            "anthropic:claude-sonnet-4-6",
            {"thinking": "low", "temperature": 0.5},
            "temperature",
            "while it thinks",
        ),
        ("anthropic:claude-sonnet-4-6", {"temperature": 1.5}, "temperature 1.5", "the highest is 1"),
        ("anthropic:claude-sonnet-4-6", {"seed": 3}, "seed 3", "the protocol has none"),
        ("google:gemini-2.5-flash", {"thinking": 24_577}, "thinking 24577", "between 0 and 24,576"),
        ("google:gemini-2.5-flash", {"thinking": "high"}, "thinking high", "levels are for Gemini 3"),
        ("google:gemini-2.5-pro", {"thinking": "off"}, "thinking off", "the least is 128"),
        ("google:gemini-3-flash-preview", {"thinking": 1024}, "thinking 1024", "minimal, low, medium, high"),
        ("google:gemini-3-pro-preview", {"thinking": "minimal"}, "thinking minimal", "low, high"),
        ("google:gemini-2.0-flash", {"thinking": "on"}, "thinking on", "does not think"),
        ("google:gemma-4-31b-it", {"thinking": "on"}, "thinking on", "no rule"),
        ("openai:gpt-oss-20b", {"thinking": "off"}, "thinking off", "low, medium, high"),
        ("openai:gpt-oss-20b", {"thinking": 1000}, "thinking 1000", "no budget"),
        ("openai:Qwen/Qwen3-4B", {"thinking": "low"}, "thinking low", "on or off"),
        ("openai:Qwen/Qwen3-4B-Thinking-2507", {"thinking": "off"}, "thinking off", "is fixed"),
        ("openai:gpt-5", {"temperature": 0.7}, "temperature 0.7", "leave it out"),
        ("openai:gpt-5.2", {"temperature": 0.7, "thinking": "low"}, "temperature 0.7", "set thinking off"),
        ("openai:o3", {"thinking": "off"}, "thinking off", "low, medium, high"),
        ("openai:gpt-4.1", {"thinking": "low"}, "thinking low", "does not think"),
    ],
)
def test_what_cannot_be_sent_is_refused_by_name(
    text: str, options: dict[str, Any], setting: str, reason: str
) -> None:
    with pytest.raises(InvalidArgument) as caught:
        parse_system(text, **options)
    assert str(caught.value).startswith(setting)
    assert f"cannot be sent to {text}" in str(caught.value)
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("text", "options", "sent"),
    [
        (
            "anthropic:claude-3-7-sonnet-20250219",
            {"thinking": 1024},
            {"type": "enabled", "budget_tokens": 1024},
        ),
        ("anthropic:claude-sonnet-5-5", {"thinking": "off"}, {"type": "between_tools"}),
        ("anthropic:claude-opus-4-7", {"thinking": "off"}, None),
        ("anthropic:claude-sonnet-4-20250514", {"thinking": "off"}, None),
    ],
)
def test_thinking_of_claude_by_version(text: str, options: dict[str, Any], sent: Any) -> None:
    assert parse_system(text, **options).sent().get("thinking") == sent


@pytest.mark.parametrize(
    ("text", "options", "words"),
    [
        ("gpt-4", {}, "names no system"),
        ("azure:gpt-4", {}, "names no system"),
        ("openai:", {}, "names no system"),
        ("openai:toy", {"temprature": 1}, "unknown option 'temprature'"),
        ("openai:toy", {"temperature": "hot"}, "temperature must be a number"),
        ("openai:toy", {"temperature": float("nan")}, "between 0 and 2"),
        ("openai:toy", {"max_tokens": 0}, "max_tokens must be at least 1"),
        ("openai:toy", {"choices": 2.5}, "choices must be a whole number"),
        ("openai:toy", {"thinking": True}, "thinking must be a level"),
        ("openai:toy", {"base_url": "localhost:8000"}, "must start with http"),
        ("openai:toy", {"price": {"input": 1}}, "price must be input and output"),
        ("openai:toy", {"price": {"input": 1, "output": "x"}}, "price must be input and output"),
    ],
)
def test_bad_settings_are_refused_in_words(text: str, options: dict[str, Any], words: str) -> None:
    with pytest.raises(InvalidArgument, match=words):
        parse_system(text, **options)


def test_names_tell_settings_apart() -> None:
    assert parse_system("openai:org/model").name == "model"
    assert parse_system("google:gemini-2.5-flash", thinking="off").name == "gemini-2.5-flash (thinking off)"
    assert parse_system("google:gemini-2.5-flash", name="mine").name == "mine"
    assert parse_system("Gemini-3-Flash-LOW").name == "gemini-3-flash-low"
    assert (
        parse_system("gemini-3-flash-low", thinking="high").sent()["thinkingConfig"]["thinkingLevel"]
        == "high"
    )


def test_prices_never_make_a_difference() -> None:
    cheap = parse_system("openai:toy", price={"input": 1, "output": 2})
    assert cheap.price == Price(1.0, 2.0)
    assert differences(cheap.recorded(), parse_system("openai:toy").recorded()) == []


def test_a_local_server_may_move() -> None:
    first, second = (
        System("toy", "openai", "toy", base_url=f"http://127.0.0.1:{port}/v1", served_as="toy.gguf abc")
        for port in (1, 2)
    )
    assert first.recorded() == second.recorded()
    assert first.recorded()["base_url"] == "toy.gguf abc"


def test_keys_stay_with_their_vendor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "official")
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    assert find_key("openai", variable=None, own_server=False) == "official"
    assert find_key("openai", variable=None, own_server=True) == NO_KEY
    with pytest.raises(InvalidArgument, match="set ANTHROPIC_API_KEY, or name another variable"):
        find_key("anthropic", variable=None, own_server=False)
    with pytest.raises(InvalidArgument, match="set MINE"):
        find_key("openai", variable="MINE", own_server=True)


def test_open_models_need_an_address() -> None:
    with pytest.raises(InvalidArgument, match="say where it is served"):
        connect(parse_system("gpt-oss-20b"), timeout=1)


def test_the_rows_of_the_paper() -> None:
    rows = known_systems()
    assert len(rows) == len({row.name for row in rows}) == 20
    assert len({row.address for row in rows}) == 17
    for row in rows:
        assert parse_system(row.name).name == row.name
        assert (row.total_billions is None) == (row.active_billions is None)
        assert row.total_billions is None or (row.active_billions or 0) <= row.total_billions
        assert set(row.sources) == {"released", "size", "thinking"}
        assert all(len(source) > 10 for source in row.sources.values())
    assert {row.family for row in rows if row.total_billions is None} == {
        "Gemini 2.5",
        "Gemini 3",
        "Claude 4",
    }
    assert find_system("nothing") is None
