"""Google's generateContent, with several candidates where the model gives them."""

from typing import Any

import aiohttp
from google import genai
from google.genai import errors, types

from hatscore.sampling.providers.failures import failure_of_line, failure_of_status, malformed
from hatscore.sampling.requests import CUT, FILTERED, Choice, Message, ProviderError, Reply, apart
from hatscore.sampling.secrets import find_key, redact
from hatscore.sampling.settings import System

_OFFICIAL = "https://generativelanguage.googleapis.com"
_REASONS = {"STOP": "stop", "MAX_TOKENS": CUT} | dict.fromkeys(
    ("SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "LANGUAGE", "MODEL_ARMOR"), FILTERED
)


class Connection:
    """A connection that takes ``candidateCount``.

    Parameters
    ----------
    system : System
        Who is asked.
    timeout : float
        Seconds for one exchange.
    """

    most_choices = 8

    def __init__(self, system: System, *, timeout: float) -> None:
        self._key = find_key("google", variable=system.key_variable, own_server=system.base_url is not None)
        self._system, self._sent = system, system.sent()
        # A session of our own: the one that the SDK makes warns of itself.
        self._session = aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0))
        self._client = genai.Client(
            api_key=self._key,
            vertexai=False,
            http_options=types.HttpOptions(
                base_url=system.base_url
                or _OFFICIAL,  # Said in any case: a variable must not lead elsewhere.
                timeout=max(int(timeout * 1000), 1),
                aiohttp_client=self._session,
                retry_options=types.HttpRetryOptions(attempts=1),
            ),
        )

    async def ask(self, messages: tuple[Message, ...], count: int, *, first: int) -> Reply:
        """Send one request, as `Provider` says."""
        settings: dict[str, Any] = dict(self._sent)
        if count > 1:
            settings["candidateCount"] = count
        if self._system.seed is not None:
            settings["seed"] = self._system.seed + first
        system, turns = apart(messages)
        if system:
            settings["systemInstruction"] = system
        contents: Any = [
            {"role": "model" if role == "assistant" else role, "parts": [{"text": content}]}
            for role, content in turns
        ]
        try:
            answer = await self._client.aio.models.generate_content(
                model=self._system.model,
                contents=contents,
                config=types.GenerateContentConfig.model_validate(settings),
            )
        except errors.APIError as error:
            raise self._failure(error) from None
        except (aiohttp.ClientError, OSError) as error:
            raise failure_of_line(error, key=self._key) from None
        except (ValueError, KeyError, TypeError, AttributeError) as error:  # No JSON, or other JSON.
            raise ProviderError("malformed", f"the server sent no answer ({self._words(error)})") from None
        return read_content(answer, count)

    async def close(self) -> None:
        """Close all connections."""
        await self._client.aio.aclose()
        await self._session.close()

    def _failure(self, error: errors.APIError) -> ProviderError:
        headers = {name.lower(): value for name, value in getattr(error.response, "headers", {}).items()}
        words = f"{error.message or error.details} ({error.status})"
        failed = failure_of_status(error.code or 500, words, headers, key=self._key)
        if failed.kind == "refused_request" and "API key not valid" in words:
            failed.kind = "permanent"  # Google says 400 to a wrong key.
        failed.retry_after = failed.retry_after or _retry_delay(error.details)
        return failed

    def _words(self, error: BaseException) -> str:
        return redact(f"{type(error).__name__}: {' '.join(str(error).split())}", self._key)[:300]


def read_content(answer: types.GenerateContentResponse, count: int) -> Reply:
    """What is in a response.

    Parameters
    ----------
    answer : GenerateContentResponse
        From the SDK.
    count : int
        Answers that were wanted: so many are refused when the prompt is.

    Returns
    -------
    Reply

    Raises
    ------
    ProviderError
        If there is no answer in it.
    """
    usage = answer.usage_metadata or types.GenerateContentResponseUsageMetadata()
    blocked = answer.prompt_feedback is not None and answer.prompt_feedback.block_reason is not None
    if not answer.candidates and not blocked:
        raise malformed("no candidates")
    choices = tuple(_choice(candidate) for candidate in answer.candidates or ())
    answered, thinking = usage.candidates_token_count, usage.thoughts_token_count
    return Reply(
        choices=choices or (Choice("", FILTERED),) * count,
        model=answer.model_version,
        prompt_tokens=usage.prompt_token_count,
        output_tokens=None if answered is None else answered + (thinking or 0),
        thinking_tokens=thinking,
        answer_tokens=answered,
    )


def _choice(candidate: types.Candidate) -> Choice:
    if candidate.finish_reason is None:
        raise malformed("a candidate without an end")
    reason = candidate.finish_reason.name
    parts = (candidate.content.parts if candidate.content else None) or []
    text = "".join(part.text for part in parts if part.text and not part.thought)
    thinking = "".join(part.text for part in parts if part.text and part.thought)
    return Choice(text, _REASONS.get(reason, reason.lower()), thinking or None)


def _retry_delay(details: Any) -> float | None:
    """Seconds in a ``RetryInfo``, such as ``17s``."""
    inner = details.get("error", {}).get("details", []) if isinstance(details, dict) else []
    for detail in inner if isinstance(inner, list) else []:
        delay = detail.get("retryDelay") if isinstance(detail, dict) else None
        if isinstance(delay, str) and delay.endswith("s"):
            try:
                return float(delay[:-1])
            except ValueError:
                return None
    return None
