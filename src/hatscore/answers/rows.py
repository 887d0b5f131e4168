"""Responses in JSON Lines: from a row to a grading task, and back with what was read."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from hatscore.answers.batch import Task
from hatscore.answers.grading import Grade, Kind, Question
from hatscore.attempts.files import read_text, write_bytes
from hatscore.attempts.texts import json_lines
from hatscore.errors import InvalidAttempts, Problem

_NEEDED = ("response", "language", "gold")


def read_rows(path: Path) -> list[dict[str, Any]]:
    """Rows of a JSON Lines file.

    Parameters
    ----------
    path : Path
        The file, plain or compressed.

    Returns
    -------
    list of dict

    Raises
    ------
    UnreadableFile
        Naming the first line that is not a JSON object.
    """
    return json_lines(read_text(path), path)


def tasks_of(rows: Sequence[Mapping[str, Any]], kind: Kind, *, where: str) -> list[Task]:
    """Grading tasks of rows.

    Parameters
    ----------
    rows : sequence of mapping
        Each with ``response``, ``language``, ``gold`` and, for letters, ``n_options`` or ``options``;
        ``finish_reason`` is used where it is given.
    kind : {'number', 'letter'}
        What was asked for.
    where : str
        Name of the file, for messages.

    Returns
    -------
    list of Task
        In the order of the rows.

    Raises
    ------
    InvalidAttempts
        Naming every row that lacks something.
    """
    problems = []
    for name in (*_NEEDED, *(("options",) if kind == "letter" else ())):
        lacking = [str(n) for n, row in enumerate(rows, 1) if not _has(row, name)]
        if lacking:
            also = " (or n_options)" if name == "options" else ""
            problems.append(
                Problem(
                    "missing_field",
                    f"{where}: {name}{also} is missing in {len(lacking)} of {len(rows)} rows (first: row "
                    f"{lacking[0]}); every row needs it to be read as a {kind}.",
                )
            )
    if problems:
        raise InvalidAttempts(problems)
    return [_task(row, kind) for row in rows]


def graded_row(row: Mapping[str, Any], grade: Grade) -> dict[str, Any]:
    """A row with what was read of it.

    Parameters
    ----------
    row : mapping
        All its fields are kept.
    grade : Grade
        Its grade.

    Returns
    -------
    dict
        With ``final_answer``, ``outcome``, ``rule``, ``confidence`` and, where two options have the
        right one's text, ``duplicate_options``.
    """
    found: dict[str, Any] = {
        "final_answer": grade.final_answer,
        "outcome": grade.outcome,
        "rule": grade.reading.rule,
        "confidence": round(grade.reading.confidence, 4),
    }
    if grade.duplicate_options:
        found["duplicate_options"] = True
    return {**row, **found}


def write_rows(rows: Sequence[Mapping[str, Any]], path: Path) -> None:
    """Write rows as JSON Lines, every field kept.

    Parameters
    ----------
    rows : sequence of mapping
        One a line.
    path : Path
        May end in .gz or .zst.

    Raises
    ------
    InvalidArgument
        If the place cannot be written to.
    """
    write_bytes("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode(), path)


def _has(row: Mapping[str, Any], name: str) -> bool:
    if name == "options":
        return _options(row) is not None
    value = row.get(name)
    return isinstance(value, str) or (name == "gold" and isinstance(value, (int, float)))


def _options(row: Mapping[str, Any]) -> tuple[str, ...] | int | None:
    options = row.get("options")
    if isinstance(options, list) and len(options) >= 2:
        return tuple(str(option) for option in options)
    count = row.get("n_options")
    return count if isinstance(count, int) and 2 <= count <= 26 else None


def _task(row: Mapping[str, Any], kind: Kind) -> Task:
    question = Question(str(row["gold"]), kind, row["language"], _options(row) or 4)
    reason = row.get("finish_reason")
    return Task(row["response"], question, reason if isinstance(reason, str) else None)
