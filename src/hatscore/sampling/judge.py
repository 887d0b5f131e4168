"""Judging free answers by other models: each different answer once, verdicts beside the answers.

Judges are systems like others: their replies go through the same flow into the same store, so that nothing is
lost or asked twice. Judging never asks the judged systems anything.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from hatscore.errors import InvalidArgument
from hatscore.sampling.frames import attempts_frame
from hatscore.sampling.judge_prompt import (
    PROMPT_REVISION,
    JudgedQuestion,
    Verdict,
    judge_messages,
    read_verdict,
)
from hatscore.sampling.progress import Progress
from hatscore.sampling.requests import CUT, FILTERED, Request
from hatscore.sampling.run_result import RunResult
from hatscore.sampling.schedule import sample
from hatscore.sampling.settings import System, as_judge
from hatscore.sampling.store import Store
from hatscore.sampling.store_file import utc_now
from hatscore.sampling.system_flow import Flow

_TRIES = 2
"""A judge whose reply holds no verdict is asked once more."""

_REPLIES = """
SELECT p.item, p.language, a.response, a.finish_reason FROM attempts a
JOIN systems s ON s.id = a.system_id JOIN prompts p ON p.id = a.prompt_id
WHERE s.name = ? AND p.benchmark = ? AND p.revision = ? AND a.error_class IS NULL ORDER BY p.id, a.attempt
"""
_KEEP = "INSERT OR REPLACE INTO verdicts VALUES (?, ?, ?, ?, ?, ?, ?, ?)"


@dataclass(frozen=True, slots=True)
class JudgeResult:
    """What became of the judging.

    Attributes
    ----------
    runs : tuple of RunResult
        Of the judges: all answers, then those without a verdict once more.
    answers, different : int
        Answers that have something to judge, and different ones among them.
    unjudged : int
        Different answers on which the judges gave no majority.
    """

    runs: tuple[RunResult, ...]
    answers: int
    different: int
    unjudged: int


def judge(
    store: Path | str,
    questions: Sequence[JudgedQuestion],
    judges: Sequence[System],
    *,
    flow: Flow | None = None,
    progress: Callable[[Progress], None] | None = None,
    again: bool = False,
) -> JudgeResult:
    """Have all answers to some questions judged.

    Parameters
    ----------
    store : Path
        Holds the answers, and gets the verdicts.
    questions : sequence of JudgedQuestion
        Of one benchmark and revision.
    judges : sequence of System
        One, or several that decide by majority.
    flow, progress
        As in `hatscore.sampling.schedule.sample`.
    again : bool
        Forget what these judges said before.

    Returns
    -------
    JudgeResult

    Raises
    ------
    InvalidArgument
        If there are no judges or questions, or questions of several benchmarks.
    """
    if not judges or len({(one.benchmark, one.revision) for one in questions}) != 1:
        raise InvalidArgument(
            "judging needs at least one judge, and questions of one benchmark and revision."
        )
    seats = [as_judge(system) for system in judges]
    benchmark, revision = questions[0].benchmark, questions[0].revision
    with Store(store) as opened:
        if again:
            _forget(opened, [seat.name for seat in seats])
        answers = _judgeable(opened, benchmark, revision)
    known = {(one.item, one.language): one for one in questions}
    requests: dict[tuple[str, str], Request] = {}
    for item, language, answer in answers:
        question = known.get((item, language))
        if question is not None:
            digest = answer_digest(item, language, answer)
            requests[digest, language] = _request(question, digest, answer)
    if not requests:
        return JudgeResult((), len(answers), 0, 0)
    runs = [sample(seats, list(requests.values()), attempts=1, store=store, flow=flow, progress=progress)]
    if open_questions := _keep_verdicts(Path(store), seats, requests, benchmark, revision):
        wanted = [request for request in requests.values() if request.item in open_questions]
        runs.append(sample(seats, wanted, attempts=_TRIES, store=store, flow=flow, progress=progress))
        _keep_verdicts(Path(store), seats, requests, benchmark, revision)
    with Store(store, write=False) as opened:
        ruled = majorities(opened, benchmark, revision, [seat.name for seat in seats])
    unjudged = sum(ruled.get(request.item) is None for request in requests.values())
    return JudgeResult(tuple(runs), len(answers), len(requests), unjudged)


def majorities(
    store: Store, benchmark: str, revision: str, judges: Sequence[str] | None = None
) -> dict[str, Verdict | None]:
    """What most judges say.

    Parameters
    ----------
    store : Store
        Open.
    benchmark, revision : str
        Which answers.
    judges : sequence of str, optional
        Names; all where left out.

    Returns
    -------
    dict
        From an answer's digest to ``yes``, ``no``, or None for a tie or no verdict.
    """
    votes: dict[str, Counter[str]] = {}
    query = "SELECT judge, digest, verdict FROM verdicts WHERE benchmark = ? AND revision = ?"
    for name, digest, verdict in store.rows(query, (benchmark, revision)):
        if judges is None or name in judges:
            votes.setdefault(digest, Counter())[verdict] += 1
    return {digest: _majority(counts) for digest, counts in votes.items()}


def answer_digest(item: str, language: str, answer: str) -> str:
    """What names an answer: the same text to the same question in the same language is judged once.

    Parameters
    ----------
    item, language, answer : str
        Of an attempt.

    Returns
    -------
    str
    """
    text = json.dumps([item, language, answer.strip()], ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _majority(votes: Counter[str]) -> Verdict | None:
    if votes["yes"] == votes["no"]:
        return None
    return "yes" if votes["yes"] > votes["no"] else "no"


def _judgeable(store: Store, benchmark: str, revision: str) -> list[tuple[str, str, str]]:
    rows = attempts_frame(store, benchmark=benchmark).filter(
        pl.col("revision") == revision,
        pl.col("error_class").is_null(),
        pl.col("finish_reason") != FILTERED,
        pl.col("response").str.strip_chars() != "",
    )
    return rows.select("item", "language", "response").rows()


def _request(question: JudgedQuestion, digest: str, answer: str) -> Request:
    return Request(
        benchmark=f"judge:{question.benchmark}",
        revision=f"{question.revision}, prompt {PROMPT_REVISION}",
        item=digest,
        language=question.language,
        messages=judge_messages(question, answer.strip()),
    )


def _keep_verdicts(
    path: Path,
    judges: Sequence[System],
    requests: dict[tuple[str, str], Request],
    benchmark: str,
    revision: str,
) -> set[str]:
    """Write what the replies say; gives the answers for which a judge's replies hold no verdict."""
    undecided: set[str] = set()
    where = (f"judge:{benchmark}", f"{revision}, prompt {PROMPT_REVISION}")
    with Store(path) as store:
        for seat in judges:
            said: dict[str, tuple[str, Verdict | None, str]] = {}
            for digest, language, response, reason in store.rows(_REPLIES, (seat.name, *where)):
                if (digest, language) in requests and said.get(digest, ("", None, ""))[1] is None:
                    verdict = read_verdict(response, reason)
                    said[digest] = (language, verdict, "" if verdict else _why(response, reason))
            now = utc_now()
            rows = [
                (seat.name, digest, benchmark, revision, language, verdict, why, now)
                for digest, (language, verdict, why) in said.items()
            ]
            store.run(_KEEP, rows)
            undecided |= {digest for digest, (_, verdict, _) in said.items() if verdict is None}
    return undecided


def _why(response: str, reason: str | None) -> str:
    return (
        "the reply was cut"
        if reason == CUT
        else f"the reply says neither yes nor no: {response.strip()[:200]}"
    )


def _forget(store: Store, judges: Sequence[str]) -> None:
    for table, column in (("attempts", "system_id"), ("requests", "system_id"), ("sessions", "system_id")):
        store.run(
            f"DELETE FROM {table} WHERE {column} = (SELECT id FROM systems WHERE name = ?)",
            [(name,) for name in judges],
        )
    for table, column in (("systems", "name"), ("verdicts", "judge")):
        store.run(f"DELETE FROM {table} WHERE {column} = ?", [(name,) for name in judges])
