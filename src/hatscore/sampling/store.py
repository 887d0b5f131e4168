"""The run store: one SQLite file that keeps every answer, once, whatever happens to the process.

Each batch of answers is one transaction with ``synchronous=FULL``: what was acknowledged is on the
disk, after ``kill -9`` and after a power cut. Batches are what finished since the last one.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hatscore._version import __version__
from hatscore.sampling import store_tables as sql
from hatscore.sampling.errors import SettingsDiffer
from hatscore.sampling.requests import Key, ProviderError, Reply, Request
from hatscore.sampling.settings import System, differences
from hatscore.sampling.store_file import StoreFile, utc_now
from hatscore.sampling.store_values import package_versions, prompt_hash, storable


@dataclass(frozen=True, slots=True)
class Finished:
    """A request that came to an end, to be written.

    Attributes
    ----------
    system : str
        Name of the system.
    key : tuple of str
        The prompt.
    attempts : tuple of int
        Numbers of the attempts: as many as there are choices, or all that failed.
    result : Reply or ProviderError
        What came.
    asked : int
        Answers asked for.
    latency : float
        Seconds on a monotonic clock.
    """

    system: str
    key: Key
    attempts: tuple[int, ...]
    result: Reply | ProviderError
    asked: int
    latency: float


class Store(StoreFile):
    """A run store that is open.

    Parameters
    ----------
    path : Path
        Created where it does not exist.
    write : bool
        False opens an existing store for reading, also while a run writes to it.

    Raises
    ------
    StoreError
        If the file is none, is of another version, is locked, or cannot be written.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, Store(Path(folder) / "run.db") as store:
    ...     store.systems()
    {}
    """

    def __init__(self, path: Path | str, *, write: bool = True) -> None:
        super().__init__(path, write=write)
        self._prompts: dict[Key, int] = {}
        self._systems: dict[str, int] = {}
        self._read_numbers()

    # What was asked under which settings.

    def register(self, systems: Sequence[System], requests: Iterable[Request]) -> None:
        """Note what is about to be asked, and compare it with what was asked before.

        Parameters
        ----------
        systems : sequence of System
            Who is asked.
        requests : iterable of Request
            What is asked.

        Raises
        ------
        SettingsDiffer
            Naming the setting or the prompt that is another one than before.
        """
        known = self.systems()
        for system in systems:
            if system.name in known and (changed := differences(known[system.name], system.recorded())):
                raise SettingsDiffer(
                    f"{self.path} holds answers of {system.name} under other settings: {'; '.join(changed)}. "
                    "Go on with the settings of before, give the system another name, or use a new store."
                )
        try:
            with self.transaction():
                self._add_systems(systems)
                self._add_prompts(requests)
        except BaseException:
            self._read_numbers()
            raise

    def missing(
        self, system: System | str, requests: Iterable[Request], attempts: int
    ) -> Iterator[tuple[Request, tuple[int, ...]]]:
        """What is still to be asked of a system.

        Parameters
        ----------
        system : System or str
            Registered before.
        requests : iterable of Request
            All that is wanted.
        attempts : int
            Answers wanted for each.

        Yields
        ------
        tuple
            A request, and the numbers of its attempts that have no answer; errors are no answers.
        """
        name = system if isinstance(system, str) else system.name
        answered: dict[int, int] = {}
        for prompt, attempt in self._connection.execute(sql.ANSWERED, (self._systems.get(name, -1),)):
            answered[prompt] = answered.get(prompt, 0) | 1 << attempt
        for request in requests:
            done = answered.get(self._prompts.get(request.key, -1), 0)
            if numbers := tuple(number for number in range(attempts) if not done >> number & 1):
                yield request, numbers

    def record(self, batch: Sequence[Finished]) -> None:
        """Write what finished; on return it is on the disk.

        Parameters
        ----------
        batch : sequence of Finished
            One transaction.

        Raises
        ------
        StoreFull
            If there is no space; nothing of the batch is written then.
        """
        now = utc_now()
        with self.transaction():
            for finished in batch:
                self._write(finished, now)

    # What was answered.

    def systems(self) -> dict[str, dict[str, Any]]:
        """Settings of all systems, judges included, by name."""
        rows = self._connection.execute("SELECT name, settings FROM systems ORDER BY id")
        return {name: json.loads(settings) for name, settings in rows}

    def identical(self, system: str) -> tuple[int, int]:
        """How many prompts have several answers, and in how many of these all are the same text.

        Parameters
        ----------
        system : str
            Name.

        Returns
        -------
        tuple of int
        """
        several, same = self.rows(sql.IDENTICAL, (system,))[0]
        return several, same or 0

    # Inside.

    def _read_numbers(self) -> None:
        self._prompts = {
            (benchmark, revision, item, language): number
            for benchmark, revision, item, language, number in self.rows(
                "SELECT benchmark, revision, item, language, id FROM prompts"
            )
        }
        self._systems = dict(self.rows("SELECT name, id FROM systems"))

    def _add_systems(self, systems: Sequence[System]) -> None:
        versions = json.dumps({"hatscore": __version__} | package_versions())
        for system in systems:
            price = (system.price.input, system.price.output) if system.price else (None, None)
            if system.name not in self._systems:
                row = self._connection.execute(
                    "INSERT INTO systems (name, settings) VALUES (?, ?)",
                    (system.name, json.dumps(system.recorded(), sort_keys=True)),
                )
                self._systems[system.name] = row.lastrowid or 0
            number = self._systems[system.name]
            if system.price:
                self._connection.execute(
                    "UPDATE systems SET price_input = ?, price_output = ? WHERE id = ?", (*price, number)
                )
            self._connection.execute(
                "INSERT INTO sessions (system_id, started, versions) VALUES (?, ?, ?)",
                (number, utc_now(), versions),
            )

    def _add_prompts(self, requests: Iterable[Request]) -> None:
        hashes = dict(self._connection.execute("SELECT id, prompt_hash FROM prompts").fetchall())
        for request in requests:
            digest = prompt_hash(request)
            number = self._prompts.get(request.key)
            if number is None:
                row = self._connection.execute(
                    "INSERT INTO prompts (benchmark, revision, item, language, source_language, prompt_hash) "
                    "VALUES (?, ?, ?, ?, ?, ?)",
                    (*request.key, request.source_language, digest),
                )
                self._prompts[request.key] = number = row.lastrowid or 0
                hashes[number] = digest
            elif hashes[number] != digest:
                benchmark, revision, item, language = request.key
                raise SettingsDiffer(
                    f"{self.path} holds answers to another prompt for item {item} of {benchmark} "
                    f"(revision {revision}) in {language}. Use the prompts of before, or a new store."
                )

    def _write(self, finished: Finished, now: str) -> None:
        system, prompt = self._systems[finished.system], self._prompts[finished.key]
        result, latency = finished.result, finished.latency
        if isinstance(result, ProviderError):
            failed = (*(None,) * 7, latency, now, result.kind, storable(result.message[:2000]))
            self._connection.executemany(
                sql.ADD_ATTEMPT, [(system, prompt, number, *failed) for number in finished.attempts]
            )
            return
        single = len(result.choices) == 1
        tokens = (result.prompt_tokens, result.output_tokens, result.thinking_tokens)
        request = self._connection.execute(
            sql.ADD_REQUEST,
            (
                system,
                prompt,
                finished.asked,
                len(result.choices),
                storable(result.model),
                *tokens,
                latency,
                now,
            ),
        ).lastrowid
        # Servers count the tokens of all choices together: of one among several they are unknown.
        counts = (result.answer_tokens, result.thinking_tokens) if single else (None, None)
        self._connection.executemany(
            sql.ADD_ATTEMPT,
            [
                (
                    *(system, prompt, number, request, storable(choice.response), storable(choice.thinking)),
                    *(
                        storable(choice.finish_reason),
                        result.prompt_tokens,
                        *counts,
                        latency,
                        now,
                        None,
                        None,
                    ),
                )
                for number, choice in zip(finished.attempts, result.choices, strict=True)
            ],
        )
