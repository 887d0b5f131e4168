"""OpenAI's chat completions, also spoken by vLLM, SGLang, llama.cpp and most hosted services."""

import re
from typing import Any

import openai

from hatscore.sampling.providers.failures import (
    count_of,
    failure_of_line,
    failure_of_status,
    malformed,
    message_of,
    without_thinking,
)
from hatscore.sampling.requests import FILTERED, Choice, Message, Reply
from hatscore.sampling.secrets import find_key, is_loopback, redact
from hatscore.sampling.settings import System

_OFFICIAL = "https://api.openai.com/v1"
_THINKING = re.compile(r"\s*<think>(.*?)</think>\s*", re.DOTALL)


class Connection:
    """A connection that takes ``n``.

    Parameters
    ----------
    system : System
        Who is asked.
    timeout : float
        Seconds for one exchange.
    """

    most_choices = 128

    def __init__(self, system: System, *, timeout: float) -> None:
        self._key = find_key("openai", variable=system.key_variable, own_server=system.base_url is not None)
        self._system, self._sent = system, system.sent()
        self._client = openai.AsyncOpenAI(
            api_key=self._key,
            base_url=system.base_url or _OFFICIAL,  # Said in any case: a variable must not lead elsewhere.
            max_retries=0,
            timeout=timeout,
            # A proxy of the environment does not know the way to this machine's own servers.
            http_client=openai.DefaultAioHttpClient(
                timeout=timeout, trust_env=not is_loopback(system.base_url)
            ),
        )

    async def ask(self, messages: tuple[Message, ...], count: int, *, first: int) -> Reply:
        """Send one request, as `Provider` says."""
        body: dict[str, Any] = {
            "model": self._system.model,
            "messages": [{"role": role, "content": content} for role, content in messages],
        } | self._sent
        if count > 1:
            body["n"] = count
        if self._system.seed is not None:
            body["seed"] = self._system.seed + first
        try:
            # The typed method would validate and copy each field, at twice the time; the wire is the same.
            answer = await self._client.post("/chat/completions", cast_to=object, body=body)
        except openai.APIStatusError as error:
            return self._refused(error, count)
        except openai.APIConnectionError as error:
            raise failure_of_line(error, key=self._key) from None
        return read_completion(answer)

    async def close(self) -> None:
        """Close all connections."""
        await self._client.close()

    def _refused(self, error: openai.APIStatusError, count: int) -> Reply:
        text = message_of(error.body, error.response.text)
        if error.status_code == 400 and "content_filter" in text:
            return Reply((Choice("", FILTERED),) * count)
        raise failure_of_status(error.status_code, text, error.response.headers, key=self._key) from None


def read_completion(answer: object) -> Reply:
    """What is in a chat completion.

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
    choices = answer.get("choices")
    if not isinstance(choices, list) or not choices:
        raise malformed(f"no choices: {redact(message_of(answer, 'nothing said'))[:300]}")
    read = tuple(_choice(choice) for choice in choices)
    usage = answer.get("usage") or {}
    details = usage.get("completion_tokens_details") or {}
    output, thinking = count_of(usage.get("completion_tokens")), count_of(details.get("reasoning_tokens"))
    return Reply(
        choices=read,
        model=str(answer["model"]) if answer.get("model") else None,
        prompt_tokens=count_of(usage.get("prompt_tokens")),
        output_tokens=output,
        thinking_tokens=thinking,
        answer_tokens=without_thinking(output, thinking, thought=any(c.thinking for c in read)),
    )


def _choice(choice: Any) -> Choice:
    message = choice.get("message") if isinstance(choice, dict) else None
    if not isinstance(message, dict):
        raise malformed("a choice without a message")
    reason = str(choice.get("finish_reason") or "unknown")
    text = message.get("content")
    thinking = message.get("reasoning") or message.get("reasoning_content") or None
    thinking = thinking if thinking is None else str(thinking)
    if isinstance(text, list):
        text = "".join(part.get("text", "") for part in text if isinstance(part, dict))
    if not text and message.get("refusal"):
        return Choice(str(message["refusal"]), FILTERED, thinking)
    text = str(text or "")
    if thinking is None and (found := _THINKING.match(text)):
        thinking, text = found[1].strip(), text[found.end() :]  # A server without a parser of its own.
    return Choice(text, reason, thinking)
