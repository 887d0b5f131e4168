"""How far a run is: counts, rate, time left, tokens, cost."""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from hatscore.sampling.costs import Spent
from hatscore.sampling.prices import Price, cost_of
from hatscore.sampling.requests import ProviderError, Reply
from hatscore.sampling.settings import System
from hatscore.sampling.store import Finished

_WINDOW = 30.0


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is.

    Attributes
    ----------
    wanted, done, failed : int
        Answers wanted in all, in the store, and given up in this run.
    rate : float
        Answers per second, over the last half minute.
    seconds_left : float or None
        None until something came.
    prompt_tokens, output_tokens : int
        Counted by the servers, in this and earlier runs of the store.
    cost : float or None
        US dollars in all runs of the store; None where a price is unknown.
    under_way : int
        Requests that were sent and not answered.
    """

    wanted: int
    done: int
    failed: int
    rate: float
    seconds_left: float | None
    prompt_tokens: int
    output_tokens: int
    cost: float | None
    under_way: int


class Meter:
    """Counts what happens.

    Parameters
    ----------
    systems : sequence of System
        Who is asked.
    used : dict
        What earlier runs used, by system.
    tell : callable or None
        Gets a `Progress` now and then.
    every : float
        Seconds between two of them at least.
    """

    def __init__(
        self,
        systems: tuple[System, ...],
        used: dict[str, Spent],
        tell: Callable[[Progress], None] | None,
        every: float,
    ) -> None:
        self._prices: dict[str, Price | None] = {system.name: system.price for system in systems}
        mine = [used[name] for name in self._prices if name in used]
        self.wanted = self.done = self.failed = self.under_way = 0
        self.prompt_tokens = sum(one.prompt_tokens or 0 for one in mine)
        self.output_tokens = sum(one.output_tokens or 0 for one in mine)
        self.requests = sum(one.requests for one in mine)
        self.priced = all(self._prices.values())
        self.spent = sum(
            used[name].cost(price) or 0.0 for name, price in self._prices.items() if name in used
        )
        self._tell, self._every, self._told = tell, every, float("-inf")
        self._recent: deque[tuple[float, int]] = deque([(time.monotonic(), 0)])
        self._came = 0

    def written(self, batch: list[Finished]) -> None:
        """Count what is on the disk.

        Parameters
        ----------
        batch : list of Finished
            Just written.
        """
        for finished in batch:
            if isinstance(finished.result, ProviderError):
                self.failed += len(finished.attempts)
            else:
                self.done += len(finished.attempts)
                self._came += len(finished.attempts)
        self.tell()

    def came(self, system: str, reply: Reply) -> None:
        """Count what was spent, as soon as it was.

        Parameters
        ----------
        system : str
            Who answered.
        reply : Reply
            What came.
        """
        self.requests += 1
        self.prompt_tokens += reply.prompt_tokens or 0
        self.output_tokens += reply.output_tokens or 0
        self.spent += cost_of(self._prices[system], reply.prompt_tokens, reply.output_tokens) or 0.0

    def per_request(self) -> float:
        """Mean cost of a request so far, for what is under way."""
        return self.spent / self.requests if self.requests else 0.0

    def tell(self, *, now: bool = False) -> None:
        """Report, if it is time.

        Parameters
        ----------
        now : bool
            Report in any case.
        """
        clock = time.monotonic()
        if self._tell is None or (not now and clock - self._told < self._every):
            return
        self._told = clock
        self._recent.append((clock, self._came))
        while len(self._recent) > 2 and clock - self._recent[0][0] > _WINDOW:
            self._recent.popleft()
        start, before = self._recent[0]
        rate = (self._came - before) / (clock - start) if clock > start else 0.0
        left = (self.wanted - self.done - self.failed) / rate if rate else None
        self._tell(
            Progress(
                wanted=self.wanted,
                done=self.done,
                failed=self.failed,
                rate=rate,
                seconds_left=left,
                prompt_tokens=self.prompt_tokens,
                output_tokens=self.output_tokens,
                cost=self.spent if self.priced else None,
                under_way=self.under_way,
            )
        )
