"""The site: `python -m sphinx -n -W --keep-going docs build/site` builds it, without network.

Commands, environments and the Python pages come from the code; see ``extensions``.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).with_name("extensions")))

project = "durak-env"
extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "commands",
    "environments",
    "members",
    "messages",
    "names",
]
html_theme = "furo"
html_title = "durak-env"
html_copy_source = False
html_show_sphinx = False
smartquotes = False  # or --transfer becomes –transfer
default_role = "any"  # a name in a docstring between single backticks is a reference, and checked
myst_heading_anchors = 4
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
python_maximum_signature_line_length = 88
python_use_unqualified_type_names = True
napoleon_use_ivar = True
napoleon_use_rtype = False  # a result is described in words, which are no references
names_for_types = {"Durak", "FirstFaults", "np.ndarray"}  # annotations that a subclass inherits from another module
