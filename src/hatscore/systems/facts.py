"""What the analyses know of systems: the built-in rows, and a file of the user's."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

from hatscore.errors import InvalidArgument
from hatscore.systems.registry import known_systems
from hatscore.user_toml import known_fields, read_toml

LEVELS = ("off", "minimal", "low", "medium", "high", "on")
"""Named thinking settings, from least to most."""

_BUDGET = re.compile(r"(?P<checkpoint>.+) \(max_tokens_thinking=(?P<tokens>\d+)\)")
"""How the lm-eval reader names a system whose log records a thinking budget."""


@dataclass(frozen=True, slots=True)
class SystemFacts:
    """What is known of one system; None where nothing is.

    Attributes
    ----------
    name : str
        As in the attempts.
    family, developer : str or None
        Line of models, and who makes it.
    released : date or None
        First day the model could be used.
    total_billions, active_billions : float or None
        Parameters.
    checkpoint : str or None
        The model behind the settings: systems that share it differ by their settings only.
    thinking : str, int or None
        Setting: one of ``off, minimal, low, medium, high, on``, or a budget in tokens.
    """

    name: str
    family: str | None = None
    developer: str | None = None
    released: date | None = None
    total_billions: float | None = None
    active_billions: float | None = None
    checkpoint: str | None = None
    thinking: str | int | None = None

    @property
    def cluster(self) -> str:
        """What is drawn when systems are: the checkpoint, or the system itself."""
        return self.checkpoint or self.name

    @property
    def thinking_order(self) -> tuple[int, int] | None:
        """Key that sorts settings from less to more thinking; None where the setting is unknown."""
        if self.thinking is None:
            return None
        if isinstance(self.thinking, int):
            return (0, -1) if self.thinking == 0 else (1, self.thinking)
        return (0, -1) if self.thinking == "off" else (0, LEVELS.index(self.thinking))


def system_facts(names: list[str], path: str | Path | None = None) -> dict[str, SystemFacts]:
    """Facts of the systems of a study.

    Parameters
    ----------
    names : list of str
        Systems, as in the attempts.
    path : str or Path, optional
        TOML with tables ``[[system]]``: ``name`` and any field of `SystemFacts`; they add to the
        built-in rows and override them field by field.

    Returns
    -------
    dict of SystemFacts
        By the names as given; upper and lower case count the same. Without facts where a system is
        not known; a thinking budget that a log records in the name counts as known.

    Raises
    ------
    UnreadableFile
        If the file cannot be read as TOML.
    InvalidArgument
        If a row has an unknown key or value.

    Examples
    --------
    >>> system_facts(["Gemma-3-4B", "mine"])["Gemma-3-4B"].total_billions
    4.3
    >>> system_facts(["mine"])["mine"].released is None
    True
    >>> system_facts(["m (max_tokens_thinking=500)"])["m (max_tokens_thinking=500)"].thinking
    500
    """
    rows = {row.name.casefold(): _built_in(row) for row in known_systems()}
    for given in read_toml(path).get("system", []) if path is not None else []:
        row = _checked(given, str(path))
        key = row["name"].casefold()
        rows[key] = replace(rows.get(key, SystemFacts(row["name"])), **row)
    return {name: replace(rows.get(name.casefold()) or _recorded(name), name=name) for name in names}


def _recorded(name: str) -> SystemFacts:
    """Checkpoint and budget where the log's own setting is part of the name."""
    budget = _BUDGET.fullmatch(name)
    if budget is None:
        return SystemFacts(name)
    return SystemFacts(name, checkpoint=budget["checkpoint"], thinking=int(budget["tokens"]))


def _built_in(row: Any) -> SystemFacts:
    return SystemFacts(
        name=row.name,
        family=row.family,
        developer=row.developer,
        released=row.released,
        total_billions=row.total_billions,
        active_billions=row.active_billions,
        checkpoint=row.address,
        thinking=row.thinking,
    )


def _checked(row: Mapping[str, Any], path: str) -> dict[str, Any]:
    facts = known_fields(row, SystemFacts, what="system", key="name", file=path)
    name = facts["name"]
    for key in ("total_billions", "active_billions"):
        value = row.get(key)
        if value is not None and not (_is_number(value) and value > 0):
            raise InvalidArgument(f"{path}: {key} is a number above 0; got {value!r} for {name}.")
    if (released := row.get("released")) is not None and not isinstance(released, date):
        raise InvalidArgument(f"{path}: released is a date such as 2026-04-02; got {released!r} for {name}.")
    thinking = row.get("thinking")
    if thinking is not None and thinking not in LEVELS and not (_is_number(thinking) and thinking >= 0):
        raise InvalidArgument(
            f"{path}: thinking is one of {', '.join(LEVELS)}, or a budget in tokens; "
            f"got {thinking!r} for {name}."
        )
    return facts


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
