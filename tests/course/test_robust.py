"""Whatever an author types, the reading of a chapter ends, with problems that have lines."""

from __future__ import annotations

from html.parser import HTMLParser

from hypothesis import given, settings
from hypothesis import strategies as st

from xlagym.course.content.chapter import read_chapter
from xlagym.course.context import Library
from xlagym.course.markdown.markdown import Markdown
from xlagym.numbers.sheets.sheet import Sheet

SCRAPS = st.sampled_from(
    [
        "{q}`launched`",
        "{q}`launched|MB|.1f`",
        "{q}`a\nb`",
        "{claim}`one|1 twice`",
        "{term}`tile`",
        "{term}``",
        "{}`x`",
        "```{listing} attention-s1024@tpu-v6e optimized.hlo\n",
        "```{matrix} m\nrows: a,b|c\ncolumns: \ncell: c\ncaption: 1 $x$\n",
        "```\n",
        "::::{exercise} $x$ {q}`one`\n",
        ":::{answer}\n",
        ":::\n",
        "::::\n",
        "---\ntitle: [a]\nallow: 3\n---\n",
        "---\n",
        "lines: 9-1\n",
        "## Half {#a}\n",
        "| a | 1 |\n|--|--|\n| b | {q}`launched` |\n",
        "![{q}`launched`](a.svg 'twice')",
        "[a\nb](/x 'y\nz')",
        "$",
        "$$",
        "\\",
        "\n\n",
        "    ",
        "> ",
        "- ",
        "\0",
        "\ud7ff",
        "<script>",
        "&#49;",
    ]
)
TEXTS = st.lists(SCRAPS | st.text(max_size=12), max_size=14).map("".join)


class Markup(HTMLParser):
    """Collects the names of tags."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)


@given(TEXTS)
@settings(max_examples=300, deadline=None)
def test_any_text(markdown: Markdown, library: Library, sheet: Sheet, text: str) -> None:
    entry = library.site.chapters[0]
    chapter, problems = read_chapter(text, "chapter.md", entry, markdown, library, sheet, [])
    last = text.count("\n") + text.count("\r") + 2
    for problem in problems:
        assert problem.line is not None
        if problem.file == "chapter.md":
            assert 1 <= problem.line <= last, problem
    markup = Markup()
    markup.feed(chapter.html)
    assert "script" not in markup.names
