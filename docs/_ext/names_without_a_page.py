"""Names in docstrings that have no page stay plain code; names that do not exist stop the build."""

import sys
from contextlib import suppress
from typing import Any

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment


def keep_as_code(
    app: Sphinx,  # noqa: ARG001
    env: BuildEnvironment,  # noqa: ARG001
    node: pending_xref,
    shown: nodes.TextElement,
) -> nodes.Element | None:
    """The text as it stands where the code has such a name; None lets Sphinx warn."""
    target = node["reftarget"]
    # numpydoc points to types in the inventories of Python and NumPy, which would have to be fetched.
    if target.startswith(("python:", "numpy:")):
        name = target.partition(":")[2].rpartition(".")[2]
        return nodes.inline(name, name)
    return shown if node.get("refdomain") == "py" and _exists(target) else None


def _exists(name: str) -> bool:
    if name.startswith("hatscore."):
        module, _, last = name.rpartition(".")
        return name in sys.modules or hasattr(sys.modules.get(module), last)
    first = name.split(".", maxsplit=1)[0]
    ours = [module for path, module in sys.modules.items() if path.split(".")[0] == "hatscore"]
    return first in sys.modules or any(hasattr(module, first) for module in ours)


def setup(app: Sphinx) -> dict[str, Any]:
    """Register with Sphinx; the whole package is loaded, so that its names are known."""
    import pkgutil
    from importlib import import_module

    import hatscore

    for module in pkgutil.walk_packages(hatscore.__path__, "hatscore."):
        # Modules of vendors' SDKs load only where these are installed; no page names what is in them.
        with suppress(ImportError):
            if not module.name.endswith("__main__"):
                import_module(module.name)
    app.connect("missing-reference", keep_as_code)
    return {"parallel_read_safe": True}
