"""What most attempts at an item agree on, and how long they think: sums that only some analyses need."""

from collections.abc import Mapping, Sequence

import polars as pl

from hatscore.attempts.blocks import Total
from hatscore.attempts.counts import Policies
from hatscore.attempts.engine_sums import consensus_in_engine, thinking_in_engine
from hatscore.attempts.engines import EngineAttempts
from hatscore.attempts.languages import standard_spellings
from hatscore.attempts.schema import KEYS
from hatscore.attempts.sums import exact_sum, sum_cells, with_exact_sums
from hatscore.attempts.table import Attempts


def consensus_scores(attempts: Attempts, policies: Policies) -> tuple[pl.DataFrame, bool]:
    """Score of the answer that most attempts at an item agree on.

    Parameters
    ----------
    attempts : Attempts
        The table; its column ``final_answer`` is used where it is there.
    policies : Policies
        Outcomes that count as missing take no part.

    Returns
    -------
    frame : polars.DataFrame
        Columns ``system, benchmark, item, language, consensus``: the mean score of the attempts with
        the most frequent answer; of several that are equally frequent, their mean.
    by_answer : bool
        Whether answers were compared. Without them, right is compared with wrong: a lower bound,
        since wrong answers that scatter then count as one.

    Notes
    -----
    An attempt whose answer could not be read is no vote; where nothing could be read the score is 0.
    """
    if isinstance(attempts, EngineAttempts):
        return consensus_in_engine(attempts, policies)
    frame = _spelt(attempts.lazy())
    columns = set(frame.collect_schema())
    by_answer = "final_answer" in columns
    scored = frame.with_columns(_score(columns).alias("_score"))
    if dropped := _dropped(columns, policies):
        scored = scored.filter(~pl.col("outcome").is_in(dropped).fill_null(False))
    scored = scored.filter(pl.col("_score").is_not_null())
    agreed = _by_answer(scored) if by_answer else _by_score(scored)
    return agreed.with_columns(pl.col(KEYS).cast(pl.String)), by_answer


def _by_answer(scored: pl.LazyFrame) -> pl.DataFrame:
    keys = [*KEYS, "final_answer"]
    votes = with_exact_sums(_summed(scored, keys, exact_sum("total", pl.col("_score"))), ["total"])
    # Unread answers take part with no votes, so that an item of which nothing was read scores 0.
    read = pl.col("final_answer").is_not_null()
    votes = votes.select(
        *KEYS,
        pl.when(read).then(pl.col("rows").cast(pl.Int64)).otherwise(0).alias("votes"),
        pl.when(read).then(pl.col("total") / pl.col("rows")).otherwise(0.0).alias("score"),
    )
    # Answers with as many votes share the item.
    most = pl.col("score").filter(pl.col("votes") == pl.col("votes").max())
    return votes.lazy().group_by(KEYS).agg(most.mean().alias("consensus")).collect(engine="streaming")


def _by_score(scored: pl.LazyFrame) -> pl.DataFrame:
    right = pl.col("_score") >= 0.5
    totals = {"right": Total(right)}
    totals |= exact_sum("of_right", pl.when(right).then("_score"))
    totals |= exact_sum("of_wrong", pl.when(~right).then("_score"))
    cells = with_exact_sums(_summed(scored, KEYS, totals), ["of_right", "of_wrong"])
    number = pl.col("right").cast(pl.Int64)
    others = pl.col("rows").cast(pl.Int64) - number
    ahead = pl.col("of_right") / number
    behind = pl.col("of_wrong") / others
    agreed = pl.when(number > others).then(ahead).when(number < others).then(behind)
    return cells.select(*KEYS, agreed.otherwise((ahead + behind) / 2).alias("consensus"))


def mean_thinking_tokens(attempts: Attempts) -> pl.DataFrame | None:
    """Mean number of thinking tokens of the attempts at an item.

    Parameters
    ----------
    attempts : Attempts
        The table.

    Returns
    -------
    polars.DataFrame or None
        Columns ``system, benchmark, item, language, thinking_tokens``; None where the table has no
        such column. Attempts without a number take no part.
    """
    if isinstance(attempts, EngineAttempts):
        return thinking_in_engine(attempts)
    frame = attempts.lazy()
    if "thinking_tokens" not in set(frame.collect_schema()):
        return None
    known = _spelt(frame).filter(pl.col("thinking_tokens").is_not_null())
    cells = _summed(known, KEYS, {"thinking_tokens": Total(pl.col("thinking_tokens"))})
    mean = pl.col("thinking_tokens") / pl.col("rows")
    return cells.select(pl.col(KEYS).cast(pl.String), mean.alias("thinking_tokens"))


def _summed(rows: pl.LazyFrame, keys: Sequence[str], totals: Mapping[str, Total]) -> pl.DataFrame:
    height = int(rows.select(pl.len()).collect(engine="streaming").item())
    return sum_cells(rows, keys, totals, height=height)


def _spelt(frame: pl.LazyFrame) -> pl.LazyFrame:
    """One spelling of each language: attempts under two are attempts at one cell, as in the counts."""
    spellings = standard_spellings(frame.select("language").unique().collect(engine="streaming").to_series())
    return frame.with_columns(pl.col("language").replace(spellings)) if spellings else frame


def _score(columns: set[str]) -> pl.Expr:
    right = (pl.col("outcome") == "right").cast(pl.Float64) if "outcome" in columns else None
    if "score" not in columns:
        return right if right is not None else pl.lit(None, pl.Float64)
    return pl.col("score") if right is None else pl.col("score").fill_null(right)


def _dropped(columns: set[str], policies: Policies) -> list[str]:
    if "outcome" not in columns:
        return []
    chosen = [name for name in ("unparsed", "truncated") if getattr(policies, name) == "drop"]
    return ["error", *chosen]
