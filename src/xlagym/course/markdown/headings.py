"""Headings get anchors that stay: from an explicit ``{#anchor}``, else from their own words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from xlagym.course.markdown.address import slug
from xlagym.course.markdown.notes import Heading, notes
from xlagym.course.markdown.place import SourcePlace

if TYPE_CHECKING:
    from markdown_it.rules_core import StateCore
    from markdown_it.token import Token

_EXPLICIT = re.compile(r"\s*\{#([A-Za-z][\w.-]*)\}\s*$")


def take_explicit(state: StateCore) -> None:
    """Core rule, before inline parsing: take ``{#anchor}`` off the end of a heading."""
    for opening, inline in _headings(state.tokens):
        found = _EXPLICIT.search(inline.content)
        if found:
            opening.meta["anchor"] = found.group(1)
            inline.content = inline.content[: found.start()]


def anchor_headings(state: StateCore) -> None:
    """Core rule, after inline parsing: give every heading its id, and list them."""
    page = notes(state.env)
    first: dict[str, int] = {}
    for opening, inline in _headings(state.tokens):
        place = SourcePlace(page.file, (opening.map or [0])[0] + 1)
        text = _words(inline)
        anchor = opening.meta.get("anchor") or slug(text) or "section"
        if anchor in first:
            page.problems.append(
                place.problem(
                    "id",
                    f"the anchor '{anchor}' is taken by the heading on line {first[anchor]}",
                    f"give this heading one of its own: ## {text} {{#another-anchor}}",
                )
            )
        first.setdefault(anchor, place.line)
        if opening.tag == "h1":
            page.problems.append(
                place.problem(
                    "heading",
                    "a heading of the first level stands in the text; the title is one already",
                    "begin this heading with ##",
                )
            )
        opening.attrSet("id", anchor)
        page.headings.append(Heading(int(opening.tag[1]), text, anchor, place.line))


def _headings(tokens: list[Token]) -> list[tuple[Token, Token]]:
    return [
        (token, tokens[index + 1])
        for index, token in enumerate(tokens)
        if token.type == "heading_open"
    ]


def _words(inline: Token) -> str:
    parts = (
        token.content
        for token in inline.children or []
        if token.type in {"text", "code_inline", "myst_role"}
    )
    return " ".join("".join(parts).split())
