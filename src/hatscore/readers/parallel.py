"""Many files read by several processes, with a progress bar on a terminal.

Parsing JSON holds Python's lock, so threads would use one core. `multiprocessing` would start the user's own
script again where it is not guarded; these processes start nothing but hatscore.
"""

import gc
import os
import pickle
import queue
import subprocess
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from hatscore.attempts.unpacking import COMPRESSIONS
from hatscore.errors import UnreadableFile

Job = TypeVar("Job")
Result = TypeVar("Result")

_WORTHWHILE = 96 * 2**20
"""Bytes of text that take one process longer than another takes to start."""
_TYPICAL_SHRINKING = 5
_MOST_WORKERS = 16
_SERVE = "from hatscore.readers.parallel import serve; serve()"


def read_each(
    function: Callable[[Job], Result], jobs: Sequence[Job], paths: Sequence[Path]
) -> Generator[Result]:
    """Call a function for each of many files, on all cores where that pays.

    Parameters
    ----------
    function : callable
        Of a module of hatscore, from a job to what was read; both are pickled.
    jobs : sequence
        One a file.
    paths : sequence of Path
        The files.

    Yields
    ------
    object
        Results in the order of the jobs.

    Raises
    ------
    UnreadableFile
        Whatever the function raises for the first file that cannot be read, or if a process ends
        before it answers.
    """
    sizes = [_text_size(path) for path in paths]
    workers = min(_cores(), len(jobs), _MOST_WORKERS) if sum(sizes) >= _WORTHWHILE else 1
    with _progress(sum(sizes)) as tell:
        if workers < 2 or not sys.executable:
            results: Iterable[Result] = map(function, jobs)
        else:
            results = _by_workers(function, jobs, paths, workers)
        for size, result in zip(sizes, results, strict=True):
            tell(size)
            yield result


def serve() -> None:
    """Answer jobs from standard input until it ends; a worker's main function."""
    # A file's rows have no cycles, and looking for some while they are made takes a tenth of the time.
    gc.disable()
    jobs = sys.stdin.buffer
    # What a library prints must not come between the answers.
    with os.fdopen(os.dup(1), "wb") as answers:
        os.dup2(2, 1)
        while True:
            try:
                function, job = pickle.load(jobs)
            except EOFError:
                return
            try:
                answer = pickle.dumps((True, function(job)), protocol=5)
            except Exception as error:
                answer = _packed(error)
            answers.write(answer)
            answers.flush()
            # Exceptions that were passed over can hold a file's rows in a cycle. What is left stays, so that
            # the next look is short.
            del answer
            gc.collect()
            gc.freeze()


def _packed(error: Exception) -> bytes:
    """An exception as bytes; one that cannot be sent is described."""
    try:
        packed = pickle.dumps((False, error))
        pickle.loads(packed)
    except Exception:
        return pickle.dumps((False, RuntimeError(f"{type(error).__name__}: {error}")))
    return packed


def _by_workers(
    function: Callable[[Job], Result], jobs: Sequence[Job], paths: Sequence[Path], number: int
) -> Generator[Result]:
    idle: queue.SimpleQueue[subprocess.Popen[bytes]] = queue.SimpleQueue()
    workers = [_start() for _ in range(number)]
    for worker in workers:
        idle.put(worker)

    def ask(job: Job, path: Path) -> Result:
        worker = idle.get()
        try:
            return _answer(worker, function, job, path)
        finally:
            idle.put(worker)

    pool = ThreadPoolExecutor(number)
    try:
        yield from pool.map(ask, jobs, paths)
    finally:
        for worker in workers:
            worker.kill()
        pool.shutdown(cancel_futures=True)
        for worker in workers:
            worker.communicate()


def _start() -> subprocess.Popen[bytes]:
    places = [place or os.getcwd() for place in sys.path]  # noqa: PTH109
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(places), "POLARS_MAX_THREADS": "1"}
    command = [sys.executable, "-P", "-c", _SERVE]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)


def _answer(
    worker: subprocess.Popen[bytes], function: Callable[[Job], Result], job: Job, path: Path
) -> Result:
    assert worker.stdin is not None
    assert worker.stdout is not None
    try:
        worker.stdin.write(pickle.dumps((function, job)))
        worker.stdin.flush()
        good, answer = pickle.load(worker.stdout)
    except (EOFError, OSError, pickle.UnpicklingError):
        raise UnreadableFile(
            f"{path}: the process that read it ended before it was done; is there memory left? Read fewer "
            "or smaller files at a time."
        ) from None
    if not good:
        raise answer
    result: Result = answer
    return result


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _text_size(path: Path) -> int:
    size = path.stat().st_size
    packed = path.suffix.lower() in (*COMPRESSIONS, ".eval")
    return size * _TYPICAL_SHRINKING if packed else size


@contextmanager
def _progress(total: int) -> Iterator[Callable[[int], Any]]:
    """Draws a bar to standard error where that is a terminal and the files are large."""
    if total < _WORTHWHILE or not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TimeRemainingColumn, TransferSpeedColumn

    columns = ("reading", BarColumn(), DownloadColumn(), TransferSpeedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("reading", total=total)
        yield lambda size: bar.advance(task, size)
