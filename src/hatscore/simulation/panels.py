"""Simulated studies as panels, without a table between: many studies are scored at once."""

import numpy as np

from hatscore.options import Options
from hatscore.scoring.panels import Panel, Side
from hatscore.simulation.draws import Array, Counts, Right
from hatscore.simulation.truth import Truth

SOURCE = "en"


def panel_of(truth: Truth, right: Right, options: Options | None = None) -> Panel:
    """Studies side by side in one panel.

    Parameters
    ----------
    truth : Truth
        What was drawn from.
    right : Right
        One study, or several. Of several the systems of the first come first, then those of the second,
        and so on: they share no items, but no estimate of one system looks at another's.
    options : Options, optional
        ``floor`` is used.

    Returns
    -------
    Panel
        What `hatscore.scoring.panels.build_panels` lays out from the counts of the same study; answers that
        cannot be read count as wrong.
    """
    studies, systems, items = right.source.shape
    source = _items_first(right.source[..., np.newaxis])
    target = _items_first(right.target)
    floor = (options or Options()).floor
    languages = sorted((SOURCE, *truth.languages))
    chance = truth.chance if floor in ("none", "options") else float(floor)
    return Panel(
        benchmark=truth.benchmark,
        items=[item_name(item, items) for item in range(items)],
        systems=list(truth.names) if studies == 1 else _numbered(truth, studies),
        targets=sorted(truth.languages),
        sources=[SOURCE],
        source=_side(source, truth.sourced),
        target=_side(target[..., np.argsort(list(truth.languages))], truth.attempts),
        present=np.ones(target.shape, bool),
        floor=np.full((items, 1, 1), 0.0 if floor == "none" else chance),
        chance=np.full((items, 1, 1), chance),
        unread=_unread(truth, right),
        languages=languages,
        dropped=np.zeros(studies * systems, np.intp),
        source_of=np.full(items, languages.index(SOURCE), np.intp),
    )


def item_name(item: int, items: int) -> str:
    """Name of an item, in the order of names.

    Parameters
    ----------
    item, items : int
        Its position, and how many there are.

    Returns
    -------
    str

    Examples
    --------
    >>> item_name(7, 250)
    'q007'
    """
    return f"q{item:0{len(str(max(items - 1, 0)))}d}"


def _items_first(counts: Counts) -> Array:
    """From (studies, systems, items, languages) to (items, studies x systems, languages)."""
    items, languages = counts.shape[2:]
    return np.ascontiguousarray(np.moveaxis(counts, 2, 0).reshape(items, -1, languages), float)


def _numbered(truth: Truth, studies: int) -> list[str]:
    return [f"{name}/{study}" for study in range(studies) for name in truth.names]


def _side(total: Array, attempts: int) -> Side:
    # Scores are 0 or 1, so their squares have the same sum.
    return Side(np.full(total.shape, float(attempts)), total, total)


def _unread(truth: Truth, right: Right) -> dict[str, Array]:
    order = np.argsort((SOURCE, *truth.languages))
    unparsed = np.concatenate(
        [right.source_unparsed.sum(axis=-1)[..., np.newaxis], right.target_unparsed.sum(axis=-2)], axis=-1
    )
    asked = np.array([truth.sourced, *[truth.attempts] * len(truth.languages)]) * truth.items
    rows = np.broadcast_to(asked, unparsed.shape)
    shape = (-1, len(order))
    nothing = np.zeros((unparsed[..., 0].size, len(order)))
    return {
        "rows": rows[..., order].reshape(shape).astype(float),
        "unparsed": unparsed[..., order].reshape(shape).astype(float),
        "truncated": nothing,
        "refused": nothing,
        "error": nothing,
    }
