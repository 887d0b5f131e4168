"""Lines of an lm-eval sample file: pick a filter and a metric, and score every repeat."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hatscore.errors import InvalidArgument, UnreadableFile
from hatscore.readers.lm_eval_replay import INVALID, Replay, replays
from hatscore.wording import listing, plural

_FIXED_KEYS = frozenset(
    (
        *("doc_id", "doc", "target", "arguments", "resps", "filtered_resps", "filter", "metrics"),
        *("doc_hash", "prompt_hash", "target_hash", "system_prompt", "metadata"),
    )
)
_PREFERRED_METRICS = ("exact_match", "acc", "acc_norm", "f1")

Row = dict[str, Any]
"""One line of a sample file."""

Scored = list[tuple[str | None, float | None, str | None]]
"""Response, score and outcome of each attempt of one line."""


@dataclass(frozen=True, slots=True)
class ScoredLines:
    """The attempts of a file, as one filter reads them.

    Attributes
    ----------
    filter, metric : str
        Which were taken.
    rows : list of dict
        The lines of that filter.
    attempts : list of list
        The attempts of each line.
    """

    filter: str
    metric: str
    rows: list[Row]
    attempts: list[Scored]


def is_sample_line(row: object) -> bool:
    """Whether a JSON value is a line of a sample file.

    Parameters
    ----------
    row : object
        Parsed from the first line.

    Returns
    -------
    bool

    Examples
    --------
    >>> is_sample_line({"doc_id": 0, "doc": {}, "resps": [["18"]]}), is_sample_line({"item": 1})
    (True, False)
    """
    return isinstance(row, dict) and {"doc_id", "resps"} <= row.keys()


def score_lines(
    rows: list[Row], *, name: str, config: Mapping[str, Any], filter: str, metric: str | None
) -> ScoredLines:
    """Score every attempt of a file.

    Parameters
    ----------
    rows : list of dict
        Its lines.
    name : str
        Name of the file, for messages.
    config : mapping
        The task's configuration from the results file, or as built into lm-eval; may be empty.
    filter : str
        Name of a filter, ``first`` or ``last``.
    metric : str or None
        Name of a metric; None takes the first known one.

    Returns
    -------
    ScoredLines

    Raises
    ------
    InvalidArgument
        If there is no such filter or metric.
    UnreadableFile
        If there are no scores, or repeats that cannot be scored.
    """
    filter, rows = _pick_filter(rows, name, config, filter)
    metric = _pick_metric(rows[0], name, metric)
    _refuse_texts(rows, name, metric)
    repeats = [_repeats(row) for row in rows]
    if all(len(texts) == 1 for texts in repeats):
        attempts: list[Scored] = [
            [(texts[0], _number(row.get(metric)), _outcome(row.get(metric), _filtered(row)))]
            for row, texts in zip(rows, repeats, strict=True)
        ]
        return ScoredLines(filter, metric, rows, attempts)
    replay = _trusted_replay(rows, repeats, name, config, filter, metric)
    attempts = [
        [_replayed(replay, text, row) for text in texts] for row, texts in zip(rows, repeats, strict=True)
    ]
    return ScoredLines(filter, metric, rows, attempts)


def option_texts(row: Row) -> list[str] | None:
    """Texts of the answer options of a line's document.

    Parameters
    ----------
    row : dict
        A line.

    Returns
    -------
    list of str or None
        None where it has no options that can be told.

    Examples
    --------
    >>> option_texts({"doc": {"option_a": "x", "option_b": "y"}, "resps": [["B"]]})
    ['x', 'y']
    """
    doc = row.get("doc")
    if not isinstance(doc, dict):
        return None
    for key in ("options", "choices"):
        found = doc.get(key)
        if isinstance(found, dict):
            found = found.get("text")
        if isinstance(found, list):
            return [str(option) for option in found]
    lettered = [key for key in doc if key.startswith("option_") and doc[key] is not None]
    return [str(doc[key]) for key in lettered] if len(lettered) >= 2 else None


def option_count(row: Row) -> int | None:
    """Number of answer options of a line's document.

    Parameters
    ----------
    row : dict
        A line.

    Returns
    -------
    int or None
        None where it has no options.

    Examples
    --------
    >>> option_count({"doc": {"option_a": "x", "option_b": "y"}, "resps": [["B"]]})
    2
    """
    texts = option_texts(row)
    if texts is not None:
        return len(texts)
    return len(row["resps"]) if len(row["resps"]) >= 2 else None


def _pick_filter(rows: list[Row], name: str, config: Mapping[str, Any], wanted: str) -> tuple[str, list[Row]]:
    """Rows of one filter. Without names in the rows, the k-th row of a document is the k-th filter's."""
    blocks: dict[str, list[Row]] = defaultdict(list)
    configured = [entry.get("name", "none") for entry in config.get("filter_list") or []]
    sightings: dict[Any, int] = defaultdict(int)
    for row in rows:
        position = sightings[row["doc_id"]]
        sightings[row["doc_id"]] += 1
        unnamed = configured[position] if position < len(configured) else f"filter-{position + 1}"
        blocks[str(row.get("filter", unnamed))].append(row)
    if len(blocks) == 1 and "filter" not in rows[0] and not configured:
        blocks = {"none": rows}
    names = list(blocks)
    if wanted in ("first", "last"):
        wanted = names[0 if wanted == "first" else -1]
    if wanted not in blocks:
        raise InvalidArgument(
            f"{name} has no filter {wanted!r}; it has {', '.join(names)} (or say first, last)."
        )
    return wanted, blocks[wanted]


