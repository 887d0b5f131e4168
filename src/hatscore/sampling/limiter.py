"""How many requests may be under way: as many as the server bears."""

import asyncio
from collections import deque


class Limiter:
    """Lets requests through, fewer after each complaint, slowly more again after successes.

    All times are of the event loop's monotonic clock.

    Parameters
    ----------
    most : int
        Requests under way at most.

    Attributes
    ----------
    limit : float
        Requests that may be under way now.
    active : int
        Requests under way.
    """

    SHRINK = 0.7

    def __init__(self, most: int) -> None:
        self.most, self.limit, self.active = most, float(most), 0
        self._opens = 0.0
        self._shrunk = 0.0
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def enter(self) -> float:
        """Wait for a place.

        Returns
        -------
        float
            When the place was given, for `slow_down`.
        """
        loop = asyncio.get_running_loop()
        while True:
            pause = self._opens - loop.time()
            if pause > 0:
                await asyncio.sleep(pause)
            elif self.active < max(int(self.limit), 1):
                self.active += 1
                return loop.time()
            else:
                place = loop.create_future()
                self._waiting.append(place)
                await place

    def leave(self) -> None:
        """Give the place back."""
        self.active -= 1
        free = max(int(self.limit), 1) - self.active
        while free > 0 and self._waiting:
            place = self._waiting.popleft()
            if not place.done():
                place.set_result(None)
                free -= 1

    def speed_up(self) -> None:
        """Note a success: one place more after as many successes as there are places."""
        self.limit = min(self.limit + 1 / max(self.limit, 1.0), float(self.most))

    def slow_down(self, entered: float, wait: float) -> None:
        """Note a complaint.

        Parameters
        ----------
        entered : float
            When the request that was complained of got its place. One storm answers many requests that
            were sent before the first complaint; it lowers the limit once.
        wait : float
            Seconds during which nothing is sent.
        """
        now = asyncio.get_running_loop().time()
        self._opens = max(self._opens, now + wait)
        if entered >= self._shrunk:
            self._shrunk = now
            self.limit = max(self.limit * self.SHRINK, 1.0)
