"""The rules of `hatscore.attempts.checks`, asked where the rows are: in an engine."""

from collections.abc import Callable
from functools import reduce
from typing import Any

import narwhals as nw
import polars as pl

from hatscore.attempts.checks import RowCheck, row_checks
from hatscore.attempts.engines import EngineAttempts
from hatscore.attempts.schema import KEYS, OUTCOMES, RAW, RIGHT, TYPES
from hatscore.errors import Problem
from hatscore.wording import plural

_NAMES = (*KEYS, "source_language")
_SAMPLE = 1000
"""Broken rows that are fetched to describe what is wrong."""

_WRONG = [outcome for outcome in OUTCOMES if outcome != RIGHT]


def broken_rows(attempts: EngineAttempts) -> nw.Expr:
    """1 in rows that break at least one rule, else 0.

    Parameters
    ----------
    attempts : EngineAttempts
        The table.

    Returns
    -------
    narwhals.Expr
        The rules for columns that name a row are left to the sums per item, as in
        `hatscore.attempts.checks.any_broken`.
    """
    rules = [rule for check in _checks(attempts) if (rule := _rule(check, attempts.columns)) is not None]
    if not rules:
        return nw.lit(0)
    return reduce(lambda one, other: one | other, rules).cast(nw.Int64)


def engine_problems(attempts: EngineAttempts, *, source_given: bool) -> list[Problem]:
    """Name every rule that some row breaks.

    Parameters
    ----------
    attempts : EngineAttempts
        The table.
    source_given : bool
        Whether the source language is an argument and no column.

    Returns
    -------
    list of Problem
        With the number of rows and one of them; rows have no numbers in an engine.
    """
    problems = []
    for check in _checks(attempts):
        name = check.column.removeprefix(RAW)
        rule = _no_name(attempts, name) if name in _NAMES else _rule(check, attempts.columns)
        if rule is None or (name == "source_language" and source_given):
            continue
        broken = attempts.frame.filter(rule)
        total = int(attempts.collect(broken.select(nw.len().alias("rows"))).item())
        if total:
            columns = list(dict.fromkeys([*KEYS, name]))
            rows = attempts.collect(broken.select(columns).head(_SAMPLE)).sort(KEYS, nulls_last=True)
            problems.append(_problem(check, rows, total, attempts.name))
    return problems


def _problem(check: RowCheck, rows: pl.DataFrame, total: int, where: str) -> Problem:
    name = check.column.removeprefix(RAW)
    values = rows[name] if check.column == name else rows[name].cast(pl.String)
    example = ", ".join(f"{key} {rows[key][0]}" for key in KEYS)
    return Problem(
        check.code, f"{where}, {plural(total, 'row')} (such as {example}): {check.sentence(values)}"
    )


def _checks(attempts: EngineAttempts) -> list[RowCheck]:
    schema = attempts.frame.collect_schema()
    # Whole numbers that came as floats have to be whole, which Polars asks of a hidden column.
    floats = {RAW + name for name in TYPES if TYPES[name] == pl.Int64 and schema.get(name) == nw.Float64}
    return row_checks({*schema.names(), *floats})


def _no_name(attempts: EngineAttempts, name: str) -> nw.Expr:
    empty = nw.col(name).is_null()
    is_text = attempts.frame.collect_schema()[name] == nw.String
    return (empty | (nw.col(name) == "")).fill_null(True) if is_text else empty


def _rule(check: RowCheck, columns: frozenset[str]) -> nw.Expr | None:
    """True in rows that break a rule, never null; None for rules about names."""
    name = check.column.removeprefix(RAW)
    rules: dict[str, Callable[[Any, frozenset[str]], nw.Expr]] = {
        "not_a_number": _not_whole,
        "score_out_of_range": lambda got, _: _given(got, ~((got >= 0) & (got <= 1))),
        "unknown_outcome": lambda got, _: _given(got, ~got.is_in(OUTCOMES)),
        "outcome_contradicts_score": _contradiction,
        "no_score": _neither,
        "floor_out_of_range": lambda got, _: _given(got, ~((got >= 0) & (got < 1))),
        "too_few_options": lambda got, _: _given(got, got < 2),
    }
    if check.code == "no_value":
        return nw.col(name).is_null() if name == "attempt" else None
    return rules[check.code](nw.col(name), columns)


def _given(column: nw.Expr, broken: nw.Expr) -> nw.Expr:
    return ~column.is_null() & broken.fill_null(False)


def _not_whole(got: nw.Expr, columns: frozenset[str]) -> nw.Expr:  # noqa: ARG001
    return _given(got, got.floor() != got)


def _contradiction(got: nw.Expr, columns: frozenset[str]) -> nw.Expr:  # noqa: ARG001
    score = nw.col("score")
    zero, one = (_given(score, score == value) for value in (0, 1))
    return (_given(got, got == RIGHT) & zero) | (_given(got, got.is_in(_WRONG)) & one)


def _neither(got: nw.Expr, columns: frozenset[str]) -> nw.Expr:
    if {"score", "outcome"} <= columns:
        return nw.col("score").is_null() & nw.col("outcome").is_null()
    return got.is_null()
