"""The flow of one system: its requests, tried again where that helps, until all is answered."""

import asyncio
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from hatscore.sampling.choices import ChoiceCount
from hatscore.sampling.limiter import Limiter
from hatscore.sampling.progress import Meter
from hatscore.sampling.providers import Provider
from hatscore.sampling.requests import ProviderError, Reply, Request
from hatscore.sampling.secrets import redact
from hatscore.sampling.settings import System
from hatscore.sampling.store import Finished
from hatscore.sampling.writer import Writer

_OVERLOADED = ("503", "529")
"""Statuses that speak of load; other failures of a server are no reason to send less."""

_BUDGET_PAUSE = 0.02
"""Seconds between two looks at the budget, while requests under way may come in cheaper than feared."""

Job = tuple[Request, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Flow:
    """How requests are sent.

    Attributes
    ----------
    concurrency : int
        Requests under way at most, for each system.
    timeout : float
        Seconds for one exchange.
    tries : int
        Exchanges before a request is given up, where the server fails or the line breaks.
    patience : float
        Seconds for which a request is held back by 429 before it is given up.
    backoff, longest_backoff : float
        Seconds before the second try, doubled from try to try, and where that ends.
    give_up_after : int
        Requests given up in a row after which a system is stopped.
    grace : float
        Seconds that requests under way get when a run is stopped.
    budget : float or None
        US dollars that a store may cost in all.
    """

    concurrency: int = 100
    timeout: float = 600.0
    tries: int = 6
    patience: float = 1800.0
    backoff: float = 0.5
    longest_backoff: float = 30.0
    give_up_after: int = 20
    grace: float = 10.0
    budget: float | None = None


@dataclass(slots=True)
class _Trouble:
    """What happened to one request so far."""

    tries: int = 0
    limited_since: float | None = None
    limits: int = 0


class SystemFlow:
    """Asks one system.

    Parameters
    ----------
    system : System
        Who is asked.
    provider : Provider
        Connection to it.
    jobs : iterator
        Requests with the numbers of the attempts that are missing; read as places get free.
    flow : Flow
        How requests are sent.
    writer : Writer
        Where answers go.
    meter : Meter
        What counts them.
    over_budget : callable
        Says whether a request might cost too much now; stops the run when nothing is under way any more.

    Attributes
    ----------
    stopped : str or None
        Why the system was stopped, in words.
    """

    def __init__(
        self,
        system: System,
        provider: Provider,
        jobs: Iterator[Job],
        *,
        flow: Flow,
        writer: Writer,
        meter: Meter,
        over_budget: Callable[[Request], bool],
    ) -> None:
        self.system: System = system
        self.stopped: str | None = None
        self._provider, self._jobs, self._flow = provider, jobs, flow
        self._writer, self._meter, self._over_budget = writer, meter, over_budget
        self._limiter = Limiter(flow.concurrency)
        self._choices = ChoiceCount(min(system.choices or provider.most_choices, provider.most_choices))
        self._workers: set[asyncio.Task[None]] = set()
        self._busy: set[asyncio.Task[None] | None] = set()
        self._handing_over: set[asyncio.Task[None] | None] = set()
        self._given_up = 0

    async def run(self) -> None:
        """Ask until nothing is missing or the system is stopped."""
        self._workers = {asyncio.create_task(self._work()) for _ in range(self._flow.concurrency)}
        done, rest = await asyncio.wait(self._workers, return_when=asyncio.FIRST_EXCEPTION)
        if rest:
            self.stop("an unexpected error")
            done |= (await asyncio.wait(rest))[0]
        for task in done:
            if not task.cancelled() and (error := task.exception()):
                raise error

    async def drain(self) -> None:
        """Wait for what is under way, after a stop."""
        if self._workers:
            await asyncio.wait(self._workers)

    def stop(self, why: str) -> None:
        """Send nothing more; what is under way may come in.

        Parameters
        ----------
        why : str
            In words.
        """
        if self.stopped is None:
            self.stopped = why
            for task in self._workers - self._busy:
                task.cancel()

    def abort(self) -> None:
        """Give up what is under way too; what came already is still written."""
        for task in self._workers - self._handing_over:
            task.cancel()

    def _ended(self) -> bool:
        return self.stopped is not None

    async def _work(self) -> None:
        try:
            while not self._ended() and (job := next(self._jobs, None)):
                await self._finish(*job)
        except asyncio.CancelledError:
            if self.stopped is None:
                raise

    async def _finish(self, request: Request, numbers: tuple[int, ...]) -> None:
        task, trouble = asyncio.current_task(), _Trouble()
        while numbers and not self._ended():
            entered = await self._limiter.enter()
            if self._ended() or self._over_budget(request):
                self._limiter.leave()
                await asyncio.sleep(_BUDGET_PAUSE)
                continue
            self._busy.add(task)
            try:
                asked = numbers[: self._choices.most]
                wait: float | None = 0.0
                result, latency = await self._exchange(request, asked)
                if isinstance(result, Reply):
                    numbers = await self._keep(request, asked, numbers, result, latency)
                    trouble = _Trouble()
                else:
                    wait = self._wait_after(result, trouble, entered, len(asked))
                    if wait is None:
                        await self._give_up(request, numbers, result, latency)
                        return
            finally:
                self._busy.discard(task)
            if wait and not self._ended():
                await asyncio.sleep(wait)

    async def _exchange(
        self, request: Request, asked: tuple[int, ...]
    ) -> tuple[Reply | ProviderError, float]:
        clock = asyncio.get_running_loop().time
        started = clock()
        self._meter.under_way += 1
        result: Reply | ProviderError
        try:
            async with asyncio.timeout(self._flow.timeout):
                result = await self._provider.ask(request.messages, len(asked), first=asked[0])
        except ProviderError as error:
            result = error
        except TimeoutError:
            result = ProviderError("timeout", f"no answer within {self._flow.timeout:g} s")
        except Exception as error:
            # Whatever an SDK makes of what a server sent: one answer is not worth the run.
            result = ProviderError("malformed", redact(f"{type(error).__name__}: {error}")[:500])
        finally:
            self._meter.under_way -= 1
            self._limiter.leave()
        return result, clock() - started

    async def _keep(
        self, request: Request, asked: tuple[int, ...], numbers: tuple[int, ...], reply: Reply, latency: float
    ) -> tuple[int, ...]:
        self._limiter.speed_up()
        self._meter.came(self.system.name, reply)
        self._choices.returned(len(asked), len(reply.choices))
        self._given_up = 0
        got = asked[: len(reply.choices)]
        if len(reply.choices) > len(got):
            reply = Reply(reply.choices[: len(got)], *_counts(reply))
        await self._put(Finished(self.system.name, request.key, got, reply, len(asked), latency))
        return numbers[len(got) :]

    async def _give_up(
        self, request: Request, numbers: tuple[int, ...], error: ProviderError, latency: float
    ) -> None:
        await self._put(Finished(self.system.name, request.key, numbers, error, len(numbers), latency))
        self._given_up += 1
        if error.kind == "permanent":
            self.stop(str(error))
            return
        # Refusals are fast: many may come before the first answer does.
        few = self._flow.give_up_after
        if self._given_up >= (
            max(few, 2 * self._flow.concurrency) if error.kind == "refused_request" else few
        ):
            self.stop(f"{self._given_up} requests in a row failed, the last with: {error}")

    async def _put(self, finished: Finished) -> None:
        task = asyncio.current_task()
        self._handing_over.add(task)
        await self._writer.put(finished)
        self._handing_over.discard(task)

    def _wait_after(
        self, error: ProviderError, trouble: _Trouble, entered: float, asked: int
    ) -> float | None:
        """Seconds until the next try; None where there is none."""
        if error.kind == "permanent":
            return None
        if error.kind == "refused_request":
            self._choices.refused(asked)
            return 0.0 if asked > 1 else None
        if error.kind == "rate_limit":
            return self._wait_after_limit(error, trouble, entered)
        trouble.tries += 1
        if trouble.tries >= self._flow.tries:
            return None
        if error.retry_after is not None or error.message.startswith(_OVERLOADED):
            self._limiter.slow_down(entered, error.retry_after or 0.0)
        return max(error.retry_after or 0.0, self._backoff(trouble.tries))

    def _wait_after_limit(self, error: ProviderError, trouble: _Trouble, entered: float) -> float | None:
        now = asyncio.get_running_loop().time()
        trouble.limited_since = now if trouble.limited_since is None else trouble.limited_since
        trouble.limits += 1
        wait = error.retry_after if error.retry_after is not None else self._backoff(trouble.limits)
        if now + wait - trouble.limited_since > self._flow.patience:
            return None
        self._limiter.slow_down(entered, error.retry_after or 0.0)
        return wait * random.uniform(1.0, 1.1)

    def _backoff(self, tries: int) -> float:
        longest = min(self._flow.backoff * 2 ** (tries - 1), self._flow.longest_backoff)
        return random.uniform(longest / 2, longest)


def _counts(reply: Reply) -> tuple[str | None, int | None, int | None, int | None, int | None]:
    return reply.model, reply.prompt_tokens, reply.output_tokens, reply.thinking_tokens, reply.answer_tokens
