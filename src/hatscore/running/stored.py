"""A run store as attempts: every answer graded, by the judges where there are verdicts."""

from collections.abc import Iterable, Mapping
from pathlib import Path

import polars as pl

from hatscore.attempts.table import Attempts, Note
from hatscore.benchmarks import graders
from hatscore.errors import UnreadableFile
from hatscore.running.golds import Gold, Place, read_golds
from hatscore.sampling.frames import attempts_frame
from hatscore.sampling.judge import answer_digest, majorities
from hatscore.sampling.judge_prompt import Verdict
from hatscore.sampling.requests import CUT
from hatscore.sampling.store import Store

_GRADE = {
    "outcome": pl.String,
    "score": pl.Float64,
    "final_answer": pl.String,
    "rule": pl.String,
    "gold": pl.String,
}


def read_store(path: Path) -> Attempts:
    """Read a run store, also while a run writes to it.

    Parameters
    ----------
    path : Path
        The store.

    Returns
    -------
    Attempts
        One row an attempt that was made; answers graded as they are read now.

    Raises
    ------
    UnreadableFile
        If the store holds no answers, or no right answers to grade them by.
    StoreError
        If the file is no run store.
    """
    with Store(path, write=False) as store:
        golds = read_golds(store)
        frame = attempts_frame(store)
        verdicts = {
            (benchmark, revision): majorities(store, benchmark, revision)
            for benchmark, revision in frame.select("benchmark", "revision").unique().iter_rows()
        }
    if frame.is_empty():
        raise UnreadableFile(f"{path} holds no answers yet; start or go on with the run.")
    lacking = frame.select("benchmark", "revision", "item", "language").unique().rows()
    if any(place not in golds for place in lacking):
        raise UnreadableFile(f"{path} lacks the right answers of what was asked; run the same command again.")
    keys = ("benchmark", "revision", "item", "language", "response", "finish_reason", "outcome")
    known: dict[tuple[str | None, ...], tuple[object, ...]] = {}
    grades = []
    for row in frame.select(keys).iter_rows():
        if row not in known:
            ruled = verdicts[row[0], row[1]]
            known[row] = _grade(row, golds[row[:4]], ruled)
        grades.append(known[row])
    graded = pl.DataFrame(grades, schema=_GRADE, orient="row")
    frame = frame.drop("outcome").hstack(graded)
    return Attempts.from_frame(frame, name=str(path), notes=_notes(frame, verdicts, golds))


def _grade(
    row: tuple[str | None, ...], gold: Gold, verdicts: Mapping[str, Verdict | None]
) -> tuple[object, ...]:
    response, finish_reason, outcome = row[4:]
    if outcome is not None or response is None:
        score = None if outcome in (None, "error") else 0.0
        return outcome or "error", score, None, "provider", gold.item.gold
    digest = answer_digest(gold.item.item, gold.item.language, response)
    if digest in verdicts:
        ruled = {"yes": "right", "no": "wrong", None: "error"}[verdicts[digest]]
        if ruled != "right" and finish_reason == CUT:
            # What would have come after the cut is not known: as for answers that are read.
            ruled = "truncated"
        score = None if ruled == "error" else float(ruled == "right")
        return ruled, score, response, "judge", gold.item.gold
    text = graders.with_known_label(response, gold.label, gold.item.language)
    found = graders.grade(text, gold.item, gold.kind, finish_reason=finish_reason)
    # A share of the right answer's words is no pass rate: right is all of them.
    return found.outcome, float(found.outcome == "right"), found.final_answer, found.rule, gold.item.gold


def _notes(frame: pl.DataFrame, verdicts: Iterable[tuple[str, str]], golds: dict[Place, Gold]) -> list[Note]:
    notes = []
    for benchmark, revision in verdicts:
        kinds = {gold.kind for place, gold in golds.items() if place[:2] == (benchmark, revision)}
        measured = frame.filter(
            (pl.col("benchmark") == benchmark) & (pl.col("rule") == "string-measure")
        ).height
        if kinds == {"text"} and measured:
            notes.append(
                Note(
                    "INFO",
                    f"{measured:,} answers of {benchmark} were not judged: the string measure stands in.",
                )
            )
    return notes
