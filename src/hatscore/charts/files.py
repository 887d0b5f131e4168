"""Charts as files: PNG, SVG, PDF, HTML that needs no network, Vega-Lite JSON."""

import csv
import io
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal, get_args

from hatscore.errors import MissingExtra

Form = Literal["png", "svg", "pdf", "html", "json"]
LARGEST = 60_000_000
"""Pixels of a PNG; a longer chart is drawn at a smaller scale, which no viewer minds and any can open."""

LONGEST = 8_000
"""Pixels of a side; from there on drawing slows down much. A chart that is longer has a scale of 1."""

FORMS: tuple[Form, ...] = get_args(Form)


def chart_bytes(chart: Any, form: Form, *, scale: float = 2.0) -> bytes:
    """A chart in one form; no browser is needed.

    Parameters
    ----------
    chart : altair.TopLevelMixin
        From a draw function.
    form : {'png', 'svg', 'pdf', 'html', 'json'}
        Which; the HTML holds all its scripts and works without a network, the JSON is Vega-Lite.
    scale : float
        Pixels of the PNG a point of the chart; less where the chart would be larger than `LARGEST`.

    Returns
    -------
    bytes

    Raises
    ------
    MissingExtra
        If vl-convert is not installed.
    """
    if form == "json":
        return bytes(chart.to_json(indent=2) + "\n", "utf-8")
    try:
        import vl_convert
    except ImportError as error:
        raise MissingExtra("Drawing", "charts") from error
    if form == "html":
        return bytes(_page(chart.to_dict()), "utf-8")
    spec = chart.to_dict()
    if form == "pdf":
        return bytes(vl_convert.vegalite_to_pdf(spec))
    svg = vl_convert.vegalite_to_svg(spec)
    if form == "svg":
        return bytes(svg, "utf-8")
    width, height = _size(svg)
    bounds = ((LARGEST / (width * height)) ** 0.5, max(1.0, LONGEST / max(width, height)))
    return bytes(vl_convert.svg_to_png(svg, scale=min(scale, *bounds)))


def script_json(spec: Any) -> str:
    r"""A specification as JSON that may stand inside a script element.

    Parameters
    ----------
    spec : dict
        From ``chart.to_dict()``.

    Returns
    -------
    str
        No name in it can end the element.

    Examples
    --------
    >>> script_json({"name": "</script>"})
    '{"name": "\\u003c/script>"}'
    """
    return json.dumps(spec).replace("<", "\\u003c")


def rows_csv(rows: Sequence[Mapping[str, Any]]) -> str:
    r"""Rows of a chart as CSV.

    Parameters
    ----------
    rows : sequence of mapping
        From a data function; the columns are those of all rows, in order.

    Returns
    -------
    str
        Full precision, empty where a value is None.

    Examples
    --------
    >>> rows_csv([{"a": 1, "b": None}, {"a": "x,y", "c": 0.5}])
    'a,b,c\n1,,\n"x,y",,0.5\n'
    """
    columns = list(dict.fromkeys(name for row in rows for name in row))
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return buffer.getvalue()


def _page(spec: Any) -> str:
    """A page with all its scripts."""
    import altair
    from altair.utils.html import spec_to_html

    # Altair writes the specification as it is, in which a name could end the script and start another.
    place = {"specification": 0}
    page: str = spec_to_html(
        place,
        mode="vega-lite",
        vega_version=altair.VEGA_VERSION,
        vegalite_version=altair.VEGALITE_VERSION,
        vegaembed_version=altair.VEGAEMBED_VERSION,
        template="inline",
    )
    head, found, tail = page.rpartition(json.dumps(place))
    if not found:
        raise RuntimeError("this version of Altair writes pages in another way; please report it.")
    return head + script_json(spec) + tail


def _size(svg: str) -> tuple[float, float]:
    found = re.search(r'<svg[^>]* width="([\d.]+)"[^>]* height="([\d.]+)"', svg)
    return (float(found[1]), float(found[2])) if found else (1.0, 1.0)
