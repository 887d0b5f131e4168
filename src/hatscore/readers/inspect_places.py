"""Benchmark, language and item of a sample of an Inspect AI log."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hatscore.attempts.languages import standard_tag
from hatscore.errors import UnknownFormat
from hatscore.readers.choices import ReadChoices
from hatscore.readers.inspect_samples import Metadata, Sample
from hatscore.readers.lm_eval_tasks import Task, parse_task

_LANGUAGES = ("language", "lang", "language_code", "locale")
_ADVICE = "give --pattern with the group language, searched for in TASK/SAMPLE_ID, or --set language=CODE."
_ITEMS = ("item", "item_id", "question_id")
# Two letters, or three with a script: among codes of three letters alone are 'dev' and 'val'.
_CODE = r"((?!(?i:id)[-_/:. ])[A-Za-z]{2}(?:[_-][A-Z][A-Za-z]{1,3})?|[a-z]{3}[_-][A-Z][a-z]{3})"
_AT_START = re.compile(rf"{_CODE}[-_/:. ]+(.+)")
_AT_END = re.compile(rf"(.+)[-_/:. ]+{_CODE}")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a sample belongs, and what said so.

    Attributes
    ----------
    benchmark, language, item : str
        Columns of the attempts table.
    source_language : str or None
        Only from the metadata.
    origins : tuple of str
        What said the benchmark, the language and the item.
    """

    benchmark: str
    language: str
    item: str
    source_language: str | None
    origins: tuple[str, str, str]


class Places:
    """Finds the places of the samples of one log.

    Parameters
    ----------
    task : str
        Name of the task.
    arguments : mapping
        Arguments of the task.
    choices : ReadChoices
        ``pattern`` and ``fixed`` come before everything else.
    """

    def __init__(self, task: str, arguments: Mapping[str, Any], choices: ReadChoices) -> None:
        self.task = task.rpartition("/")[2]
        self._arguments = arguments
        self._pattern = re.compile(choices.pattern) if choices.pattern else None
        self._fixed = choices.fixed
        self._named = _task_of(self.task)
        self._known: dict[int | str, tuple[Metadata | None, Place]] = {}

    def of(self, sample: Sample) -> Place:
        """Where a sample belongs.

        Parameters
        ----------
        sample : Sample
            From `parse_sample`.

        Returns
        -------
        Place

        Raises
        ------
        UnknownFormat
            If nothing says its language, or the pattern does not fit.
        """
        known = self._known.get(sample.id)
        if known is not None and known[0] == sample.metadata:
            return known[1]  # another epoch of it
        place = self._find(sample)
        self._known[sample.id] = (sample.metadata, place)
        return place

    def _find(self, sample: Sample) -> Place:
        identity = str(sample.id)
        groups = self._matched(identity)
        metadata = sample.metadata or Metadata()
        source = metadata.source_language
        language, by_language, rest = self._language(metadata, groups, identity)
        benchmark, by_benchmark = self._benchmark(metadata, groups)
        item, by_item = self._item(metadata, groups, rest, identity)
        return Place(
            benchmark,
            standard_tag(language) or language,
            item,
            None if source is None else standard_tag(str(source)) or str(source),
            (by_benchmark, by_language, by_item),
        )

    def _matched(self, identity: str) -> dict[str, str]:
        if self._pattern is None:
            return {}
        match = self._pattern.search(f"{self.task}/{identity}")
        if match is None:
            raise UnknownFormat(
                f"--pattern {self._pattern.pattern!r} does not fit {self.task}/{identity!r}; it is searched "
                "for in TASK/SAMPLE_ID."
            )
        return {name: text for name, text in match.groupdict().items() if text}

    def _language(self, metadata: Metadata, groups: dict[str, str], identity: str) -> tuple[str, str, str]:
        """Language, what said it, and the id without it."""
        found, origin = self._known_language(metadata, groups)
        at_start, at_end = _AT_START.fullmatch(identity), _AT_END.fullmatch(identity)
        ends = [(at_start[1], at_start[2])] if at_start else []
        ends += [(at_end[2], at_end[1])] if at_end else []
        ends = [(tag, rest) for code, rest in ends if (tag := standard_tag(code))]
        for tag, rest in ends:
            if found is None or tag == standard_tag(found):
                return found or tag, origin or "sample id", rest
        if origin == "task name" and ends:
            raise UnknownFormat(
                f"the name of task {self.task!r} says the language {found!r} and sample {identity!r} says "
                f"{ends[0][0]!r}; {_ADVICE}"
            )
        if found is None:
            raise UnknownFormat(
                f"cannot tell the language of sample {identity!r} of task {self.task!r}: it is not in the "
                f"metadata ({', '.join(_LANGUAGES)}), the task's arguments or its name, or the sample id; "
                f"{_ADVICE}"
            )
        return found, origin, identity

    def _known_language(self, metadata: Metadata, groups: dict[str, str]) -> tuple[str | None, str]:
        if "language" in self._fixed:
            return self._fixed["language"], "--set"
        if "language" in groups:
            return groups["language"], "--pattern in task/sample id"
        for key in _LANGUAGES:
            if isinstance(value := getattr(metadata, key), str) and value:
                return value, f"metadata.{key}"
        for key in _LANGUAGES:
            if isinstance(value := self._arguments.get(key), str) and standard_tag(value):
                return value, f"task argument {key}"
        if self._named:
            return self._named.language, "task name"
        return None, ""

    def _benchmark(self, metadata: Metadata, groups: dict[str, str]) -> tuple[str, str]:
        if "benchmark" in self._fixed:
            return self._fixed["benchmark"], "--set"
        if "benchmark" in groups:
            return groups["benchmark"], "--pattern in task/sample id"
        if isinstance(metadata.benchmark, str) and metadata.benchmark:
            return metadata.benchmark, "metadata.benchmark"
        if isinstance(value := self._arguments.get("benchmark"), str):
            return value, "task argument benchmark"
        return (self._named.benchmark if self._named else self.task), "task name"

    def _item(self, metadata: Metadata, groups: dict[str, str], rest: str, identity: str) -> tuple[str, str]:
        if "item" in self._fixed:
            return self._fixed["item"], "--set"
        subset = groups.get("subset", self._named.subset if self._named else "")
        start = f"{subset}/" if subset else ""
        if "item" in groups:
            return start + groups["item"], "--pattern in task/sample id"
        for key in _ITEMS:
            if isinstance(value := getattr(metadata, key), (str, int)) and value != "":
                return f"{start}{value}", f"metadata.{key}"
        return start + rest, "sample id" if rest == identity else "sample id without its language"


def _task_of(name: str) -> Task | None:
    try:
        return parse_task(name)
    except UnknownFormat:
        return None
