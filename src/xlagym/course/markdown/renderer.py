# ruff: noqa: ARG002 - markdown-it calls all render rules alike
"""HTML of our tokens: roles, directives, formulas, links; the rest is markdown-it's own.

A method renders the token of its name. What can't be rendered is noted and leaves a visible gap.
"""

from __future__ import annotations

import re
from html import escape, unescape
from typing import TYPE_CHECKING

from markdown_it.renderer import RendererHTML

from xlagym.course.directives import DIRECTIVES, faults
from xlagym.course.markdown.block import Block, Fold
from xlagym.course.markdown.mathml import mathml
from xlagym.course.markdown.notes import notes
from xlagym.course.markdown.place import SourcePlace
from xlagym.course.roles import ROLES
from xlagym.inputs.problems import ProblemError
from xlagym.inputs.suggestions import nearest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from markdown_it.token import Token
    from markdown_it.utils import EnvType, OptionsDict

    from xlagym.course.context import ChapterContext

_TAG = re.compile(r"<[^>]*>")
_GAP = '<span class="gap">?</span>'
"""Stands where something could not be rendered; a page with one is never published."""


class Renderer(RendererHTML):
    """markdown-it's own renderer, and a method for each of our tokens."""

    def myst_role(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType
    ) -> str:
        """A role, by its name."""
        token = tokens[idx]
        name: str = token.meta["name"]

        def render(place: SourcePlace, context: ChapterContext) -> str:
            role = ROLES.get(name)
            if role is None:
                raise place.error("role", f"there is no role '{name}'", nearest(name, ROLES))
            return role(token.content, place, context)

        return _noted(render, token.meta.get("line", 1), env)

    def fence(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """Code between fences; it may scroll sideways, so the keyboard has to get there."""
        html = super().fence(tokens, idx, options, env)
        return html.replace("<pre", '<pre tabindex="0" role="group" aria-label="code"', 1)

    def directive(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType
    ) -> str:
        """A directive, once its captions and inner blocks are rendered."""
        fold: Fold = tokens[idx].meta["fold"]
        found = list(faults(fold, notes(env).file))
        shown = {key: self._shown(key, token, options, env) for key, token in fold.shown.items()}
        inner = self.render(fold.inner, options, env)
        if found:
            notes(env).problems.extend(found)
            return _GAP + inner
        block = Block(fold.name, fold.argument, fold.options, fold.body, shown, inner)
        render = DIRECTIVES[fold.name].render
        return _noted(lambda place, context: render(block, place, context), fold.line, env)

    def _shown(self, key: str, inline: Token, options: OptionsDict, env: EnvType) -> str:
        children = inline.children or []
        if key == "alt":
            return self._plain(children, options, env)
        return self.renderInline(children, options, env)

    def _plain(self, tokens: Sequence[Token], options: OptionsDict, env: EnvType) -> str:
        """Text without markup, for attributes; numbers stand in it without a link."""
        context = notes(env).context
        if context is None:
            return ""
        context.plain, before = True, context.plain
        html = self.renderInline(tokens, options, env)
        context.plain = before
        return " ".join(unescape(_TAG.sub("", html)).split())

    def image(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """An image; one without words for those who don't see it is a problem."""
        token = tokens[idx]
        text = self._plain(token.children or [], options, env)
        if not text:
            place = SourcePlace(notes(env).file, token.meta.get("line", 1))
            notes(env).problems.append(
                place.problem(
                    "alt",
                    f"the image {token.attrs.get('src', '')} has no alternative text",
                    "say between the brackets of ![…](…) what it shows",
                )
            )
        token.attrSet("alt", text)
        self._relink(token, "src", env)
        return self.renderToken(tokens, idx, options, env)

    def link_open(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType
    ) -> str:
        """Site paths become relative, so that the site serves from anywhere."""
        self._relink(tokens[idx], "href", env)
        return self.renderToken(tokens, idx, options, env)

    def _relink(self, token: Token, attribute: str, env: EnvType) -> None:
        context = notes(env).context
        if context is not None:
            token.attrSet(attribute, context.href(str(token.attrs.get(attribute, ""))))

    def math_inline(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType
    ) -> str:
        """A formula in a line."""
        token = tokens[idx]
        return _noted(
            lambda place, _: mathml(token.content, place, block=False),
            token.meta.get("line", 1),
            env,
        )

    def math_block(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType
    ) -> str:
        """A formula of its own; wide ones scroll, by keyboard too."""
        token = tokens[idx]
        markup = _noted(
            lambda place, _: mathml(token.content, place, block=True),
            (token.map or [0])[0] + 1,
            env,
        )
        return (
            f'<div class="scroll" tabindex="0" role="group" aria-label="formula">{markup}</div>\n'
        )

    def table_open(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType
    ) -> str:
        """A table in a box that scrolls by keyboard too, named by its column heads."""
        label = escape(_heads(tokens[idx:]))
        return (
            f'<div class="scroll" tabindex="0" role="group" aria-label="{label}">'
            + self.renderToken(tokens, idx, options, env)
        )

    def table_close(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType
    ) -> str:
        """The end of the table and of its box."""
        return self.renderToken(tokens, idx, options, env).rstrip() + "</div>\n"

    def th_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """A column head, which says that it is one."""
        tokens[idx].attrSet("scope", "col")
        return self.td_open(tokens, idx, options, env)

    def td_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """A cell; its alignment is a class, since pages allow no inline style."""
        style = str(tokens[idx].attrs.pop("style", ""))
        if style:
            tokens[idx].attrSet("class", style.removeprefix("text-align:"))
        return self.renderToken(tokens, idx, options, env)


def _noted(render: Callable[[SourcePlace, ChapterContext], str], line: int, env: EnvType) -> str:
    """What ``render`` makes; its problems are noted and leave a visible gap."""
    page = notes(env)
    if page.context is None:
        return ""
    try:
        return render(SourcePlace(page.file, line), page.context)
    except ProblemError as error:
        page.problems.extend(error.problems)
        return _GAP


def _heads(tokens: Iterable[Token]) -> str:
    names = []
    for token in tokens:
        if token.type == "thead_close":
            break
        if token.type == "inline":
            names.append(" ".join(token.content.split()))
    return "table of " + ", ".join(name for name in names if name)
