"""Read the answers of existing logs again, and see how much of a gap was the parser."""

import json
from collections.abc import Callable, Iterable
from typing import Any, Literal

import polars as pl

from hatscore.answers.batch import Task, grade_all
from hatscore.answers.grading import Grade, Kind, Method, Question, check_method, gold_letter, gold_number
from hatscore.attempts.table import Attempts
from hatscore.errors import InvalidArgument, InvalidAttempts, Problem
from hatscore.results.estimates import Estimate
from hatscore.results.regrade import RegradeRow
from hatscore.results.scores import Score

_NEEDED = ("response", "gold")


def regrade_attempts(
    attempts: Attempts,
    *,
    kind: Kind | Literal["auto"] = "auto",
    method: Method = "hatscore",
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Attempts:
    """Read every response again and grade it.

    Parameters
    ----------
    attempts : Attempts
        A table with ``response`` and ``gold``; for letters ``options`` (a JSON list) or
        ``n_options`` help.
    kind : {'auto', 'number', 'letter'}
        What was asked for; auto looks at the right answers of each benchmark.
    method : str
        How responses are read.
    workers : int, optional
        Processes.
    progress : callable, optional
        Called with the number of responses that were graded since the last call.

    Returns
    -------
    Attempts
        The same rows with new ``score`` and ``outcome``, the old ones as ``recorded_score`` and
        ``recorded_outcome`` (those of the first regrade, where there were several), and
        ``final_answer``, ``rule``, ``confidence``, ``duplicate_options``.

    Raises
    ------
    InvalidAttempts
        If a needed column is missing.
    InvalidArgument
        If the kind cannot be told, or the method cannot read it.
    """
    frame = attempts.to_frame()
    missing = [name for name in _NEEDED if name not in frame.columns]
    if missing:
        raise InvalidAttempts([Problem("missing_column", _missing(missing, frame.columns))])
    kinds = {
        str(name): kind if kind != "auto" else _kind_of(str(name), rows)
        for (name,), rows in frame.group_by("benchmark")
    }
    for one in kinds.values():
        check_method(method, one)
    answered = frame["response"].is_not_null()
    rows = frame.filter(answered).iter_rows(named=True)
    tasks = [_task(row, kinds[row["benchmark"]]) for row in rows]
    graded = iter(grade_all(tasks, method=method, workers=workers, progress=progress))
    grades = [next(graded) if yes else None for yes in answered]
    columns = {
        "outcome": _column(grades, lambda grade: grade.outcome, pl.String).fill_null("error"),
        "score": _column(grades, lambda grade: float(grade.outcome == "right"), pl.Float64),
        "final_answer": _column(grades, lambda grade: grade.final_answer, pl.String),
        "rule": _column(grades, lambda grade: grade.reading.rule, pl.String),
        "confidence": _column(grades, lambda grade: grade.reading.confidence, pl.Float64),
        "duplicate_options": _column(grades, lambda grade: grade.duplicate_options, pl.Boolean),
        "filter": pl.Series([method] * len(grades), dtype=pl.String),
    }
    # Of a table that was regraded before, what was recorded first stays.
    recorded = {
        str(name): f"recorded_{name}"
        for name in ("score", "outcome")
        if name in frame.columns and f"recorded_{name}" not in frame.columns
    }
    frame = frame.rename(recorded).with_columns(series.alias(name) for name, series in columns.items())
    return Attempts.from_frame(frame.drop("metric", strict=False), name="regraded", notes=attempts.notes)


def _column(
    grades: list[Grade | None], value: Callable[[Grade], object], kind: type[pl.DataType]
) -> pl.Series:
    return pl.Series([value(grade) if grade else None for grade in grades], dtype=kind)


def _missing(missing: list[str], columns: list[str]) -> str:
    return (
        f"to read answers again the table needs the column{'s' if len(missing) > 1 else ''} "
        f"{', '.join(missing)}; it has {', '.join(columns)}. Rename one with --map {missing[0]}=COLUMN."
    )


def _kind_of(benchmark: str, rows: pl.DataFrame) -> Kind:
    golds = [str(gold) for gold in rows["gold"].unique().to_list()]
    options = rows["n_options"].max() if "n_options" in rows.columns else None
    if isinstance(options, int) and all(_is(gold_letter, gold, options) for gold in golds):
        return "letter"
    if all(_is(gold_number, gold) for gold in golds):
        return "number"
    if all(_is(gold_letter, gold, 26) for gold in golds):
        return "letter"
    raise InvalidArgument(
        f"the right answers of {benchmark} are neither all numbers nor all letters (such as {golds[0]!r}); "
        "say --kind number or --kind letter if they are meant to be."
    )


def _is(parse: Callable[..., object], *arguments: object) -> bool:
    try:
        parse(*arguments)
    except InvalidArgument:
        return False
    return True


def _task(row: dict[str, Any], kind: Kind) -> Task:
    options: tuple[str, ...] | int = row.get("n_options") or 4
    texts = row.get("options")
    if kind == "letter" and isinstance(texts, str):
        options = tuple(str(text) for text in json.loads(texts))
    question = Question(str(row["gold"]), kind, row["language"], options)
    return Task(row["response"], question, row.get("finish_reason"))


def before_and_after(
    counts: tuple[pl.DataFrame | None, pl.DataFrame], scores: tuple[Iterable[Score], Iterable[Score]]
) -> list[RegradeRow]:
    """Put the recorded and the new figures side by side.

    Parameters
    ----------
    counts : pair of polars.DataFrame
        Sums per item (`hatscore.attempts.counts.count_items`) as recorded and as read now; the first
        is None where nothing was recorded.
    scores : pair of iterable of Score
        Rows by language and macro, as recorded and as read now.

    Returns
    -------
    list of RegradeRow
        Sorted by benchmark, system, language; macro last.
    """
    was, now = (_by_language(table) if table is not None else {} for table in counts)
    old, new = ({(r.benchmark, r.system, r.target): r for r in rows} for rows in scores)
    for key, row in new.items():
        if row.target == "macro":
            now[key] = _mean(now, key)
            if was:
                was[key] = _mean(was, key)
    rows = []
    for key in sorted(now, key=lambda key: (key[0], key[1], key[2] == "macro", key[2])):
        before, after = was.get(key), now[key]
        rows.append(
            RegradeRow(
                system=key[1],
                benchmark=key[0],
                language=key[2],
                is_source=after["is_source"],
                n_answers=int(after["rows"]),
                accuracy_before=before["accuracy"] if before else None,
                accuracy_after=after["accuracy"],
                unparsed_before=before["unparsed"] if before else None,
                unparsed_after=after["unparsed"],
                hat_before=_estimate(old.get(key), "hat"),
                hat_after=_estimate(new.get(key), "hat"),
                hat_corrected_before=_estimate(old.get(key), "hat_corrected"),
                hat_corrected_after=_estimate(new.get(key), "hat_corrected"),
            )
        )
    return rows


_Key = tuple[str, str, str]


def _by_language(counts: pl.DataFrame) -> dict[_Key, dict[str, Any]]:
    table = counts.group_by("benchmark", "system", "language").agg(
        (pl.col("total") / pl.col("attempts")).drop_nans().mean().alias("accuracy"),
        (pl.col("unparsed").sum() / pl.col("rows").sum()).alias("unparsed"),
        pl.col("rows").sum(),
        (pl.col("language") == pl.col("source_language")).all().alias("is_source"),
    )
    return {(row["benchmark"], row["system"], row["language"]): row for row in table.iter_rows(named=True)}


def _mean(table: dict[_Key, dict[str, Any]], macro: _Key) -> dict[str, Any]:
    targets = [row for key, row in table.items() if key[:2] == macro[:2] and not row["is_source"]]
    mean = {name: sum(row[name] for row in targets) / len(targets) for name in ("accuracy", "unparsed")}
    return mean | {"rows": sum(row["rows"] for row in targets), "is_source": False}


def _estimate(row: Score | None, name: str) -> Estimate:
    if row is None:
        return Estimate(None, reason="it is the source language, or was not recorded")
    found: Estimate = getattr(row, name)
    return found
