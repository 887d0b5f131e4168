"""Score the repeats that lm-eval sampled and did not score, by replaying its filter and metric.

lm-eval keeps all repeats of a request and scores only the first. The replay is trusted only where
it gives back every score that lm-eval did record for the first repeats.
"""

import re
import string
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

INVALID = "[invalid]"
"""What lm-eval's filters give for an answer that they cannot read."""

_PUNCTUATION = str.maketrans("", "", string.punctuation)
_DIGITS = str.maketrans("", "", string.digits)


@dataclass(frozen=True, slots=True)
class Replay:
    """One filter and one metric of a task.

    Attributes
    ----------
    read : callable
        From a response to the filtered text.
    normalise : callable
        What the metric does to both sides before it compares them.
    """

    read: Callable[[str], str]
    normalise: Callable[[str], str]

    def score(self, response: str, gold: str) -> tuple[float, str]:
        """Score of one response, 0 or 1, and its filtered text.

        Parameters
        ----------
        response, gold : str
            What the model wrote, and what is right.

        Returns
        -------
        float, str
        """
        text = self.read(response)
        return float(self.normalise(text) == self.normalise(gold)), text


def replays(steps: Sequence[Mapping[str, Any]], metric: Mapping[str, Any]) -> list[Replay]:
    """The ways in which some version of lm-eval runs this filter and this metric.

    Parameters
    ----------
    steps : sequence of mapping
        A ``filter`` of a task's ``filter_list``.
    metric : mapping
        An entry of its ``metric_list``.

    Returns
    -------
    list of Replay
        Empty when a step does not treat each response by itself (a vote), or is not known; else one
        for each version's notion of white space.

    Notes
    -----
    After ``filters/extraction.py``, ``filters/selection.py`` and ``api/metrics.py`` of
    lm-evaluation-harness 0.4.5 to 0.4.13 (MIT).
    """
    if metric.get("metric") != "exact_match":
        return []
    found = []
    for strip in (str.strip, str.lstrip):
        readers = [_step(step, strip) for step in steps]
        if any(reader is None for reader in readers):
            return []
        found.append(Replay(_chain([r for r in readers if r is not None]), _normaliser(metric)))
    return found


def _chain(readers: list[Callable[[str], str]]) -> Callable[[str], str]:
    def read(response: str) -> str:
        for reader in readers:
            response = reader(response)
        return response

    return read


def _step(step: Mapping[str, Any], strip: Callable[[str], str]) -> Callable[[str], str] | None:
    function = step.get("function")
    if function == "take_first":
        return lambda text: text
    if function == "remove_whitespace":
        return strip
    if function == "lowercase":
        return str.lower
    if function == "regex":
        return _regex_step(step)
    return None


def _regex_step(step: Mapping[str, Any]) -> Callable[[str], str]:
    pattern = re.compile(step.get("regex_pattern", r"#### (\-?[0-9\.\,]+)"))
    select, fallback = int(step.get("group_select", 0)), str(step.get("fallback", INVALID))

    def read(text: str) -> str:
        matches = pattern.findall(text)
        if not -len(matches) <= select < len(matches):
            return fallback
        match = matches[select]
        if isinstance(match, tuple):
            match = next((group for group in match if group), fallback)
        return str(match).strip()

    return read


def _normaliser(metric: Mapping[str, Any]) -> Callable[[str], str]:
    ignored = [re.compile(pattern) for pattern in metric.get("regexes_to_ignore") or []]

    def normalise(text: str) -> str:
        for pattern in ignored:
            text = pattern.sub("", text)
        if metric.get("ignore_case"):
            text = text.lower()
        if metric.get("ignore_punctuation"):
            text = text.translate(_PUNCTUATION)
        if metric.get("ignore_numbers"):
            text = text.translate(_DIGITS)
        return text

    return normalise
