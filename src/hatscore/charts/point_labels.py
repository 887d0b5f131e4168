"""Where names of points go in a plot of points, so that none covers another or a point."""

from collections.abc import Sequence
from dataclasses import dataclass

from hatscore.charts import theme

LETTER, HEIGHT, GAP = 6.6, 13.0, 8.0
"""Pixels: width of a letter, height of a line, distance of a name from its point."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in pixels, from its left upper corner."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: "Box") -> bool:
        """Whether the two overlap.

        Parameters
        ----------
        other : Box
            The other.

        Returns
        -------
        bool
        """
        apart = self.right <= other.left or other.right <= self.left
        return not (apart or self.bottom <= other.top or other.bottom <= self.top)


def label_places(
    points: Sequence[tuple[float, float]], names: Sequence[str], size: tuple[float, float]
) -> list[tuple[float, float] | None]:
    """Left middle ends of the names that have room.

    Parameters
    ----------
    points : sequence of pair of float
        Pixels from the left and from the top.
    names : sequence of str
        A name each.
    size : pair of float
        Width and height of the plot.

    Returns
    -------
    list of pair of float, or None
        None where a name would cover another name or a point; the tooltip still has it.

    Examples
    --------
    >>> label_places([(10, 50), (90, 50)], ["a", "b"], (100, 100))
    [(18.0, 50.0), (75.4, 50.0)]
    """
    taken = [Box(x - 4, y - 4, x + 4, y + 4) for x, y in points]
    found: list[tuple[float, float] | None] = []
    for own, ((x, y), name) in enumerate(zip(points, names, strict=True)):
        wide = LETTER * theme.width(name)
        others = taken[:own] + taken[own + 1 :]
        spots = (
            (x + GAP, y),
            (x - GAP - wide, y),
            (x - wide / 2, y - GAP - HEIGHT / 2),
            (x - wide / 2, y + GAP + HEIGHT / 2),
            (x + GAP, y - HEIGHT / 2),
            (x + GAP, y + HEIGHT / 2),
            (x - GAP - wide, y - HEIGHT / 2),
            (x - GAP - wide, y + HEIGHT / 2),
        )
        place = None
        for left, middle in spots:
            box = Box(left, middle - HEIGHT / 2, left + wide, middle + HEIGHT / 2)
            inside = box.left >= 0 and box.right <= size[0] and box.top >= 0 and box.bottom <= size[1]
            if inside and not any(box.meets(other) for other in others):
                place = (float(left), float(middle))
                taken.append(box)
                break
        found.append(place)
    return found
