"""Writes answers as they come: whatever finished since the last transaction makes the next one."""

import asyncio
from collections.abc import Callable

from hatscore.sampling.errors import StoreFull
from hatscore.sampling.store import Finished, Store

_BATCH = 512


class Writer:
    """The one task that writes to the store.

    Parameters
    ----------
    store : Store
        Open for writing.
    waiting : int
        Answers that may wait; who brings more waits too, so that memory stays flat.
    written : callable
        Told of each batch that is on the disk.
    stop : callable
        Called when nothing more can be written, so that nothing more is asked.

    Attributes
    ----------
    error : Exception or None
        Why writing ended.
    lost : int
        Answers that came and could not be written.
    """

    def __init__(
        self,
        store: Store,
        *,
        waiting: int,
        written: Callable[[list[Finished]], None],
        stop: Callable[[], None],
    ) -> None:
        self.error: Exception | None = None
        self.lost = 0
        self._store, self._written, self._stop = store, written, stop
        self._queue: asyncio.Queue[Finished | None] = asyncio.Queue(max(waiting, 1))
        self._task = asyncio.create_task(self._run())

    async def put(self, finished: Finished) -> None:
        """Hand over what finished.

        Parameters
        ----------
        finished : Finished
            Written soon.
        """
        await self._queue.put(finished)

    async def close(self) -> None:
        """Write what is waiting, and end."""
        await self._queue.put(None)
        await self._task

    async def _run(self) -> None:
        ended = False
        while not ended:
            batch = [await self._queue.get()]
            while not self._queue.empty() and len(batch) < _BATCH:
                batch.append(self._queue.get_nowait())
            ended = None in batch
            await self._write([finished for finished in batch if finished is not None])

    async def _write(self, batch: list[Finished]) -> None:
        if not batch:
            return
        try:
            await self._record(batch)
        except Exception as error:  # Were this task to die, the others would wait for it for ever.
            self._fail(error)
            self.lost += sum(len(finished.attempts) for finished in batch)
            return
        try:
            self._written(batch)
        except Exception as error:  # Whoever is told may fail; what is written is written.
            self._fail(error)

    def _fail(self, error: Exception) -> None:
        self.error = self.error or error
        self._stop()

    async def _record(self, batch: list[Finished]) -> None:
        try:
            await asyncio.to_thread(self._store.record, batch)
        except StoreFull as full:
            # What is under way is paid for: the reserve is there to take it.
            self.error = self.error or full
            self._stop()
            if not self._store.give_back_reserve():
                raise
            await asyncio.to_thread(self._store.record, batch)
