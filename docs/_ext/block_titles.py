"""Shows the title of a fenced block above it: ``toml title="wales.toml"``.

The plain form stays readable where Markdown is shown without Sphinx, and the tests save such a block under
its title (tests/docs/blocks.py).
"""

import re
from typing import Any

from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

TITLED = re.compile(r'^```(\w+) title="([^"]+)"\n', re.MULTILINE)


def show_titles(app: Sphinx, name: str, source: list[str]) -> None:  # noqa: ARG001
    """Turn the title of a block into a caption."""
    source[0] = TITLED.sub(r"```{code-block} \1\n:caption: \2\n", source[0])


def setup(app: Sphinx) -> dict[str, Any]:
    """Register with Sphinx."""
    app.add_lexer("csv", TextLexer)
    app.connect("source-read", show_titles)
    return {"parallel_read_safe": True}
