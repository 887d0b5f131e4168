"""Pip constraints that hold every direct dependency at the lowest version that pyproject.toml allows.

``python scripts/lowest.py >lowest.txt``, then ``pip install -c lowest.txt '.[charts,report,run,frames]'``.
"""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

PYPROJECT = Path(__file__).parents[1] / "pyproject.toml"
REQUIREMENT = re.compile(r"^(?P<name>[\w.-]+)(\[[\w,-]+\])?(>=|==)(?P<version>[\w.]+)\s*(?P<marker>;.*)?$")


def requirements() -> Iterator[str]:
    """Those of the package and of its extras; the tools of the dev group stay the newest."""
    project = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]
    yield from project["dependencies"]
    for extra in project["optional-dependencies"].values():
        yield from extra


def constraints() -> list[str]:
    found = set()
    for requirement in requirements():
        parts = REQUIREMENT.match(requirement)
        if parts is None:
            raise SystemExit(f"{requirement!r} names no lowest version; write it as name>=version.")
        found.add(f"{parts['name']}=={parts['version']}{parts['marker'] or ''}")
    return sorted(found)


if __name__ == "__main__":
    print("\n".join(constraints()))
