"""What a run store holds, while a run writes to it or afterwards."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from hatscore.sampling import store_tables as sql
from hatscore.sampling.costs import Spent, spent
from hatscore.sampling.prices import Price
from hatscore.sampling.store import Store


@dataclass(frozen=True, slots=True)
class StatusRow:
    """Answers of one system to one benchmark in one language.

    Attributes
    ----------
    system, benchmark, revision, language : str
        Whose answers to what.
    items, answered, failed : int
        Items asked, answers kept, answers that failed for good so far.
    cut, refused : int
        Answers cut by the token cap, and withheld or refused ones; both are among those kept.
    """

    system: str
    benchmark: str
    revision: str
    language: str
    items: int
    answered: int
    failed: int
    cut: int
    refused: int


@dataclass(frozen=True, slots=True)
class SystemStatus:
    """What is known of one system.

    Attributes
    ----------
    name : str
        Of the system.
    settings : dict
        As they were sent.
    models : tuple of str
        Names by which the server called the model.
    used : Spent or None
        Requests and tokens.
    cost : float or None
        US dollars; None where the price or the tokens are unknown.
    errors : tuple of (class, count, last message)
        What failed.
    identical, several : int
        Prompts whose answers are all the same text, among those with several answers.
    """

    name: str
    settings: dict[str, Any]
    models: tuple[str, ...]
    used: Spent | None
    cost: float | None
    errors: tuple[tuple[str, int, str], ...]
    identical: int
    several: int


@dataclass(frozen=True, slots=True)
class StoreStatus:
    """What a run store holds.

    Attributes
    ----------
    path : str
        Of the file.
    rows : tuple of StatusRow
        Counts.
    systems : tuple of SystemStatus
        Judges included.
    verdicts : int
        Verdicts of judges.
    """

    path: str
    rows: tuple[StatusRow, ...]
    systems: tuple[SystemStatus, ...]
    verdicts: int

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain values."""
        return {"schema": 1} | asdict(self)

    def to_json(self) -> str:
        """All of it as JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=2) + "\n"


def read_status(path: Path | str) -> StoreStatus:
    """Look into a run store; a run may be writing to it.

    Parameters
    ----------
    path : Path
        The store.

    Returns
    -------
    StoreStatus

    Raises
    ------
    StoreError
        If there is none.
    """
    with Store(path, write=False) as store:
        used = spent(store)
        prices = {
            name: Price(read, written) if read is not None else None
            for name, read, written in store.rows("SELECT name, price_input, price_output FROM systems")
        }
        models: dict[str, list[str]] = {}
        for name, model in store.rows(
            "SELECT DISTINCT s.name, r.model FROM requests r JOIN systems s ON s.id = r.system_id "
            "WHERE r.model IS NOT NULL ORDER BY s.id, r.model"
        ):
            models.setdefault(name, []).append(model)
        failures = store.rows(sql.ERRORS)
        return StoreStatus(
            path=str(path),
            rows=tuple(_row(row) for row in store.rows(sql.STATE)),
            systems=tuple(
                SystemStatus(
                    name,
                    settings,
                    tuple(models.get(name, ())),
                    used.get(name),
                    used[name].cost(prices[name]) if name in used else None,
                    tuple((kind, count, words) for who, kind, count, words in failures if who == name),
                    *reversed(store.identical(name)),
                )
                for name, settings in store.systems().items()
            ),
            verdicts=store.rows("SELECT count(*) FROM verdicts")[0][0],
        )


def _row(row: tuple[Any, ...]) -> StatusRow:
    system, benchmark, revision, language, answered, failed, cut, refused, items = row
    return StatusRow(system, benchmark, revision, language, items, answered, failed, cut, refused)
