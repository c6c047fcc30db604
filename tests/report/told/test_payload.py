from __future__ import annotations

import base64
import gzip
import json
from typing import Any

from tests.report.hlo_texts import ASYNC
from tests.report.read.test_counts import reading
from xlagym.report.read.links import links_of
from xlagym.report.told.payload import PackedPane, excerpt, packed_lines, packed_marks
from xlagym.report.told.views import module_view


def unpacked(packed: str) -> str:
    return gzip.decompress(base64.b64decode(packed)).decode()


def pane(text: str = ASYNC) -> PackedPane:
    return module_view("m1", reading(text=text), listed=True).panes[-1]


def test_a_text_comes_out_of_its_packing_as_it_went_in() -> None:
    assert unpacked(packed_lines(pane())) == ASYNC.removesuffix("\n")


def test_the_same_text_packs_to_the_same_characters() -> None:
    assert packed_lines(pane()) == packed_lines(pane())
    assert packed_marks(pane()) == packed_marks(pane())


def mark(marks: dict[str, Any], what: str, line: int) -> Any:
    return marks[what]["values"][marks[what]["at"][line - 1]]


def test_every_line_finds_its_role_note_and_links() -> None:
    marks = json.loads(unpacked(packed_marks(pane())))
    fusion = next(at for at, line in enumerate(ASYNC.splitlines(), 1) if "%fusion =" in line)
    assert mark(marks, "roles", fusion) == "fusion"
    assert mark(marks, "notes", fusion) == "from `jit(f)/neg`"
    assert mark(marks, "roles", 3) == "comp"
    assert marks["start"] == 8
    assert len(marks["roles"]["at"]) == len(ASYNC.splitlines())


def test_links_lead_through_the_stablehlo(attention: Any) -> None:
    found = reading(attention)
    links = links_of(found)
    fusion = found.hlo.instruction("fusion")
    (line,) = links.hlo[fusion.line]
    assert "stablehlo.dot_general" in found.stablehlo.lines[line - 1]
    assert links.hlo_notes[fusion.line] == f"holds StableHLO line {line}"
    assert links.stable_notes[line] == "fused into `%fusion`"
    assert links.hlo_notes[found.hlo.instruction("copy-done").line].startswith(
        "inserted by the compiler"
    )


def test_without_scripts_a_part_is_read_from_where_the_program_begins() -> None:
    shown, left = excerpt(pane(), limit=200, longest=60)
    assert shown[0].startswith("ENTRY %main")
    assert all(len(line) <= 62 for line in shown)
    assert len(shown) + left == len(ASYNC.splitlines())
