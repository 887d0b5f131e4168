"""What a user can choose about scoring, in one frozen object that the signature is built from."""

from dataclasses import dataclass, fields, replace
from typing import Any, Literal, TypedDict, get_args

from hatscore.errors import InvalidArgument

Rows = Literal["macro", "language", "pooled", "all"]
Estimator = Literal["published", "corrected", "curve"]
Counting = Literal["wrong", "drop"]
Missing = Literal["error", "drop"]
Intervals = Literal["fieller", "bootstrap"]

DEFAULT_SEED = 260621954
"""Seed of the bootstrap when none is given."""
MOST_DRAWS = 1_000_000
"""How often each item is drawn is held for all draws: some gigabytes."""
SIMULATION_SEED = 20260621
"""Seed of simulated studies when none is given."""


class OptionFields(TypedDict, total=False):
    """The fields of `Options`, as keyword arguments of `hatscore.score`."""

    by: Rows
    source: str | None
    floor: Literal["none", "options"] | float
    level: float
    estimator: Estimator
    unparsed: Counting
    truncated: Counting
    missing: Missing
    intervals: Intervals
    draws: int
    rng: Any


@dataclass(frozen=True, slots=True)
class Options:
    """How to score.

    Attributes
    ----------
    by : {'macro', 'language', 'pooled', 'all'}
        Rows: the mean over target languages, one row a language, one slope over all pairs, or all
        three.
    source : str or None
        Source language of every item. None takes the table's ``source_language`` column, or English
        where there is none.
    floor : {'none', 'options'} or float
        Chance of a right answer by guessing: none, one in ``n_options`` (or the ``floor`` column)
        per item, or one number in [0, 1).
    level : float
        Nominal coverage of the intervals, between 0 and 1.
    estimator : {'published', 'corrected', 'curve'}
        The headline.
    unparsed, truncated : {'wrong', 'drop'}
        Whether an answer that could not be read, or that was cut by the token cap, counts as wrong
        or as missing. Errors of the API are always missing, refusals always wrong.
    missing : {'error', 'drop'}
        What to do with items that have no source attempts.
    intervals : {'fieller', 'bootstrap'}
        Fieller's closed form wherever the estimate is one ratio (the bootstrap elsewhere), or the
        BCa bootstrap throughout.
    draws : int
        Bootstrap resamples, from 100 to `MOST_DRAWS`.
    rng : int, numpy.random.Generator or None
        Randomness of the bootstrap; None is a fixed seed, shown in the signature.

    Raises
    ------
    InvalidArgument
        If a value is not one of those above.
    """

    by: Rows = "macro"
    source: str | None = None
    floor: Literal["none", "options"] | float = "none"
    level: float = 0.95
    estimator: Estimator = "corrected"
    unparsed: Counting = "wrong"
    truncated: Counting = "wrong"
    missing: Missing = "error"
    intervals: Intervals = "fieller"
    draws: int = 10_000
    rng: Any = None

    def __post_init__(self) -> None:
        choices = {
            "by": get_args(Rows),
            "estimator": get_args(Estimator),
            "unparsed": get_args(Counting),
            "truncated": get_args(Counting),
            "missing": get_args(Missing),
            "intervals": get_args(Intervals),
        }
        for name, allowed in choices.items():
            _choice(name, getattr(self, name), allowed)
        _check_level(self.level)
        _check_draws(self.draws)
        _check_rng(self.rng)
        _check_source(self.source)
        _check_floor(self.floor)

    def change(self, **changes: Any) -> "Options":
        """Copy with some fields changed.

        Parameters
        ----------
        **changes
            Fields by name.

        Returns
        -------
        Options

        Raises
        ------
        InvalidArgument
            If a name is not a field, or a value is not allowed.
        """
        known = [field.name for field in fields(self)]
        for name in changes:
            if name not in known:
                raise InvalidArgument(f"no option {name!r}; the options are {', '.join(known)}.")
        return replace(self, **changes)


def _choice(name: str, value: object, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        listed = ", ".join(repr(choice) for choice in allowed)
        raise InvalidArgument(f"{name} must be one of {listed}; got {value!r}.")


def _check_floor(floor: object) -> None:
    if floor in ("none", "options"):
        return
    if is_number(floor) and 0 <= float(str(floor)) < 1:
        return
    raise InvalidArgument(
        f"floor must be 'none', 'options', or a number from 0 to below 1 (0.25 for four options); "
        f"got {floor!r}."
    )


def _check_level(level: object) -> None:
    if not (is_number(level) and 0 < float(str(level)) < 1):
        raise InvalidArgument(f"level must lie strictly between 0 and 1, such as 0.95; got {level!r}.")


def _check_draws(draws: object) -> None:
    if not (isinstance(draws, int) and 100 <= draws <= MOST_DRAWS):
        raise InvalidArgument(f"draws must be a whole number from 100 to {MOST_DRAWS:,}; got {draws!r}.")


def _check_rng(rng: object) -> None:
    if isinstance(rng, (bool, float, str)) or (isinstance(rng, int) and rng < 0):
        raise InvalidArgument(f"rng (--seed) must be a whole number from 0; got {rng!r}.")


def _check_source(source: object) -> None:
    if source is not None and not (isinstance(source, str) and source):
        raise InvalidArgument(f"source must be a language tag such as 'en'; got {source!r}.")


def is_number(value: object) -> bool:
    """Whether an argument is a number, which a truth value is not.

    Parameters
    ----------
    value : object
        The argument.

    Returns
    -------
    bool
    """
    return isinstance(value, (int, float)) and not isinstance(value, bool)
