"""The site: `python -m pip install ".[docs]" && sphinx-build -W docs docs/_build/html`."""
from __future__ import annotations

import re
import sys
import urllib.request
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE / "_ext")]

project = "minitorch_compat"
author = "The minitorch_compat authors"
copyright = author
release = re.search(r'__version__ = "(.*)"', (HERE.parent / "minitorch_compat/_version.py").read_text())[1]
version = release

extensions = ["myst_parser", "sphinx.ext.intersphinx", "reference_pages", "measured_pages", "made_pictures"]
myst_enable_extensions = ["colon_fence", "deflist", "fieldlist"]
myst_heading_anchors = 4
source_suffix = {".md": "markdown"}
root_doc = "index"
exclude_patterns = ["_build", "_ext", "_static", "changelog.d", "examples", "measured/known_differences.md"]
highlight_language = "python"
suppress_warnings = ["myst.header", "misc.highlighting_failure"]
add_module_names = False
toc_object_entries = False
html_theme = "pydata_sphinx_theme"
html_title = f"minitorch_compat {release}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_js_files = ["grid.js"]
html_context = {"default_mode": "auto"}
html_copy_source = False
html_show_sourcelink = False
html_theme_options = {
    "navigation_with_keys": False, "show_nav_level": 1, "navigation_depth": 2, "show_prev_next": False, "header_links_before_dropdown": 6,
    "secondary_sidebar_items": ["page-toc"],
}
#: Pages of names stand by themselves: hundreds of names beside each would be most of the site.
html_sidebars = {"reference/**": [], "index": []}

#: The other projects' indices, if they can be reached: the site is built without a network, too.
_OTHERS = {"python": "https://docs.python.org/3/", "numpy": "https://numpy.org/doc/stable/", "torch": "https://docs.pytorch.org/docs/stable/"}


def _reached(address: str) -> bool:
    try:
        with urllib.request.urlopen(address + "objects.inv", timeout=3) as answer:
            return answer.status == 200
    except (OSError, ValueError):
        return False


intersphinx_mapping = {name: (address, None) for name, address in _OTHERS.items() if _reached(address)}
intersphinx_timeout = 10
