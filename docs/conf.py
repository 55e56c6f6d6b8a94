"""The documentation: ``sphinx-build -W docs docs/_build``."""

from __future__ import annotations

import doctest
import re

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
html_show_copyright = False

myst_enable_extensions = ["deflist"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
python_maximum_signature_line_length = 88

COLON = "\N{SYMBOL FOR UNIT SEPARATOR}"


def split_property(app, what, name, thing, options, lines):
    """Tell what a compiled property is, ``turn: Color``, from what its docstring says of it."""
    if what not in ("property", "attribute") or not lines:
        return
    called, colon, kind = lines[0].partition(": ")
    if colon and called == name.rpartition(".")[2]:
        lines[:2] = []
        lines += ["", f":type: {kind}"]
    # Napoleon takes what stands before a colon in the first line for a type: hide it.
    lines[0] = lines[0].replace(": ", COLON)


def show_colon(app, what, name, thing, options, lines):
    """Undo what ``split_property`` did for Napoleon."""
    lines[:] = [line.replace(COLON, ": ") for line in lines]


def drop_self(app, what, name, thing, options, signature, returns):
    """The first argument of a compiled method, which Sphinx knows from the docstring alone."""
    if what == "method" and signature:
        signature = re.sub(r"^\((self|cls)(, )?", "(", signature)
    return signature, returns


def draw(app, page, source):
    """Show below each example of the page on pictures the ``picture`` that it makes."""
    if page != "pictures":
        return
    names = {"picture": None}

    def with_picture(block):
        before = names["picture"]
        for example in doctest.DocTestParser().get_examples(block[1]):
            exec(example.source, names)
        if names["picture"] is before:
            return block[0]
        return f"{block[0]}\n\n```{{raw}} html\n{names['picture']}\n```"

    source[0] = re.sub(r"```python\n(.*?)```", with_picture, source[0], flags=re.DOTALL)


def setup(app):
    """Bring compiled docstrings into the form of the others, and draw the pictures."""
    app.connect("source-read", draw)
    app.connect("autodoc-process-docstring", split_property, priority=400)
    app.connect("autodoc-process-docstring", show_colon, priority=600)
    app.connect("autodoc-process-signature", drop_self)
