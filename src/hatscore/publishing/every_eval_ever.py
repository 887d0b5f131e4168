"""A folder in the form of Every Eval Ever: logs with instance records, one pair a system and benchmark."""

import hashlib
import json
import re
import time
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from hatscore.attempts.table import Attempts
from hatscore.errors import InvalidArgument
from hatscore.publishing.logs import Accuracy, Publication, evaluation_log
from hatscore.publishing.records import PROMPTS, instance_record
from hatscore.results.scores import Scores

_UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Written:
    """What was written.

    Attributes
    ----------
    logs : tuple of Path
        One a system and benchmark; the instance records are beside it.
    records : int
        Instance records: as many as there are attempts.
    left_out : tuple of str
        Rows of HAT that are not estimable and so have no result.
    lacks_prompts : bool
        Whether the attempts do not hold what was asked.
    without_developer : tuple of str
        Systems of which nobody said who made them.
    """

    logs: tuple[Path, ...]
    records: int
    left_out: tuple[str, ...]
    lacks_prompts: bool
    without_developer: tuple[str, ...]


def write_every_eval_ever(
    attempts: Attempts,
    counts: pl.DataFrame,
    scores: Scores,
    folder: Path,
    *,
    about: Publication,
    developers: Mapping[str, str],
    counted: str,
) -> Written:
    """Write attempts and scores.

    Parameters
    ----------
    attempts : Attempts
        All rows; each becomes one record.
    counts : polars.DataFrame
        Their sums per item, for accuracies.
    scores : Scores
        Rows of HAT.
    folder : Path
        Where ``data/<benchmark>/<developer>/<model>/`` is made.
    about : Publication
        Who publishes.
    developers : mapping
        Who made the systems, as far as that is known.
    counted : str
        What counts as an attempt, in words.

    Returns
    -------
    Written
        Names depend on the contents: the same attempts are written to the same files.

    Raises
    ------
    InvalidArgument
        If the folder is a file.
    """
    if folder.exists() and not folder.is_dir():
        raise InvalidArgument(f"{folder} is a file; name a folder to write into.")
    frame = attempts.to_frame().with_columns(
        pl.col("system", "benchmark", "item", "language").cast(pl.String)
    )
    retrieved = str(about.retrieved if about.retrieved is not None else int(time.time()))
    logs, nameless = [], set()
    for (system, benchmark), rows in frame.group_by("system", "benchmark", maintain_order=True):
        own = [row for row in scores if (row.system, row.benchmark) == (system, benchmark)]
        identity = _identity(str(system), str(benchmark), rows, about, developers) | {"retrieved": retrieved}
        if identity["developer"] == _UNKNOWN:
            nameless.add(str(system))
        samples, place = _write_records(rows, identity, folder)
        log = evaluation_log(
            benchmark=str(benchmark),
            accuracies=_accuracies(counts, str(system), str(benchmark)),
            scores=own,
            identity=identity,
            samples=samples,
            about=about,
            counted=counted,
        )
        logs.append(place.with_name(place.name.replace("_samples.jsonl", ".json")))
        _write(logs[-1], [json.dumps(log, ensure_ascii=False, indent=2, allow_nan=False)])
    left_out = [
        f"{row.system} | {row.benchmark} | {row.target}"
        for row in scores
        if row.headline(scores.estimator).value is None
    ]
    lacks_prompts = not set(PROMPTS) & set(frame.columns)
    return Written(tuple(logs), frame.height, tuple(left_out), lacks_prompts, tuple(sorted(nameless)))


def _identity(
    system: str, benchmark: str, rows: pl.DataFrame, about: Publication, developers: Mapping[str, str]
) -> dict[str, str]:
    before, slash, after = system.partition("/")
    developer = about.developer or (before if slash else developers.get(system)) or _UNKNOWN
    model = after if slash and developer == before else system
    # Not the time: the same attempts, exported again, are the same evaluation.
    lines = rows.select(sorted(rows.columns)).write_ndjson()
    digest = hashlib.sha256(lines.encode("utf-8")).hexdigest()
    evaluation = "/".join([_portable(benchmark), f"{_portable(developer)}_{_portable(model)}", digest[:16]])
    return {
        "system": system,
        "benchmark": benchmark,
        "developer": developer,
        "model": model,
        "model_id": f"{developer}/{model}",
        "evaluation_id": evaluation,
        "uuid": str(uuid.UUID(bytes=bytes.fromhex(digest[:32]), version=4)),
    }


def _write_records(
    rows: pl.DataFrame, identity: Mapping[str, str], folder: Path
) -> tuple[dict[str, Any], Path]:
    names = [_portable(identity[part]) for part in ("benchmark", "developer", "model")]
    file_path = "/".join(["data", *names, f"{identity['uuid']}_samples.jsonl"])
    place = folder / file_path
    digest = _write(place, _lines(rows, identity))
    return {
        "format": "jsonl",
        "file_path": file_path,
        "hash_algorithm": "sha256",
        "checksum": digest,
        "total_rows": rows.height,
    }, place


def _lines(rows: pl.DataFrame, identity: Mapping[str, str]) -> Iterator[str]:
    for row in rows.iter_rows(named=True):
        record = instance_record(row, evaluation_id=identity["evaluation_id"], model_id=identity["model_id"])
        yield json.dumps(record, ensure_ascii=False, allow_nan=False)


def _write(path: Path, lines: Iterator[str] | list[str]) -> str:
    """Lines under a temporary name, which is given up only when all are there; their SHA-256."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.part")
    digest = hashlib.sha256()
    try:
        with part.open("wb") as file:
            for line in lines:
                raw = f"{line}\n".encode()
                digest.update(raw)
                file.write(raw)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return digest.hexdigest()


def _portable(name: str) -> str:
    """A name as one part of a path on any system: no slashes, no leading dots, nothing unusual."""
    return re.sub(r"[^\w.+-]+", "-", name, flags=re.ASCII).strip(".-") or _UNKNOWN


def _accuracies(counts: pl.DataFrame, system: str, benchmark: str) -> list[Accuracy]:
    own = counts.filter((pl.col("system") == system) & (pl.col("benchmark") == benchmark))
    sums = (
        own.filter(pl.col("attempts") > 0)
        .group_by("language")
        .agg(pl.col("total", "attempts").sum(), pl.col("item").n_unique().alias("items"))
        .sort("language")
    )
    return [
        Accuracy(row["language"], row["total"] / row["attempts"], int(row["attempts"]), int(row["items"]))
        for row in sums.iter_rows(named=True)
    ]
