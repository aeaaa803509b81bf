"""How Sphinx makes the site; `docs/site/build.py` lays out the pages it reads."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[3]  # this file is read from build/site/source

project = "Sabika"
author = "Sabika contributors"
copyright = "Sabika contributors, MIT licence"  # noqa: A001  # Sphinx's name for it
version = release = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
myst_enable_extensions = ["attrs_inline", "colon_fence"]
myst_heading_anchors = 3
exclude_patterns = ["site", "README.md"]
suppress_warnings = ["misc.highlighting_failure"]  # notation of the games in fenced blocks

# The sources are read, not the compiled modules: those have no signatures.
default_role = "literal"  # names in docstrings are code, not emphasis
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "show-inheritance": True}
python_use_unqualified_type_names = True
add_module_names = False

# Nothing comes from another host: the site is read offline, from a disk or a server of one's own.
html_theme = "furo"
html_title = f"Sabika {release}"
html_static_path = ["site/static"]
html_css_files = ["sabika.css"]
html_favicon = "site/static/star.svg"
html_logo = "site/static/star.svg"
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_theme_options = {
    "light_css_variables": {
        "color-brand-primary": "#1f6f68",
        "color-brand-content": "#1f6f68",
        "color-background-primary": "#fffdf8",
        "color-background-secondary": "#f6efe2",
        "font-stack": "system-ui, sans-serif",
    },
    "dark_css_variables": {"color-brand-primary": "#e0a84a", "color-brand-content": "#e0a84a"},
}
