"""Further sums that are made in an engine: agreement, thinking tokens, copied runs."""

from typing import Any

import narwhals as nw
import polars as pl

from hatscore.attempts.conform import conform
from hatscore.attempts.counts import Policies
from hatscore.attempts.engine_counts import counted_score, spelt
from hatscore.attempts.engines import EngineAttempts
from hatscore.attempts.languages import standard_spellings
from hatscore.attempts.schema import KEYS

_RUN = ("system", "benchmark", "language")


def consensus_in_engine(attempts: EngineAttempts, policies: Policies) -> tuple[pl.DataFrame, bool]:
    """Score of the answer that most attempts at an item agree on.

    Parameters
    ----------
    attempts : EngineAttempts
        The table.
    policies : Policies
        Outcomes that count as missing take no part.

    Returns
    -------
    frame : polars.DataFrame
        As from `hatscore.attempts.consensus.consensus_scores`.
    by_answer : bool
        Whether answers were compared.
    """
    by_answer = "final_answer" in attempts.columns
    frame = spelt(counted_score(attempts, policies), _spellings(attempts))
    if {"score", "outcome"} <= attempts.columns:
        # Neither a score nor an outcome is no attempt here, as in memory.
        frame = frame.filter(~(nw.col("score").is_null() & nw.col("outcome").is_null()))
    frame = frame.filter(~nw.col("_score").is_null())
    vote = nw.col("final_answer") if by_answer else (nw.col("_score") >= 0.5).cast(nw.Int64)
    votes = (
        frame.with_columns(vote.alias("_vote"))
        .group_by(*KEYS, "_vote")
        .agg(nw.len().alias("_all"), nw.col("_score").mean().alias("_mean"))
    )
    # Unread answers take part with no votes, so that an item of which nothing was read scores 0.
    unread = nw.col("_vote").is_null()
    votes = votes.with_columns(
        nw.when(unread).then(nw.lit(0)).otherwise(nw.col("_all")).alias("_votes"),
        nw.when(unread).then(nw.lit(0.0)).otherwise(nw.col("_mean")).alias("_mean"),
    )
    # The most frequent are named by their number of votes: one more grouping in place of a join.
    by_votes = votes.group_by(*KEYS, "_votes").agg(nw.col("_mean").mean().alias("consensus"))
    most = votes.group_by(*KEYS).agg(nw.col("_votes").max().alias("_votes"))
    found = by_votes.join(most, on=[*KEYS, "_votes"], how="inner").select(*KEYS, "consensus")
    return _named(attempts, found), by_answer


def thinking_in_engine(attempts: EngineAttempts) -> pl.DataFrame | None:
    """Mean number of thinking tokens of the attempts at an item.

    Parameters
    ----------
    attempts : EngineAttempts
        The table.

    Returns
    -------
    polars.DataFrame or None
        As from `hatscore.attempts.consensus.mean_thinking_tokens`.
    """
    if "thinking_tokens" not in attempts.columns:
        return None
    known = spelt(attempts.frame, _spellings(attempts)).filter(~nw.col("thinking_tokens").is_null())
    sums = known.group_by(*KEYS).agg(nw.col("thinking_tokens").sum().alias("_sum"), nw.len().alias("_known"))
    means = _named(attempts, sums).with_columns(
        thinking_tokens=pl.col("_sum").cast(pl.Float64) / pl.col("_known")
    )
    return means.drop("_sum", "_known")


def copies_in_engine(attempts: EngineAttempts, *, items: int, characters: int) -> pl.DataFrame:
    """Attempts of a system whose responses equal those of an earlier attempt at every item.

    Parameters
    ----------
    attempts : EngineAttempts
        A table with the columns ``response`` and ``attempt``.
    items, characters : int
        The fewest that an attempt must have to be compared.

    Returns
    -------
    polars.DataFrame
        Columns ``system, benchmark, language, attempt``, the last a sorted list of those that are
        alike; sorted.

    Notes
    -----
    Engines have no hash in common. Attempts with equally many items, characters and different
    responses, and the same first and last of them, may be copies; those few are compared response by
    response, in the engine.
    """
    shapes = _shapes(attempts, items, characters)
    alike = shapes.group_by(*_RUN, "items", "characters", "distinct", "first", "last").agg(
        pl.col("attempt").sort()
    )
    rows = []
    for group in alike.filter(pl.col("attempt").list.len() > 1).iter_rows(named=True):
        left = list(group["attempt"])
        while len(left) > 1:
            first, *others = left
            same = [first, *(other for other in others if _equal(attempts, group, first, other))]
            if len(same) > 1:
                rows.append({key: group[key] for key in _RUN} | {"attempt": same})
            left = [attempt for attempt in others if attempt not in same]
    if not rows:
        return pl.DataFrame(schema=[*_RUN, "attempt"])
    return pl.DataFrame(rows).sort(*_RUN, "attempt")


def _shapes(attempts: EngineAttempts, items: int, characters: int) -> pl.DataFrame:
    given = attempts.frame.filter(~nw.col("response").is_null())
    sized = given.with_columns(nw.col("response").str.len_chars().alias("_size"))
    shapes = sized.group_by(*_RUN, "attempt").agg(
        nw.len().alias("items"),
        nw.col("_size").sum().alias("characters"),
        nw.col("response").n_unique().alias("distinct"),
        nw.col("response").min().alias("first"),
        nw.col("response").max().alias("last"),
    )
    long = (nw.col("items") >= items) & (nw.col("characters") >= characters) & (nw.col("distinct") > 1)
    return attempts.collect(shapes.filter(long))


def _equal(attempts: EngineAttempts, group: dict[str, Any], first: object, other: object) -> bool:
    run = attempts.frame.filter(~nw.col("response").is_null())
    for key in _RUN:
        run = run.filter(nw.col(key) == group[key])
    one = run.filter(nw.col("attempt") == first).select("item", "response")
    two = run.filter(nw.col("attempt") == other).select("item", "response")
    both = one.join(two, on=["item", "response"], how="inner").select(nw.len().alias("rows"))
    return int(attempts.collect(both).item()) == int(group["items"])


def _spellings(attempts: EngineAttempts) -> dict[str, str]:
    languages = attempts.frame.select(nw.col("language").cast(nw.String)).unique()
    return standard_spellings(attempts.collect(languages)["language"])


def _named(attempts: EngineAttempts, found: "nw.LazyFrame[Any]") -> pl.DataFrame:
    """Names as text, spelt as those of a frame in memory."""
    rows = attempts.collect(found).lazy().with_columns(score=pl.lit(0.0))
    return conform(rows, where=attempts.name).drop("score").collect()
