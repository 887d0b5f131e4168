"""The look that all charts share, and the one place that loads Altair."""

from collections.abc import Sequence
from hashlib import blake2s
from typing import Any
from unicodedata import east_asian_width

from hatscore.errors import MissingExtra
from hatscore.names import isolate, visible

BLUE, VERMILLION, GREEN, PURPLE, ORANGE, SKY = (
    "#0072B2",
    "#D55E00",
    "#009E73",
    "#CC79A7",
    "#E69F00",
    "#56B4E9",
)
PALETTE = (BLUE, VERMILLION, GREEN, PURPLE, ORANGE, SKY)
"""Okabe and Ito's colours, told apart by all readers; without yellow, which vanishes on white paper."""

SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right")
"""One more than there are colours, so that colour and shape together tell 42 groups apart."""

LIGHT_TO_DARK = ("#F2F6FA", "#BFD6E8", "#7FB2D6", "#2471A3", "#0B4F80", "#06263F")
"""Of heat maps: one hue, so that grey print keeps the order."""

ON_LIGHT = "#111111"
"""Text on a light cell, which stays dark where a page turns the ink light."""

INK, GREY, GRID, CLOUD = "#1A1A1A", "#595959", "#E3E3E3", "#B9C3CC"
"""Text and reference lines, secondary text, guide lines, points behind others."""

FONT = "Noto Sans, DejaVu Sans, sans-serif"
"""Between them these hold most scripts; the renderer takes missing glyphs from any font it has."""

DASH = (5, 4)
"""Of the lines that stand for perfect transfer."""

NO_LIMIT = 0
"""Vega-Lite cuts long labels, and with them the language at their end; this lets them run."""

LONGEST = 44
"""Width of a name from which it is shortened, in Latin letters; the tooltip has all of it."""

CONFIG: dict[str, Any] = {
    "background": "white",
    "font": FONT,
    "padding": 10,
    "view": {"stroke": None},
    "axis": {
        "domainColor": GREY,
        "gridColor": GRID,
        "labelFlush": False,
        "labelColor": INK,
        "labelFontSize": 12,
        "labelLimit": NO_LIMIT,
        "tickColor": GREY,
        "titleColor": INK,
        "titleFontSize": 12,
        "titleFontWeight": "normal",
        "titlePadding": 10,
    },
    "header": {"labelColor": INK, "labelFontSize": 13, "labelFontWeight": "bold", "labelLimit": NO_LIMIT},
    # The fonts that come with the renderer have no U+2212, and a missing sign is taken from a bold one.
    "locale": {
        "number": {"decimal": ".", "thousands": ",", "grouping": [3], "currency": ["", ""], "minus": "-"}
    },
    "legend": {
        "labelColor": INK,
        "labelFontSize": 12,
        "labelLimit": NO_LIMIT,
        "titleColor": INK,
        "titleFontSize": 12,
        "titleFontWeight": "normal",
    },
    "title": {
        "anchor": "start",
        "color": INK,
        "fontSize": 15,
        "fontWeight": "bold",
        "frame": "group",
        "offset": 12,
        "subtitleColor": GREY,
        "subtitleFontSize": 12,
        "subtitleLineHeight": 16,
    },
}
"""Vega-Lite configuration; the smallest text is 12 pixels, which is 9 points in print."""


def altair() -> Any:
    """Altair, loaded now.

    Returns
    -------
    module

    Raises
    ------
    MissingExtra
        If it is not installed.
    """
    try:
        import altair as module
    except ImportError as error:
        raise MissingExtra("Drawing", "charts") from error
    return module


def marks(groups: Sequence[str]) -> tuple[list[str], list[str]]:
    """A colour and a shape for each group.

    Parameters
    ----------
    groups : sequence of str
        What is told apart.

    Returns
    -------
    colors, shapes : list of str
        No two groups have both the same, up to 42 of them.

    Examples
    --------
    >>> marks(["a", "b"])
    (['#0072B2', '#D55E00'], ['circle', 'square'])
    """
    places = range(len(groups))
    return [PALETTE[n % len(PALETTE)] for n in places], [SHAPES[n % len(SHAPES)] for n in places]


def isolated(text: str) -> str:
    """A name for a label: as `hatscore.names.readable`, and not too long.

    Parameters
    ----------
    text : str
        A name in any script.

    Returns
    -------
    str
        A very long name has an ellipsis in its middle, and a mark that keeps it apart from other names
        with the same ends.

    Examples
    --------
    >>> isolated("gemma")
    'gemma'
    >>> len(isolated("\u05d0")) - len("\u05d0")
    2
    >>> isolated("x" * 300)
    'xxxxxxxxxxxxxxxxxx…xxxxxxxxxxxxxxxxxx ~bc56'
    """
    shown = visible(text.replace("\n", "\u240a"))
    if width(shown) > LONGEST:
        half = (LONGEST - 8) // 2
        digest = blake2s(text.encode("utf-8", "replace"), digest_size=2).hexdigest()
        shown = f"{_fitting(shown, half)}…{_fitting(shown[::-1], half)[::-1]} ~{digest}"
    return isolate(shown)


def width(text: str) -> int:
    """How wide a text is, in Latin letters.

    Parameters
    ----------
    text : str
        Any.

    Returns
    -------
    int

    Examples
    --------
    >>> width("ab"), width("模型")
    (2, 4)
    """
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def row_name(*names: str) -> str:
    """Several names in one line.

    Parameters
    ----------
    *names : str
        Such as system and target.

    Returns
    -------
    str
        The names between bars.

    Examples
    --------
    >>> row_name("gemma", "sw")
    'gemma | sw'
    """
    return " | ".join(isolated(name) for name in names)


def _fitting(text: str, most: int) -> str:
    """As much of the start as is not wider."""
    used = 0
    for place, letter in enumerate(text):
        used += width(letter)
        if used > most:
            return text[:place]
    return text
