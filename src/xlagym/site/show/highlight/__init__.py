"""Highlighters, one a form of evidence, all of one signature: lines in, tokens of each out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlagym.site.show.highlight import hlo, json_text, mlir, plain, python

if TYPE_CHECKING:
    from xlagym.site.show.highlight.token import Highlighter

HIGHLIGHTERS: dict[str, Highlighter] = {
    "hlo": hlo.highlight,
    "mlir": mlir.highlight,
    "python": python.highlight,
    "json": json_text.highlight,
    "text": plain.highlight,
}

SPANNING = frozenset({"python"})
"""Kinds with tokens that span lines; of the others, each line can be told by itself."""
