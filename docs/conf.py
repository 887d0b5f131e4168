"""Settings of the site: ``make docs`` builds it, without the network, and any warning stops it."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE / "_ext"), str(HERE.parent / "src")]

import hatscore  # noqa: E402

project = "hatscore"
author = "The hatscore authors"
copyright = "the hatscore authors, Apache-2.0"
version = release = hatscore.__version__

extensions = [
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "numpydoc",
    "myst_parser",
    "sphinx_copybutton",
    "sphinx_design",
    "block_titles",
    "method_card",
    "names_without_a_page",
    "plain_math",
]
exclude_patterns = ["_build", "card"]
templates_path = ["_templates"]
nitpicky = True

default_role = "py:obj"
add_module_names = False
autodoc_typehints = "none"  # The docstrings say what each argument is.
autodoc_member_order = "bysource"
autosummary_generate = True
autosummary_imported_members = False
numpydoc_show_class_members = False
numpydoc_class_members_toctree = False
numpydoc_xref_param_type = True
numpydoc_xref_ignore = "all"  # Only these words of a type become links:
numpydoc_xref_aliases = {
    **{name: f"hatscore.{name}" for name in hatscore.__all__ if name[0].isupper()},
    **{name: f"hatscore.{name}" for name in ("Flag", "Interval", "Problem", "Regrade", "Score")},
    "Validation": "hatscore.Validation",
    "Claim": "hatscore.results.validation.Claim",
    "ChartKind": "hatscore.charts.registry.ChartKind",
    "Difference": "hatscore.results.comparison.Difference",
    "Finding": "hatscore.results.study.Finding",
    "Gate": "hatscore.results.comparison.Gate",
    "GateCell": "hatscore.results.comparison.GateCell",
    "Ranking": "hatscore.results.comparison.Ranking",
    "ReadingFailures": "hatscore.results.scores.ReadingFailures",
    "Report": "hatscore.results.report.Report",
    "Simulation": "hatscore.results.simulation.Simulation",
    "Step": "hatscore.results.decomposition.Step",
}

myst_enable_extensions = ["colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 4
myst_dmath_double_inline = True
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
smartquotes = False
highlight_language = "none"

html_theme = "pydata_sphinx_theme"
html_title = "hatscore"
html_static_path = ["_static"]
html_css_files = ["hatscore.css"]
html_math_renderer = "plain_math"
html_show_sourcelink = False
html_copy_source = False
ALONE = ("index", "gallery", "cite", "changelog", "contributing", "architecture")
html_sidebars = {page: [] for page in ALONE}
html_theme_options = {
    "header_links_before_dropdown": 5,
    "navbar_align": "left",
    "navbar_end": ["theme-switcher"],
    "footer_start": ["copyright"],
    "footer_end": [],
    "secondary_sidebar_items": ["page-toc"],
    "show_toc_level": 2,
    "navigation_with_keys": False,
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
    "back_to_top_button": False,
}


def setup(app):
    """Fields of named tuples are in the Attributes section; Python's own sentence on each says nothing."""
    app.connect("autodoc-skip-member", _says_nothing)


def _says_nothing(app, what, name, found, skip, options):  # noqa: ARG001
    return skip or "Alias for field" in (found.__doc__ or "")
