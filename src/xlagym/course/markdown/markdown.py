"""Markdown as chapters are written in: CommonMark, tables, roles, directives, formulas.

Parsing needs the text alone; rendering also needs a page's context. What is wrong with the text is
noted, not raised, so that one check names every fault of a chapter.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt
from markdown_it.rules_inline import backtick, image, link
from mdit_py_plugins.container import container_plugin
from mdit_py_plugins.dollarmath.index import math_block_dollar, math_inline_dollar
from mdit_py_plugins.front_matter import front_matter_plugin
from mdit_py_plugins.myst_role.index import myst_role

from xlagym.course.markdown.folds import CONTAINER, fold_directives, is_directive
from xlagym.course.markdown.headings import anchor_headings, take_explicit
from xlagym.course.markdown.lines import counted, note_lines
from xlagym.course.markdown.notes import Heading, Notes
from xlagym.course.markdown.renderer import Renderer

if TYPE_CHECKING:
    from markdown_it.token import Token

    from xlagym.course.context import ChapterContext
    from xlagym.inputs.problems import Problem


@dataclass(frozen=True, slots=True)
class Parsed:
    """A text as tokens, and what its parsing found."""

    file: str
    tokens: tuple[Token, ...]
    headings: tuple[Heading, ...]
    problems: tuple[Problem, ...]


class Markdown:
    """The parser and renderer; one serves all chapters."""

    def __init__(self) -> None:
        self._md = _parser()

    def parse(self, text: str, file: str) -> Parsed:
        """Tokens of ``text``, folded and anchored; never raises for what an author wrote."""
        page = Notes(file)
        tokens = self._md.parse(text, {"notes": page})
        return Parsed(file, tuple(tokens), tuple(page.headings), tuple(page.problems))

    def render(self, parsed: Parsed, context: ChapterContext) -> str:
        """HTML; what roles and directives can't render is noted in ``context.problems``."""
        page = Notes(parsed.file, problems=context.problems, context=context)
        html: str = self._md.renderer.render(parsed.tokens, self._md.options, {"notes": page})
        return html


def _parser() -> MarkdownIt:
    """CommonMark without raw HTML, and our rules where the plugins would put them.

    The rules are taken from the plugins one by one, since a plugin would also bring its rendering.
    """
    md = MarkdownIt("commonmark", {"html": False}, renderer_cls=Renderer).enable("table")
    md.use(front_matter_plugin)
    md.use(container_plugin, name=CONTAINER, validate=lambda info, _: is_directive(info))
    md.block.ruler.before("fence", "math_block", math_block_dollar(allow_labels=False))
    math = math_inline_dollar(allow_space=False, allow_digits=False)
    md.inline.ruler.before("escape", "math_inline", counted(math))
    md.inline.ruler.before("backticks", "role", counted(myst_role))
    for name, rule in (("backticks", backtick), ("link", link), ("image", image)):
        md.inline.ruler.at(name, counted(rule))
    md.core.ruler.before("inline", "explicit_anchors", take_explicit)
    md.core.ruler.push("lines", note_lines)
    md.core.ruler.push("anchors", anchor_headings)
    md.core.ruler.push("folds", fold_directives)
    return md
