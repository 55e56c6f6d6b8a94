"""The documentation: Sphinx with MyST pages. ``sphinx-build -W docs docs/_build`` makes it."""

from __future__ import annotations

import re
from types import BuiltinFunctionType
from typing import Any

import draughts

project = "draughts"
author = "the draughts authors"
project_copyright = author
version = release = draughts.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = f"draughts {version}"
html_copy_source = False

myst_enable_extensions = ["deflist"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
python_use_unqualified_type_names = True
napoleon_use_rtype = False
