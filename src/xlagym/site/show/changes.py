"""Changes as HTML: every line with its number in both texts, its sign, and where it differs.

A sign says what became of a line, and a word for those who hear the page; color only repeats it.
Bookkeeping that did not change is folded, so that a line fits a narrow screen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from markupsafe import Markup

from xlagym.evidence.passes.text_changes import PairedLine
from xlagym.gym.rounds.changes import sign
from xlagym.site.show.highlight import HIGHLIGHTERS
from xlagym.site.show.highlight.escaping import escape_attribute, statement_html
from xlagym.site.show.highlight.token import Token, Tokens

_LEAST_FOLDED = 24
"""Bookkeeping of fewer characters than this stays open."""
_OPEN = "open"
"""Label of bookkeeping that is not to be folded."""
_CLASSES = {"+": "come", "−": "gone", " ": "kept"}
_SAID = {"+": "new: ", "−": "gone: ", " ": ""}


def render_changes(hunks: Sequence[Sequence[PairedLine]], label: str) -> Markup:
    """``hunks`` as one listing that scrolls and takes the keyboard; ``label`` names it."""
    body = "".join(_parts(hunks))
    return Markup(
        f'<div class="listing changes" tabindex="0" role="group"'
        f' aria-label="{escape_attribute(label)}">{body}</div>'
    )


def render_rows(rows: Iterable[PairedLine]) -> str:
    """``rows`` as items of a list."""
    listed = list(rows)
    tokens = HIGHLIGHTERS["hlo"]([row.text for row in listed])
    return "".join(_row(row, of_row) for row, of_row in zip(listed, tokens, strict=True))


def _parts(hunks: Sequence[Sequence[PairedLine]]) -> Iterator[str]:
    last = 0
    for hunk in hunks:
        kept = next((row.new for row in hunk if row.new is not None), None)
        if last and kept is not None and kept > last + 1:
            between = kept - last - 1
            lines = f"{between} line{'s' if between != 1 else ''}"
            yield f'<p class="between">{lines} in between stayed as they were</p>'
        yield f'<ol class="lines">{render_rows(hunk)}</ol>'
        last = next((row.new for row in reversed(hunk) if row.new is not None), last)


def _row(row: PairedLine, tokens: Tokens) -> str:
    mark = sign(row)
    numbers = "".join(f"<i>{number or ''}</i>" for number in (row.old, row.new))
    said = f'<span class="unseen-text">{_SAID[mark]}</span>' if _SAID[mark] else ""
    body = statement_html(_folded(_told_apart(tokens, row.differs)))
    return (
        f'<li class="{_CLASSES[mark]}"><span class="nos" aria-hidden="true">{numbers}'
        f'<b>{mark}</b></span>{said}<span class="code">{body}</span></li>'
    )


def _told_apart(tokens: Tokens, differs: Sequence[tuple[int, int]]) -> Tokens:
    """``tokens`` with the stretches ``differs`` of the line as tokens of their own."""
    found: Tokens = []
    at = 0
    for token in tokens:
        end = at + len(token.text)
        inside = [(max(at, one), min(end, two)) for one, two in differs if one < end and two > at]
        found += _split(token, at, inside) if inside else [token]
        at = end
    return found


def _split(token: Token, at: int, inside: Sequence[tuple[int, int]]) -> Iterator[Token]:
    """The parts of a token that starts ``at``; bookkeeping that changed is not folded."""
    kind = "meta" if token.kind in ("meta", "fold") else token.kind
    label = _OPEN if kind == "meta" else ""
    last = at
    for start, end in inside:
        if start > last:
            yield Token(token.text[last - at : start - at], kind, label)
        yield Token(token.text[start - at : end - at], "differs")
        last = end
    if last < at + len(token.text):
        yield Token(token.text[last - at :], kind, label)


def _folded(tokens: Tokens) -> Tokens:
    return [
        Token(token.text, "fold", token.text.lstrip(", ").partition("=")[0])
        if token.kind == "meta" and len(token.text) >= _LEAST_FOLDED and token.label != _OPEN
        else token
        for token in tokens
    ]
