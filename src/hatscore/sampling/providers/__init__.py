"""Ways of speaking to servers. The vendors' SDKs do the wire work; their own retries are off."""

from importlib import import_module
from typing import Protocol

from hatscore.errors import InvalidArgument, MissingExtra
from hatscore.sampling.requests import Message, Reply
from hatscore.sampling.settings import System


class Provider(Protocol):
    """A connection to a server that answers for one system.

    Attributes
    ----------
    most_choices : int
        Answers that one request may ask for at most, as far as the protocol goes.
    """

    most_choices: int

    async def ask(self, messages: tuple[Message, ...], count: int, *, first: int) -> Reply:
        """Send one request.

        Parameters
        ----------
        messages : tuple of (role, content)
            The prompt.
        count : int
            Answers wanted.
        first : int
            Number of the first attempt, which moves the seed where there is one.

        Returns
        -------
        Reply
            With at least one choice, perhaps fewer than wanted.

        Raises
        ------
        ProviderError
            Saying what kind of failure it was.
        """
        ...

    async def close(self) -> None:
        """Close all connections."""
        ...


def connect(system: System, *, timeout: float) -> Provider:
    """The connection for a system.

    Parameters
    ----------
    system : System
        Who is asked.
    timeout : float
        Seconds for one exchange.

    Returns
    -------
    Provider

    Raises
    ------
    InvalidArgument
        If there is no key, or the model needs an address.
    MissingExtra
        If the vendor's SDK is not installed.
    """
    if system.provider == "openai" and "/" in system.model and system.base_url is None:
        raise InvalidArgument(
            f"{system.name}: {system.model} is not a model of OpenAI's own service; say where it is served "
            "with base_url, such as http://localhost:8000/v1."
        )
    try:
        module = import_module(f"hatscore.sampling.providers.{system.provider}")
    except ImportError as error:
        raise MissingExtra(f"asking {system.provider} models ({error.name})", "run") from None
    provider: Provider = module.Connection(system, timeout=timeout)
    return provider
