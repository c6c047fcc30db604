"""The Python of a program, from the copy that its capture keeps: the function and nothing else.

    ```{program} attention-s1024
    caption: Naive attention, as everybody writes it first.
    ```

Takes the name of a program, of a variant, or of a capture.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from xlagym.captures.forms import PROGRAM
from xlagym.course.directives.evidence import excerpt, shown
from xlagym.inputs.suggestions import nearest

if TYPE_CHECKING:
    from xlagym.captures.store import Store
    from xlagym.course.context import ChapterContext
    from xlagym.course.markdown.block import Block
    from xlagym.course.markdown.place import SourcePlace

OPTIONS = ("caption",)


def render(block: Block, place: SourcePlace, context: ChapterContext) -> str:
    """A figure with the lines of the function."""
    name = block.argument
    capture_id = _capture_of(name, context.library.store)
    if capture_id is None:
        raise place.error(
            "listing",
            f"no capture is of a program '{name}'",
            nearest(name, _names(context.library.store)),
        )
    cut = excerpt(capture_id, PROGRAM.file, place, context)
    function = cut.capture.manifest.function
    span = function_lines("\n".join(cut.lines), function)
    if span is None:
        raise place.error(
            "listing",
            f"{capture_id}/{PROGRAM.file} has no function '{function}'",
            "make the capture again",
        )
    return shown(cut.cut(*span, place), (), block.shown.get("caption", ""), context)


def function_lines(source: str, name: str) -> tuple[int, int] | None:
    """First and last line of a function, decorators included; None where there is none."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name == name:
            first = min(node.lineno, *(each.lineno for each in node.decorator_list), node.lineno)
            return first, node.end_lineno or node.lineno
    return None


def _capture_of(name: str, store: Store) -> str | None:
    """The capture of that id, else the first of that variant or program, refused ones last."""
    if name in store.captures:
        return name
    ordered = sorted(store.captures.values(), key=lambda capture: (capture.refused, capture.id))
    for of_variant in (True, False):
        for capture in ordered:
            manifest = capture.manifest
            if name == (manifest.variant if of_variant else manifest.program):
                return capture.id
    return None


def _names(store: Store) -> set[str]:
    manifests = [capture.manifest for capture in store.captures.values()]
    return {name for manifest in manifests for name in (manifest.program, manifest.variant)}
