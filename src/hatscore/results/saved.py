"""Results read back from the JSON that they write."""

import json
from pathlib import Path
from typing import Any

from hatscore.errors import UnknownFormat, UnreadableFile
from hatscore.flags import ADVICE, Flag
from hatscore.options import Estimator
from hatscore.results.estimates import Estimate, Interval
from hatscore.results.scores import SCHEMA as SCORES
from hatscore.results.scores import Score, Scores
from hatscore.results.study import SCHEMA as STUDY
from hatscore.results.study import Finding, Study

ESTIMATES = ("hat", "hat_corrected", "hat_curve", "bend")
_NOT_SAVED = "The file keeps the code of this doubt only."


def saved_schema(path: str | Path) -> str | None:
    """Which of our results a file holds.

    Parameters
    ----------
    path : str or Path
        A file.

    Returns
    -------
    str or None
        Its schema; None where it is not JSON of ours.
    """
    target = Path(path)
    if target.suffix != ".json" or not target.is_file():
        return None
    try:
        data = json.loads(target.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    schema = data.get("schema") if isinstance(data, dict) else None
    return schema if isinstance(schema, str) and schema.startswith("hatscore.") else None


def load_scores(path: str | Path) -> Scores:
    """Scores from the JSON of ``hatscore score --format json``.

    Parameters
    ----------
    path : str or Path
        The file.

    Returns
    -------
    Scores
        Intervals at the level that the signatures name; flags without their sentences.

    Raises
    ------
    UnreadableFile
        If a field is missing or of the wrong kind.
    UnknownFormat
        If it holds something else.
    """
    data = _load(path, SCORES)
    try:
        rows = tuple(_score(row) for row in data["rows"])
    except (KeyError, TypeError, ValueError) as error:
        raise UnreadableFile(f"{path} is not whole: {error!r} in its rows.") from None
    return Scores(rows, _estimator(rows))


def load_study(path: str | Path) -> Study:
    """A study from its ``findings.json``.

    Parameters
    ----------
    path : str or Path
        The file.

    Returns
    -------
    Study

    Raises
    ------
    UnreadableFile
        If a field is missing or of the wrong kind.
    UnknownFormat
        If it holds something else.
    """
    data = _load(path, STUDY)
    try:
        findings = tuple(_finding(one, data["level"]) for one in data["findings"])
        return Study(findings, data["level"], data["signatures"], tuple(data["notes"]))
    except (KeyError, TypeError, ValueError) as error:
        raise UnreadableFile(f"{path} is not whole: {error!r} in its findings.") from None


def _load(path: str | Path, schema: str) -> dict[str, Any]:
    held = saved_schema(path)
    if held != schema:
        raise UnknownFormat(f"{path} does not hold {schema}; it holds {held or 'something else'}.")
    data: dict[str, Any] = json.loads(Path(path).read_text(encoding="utf-8"))
    return data


def _score(row: dict[str, Any]) -> Score:
    level, method = _interval_kind(row["signature"])
    reasons = row.get("reasons", {})
    fields = {name: row[name] for name in Score.__slots__ if name not in (*ESTIMATES, "flags")}
    fields |= {
        name: _estimate(row[name], row[f"{name}_low"], row[f"{name}_high"], level, method, reasons.get(name))
        for name in ESTIMATES
    }
    return Score(**fields, flags=tuple(Flag(code, _NOT_SAVED) for code in row["flags"] if code in ADVICE))


def _finding(one: dict[str, Any], level: float) -> Finding:
    estimates = {
        name: _estimate(e["value"], e["low"], e["high"], level, e["method"] or "", e["reason"])
        for name, e in one["estimates"].items()
    }
    flags = tuple(Flag(flag["code"], flag["sentence"]) for flag in one["flags"])
    tables = {name: tuple(rows) for name, rows in one["tables"].items()}
    fields = {name: one[name] for name in Finding.__slots__ if name not in ("estimates", "flags", "tables")}
    return Finding(**fields, estimates=estimates, flags=flags, tables=tables)


def _estimate(
    value: float | None, low: float | None, high: float | None, level: float, method: str, reason: str | None
) -> Estimate:
    interval = None if low is None or high is None else Interval(low, high, level, method)
    return Estimate(value, interval, reason)


def _interval_kind(signature: str) -> tuple[float, str]:
    """Level and method from a signature: ``ci:fieller95/item``."""
    kind = next(part for part in signature.split("|") if part.startswith("ci:"))[3:].split("/")[0]
    method = kind.rstrip("0123456789.")
    return float(kind[len(method) :]) / 100, method


def _estimator(rows: tuple[Score, ...]) -> Estimator:
    if rows and "|est:published|" in rows[0].signature:
        return "published"
    return "curve" if rows and "|est:curve|" in rows[0].signature else "corrected"
