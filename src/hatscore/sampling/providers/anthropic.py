"""Anthropic's Messages API: one answer a request."""

from typing import Any

import anthropic

from hatscore.sampling.providers.failures import (
    count_of,
    failure_of_line,
    failure_of_status,
    malformed,
    message_of,
    without_thinking,
)
from hatscore.sampling.requests import CUT, FILTERED, Choice, Message, Reply, apart
from hatscore.sampling.secrets import find_key
from hatscore.sampling.settings import System

_OFFICIAL = "https://api.anthropic.com"
_REASONS = {
    "end_turn": "stop",
    "stop_sequence": "stop",
    "max_tokens": CUT,
    "model_context_window_exceeded": CUT,
    "refusal": FILTERED,
}


class Connection:
    """A connection.

    Parameters
    ----------
    system : System
        Who is asked.
    timeout : float
        Seconds for one exchange.
    """

    most_choices = 1

    def __init__(self, system: System, *, timeout: float) -> None:
        own = system.base_url is not None
        self._key = find_key("anthropic", variable=system.key_variable, own_server=own)
        self._system, self._sent = system, system.sent()
        version = self._sent.pop("anthropic-version", None)
        self._client = anthropic.AsyncAnthropic(
            api_key=self._key,
            base_url=system.base_url or _OFFICIAL,  # Said in any case: a variable must not lead elsewhere.
            max_retries=0,
            timeout=timeout,
            default_headers={"anthropic-version": version} if version else None,
            http_client=anthropic.DefaultAioHttpClient(timeout=timeout),
        )

    async def ask(self, messages: tuple[Message, ...], count: int, *, first: int) -> Reply:  # noqa: ARG002
        """Send one request, as `Provider` says."""
        system, turns = apart(messages)
        body: dict[str, Any] = {
            "model": self._system.model,
            "messages": [{"role": role, "content": content} for role, content in turns],
        } | self._sent
        if system:
            body["system"] = system
        try:
            # Not the typed method: it has lost the temperature that older models still take.
            answer = await self._client.post("/v1/messages", cast_to=object, body=body)
        except anthropic.APIStatusError as error:
            text = message_of(error.body, error.response.text)
            headers = error.response.headers
            raise failure_of_status(error.status_code, text, headers, key=self._key) from None
        except anthropic.APIConnectionError as error:
            raise failure_of_line(error, key=self._key) from None
        return read_message(answer)

    async def close(self) -> None:
        """Close all connections."""
        await self._client.close()


def read_message(answer: object) -> Reply:
    """What is in a message.

    Parameters
    ----------
    answer : object
        Parsed JSON, or the text that was none.

    Returns
    -------
    Reply

    Raises
    ------
    ProviderError
        If there is no answer in it.
    """
    if not isinstance(answer, dict):
        raise malformed("no JSON")
    content, reason = answer.get("content"), answer.get("stop_reason")
    if not isinstance(content, list) or reason is None or (not content and _REASONS.get(reason) == "stop"):
        raise malformed("a message without content")
    text = "".join(block.get("text", "") for block in content if block.get("type") == "text")
    thoughts = [block for block in content if block.get("type") in ("thinking", "redacted_thinking")]
    thinking = "".join(block.get("thinking", "") for block in thoughts) or None
    usage = answer.get("usage") or {}
    output = count_of(usage.get("output_tokens"))
    counted = count_of((usage.get("output_tokens_details") or {}).get("thinking_tokens"))
    return Reply(
        choices=(Choice(text, _REASONS.get(reason, str(reason)), thinking),),
        model=str(answer["model"]) if answer.get("model") else None,
        prompt_tokens=_prompt_tokens(usage),
        output_tokens=output,
        thinking_tokens=counted,
        answer_tokens=without_thinking(output, counted, thought=bool(thoughts)),
    )


def _prompt_tokens(usage: dict[str, Any]) -> int | None:
    """Read, written to a cache and read from one: the protocol counts them apart."""
    fresh = count_of(usage.get("input_tokens"))
    if fresh is None:
        return None
    cached = (count_of(usage.get(f"cache_{how}_input_tokens")) or 0 for how in ("creation", "read"))
    return fresh + sum(cached)
