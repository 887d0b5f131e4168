"""Language tags: which are known, and one spelling for each."""

from collections.abc import Iterable
from functools import lru_cache

import langcodes
from langcodes.tag_parser import LanguageTagError


@lru_cache(maxsize=4096)
def standard_tag(tag: str) -> str | None:
    """Standard spelling of a language tag.

    Parameters
    ----------
    tag : str
        BCP 47 tag, or a code with underscores such as ``zh_CN`` or ``swh_Latn``.

    Returns
    -------
    str or None
        The tag with the shortest language code, the usual capitals, and without a script that goes
        without saying; None when the language is not in the registry.

    Examples
    --------
    >>> [standard_tag(t) for t in ("EN", "zh_CN", "deu_Latn", "sr-Latn", "english", "xx")]
    ['en', 'zh-CN', 'de', 'sr-Latn', None, None]
    """
    text = tag.strip()
    try:
        if not langcodes.tag_is_valid(text):
            return None
        return langcodes.Language.get(text).simplify_script().to_tag()
    except LanguageTagError:
        return None


def standard_spellings(tags: Iterable[str | None]) -> dict[str, str]:
    """Tags that are known under another spelling, with the standard one.

    Parameters
    ----------
    tags : iterable of str
        Tags that occur; empty ones are left out.

    Returns
    -------
    dict of str

    Examples
    --------
    >>> standard_spellings(["sw", "swa", "SW", "no such tag", None])
    {'SW': 'sw', 'swa': 'sw'}
    """
    standard = {tag: standard_tag(tag) for tag in sorted(tag for tag in set(tags) if tag)}
    return {tag: known for tag, known in standard.items() if known is not None and known != tag}
