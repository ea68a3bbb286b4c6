"""The site: `python -m sphinx -n -W --keep-going docs build/site` builds it, without network.

Commands, environments and the Python pages come from the code; see ``extensions``.
"""

import sys
import tomllib
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx

import durak_env

sys.path.insert(0, str(Path(__file__).with_name("extensions")))

project = "durak-env"
copyright = "2026, the durak-env authors"
release = durak_env.__version__
extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
    "sphinx_copybutton",
    "commands",
    "environments",
    "members",
    "messages",
    "names",
]
html_theme = "furo"
html_title = f"durak-env {release}"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
smartquotes = False  # or --transfer becomes –transfer
default_role = "any"  # a name in a docstring between single backticks is a reference, and checked
myst_heading_anchors = 4
nb_execution_mode = "off"  # notebooks are kept with their outputs
copybutton_exclude = ".linenos, .gp, .go"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
python_maximum_signature_line_length = 88
python_use_unqualified_type_names = True
napoleon_use_ivar = True
napoleon_use_rtype = False  # a result is described in words, which are no references
names_for_types = {"Durak", "FirstFaults", "np.ndarray"}  # annotations that a subclass inherits from another module

with Path(__file__).parents[1].joinpath("pyproject.toml").open("rb") as _file:
    _source = tomllib.load(_file)["project"]["urls"].get("Source")
if _source:  # links to the repository and to edit a page
    html_theme_options = {"source_repository": _source, "source_branch": "main", "source_directory": "docs/"}


def mark_plots(app: Sphinx, page: nodes.document) -> None:
    """Give pictures of results that are no SVG a class, by which the style sheet turns them round in the dark."""
    for picture in page.findall(nodes.image):
        if "results/figures/" in picture["uri"] and not picture["uri"].endswith(".svg"):
            picture["classes"].append("plot")


def setup(app: Sphinx) -> None:
    app.connect("doctree-read", mark_plots)
