"""Which fields of a request carry the settings of a system; refuses by name what cannot be sent.

Rules as of November 2026, from the vendors' references and what their SDKs accept. A model that no
rule knows gets what was asked for, as far as the protocol has a field for it.
"""

import re
from typing import TYPE_CHECKING, Any

from hatscore.sampling.claude_fields import claude_fields
from hatscore.sampling.unsendable import cannot_send

if TYPE_CHECKING:
    from hatscore.sampling.settings import System

EFFORTS = ("none", "minimal", "low", "medium", "high", "xhigh", "max")
"""Words that OpenAI's protocol has for effort."""

_GEMINI = re.compile(r"gemini-(\d+)(?:\.(\d+))?-(pro|flash-lite|flash)")
_BUDGETS = {"pro": (128, 32_768), "flash": (0, 24_576), "flash-lite": (512, 24_576)}
_GPT = re.compile(r"(?:^|/)gpt-(\d+)(?:\.(\d+))?")
_O_SERIES = re.compile(r"(?:^|/)o[134](?:$|-)")
_SWITCHED = re.compile(r"qwen-?3(?!\.\d)|gemma-?4", re.IGNORECASE)
_FIXED = re.compile(r"-2507|gemma-?3", re.IGNORECASE)


def request_fields(system: "System") -> dict[str, Any]:
    """Fields of the request body beside model and messages.

    Parameters
    ----------
    system : System
        What is wanted.

    Returns
    -------
    dict
        For ``google``, fields of ``generationConfig``.

    Raises
    ------
    InvalidArgument
        Naming the setting that this model or protocol cannot take.
    """
    if system.provider == "anthropic":
        return claude_fields(system)
    return _google(system) if system.provider == "google" else _openai(system)


def _openai(system: "System") -> dict[str, Any]:
    sent: dict[str, Any] = {}
    if system.temperature is not None:
        sent["temperature"] = system.temperature
    if system.max_tokens is not None:
        # OpenAI's own models want the new name; other servers know the old one everywhere.
        sent["max_completion_tokens" if system.base_url is None else "max_tokens"] = system.max_tokens
    if system.thinking is not None:
        sent |= _openai_thinking(system)
    _check_openai_temperature(system, sent)
    return sent


def _openai_thinking(system: "System") -> dict[str, Any]:
    wanted, model = system.thinking, system.model
    setting = f"thinking {wanted}"
    if isinstance(wanted, int):
        why = (
            "OpenAI's protocol has no budget of thinking tokens; give a level (low, medium, high), on or off."
        )
        raise cannot_send(system, setting, why)
    if _FIXED.search(model):
        if wanted == "off" and re.search(r"instruct|gemma", model, re.IGNORECASE):
            return {}
        raise cannot_send(system, setting, "whether this model thinks is fixed; leave thinking out.")
    if _SWITCHED.search(model):
        if wanted not in ("on", "off"):
            raise cannot_send(system, setting, "this model only switches thinking on or off.")
        return {"chat_template_kwargs": {"enable_thinking": wanted == "on"}}
    allowed = _efforts(model, own_server=system.base_url is not None)
    effort = "none" if wanted == "off" else wanted
    if effort not in allowed:
        levels = ", ".join("off" if level == "none" else level for level in allowed)
        raise cannot_send(system, setting, f"it takes {levels}." if levels else "it does not think.")
    return {"reasoning_effort": effort}


def _efforts(model: str, *, own_server: bool) -> tuple[str, ...]:
    if "gpt-oss" in model.lower():
        return ("low", "medium", "high")
    if _O_SERIES.search(model):
        return ("low", "medium", "high")
    if found := _GPT.search(model):
        version = (int(found[1]), int(found[2] or 0))
        if version < (5, 0) or "chat" in model:
            return ()
        if version == (5, 0):
            return ("minimal", "low", "medium", "high")
        return ("none", "low", "medium", "high", *(("xhigh",) if version >= (5, 2) else ()))
    return EFFORTS if own_server else ()


def _check_openai_temperature(system: "System", sent: dict[str, Any]) -> None:
    if system.temperature is None:
        return
    found = _GPT.search(system.model)
    version = (int(found[1]), int(found[2] or 0)) if found else (0, 0)
    reasons = bool(_O_SERIES.search(system.model)) or (version >= (5, 0) and "chat" not in system.model)
    can_be_off = (5, 1) <= version < (6, 0)
    if reasons and not (can_be_off and sent.get("reasoning_effort") == "none"):
        how = "set thinking off, or leave temperature out." if can_be_off else "leave it out."
        raise cannot_send(system, f"temperature {system.temperature}", f"models that reason refuse it; {how}")


def _google(system: "System") -> dict[str, Any]:
    sent: dict[str, Any] = {}
    if system.temperature is not None:
        sent["temperature"] = system.temperature
    if system.max_tokens is not None:
        sent["maxOutputTokens"] = system.max_tokens
    if system.thinking is not None and (config := _google_thinking(system)):
        sent["thinkingConfig"] = config
    return sent


def _google_thinking(system: "System") -> dict[str, Any]:
    wanted, found = system.thinking, _GEMINI.search(system.model)
    setting = f"thinking {wanted}"
    if found is None:
        if wanted == "off" and "gemma-3" in system.model:
            return {}
        raise cannot_send(system, setting, "no rule says how this model takes it; leave thinking out.")
    version, size = (int(found[1]), int(found[2] or 0)), found[3]
    if version >= (3, 0):
        levels = _levels(version, size)
        if wanted not in levels:
            why = f"it takes a level: {', '.join(levels)}; it cannot be switched off or counted in tokens."
            raise cannot_send(system, setting, why)
        return {"thinkingLevel": wanted, "includeThoughts": True}
    if version < (2, 5):
        if wanted == "off":
            return {}
        raise cannot_send(system, setting, "it does not think.")
    return _google_budget(system, size)


def _google_budget(system: "System", size: str) -> dict[str, Any]:
    wanted, (low, high) = system.thinking, _BUDGETS[size]
    if wanted in ("on", "dynamic", -1):
        return {"thinkingBudget": -1, "includeThoughts": True}
    budget = 0 if wanted == "off" else wanted
    if not isinstance(budget, int):
        why = f"it takes a number of tokens up to {high:,}, on or off; levels are for Gemini 3."
        raise cannot_send(system, f"thinking {wanted}", why)
    if budget == 0 and size == "pro":
        raise cannot_send(
            system, f"thinking {wanted}", f"it cannot be switched off; the least is {low} tokens."
        )
    if budget != 0 and not low <= budget <= high:
        raise cannot_send(
            system, f"thinking {wanted}", f"the budget must lie between {low:,} and {high:,} tokens."
        )
    return {"thinkingBudget": budget} | ({"includeThoughts": True} if budget else {})


def _levels(version: tuple[int, int], size: str) -> tuple[str, ...]:
    if size == "pro":
        return ("low", "high") if version == (3, 0) else ("low", "medium", "high")
    return ("minimal", "low", "medium", "high") if version < (3, 7) else ("low", "medium", "high")
