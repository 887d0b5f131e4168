"""Settings of Claude models, whose rules differ by version.

Manual budgets end with 4.6 and adaptive thinking begins there; from 4.7 on, and with thinking at any
version, sampling parameters are refused. The API version 2026-10-21 takes no temperature at all, so
a request with one asks for the version before it, and the record says so.
"""

import re
from typing import TYPE_CHECKING, Any

from hatscore.sampling.unsendable import cannot_send

if TYPE_CHECKING:
    from hatscore.sampling.settings import System

VERSION_WITH_TEMPERATURE = "2023-06-01"
"""The last API version that takes a temperature."""

DEFAULT_MAX_TOKENS = 8_192
"""The protocol wants a cap; this one is sent where none was given, beyond any budget."""

_NAME = re.compile(
    r"claude-(?:(\d)(?:-(\d))?-)?(opus|sonnet|haiku|fable|mythos)(?:-(\d)(?:[-.](\d{1,2}))?(?!\d))?"
)
_NEWEST = (99, 0)


def claude_fields(system: "System") -> dict[str, Any]:
    """Fields of a request to the Messages API beside model and messages.

    Parameters
    ----------
    system : System
        What is wanted.

    Returns
    -------
    dict
        ``anthropic-version`` among them goes into the header.

    Raises
    ------
    InvalidArgument
        Naming the setting that this model cannot take.
    """
    if system.seed is not None:
        raise cannot_send(
            system, f"seed {system.seed}", "the protocol has none; attempts are distinct draws anyway."
        )
    thinking = _thinking(system)
    budget = thinking.get("thinking", {}).get("budget_tokens", 0)
    cap = system.max_tokens or budget + DEFAULT_MAX_TOKENS
    if budget and not 1024 <= budget < cap:
        why = f"the budget must be at least 1,024 and less than max_tokens ({cap:,})."
        raise cannot_send(system, f"thinking {budget}", why)
    return {"max_tokens": cap} | thinking | _temperature(system, thinking)


def _temperature(system: "System", thinking: dict[str, Any]) -> dict[str, Any]:
    if system.temperature is None:
        return {}
    setting = f"temperature {system.temperature}"
    _, version = _family(system.model)
    if version >= (4, 7):
        raise cannot_send(system, setting, "Claude 4.7 and later take no sampling parameters; leave it out.")
    if thinking.get("thinking", {}).get("type") in ("enabled", "adaptive"):
        raise cannot_send(
            system, setting, "Claude takes no temperature while it thinks; leave one of them out."
        )
    if system.temperature > 1:
        raise cannot_send(system, setting, "the highest is 1.")
    return {"temperature": system.temperature, "anthropic-version": VERSION_WITH_TEMPERATURE}


def _thinking(system: "System") -> dict[str, Any]:
    wanted = system.thinking
    if wanted is None:
        return {}
    family, version = _family(system.model)
    if wanted == "off":
        return _off(system, family, version)
    if isinstance(wanted, int):
        if version >= (4, 7):
            why = "it takes adaptive thinking only; give a level (low, medium, high, xhigh, max) or on."
            raise cannot_send(system, f"thinking {wanted}", why)
        return {"thinking": {"type": "enabled", "budget_tokens": wanted}}
    if version < (4, 6):
        raise cannot_send(system, f"thinking {wanted}", "it takes a number of tokens (1,024 or more) or off.")
    adaptive = {"thinking": {"type": "adaptive", "display": "summarized"}}
    if wanted in ("on", "adaptive"):
        return adaptive
    levels = ("low", "medium", "high", *(("xhigh",) if version >= (4, 7) else ()), "max")
    if wanted not in levels:
        raise cannot_send(system, f"thinking {wanted}", f"it takes {', '.join(levels)}, on or off.")
    return adaptive | {"output_config": {"effort": wanted}}


def _off(system: "System", family: str, version: tuple[int, int]) -> dict[str, Any]:
    if family in ("fable", "mythos") or (family == "opus" and version >= (5, 5)):
        raise cannot_send(system, "thinking off", "it always thinks; the least is the level low.")
    if version < (5, 0):
        return {}  # Does not think unless told to; some of these refuse the word "disabled".
    return {"thinking": {"type": "between_tools" if family == "sonnet" and version >= (5, 5) else "disabled"}}


def _family(model: str) -> tuple[str, tuple[int, int]]:
    """Family and version; a name that says neither counts as the newest, which takes the least."""
    found = _NAME.search(model)
    if found is None:
        return "", _NEWEST
    major, minor = (found[4], found[5]) if found[4] else (found[1], found[2])
    return found[3], (int(major), int(minor or 0)) if major else _NEWEST
