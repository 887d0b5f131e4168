"""Values as a run store keeps them."""

import contextlib
import hashlib
import json
from importlib import metadata

from hatscore.sampling.requests import Request

_PACKAGES = ("openai", "anthropic", "google-genai", "aiohttp")


def prompt_hash(request: Request) -> str:
    """SHA-256 of a prompt.

    Parameters
    ----------
    request : Request
        Its messages count, nothing else.

    Returns
    -------
    str
    """
    return hashlib.sha256(
        json.dumps(request.messages, ensure_ascii=False).encode("utf-8", "surrogatepass")
    ).hexdigest()


def storable(text: str | None) -> str | None:
    r"""A text that can be written: halves of characters, which JSON may hold, become question marks.

    Parameters
    ----------
    text : str or None
        From a server.

    Returns
    -------
    str or None

    Examples
    --------
    >>> storable("a\ud800b")
    'a?b'
    """
    return None if text is None else text.encode("utf-8", "replace").decode()


def package_versions() -> dict[str, str]:
    """Versions of what sends requests.

    Returns
    -------
    dict
        Of those that are installed.
    """
    found = {}
    for package in _PACKAGES:
        with contextlib.suppress(metadata.PackageNotFoundError):
            found[package] = metadata.version(package)
    return found
