"""The built-in systems: the paper's 20 rows, with a source for each fact."""

import tomllib
from dataclasses import asdict, dataclass
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Any


@dataclass(frozen=True, slots=True)
class KnownSystem:
    """A model with its settings, as the paper has it.

    Attributes
    ----------
    name : str
        What ``--system`` takes.
    family, developer : str
        Line of models, and who makes it.
    released : date
        First day the model could be used.
    total_billions, active_billions : float or None
        Parameters; None where they are not disclosed.
    thinking : str, int or None
        Setting of the row; None is the model's default.
    thinks : str
        What that means, in words.
    address : str
        ``provider:model``.
    sources : dict
        Where each fact is from.
    """

    name: str
    family: str
    developer: str
    released: date
    total_billions: float | None
    active_billions: float | None
    thinking: str | int | None
    thinks: str
    address: str
    sources: dict[str, str]


@cache
def known_systems() -> tuple[KnownSystem, ...]:
    """All built-in rows, in the paper's order.

    Returns
    -------
    tuple of KnownSystem

    Examples
    --------
    >>> len(known_systems())
    20
    """
    text = files("hatscore.systems").joinpath("systems.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    return tuple(_row(row, data["sources"]) for row in data["system"])


def find_system(name: str) -> KnownSystem | None:
    """The built-in row of a name.

    Parameters
    ----------
    name : str
        Upper and lower case count the same.

    Returns
    -------
    KnownSystem or None

    Examples
    --------
    >>> find_system("Gemini-2.5-Flash-off").address
    'google:gemini-2.5-flash'
    """
    wanted = name.casefold()
    return next((row for row in known_systems() if row.name.casefold() == wanted), None)


def system_rows() -> list[dict[str, Any]]:
    """All built-in rows as plain values, with the source of each fact.

    Returns
    -------
    list of dict
        Dates as text; None where something is unknown.

    Examples
    --------
    >>> system_rows()[-1]["active_billions"]
    5.1
    """
    rows = []
    for system in known_systems():
        row = asdict(system)
        sources = row.pop("sources")
        row["released"] = system.released.isoformat()
        rows.append(row | {f"source_{fact}": source for fact, source in sources.items()})
    return rows


def _row(row: dict[str, Any], named: dict[str, str]) -> KnownSystem:
    sources = {fact: named.get(source, source) for fact, source in row["sources"].items()}
    return KnownSystem(
        name=row["name"],
        family=row["family"],
        developer=row["developer"],
        released=row["released"],
        total_billions=row.get("total_billions"),
        active_billions=row.get("active_billions"),
        thinking=row.get("thinking"),
        thinks=row["thinks"],
        address=row["address"],
        sources=sources,
    )
