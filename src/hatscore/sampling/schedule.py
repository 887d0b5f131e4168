"""Ask many systems many things, keep every answer, and say what is missing."""

import asyncio
import contextlib
import signal
import threading
from collections.abc import Callable, Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from hatscore.errors import InvalidArgument
from hatscore.sampling.costs import ASSUMED_OUTPUT, prompt_size, spent
from hatscore.sampling.errors import StoreFull
from hatscore.sampling.prices import cost_of
from hatscore.sampling.progress import Meter, Progress
from hatscore.sampling.providers import Provider, connect
from hatscore.sampling.requests import Request
from hatscore.sampling.run_result import RunResult, State, SystemResult
from hatscore.sampling.settings import System
from hatscore.sampling.store import Store
from hatscore.sampling.store_tables import ERRORS
from hatscore.sampling.system_flow import Flow, SystemFlow
from hatscore.sampling.writer import Writer


def sample(
    systems: Sequence[System],
    requests: Sequence[Request],
    *,
    attempts: int,
    store: Path | str,
    flow: Flow | None = None,
    progress: Callable[[Progress], None] | None = None,
    progress_every: float = 0.5,
) -> RunResult:
    """Ask until every system has answered every request so many times.

    Parameters
    ----------
    systems : sequence of System
        Who is asked; their names must differ.
    requests : sequence of Request
        What is asked; their keys must differ.
    attempts : int
        Answers wanted for each.
    store : Path
        Where answers are kept. What is there is not asked again.
    flow : Flow, optional
        How requests are sent.
    progress : callable, optional
        Gets a `Progress` now and then, and at the end.
    progress_every : float
        Seconds between two of them at least.

    Returns
    -------
    RunResult

    Raises
    ------
    InvalidArgument
        If a key, an address or a price is missing.
    StoreError
        If the store is locked, holds other settings, or has no space to begin with.
    """
    _check(systems, requests, attempts, flow := flow or Flow())
    with Store(store) as opened:
        opened.register(systems, requests)
        opened.set_reserve()
        run = _Run(tuple(systems), requests, attempts, opened, flow)
        meter = Meter(run.systems, spent(opened), progress, progress_every)
        _run_to_end(run.go(meter))
        return run.result()


