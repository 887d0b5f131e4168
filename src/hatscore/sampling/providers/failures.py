"""From what servers say and do to the kinds of failure that the schedule knows."""

from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import Any

from hatscore.sampling.requests import ErrorClass, ProviderError
from hatscore.sampling.secrets import redact

LONGEST_WAIT = 3600.0
"""Seconds; a server that wants more is asked again after these."""

_PERMANENT = (401, 402, 403, 404)
_PASSING = (408, 409, 425)
_NO_CREDIT = ("insufficient_quota", "billing", "credit balance", "exceeded your current quota, please check")


def failure_of_status(
    status: int, message: str, headers: Mapping[str, str] | None = None, *, key: str | None = None
) -> ProviderError:
    """What a status other than 200 means.

    Parameters
    ----------
    status : int
        Of HTTP.
    message : str
        The server's words.
    headers : mapping, optional
        Of the response.
    key : str, optional
        To be taken out of the message.

    Returns
    -------
    ProviderError

    Examples
    --------
    >>> failure_of_status(429, "slow down", {"retry-after": "2"}).retry_after
    2.0
    >>> failure_of_status(404, "no such model").kind
    'permanent'
    """
    text = f"{status}: {redact(' '.join(message.split()), key)[:500]}"
    kind: ErrorClass = "refused_request"
    if status in _PERMANENT:
        kind = "permanent"
    elif status == 429:
        kind = "permanent" if any(word in message.lower() for word in _NO_CREDIT) else "rate_limit"
    elif status >= 500 or status in _PASSING:
        kind = "server"
    return ProviderError(kind, text, retry_after(headers or {}))


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds that a server wants to be left alone.

    Parameters
    ----------
    headers : mapping
        Of the response; a date is compared with the server's own clock, not with ours.

    Returns
    -------
    float or None

    Examples
    --------
    >>> retry_after({"retry-after": "Mon, 30 Nov 2026 10:00:07 GMT", "date": "Mon, 30 Nov 2026 10:00:00 GMT"})
    7.0
    >>> retry_after({"retry-after-ms": "250"}), retry_after({"retry-after": "soon"})
    (0.25, None)
    """
    wanted = headers.get("retry-after")
    try:
        if milliseconds := headers.get("retry-after-ms"):
            seconds = float(milliseconds) / 1000
        elif wanted is None:
            return None
        elif wanted.strip().replace(".", "", 1).isdigit():
            seconds = float(wanted)
        else:
            end, now = (parsedate_to_datetime(text) for text in (wanted, headers["date"]))
            seconds = (end - now).total_seconds()
    except (KeyError, ValueError, TypeError):
        return None
    return min(max(seconds, 0.0), LONGEST_WAIT)


def message_of(body: object, fallback: str) -> str:
    """The server's words in the body of an error.

    Parameters
    ----------
    body : object
        Parsed JSON, in any of the usual forms.
    fallback : str
        Where it has none.

    Returns
    -------
    str

    Examples
    --------
    >>> message_of({"error": {"message": "no", "code": "model_not_found"}}, "")
    'no (model_not_found)'
    """
    inner: Any = body.get("error", body) if isinstance(body, dict) else body
    if isinstance(inner, dict):
        text, code = inner.get("message"), inner.get("code") or inner.get("type") or inner.get("status")
        return f"{text} ({code})" if text and code else str(text or fallback)
    return str(inner) if inner else fallback


def failure_of_line(error: BaseException, *, key: str | None = None) -> ProviderError:
    """What a broken line means; the first cause says more than what the SDK makes of it.

    Parameters
    ----------
    error : BaseException
        From an SDK, which reports a refused connection as a timeout.
    key : str, optional
        To be taken out of the message.

    Returns
    -------
    ProviderError
    """
    while error.__cause__ is not None:
        error = error.__cause__
    if isinstance(error, TimeoutError):
        return ProviderError("timeout", "no answer in time")
    words = " ".join(str(error).split()) or "the connection broke"
    return ProviderError("connection", redact(f"{words} ({type(error).__name__})", key)[:500])


def malformed(what: str) -> ProviderError:
    """A response that is none.

    Parameters
    ----------
    what : str
        What is wrong with it.

    Returns
    -------
    ProviderError
    """
    return ProviderError("malformed", f"the server sent {what}")


def count_of(value: object) -> int | None:
    """A number of tokens, as a server gives it.

    Parameters
    ----------
    value : object
        From JSON.

    Returns
    -------
    int or None
        None for what is no count.

    Examples
    --------
    >>> count_of(5), count_of(5.0), count_of("5"), count_of(-1), count_of(None)
    (5, 5, None, None, None)
    """
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value < 0 or value != int(value):
        return None
    return int(value)


def without_thinking(output: int | None, thinking: int | None, *, thought: bool) -> int | None:
    """Output tokens that are answer; None where it cannot be known.

    Parameters
    ----------
    output, thinking : int or None
        Tokens, as the server counted them.
    thought : bool
        Whether there is thinking in the reply; uncounted tokens of it are none where there is not.

    Returns
    -------
    int or None

    Examples
    --------
    >>> without_thinking(9, 4, thought=True), without_thinking(9, None, thought=False)
    (5, 9)
    >>> without_thinking(9, None, thought=True) is None
    True
    """
    if thinking is None and not thought:
        thinking = 0
    return None if output is None or thinking is None or thinking > output else output - thinking
