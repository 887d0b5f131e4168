"""A system: a model and the settings under which it answers."""

import math
from dataclasses import dataclass, fields, replace
from typing import Any

from hatscore.errors import InvalidArgument
from hatscore.sampling.prices import Price, parse_price
from hatscore.sampling.request_fields import request_fields
from hatscore.sampling.secrets import KEY_VARIABLES, plain_url
from hatscore.systems.registry import find_system

PROVIDERS = tuple(KEY_VARIABLES)
"""Ways of speaking to a server; ``openai`` also speaks to every compatible one."""

_TYPES: dict[str, tuple[type, ...]] = {
    "temperature": (int, float),
    **dict.fromkeys(("max_tokens", "seed", "choices"), (int,)),
    "thinking": (str, int),
    **dict.fromkeys(("base_url", "served_as", "key_variable"), (str,)),
}
_KINDS = {
    "temperature": "a number",
    **dict.fromkeys(("max_tokens", "seed", "choices"), "a whole number"),
    "thinking": "a level, on, off or a number of tokens",
    **dict.fromkeys(("base_url", "served_as", "key_variable"), "text"),
}

Thinking = str | int | None
"""A level, ``on``, ``off``, a number of tokens, or None: what the model does by itself."""


@dataclass(frozen=True, slots=True)
class System:
    """A model and the settings under which it answers.

    Attributes
    ----------
    name : str
        How tables call it.
    provider : {'openai', 'anthropic', 'google'}
        How it is spoken to.
    model : str
        As the server knows it.
    temperature : float or None
        None sends nothing: the server's default.
    max_tokens : int or None
        Cap of output tokens, thinking included.
    thinking : str, int or None
        Level, ``on``, ``off``, tokens, or None for the model's default.
    seed : int or None
        Attempt k is drawn with seed + k; None sends nothing.
    base_url : str or None
        The user's own server.
    served_as : str or None
        What stands in the record for ``base_url``, where the address is another one at each start: a
        local model's file and hash.
    choices : int or None
        Most answers to ask for in one request; None takes as many as the server gives.
    key_variable : str or None
        Environment variable that holds the key.
    price : Price or None
        Never part of what makes two runs differ.
    """

    name: str
    provider: str
    model: str
    temperature: float | None = None
    max_tokens: int | None = None
    thinking: Thinking = None
    seed: int | None = None
    base_url: str | None = None
    served_as: str | None = None
    choices: int | None = None
    key_variable: str | None = None
    price: Price | None = None

    def __post_init__(self) -> None:
        """Refuse by name what cannot be sent."""
        _check(self)
        request_fields(self)

    def sent(self) -> dict[str, Any]:
        """All that is sent beside the messages, as the provider's protocol names it."""
        return request_fields(self)

    def recorded(self) -> dict[str, Any]:
        """What is kept in the run store, and compared when a run goes on."""
        url = self.served_as or (None if self.base_url is None else plain_url(self.base_url))
        return {"provider": self.provider, "model": self.model, "base_url": url, "sent": self.sent()} | (
            {} if self.seed is None else {"seed": self.seed}
        )


