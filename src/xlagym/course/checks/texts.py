"""Texts that stand in YAML files and are shown on pages: the checks of chapters hold here too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from xlagym.course.checks.characters import misleading
from xlagym.course.checks.comparisons import unclaimed
from xlagym.course.checks.digits import untraced
from xlagym.course.markdown.piece import piece

if TYPE_CHECKING:
    from xlagym.inputs.located_yaml import Document, Path
    from xlagym.inputs.problems import Problem


def typed_in(document: Document, paths: Iterable[Path]) -> Iterator[Problem]:
    """A problem for every figure, comparison and odd letter typed at ``paths`` of ``document``."""
    for path in paths:
        text = _at(document.data, path)
        if isinstance(text, str):
            line = document.line(*path) or 1
            pieces = [piece("text", text, line)]
            yield from misleading(pieces, document.file)
            yield from untraced(pieces, document.file, [])
            yield from unclaimed(pieces, document.file, [])


def typed_in_station(document: Document) -> Iterator[Problem]:
    """The same for what an author says of a station in ``content/gym/NN-slug.yml``."""
    programs = _at(document.data, ("programs",))
    named = [("programs", key) for key in programs] if isinstance(programs, dict) else []
    yield from typed_in(document, [("title",), ("intro",), *named])


def _at(data: Any, path: Path) -> Any:
    for step in path:
        try:
            data = data[step]
        except (KeyError, IndexError, TypeError):
            return None
    return data