def _pick_metric(row: Row, name: str, wanted: str | None) -> str:
    listed = row.get("metrics")
    names = listed if isinstance(listed, list) else [key for key in row if key not in _FIXED_KEYS]
    names = [name for name in names if isinstance(name, str)]
    if wanted is None:
        wanted = next((name for name in _PREFERRED_METRICS if name in names), names[0] if names else "")
    if not names:
        raise UnreadableFile(f"{name} has no scores; run lm-eval again without --predict_only.")
    if wanted not in names:
        raise InvalidArgument(f"{name} has no metric {wanted!r}; it has {listing(names, most=9) or 'none'}.")
    if not isinstance(row.get(wanted), (int, float)):
        raise UnreadableFile(
            f"{name} has no numbers for the metric {wanted!r} (got {row.get(wanted)!r}); was it "
            "written without scoring? Run lm-eval again without --predict_only."
        )
    return wanted


def _refuse_texts(rows: list[Row], name: str, metric: str) -> None:
    for row in rows:
        value = row.get(metric)
        if not (value is None or isinstance(value, (int, float))):
            raise UnreadableFile(
                f"{name}: {metric} of doc_id {row['doc_id']} must be a number, got {value!r}; is the "
                "file damaged?"
            )


def _replayed(replay: Replay, text: str | None, row: Row) -> tuple[str | None, float, str | None]:
    score, read = replay.score(text or "", str(row.get("target")))
    return text, score, _outcome(score, read)


def _trusted_replay(
    rows: list[Row],
    repeats: list[list[str | None]],
    name: str,
    config: Mapping[str, Any],
    filter: str,
    metric: str,
) -> Replay:
    steps = _entry(config.get("filter_list"), "name", filter)
    kwargs = _entry(config.get("metric_list"), "metric", metric)
    candidates = replays(steps.get("filter", []), kwargs) if steps and kwargs else []
    if not candidates:
        raise UnreadableFile(
            f"{name} holds {len(repeats[0])} repeats of each answer and lm-eval scored one; the "
            f"others cannot be scored, since filter {filter!r} with metric {metric!r} is not one that "
            "reads each answer by itself and is described in the results file. Choose another "
            "--filter, or keep results_*.json beside the samples."
        )
    off = len(rows)
    for candidate in candidates:
        wrong = sum(
            candidate.score(texts[0] or "", str(row.get("target")))[0] != row.get(metric)
            for row, texts in zip(rows, repeats, strict=True)
        )
        if not wrong:
            return candidate
        off = min(off, wrong)
    raise UnreadableFile(
        f"{name}: reading the first repeats again with filter {filter!r} gives another score than "
        f"lm-eval recorded in {off} of {plural(len(rows), 'row')}, so the other repeats cannot be scored."
    )


def _entry(entries: Any, key: str, name: str) -> dict[str, Any]:
    return next((dict(entry) for entry in entries or [] if entry.get(key) == name), {})


def _repeats(row: Row) -> list[str | None]:
    """The texts of a row's attempts; a choice between options by likelihood is one attempt."""
    first = row["resps"][0]
    if isinstance(first, str):
        return [first]
    if len(row["resps"]) > 1 or not isinstance(first, list) or not first or not isinstance(first[0], str):
        return [None]
    return [text if isinstance(text, str) else None for text in first]


def _number(score: float | None) -> float | None:
    # Whole numbers stand beside fractions, which are one column.
    return None if score is None else float(score)


def _filtered(row: Row) -> str:
    filtered = row.get("filtered_resps")
    first = filtered[0] if isinstance(filtered, list) and filtered else filtered
    return first if isinstance(first, str) else ""


def _outcome(score: Any, read: str) -> str | None:
    if score == 1:
        return "right"
    if score == 0:
        return "unparsed" if read == INVALID else "wrong"
    return None
