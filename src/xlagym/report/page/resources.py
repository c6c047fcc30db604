"""The report's template, styles and scripts, inlined into one file that needs no other.

In a checkout they lie in ``templates/`` and ``static/``; an installed package carries copies in
``xlagym/report/page/``, which ``setup.py`` puts there.
"""

from __future__ import annotations

import base64
import hashlib
import re
from functools import cache
from pathlib import Path
from posixpath import dirname, join, normpath

_INSTALLED = Path(__file__).parent
_CHECKOUT = Path(__file__).parents[4]
STYLES = ("css/page/base.css", "css/listing/listing.css", "css/report.css")
"""In the order in which they apply."""
SCRIPT = "js/report/report.js"
"""The module that imports all others."""
EARLY_SCRIPT = "js/page/theme-now.js"
"""Runs before the first paint; no module."""
TEMPLATE = "report.html"
ICON = "icon.svg"

_IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.{1,2}/[\w./-]+\.js)";\n', re.MULTILINE)
_EXPORTED = re.compile(r"^export ((?:async )?function\*?|class|const|let) (\w+)", re.MULTILINE)
_EMPTY_EXPORT = re.compile(r"^export \{\};\n?", re.MULTILINE)


def static_text(name: str) -> str:
    """A file of ``static/``."""
    return _text("static", name)


def template_folder() -> Path:
    """Where the report's template lies."""
    return _folder("templates")


@cache
def styles() -> str:
    """All styles in one."""
    return "\n".join(static_text(name) for name in STYLES)


@cache
def script() -> str:
    """All modules in one, each in a function of its own, those that are imported first.

    Knows the few forms that the modules under ``static/js`` use: named imports by relative path,
    and names that are exported where they are declared.
    """
    done: dict[str, str] = {}
    _add_module(SCRIPT, done)
    return "".join(done.values())


def _add_module(name: str, done: dict[str, str]) -> None:
    if name in done:
        return
    text = static_text(name)
    for _, other in _IMPORT.findall(text):
        _add_module(_imported(name, other), done)
    exported = [each[1] for each in _EXPORTED.findall(text)]
    body = _IMPORT.sub(
        lambda found: f"const {{{found[1]}}} = {_variable(_imported(name, found[2]))};\n", text
    )
    body = _EMPTY_EXPORT.sub("", _EXPORTED.sub(r"\1 \2", body))
    given = f"return {{ {', '.join(exported)} }};\n" if exported else ""
    done[name] = f"const {_variable(name)} = (() => {{\n{body}{given}}})();\n"


def _imported(name: str, other: str) -> str:
    """The module that ``name`` imports as ``other``."""
    return normpath(join(dirname(name), other))


def _variable(name: str) -> str:
    return "$" + Path(name).stem.replace("-", "_")


def content_hash(text: str) -> str:
    """How a Content-Security-Policy names an inline script or style."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _text(kind: str, name: str) -> str:
    return (_folder(kind) / name).read_text(encoding="utf-8")


def _folder(kind: str) -> Path:
    installed = _INSTALLED / kind
    return installed if installed.is_dir() else _CHECKOUT / kind
