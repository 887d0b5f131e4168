"""Are settings read from the requests of every vendor's provider?

Fixtures: logs that Inspect wrote while its providers asked a server on the loopback.
"""

import re
from pathlib import Path
from typing import Any

import pytest

import hatscore
from hatscore.readers.archives import open_archive
from hatscore.readers.explaining import explain_paths

from .inspect_archives import INSPECT, change_samples

NEWEST = INSPECT / "0.3.285"


def sent(path: Path) -> dict[str, str]:
    """Settings that were read from a log's requests."""
    (explanation,) = explain_paths([path])
    listed = re.search(r"\(as sent: (.*)\)", explanation.use.fields["system"])
    assert listed is not None, explanation.use.fields["system"]
    return dict(re.findall(r"([\w.]+)=([^,]+)", listed[1]))


@pytest.mark.parametrize(
    ("log", "settings"),
    [
        ("anthropic_plain", {"max_tokens": "64"}),
        (
            "anthropic_budget",
            {
                "max_tokens": "4096",
                "thinking.type": "enabled",
                "thinking.budget_tokens": "2048",
                "thinking.display": "summarized",
            },
        ),
        (
            "anthropic_effort",
            {
                "max_tokens": "4096",
                "thinking.type": "adaptive",
                "thinking.display": "summarized",
                "output_config.effort": "low",
            },
        ),
        (
            "google_plain",
            {
                "max_output_tokens": "64",
                "temperature": "0.5",
                "top_p": "0.9",
                "top_k": "40",
                "thinking_config.include_thoughts": "true",
            },
        ),
        (
            "google_budget",
            {
                "max_output_tokens": "4096",
                "thinking_config.include_thoughts": "true",
                "thinking_config.thinking_budget": "512",
            },
        ),
        (
            "google_level",
            {
                "max_output_tokens": "4096",
                "thinking_config.include_thoughts": "true",
                "thinking_config.thinking_level": "LOW",
            },
        ),
    ],
)
def test_what_each_provider_sent(log: str, settings: dict[str, str]) -> None:
    assert sent(NEWEST / f"{log}.eval") == settings


def test_what_an_earlier_version_sent() -> None:
    """Which took a temperature for Anthropic's models, and no effort for either vendor's."""
    earlier = INSPECT / "0.3.140"
    assert sent(earlier / "anthropic_plain.eval") == {"max_tokens": "64", "temperature": "0.5"}
    assert sent(earlier / "google_budget.eval") == sent(NEWEST / "google_budget.eval")
    for log in ("anthropic_effort", "google_level"):
        (note,) = [n.sentence for n in hatscore.read(earlier / f"{log}.eval").notes]
        assert note == f"{log}.eval: asked for and not sent: reasoning_effort=low."


@pytest.mark.parametrize("version", ["0.3.140", "0.3.285"])
def test_output_tokens_with_and_without_those_of_thinking(version: str) -> None:
    """One version counts 5 output tokens beside 20 of reasoning, the other 25 with them."""
    frame = hatscore.read(INSPECT / version / "google_budget.eval").to_frame()
    assert set(frame.select("answer_tokens", "thinking_tokens").rows()) == {(5, 20)}


def test_runs_that_think_otherwise_are_other_systems() -> None:
    frame = hatscore.read([NEWEST / f"google_{name}.eval" for name in ("plain", "budget")]).to_frame()
    assert set(frame["system"]) == {
        "google/gemini-2.5-flash (max_output_tokens=4096, thinking_config.thinking_budget=512)",
        "google/gemini-2.5-flash (max_output_tokens=64, temperature=0.5, top_k=40, top_p=0.9)",
    }


def test_a_temperature_that_anthropic_does_not_take_is_noted() -> None:
    """The log's configuration says 0.5; the provider of this version sends none."""
    notes = [note.sentence for note in hatscore.read(NEWEST / "anthropic_plain.eval").notes]
    assert notes == ["anthropic_plain.eval: asked for and not sent: temperature=0.5."]


@pytest.mark.parametrize(
    ("log", "asked", "noted"),
    [
        ("anthropic_plain", {"reasoning_effort": "low"}, "reasoning_effort=low, temperature=0.5"),
        ("anthropic_plain", {"reasoning_effort": "none"}, "temperature=0.5"),
        ("google_plain", {"reasoning_tokens": 512}, "reasoning_tokens=512"),
        ("google_plain", {"reasoning_tokens": 0}, None),
        ("sums_sw", {"reasoning_tokens": 512}, "reasoning_tokens=512"),
        ("google_budget", {}, None),
        ("google_level", {}, None),
        ("anthropic_effort", {}, None),
    ],
)
def test_thinking_that_was_asked_and_not_sent_is_noted(
    log: str, asked: dict[str, Any], noted: str | None, tmp_path: Path
) -> None:
    def asks(sample: dict[str, Any]) -> None:
        for event in sample["events"]:
            if event["event"] == "model":
                event["config"] |= asked

    path = change_samples(NEWEST / f"{log}.eval", tmp_path / "a.eval", asks)
    notes = [n.sentence.partition("not sent: ")[2] for n in hatscore.read(path).notes]
    assert [note for note in notes if note] == ([f"{noted}."] if noted else [])


def test_both_spellings_of_a_setting_are_one_system(tmp_path: Path) -> None:
    """Google's SDK wrote settings one way, and later the other; a float may stand for a whole number."""

    def earlier(sample: dict[str, Any]) -> None:
        for event in sample["events"]:
            if event["event"] == "model":
                given = event["call"]["request"]["generation_config"]
                thinking = given.pop("thinkingConfig")
                given |= {
                    "max_output_tokens": given.pop("maxOutputTokens"),
                    "top_p": given.pop("topP"),
                    "top_k": int(given.pop("topK")),
                    "thinking_config": {"include_thoughts": thinking["includeThoughts"]},
                }

    def another_run(header: dict[str, Any]) -> None:
        header["eval"]["task_id"] = "another"

    old = change_samples(NEWEST / "google_plain.eval", tmp_path / "a.eval", earlier, header=another_run)
    frame = hatscore.read([NEWEST / "google_plain.eval", old]).to_frame()
    assert (set(frame["system"]), frame.height) == ({"google/gemini-2.5-flash"}, 4)


@pytest.mark.parametrize(
    "path", sorted(INSPECT.rglob("*.eval")), ids=lambda path: f"{path.parent.name}-{path.stem}"
)
def test_fixtures_hold_no_path_of_a_machine(path: Path) -> None:
    with open_archive(path) as archive:
        for member in archive.members.values():
            found = re.findall(
                rb"(?<![\w.:/])/(?:home|root|tmp|work|opt|Users)/[^\s\"\\]*", archive.read(member)
            )
            assert not found, found[:3]
