"""What a plan is asked."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, TypedDict

from hatscore.errors import InvalidArgument
from hatscore.options import is_number

MOST_ATTEMPTS = 1_000


class QuestionFields(TypedDict, total=False):
    """The fields of `Question`, as keyword arguments of `hatscore.plan`."""

    detect: float | None
    power: float
    items: int | Sequence[int]
    attempts: int | Sequence[int]
    source_attempts: int | None
    languages: int | Sequence[int]
    budget: float | None
    cost_per_item: float
    cost_per_attempt: float | tuple[float, float]
    max_items: int | None
    paired: bool


@dataclass(frozen=True, slots=True)
class Question:
    """What a plan is asked.

    Attributes
    ----------
    detect : float or None
        Difference of HAT that is to be seen.
    power : float
        With which chance.
    items : tuple of int
        Numbers of items of designs that are given.
    attempts : tuple of int
        Attempts per item in every target language, and in the source.
    source_attempts : int or None
        Attempts per item in the source, where they are another number.
    languages : tuple of int
        Target languages; empty is as many as the pilot has, or 3.
    budget : float or None
        What there is to spend: attempts in all, unless prices are given.
    cost_per_item : float
        Price of one new item in all its languages.
    cost_per_attempt : pair of float
        Price of one attempt in the source, and in a target.
    max_items : int or None
        Items that there are.
    paired : bool
        Without a pilot: whether two systems are compared, or one is held against a fixed value.

    Raises
    ------
    InvalidArgument
        If a value is not one of those above.
    """

    detect: float | None = None
    power: float = 0.8
    items: Any = ()
    attempts: Any = (2, 5, 10, 20)
    source_attempts: int | None = None
    languages: Any = ()
    budget: float | None = None
    cost_per_item: float = 0.0
    cost_per_attempt: Any = (1.0, 1.0)
    max_items: int | None = None
    paired: bool = True

    def __post_init__(self) -> None:
        if self.detect is not None and not (is_number(self.detect) and 0 < self.detect < 1):
            raise InvalidArgument(
                f"detect must be a difference of HAT above 0 and below 1, such as 0.03; got {self.detect!r}."
            )
        if not (is_number(self.power) and 0.1 <= self.power <= 0.999):
            raise InvalidArgument(f"power must lie from 0.1 to 0.999, such as 0.8; got {self.power!r}.")
        for name, least in (("items", 2), ("attempts", 1), ("languages", 1)):
            self._set(name, _whole(name, getattr(self, name), least))
        for name, least in (("source_attempts", 2), ("max_items", 2)):
            if getattr(self, name) is not None:
                self._set(name, _whole(name, getattr(self, name), least)[0])
        sourced = [self.source_attempts or attempts for attempts in self.attempts]
        if min(sourced, default=2) < 2:
            raise InvalidArgument(
                "HAT corrected needs at least 2 source attempts; got attempts=1. "
                "Give source_attempts (--source-attempts) for a single target attempt."
            )
        self._check_prices()

    def _set(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    def _check_prices(self) -> None:
        given = self.cost_per_attempt
        prices = (given, given) if is_number(given) else tuple(given)
        if len(prices) != 2 or not all(is_number(price) and price > 0 for price in prices):
            raise InvalidArgument(
                f"cost_per_attempt must be a price above 0, or one in the source and one in a target; got "
                f"{given!r}."
            )
        self._set("cost_per_attempt", tuple(map(float, prices)))
        if not (is_number(self.cost_per_item) and self.cost_per_item >= 0):
            raise InvalidArgument(f"cost_per_item must be a price from 0; got {self.cost_per_item!r}.")
        if self.budget is not None and not (is_number(self.budget) and self.budget > 0):
            raise InvalidArgument(f"budget must be a number above 0; got {self.budget!r}.")

    @property
    def priced(self) -> bool:
        """Whether costs are other than attempts in all."""
        return self.cost_per_item != 0 or self.cost_per_attempt != (1.0, 1.0)


def question_names() -> list[str]:
    """Names of the fields.

    Returns
    -------
    list of str
    """
    return [field.name for field in fields(Question)]


def _whole(name: str, given: Any, least: int) -> tuple[int, ...]:
    numbers: tuple[Any, ...] = (given,) if is_number(given) else tuple(given)
    if not all(
        isinstance(number, int) and not isinstance(number, bool) and number >= least for number in numbers
    ):
        raise InvalidArgument(f"{name} must be whole numbers from {least}; got {given!r}.")
    return tuple(dict.fromkeys(numbers))
