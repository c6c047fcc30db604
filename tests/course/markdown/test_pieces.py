"""What readers see, and how many words of it are prose to read."""

from __future__ import annotations

import pytest

from xlagym.course.markdown.gap import GAP
from xlagym.course.markdown.markdown import Markdown
from xlagym.course.markdown.piece import Piece
from xlagym.course.markdown.pieces import pieces, words


def seen(text: str, markdown: Markdown) -> list[Piece]:
    return list(pieces(markdown.parse(text, "chapter.md").tokens))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One two three.", 3),
        ("One {q}`launched` and `two three` of them.", 6),
        ("One {claim}`one|two three` four.", 4),
        ("One — two - three.", 3),
        ("- one\n- two\n\n> three", 3),
        ("## Not this\n\none", 1),
        ("| not | this |\n|---|---|\n| nor | this |", 0),
        ("```python\nnot this\n```", 0),
        ("```{listing} a b\ncaption: Not this.\n```", 0),
        (":::{exercise} Not\nthis\n:::\n\none", 1),
        (":::{note}\none\n:::", 1),
        ("![not this](a.svg) one", 2),
        ("", 0),
    ],
)
def test_words(text: str, expected: int, markdown: Markdown) -> None:
    assert words(seen(text, markdown)) == expected


def test_lines_follow_breaks_that_no_token_stands_for(markdown: Markdown) -> None:
    text = "a `b\nc` d\ne {q}`f\ng` h [i\nj](k\n'l') m $n\no$ p\\\nq"
    (running, *_) = seen(text, markdown)
    lines = {letter: running.line(running.text.index(letter)) for letter in "adehijmpq"}
    assert lines == {"a": 1, "d": 2, "e": 3, "h": 4, "i": 4, "j": 5, "m": 6, "p": 7, "q": 8}
    assert running.text.count(GAP) == 3


def test_lines_count_from_the_top_of_the_file(markdown: Markdown) -> None:
    text = "---\ntitle: A\n---\n\none\ntwo\n\n- three\n\n  > four\n  > five\n"
    lines = {part.text[:3]: part.line(0) for part in seen(text, markdown)}
    assert lines == {"one": 5, "thr": 8, "fou": 10}
    four = seen(text, markdown)[-1]
    assert four.line(four.text.index("five")) == 11


def test_captions_know_the_line_of_their_option(markdown: Markdown) -> None:
    text = "text\n\n```{listing} a b\nlines: 1-2\ncaption: Here.\n```"
    assert [(part.kind, part.text, part.line(0)) for part in seen(text, markdown)] == [
        ("prose", "text", 1),
        ("caption", "Here.", 5),
    ]
