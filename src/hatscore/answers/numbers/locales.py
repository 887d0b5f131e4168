"""Which characters separate decimals and groups of thousands in a language, from CLDR."""

from dataclasses import dataclass
from functools import lru_cache

from babel import Locale, UnknownLocaleError

SPACES = " \u00a0\u2009\u202f"
"""Spaces that group digits: plain, no-break, thin, narrow no-break."""

APOSTROPHES = "'\u2019"
"""Apostrophes that group digits, as in Swiss usage."""


@dataclass(frozen=True, slots=True)
class Separators:
    """How a language writes the inside of a number.

    Attributes
    ----------
    decimal : frozenset of str
        Characters before the decimals.
    group : frozenset of str
        Characters between groups of thousands; any space stands for all of them.
    """

    decimal: frozenset[str]
    group: frozenset[str]


@lru_cache(maxsize=256)
def separators(language: str) -> Separators:
    """Separators of a language, in all numbering systems that CLDR gives for it.

    Parameters
    ----------
    language : str
        Language tag; a tag that CLDR does not know is read like English.

    Returns
    -------
    Separators

    Examples
    --------
    >>> "," in separators("de").decimal, "." in separators("de").group
    (True, True)
    >>> " " in separators("fr").group
    True
    """
    symbols = _locale(language).number_symbols
    decimal = {str(table["decimal"]) for table in symbols.values() if "decimal" in table}
    group = {str(table["group"]) for table in symbols.values() if "group" in table}
    if group & set(SPACES):
        group |= set(SPACES)
    return Separators(frozenset(decimal), frozenset(group - decimal))


def _locale(language: str) -> Locale:
    tag = language.replace("-", "_")
    for candidate in (tag, tag.split("_")[0]):
        try:
            return Locale.parse(candidate)
        except (UnknownLocaleError, ValueError):
            continue
    return Locale.parse("en")