@dataclass(slots=True)
class _Run:
    systems: tuple[System, ...]
    requests: Sequence[Request]
    attempts: int
    store: Store
    flow: Flow
    flows: list[SystemFlow] = field(default_factory=list)
    ending: State | None = None
    lost: int = 0
    notes: list[str] = field(default_factory=list)
    _watch: asyncio.Task[None] | None = None

    async def go(self, meter: Meter) -> None:
        """Ask all systems side by side."""
        providers: list[Provider] = []
        try:
            providers.extend(connect(system, timeout=self.flow.timeout) for system in self.systems)
            writer = Writer(
                self.store,
                waiting=4 * self.flow.concurrency,
                written=meter.written,
                stop=lambda: self.stop("disk_full", "the store cannot be written"),
            )
            self._count(meter)
            self.flows = [
                SystemFlow(
                    system,
                    provider,
                    self.store.missing(system, self.requests, self.attempts),
                    flow=self.flow,
                    writer=writer,
                    meter=meter,
                    over_budget=partial(self._over_budget, meter, system),
                )
                for system, provider in zip(self.systems, providers, strict=True)
            ]
            await self._ask_all(writer)
            meter.tell(now=True)
        finally:
            for provider in providers:
                await provider.close()

    async def _ask_all(self, writer: Writer) -> None:
        with _interrupts(self._interrupted):
            try:
                await asyncio.gather(*(flow.run() for flow in self.flows))
            except asyncio.CancelledError:
                self.stop("interrupted", "interrupted")
                await asyncio.gather(*(flow.drain() for flow in self.flows))
            finally:
                if self._watch:
                    self._watch.cancel()
                await writer.close()
        self.lost = writer.lost
        if isinstance(writer.error, StoreFull):
            self.ending = "disk_full"
            kept = f"{writer.lost} answers were lost." if writer.lost else "Everything that came is kept."
            self.notes.append(f"{writer.error} {kept} Free some space and start the same command again.")
        elif writer.error:
            raise writer.error

    def stop(self, state: State, why: str) -> None:
        """End the run; what is under way may come in, for some seconds only after an interruption."""
        if self.ending is None:
            self.ending = state
            for flow in self.flows:
                flow.stop(why)
            if state == "interrupted":
                self._watch = asyncio.create_task(self._end_grace())

    def _interrupted(self) -> None:
        if self.ending is None:
            self.stop("interrupted", "interrupted")
        else:
            for flow in self.flows:
                flow.abort()

    async def _end_grace(self) -> None:
        await asyncio.sleep(self.flow.grace)
        for flow in self.flows:
            flow.abort()

    def _over_budget(self, meter: Meter, system: System, request: Request) -> bool:
        if self.flow.budget is None:
            return False
        size, cap = prompt_size(request), min(system.max_tokens or ASSUMED_OUTPUT, ASSUMED_OUTPUT)
        each = meter.per_request() or cost_of(system.price, size, cap * self.attempts) or 0.0
        if meter.spent + (meter.under_way + 1) * each <= self.flow.budget:
            return False
        if meter.under_way == 0:
            self.stop("budget", f"the budget of {self.flow.budget:g} USD would be exceeded")
        return True

    def _count(self, meter: Meter) -> None:
        meter.wanted = len(self.systems) * len(self.requests) * self.attempts
        missing = sum(
            len(numbers)
            for system in self.systems
            for _, numbers in self.store.missing(system, self.requests, self.attempts)
        )
        meter.done = meter.wanted - missing

    def result(self) -> RunResult:
        """What the store has in the end."""
        wanted, rows = len(self.requests) * self.attempts, []
        for flow in self.flows:
            still = self.store.missing(flow.system, self.requests, self.attempts)
            missing = sum(len(numbers) for _, numbers in still)
            rows.append(
                SystemResult(
                    flow.system.name, wanted, wanted - missing, missing, flow.stopped if missing else None
                )
            )
            self._note_identical(flow.system)
        names = {system.name for system in self.systems}
        self.notes.extend(
            f"{name}: {count} answers failed ({kind}), the last with: {message}"
            for name, kind, count, message in self.store.rows(ERRORS)
            if name in names
        )
        complete = not any(row.missing for row in rows)
        state: State = "complete" if complete else self.ending or "incomplete"
        return RunResult(state, tuple(rows), self.lost, tuple(self.notes))

    def _note_identical(self, system: System) -> None:
        several, same = self.store.identical(system.name)
        if several and several == same and system.temperature != 0:
            self.notes.append(
                f"{system.name}: all answers to each of {several} prompts are the same text. They are no "
                "distinct draws: look for a fixed seed, a cache, or a temperature that is not applied."
            )


def _run_to_end(work: Coroutine[Any, Any, None]) -> None:
    """Run in an event loop of our own; in a thread of its own where one runs already, as in notebooks."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        asyncio.run(work)
        return
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, work).result()


@contextlib.contextmanager
def _interrupts(handle: Callable[[], None]) -> Iterator[None]:
    """Ctrl-C and a polite kill end the run in good order, where the platform lets us listen."""
    loop, listening = asyncio.get_running_loop(), list[signal.Signals]()
    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGINT, signal.SIGTERM):
            with contextlib.suppress(NotImplementedError):
                loop.add_signal_handler(number, handle)
                listening.append(number)
    try:
        yield
    finally:
        for number in listening:
            loop.remove_signal_handler(number)


def _check(systems: Sequence[System], requests: Sequence[Request], attempts: int, flow: Flow) -> None:
    if not systems or not requests:
        raise InvalidArgument("there is nothing to ask: give at least one system and one item.")
    if attempts < 1:
        raise InvalidArgument(f"attempts must be at least 1; got {attempts}.")
    if flow.concurrency < 1 or flow.tries < 1 or flow.timeout <= 0:
        raise InvalidArgument("concurrency and tries must be at least 1, and timeout more than 0.")
    names = [system.name for system in systems]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise InvalidArgument(f"two systems are called {twice[0]!r}; give each a name of its own.")
    if len({request.key for request in requests}) != len(requests):
        raise InvalidArgument("two requests have the same benchmark, revision, item and language.")
    if flow.budget is not None and (unpriced := [system.name for system in systems if system.price is None]):
        raise InvalidArgument(
            f"a budget needs prices, and none is known for {', '.join(unpriced)}; give a price to each."
        )
