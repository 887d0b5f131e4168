"""Templates, styles and scripts of pages, and what they were made with."""

import platform
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from typing import Any

from hatscore._version import __version__
from hatscore.errors import MissingExtra

PACKAGES = ("numpy", "polars", "scipy", "altair", "vl-convert-python")


def versions() -> dict[str, str]:
    """Versions of hatscore, Python and the packages that figures come from.

    Returns
    -------
    dict of str
    """
    found = {"hatscore": __version__, "Python": platform.python_version()}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


@cache
def asset(name: str) -> str:
    """One of the files that pages are made of.

    Parameters
    ----------
    name : str
        Its name.

    Returns
    -------
    str
    """
    return files("hatscore.reports").joinpath(f"assets/{name}").read_text(encoding="utf-8")


@cache
def vega() -> str:
    """Vega, Vega-Lite and Vega-Embed as one script, from the package that carries them.

    Returns
    -------
    str

    Raises
    ------
    MissingExtra
        If it is not installed.
    """
    try:
        import vl_convert
    except ImportError as error:
        raise MissingExtra("A report", "report") from error
    bundle: str = vl_convert.javascript_bundle()  # type: ignore[call-arg]  # its stub is wrong
    # A script ends at this tag wherever it stands, in a string too.
    return bundle.replace("</script", "<\\/script")


@cache
def template(name: str) -> Any:
    """A page to be filled; every text is escaped.

    Parameters
    ----------
    name : str
        Of its file.

    Returns
    -------
    jinja2.Template

    Raises
    ------
    MissingExtra
        If Jinja is not installed.
    """
    try:
        from jinja2 import Environment, FunctionLoader, StrictUndefined
    except ImportError as error:
        raise MissingExtra("A report", "report") from error
    from hatscore.names import readable

    environment = Environment(
        autoescape=True,
        loader=FunctionLoader(asset),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["name"] = readable
    environment.filters["figure"] = _figure_name
    return environment.get_template(name)


def _figure_name(name: str) -> str:
    """Key of a figure for people."""
    return name.replace("r_squared", "R²").replace("_", " ").replace("hat", "HAT")
