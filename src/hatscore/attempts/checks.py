"""What can be wrong with the rows of an attempts table, each named with its rows."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import polars as pl

from hatscore.attempts.schema import KEYS, OUTCOMES, RAW, RIGHT, TYPES
from hatscore.errors import Problem
from hatscore.wording import listing

_ROW = RAW + "row"


@dataclass(frozen=True, slots=True)
class RowCheck:
    """One rule that every row must keep.

    Attributes
    ----------
    code : str
        Code of the problem.
    column : str
        The column that is shown in the message.
    broken : polars.Expr
        True in rows that break the rule.
    sentence : callable
        From the values in the broken rows to what is wrong and what to do.
    """

    code: str
    column: str
    broken: pl.Expr
    sentence: Callable[[pl.Series], str]


def row_checks(columns: Iterable[str]) -> list[RowCheck]:
    """The rules for a table with these columns.

    Parameters
    ----------
    columns : iterable of str
        Columns after `hatscore.attempts.conform.conform`.

    Returns
    -------
    list of RowCheck
        In the order in which they are reported.
    """
    present = set(columns)
    checks = [_no_value(name) for name in (*KEYS, "source_language") if name in present]
    checks += [_not_a_number(name) for name in TYPES if RAW + name in present]
    if "attempt" in present and RAW + "attempt" not in present:
        checks.append(_no_value("attempt"))
    if "score" in present:
        checks.append(_score_out_of_range())
    if "outcome" in present:
        checks.append(_unknown_outcome())
        if "score" in present:
            checks.append(_outcome_contradicts_score())
    if "score" in present or "outcome" in present:
        checks.append(_neither(present))
    if "floor" in present:
        checks.append(_floor_out_of_range())
    if "n_options" in present:
        checks.append(_too_few_options())
    return checks


def any_broken(columns: Iterable[str], *, keys: bool) -> pl.Expr:
    """True in rows that break at least one rule.

    Parameters
    ----------
    columns : iterable of str
        Columns of the table.
    keys : bool
        The rules for columns that name a row, which can be asked of sums per item as well; or those
        for all other columns.

    Returns
    -------
    polars.Expr
        One boolean a row, never null.
    """
    named = (*KEYS, "source_language")
    rules = [check.broken for check in row_checks(columns) if (check.column in named) == keys]
    return pl.any_horizontal(rules or [pl.lit(False)])


def row_problems(frame: pl.LazyFrame, where: str) -> list[Problem]:
    """Name every rule that some row breaks.

    Parameters
    ----------
    frame : polars.LazyFrame
        A table after `hatscore.attempts.conform.conform`.
    where : str
        Name of the file or frame.

    Returns
    -------
    list of Problem
        Rows are counted from 1, a header not counted.
    """
    numbered = frame.with_row_index(_ROW, offset=1)
    problems = []
    for check in row_checks(frame.collect_schema().names()):
        broken = numbered.filter(check.broken).select(_ROW, check.column).collect(engine="streaming")
        if broken.height:
            rows = listing([str(row) for row in broken[_ROW].head(3).to_list()] + [""] * (broken.height - 3))
            row = "row" if broken.height == 1 else "rows"
            sentence = check.sentence(broken[check.column])
            problems.append(Problem(check.code, f"{where}, {row} {rows}: {sentence}"))
    return problems


def _no_value(name: str) -> RowCheck:
    empty = pl.col(name).is_null()
    if name != "attempt":
        empty = empty | (pl.col(name) == "")
    return RowCheck("no_value", name, empty, lambda _: f"{name} has no value; every attempt needs one.")


def _not_a_number(name: str) -> RowCheck:
    kind = "a whole number" if TYPES[name] == pl.Int64 else "a number"
    broken = pl.col(RAW + name).is_not_null() & pl.col(name).is_null()
    if name == "attempt":
        broken = pl.col(name).is_null()
    return RowCheck(
        "not_a_number",
        RAW + name,
        broken,
        lambda got: f"{name} must be {kind}; got {got[0]!r}.",
    )


def _score_out_of_range() -> RowCheck:
    inside = pl.col("score").is_between(0, 1)
    broken = ~inside.fill_null(True)

    def sentence(got: pl.Series) -> str:
        numbers = got.drop_nulls().drop_nans()
        if got.is_nan().any():
            return (
                "score is not a number (NaN); leave it empty and give an outcome, or outcome 'error' "
                "for a failed call."
            )
        worst = float(numbers.max())  # type: ignore[arg-type]
        if (numbers > 1).all() and worst <= 100:
            return (
                f"score must lie in [0, 1]; got {numbers[0]:g}, which looks like a percent: divide the "
                "column by 100, and check that it does not mix percents and fractions."
            )
        return f"score must lie in [0, 1]; got {numbers[0]:g}."

    return RowCheck("score_out_of_range", "score", broken, sentence)


def _unknown_outcome() -> RowCheck:
    broken = ~pl.col("outcome").is_in(OUTCOMES).fill_null(True)
    return RowCheck(
        "unknown_outcome",
        "outcome",
        broken,
        lambda got: f"outcome must be one of {', '.join(OUTCOMES)}; got {got[0]!r}.",
    )


def _outcome_contradicts_score() -> RowCheck:
    right = pl.col("outcome") == RIGHT
    broken = (right & (pl.col("score") == 0)) | (
        ~right & pl.col("outcome").is_in(OUTCOMES) & (pl.col("score") == 1)
    )
    return RowCheck(
        "outcome_contradicts_score",
        "outcome",
        broken.fill_null(False),
        lambda got: (
            f"outcome {got[0]!r} contradicts the score; right goes with a score above 0, the "
            "others with a score below 1."
        ),
    )


def _neither(present: set[str]) -> RowCheck:
    columns = [name for name in ("score", "outcome") if name in present]
    broken = pl.all_horizontal(pl.col(name).is_null() for name in columns)
    if RAW + "score" in present:
        # A text that is no number is named by a rule of its own.
        broken = broken & pl.col(RAW + "score").is_null()
    return RowCheck(
        "no_score",
        columns[0],
        broken,
        lambda _: "there is neither a score nor an outcome; give outcome 'error' for a failed call.",
    )


def _floor_out_of_range() -> RowCheck:
    broken = ~pl.col("floor").is_between(0, 1, closed="left").fill_null(True)
    return RowCheck(
        "floor_out_of_range",
        "floor",
        broken,
        lambda got: f"floor is a chance from 0 to below 1; got {got[0]:g}.",
    )


def _too_few_options() -> RowCheck:
    broken = (pl.col("n_options") < 2).fill_null(False)
    return RowCheck(
        "too_few_options",
        "n_options",
        broken,
        lambda got: f"n_options must be at least 2; got {got[0]}.",
    )
