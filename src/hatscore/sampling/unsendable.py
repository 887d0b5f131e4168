"""The error for a setting that a model or its protocol cannot take."""

from typing import TYPE_CHECKING

from hatscore.errors import InvalidArgument

if TYPE_CHECKING:
    from hatscore.sampling.settings import System


def cannot_send(system: "System", setting: str, why: str) -> InvalidArgument:
    """Name a setting that cannot be sent.

    Parameters
    ----------
    system : System
        What is wanted.
    setting : str
        The setting with its value.
    why : str
        The rule, and what can be sent instead.

    Returns
    -------
    InvalidArgument
        To be raised.
    """
    return InvalidArgument(f"{setting} cannot be sent to {system.provider}:{system.model}: {why}")
