"""Configuration of the documentation site."""

import sys
from importlib.metadata import version as _version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "hazari-rules"
author = "the hazari-rules developers"
release = version = _version("hazari-rules")
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "generated_pages"]
myst_enable_extensions = ["deflist", "colon_fence"]
myst_heading_anchors = 3
html_theme = "furo"
html_title = "hazari-rules"
exclude_patterns = ["_build", "_ext"]
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
python_use_unqualified_type_names = True
nitpicky = False
