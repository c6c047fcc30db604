"""Characters that hide words, or look like others."""

from __future__ import annotations

import pytest

from xlagym.course.checks.characters import misleading
from xlagym.course.markdown.markdown import Markdown
from xlagym.course.markdown.pieces import pieces


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("one\ntwi\u00adce as fast", [(2, "U+00AD (soft hyphen)")]),
        ("twi\u200bce", [(1, "U+200B (zero width space)")]),
        ("\u202egnihton", [(1, "U+202E (right-to-left override)")]),
        ("tw\u0456ce", [(1, "U+0456 (cyrillic small letter byelorussian-ukrainian i)")]),
        ("\u0410ll", [(1, "U+0410 (cyrillic capital letter a)")]),
        ("\uff14 MB", [(1, "U+FF14 (fullwidth digit four)")]),
        ("## A\u200b\n\n[x](/y 'z\u200b')", [(1, "U+200B (zero"), (3, "U+200B (zero")]),
        ("in \u03bcs and \u00b5s, na\u00efve, \u0394 t, Ω, 中文 — “so”…\u00a0$\\alpha$", []),
        ("`\u200b` and {q}`launched`", []),
    ],
)
def test_misleading(text: str, found: list[tuple[int, str]], markdown: Markdown) -> None:
    problems = list(misleading(pieces(markdown.parse(text, "chapter.md").tokens), "chapter.md"))
    assert [problem.line for problem in problems] == [line for line, _ in found]
    for problem, (_, start) in zip(problems, found, strict=True):
        assert problem.message.startswith(start)
