"""The entry of a small module as a graph: what runs, in which memory each result lies.

```{figure} launch-graph attention-s1024@tpu-v6e
caption: …
alt: …
```
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup, escape

from xlagym.captures.addresses import page_of
from xlagym.captures.capture import Capture
from xlagym.captures.forms import HLO
from xlagym.captures.store import UnknownCaptureError
from xlagym.course.context import ChapterContext
from xlagym.course.markdown.block import Block
from xlagym.course.markdown.place import SourcePlace
from xlagym.evidence.hlo.fusions import is_fusion, kernels
from xlagym.evidence.hlo.opcodes import NO_TIME
from xlagym.evidence.hlo.reader import Instruction
from xlagym.evidence.hlo.shapes import Array, arrays
from xlagym.evidence.hlo.spaces import space_name
from xlagym.site.show.figures.layers import layers

MOST = 30
"""Instructions that still make a picture; beyond it a listing says more."""
_PASSED_OVER = NO_TIME - {"parameter"}
_WIDTH, _HEIGHT, _ACROSS, _DOWN = 216, 66, 28, 34


@dataclass(frozen=True, slots=True)
class Node:
    """An instruction in the picture."""

    name: str
    what: str
    """Opcode, or the kind of a fusion."""
    result: str
    """Shape and memory of its result."""
    style: str
    line: int
    reads: tuple[str, ...]


def draw(block: Block, place: SourcePlace, context: ChapterContext) -> str:
    """The figure as HTML. Raises ProblemError for a capture that is unknown or too large."""
    name = block.argument.partition(" ")[2].strip()
    try:
        capture = context.library.store.get(name)
    except UnknownCaptureError as error:
        raise place.error("figure", str(error), "name a capture after 'launch-graph'") from error
    context.captures[capture.id] = None
    nodes = list(_nodes(capture))
    if len(nodes) > MOST:
        raise place.error(
            "figure",
            f"the entry of {capture.id} has {len(nodes)} instructions; a picture holds {MOST}",
            "show a listing of the lines that matter",
        )
    href = context.href(page_of(capture.id))
    return Markup(
        '<figure class="picture" id="{id}"><div class="scroll" tabindex="0" role="group"'
        ' aria-label="{alt}">{svg}</div><figcaption>{caption} <small>Drawn from the entry of'
        ' <a href="{href}">{capture}</a>.</small></figcaption>'
        "<details><summary>The same as a table</summary>{table}</details></figure>"
    ).format(
        id=block.option("id", f"graph-{capture.id.replace('@', '-')}"),
        alt=block.shown["alt"],
        svg=Markup(_svg(nodes, block.shown["alt"])),
        caption=Markup(block.shown["caption"]),
        href=href,
        capture=capture.id,
        table=_table(nodes, href),
    )


def _nodes(capture: Capture) -> Iterator[Node]:
    """The entry's instructions, in the order of the schedule; bookkeeping of tuples passed over."""
    entry = capture.hlo.entry
    launched_kernels = set(kernels(capture.hlo))
    kept = {each.name for each in entry.instructions if each.opcode not in _PASSED_OVER}
    known = {each.name: each for each in entry.instructions}
    for each in entry.instructions:
        if each.name in kept:
            yield Node(
                name=each.name,
                what=f"fusion {each.fusion_kind}" if is_fusion(each) else each.opcode,
                result=_result(each, capture.chip),
                style=_style(each, launched_kernels),
                line=each.line,
                reads=tuple(dict.fromkeys(_sources(each, known, kept))),
            )


def _sources(each: Instruction, known: dict[str, Instruction], kept: set[str]) -> Iterator[str]:
    for operand in each.operands:
        if operand in kept:
            yield operand
        elif operand in known:
            yield from _sources(known[operand], known, kept)


def _style(each: Instruction, launched_kernels: set[Instruction]) -> str:
    if each in launched_kernels:
        return "kernel"
    if is_fusion(each):
        return "fusion"
    return "dim" if each.opcode == "parameter" else "plain"


def _result(each: Instruction, chip: str) -> str:
    first = next(arrays(each.shape), None)
    if not isinstance(first, Array):
        return each.shape_text
    return f"{first.plain} {space_name(first.memory_space, chip)}"


def _svg(nodes: list[Node], alt: str) -> str:
    rows = layers({node.name: node.reads for node in nodes})
    widest = max(map(len, rows), default=1)
    width = widest * (_WIDTH + _ACROSS) + _ACROSS
    height = len(rows) * (_HEIGHT + _DOWN) + _DOWN
    at: dict[str, tuple[float, float]] = {}
    for depth, row in enumerate(rows):
        left = (width - len(row) * (_WIDTH + _ACROSS) + _ACROSS) / 2
        for place, name in enumerate(row):
            at[name] = (left + place * (_WIDTH + _ACROSS), _DOWN + depth * (_HEIGHT + _DOWN))
    edges = "".join(_edge(at[source], at[node.name]) for node in nodes for source in node.reads)
    boxes = "".join(_box(node, *at[node.name]) for node in nodes)
    return (
        f'<svg class="graph" viewBox="0 0 {width:g} {height:g}" width="{width:g}"'
        f' height="{height:g}" role="img" aria-label="{escape(alt)}">'
        f'<g class="edges">{edges}</g>{boxes}</svg>'
    )


def _edge(source: tuple[float, float], target: tuple[float, float]) -> str:
    """A curve from the foot of ``source`` to the head of ``target``, with an arrow's head."""
    x1, y1 = source[0] + _WIDTH / 2, source[1] + _HEIGHT
    x2, y2 = target[0] + _WIDTH / 2, target[1]
    bend = (y2 - y1) / 2
    return (
        f'<path d="M{x1:g} {y1:g}C{x1:g} {y1 + bend:g} {x2:g} {y2 - bend:g} {x2:g} {y2 - 6:g}"/>'
        f'<path class="head" d="M{x2 - 4:g} {y2 - 7:g}h8l-4 7z"/>'
    )


def _box(node: Node, x: float, y: float) -> str:
    texts = zip(("name", "what", "result"), (node.name, node.what, node.result), strict=True)
    lines = "".join(
        f'<text class="{kind}" x="{x + 12:g}" y="{y + 21 + 18 * row:g}">{escape(_fit(text))}</text>'
        for row, (kind, text) in enumerate(texts)
    )
    return (
        f'<g class="{node.style}"><rect x="{x:g}" y="{y:g}" width="{_WIDTH}" height="{_HEIGHT}"'
        f' rx="7"/>{lines}</g>'
    )


def _fit(text: str) -> str:
    return text if len(text) <= 27 else f"{text[:26]}…"


def _table(nodes: list[Node], href: str) -> Markup:
    row = Markup(
        '<tr><th scope="row"><a href="{}#{}">{}</a></th><td>{}</td><td>{}</td><td>{}</td></tr>'
    )
    rows = Markup().join(
        row.format(
            href, HLO.line_id(each.line), each.name, each.what, each.result, ", ".join(each.reads)
        )
        for each in nodes
    )
    return Markup(
        '<div class="scroll" tabindex="0" role="group" aria-label="The graph as a table"><table>'
        "<thead><tr><th>instruction</th><th>is</th><th>result</th><th>reads</th></tr></thead>"
        "<tbody>{}</tbody></table></div>"
    ).format(rows)
