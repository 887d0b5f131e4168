"""Settings of the requests in Inspect AI logs: what was sent, which may differ from what was asked.

A log's configuration says what was asked of Inspect; a provider drops what a model does not take. Each
model event keeps the request itself.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from hatscore.readers.inspect_samples import Request, Sample

_ENCODER = msgspec.json.Encoder()
_WRAPPERS = ("config", "generation_config", "generationConfig", "inferenceConfig", "extra_body")
_COMPARED = ("temperature", "top_p", "top_k")
_THINKING = ("reasoning_effort", "reasoning_tokens")
# Each vendor has its own name for how much a model thinks; what is shown of it is another matter.
_SENT_THINKING = re.compile(
    r"reasoning(?!\.summary)|thinking(?!_config\.include_thoughts)|effort|output_config\.effort|chat_template_kwargs"
)
_VARIES = "varies"
_CAPITAL = re.compile("[A-Z]")


@dataclass(slots=True)
class SentSettings:
    """Settings of all samples of one log.

    Attributes
    ----------
    sent : dict of int
        From the settings of a request, as JSON, to the number of samples.
    asked : dict of int
        The same, from Inspect's configuration, where no request was recorded.
    dropped : set of str
        Settings that were asked for and not sent.
    """

    sent: dict[bytes, int] = field(default_factory=lambda: defaultdict(int))
    asked: dict[bytes, int] = field(default_factory=lambda: defaultdict(int))
    dropped: set[str] = field(default_factory=set)

    def add(self, sample: Sample, model: str) -> None:
        """Take note of the first request to the model under test.

        Parameters
        ----------
        sample : Sample
            With its events.
        model : str
            The model under test; requests to judges do not count.
        """
        events = sample.events or (sample.transcript.events if sample.transcript else [])
        for event in events:
            if event.event != "model" or event.model != model:
                continue
            if event.call and event.call.request:
                key = _ENCODER.encode(event.call.request)
                if key not in self.sent:
                    self.dropped |= _asked_only(event.config, key)
                self.sent[key] += 1
            elif event.config:
                self.asked[_ENCODER.encode(event.config)] += 1
            return

    def values(self) -> dict[str, str]:
        """Settings of the log as texts.

        Returns
        -------
        dict of str
            A setting that differs between samples is ``varies``.
        """
        each = [_flat(json.loads(key)) for key in (self.sent or self.asked)]
        names = sorted(set().union(*each)) if each else []
        found = {name: {own.get(name, "unset") for own in each} for name in names}
        return {name: values.pop() if len(values) == 1 else _VARIES for name, values in found.items()}


def telling_settings(runs: Iterable[tuple[tuple[str, ...], dict[str, str]]]) -> dict[str, set[str]]:
    """For each model, the settings in which runs of the same task differ.

    Parameters
    ----------
    runs : iterable
        Of each run what it must share with others to be compared, the model first; and its settings.

    Returns
    -------
    dict of set
        From the model to names of settings.
    """
    groups: dict[tuple[str, ...], list[dict[str, str]]] = defaultdict(list)
    for key, settings in runs:
        groups[key].append(settings)
    telling: dict[str, set[str]] = defaultdict(set)
    for (model, *_), several in groups.items():
        names = set().union(*several)
        telling[model] |= {name for name in names if len({own.get(name) for own in several}) > 1}
    return telling


def _flat(request: dict[str, Any], start: str = "") -> dict[str, str]:
    """Settings under one spelling: Google's were ``max_output_tokens`` and became ``maxOutputTokens``."""
    found: dict[str, str] = {}
    for name, value in request.items():
        own = start + _CAPITAL.sub(lambda sign: f"_{sign[0].lower()}", name)
        if name in _WRAPPERS and isinstance(value, dict):
            found |= _flat(value, start)
        elif isinstance(value, dict):
            found |= _flat(value, f"{own}.")
        elif value is not None:
            found[own] = value if isinstance(value, str) else json.dumps(_whole(value))
    return found


def _whole(value: Any) -> Any:
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _asked_only(config: Request | None, sent: bytes) -> set[str]:
    if config is None:
        return set()
    asked = _flat(json.loads(_ENCODER.encode(config)))
    present = set(_flat(json.loads(sent)))
    dropped = set(_COMPARED) - present
    if not any(map(_SENT_THINKING.match, present)):
        dropped |= {name for name in _THINKING if asked.get(name) not in ("none", "0")}
    return {f"{name}={asked[name]}" for name in dropped if name in asked}
