"""Grade many responses, on all cores when there are many."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context

from hatscore.answers.grading import Grade, Method, Question, grade

_CHUNK = 250
_ALONE_BELOW = 4000
"""Fewer responses than this are read before further processes have started."""


@dataclass(frozen=True, slots=True)
class Task:
    """One response to grade.

    Attributes
    ----------
    response : str
        What the model wrote.
    question : Question
        What was asked.
    finish_reason : str or None
        Why the model stopped.
    """

    response: str
    question: Question
    finish_reason: str | None = None


def grade_all(
    tasks: Sequence[Task],
    *,
    method: Method = "hatscore",
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> list[Grade]:
    """Grade responses, in their order.

    Parameters
    ----------
    tasks : sequence of Task
        What to grade.
    method : str
        How responses are read.
    workers : int, optional
        Processes; None takes one a core, and only one for a few thousand responses.
    progress : callable, optional
        Called with the number of responses that were graded since the last call.

    Returns
    -------
    list of Grade

    Raises
    ------
    InvalidArgument
        If a right answer is not of its kind, or the method cannot read it.
    """
    if workers is None:
        workers = 1 if len(tasks) < _ALONE_BELOW else os.cpu_count() or 1
    chunks = [(tasks[start : start + _CHUNK], method) for start in range(0, len(tasks), _CHUNK)]
    grades: list[Grade] = []
    for graded in _run(chunks, workers):
        grades += graded
        if progress:
            progress(len(graded))
    return grades


def _run(chunks: list[tuple[Sequence[Task], Method]], workers: int) -> Iterator[list[Grade]]:
    if workers == 1:
        yield from map(_grade_chunk, chunks)
        return
    # spawn: a fork of a process with threads (Polars has some) may hang.
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield from pool.map(_grade_chunk, chunks)


def _grade_chunk(chunk: tuple[Sequence[Task], Method]) -> list[Grade]:
    tasks, method = chunk
    return [
        grade(task.response, task.question, method=method, finish_reason=task.finish_reason) for task in tasks
    ]
