"""Facts about languages, built in and from a file of the user's."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fnmatch import fnmatch
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from hatscore.errors import InvalidArgument
from hatscore.user_toml import known_fields, read_toml

LEVELS = ("high", "medium", "low")


@dataclass(frozen=True, slots=True)
class LanguageFacts:
    """What is known of one language; None where nothing is.

    Attributes
    ----------
    tag : str
        BCP 47 tag.
    script : str or None
        ISO 15924 code.
    family : str or None
        Top-level family.
    resource_level : str or None
        ``high``, ``medium`` or ``low``.
    speakers : int or None
        First and second language.
    """

    tag: str
    script: str | None = None
    family: str | None = None
    resource_level: str | None = None
    speakers: int | None = None


@dataclass(frozen=True, slots=True)
class LanguageSheet:
    """All facts, and what a benchmark overrides.

    Attributes
    ----------
    rows : dict of LanguageFacts
        By tag.
    overrides : tuple of (str, str, str)
        Pattern of benchmark names, tag, and the script that holds there.
    """

    rows: dict[str, LanguageFacts]
    overrides: tuple[tuple[str, str, str], ...]

    def facts(self, tag: str, benchmark: str) -> LanguageFacts:
        """Facts of a language in a benchmark.

        Parameters
        ----------
        tag : str
            Language.
        benchmark : str
            Where; it may hold the language in another script than usual.

        Returns
        -------
        LanguageFacts
            Without facts where the language is not known.
        """
        row = self.rows.get(tag, LanguageFacts(tag))
        for pattern, language, script in self.overrides:
            if language == tag and fnmatch(benchmark, pattern):
                row = replace(row, script=script)
        return row


def language_sheet(path: str | Path | None = None) -> LanguageSheet:
    """The built-in facts, with those of a file of the user's in their place.

    Parameters
    ----------
    path : str or Path, optional
        TOML with tables ``[[language]]`` (``tag`` and any of ``script``, ``family``,
        ``resource_level``, ``speakers``) and ``[[override]]`` (``benchmark``, ``language``, ``script``).

    Returns
    -------
    LanguageSheet

    Raises
    ------
    UnreadableFile
        If the file cannot be read as TOML.
    InvalidArgument
        If a row has an unknown key or value.

    Examples
    --------
    >>> language_sheet().facts("sr", "mmlu_prox_lite").script, language_sheet().facts("sr", "b").script
    ('Latn', 'Cyrl')
    """
    built_in = _built_in()
    if path is None:
        return built_in
    own = _sheet(read_toml(path), str(path), built_in.rows)
    return LanguageSheet(built_in.rows | own.rows, built_in.overrides + own.overrides)


@cache
def _built_in() -> LanguageSheet:
    text = files("hatscore.languages").joinpath("languages.toml").read_text(encoding="utf-8")
    return _sheet(tomllib.loads(text), "languages.toml", {})


def _sheet(data: Mapping[str, Any], name: str, known: Mapping[str, LanguageFacts]) -> LanguageSheet:
    rows = {}
    for row in data.get("language", []):
        facts = _facts(row, name, known)
        rows[facts.tag] = facts
    overrides = []
    for row in data.get("override", []):
        if not {"benchmark", "language", "script"} <= set(row):
            raise InvalidArgument(f"{name}: an override needs benchmark, language and script; got {row!r}.")
        overrides.append((row["benchmark"], row["language"], row["script"]))
    return LanguageSheet(rows, tuple(overrides))


def _facts(row: Mapping[str, Any], name: str, known: Mapping[str, LanguageFacts]) -> LanguageFacts:
    given = known_fields(row, LanguageFacts, what="language", key="tag", file=name)
    if row.get("resource_level") not in (None, *LEVELS):
        raise InvalidArgument(
            f"{name}: resource_level is {', '.join(LEVELS)}; got {row['resource_level']!r} for {row['tag']}."
        )
    speakers = row.get("speakers")
    if speakers is not None and not (isinstance(speakers, int) and speakers > 0):
        raise InvalidArgument(f"{name}: speakers is a number above 0; got {speakers!r} for {row['tag']}.")
    return replace(known.get(row["tag"], LanguageFacts(row["tag"])), **given)
