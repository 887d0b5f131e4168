"""Keys: where they come from, and how they are kept out of everything that is written."""

import os
import re
from urllib.parse import urlsplit, urlunsplit

from hatscore.errors import InvalidArgument

KEY_VARIABLES = {
    "openai": ("OPENAI_API_KEY",),
    "anthropic": ("ANTHROPIC_API_KEY",),
    "google": ("GEMINI_API_KEY", "GOOGLE_API_KEY"),
}
"""Environment variables that hold the key of each provider."""

NO_KEY = "none"
"""Sent to servers on an own address that ask for no key."""

_LOOKS_LIKE_KEY = re.compile(
    r"\b(?:sk|pk|rk|hf|gsk|xai|key)[-_][A-Za-z0-9_\-*]{8,}|\bAIza[A-Za-z0-9_\-]{20,}|(?<=Bearer )\S+"
)
_HIDDEN = "[key]"


def find_key(provider: str, *, variable: str | None, own_server: bool) -> str:
    """The key of a provider, from the environment.

    Parameters
    ----------
    provider : str
        ``openai``, ``anthropic`` or ``google``.
    variable : str or None
        Environment variable to look in instead of the usual one.
    own_server : bool
        Whether the address is the user's own: then no key is needed, and the usual variable is not
        read, so that a vendor's key does not go to another server.

    Returns
    -------
    str

    Raises
    ------
    InvalidArgument
        If there is none.
    """
    names = (variable,) if variable else () if own_server else KEY_VARIABLES[provider]
    for name in names:
        if key := os.environ.get(name, "").strip():
            return key
    if own_server and not variable:
        return NO_KEY
    raise InvalidArgument(
        f"no key for {provider}: set {' or '.join(names)}, or name another variable with key_variable."
    )


def redact(text: str, key: str | None = None) -> str:
    """A text without keys.

    Parameters
    ----------
    text : str
        Such as a server's message.
    key : str, optional
        A key to take out; what looks like one is taken out in any case.

    Returns
    -------
    str

    Examples
    --------
    >>> redact("Incorrect API key provided: sk-abcdefghijkl.")
    'Incorrect API key provided: [key].'
    >>> redact("user tulip said hello", "tulip")
    'user [key] said hello'
    """
    if key and key != NO_KEY:
        text = text.replace(key, _HIDDEN)
    return _LOOKS_LIKE_KEY.sub(_HIDDEN, text)


def plain_url(url: str) -> str:
    """An address without user, password, query and fragment, where keys are sometimes put.

    Parameters
    ----------
    url : str
        From the user.

    Returns
    -------
    str

    Examples
    --------
    >>> plain_url("https://me:secret@example.org:8000/v1?key=abc")
    'https://example.org:8000/v1'
    """
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))


def is_loopback(url: str | None) -> bool:
    """Whether an address is on this machine.

    Parameters
    ----------
    url : str or None
        A server's address.

    Returns
    -------
    bool

    Examples
    --------
    >>> [is_loopback(url) for url in ("http://127.0.0.1:80/v1", "http://[::1]/", "http://10.0.0.1/", None)]
    [True, True, False, False]
    """
    host = urlsplit(url or "").hostname or ""
    return host in ("localhost", "::1") or host.startswith("127.")