def parse_system(text: str, **options: Any) -> System:
    """A system from ``provider:model`` or the name of a built-in row.

    Parameters
    ----------
    text : str
        ``openai:gpt-oss-20b``, or a name of ``hatscore systems list``.
    **options
        Fields of `System`. Those given win over those of a built-in row.

    Returns
    -------
    System

    Raises
    ------
    InvalidArgument
        If the text names neither, an option is unknown, or something cannot be sent.

    Examples
    --------
    >>> parse_system("google:gemini-2.5-flash", thinking="off").sent()
    {'thinkingConfig': {'thinkingBudget': 0}}
    """
    known = {field.name for field in fields(System)} - {"provider", "model"}
    if unknown := sorted(set(options) - known):
        raise InvalidArgument(
            f"unknown option {unknown[0]!r} of a system; there are {', '.join(sorted(known))}."
        )
    given = {name: value for name, value in options.items() if value is not None}
    if isinstance(given.get("thinking"), str):
        given["thinking"] = parse_thinking(given["thinking"])
    if "price" in given:
        given["price"] = parse_price(given["price"])
    row = find_system(text)
    if row is not None:
        name = (
            row.name
            if given.get("thinking", row.thinking) == row.thinking
            else _default_name(row.name, given)
        )
        given = {"name": name} | ({} if row.thinking is None else {"thinking": row.thinking}) | given
        text = row.address
    provider, colon, model = text.partition(":")
    if not colon or provider not in PROVIDERS or not model:
        raise InvalidArgument(
            f"{text!r} names no system: give provider:model with a provider of {', '.join(PROVIDERS)}, "
            "or a name from `hatscore systems list`."
        )
    return System(**({"name": _default_name(model, given)} | given), provider=provider, model=model)


def parse_thinking(text: str) -> Thinking:
    """A thinking setting from the command line.

    Parameters
    ----------
    text : str
        A level, ``off``, ``on`` or a number of tokens.

    Returns
    -------
    str or int
    """
    lower = text.strip().lower()
    return int(lower) if lower.lstrip("-").isdigit() else lower


def differences(before: dict[str, Any], now: dict[str, Any]) -> list[str]:
    """Where two recorded settings differ, in words.

    Parameters
    ----------
    before, now : dict
        From `System.recorded`.

    Returns
    -------
    list of str
        Such as ``temperature was 0.7, is 1.0``.

    Examples
    --------
    >>> differences({"sent": {"temperature": 0.7}}, {"sent": {}})
    ['temperature was 0.7, is not sent']
    """
    old, new = _flat(before), _flat(now)
    return [
        f"{name} was {_word(old.get(name))}, is {_word(new.get(name))}"
        for name in sorted({*old, *new})
        if old.get(name) != new.get(name)
    ]


def as_judge(system: System) -> System:
    """The same system in the part of a judge, which has a name of its own.

    Parameters
    ----------
    system : System
        Any.

    Returns
    -------
    System
    """
    return system if system.name.startswith("judge:") else replace(system, name=f"judge:{system.name}")


def _default_name(model: str, given: dict[str, Any]) -> str:
    """The model's own name, and its thinking where that was set: other settings, other system."""
    short = model.rpartition("/")[2]
    return short if given.get("thinking") is None else f"{short} (thinking {given['thinking']})"


def _check(system: System) -> None:
    if system.provider not in PROVIDERS:
        raise InvalidArgument(f"provider must be one of {', '.join(PROVIDERS)}; got {system.provider!r}.")
    if not system.name.strip() or not system.model.strip():
        raise InvalidArgument("a system needs a name and a model.")
    for name, kinds in _TYPES.items():
        value = getattr(system, name)
        if value is not None and (isinstance(value, bool) or not isinstance(value, kinds)):
            raise InvalidArgument(f"{name} must be {_KINDS[name]}; got {value!r}.")
    if system.temperature is not None and not (
        math.isfinite(system.temperature) and 0 <= system.temperature <= 2
    ):
        raise InvalidArgument(f"temperature must lie between 0 and 2; got {system.temperature}.")
    for name in ("max_tokens", "choices"):
        value = getattr(system, name)
        if value is not None and value < 1:
            raise InvalidArgument(f"{name} must be at least 1; got {value}.")
    if system.base_url is not None and not system.base_url.startswith(("http://", "https://")):
        raise InvalidArgument(
            f"base_url must start with http:// or https://; got {plain_url(system.base_url)!r}."
        )


def _flat(settings: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name, value in settings.items():
        path = name if not prefix else f"{prefix}.{name}"
        if isinstance(value, dict):
            flat |= _flat(value, "" if name == "sent" else path)
        else:
            flat[path] = value
    return flat


def _word(value: object) -> str:
    return "not sent" if value is None else str(value)
