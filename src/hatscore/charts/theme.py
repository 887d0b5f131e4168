"""The look that all charts share, and the one place that loads Altair."""

from typing import Any
from unicodedata import bidirectional

from hatscore.errors import MissingExtra

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

INK, GREY, GRID = "#1A1A1A", "#595959", "#E3E3E3"
"""Text and reference lines, secondary text, guide lines."""

FONT = "Noto Sans, DejaVu Sans, sans-serif"
"""Between them these hold most scripts; the renderer takes missing glyphs from any font it has."""

DASH = (5, 4)
"""Of the lines that stand for perfect transfer."""

NO_LIMIT = 0
"""Vega-Lite cuts long labels, and with them the language at their end; this lets them run."""

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


def isolated(text: str) -> str:
    """A name that cannot turn the text around it.

    Parameters
    ----------
    text : str
        A name in any script.

    Returns
    -------
    str
        The name; between direction isolates (U+2068, U+2069) where it has right-to-left letters.

    Examples
    --------
    >>> isolated("gemma")
    'gemma'
    >>> len(isolated("\u05d0")) - len("\u05d0")
    2
    """
    turns = any(bidirectional(letter) in ("R", "AL") for letter in text)
    return f"\u2068{text}\u2069" if turns else text


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
