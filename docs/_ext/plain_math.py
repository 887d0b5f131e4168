"""Formulas as MathML, which browsers draw by themselves: no script, no fonts, no other host."""

from typing import Any

from docutils import nodes
from latex2mathml.converter import convert
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator


def inline(writer: HTML5Translator, node: nodes.Element) -> None:
    """Write a formula within a line."""
    writer.body.append(convert(node.astext(), display="inline"))
    raise nodes.SkipNode


def display(writer: HTML5Translator, node: nodes.Element) -> None:
    """Write a formula that stands alone; it scrolls where the page is narrow."""
    formula = convert(node.astext(), display="block")
    writer.body.append(f'<div class="math" tabindex="0">{formula}</div>\n')
    raise nodes.SkipNode


def setup(app: Sphinx) -> dict[str, Any]:
    """Register with Sphinx."""
    app.add_html_math_renderer("plain_math", (inline, None), (display, None))
    return {"parallel_read_safe": True}
