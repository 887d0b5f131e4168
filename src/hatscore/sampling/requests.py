"""What is asked of a model, and what comes back."""

from dataclasses import dataclass, field
from typing import Literal

Message = tuple[str, str]
"""Role (``system``, ``user`` or ``assistant``) and text."""

Key = tuple[str, str, str, str]
"""Benchmark, revision, item and language: what names a prompt."""

ErrorClass = Literal[
    "rate_limit", "server", "connection", "timeout", "malformed", "refused_request", "permanent"
]
"""Ways in which a request fails.

All are tried again but the last two: ``refused_request`` ends one request (the server says 400),
``permanent`` ends the system (wrong key, unknown model, no credit).
"""

FILTERED = "content_filter"
"""Finish reason of an answer that the provider withheld or the model refused to give."""

CUT = "length"
"""Finish reason of an answer that was cut by the token cap."""


@dataclass(frozen=True, slots=True)
class Request:
    """One prompt, of which several answers may be wanted.

    Attributes
    ----------
    benchmark, revision, item, language : str
        What is asked.
    messages : tuple of (role, content)
        The prompt.
    source_language : str or None
        Source language of the item, kept with the answers.
    """

    benchmark: str
    revision: str
    item: str
    language: str
    messages: tuple[Message, ...]
    source_language: str | None = None

    @property
    def key(self) -> Key:
        """What names the prompt."""
        return (self.benchmark, self.revision, self.item, self.language)


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer.

    Attributes
    ----------
    response : str
        What the model wrote, without its thinking.
    finish_reason : str
        ``stop``, ``length``, ``content_filter``, or the server's own word.
    thinking : str or None
        Thinking, where the server shows it.
    """

    response: str
    finish_reason: str
    thinking: str | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """What a server returned to one request.

    Attributes
    ----------
    choices : tuple of Choice
        One or more answers.
    model : str or None
        The model's name, as the server gives it.
    prompt_tokens, output_tokens, thinking_tokens : int or None
        Tokens of the whole request; output includes thinking. None where the server does not say.
    answer_tokens : int or None
        Output without thinking; None where it cannot be known.
    """

    choices: tuple[Choice, ...]
    model: str | None = None
    prompt_tokens: int | None = None
    output_tokens: int | None = None
    thinking_tokens: int | None = None
    answer_tokens: int | None = None


def apart(messages: tuple[Message, ...]) -> tuple[str, list[Message]]:
    """The system's text and the turns, for protocols that want them apart.

    Parameters
    ----------
    messages : tuple of Message
        Of a request.

    Returns
    -------
    tuple of str and list of Message

    Examples
    --------
    >>> apart((("system", "Be brief."), ("user", "1 + 1?")))
    ('Be brief.', [('user', '1 + 1?')])
    """
    system = "\n\n".join(content for role, content in messages if role == "system")
    return system, [message for message in messages if message[0] != "system"]


@dataclass(slots=True, eq=False)  # Exceptions are compared as themselves.
class ProviderError(Exception):
    """A request that failed.

    Attributes
    ----------
    kind : str
        What to do about it: see `ErrorClass`.
    message : str
        The server's words, without secrets.
    retry_after : float or None
        Seconds to wait, where the server says so.
    """

    kind: ErrorClass
    message: str
    retry_after: float | None = field(default=None)

    def __str__(self) -> str:
        return self.message
